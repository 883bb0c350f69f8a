"""Lines on a player board: what links, what is met, what closes, where a tile fits.

Plain functions on a `Board` and the edition's `Field`; cells are numbers.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from companion.games.girl.edition import Field
from companion.games.girl.hexes import EDGES_OF, OPPOSITE
from companion.games.girl.pieces import SIDES
from companion.games.girl.state import BONUS, STARDUST, TILE, VACANT, Board

Pattern = tuple[int, ...]  # the cells of tiles linked by lines, rising


def walls(field: Field, board: Board, cell: int) -> tuple[int, int, int, int]:
    """Which edges of a cell face a Bonus token, Stardust, a blank tile side, a tile's line."""
    bonus = stardust = blank = line = 0
    kind, lines = board.kind, board.lines
    for edge, other in enumerate(field.neighbours[cell]):
        if other < 0:
            continue
        what = kind[other]
        if what == TILE:
            if lines[other] >> OPPOSITE[edge] & 1:
                line |= 1 << edge
            else:
                blank |= 1 << edge
        elif what == STARDUST:
            stardust |= 1 << edge
        elif what == BONUS:
            bonus |= 1 << edge
    return bonus, stardust, blank, line


def demands(field: Field, board: Board, cell: int, strict: bool) -> tuple[int, int]:
    """The edges that may not, and those that must, carry a line of a tile put here."""
    bonus, stardust, blank, line = walls(field, board, cell)
    return field.rim[cell] | bonus | stardust | blank, line if strict else 0


def lines_into(field: Field, board: Board, cell: int) -> list[int]:
    """The cells of tiles with a line into this cell."""
    found = []
    for edge, other in enumerate(field.neighbours[cell]):
        is_tile = other >= 0 and board.kind[other] == TILE
        if is_tile and board.lines[other] >> OPPOSITE[edge] & 1:
            found.append(other)
    return found


def linked(field: Field, board: Board, cell: int) -> list[int]:
    """The cells of tiles joined to this tile line to line (GIRL-Q8)."""
    found = []
    around = field.neighbours[cell]
    for edge in EDGES_OF[board.lines[cell]]:
        other = around[edge]
        is_tile = other >= 0 and board.kind[other] == TILE
        if is_tile and board.lines[other] >> OPPOSITE[edge] & 1:
            found.append(other)
    return found


def pattern_of(field: Field, board: Board, start: int) -> Pattern:
    """All tiles linked to a tile, itself included."""
    seen, queue = {start}, [start]
    while queue:
        for other in linked(field, board, queue.pop()):
            if other not in seen:
                seen.add(other)
                queue.append(other)
    return tuple(sorted(seen))


def is_closed(field: Field, board: Board, pattern: Pattern) -> bool:
    """Whether no line of the pattern runs into a vacant cell (GIRL-CON-1)."""
    kind, lines = board.kind, board.lines
    for cell in pattern:
        around = field.neighbours[cell]
        for edge in EDGES_OF[lines[cell]]:
            other = around[edge]
            if other >= 0 and kind[other] == VACANT:
                return False
    return True


def light_bearing(board: Board, pattern: Pattern) -> int:
    """How many tiles show a coloured side, crystal taken or not (GIRL-Q9)."""
    return sum(board.colour[cell] > 0 for cell in pattern)


def is_met(field: Field, board: Board, cell: int) -> bool:
    """Whether every line of a tile meets a line or Stardust (GIRL-STAR-10)."""
    around = field.neighbours[cell]
    for edge in EDGES_OF[board.lines[cell]]:
        other = around[edge]
        if other < 0:
            return False
        what = board.kind[other]
        meets_line = what == TILE and board.lines[other] >> OPPOSITE[edge] & 1
        if not meets_line and what != STARDUST:
            return False
    return True


def new_cycles(field: Field, before: Board, joined: Iterable[int]) -> int:
    """Closed areas that a tile linked to `joined` adds (GIRL-STAR-11, GIRL-Q10 net).

    Each line to a pattern closes one area, but for the first line to that pattern.
    """
    joined = tuple(joined)
    seen: set[int] = set()
    patterns = 0
    for cell in joined:
        if cell not in seen:
            patterns += 1
            seen.update(pattern_of(field, before, cell))
    return len(joined) - patterns


def areas_at(field: Field, board: Board, cell: int) -> int:
    """How many closed areas have this tile on their rim (GIRL-Q10 each_new).

    Walks round each area keeping it on the right hand; the walk turns right once in all round
    a closed area, and left once round the outside.
    """
    seen: set[tuple[int, int]] = set()
    closed = 0
    for start in _line_edges(field, board, cell):
        if (cell, start) in seen:
            continue
        turning, here, edge = 0, cell, start
        while (here, edge) not in seen:
            seen.add((here, edge))
            here = field.neighbours[here][edge]
            onward = _rightmost(field, board, here, edge)
            turning += (onward - edge + 3) % SIDES - 3
            edge = onward
        closed += turning > 0
    return closed


def _line_edges(field: Field, board: Board, cell: int) -> list[int]:
    ends = set(linked(field, board, cell))
    return [edge for edge in EDGES_OF[board.lines[cell]] if field.neighbours[cell][edge] in ends]


def _rightmost(field: Field, board: Board, cell: int, heading: int) -> int:
    edges = _line_edges(field, board, cell)
    back = OPPOSITE[heading]
    return min(edges, key=lambda edge: (back - edge - 1) % SIDES)


def all_patterns(field: Field, board: Board) -> Iterator[Pattern]:
    """Every pattern of the board."""
    seen: set[int] = set()
    for cell in range(len(field.cells)):
        if board.kind[cell] == TILE and cell not in seen:
            pattern = pattern_of(field, board, cell)
            seen.update(pattern)
            yield pattern
