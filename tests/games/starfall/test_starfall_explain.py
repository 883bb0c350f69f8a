"""What a camera sees on board and areas becomes the moves that account for it."""

from __future__ import annotations

import random
from collections.abc import Iterator
from dataclasses import replace
from time import perf_counter
from typing import Any

import pytest
from games.boards import start
from games.starfall.looks import looks, sighting

from companion.flow import Accepted, Finished, Observation, PlaceStatus, Status
from companion.games.contract import AnyGame, Explained
from companion.games.printable import ExplainsTable
from companion.games.starfall.explaining import MOST_EXPLANATIONS
from companion.games.starfall.moves import Add, Reveal

BEFORE = {
    "board": {"8": "S05", "6": "S20", "2": "S12"},
    "gone": ["S02"],
    "players": {
        "A": {"tiles": ["S01", "S17"], "stardust": {"white": 5, "orange": 3}},
        "B": {"tiles": ["S03"], "stardust": {"white": 2, "orange": 1}},
    },
}


@pytest.fixture
def before(starfall: AnyGame, reference: Any) -> Any:
    return start(starfall, reference, position=BEFORE)


def changed(starfall: Any, reference: Any, **parts: Any) -> Any:
    """A state that differs from BEFORE in some parts; the deck takes what is left."""
    players = {seat: {**BEFORE["players"][seat], **parts.pop(seat, {})} for seat in "AB"}
    return start(starfall, reference, position={**BEFORE, "players": players, **parts})


def moves(explained: Explained) -> list[tuple[str, ...]]:
    return [explanation.moves for explanation in explained.explanations]


def games(starfall: Any, reference: Any, seed: int) -> Iterator[tuple[Any, Any, str]]:
    """State, state after, text of every move of a random game; added tiles are shown at once."""
    chance, seats = random.Random(seed), list("ABCD")[: 2 + seed % 3]
    rulings = {"overpay": chance.choice(["needed_only", "any", "exact"])}
    state = starfall.start(reference, seats, rulings, {"first": seats[0]}).state
    while True:
        move = starfall.self_play(state, chance)
        if isinstance(move, Add):
            waiting = starfall.judge(state, move).state
            shown = starfall.self_play(waiting, chance)
            assert isinstance(shown, Reveal)
            move = Add(move.seat, shown.tile)
        verdict = starfall.judge(state, move)
        assert isinstance(verdict, Accepted | Finished)
        yield state, verdict.state, starfall.write_move(move)
        state = verdict.state
        if isinstance(verdict, Finished):
            return


def test_the_whole_table_is_explained_at_once(starfall: AnyGame) -> None:
    assert isinstance(starfall, ExplainsTable)


@pytest.mark.parametrize("seed", range(6))
def test_every_move_of_random_games_is_told_from_exact_readings(
    starfall: Any, reference: Any, seed: int
) -> None:
    for state, after, text in games(starfall, reference, seed):
        explained = starfall.explain_table(state, looks(starfall, after))
        assert moves(explained) == [(text,)], (seed, text)
        assert explained.explanations[0].state == after
        assert explained.explanations[0].probability == 1.0
        assert explained.same_result
        assert not explained.reasons
        same = starfall.explain_table(after, looks(starfall, after))
        assert moves(same) == [()]


@pytest.mark.slow
@pytest.mark.parametrize("seed", range(6, 60))
def test_every_move_of_many_games_is_told(starfall: Any, reference: Any, seed: int) -> None:
    test_every_move_of_random_games_is_told_from_exact_readings(starfall, reference, seed)


@pytest.mark.parametrize("seed", range(3))
def test_two_and_three_turns_at_a_time(starfall: Any, reference: Any, seed: int) -> None:
    """Different tiles in turn; where several orders lead to the same table, one is given."""
    steps, met = list(games(starfall, reference, seed)), 0
    for first in range(len(steps) - 3):
        for turns in (2, 3):
            state, after = steps[first][0], steps[first + turns - 1][1]
            touched = [
                w for *_, t in steps[first : first + turns] for w in t.split() if w[0] == "S"
            ]
            explained = starfall.explain_table(state, looks(starfall, after))
            states = [found.state for found in explained.explanations]
            assert not explained.gave_up
            if len(set(touched)) == len(touched):
                met += 1
                assert after in states, (seed, first, turns)
    assert met > 5


@pytest.mark.parametrize("seed", range(2))
def test_one_board_alone_tells_what_it_shows(starfall: Any, reference: Any, seed: int) -> None:
    """The board tells tiles that are added or moved; a discovered one with likely payments."""
    for state, after, text in games(starfall, reference, seed):
        (board,) = looks(starfall, after, "stargazer")
        explained = starfall.explain(state, board)
        found = moves(explained)
        assert len(found) <= MOST_EXPLANATIONS
        if text.startswith(("add", "move")) and "event.moved_off" not in text:
            assert (text,) in found or after.gone != state.gone, text
        for explanation in explained.explanations:
            assert explanation.state.track == after.track


