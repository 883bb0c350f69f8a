"""Stardust: discs with a star of seven rays, told by size, rings and colour."""

from __future__ import annotations

from functools import lru_cache

from companion.drawing import Disc, Drawing, Polygon
from companion.games.starfall.art.outlines import circle_mm, star_mm
from companion.games.starfall.art.palette import DUSTS, INK, fill, line
from companion.games.starfall.edition import Edition
from companion.prints import PiecePrint

FAMILY = "stardust"
_RAYS = 7


@lru_cache(maxsize=32)
def dust_drawing(edition: Edition, kind: int) -> Drawing:
    """A piece of a kind: a dark star on its colour, with a ring for each value above the least.

    It looks almost the same however it is turned, so that a camera finds it at once.
    """
    piece = edition.pieces[kind]
    radius = piece.diameter_mm / 2
    middle, colour = (radius, radius), DUSTS[kind % len(DUSTS)]
    rank = sorted({each.value for each in edition.pieces}).index(piece.value)
    rings = [Disc(middle, radius * (0.78 - 0.2 * n), line(INK, radius * 0.1)) for n in range(rank)]
    star = star_mm(middle, radius * (0.56 - 0.06 * rank), _RAYS, 0.62)
    return Drawing(
        (2 * radius, 2 * radius),
        (Disc(middle, radius, fill(colour)), *rings, Polygon(star, fill(INK))),
    )


def family_of(edition: Edition, kind: int) -> str:
    """The family of a kind: pieces of one size belong together."""
    sizes = sorted({piece.diameter_mm for piece in edition.pieces})
    place = sizes.index(edition.pieces[kind].diameter_mm)
    return FAMILY if len(sizes) == 1 else f"{FAMILY} {place + 1}"


def dust_prints(edition: Edition) -> tuple[PiecePrint, ...]:
    """Every kind with its number (STAR-COMP-1)."""
    thick = edition.print.piece_thickness_mm
    return tuple(
        PiecePrint(
            piece.name,
            family_of(edition, kind),
            dust_drawing(edition, kind),
            circle_mm((0.0, 0.0), piece.diameter_mm / 2),
            piece.count,
            thick,
        )
        for kind, piece in enumerate(edition.pieces)
    )
