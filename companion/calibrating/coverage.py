"""What pictures of the calibration sheet cover, drawn in characters for a terminal."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

_SHADES = " ░▒▓█"
_FULL = 12  # corners in a cell of the raster


def coverage_lines(
    cells: Sequence[Sequence[int]], leans: Mapping[str, int], near: int, far: int
) -> Iterator[str]:
    """The picture as a frame of shaded cells, then how often the sheet leaned which way."""
    yield "┌" + "──" * len(cells[0]) + "┐"
    for row in cells:
        yield "│" + "".join(2 * _shade(count) for count in row) + "│"
    yield "└" + "──" * len(cells[0]) + "┘"
    sides = ", ".join(f"{side} {count}" for side, count in leans.items())
    yield f"nearer side: {sides}; sheet large in {near}, small in {far}"


def _shade(count: int) -> str:
    """How dark a cell is drawn; one corner is seen already."""
    if count == 0:
        return _SHADES[0]
    return _SHADES[min(len(_SHADES) - 1, 1 + count * (len(_SHADES) - 2) // _FULL)]
