"""Figures that adorn a board, where its edition puts them."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

from companion.drawing import Disc, PointMm, Shape, Words
from companion.games.girl.art import palette
from companion.games.girl.art.figures import DECOR_FIGURES
from companion.games.girl.art.outlines import placed
from companion.games.girl.edition_print import SheetDoc


def decor(sheet: SheetDoc) -> Iterator[Shape]:
    """The figures of a board, hardly lighter than the sky, or golden."""
    for each in sheet.decor:
        colour = palette.GOLD if each.gold else palette.FAINT
        shapes = tuple(DECOR_FIGURES[each.figure](each.height_mm, colour))
        if each.mirrored:
            shapes = tuple(map(_mirrored, shapes))
        yield from placed(shapes, each.at_mm)


def _mirrored(shape: Shape) -> Shape:
    if isinstance(shape, Disc):
        return replace(shape, centre_mm=_flipped(shape.centre_mm))
    if isinstance(shape, Words):
        return replace(shape, middle_mm=_flipped(shape.middle_mm))
    return replace(shape, points_mm=tuple(map(_flipped, shape.points_mm)))


def _flipped(point: PointMm) -> PointMm:
    return -point[0], point[1]
