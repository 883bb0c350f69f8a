"""Properties: texts read back equal, replay equals live play, nothing makes `judge` raise."""

from __future__ import annotations

import random
import re
from typing import Any

import msgspec
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from companion.flow import Accepted, Finished, Refused, Unsure
from companion.games.contract import AnyGame, MoveTextError, SetupError
from companion.games.girl import moves as m
from companion.games.girl.move_read import read_move
from companion.games.girl.move_write import write_move
from companion.games.girl.pieces import ASH_KINDS, COLOURS, FOODS

NAMES = st.from_regex(r"[A-Za-z][A-Za-z0-9]{0,5}", fullmatch=True).filter(
    lambda name: name not in ("token", "space", "claim", "any")
)
SEATS = st.sampled_from("ABCDE")
CELLS = st.tuples(st.integers(0, 99), st.integers(0, 99))
COLOUR = st.sampled_from([*COLOURS, "green"])
LIGHT = st.lists(COLOUR, max_size=5).map(lambda c: tuple(sorted(c)))
CLAIMS = st.lists(st.builds(m.Claim, CELLS, st.sampled_from(["", "TL", "BR"])), max_size=3).map(
    tuple
)
TILES = st.sampled_from(["T01", "T09", "T38", "?", "X1"])
MM = st.integers(-9_999_000, 9_999_000).map(lambda n: n / 1000)
TOKENS = st.builds(
    m.CastToken,
    st.sampled_from([*ASH_KINDS, "moon"]),
    st.lists(COLOUR, min_size=1, max_size=3).map(lambda c: tuple(sorted(c))),
) | st.builds(lambda kind, x, y: m.CastToken(kind, (), (x, y)), st.sampled_from(ASH_KINDS), MM, MM)
SPOTS = NAMES | NAMES.map("{}/early".format) | st.sampled_from(["village", "sky4"])
STEPS = st.tuples(st.sampled_from(["w1", "w2", "w4", "e1"]) | NAMES, COLOUR)
MOVES: st.SearchStrategy[Any] = st.one_of(
    st.builds(m.Draw, SEATS, st.lists(TILES, max_size=5).map(tuple)),
    st.builds(m.Place, SEATS, TILES, CELLS, st.integers(0, 5), st.booleans(), CLAIMS),
    st.builds(m.PlayStardust, SEATS, CELLS, st.integers(1, 99), CLAIMS),
    st.builds(m.Unplaceable, SEATS, TILES),
    st.builds(m.Cast, st.lists(TOKENS, max_size=13).map(tuple)),
    st.builds(m.Pick, SEATS, st.integers(0, 99), LIGHT),
    st.builds(m.Scout, SEATS, st.lists(STEPS, max_size=6).map(tuple), st.booleans()),
    st.builds(m.Forage, SEATS, st.sampled_from(["F1", "A3"]) | NAMES, LIGHT, st.booleans()),
    st.builds(m.Offer, SEATS, st.sampled_from(FOODS) | NAMES, st.booleans(), st.booleans()),
    st.builds(m.Stargaze, SEATS, st.integers(0, 99)),
    st.builds(m.Recall, SEATS, st.lists(SPOTS, max_size=4).map(sorted).map(tuple), st.booleans()),
    st.builds(m.Gain, SEATS, st.booleans()),
    st.builds(m.EndTurn, SEATS),
    st.just(m.Cleanup()),
    st.builds(m.Reveal, st.sampled_from(["O1", "O9"])),
    st.just(m.Finish()),
)


@given(MOVES)
@settings(max_examples=400)
def test_move_texts_read_back_equal(move: Any) -> None:
    text = write_move(move)
    assert read_move(text) == move
    assert write_move(read_move(text)) == text
    assert read_move("  " + text.replace(" ", "   ") + "\n") == move


