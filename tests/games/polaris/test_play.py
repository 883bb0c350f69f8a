"""Legal moves, invariants, self-play, hidden things, prompts, the journal."""

from __future__ import annotations

import random
from collections.abc import Callable
from dataclasses import replace
from itertools import islice, product
from pathlib import Path
from typing import Any

import pytest
from games.boards import play, start
from hypothesis import given, settings
from hypothesis import strategies as st

from companion.flow import Accepted, Finished, Refused
from companion.games.catalogue import find_game, load_edition
from companion.games.contract import LANGUAGES, AnyGame, MoveTextError
from companion.games.polaris.moves import (
    Line,
    Play,
    PlayedCard,
    Reveal,
    Show,
    Star,
    Take,
    TakeStars,
    line_between,
)
from companion.games.polaris.state import Entry, Pile, Source
from companion.keeping.journal import Journal
from companion.records.self_play import play as play_random
from companion.records.self_play import random_rulings
from companion.whole_game.session import GameSession

POLARIS = find_game("polaris")
REFERENCE = load_edition(POLARIS, POLARIS.default_edition)
SMALL = {"stars": ["1,1", "1,2", "1,3", "2,1", "3,1", "3,2", "3,3", "4,1", "4,2", "5,1"]}
NEW_LINES = [f"{o},{k}-{o},{k + 1}" for o in (1, 3, 4, 5) for k in range(4)] + [
    f"{o},{k}-{o + 1},{k}" for o in (1, 3, 4) for k in range(5)
]


def _sector_one(state: Any) -> list[Any]:
    """Every free space and line image of sector 1."""
    sky = state.table.edition.sky
    taken = sum(state.stars)
    spaces = [Star(name) for name in sky.space_names(sky.sector_spaces[0] & ~taken)]
    lines = [
        line_between(*(sky.names[end] for end in sky.ends[line]))
        for line in range(len(sky.ends))
        if (sky.sector_lines[0] & ~state.lines) >> line & 1
    ]
    return [*spaces, *lines]


@pytest.mark.clause("POL-Q2", "POL-PLAY-4", "POL-LINE-2")
@pytest.mark.parametrize("card", ["new-SH", "new-SV", "new-D", "new-X1", "new-X3", "new-X5"])
@pytest.mark.parametrize("rulings", [{}, {"must_place_all": True}, {"play_empty": False}])
def test_legal_plays_are_what_judge_accepts(card: str, rulings: dict[str, bool]) -> None:
    """All choices of free elements of the sector, by brute force, against the list."""
    player = {**SMALL, "hand": [card], "shooting_stars": 0}
    position = {"players": {"A": player}, "lines": NEW_LINES}
    state = start(POLARIS, REFERENCE, 2, position, **rulings)
    listed = {
        frozenset(move.cards[0].elements)
        for move in POLARIS.legal_moves(state)
        if isinstance(move, Play) and move.phase == "new"
    }
    elements = _sector_one(state)
    accepted = set()
    for count in range(3 if card != "new-X3" and card != "new-X1" else 4):
        for chosen in product(elements, repeat=count):
            if len(set(chosen)) == count:
                move = Play("A", "new", (PlayedCard(card, chosen),))
                if isinstance(POLARIS.judge(state, move), Accepted):
                    accepted.add(frozenset(chosen))
    assert listed == accepted
    assert listed


def test_other_legal_moves(polaris: AnyGame, reference: Any) -> None:
    setup = {"basic": ["new-SH"] * 2 + ["half-D", "?basic"], "advanced": ["new-X1", "half-X2"]}
    state = start(polaris, reference, setup=setup, position={"players": {"A": {"hand": []}}})
    moves = list(polaris.legal_moves(state))
    takes = {move.card for move in moves if isinstance(move, Take)}
    assert {"new-SH", "half-D", "new-X1", "half-X2", "full-D"} <= takes
    assert TakeStars("A") in moves
    for move in moves:
        assert isinstance(polaris.judge(state, move), Accepted)
    waiting, _ = play(polaris, state, "take A half-D")
    assert list(polaris.legal_moves(waiting)) == []
    showing = start(polaris, reference, position={"phase": "showing", "round": 5})
    assert len(list(polaris.legal_moves(showing))) == 2 * 10
    over = start(polaris, reference, position={"phase": "over"})
    assert list(polaris.legal_moves(over)) == []


