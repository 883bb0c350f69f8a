"""The invariants of self-play can fail: each is shown a state that breaks it."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from typing import Any

import pytest
from games.boards import play, start

from companion.games.contract import AnyGame
from companion.games.solani.pieces import Phase
from companion.games.solani.state import CLUSTERS, FEATURES, with_byte

POSITION = {
    "phase": "place",
    "players": {
        "A": {
            "clusters": ["2 c2,1"],
            "planets": ["red c1,1"],
            "features": ["2-5 c1,2"],
            "branches": ["b1,1 NW SE"],
            "stored": ["cluster 1", "branch one"],
        },
    },
}


def _player(state: Any, **changes: Any) -> Any:
    players = list(state.players)
    players[0] = replace(players[0], **changes)
    return replace(state, players=tuple(players))


def _circle(state: Any, cell: tuple[int, int], code: int) -> Any:
    number = state.table.edition.lattice.circle_index[cell]
    return _player(state, circles=with_byte(state.players[0].circles, number, code))


def _gap(state: Any, cell: tuple[int, int], lines: int) -> Any:
    number = state.table.edition.lattice.gap_index[cell]
    return _player(state, gaps=with_byte(state.players[0].gaps, number, lines))


def _bag(state: Any, change: int) -> Any:
    first, *rest = state.bags[0]
    return replace(state, bags=((first + change, *rest), state.bags[1]))


BREAKS: list[tuple[str, Callable[[Any], Any]]] = [
    ("adjoins no branch", lambda s: _circle(s, (5, 5), CLUSTERS)),
    ("belongs to no card held", lambda s: _circle(s, (2, 3), FEATURES + 9)),
    ("adjoins no tile", lambda s: _gap(s, (4, 4), 1)),
    ("Dark Sky tiles", lambda s: _circle(s, (5, 5), 2)),
    ("guide star", lambda s: _circle(s, (5, 5), 1)),
    ("a circle changed", lambda s: _circle(s, (2, 1), CLUSTERS)),
    ("a circle changed", lambda s: _circle(_circle(s, (0, 0), CLUSTERS), (2, 2), CLUSTERS)),
    ("a gap changed", lambda s: _gap(s, (1, 1), 1)),
    ("holds 3 cards", lambda s: _player(s, cards=(0, 1, 4))),
    ("more cluster tiles than exist", lambda s: _bag(s, 1)),
    ("left the game in one move", lambda s: _bag(s, -2)),
    ("more unseen cluster tiles", lambda s: replace(s, unseen=(60, 0))),
    ("more red planets", lambda s: replace(s, row=(0,) * len(s.row))),
    ("feature cards do not add up", lambda s: replace(s, decks=(0, 0))),
    ("feature cards do not add up", lambda s: replace(s, display=((0, 0, 1), s.display[1]))),
    ("not in its deck", lambda s: replace(s, drawn=(4, 0))),
    ("still stored", lambda s: replace(s, phase=Phase.TIDY)),
    ("special draft goes on", lambda s: replace(s, queue=(0,))),
    ("special draft goes on", lambda s: replace(s, phase=Phase.SPECIAL)),
    ("was forgotten", lambda s: replace(_player(s, owed=1), phase=Phase.TIDY)),
    ("nobody is left to place", lambda s: _player(s, tile=0, branch=-1)),
    ("nobody has the Coyote", lambda s: replace(s, players=(s.players[0], s.players[0]))),
    ("there is no round 13", lambda s: replace(s, round=13)),
    ("it did not take", lambda s: replace(s, phase=Phase.DRAFT, takes=0, first=-1)),
    ("it did not take", lambda s: replace(_player(s, tile=0), phase=Phase.DRAFT, takes=1, first=0)),
]


@pytest.mark.parametrize(("sentence", "spoil"), BREAKS)
def test_a_broken_state_is_noticed(
    solani: AnyGame, edition: Any, sentence: str, spoil: Callable[[Any], Any]
) -> None:
    state = start(solani, edition, position=POSITION)
    assert solani.check(state, state) == ()
    assert any(sentence in text for text in solani.check(state, spoil(state)))


def test_a_position_that_cannot_arise_is_read_and_noted(solani: AnyGame, edition: Any) -> None:
    position = {"phase": "over", "players": {"A": {"clusters": ["2 c5,5"]}}}
    notes = solani.start(edition, ["A", "B"], {}, {}, position).notes
    said = [solani.say(note.key, "en", note.values) for note in notes]
    assert "The position can't arise in play: A: the tile on c5,5 adjoins no branch." in said


MARKET = {"clusters": ["1", "2", "3"], "branches": ["one", "one", "one"]}
TAKEN = {"A": {"stored": ["cluster 4"]}, "B": {"stored": ["cluster 4", "branch one"]}}
PROMPTS = [
    ({}, "prompt.prepare", ()),
    ({"market": MARKET}, "prompt.take_first", ("A",)),
    (
        {"market": MARKET, "takes": 1, "first": "cluster", "players": {"A": TAKEN["A"]}},
        "prompt.take",
        ("B",),
    ),
    (
        {"market": MARKET, "takes": 3, "first": "cluster", "players": TAKEN},
        "prompt.take_and_place",
        ("A", "B"),
    ),
    ({"players": {"B": {"stored": ["branch one"]}}}, "prompt.place", ("B",)),
    ({"queue": ["B", "A"]}, "prompt.special", ("B",)),
    ({"queue": ["B"], "draw": "2"}, "prompt.draw", ("B",)),
    ({"queue": ["B"], "draw": "2", "drawn": ["2-5", "2-6"]}, "prompt.keep", ("B",)),
    ({"phase": "tidy"}, "prompt.tidy", ()),
    ({"phase": "refill", "display": {"3": []}}, "prompt.refill", ()),
    ({"phase": "over"}, "prompt.over", ()),
]


@pytest.mark.parametrize(("position", "key", "seats"), PROMPTS)
def test_who_does_what_next(
    solani: AnyGame, edition: Any, position: dict[str, Any], key: str, seats: tuple[str, ...]
) -> None:
    prompt = solani.prompt(start(solani, edition, position=position))
    assert (prompt.key, prompt.seats) == (key, seats)


def test_self_play_ends_with_the_game(solani: AnyGame, edition: Any) -> None:
    import random

    state = start(solani, edition, position={"phase": "over"})
    with pytest.raises(ValueError, match="the game is over"):
        solani.self_play(state, random.Random(1))


@pytest.mark.clause("SOL-DRAFT-5", "SOL-Q20")
def test_who_has_both_tiles_places_while_others_draft(solani: AnyGame, edition: Any) -> None:
    position = {"market": MARKET, "takes": 3, "first": "cluster", "players": TAKEN}
    state = start(solani, edition, position=position)
    state, _ = play(solani, state, "place B branch b2,2 NW", "place B cluster c2,2")
    assert state.phase is Phase.DRAFT
    state, _ = play(solani, state, "take A branch one", "place A branch b1,1 SE")
    assert state.phase is Phase.PLACE