def test_a_shown_tile_is_found(starfall: Any, reference: Any) -> None:
    waiting = start(starfall, reference, position={"board": {"9": "reveal", "4": "S01"}})
    after = start(starfall, reference, position={"board": {"9": "S07", "4": "S01"}})
    assert moves(starfall.explain_table(waiting, looks(starfall, after))) == [("reveal S07",)]
    assert moves(starfall.explain_table(waiting, looks(starfall, waiting))) == [()]


def test_a_payment_is_told_by_what_is_missing(starfall: Any, reference: Any, before: Any) -> None:
    after = changed(
        starfall,
        reference,
        board={"8": "S05", "2": "S12"},
        gone=["S01", "S02"],
        A={"tiles": ["S17", "S20"], "stardust": {"white": 3, "orange": 3}},
    )
    found = starfall.explain_table(before, looks(starfall, after))
    assert moves(found) == [("discover A S20 with 2 white S01",)]
    assert found.explanations[0].score_changes == (2, 10)


REFUSED = [
    # what lies there now, and the clauses it breaks
    ({"board": {"7": "S05", "6": "S20", "1": "S12"}}, {"STAR-TURN-2"}),
    ({"board": {"9": "S05", "6": "S20", "2": "S12"}}, {"STAR-MOVE-1"}),
    ({"board": {"8": "S05", "4": "S20", "2": "S12"}}, {"STAR-MOVE-1"}),
    ({"A": {"stardust": {"white": 4, "orange": 3}}}, {"STAR-DISC-1"}),
    ({"B": {"stardust": {"white": 3, "orange": 1}}}, {"STAR-DISC-7"}),
    ({"A": {"tiles": ["S17"]}}, {"STAR-DISC-4"}),
    ({"B": {"tiles": ["S03", "S27"]}}, {"STAR-DISC-1"}),
    (
        {
            "board": {"8": "S05", "2": "S12"},
            "A": {"tiles": ["S01", "S17", "S20"], "stardust": {"white": 5, "orange": 2}},
        },
        {"STAR-DISC-1"},  # 5 for a tile on 6
    ),
    (
        {
            "board": {"8": "S05", "2": "S12"},
            "A": {"tiles": ["S17", "S20"], "stardust": {"white": 4, "orange": 2}},
        },
        {"STAR-Q3"},  # the tile of 4 Stars was too much beside 1 orange 1 white
    ),
    (
        {
            "board": {"8": "S05", "2": "S12"},
            "A": {"tiles": ["S01", "S17", "S20"], "stardust": {"white": 9, "orange": 1}},
        },
        {"STAR-DISC-5"},  # 2 orange for 6, and 4 white as change
    ),
    (
        {
            "board": {"8": "S05", "2": "S12"},
            "B": {"tiles": ["S03", "S20"], "stardust": {"white": 1, "orange": 0}},
        },
        {"STAR-TURN-1"},  # it is A's turn
    ),
    ({"board": {"8": "S05", "6": "S20", "2": "S12", "9": "S21"}}, {"STAR-ADD-3"}),
]


@pytest.mark.clause("STAR-TURN-2", "STAR-DISC-1", "STAR-DISC-4", "STAR-DISC-5", "STAR-DISC-7")
@pytest.mark.parametrize(("parts", "clauses"), REFUSED)
def test_what_no_move_explains_names_the_clause(
    starfall: Any, reference: Any, before: Any, parts: dict[str, Any], clauses: set[str]
) -> None:
    if len(parts.get("board", ())) > 3:
        fewer = dict(list(parts["board"].items())[:3])
        after = changed(starfall, reference, board=fewer)
        track = list(after.track)
        track[0] = reference.tile_index[parts["board"]["9"]]
        after = replace(after, track=tuple(track))
    else:
        after = changed(starfall, reference, **parts)
    explained = starfall.explain_table(before, looks(starfall, after))
    if clauses == {"STAR-TURN-2"}:  # two actions are two turns: A's and B's
        assert moves(explained)[0] in [
            ("move A S05", "move B S12"),
            ("move A S12", "move B S05"),
        ]
        return
    assert not explained.explanations
    assert clauses <= {reason.clause for reason in explained.reasons}
    for reason in explained.reasons:
        for language in ("en", "zh-Hant"):
            said = starfall.say(reason.key, language, reason.values)
            assert said != reason.key
            assert "{" not in said


@pytest.mark.clause("STAR-TURN-2")
def test_more_than_can_be_done_in_three_turns(starfall: Any, reference: Any, before: Any) -> None:
    after = changed(starfall, reference, board={"5": "S05", "3": "S20", "0": "S12"})
    explained = starfall.explain_table(before, looks(starfall, after))
    assert not explained.explanations
    assert {reason.clause for reason in explained.reasons} & {"STAR-TURN-2", "STAR-MOVE-1"}


def doubt(observation: Observation, place: str, *pieces: Any, **changes: Any) -> Observation:
    """The observation with one place read otherwise."""
    return replace(
        observation,
        places=tuple(
            replace(p, pieces=pieces or p.pieces, **changes) if p.place == place else p
            for p in observation.places
        ),
    )