@given(st.text(max_size=60) | st.from_regex(r"(place|cast|pick|scout) [A-F0-9,@: r]{0,30}"))
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
    ("place A T01", "ends before a cell"),
    ("place A T01 33 r0 front", "is not a cell"),
    ("place A T01 3,3 r7 front", "r0 or r1"),
    ("place A T01 3,3 r0 up", "front or back"),
    ("place A T01 3,3 r0 front now", "claim CELL=CORNER"),
    ("place A T01 3,3 r0 front claim", "claim CELL=CORNER"),
    ("place A T01 3,3 r0 front claim 3,3=", "is not a claim"),
    ("draw A T-1", "is not a tile"),
    ("stardust A 3,3 2", "is not a number"),
    ("cast x2", "is not a token"),
    ("cast x2@blue/", "is not a token"),
    ("pick A 1 light", "ends before a colour"),
    ("pick A 1 light b!ue", "is not a colour"),
    ("pick A one keep", "a token's number"),
    ("scout A w1", "is not a step"),
    ("recall A F1/late", "is not a spot"),
    ("gain A light", "stardust belongs"),
    ("end A now", "nothing may follow"),
]


@pytest.mark.parametrize(("text", "why"), NO_MOVES)
def test_what_is_no_move_says_why(text: str, why: str) -> None:
    with pytest.raises(MoveTextError) as error:
        read_move(text)
    assert why in str(error.value)


def _state(girl: AnyGame, edition: Any, seed: int, steps: int) -> Any:
    chance = random.Random(seed)
    seats = "ABCD"[: chance.choice([2, 3, 4])]
    setup = msgspec.to_builtins(girl.deal(edition, list(seats), chance))
    state = girl.start(edition, list(seats), {}, setup).state
    for _ in range(steps):
        verdict = girl.judge(state, girl.self_play(state, chance))
        assert isinstance(verdict, Accepted | Finished)
        state = verdict.state
        if isinstance(verdict, Finished):
            break
    return state


@given(st.integers(0, 10**6), st.integers(0, 200), st.lists(MOVES, min_size=5, max_size=20))
@settings(max_examples=60)
def test_no_move_makes_judge_raise_and_refusals_change_nothing(
    girl: AnyGame, reference: Any, seed: int, steps: int, moves: list[Any]
) -> None:
    state = _state(girl, reference, seed, steps)
    before = girl.write_position(state)
    for move in moves:
        verdict = girl.judge(state, move)
        assert isinstance(verdict, Accepted | Refused | Unsure | Finished)
        if isinstance(verdict, Accepted):
            girl.write_position(verdict.state)
            assert girl.check(state, verdict.state) == ()
        if isinstance(verdict, Refused):
            for reason in verdict.reasons:
                assert re.match(r"GIRLZ?-", reason.clause)
                assert "{" not in girl.say(reason.key, "en", reason.values)
    assert girl.write_position(state) == before


@given(st.integers(0, 10**6), st.integers(0, 260))
@settings(max_examples=40)
def test_positions_read_back_equal(girl: AnyGame, reference: Any, seed: int, steps: int) -> None:
    state = _state(girl, reference, seed, steps)
    position = girl.write_position(state)
    seats = list("ABCD"[: state.table.seats])
    again = girl.start(reference, seats, {}, {}, position).state
    assert again.same_position(state)
    assert girl.write_position(again) == position


@given(st.integers(0, 10**6), st.integers(0, 150))
@settings(max_examples=15)
def test_legal_moves_are_accepted_and_their_texts_read_back(
    girl: AnyGame, reference: Any, seed: int, steps: int
) -> None:
    state = _state(girl, reference, seed, steps)
    for number, move in enumerate(girl.legal_moves(state)):
        assert isinstance(girl.judge(state, move), Accepted | Finished), write_move(move)
        assert read_move(write_move(move)) == move
        if number > 400:
            break


JSON = st.recursive(
    st.none() | st.booleans() | st.integers(-5, 1000) | st.text(max_size=8),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=8), inner),
    max_leaves=12,
)
PARTS = ["phase", "players", "track", "dish", "paths", "sites", "village", "piles", "offering"]


@given(st.dictionaries(st.sampled_from(PARTS), JSON))
def test_any_position_is_read_or_refused_in_a_sentence(
    girl: AnyGame, reference: Any, position: dict[str, Any]
) -> None:
    try:
        girl.start(reference, ["A", "B"], {}, {}, position)
    except SetupError as error:
        sentence = str(error)
    else:
        return
    assert sentence.startswith("position")


