"""A board over several pages: which part each page shows, and where the next page is glued on."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

OVERLAP_MM = 10.0
Span = tuple[float, float]


@dataclass(frozen=True, slots=True)
class Tile:
    """One page's part of a board, in board mm; `next_*` are where its neighbours' edges come.

    `from_mm` and `to_mm` are the top-left and bottom-right corners; the part right of `next_x`
    or below `next_y` is the strip that the neighbour is glued onto, None where there is none.
    """

    column: int
    row: int
    from_mm: tuple[float, float]
    to_mm: tuple[float, float]
    next_x: float | None
    next_y: float | None

    @property
    def name(self) -> str:
        """Such as B2: second row, second column."""
        return tile_name(self.column, self.row)


def tile_name(column: int, row: int) -> str:
    """The name of the tile in a column and row, both counted from 0."""
    return f"{chr(ord('A') + row)}{column + 1}"


def tiles_of(
    size_mm: tuple[float, float],
    window_mm: tuple[float, float],
    keep_whole: Sequence[tuple[Span, Span]] = (),
) -> tuple[Tile, ...]:
    """The tiles of a board, row by row, each no larger than the window.

    Seams avoid the boxes ((left, right), (top, bottom)) of `keep_whole` where they can.
    """
    columns = spans(size_mm[0], window_mm[0], [box[0] for box in keep_whole])
    rows = spans(size_mm[1], window_mm[1], [box[1] for box in keep_whole])
    return tuple(
        Tile(
            column,
            row,
            (left, top),
            (right, bottom),
            columns[column + 1][0] if column + 1 < len(columns) else None,
            rows[row + 1][0] if row + 1 < len(rows) else None,
        )
        for row, (top, bottom) in enumerate(rows)
        for column, (left, right) in enumerate(columns)
    )


def spans(length_mm: float, room_mm: float, keep_whole: Sequence[Span] = ()) -> list[Span]:
    """Overlapping parts that cover a length, none longer than the room, as few as can be."""
    found: list[Span] = []
    start, count = 0.0, 1
    while length_mm > room_mm * count - OVERLAP_MM * (count - 1) + 1e-9:
        count += 1
    for left in range(count, 0, -1):
        if left == 1:
            found.append((start, length_mm))
            break
        # As far as the paper goes, at least so far that the others can cover the rest.
        most = start + room_mm - OVERLAP_MM
        least = length_mm - (room_mm * (left - 1) - OVERLAP_MM * (left - 2))
        seam = _seam(max(least, start + OVERLAP_MM), most, start, length_mm, left, keep_whole)
        found.append((start, min(seam + OVERLAP_MM, length_mm)))
        start = seam
    return found


def _seam(
    least: float, most: float, start: float, end: float, parts: int, keep_whole: Sequence[Span]
) -> float:
    """Where the next part begins: near an even share, through nothing that is to stay whole."""
    even = min(max(start + (end - start) / parts, least), most)
    choices = [even, least, most]
    choices += [edge for span in keep_whole for edge in span if least <= edge <= most]
    whole = [
        seam
        for seam in choices
        if not any(low + 1e-9 < seam < high - 1e-9 for low, high in keep_whole)
    ]
    return min(whole or [even], key=lambda seam: abs(seam - even))
