"""What a camera sees, explained: orders, doubts, broken clauses, bounds."""

from __future__ import annotations

import random
import time
from typing import Any

import msgspec
import pytest
from games.boards import play, start
from hypothesis import given
from hypothesis import strategies as st

from companion.flow import Accepted, Observation, Sighting, Status
from companion.games.contract import AnyGame, Explained
from companion.games.girl.explaining.features import board_of, features_of
from companion.games.girl.moves import Place

Seen = tuple[str, str] | tuple[str, list[tuple[str, float]]]


def observe(board: str, *seen: Seen, covered: tuple[str, ...] = ()) -> Observation:
    """An observation of pieces given as (place, kind) or (place, kinds with probabilities)."""
    sightings = []
    for place, what in seen:
        kinds = [(what, 1.0)] if isinstance(what, str) else what
        best = kinds[0][0] if kinds else None
        sightings.append(
            Sighting(best, tuple(kinds), (0.0, 0.0), 0.5, 0, (0, 0, 1, 1), place=place)
        )
    hidden = tuple((place, "hand") for place in covered)
    return Observation(board, 1.0, Status.READ, (), tuple(sightings), hidden)


def explained(girl: AnyGame, state: Any, board: str, *seen: Seen, **more: Any) -> Explained:
    return girl.explain(state, observe(board, *seen, **more))


def lying(state: Any, board: str) -> list[Seen]:
    """Everything on a board, as a perfect camera sees it."""
    name = board_of(state, board)
    assert name is not None
    return [
        (place, kind if count == 1 else f"{kind} x{count}")
        for (place, kind), count in features_of(state, name).items()
    ]


def test_a_triangle_in_any_order(girl: AnyGame, reference: Any) -> None:
    state = start(girl, reference, position={"players": {"A": {"hand": ["T01", "T09", "T17"]}}})
    seen = [("3,3", "T01 r0 front"), ("3,4", "T09 r4 front"), ("2,4", "T17 r2 front")]
    for order in (seen, seen[::-1], [seen[1], seen[2], seen[0]]):
        result = explained(girl, state, "player A", *order)
        assert result.explanations
        assert not result.reasons
        assert result.same_result
        best = result.explanations[0]
        assert len(best.moves) == 3
        assert best.score_changes == (4, 0)
        assert play(girl, state, *best.moves)[0] == best.state


def test_a_draw_nobody_announced_is_part_of_the_explanation(girl: AnyGame, reference: Any) -> None:
    state = start(girl, reference)
    result = explained(
        girl, state, "player B", ("3,3", "T01 r0 front"), ("5,3", "back r1"), ("2,6", "back r4")
    )
    assert result.explanations[0].moves[0] == "draw B T01 ? ?"
    assert len(result.explanations[0].moves) == 4


def test_turns_of_symmetric_tiles_are_the_same(girl: AnyGame, reference: Any) -> None:
    state = start(girl, reference, position={"players": {"A": {"hand": ["T03"]}}})
    for turn in ("r1", "r4"):
        result = explained(girl, state, "player A", ("3,3", f"T03 {turn} front"))
        assert len(result.explanations) == 1


@pytest.mark.clause("GIRL-STAR-7", "GIRL-DUST-3")
def test_only_one_order_is_legal(girl: AnyGame, reference: Any) -> None:
    """The Stardust lies where the new tile's line points, so the tile came first."""
    position = {"players": {"A": {"hand": ["T02"], "stardust": 1}}}
    state = start(girl, reference, position=position)
    result = explained(girl, state, "player A", ("3,3", "stardust"), ("3,2", "back r1"))
    assert result.explanations[0].moves == ("place A T02 3,2 r1 back", "stardust A 3,3 x1")


def test_orders_that_lead_to_different_results_are_all_given(girl: AnyGame, reference: Any) -> None:
    """Two Bonus tokens are touched: the camera can't see which was chosen."""
    tiles = ["T30 1,1 r1 back", "T03 1,2 r1 front", "T11 1,3 r1 front", "T19 1,4 r1 front"]
    state = start(girl, reference, position={"players": {"A": {"tiles": tiles, "hand": ["T31"]}}})
    result = explained(girl, state, "player A", *lying(state, "player A"), ("1,5", "back r4"))
    assert not result.same_result
    assert len(result.explanations) == 2
    assert {move.moves[0].rpartition("=")[2] for move in result.explanations} == {"TL", "TR"}


