"""Properties: texts read back equal, replay equals live play, nothing makes `judge` raise."""

from __future__ import annotations

import random
from itertools import product
from typing import Any

import msgspec
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from companion.flow import Accepted, Finished, Refused
from companion.games.contract import AnyGame, MoveTextError, SetupError
from companion.games.solani import moves as m
from companion.games.solani.move_read import read_move
from companion.games.solani.move_write import write_move
from companion.games.solani.pieces import LINES

SEATS = st.sampled_from("ABCDE")
UNSEEN = st.just("?")
CLUSTERS = st.sampled_from(["1", "2", "3", "4", "1+w", "2+w", "3+w", "4+w", "2+ww"])
BRANCHES = st.sampled_from(["one", "corner", "straight", "three", "four", "five"])
COLOURS = st.sampled_from(["red", "blue", "green", "violet", "pink"])
PLACES = st.sampled_from(["", "L1", "R1", "L2", "R3", "L6", "X9"])
CARDS = st.sampled_from([f"{vp}-{n}" for vp in (2, 3) for n in range(1, 10)])
DECKS = st.sampled_from(["2", "3", "4"])
CELLS = st.tuples(st.integers(0, 7), st.integers(0, 7))
CIRCLES = st.none() | CELLS
MASKS = st.sets(st.sampled_from(LINES), min_size=1).map(lambda s: tuple(x for x in LINES if x in s))
CARD_LISTS = st.lists(CARDS, max_size=4).map(tuple)
MOVES: st.SearchStrategy[Any] = st.one_of(
    st.builds(
        m.Prepare,
        st.lists(CLUSTERS | UNSEEN, max_size=6).map(tuple),
        st.lists(BRANCHES | UNSEEN, max_size=6).map(tuple),
    ),
    st.builds(m.Take, SEATS, st.just("cluster"), CLUSTERS, PLACES),
    st.builds(m.Take, SEATS, st.just("branch"), BRANCHES, PLACES),
    st.builds(m.Place, SEATS, st.just("cluster"), CELLS, st.just(()), CLUSTERS | st.just("")),
    st.builds(m.Place, SEATS, st.just("planet"), CELLS, st.just(()), COLOURS | st.just("")),
    st.builds(m.Place, SEATS, st.just("branch"), CELLS, MASKS, BRANCHES | st.just("")),
    st.builds(m.Discard, SEATS, st.sampled_from(["cluster", "planet", "branch"])),
    st.builds(m.Feature, SEATS, CARDS, CIRCLES),
    st.builds(m.DrawCards, SEATS, DECKS, CARD_LISTS),
    st.builds(m.Keep, SEATS, CARDS, CIRCLES),
    st.builds(m.Pass, SEATS),
    st.just(m.Tidy()),
    st.builds(m.Refill, DECKS, CARD_LISTS),
)


@given(MOVES)
@settings(max_examples=400)
def test_move_texts_read_back_equal(move: Any) -> None:
    text = write_move(move)
    assert read_move(text) == move
    assert write_move(read_move(text)) == text
    assert read_move("  " + text.replace(" ", "   ") + "\n") == move
    assert read_move(text.upper()) == move


@given(st.text(max_size=60) | st.from_regex(r"(place|take|draw|keep) [A-F0-9,cbNESW: ]{0,30}"))
@settings(max_examples=300)
def test_any_text_is_a_move_or_one_sentence(text: str) -> None:
    try:
        move = read_move(text)
    except MoveTextError as error:
        sentence = str(error)
    else:
        assert read_move(write_move(move)) == move
        return
    assert sentence
    assert "\n" not in sentence


