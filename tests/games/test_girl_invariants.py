"""The invariants of self-play can fail: each is shown a state that breaks it."""

from __future__ import annotations

import random
from collections.abc import Callable
from dataclasses import replace
from typing import Any

import pytest
from games.boards import play, start

from companion.games.contract import AnyGame
from companion.games.girl.state import AshToken, with_byte

POSITION = {
    "phase": "picking",
    "dish": ["x2@any", "recall@blue", "scouting@red"],
    "paths": {"w1": "red", "w2": "blue", "w4": "yellow"},
    "track": {"villagers": {}},
    "players": {
        "A": {"tiles": ["T01 3,3 r0 front", "T09 3,4 r4 front", "T17 2,4 r2 front"]},
        "B": {"tiles": ["T01 3,3 r0 front"], "kept": ["offering"]},
    },
}


def _player(state: Any, seat: int, **changes: Any) -> Any:
    players = list(state.players)
    players[seat] = replace(players[seat], **changes)
    return replace(state, players=tuple(players))


def _board(state: Any, **changes: Any) -> Any:
    return _player(state, 0, board=replace(state.players[0].board, **changes))


def _cell(state: Any, row: int, column: int) -> int:
    index: int = state.table.edition.field.index[row, column]
    return index


def _line(state: Any, row: int, column: int, lines: int) -> Any:
    return _board(
        state, lines=with_byte(state.players[0].board.lines, _cell(state, row, column), lines)
    )


BREAKS: list[tuple[str, Callable[[Any], Any]]] = [
    ("meets a different edge", lambda s: _line(s, 3, 3, 0b000010)),
    ("crystal wrong", lambda s: _board(s, crystal=with_byte(bytes(53), _cell(s, 3, 3), 1))),
    ("completed constellation", lambda s: _line(s, 3, 3, 0b111011)),
    ("the Elders stand", lambda s: replace(s, track=replace(s.track, elders=(3, 2)))),
    ("behind the Elders", lambda s: replace(s, track=replace(s.track, villagers=((5, 0),)))),
    ("left the track", lambda s: replace(s, track=replace(s.track, girl=14, elders=(13, 12)))),
    ("one more is cast", lambda s: replace(s, order=(0, 1, 0))),
    ("do not add up", lambda s: replace(s, ash_bag=(9, 2, 2, 2, 2, 2))),
    ("do not add up", lambda s: replace(s, cast=(*s.cast, AshToken(0, (1,))))),
    ("Villagers ready", lambda s: _player(s, 1, villagers=4)),
    ("owes pieces", lambda s: _player(s, 1, stardust=-1)),
    ("tiles left", lambda s: _player(s, 1, bag_count=39)),
    ("not connected to the Village", lambda s: replace(s, paths=with_byte(s.paths, 20, 1))),
    (
        "impossible number",
        lambda s: replace(s, sites=(replace(s.sites[0], left=3), *s.sites[1:])),
    ),
    (
        "more than it held",
        lambda s: replace(s, piles=(replace(s.piles[0], gone=3), *s.piles[1:])),
    ),
]


@pytest.mark.parametrize(("sentence", "spoil"), BREAKS)
def test_a_broken_state_is_noticed(
    girl: AnyGame, reference: Any, sentence: str, spoil: Callable[[Any], Any]
) -> None:
    state = start(girl, reference, position=POSITION)
    assert girl.check(state, state) == ()
    assert any(sentence in text for text in girl.check(state, spoil(state)))


def test_a_line_over_the_edge_is_noticed(girl: AnyGame, reference: Any) -> None:
    position = {"players": {"A": {"tiles": ["T01 0,3 r0 back"]}}}
    state = start(girl, reference, position=position)
    assert any("over the board's edge" in text for text in girl.check(state, state))


def test_wrong_stardust_for_an_area_is_noticed(girl: AnyGame, reference: Any) -> None:
    tiles = ["T01 3,3 r0 front", "T09 3,4 r4 front"]
    state = start(girl, reference, position={"players": {"A": {"tiles": tiles, "hand": ["T17"]}}})
    after, _ = play(girl, state, "place A T17 2,4 r2 front")
    assert girl.check(state, after) == ()
    spoilt = _player(after, 0, stardust=2)
    assert girl.check(state, spoilt) == ("A: 2 Stardust for 1 closed areas",)


PROMPTS = [
    ({}, "prompt.draw", ("A", "B")),
    ({"players": {"A": {"hand": ["T01"]}}}, "prompt.draw", ("B",)),
    (
        {"players": {"A": {"hand": ["T01"]}, "B": {"drawn": True}}},
        "prompt.place",
        ("A",),
    ),
    ({"phase": "casting"}, "prompt.cast", ("A",)),
    ({"phase": "picking", "dish": ["x2@any"] * 3}, "prompt.pick", ("A",)),
    ({"phase": "action", "order": ["B"]}, "prompt.act", ("B",)),
    ({"phase": "action", "actions_left": 0}, "prompt.end", ("A",)),
    ({"phase": "cleanup"}, "prompt.cleanup", ()),
    ({"phase": "ending"}, "prompt.ending", ()),
    ({"phase": "over"}, "prompt.over", ()),
    ({"phase": "action", "offering": {"card": None, "reveal": True}}, "prompt.reveal", ()),
]


@pytest.mark.parametrize(("position", "key", "seats"), PROMPTS)
def test_who_does_what_next(
    girl: AnyGame, reference: Any, position: dict[str, Any], key: str, seats: tuple[str, ...]
) -> None:
    prompt = girl.prompt(start(girl, reference, position=position))
    assert (prompt.key, prompt.seats) == (key, seats)
    for language in ("en", "zh-Hant"):
        assert "{" not in girl.say(prompt.key, language, prompt.values)


@pytest.mark.parametrize("seed", range(8))
def test_self_play_goes_on_from_tiles_nobody_noted(
    girl: AnyGame, reference: Any, seed: int
) -> None:
    state = start(girl, reference, position={"players": {"A": {"hand": ["?", "?", "T01"]}}})
    chance = random.Random(seed)
    while state.phase.value == "stargazing":
        move = girl.self_play(state, chance)
        after, _ = play(girl, state, girl.write_move(move))
        assert girl.check(state, after) == ()
        state = after
    with pytest.raises(ValueError, match="the game is over"):
        girl.self_play(replace(state, phase=type(state.phase)("over")), chance)