def test_a_doubtful_tile_has_both_readings(starfall: Any, reference: Any, before: Any) -> None:
    after = changed(starfall, reference, board={"8": "S05", "5": "S20", "2": "S12"})
    board, *areas = looks(starfall, after)
    board = doubt(board, "5", sighting("5", "sky tile", ("S20", 0.7), ("empty", 0.3)))
    board = doubt(board, "6", sighting("6", "sky tile", ("empty", 0.7), ("S20", 0.3)))
    found = starfall.explain_table(before, (board, *areas))
    assert moves(found) == [("move A S20",), ()]
    assert sum(each.probability for each in found.explanations) <= 1
    assert not found.same_result


def test_a_new_tile_that_may_be_one_of_two(starfall: Any, reference: Any) -> None:
    state = start(starfall, reference, position={"board": {"9": "S01"}})
    after = start(starfall, reference, position={"board": {"9": "S01", "8": "S19"}})
    board, *areas = looks(starfall, after)
    board = doubt(board, "8", sighting("8", "sky tile", ("S19", 0.6), ("S13", 0.4)))
    found = starfall.explain_table(state, (board, *areas))
    assert moves(found) == [("add A S19",), ("add A S13",)]


def test_a_heap_that_can_t_be_counted_leaves_the_payments_open(
    starfall: Any, reference: Any, before: Any
) -> None:
    after = changed(
        starfall,
        reference,
        board={"8": "S05", "6": "S20"},
        A={"tiles": ["S01", "S17", "S12"], "stardust": {"white": 3, "orange": 3}},
    )
    board, first, *areas = looks(starfall, after)
    covered = doubt(first, "stardust", status=PlaceStatus.COVERED)
    found = starfall.explain_table(before, (board, covered, *areas))
    assert ("discover A S12 with 2 white",) in moves(found)
    assert ("discover A S12 with 1 orange",) in moves(found)
    assert not found.same_result
    hidden = doubt(first, "stardust", status=PlaceStatus.UNKNOWN)
    found = starfall.explain_table(before, (board, hidden, *areas))
    assert moves(found)[0] == ("discover A S12 with 2 white",)


def test_a_tile_under_another_is_not_missed(starfall: Any, reference: Any, before: Any) -> None:
    board, first, *areas = looks(starfall, before)
    pile = next(p for p in first.places if p.place == "tiles")
    one = doubt(first, "tiles", pile.pieces[0], status=PlaceStatus.UNKNOWN)
    assert moves(starfall.explain_table(before, (board, one, *areas))) == [()]


def test_pieces_counted_in_words(starfall: Any, before: Any) -> None:
    seen = (
        sighting("stardust", "", ("white x5", 1.0)),
        sighting("stardust", "", ("orange x3", 1.0)),
        sighting("tiles", "", ("S17", 1.0)),
        sighting("tiles", "", ("S01", 1.0)),
    )
    observation = Observation("area of A", 0.0, Status.READ, (), seen)
    assert moves(starfall.explain(before, observation)) == [()]


@pytest.mark.parametrize(
    "observation",
    [
        Observation("dish", 0.0, Status.READ),
        Observation("stargazer", 0.0, Status.READ, (), (sighting("12", "", ("S01", 1.0)),)),
        Observation("stargazer", 0.0, Status.READ, (), (sighting("9", "", ("queen", 1.0)),)),
        Observation("area-a", 0.0, Status.READ, (), (sighting("stardust", "", ("gold", 1.0)),)),
    ],
)
def test_what_is_not_of_the_game(starfall: Any, before: Any, observation: Observation) -> None:
    explained = starfall.explain(before, observation)
    assert not explained.explanations
    assert {reason.key for reason in explained.reasons} == {"reason.unseen_piece"}


def test_boards_that_were_not_read_tell_nothing(starfall: Any, before: Any) -> None:
    blocked = Observation("stargazer", 0.0, Status.HAND)
    assert moves(starfall.explain_table(before, (blocked,))) == [()]


def test_boards_are_known_by_their_titles(starfall: Any, reference: Any, before: Any) -> None:
    after = changed(starfall, reference, board={"7": "S05", "6": "S20", "2": "S12"})
    (board,) = looks(starfall, after, "stargazer")
    for title in ("Stargazer Board", "觀星圖板", "STARGAZER"):
        found = starfall.explain(before, replace(board, board=title))
        assert moves(found) == [("move A S05",)]


@pytest.mark.parametrize("seed", range(3))
def test_a_look_is_explained_in_time(starfall: Any, reference: Any, seed: int) -> None:
    """A table that fits nothing costs most: all turns are tried."""
    steps = list(games(starfall, reference, seed))
    state, after = steps[10][0], steps[min(len(steps) - 1, 30)][1]
    began_s = perf_counter()
    starfall.explain_table(state, looks(starfall, after))
    assert perf_counter() - began_s < 1.0