@pytest.mark.parametrize("seed", range(6))
def test_listed_moves_of_many_cards_are_accepted(seed: int) -> None:
    chance = random.Random(seed)
    state = start(POLARIS, REFERENCE, 3)
    for _ in range(40):
        verdict = POLARIS.judge(state, POLARIS.self_play(state, chance))
        assert isinstance(verdict, Accepted)
        state = verdict.state
    for move in islice(POLARIS.legal_moves(state), 3000):
        assert isinstance(POLARIS.judge(state, move), Accepted), move
        assert POLARIS.read_move(POLARIS.write_move(move)) == move


@pytest.mark.slow
def test_a_thousand_games() -> None:
    for seed in range(1000):
        rulings = random_rulings(POLARIS, REFERENCE, seed) if seed % 2 else {}
        run = play_random(POLARIS, REFERENCE, 2 + seed % 3, seed, rulings)
        assert not run.broken, f"seed {seed}"
        assert run.result is not None
        for seat in run.result.seats:
            assert seat.total == sum(vp for _, vp in seat.lines)
            assert seat.total == sum(item.vp for item in seat.items)


@pytest.mark.clause("POL-Q21", "POL-PLAY-2")
@pytest.mark.parametrize("seed", [1121, 1783, 1841])
def test_full_sectors_do_not_stop_a_game_without_empty_plays(seed: int) -> None:
    """The sectors of every held card fill up before others do: cards change their phase."""
    rulings = random_rulings(POLARIS, REFERENCE, seed)
    assert rulings["play_empty"] is False
    run = play_random(POLARIS, REFERENCE, 2 + seed % 3, seed, rulings)
    assert not run.broken
    assert run.result is not None
    assert len(run.record.moves) < 2_000


def test_twenty_five_games_with_hidden_hands() -> None:
    """Play goes on from a state in which nobody noted hands, slots and goals."""
    for seed in range(25):
        chance = random.Random(seed)
        state = start(POLARIS, REFERENCE, 2 + seed % 3)
        verdict: Any = None
        while not isinstance(verdict, Finished):
            verdict = POLARIS.judge(state, POLARIS.self_play(state, chance))
            assert isinstance(verdict, Accepted | Finished)
            assert POLARIS.check(state, verdict.state) == ()
            state = verdict.state
        with pytest.raises(ValueError, match="over"):
            POLARIS.self_play(state, chance)


def _player(state: Any, seat: int, **changes: Any) -> Any:
    players = list(state.players)
    players[seat] = replace(players[seat], **changes)
    return replace(state, players=tuple(players))


BREAKS: list[tuple[str, Callable[[Any], Any]]] = [
    ("a star lies on another", lambda s: replace(s, stars=(6, 2, 0))),
    ("no round space", lambda s: replace(s, stars=(s.stars[0] | 1 << 100, 0, s.stars[-1]))),
    ("a star has left", lambda s: replace(s, stars=(0, 0, s.stars[-1]))),
    ("stars on the sky of 35", lambda s: replace(s, stars=((1 << 40) - 1, 0, s.stars[-1]))),
    ("neutral stars have changed", lambda s: replace(s, stars=(s.stars[0], 0, 0))),
    ("whose turn it was not", lambda s: replace(s, stars=(s.stars[0], 1 << 50, s.stars[-1]))),
    ("a line token has left", lambda s: replace(s, lines=0)),
    ("line tokens on the sky", lambda s: replace(s, lines=s.lines | (1 << 90) - 1)),
    ("too many for the track", lambda s: replace(s, dawn=s.dawn * 8)),
    ("without dawn", lambda s: replace(s, dawn=(0,))),
    ("more basic cards", lambda s: replace(s, piles=(Pile((-1,) * 4, (-1,) * 37), s.piles[1]))),
    ("there are 3 cards new-SH", lambda s: _player(s, 0, hand=(0, 0, 0))),
    ("number of basic slots", lambda s: replace(s, piles=(Pile((-1,), ()), s.piles[1]))),
    ("two slots wait", lambda s: replace(s, piles=(Pile((-4, -4, -1, -1), ()), s.piles[1]))),
    ("holds 6 cards", lambda s: _player(s, 1, hand=(-1,) * 6)),
    ("owes shooting stars", lambda s: _player(s, 1, shooting_stars=-1)),
    ("before the end", lambda s: _player(s, 1, ledger=(Entry(Source.GOAL, "x", -1),))),
    ("another personal goal", lambda s: _player(s, 0, goal=3)),
    ("lost an entry", lambda s: _player(s, 0, ledger=())),
    ("shooting stars of 40", lambda s: _player(s, 1, shooting_stars=41)),
    ("do not fit the phase", lambda s: replace(s, last_turns=(1,), telescope=0)),
    ("nobody has it", lambda s: replace(s, last_turns=(1,), telescope=1)),
    ("the round goes on", lambda s: replace(s, dawn=(13,) * 7)),
    ("does not begin with an empty track", lambda s: replace(s, round=2)),
    ("round 4 follows round 1", lambda s: replace(s, round=4)),
]


