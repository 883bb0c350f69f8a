"""The rules of lines, found once more by another way: plane geometry and plain sets.

The oracle knows neither the neighbour tables nor the bit masks of the engine: cells are points
in millimetres, edges are directions, areas are counted by Euler's formula.
"""

from __future__ import annotations

import math
import random
from typing import Any

import msgspec
import pytest

from companion.flow import Accepted, Finished, Refused
from companion.games.contract import AnyGame
from companion.games.girl.moves import Place

Point = tuple[float, float]


def centre(cell: tuple[int, int]) -> Point:
    row, column = cell
    return 30.0 * column + 15.0 * (row % 2), math.sqrt(3) * 15.0 * row


def edge_towards(one: Point, other: Point) -> int | None:
    """The edge of the hex at `one` that borders the hex at `other`; None when they are apart."""
    dx, dy = other[0] - one[0], other[1] - one[1]
    if abs(math.hypot(dx, dy) - 30.0) > 0.1:
        return None
    clockwise_from_north_deg = math.degrees(math.atan2(dx, -dy)) % 360
    return round((clockwise_from_north_deg - 30.0) / 60.0) % 6


class Table:
    """A player board as sets of points."""

    def __init__(self, position: dict[str, Any], tiles: dict[str, set[int]]) -> None:
        rows = [8, 7, 8, 7, 8, 7, 8]
        self.cells = {(r, c) for r, width in enumerate(rows) for c in range(width)}
        self.bonus = {(0, 0), (0, 1), (0, 6), (0, 7), (6, 0), (6, 1), (6, 6), (6, 7)}
        self.lines: dict[tuple[int, int], set[int]] = {}
        for text in position.get("tiles", []):
            name, cell, turn, side = text.split(" ")[:4]
            edges = {0} if side == "back" else tiles[name]
            self.lines[_cell(cell)] = {(edge + int(turn[1:])) % 6 for edge in edges}
        self.dust = {_cell(text.split(" ")[0]) for text in position.get("stardust_placed", [])}

    def around(self, cell: tuple[int, int]) -> dict[int, tuple[int, int]]:
        here = centre(cell)
        found = {}
        for other in self.cells:
            edge = edge_towards(here, centre(other))
            if edge is not None:
                found[edge] = other
        return found

    def fits(self, cell: tuple[int, int], lines: set[int]) -> bool:
        if cell in self.lines or cell in self.dust or cell in self.bonus:
            return False
        around = self.around(cell)
        for edge in range(6):
            other = around.get(edge)
            mine = edge in lines
            if other in self.lines:
                if mine != ((edge + 3) % 6 in self.lines[other]):
                    return False
            elif mine and (other is None or other in self.dust or other in self.bonus):
                return False
        return True

    def areas(self) -> int:
        """Edges - vertices + components of the line graph."""
        links = set()
        parent = {cell: cell for cell in self.lines}

        def root(cell: tuple[int, int]) -> tuple[int, int]:
            while parent[cell] != cell:
                cell = parent[cell]
            return cell

        for cell, lines in self.lines.items():
            for edge, other in self.around(cell).items():
                if edge in lines and other in self.lines and (edge + 3) % 6 in self.lines[other]:
                    links.add(frozenset((cell, other)))
                    parent[root(cell)] = root(other)
        components = len({root(cell) for cell in self.lines})
        return len(links) - len(self.lines) + components


def _cell(text: str) -> tuple[int, int]:
    row, column = text.split(",")
    return int(row), int(column)


@pytest.mark.clause("GIRL-STAR-4", "GIRL-STAR-5", "GIRL-STAR-6", "GIRL-STAR-11", "GIRL-Q10")
@pytest.mark.parametrize("seed", range(6))
def test_every_placement_of_a_game_agrees_with_plane_geometry(
    girl: AnyGame, reference: Any, seed: int
) -> None:
    chance = random.Random(seed)
    tiles = {
        tile.name: {edge for edge in range(6) if tile.lines >> edge & 1} for tile in reference.tiles
    }
    setup = msgspec.to_builtins(girl.deal(reference, ["A", "B"], chance))
    state = girl.start(reference, ["A", "B"], {}, setup).state
    asked = accepted = 0
    while True:
        move = girl.self_play(state, chance)
        if isinstance(move, Place) and asked < 1500:
            table = Table(girl.write_position(state)["players"][move.seat], tiles)
            for cell in chance.sample(sorted(table.cells), 12):
                for turns in range(6):
                    lines = {(edge + turns) % 6 for edge in tiles[move.tile]}
                    tried = Place(move.seat, move.tile, cell, turns, True)
                    legal = not isinstance(girl.judge(state, tried), Refused)
                    assert legal == table.fits(cell, lines), girl.write_move(tried)
                    asked += 1
                    accepted += legal
        before = state
        verdict = girl.judge(state, move)
        assert isinstance(verdict, Accepted | Finished)
        state = verdict.state
        if isinstance(move, Place):
            seat = "AB".index(move.seat)
            old = Table(girl.write_position(before)["players"][move.seat], tiles)
            new = Table(girl.write_position(state)["players"][move.seat], tiles)
            gained = state.players[seat].stardust - before.players[seat].stardust
            assert gained == new.areas() - old.areas()
        if isinstance(verdict, Finished):
            break
    assert asked > 1000
    assert 0 < accepted < asked