NO_MOVES = [
    ("", "nothing is written"),
    ("fly", "is no move"),
    ("x" * 3000, "at most"),
    ("prepare 1 2", "clusters or cluster belongs"),
    ("prepare clusters 1 2", "the word branches"),
    ("prepare clusters 0 branches one", "is not a cluster"),
    ("prepare clusters 1 branches o_ne", "is not a branch"),
    ("take A", "cluster or branch"),
    ("take AB cluster 2", "is not a seat"),
    ("take A planet red", "cluster or branch belongs"),
    ("take A cluster two", "is not a cluster"),
    ("take A cluster 2 planet", "ends before a place"),
    ("take A cluster 2 planet L2 now", "nothing may follow"),
    ("place A cluster", "ends before a cell"),
    ("place A cluster b2,1", "is not a circle"),
    ("place A branch c2,1 NW", "is not a gap"),
    ("place A branch b2,1", "each of its lines once"),
    ("place A branch b2,1 NW NW", "each of its lines once"),
    ("place A branch b2,1 N", "is not a line"),
    ("place A cluster c2,1 NW", "nothing may follow"),
    ("place A planet r_d c2,1", "is not the name of a planet"),
    ("discard A star", "belongs"),
    ("feature A 2-5", "ends before a circle"),
    ("feature A 2-5 there", "is not a circle"),
    ("keep A", "ends before a card"),
    ("draw A", "ends before a deck"),
    ("tidy now", "nothing may follow"),
    ("refill 2 2_1", "is not a card"),
]


@pytest.mark.parametrize(("text", "why"), NO_MOVES)
def test_what_is_no_move_says_why(text: str, why: str) -> None:
    with pytest.raises(MoveTextError) as error:
        read_move(text)
    assert why in str(error.value)


def state_after(solani: AnyGame, edition: Any, seed: int, steps: int, **rulings: Any) -> Any:
    """A state of self-play; now and then nobody notes what is laid out."""
    chance = random.Random(seed)
    seats = "ABCD"[: 1 + seed % 4]
    setup = msgspec.to_builtins(solani.deal(edition, seats, chance))
    state = solani.start(edition, seats, rulings, setup).state
    for _ in range(steps):
        move = solani.self_play(state, chance)
        if isinstance(move, m.Prepare) and chance.choice((True, False)):
            move = m.Prepare(
                ("?",) * len(move.clusters), (*move.branches[:1], "?", *move.branches[2:])
            )
        verdict = solani.judge(state, move)
        assert isinstance(verdict, Accepted | Finished)
        assert solani.check(state, verdict.state) == ()
        state = verdict.state
        if isinstance(verdict, Finished):
            break
    return state


@given(st.integers(0, 10**6), st.integers(0, 230), st.lists(MOVES, min_size=5, max_size=20))
@settings(max_examples=60)
def test_no_move_makes_judge_raise_and_refusals_change_nothing(
    solani: AnyGame, edition: Any, seed: int, steps: int, moves: list[Any]
) -> None:
    state = state_after(solani, edition, seed, steps)
    before = solani.write_position(state)
    for move in moves:
        verdict = solani.judge(state, move)
        assert isinstance(verdict, Accepted | Refused | Finished)
        if isinstance(verdict, Accepted):
            assert solani.check(state, verdict.state) == ()
        if isinstance(verdict, Refused):
            for reason in verdict.reasons:
                assert reason.clause.startswith("SOL-")
                for language in ("en", "zh-Hant"):
                    assert "{" not in solani.say(reason.key, language, reason.values)
    assert solani.write_position(state) == before


@given(st.integers(0, 10**6), st.integers(0, 240))
@settings(max_examples=60)
def test_positions_read_back_equal(solani: AnyGame, edition: Any, seed: int, steps: int) -> None:
    state = state_after(solani, edition, seed, steps)
    position = solani.write_position(state)
    seats = list("ABCD"[: state.table.seats])
    again = solani.start(edition, seats, {}, {}, position).state
    assert again.same_position(state)
    assert solani.write_position(again) == position