@pytest.mark.parametrize(("sentence", "spoil"), BREAKS)
def test_a_broken_state_is_noticed(sentence: str, spoil: Callable[[Any], Any]) -> None:
    position = {
        "dawn": ["new-D"],
        "lines": ["1,1-1,2"],
        "players": {"A": {"stars": ["1,1"], "goal": "G1"}, "B": {"hand": []}},
    }
    state = start(POLARIS, REFERENCE, position=position, token_limit=True)
    assert POLARIS.check(state, state) == ()
    assert any(sentence in text for text in POLARIS.check(state, spoil(state)))


@pytest.mark.clause("POL-SET-9", "POL-SET-10")
def test_a_view_hides_hands_and_goals(polaris: AnyGame, reference: Any) -> None:
    hands = {"A": ["new-SH", "new-X1"], "B": ["full-D", "half-X2", "half-D"]}
    players = {
        "A": {"hand": hands["A"], "goal": "G1"},
        "B": {"hand": hands["B"], "goal": "G2"},
    }
    state = start(polaris, reference, position={"players": players})
    seen = {seat: polaris.write_position(polaris.view(state, seat)) for seat in ("A", "B", None)}
    assert seen["A"]["players"]["A"] == polaris.write_position(state)["players"]["A"]
    assert sorted(seen["A"]["players"]["B"]["hand"]) == ["?advanced", "?basic", "?basic"]
    assert "goal" not in seen["A"]["players"]["B"]
    for hidden in ("new-SH", "new-X1", "full-D", "half-D", "half-X2", "G1", "G2"):
        assert hidden not in str(seen[None]["players"])
    assert polaris.view(state, "A").deck_left(0) == state.deck_left(0)
    over = start(polaris, reference, position={"phase": "over", "players": players})
    assert polaris.write_position(polaris.view(over, None))["players"]["B"]["goal"] == "G2"


@pytest.mark.parametrize("seed", range(4))
def test_a_move_of_the_true_state_is_possible_in_every_view(seed: int) -> None:
    """A view is a state: what a player does is judged there as well, and it leaks nothing."""
    chance, seats = random.Random(seed), list("ABC")
    import msgspec

    setup = msgspec.to_builtins(POLARIS.deal(REFERENCE, seats, chance))
    state = POLARIS.start(REFERENCE, seats, {}, setup).state
    for _ in range(60):
        move = POLARIS.self_play(state, chance)
        verdict = POLARIS.judge(state, move)
        assert isinstance(verdict, Accepted | Finished)
        for seat in (*seats, None):
            assert not isinstance(POLARIS.judge(POLARIS.view(state, seat), move), Refused)
        state = verdict.state


PROMPTS = [
    ({}, "prompt.turn", ("A",)),
    ({"last_turns": ["B"], "telescope": "A"}, "prompt.last_turn", ("B",)),
    ({"basic": {"slots": ["reveal", "new-D", "new-SH", "half-D"]}}, "prompt.reveal", ()),
    ({"phase": "showing", "players": {"A": {"goal": "G1"}}}, "prompt.show", ("B",)),
    ({"phase": "over"}, "prompt.over", ()),
]


@pytest.mark.parametrize(("position", "key", "seats"), PROMPTS)
def test_who_does_what_next(
    polaris: AnyGame, reference: Any, position: dict[str, Any], key: str, seats: tuple[str, ...]
) -> None:
    prompt = polaris.prompt(start(polaris, reference, position=position))
    assert (prompt.key, prompt.seats) == (key, seats)
    said = {polaris.say(prompt.key, language, prompt.values) for language in LANGUAGES}
    assert len(said) == 2
    assert not any("{" in sentence for sentence in said)


