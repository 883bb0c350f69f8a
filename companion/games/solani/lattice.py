"""The player board: circles on a square lattice, and the gaps between them for branches.

The gap (r, c) lies between the circles (r, c), (r, c+1), (r+1, c+1), (r+1, c): its corners NW,
NE, SE, SW.  Circles are written `c2,1`, gaps `b1,0`.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

Cell = tuple[int, int]


@dataclass(frozen=True, eq=False)
class Lattice:
    """Circles and gaps by number, and how they lie to one another.

    `corners`: for a gap, its circles in the order of LINES.  `around`: for a circle, the gaps
    it touches, each with the mask of the line that points at it.  `beside`: the circles that
    touch a circle.  `sector`: for a circle, the place of its sector in `sectors`.
    """

    circles: tuple[Cell, ...]
    gaps: tuple[Cell, ...]
    circle_index: dict[Cell, int]
    gap_index: dict[Cell, int]
    corners: tuple[tuple[int, ...], ...]
    around: tuple[tuple[tuple[int, int], ...], ...]
    beside: tuple[tuple[int, ...], ...]
    sectors: tuple[str, ...]
    sector: tuple[int, ...]
    rim: frozenset[int]

    @property
    def rows(self) -> int:
        """Rows of circles, and columns: the board is square."""
        return self.circles[-1][0] + 1


def build_lattice(sectors: Sequence[str]) -> Lattice:
    """The lattice of a square map of sectors, one letter for each circle."""
    size = len(sectors)
    circles = tuple((row, column) for row in range(size) for column in range(size))
    gaps = tuple((row, column) for row in range(size - 1) for column in range(size - 1))
    index = {cell: number for number, cell in enumerate(circles)}
    corners = tuple(
        tuple(index[cell] for cell in ((r, c), (r, c + 1), (r + 1, c + 1), (r + 1, c)))
        for r, c in gaps
    )
    around: list[list[tuple[int, int]]] = [[] for _ in circles]
    for gap, four in enumerate(corners):
        for bit, circle in enumerate(four):
            around[circle].append((gap, 1 << bit))
    names = tuple(dict.fromkeys("".join(sectors)))
    steps = ((-1, 0), (0, -1), (0, 1), (1, 0))
    return Lattice(
        circles=circles,
        gaps=gaps,
        circle_index=index,
        gap_index={cell: number for number, cell in enumerate(gaps)},
        corners=corners,
        around=tuple(map(tuple, around)),
        beside=tuple(
            tuple(index[r + dr, c + dc] for dr, dc in steps if (r + dr, c + dc) in index)
            for r, c in circles
        ),
        sectors=names,
        sector=tuple(names.index(sectors[row][column]) for row, column in circles),
        rim=frozenset(
            number
            for number, (row, column) in enumerate(circles)
            if row in (0, size - 1) or column in (0, size - 1)
        ),
    )


def turned_cell(cell: Cell, turns: int, size: int) -> Cell:
    """The circle after quarter turns clockwise of a board with `size` rows (SOL-SET-9)."""
    row, column = cell
    for _ in range(turns % 4):
        row, column = column, size - 1 - row
    return row, column


def circle_text(cell: Cell) -> str:
    """`c2,1` for the circle in row 2, column 1."""
    return f"c{cell[0]},{cell[1]}"


def gap_text(cell: Cell) -> str:
    """`b1,0` for the gap in row 1, column 0."""
    return f"b{cell[0]},{cell[1]}"
