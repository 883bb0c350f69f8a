"""Hexes side by side on a player board, and the outline of several that touch."""

from __future__ import annotations

import math
from collections.abc import Iterable

from companion.drawing import PointMm
from companion.games.girl.art.outlines import grown, hexagon
from companion.games.girl.hexes import Cell

Outline = tuple[PointMm, ...]
_Side = tuple[PointMm, PointMm]


def hex_centre_mm(cell: Cell, hex_mm: float) -> PointMm:
    """A hex's middle, measured from that of the hex 0,0."""
    row, column = cell
    return hex_mm * (column + 0.5 * (row % 2)), hex_mm * row * math.sqrt(3) / 2


def joined_hexes(cells: Iterable[Cell], hex_mm: float, shrink_mm: float = 0.0) -> Outline:
    """The outline of touching hexes, every side moved inwards; millimetres from hex 0,0.

    Raises ValueError when they do not hang together in one piece.
    """
    sides: dict[_Side, _Side] = {}
    for cell in cells:
        corners = hexagon(hex_mm, hex_centre_mm(cell, hex_mm))
        for start, end in zip(corners, (*corners[1:], corners[0]), strict=True):
            if sides.pop((_spot(end), _spot(start)), None) is None:
                sides[_spot(start), _spot(end)] = (start, end)
    following = {_spot(start): end for start, end in sides.values()}
    first = next(iter(sides.values()))[0]
    outline = [first]
    while _spot(end := following.pop(_spot(outline[-1]))) != _spot(first):
        outline.append(end)
    if following:
        raise ValueError("hexes that do not hang together")
    return grown(outline, -shrink_mm)


def middle_of(outline_mm: Outline) -> PointMm:
    """The middle of an outline's bounding box."""
    xs, ys = zip(*outline_mm, strict=True)
    return (min(xs) + max(xs)) / 2, (min(ys) + max(ys)) / 2


def moved(outline_mm: Outline, by_mm: PointMm) -> Outline:
    """An outline moved."""
    return tuple((x + by_mm[0], y + by_mm[1]) for x, y in outline_mm)


def _spot(point: PointMm) -> PointMm:
    """Corners of two hexes that are the same corner, made equal."""
    return round(point[0], 3), round(point[1], 3)