def every_move(state: Any) -> list[Any]:
    """Every move there can be of a player's choice, legal or not, but for the tile's name."""
    seats, edition = "ABCD"[: state.table.seats], state.table.edition
    circles = [*edition.lattice.circles, None]
    found: list[Any] = [m.Tidy()]
    masks = [tuple(x for n, x in enumerate(LINES) if bits >> n & 1) for bits in range(1, 16)]
    for seat in seats:
        for name, place in product(edition.cluster_index, ["", *edition.place_index]):
            found.append(m.Take(seat, "cluster", name, place))
        found += [m.Take(seat, "branch", name) for name in edition.branch_index]
        for cell in edition.lattice.circles:
            found += [m.Place(seat, kind, cell) for kind in ("cluster", "planet")]
        for cell, lines in product(edition.lattice.gaps, masks):
            found.append(m.Place(seat, "branch", cell, lines))
        found += [m.Discard(seat, kind) for kind in ("cluster", "planet", "branch")]
        found += [m.Feature(seat, c, at) for c, at in product(edition.card_index, circles)]
        found += [m.Keep(seat, c, at) for c, at in product(edition.card_index, circles)]
        found += [m.DrawCards(seat, deck) for deck in edition.deck_index]
        found.append(m.Pass(seat))
    return found


@pytest.mark.parametrize("seed", range(24))
def test_legal_moves_are_everything_that_judge_accepts(
    solani: AnyGame, edition: Any, seed: int
) -> None:
    ban = ("anchor", "touch")[seed % 2]
    steps = random.Random(seed).randrange(200)
    state = state_after(solani, edition, seed, steps, dark_sky_ban=ban)
    for _ in range(6):
        listed = [write_move(move) for move in solani.legal_moves(state)]
        assert len(listed) == len(set(listed))
        accepted = {
            write_move(move)
            for move in every_move(state)
            if isinstance(solani.judge(state, move), Accepted | Finished)
        }
        assert set(listed) == accepted
        if state.phase.value == "over":
            return
        verdict = solani.judge(state, solani.self_play(state, random.Random(seed)))
        assert isinstance(verdict, Accepted | Finished)
        state = verdict.state


JSON = st.recursive(
    st.none() | st.booleans() | st.integers(-5, 1000) | st.text(max_size=8),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=8), inner),
    max_leaves=12,
)
PARTS = [
    *("phase", "round", "starter", "dark_sky", "players", "market", "takes", "first", "gone"),
    *("planets", "spares", "display", "queue", "draw", "drawn"),
]


@given(st.dictionaries(st.sampled_from(PARTS), JSON))
def test_any_position_is_read_or_refused_in_a_sentence(
    solani: AnyGame, edition: Any, position: dict[str, Any]
) -> None:
    try:
        solani.start(edition, ["A", "B"], {}, {}, position)
    except SetupError as error:
        sentence = str(error)
    else:
        return
    assert sentence.startswith("position")
    assert "\n" not in sentence


def _a(**parts: Any) -> dict[str, Any]:
    return {"players": {"A": parts}}