@pytest.mark.clause("GIRL-STAR-5", "GIRL-Q6")
def test_what_is_seen_breaks_a_rule(girl: AnyGame, reference: Any) -> None:
    position = {"players": {"A": {"tiles": ["T25 3,2 r1 back"], "hand": ["T01"]}}}
    state = start(girl, reference, position=position)
    result = explained(girl, state, "player A", ("3,2", "back r1"), ("3,3", "back r1"))
    assert not result.explanations
    assert [(r.key, r.clause, r.where) for r in result.reasons] == [
        ("reason.old_line_blocked", "GIRL-STAR-5", "A 3,3")
    ]


def test_a_doubtful_reading_that_is_legal_beats_a_likelier_one_that_is_not(
    girl: AnyGame, reference: Any
) -> None:
    position = {"players": {"A": {"tiles": ["T25 3,2 r1 back"], "hand": ["T03"]}}}
    state = start(girl, reference, position=position)
    kinds = [("T03 r0 front", 0.6), ("T03 r1 front", 0.35), ("T03 r2 front", 0.05)]
    result = explained(girl, state, "player A", ("3,2", "back r1"), ("3,3", kinds))
    assert [e.moves for e in result.explanations] == [("place A T03 3,3 r1 front",)]


def test_doubts_give_alternatives_best_first(girl: AnyGame, reference: Any) -> None:
    state = start(girl, reference, position={"players": {"A": {"hand": ["T01", "T09"]}}})
    kinds = [("T01 r0 front", 0.55), ("T09 r0 front", 0.4)]
    result = explained(girl, state, "player A", ("3,3", kinds))
    assert [round(e.probability, 2) for e in result.explanations] == [0.55, 0.4]
    assert not result.same_result


def test_a_piece_that_vanished_and_one_under_a_hand(girl: AnyGame, reference: Any) -> None:
    position = {"players": {"A": {"tiles": ["T25 3,2 r1 back"]}}}
    state = start(girl, reference, position=position)
    result = explained(girl, state, "player A")
    assert [(r.key, r.where) for r in result.reasons] == [("reason.vanished", "3,2")]
    result = explained(girl, state, "player A", covered=("3,2",))
    assert [e.moves for e in result.explanations] == [()]


def test_nothing_new_is_explained_by_no_move(girl: AnyGame, reference: Any) -> None:
    state = start(girl, reference)
    for board in ("player A", "main", "sky", "score"):
        result = explained(girl, state, board, *lying(state, board))
        assert [e.moves for e in result.explanations] == [()]


@pytest.mark.parametrize("board", ["player C", "table", "", "player"])
def test_a_board_that_is_not_there(girl: AnyGame, reference: Any, board: str) -> None:
    assert explained(girl, start(girl, reference), board).reasons


ACTION = {
    "phase": "action",
    "paths": {"w1": "red", "w2": "blue", "w4": "yellow"},
    "track": {"villagers": {"2": "A"}},
    "players": {"A": {"light": {"red": 3, "blue": 3, "yellow": 3}, "food": {"fruit": 1}}},
}


@pytest.mark.parametrize(
    ("board", "moves"),
    [
        ("main", ["scout A w3:red w5:blue w6:red"]),
        ("main", ["forage A F1 pay blue blue"]),
        ("main", ["forage A F1 pay red red", "forage A F1 pay blue"]),
        ("main", ["offer A fruit"]),
        ("main", ["scout A w8:yellow w9:red w10:blue", "forage A F1 pay blue blue"]),
        ("sky", ["stargaze A 3"]),
        ("sky", ["recall A sky2"]),
        ("sky", ["recall A sky2", "stargaze A 1"]),
    ],
)
def test_actions_are_found_from_the_board(
    girl: AnyGame, reference: Any, board: str, moves: list[str]
) -> None:
    state = start(girl, reference, position=ACTION)
    after, _ = play(girl, state, *moves)
    result = explained(girl, state, board, *lying(after, board))
    assert result.explanations, result.reasons
    for explanation in result.explanations:
        again, _ = play(girl, state, *explanation.moves)
        assert lying(again, board) == lying(after, board)
    verbs = [move.split(" ")[0] for move in result.explanations[0].moves]
    assert sorted(verbs) == sorted(move.split(" ")[0] for move in moves)


@pytest.mark.clause("GIRL-SCOUT-3", "GIRL-SCOUT-4")
def test_a_path_that_breaks_the_rules(girl: AnyGame, reference: Any) -> None:
    state = start(girl, reference, position=ACTION)
    seen = [*lying(state, "main"), ("w8", "blue"), ("w9", "red")]
    result = explained(girl, state, "main", *seen)
    assert {r.key for r in result.reasons} >= {"reason.start_colour", "reason.end_apart"}


