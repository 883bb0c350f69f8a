"""`legal_moves` is complete: compared with every move that `judge` accepts, by brute force."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import combinations_with_replacement, pairwise, product
from typing import Any

import pytest
from games.boards import play, start

from companion.flow import Accepted
from companion.games.contract import AnyGame
from companion.games.girl import moves as m
from companion.games.girl.pieces import COLOURS, FOODS

ACTION = {
    "phase": "action",
    "actions_left": 1,
    "paths": {"w1": "red", "w2": "blue", "w4": "yellow", "w3": "red"},
    "track": {"girl": 9, "villagers": {"2": "A", "4": "B"}},
    "village": ["A"],
    "sites": {"F2": {"left": 0}},
    "players": {
        "A": {
            "light": {"red": 1, "blue": 2, "yellow": 1},
            "food": {"fruit": 2, "fish": 1},
            "kept": ["scouting", "foraging", "offering", "recall", "stardust"],
        }
    },
}


def scouts(edition: Any) -> Iterator[m.Move]:
    """Every path of up to three spaces in the neighbourhood, in every colour."""
    near = ["w1", "w3", "w5", "w6", "w7", "w8", "w9", "w10", "w11", "e1", "e2", "e4"]
    for length in (1, 2, 3):
        for spaces in product(near, repeat=length):
            links = edition.paths
            pairs = pairwise(spaces)
            if all(links.index[b] in links.links[links.index[a]] for a, b in pairs):
                for colours in product(COLOURS, repeat=length):
                    path = tuple(zip(spaces, colours, strict=True))
                    yield from (m.Scout("A", path, token) for token in (False, True))


def others(edition: Any) -> Iterator[m.Move]:
    for site, by_token in product(edition.sites, (False, True)):
        for count in range(1, 5):
            for pay in combinations_with_replacement(COLOURS, count):
                yield m.Forage("A", site.name, tuple(sorted(pay)), by_token)
    for by_token in (False, True):
        yield from (m.Offer("A", food, False, by_token) for food in FOODS)
        yield from (m.Offer("A", space, True, by_token) for space in "abcd")
        yield m.Gain("A", by_token)
        for chosen in ([], ["sky2"], ["village"], ["sky2", "village"], ["sky4"], ["F1"]):
            yield m.Recall("A", tuple(chosen), by_token)
    yield from (m.Stargaze("A", space) for space in range(15))
    yield m.EndTurn("A")


@pytest.mark.clause("GIRL-SCOUT-1", "GIRL-SCOUT-2", "GIRL-SCOUT-3", "GIRL-SCOUT-4", "GIRL-ACT-2")
@pytest.mark.parametrize("left", [0, 1])
def test_all_actions(girl: AnyGame, reference: Any, left: int) -> None:
    state = start(girl, reference, position={**ACTION, "actions_left": left})
    tried = [*scouts(reference), *others(reference)]
    accepted = {
        girl.write_move(move) for move in tried if isinstance(girl.judge(state, move), Accepted)
    }
    listed = {girl.write_move(move) for move in girl.legal_moves(state)}
    long = {text for text in listed if text.startswith("scout") and text.count(":") > 3}
    assert listed - long == accepted
    assert len(accepted) > 20
    for text in long:
        play(girl, state, text)


@pytest.mark.clause("GIRL-ASH-4", "GIRL-TOK-1", "GIRL-TOK-2")
def test_all_selections(girl: AnyGame, reference: Any) -> None:
    position = {"phase": "picking", "dish": ["x2@any", "recall@blue/red taken", "scouting@red"]}
    state = start(girl, reference, position={**position, "order": ["B"]})
    tried = [m.Pick(seat, number) for seat in "AB" for number in range(5)]
    for count in (1, 2, 3):
        for light in combinations_with_replacement(COLOURS, count):
            tried += [m.Pick("B", number, tuple(sorted(light))) for number in range(5)]
    accepted = {
        girl.write_move(move) for move in tried if isinstance(girl.judge(state, move), Accepted)
    }
    assert {girl.write_move(move) for move in girl.legal_moves(state)} == accepted
    assert len(accepted) == 6 + 2


@pytest.mark.clause("GIRL-STAR-3", "GIRL-STAR-4", "GIRL-DUST-4", "GIRL-DUST-5")
def test_all_placements(girl: AnyGame, reference: Any) -> None:
    tiles = ["T25 3,2 r1 back", "T01 2,4 r2 front"]
    position = {"players": {"A": {"tiles": tiles, "hand": ["T02", "T08"], "stardust": 1}}}
    state = start(girl, reference, position=position)
    cells = reference.field.cells
    tried: list[m.Move] = [
        m.Place("A", tile, cell, turns, front)
        for tile, cell, turns, front in product(("T02", "T08"), cells, range(6), (True, False))
    ]
    tried += [m.PlayStardust("A", cell, count) for cell in cells for count in (1, 2)]
    accepted = {
        girl.write_move(move) for move in tried if isinstance(girl.judge(state, move), Accepted)
    }
    assert {girl.write_move(move) for move in girl.legal_moves(state)} == accepted
    assert len(accepted) > 200