WRONG = [
    ("players.C", {"players": {"C": {}}}),
    ("tiles[0]", {"players": {"A": {"tiles": ["T01 3,3 r9 front"]}}}),
    ("tiles[0]", {"players": {"A": {"tiles": ["T01 9,9 r0 front"]}}}),
    ("tiles[0]", {"players": {"A": {"tiles": ["T99 3,3 r0 front"]}}}),
    ("tiles[0]", {"players": {"A": {"tiles": ["? 3,3 r0 front"]}}}),
    ("tiles[1]", {"players": {"A": {"tiles": ["T01 3,3 r0 front", "T02 3,3 r0 back"]}}}),
    ("two places", {"players": {"A": {"tiles": ["T01 3,3 r0 front"], "hand": ["T01"]}}}),
    ("more tiles", {"players": {"A": {"gone": ["?"] * 39}}}),
    ("stardust_placed[0]", {"players": {"A": {"stardust_placed": ["3,3"]}}}),
    ("stardust_placed[0]", {"players": {"A": {"stardust_placed": ["3,3 x7"]}}}),
    ("bonus_used", {"players": {"A": {"bonus_used": ["XX"]}}}),
    ("villagers", {"players": {"A": {"villagers": 4}}}),
    ("score.luck", {"players": {"A": {"score": {"luck": 3}}}}),
    ("track.girl", {"track": {"girl": 14}}),
    ("track.elders", {"track": {"elders": {"A": 1}}}),
    ("track.villagers", {"track": {"villagers": {"4": "A"}}}),
    ("track.villagers", {"track": {"villagers": {"0": "A"}}}),
    ("paths.w99", {"paths": {"w99": "red"}}),
    ("sites.Z1", {"sites": {"Z1": {}}}),
    ("sites.F1.left", {"sites": {"F1": {"left": 3}}}),
    ("sites.F1.early", {"sites": {"F1": {"early": "D"}}}),
    ("piles.9", {"piles": {"9": {}}}),
    ("piles.3.gone", {"piles": {"3": {"gone": 3}}}),
    ("piles.3.values", {"piles": {"3": {"values": [9]}}}),
    ("offering", {"offering": {"card": "O9"}}),
    ("offering.filled", {"offering": {"card": "O1", "filled": ["z"]}}),
    ("dish[0]", {"phase": "picking", "dish": ["x2"]}),
    ("dish[0]", {"phase": "picking", "dish": ["x2@green"]}),
    ("more x2", {"phase": "picking", "dish": ["x2@any"] * 4}),
    ("dish", {"phase": "picking", "dish": ["x2@any"]}),
    ("order", {"phase": "action", "order": []}),
    ("order", {"phase": "action", "order": ["Z"]}),
]


@pytest.mark.parametrize(("key", "position"), WRONG)
def test_wrong_positions_name_the_field(
    girl: AnyGame, reference: Any, key: str, position: dict[str, Any]
) -> None:
    with pytest.raises(SetupError) as error:
        girl.start(reference, ["A", "B"], {}, {}, position)
    assert key in str(error.value)


PHASES = ["stargazing", "casting", "picking", "action", "cleanup", "ending", "over"]


@given(
    st.integers(0, 10**6),
    st.integers(0, 250),
    st.sampled_from(PHASES),
    st.sets(st.sampled_from([*PARTS, "order", "actions_left"]), max_size=4),
)
@settings(max_examples=60)
def test_play_goes_on_from_any_position_that_is_read(
    girl: AnyGame, reference: Any, seed: int, steps: int, phase: str, dropped: set[str]
) -> None:
    """A position with another phase and missing parts is refused, or can be played on."""
    state = _state(girl, reference, seed, steps)
    position = {**girl.write_position(state), "phase": phase}
    kept = {name: part for name, part in position.items() if name not in dropped}
    seats = list("ABCD"[: state.table.seats])
    try:
        state = girl.start(reference, seats, {}, {}, kept).state
    except SetupError:
        return
    chance = random.Random(seed)
    for _ in range(12):
        girl.prompt(state)
        girl.final_score(state)
        if state.phase.value == "over":
            return
        verdict = girl.judge(state, girl.self_play(state, chance))
        assert isinstance(verdict, Accepted | Finished)
        state = verdict.state