@pytest.mark.parametrize("seed", [1, 2])
def test_a_game_is_played_undone_redone_and_resumed(tmp_path: Path, seed: int) -> None:
    """The state is the replay of the journal; undo appends and takes nothing else back."""
    run = play_random(POLARIS, REFERENCE, 3, seed, random_rulings(POLARIS, REFERENCE, seed))
    header = replace(run.record, moves=(), edition=None)
    moves = [text for text in run.record.moves if text is not None]
    with Journal(tmp_path / "game.db") as journal:
        session = GameSession.begin(journal, header, "A", 0.0)
        for number, text in enumerate(moves[:-1]):
            assert isinstance(session.play(text, "A", float(number)).verdict, Accepted)
            if number % 25 == 0:
                before = session.state
                session.undo("A", float(number))
                assert not session.state.same_position(before)
                session.redo("A", float(number))
                assert session.state.same_position(before)
        assert isinstance(session.play("stars Z", "A", 999.0).verdict, Refused)
        last = session.state
    with Journal(tmp_path / "game.db") as journal:
        again = GameSession.resume(journal)
        assert again.state.same_position(last)
        assert isinstance(again.play(moves[-1], "A", 1000.0).verdict, Finished)
        assert again.result == run.result


NAMES = st.sampled_from(["A", "B", "C", "Z"])
CARDS = st.sampled_from([*(card.name for card in REFERENCE.cards), "new-QQ", "dusk-SH"])
SPACES = st.sampled_from([*REFERENCE.sky.names, "9,9", "X"])
ELEMENTS = st.one_of(
    st.builds(Star, SPACES),
    st.builds(line_between, SPACES, SPACES),
    st.sampled_from([Line(*e) for e in [("1,1", "1,2"), ("N", "1,2"), ("2,1", "3,1")]]),
)
MOVES = st.one_of(
    st.builds(Take, NAMES, CARDS),
    st.builds(TakeStars, NAMES),
    st.builds(Reveal, st.one_of(CARDS, st.sampled_from(["?basic", "?advanced"]))),
    st.builds(Show, NAMES, st.sampled_from(["G1", "G10", "G11"])),
    st.builds(
        Play,
        NAMES,
        st.sampled_from([*REFERENCE.phases, "dusk"]),
        st.lists(
            st.builds(PlayedCard, CARDS, st.lists(ELEMENTS, max_size=4).map(tuple)), max_size=4
        ).map(tuple),
    ),
)


@settings(max_examples=150, deadline=None)
@given(move=MOVES)
def test_the_text_of_a_move_reads_back_equal(move: Any) -> None:
    assert POLARIS.read_move(POLARIS.write_move(move)) == move


@settings(max_examples=200, deadline=None)
@given(moves=st.lists(MOVES, max_size=12), rulings=st.booleans())
def test_judge_never_raises_and_says_every_reason(moves: list[Any], rulings: bool) -> None:
    position = {"players": {"A": {"hand": ["new-SH", "new-X3", "?basic"], "shooting_stars": 9}}}
    settings = {"must_place_all": rulings, "token_limit": rulings, "play_empty": not rulings}
    state = start(POLARIS, REFERENCE, 2, position, **settings)
    for move in moves:
        verdict = POLARIS.judge(state, move)
        if isinstance(verdict, Refused):
            for reason in verdict.reasons:
                said = {POLARIS.say(reason.key, lang, reason.values) for lang in LANGUAGES}
                assert len(said) == 2
                assert not any("{" in text for text in said), reason
        else:
            assert isinstance(verdict, Accepted)
            assert POLARIS.check(state, verdict.state) == ()
            state = verdict.state


@given(text=st.text(max_size=60))
def test_any_text_is_a_move_or_says_why_not(text: str) -> None:
    try:
        move = POLARIS.read_move(text)
    except MoveTextError:
        return
    assert POLARIS.read_move(POLARIS.write_move(move)) == move


BAD_TEXTS = [
    *("", "pass A", "take A", "take A new", "take A new-SH now", "stars", "stars A 3", "play"),
    *("play A", "play A new + new-SH", "play A new new-SH +", "play A new new-SH + + new-SV"),
    *("play A new 2,1", "play A new new-SH 2.1", "play A new new-SH 2,1-", "reveal new"),
    *("show A", "show A G1 G2", "play A new new-SH " + "2,1 " * 800),
]


@pytest.mark.parametrize("text", BAD_TEXTS)
def test_texts_that_are_no_move(polaris: AnyGame, text: str) -> None:
    with pytest.raises(MoveTextError) as error:
        polaris.read_move(text)
    assert str(error.value)
    assert polaris.read_move(error.value.example)