@pytest.mark.clause("GIRL-CLEAN-1", "GIRL-CLEAN-3")
def test_cleanup_is_seen_on_the_track(girl: AnyGame, reference: Any) -> None:
    state = start(girl, reference, position={"phase": "cleanup"})
    after, _ = play(girl, state, "cleanup")
    result = explained(girl, state, "sky", *lying(after, "sky"))
    assert result.explanations[0].moves == ("cleanup",)


def test_the_score_track(girl: AnyGame, reference: Any) -> None:
    state = start(girl, reference, position={"players": {"A": {"score": 104}}})
    right = explained(girl, state, "score", ("4", "marker A"), ("0", "marker B"))
    assert right.explanations
    wrong = explained(girl, state, "score", ("5", "marker A"), ("0", "marker B"))
    assert {(r.key, r.where) for r in wrong.reasons} == {
        ("reason.vanished", "4"),
        ("reason.unseen_piece", "5"),
    }


PLACES = st.sampled_from(["3,3", "3,4", "9,9", "w1", "w3", "F1", "village", "sky2", "4", "x", ""])
KINDS = st.sampled_from(
    [
        *("T01 r0 front", "T01 r9 front", "T99 r1 front", "back r1", "back rx", "foo bar"),
        *("stardust", "stardust x2", "stardust x99", "vacant", "bonus TL", "red", "green"),
        *("food", "food x2", "villager A", "villager Z", "elder A", "girl", "marker A", ""),
    ]
)
SEEN = st.tuples(PLACES, st.lists(st.tuples(KINDS, st.just(0.25)), max_size=4))
BOARDS = st.sampled_from(["player A", "player B", "player X", "main", "sky", "score", ""])


@given(BOARDS, st.lists(SEEN, max_size=7), st.sampled_from(["stargazing", "action", "cleanup"]))
def test_any_sightings_are_explained_or_refused(
    girl: AnyGame, reference: Any, board: str, seen: list[Any], phase: str
) -> None:
    player = {"hand": ["T01", "T02"], "stardust": 3, "light": {"red": 3, "blue": 3}}
    state = start(girl, reference, position={"phase": phase, "players": {"A": player}})
    result = explained(girl, state, board, *seen)
    assert bool(result.explanations) != bool(result.reasons)
    for explanation in result.explanations:
        assert play(girl, state, *explanation.moves)[0] == explanation.state


def test_pieces_nobody_knows_are_named(girl: AnyGame, reference: Any) -> None:
    state = start(girl, reference)
    result = explained(girl, state, "player A", ("3,3", "back rx"))
    assert [(r.key, r.where) for r in result.reasons] == [("reason.unseen_piece", "3,3")]


def _placed_round(girl: AnyGame, edition: Any, seed: int) -> tuple[Any, Any]:
    """A state before and after one player's three placements, late in a random game."""
    chance = random.Random(seed)
    setup = msgspec.to_builtins(girl.deal(edition, ["A", "B"], chance))
    state = girl.start(edition, ["A", "B"], {}, setup).state
    before, count = state, 0
    while True:
        move = girl.self_play(state, chance)
        verdict = girl.judge(state, move)
        assert isinstance(verdict, Accepted)
        if isinstance(move, Place) and move.seat == "A":
            count += 1
            if count % 3 == 1:
                before = state
            if count == 21:
                return before, verdict.state
        state = verdict.state


@pytest.mark.parametrize("seed", range(12))
def test_a_whole_phase_of_three_tiles_is_explained_in_time(
    girl: AnyGame, reference: Any, seed: int
) -> None:
    before, after = _placed_round(girl, reference, seed)
    observation = observe("player A", *lying(after, "player A"))
    spent_s = []
    for _ in range(3):
        begin = time.process_time()
        result = girl.explain(before, observation)
        spent_s.append(time.process_time() - begin)
    assert result.explanations, result.reasons
    names = {board for e in result.explanations for board in [e.state.players[0].board.kind]}
    assert after.players[0].board.kind in names
    assert not result.gave_up
    assert min(spent_s) < 0.05


def test_the_search_is_bounded(girl: AnyGame, reference: Any) -> None:
    """Doubt in many places at once: the answer still comes, and says if it was cut short."""
    hand = ["T01", "T02", "T03"]
    state = start(girl, reference, position={"players": {"A": {"hand": hand, "stardust": 9}}})
    kinds = [(f"{tile} r{turn} front", 0.05) for tile in hand for turn in range(6)]
    seen: list[Seen] = [(f"{row},{column}", kinds) for row in (1, 2, 3, 4) for column in (2, 4)]
    begin = time.process_time()
    result = explained(girl, state, "player A", *seen)
    assert time.process_time() - begin < 0.5
    assert result.gave_up or result.reasons