MARKET = {"clusters": ["1", "2", "3"], "branches": ["one", "one", "one"]}
WRONG = [
    ("players.C", {"players": {"C": {}}}),
    ("A.board", _a(board="Z")),
    ("position.players", {"players": {"A": {"board": "A"}, "B": {"board": "A"}}}),
    ("clusters[0]", _a(clusters=["2"])),
    ("clusters[0]", _a(clusters=["9 c0,0"])),
    ("clusters[0]", _a(clusters=["4+w c0,0"])),
    ("clusters[0]", _a(clusters=["2 c9,9"])),
    ("clusters[0]", _a(clusters=["2 b1,1"])),
    ("clusters[0]", _a(clusters=["2 c2,2"])),
    ("clusters[1]", _a(clusters=["2 c1,1", "2 c1,1"])),
    ("more cluster 3+w", _a(clusters=["3+w c1,1", "3+w c1,2", "3+w c1,3"])),
    ("planets[0]", _a(planets=["pink c1,1"])),
    ("more red planet", _a(planets=[f"red c1,{n}" for n in range(6)] + ["red c2,0"])),
    ("features[0]", _a(features=["2-9 c1,1"])),
    ("feature card is held twice", {"players": {"A": {"cards": ["2-1"]}, "B": {"cards": ["2-1"]}}}),
    ("branches[0]", _a(branches=["b1,1"])),
    ("branches[0]", _a(branches=["b9,1 NW"])),
    ("branches[0]", _a(branches=["c1,1 NW"])),
    ("branches[1]", _a(branches=["b1,1 NW", "b1,1 NE"])),
    ("more branch four", _a(branches=[f"b0,{n} NW NE SE SW" for n in range(5)])),
    ("A.stored", _a(stored=["cluster"])),
    ("A.stored", _a(stored=["branch five"])),
    ("A.stored", _a(stored=["cluster 2", "planet red"])),
    ("A.stored", {"phase": "tidy", **_a(stored=["cluster 2"])}),
    ("A.owed", {"phase": "tidy", **_a(owed=1)}),
    ("position.round", {"round": 13}),
    ("position.starter", {"starter": "Z"}),
    ("position.dark_sky", {"dark_sky": "D7"}),
    ("position.market.branches", {"market": {"branches": ["five"]}}),
    ("position.market.clusters", {"market": {"clusters": ["7+w"]}}),
    ("position.market", {"market": {"clusters": ["1"], "branches": ["one", "one"]}}),
    ("position.market", {"phase": "prepare", "market": MARKET}),
    ("position.market", {"phase": "prepare", "market": {"clusters": ["?"]}}),
    ("position.market", {"market": {"clusters": ["?"] * 60, "branches": ["?"] * 3}}),
    ("position.phase", {"phase": "place"}),
    ("position.takes", {"market": MARKET, "takes": 4, "first": "cluster"}),
    ("position.first", {"market": MARKET, "takes": 1}),
    ("position.first", {"market": MARKET, "first": "cluster"}),
    ("A.stored", {"market": MARKET, "takes": 1, "first": "cluster"}),
    ("A.stored", {"market": MARKET, **_a(stored=["cluster 2"])}),
    ("position.planets.Z1", {"planets": {"Z1": "red"}}),
    ("position.spares", {"spares": ["red"] * 5}),
    ("position.display.2", {"display": {"2": ["2-1"]}, **_a(cards=["2-1"])}),
    ("position.display.5", {"display": {"5": []}}),
    ("position.queue", {"phase": "special"}),
    ("position.queue", {"phase": "tidy", "queue": ["A"]}),
    ("position.queue", {"queue": ["Z"]}),
    ("position.draw", {"queue": ["A"], "drawn": ["2-5", "2-6"]}),
    ("position.draw", {"queue": ["A"], "draw": "5"}),
    ("position.drawn", {"queue": ["A"], "draw": "2", "drawn": ["2-5"]}),
    ("position.drawn", {"queue": ["A"], "draw": "2", "drawn": ["2-5", "2-1"]}),
    ("position.drawn", {"queue": ["A"], "draw": "2", "drawn": ["2-5", "3-5"]}),
    ("position.display", {"phase": "refill"}),
]


@pytest.mark.parametrize(("key", "position"), WRONG)
def test_wrong_positions_name_the_field(
    solani: AnyGame, edition: Any, key: str, position: dict[str, Any]
) -> None:
    with pytest.raises(SetupError) as error:
        solani.start(edition, ["A", "B"], {}, {}, position)
    assert key in str(error.value)


PHASES = ["prepare", "draft", "place", "special", "tidy", "refill", "over"]


@given(
    st.integers(0, 10**6),
    st.integers(0, 250),
    st.sampled_from([*PHASES, None]),
    st.sets(st.sampled_from(PARTS), max_size=4),
)
@settings(max_examples=150)
def test_play_goes_on_from_any_position_that_is_read(
    solani: AnyGame, edition: Any, seed: int, steps: int, phase: str | None, dropped: set[str]
) -> None:
    """A position with another phase and missing parts is refused, or can be played on."""
    state = state_after(solani, edition, seed, steps)
    position = {**solani.write_position(state), "phase": phase}
    kept = {name: part for name, part in position.items() if name not in dropped}
    seats = list("ABCD"[: state.table.seats])
    try:
        state = solani.start(edition, seats, {}, {}, kept).state
    except SetupError:
        return
    chance = random.Random(seed)
    for _ in range(12):
        solani.prompt(state)
        solani.final_score(state)
        if state.phase.value == "over":
            return
        verdict = solani.judge(state, solani.self_play(state, chance))
        assert isinstance(verdict, Accepted | Finished), verdict
        state = verdict.state
