"""The hex field: pointy-top hexes in rows, odd rows half a hex to the right.

Edges run clockwise: 0 north-east, 1 east, 2 south-east, 3 south-west, 4 west, 5 north-west.
A set of edges is a bit mask; bit e is edge e.
"""

from __future__ import annotations

from collections.abc import Iterable

from companion.games.girl.pieces import SIDES

Cell = tuple[int, int]  # row, column

EDGE_NAMES = ("north-east", "east", "south-east", "south-west", "west", "north-west")
ALL_EDGES = (1 << SIDES) - 1
OPPOSITE = tuple((edge + SIDES // 2) % SIDES for edge in range(SIDES))
_EVEN = ((-1, 0), (0, 1), (1, 0), (1, -1), (0, -1), (-1, -1))
_ODD = ((-1, 1), (0, 1), (1, 1), (1, 0), (0, -1), (-1, 0))
EDGES_OF = tuple(
    tuple(edge for edge in range(SIDES) if mask >> edge & 1) for mask in range(ALL_EDGES + 1)
)


def neighbour(cell: Cell, edge: int) -> Cell:
    """The cell across an edge; it need not exist on any board."""
    row, column = cell
    d_row, d_column = (_ODD if row % 2 else _EVEN)[edge]
    return row + d_row, column + d_column


def mask_of(edges: Iterable[int]) -> int:
    """The bit mask of a set of edges."""
    mask = 0
    for edge in edges:
        mask |= 1 << edge
    return mask


def turned(mask: int, turns: int) -> int:
    """A set of edges turned clockwise by `turns` sixths."""
    turns %= SIDES
    return (mask << turns | mask >> (SIDES - turns)) & ALL_EDGES


def cell_text(cell: Cell) -> str:
    """`row,column`."""
    return f"{cell[0]},{cell[1]}"
