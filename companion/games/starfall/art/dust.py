"""Stardust: discs with a star of seven rays, told by size, number and colour."""

from __future__ import annotations

from functools import lru_cache

from companion.drawing import Disc, Drawing, Polygon, Words
from companion.games.starfall.art.outlines import circle_mm, star_mm
from companion.games.starfall.art.palette import DUSTS, INK, fill, line
from companion.games.starfall.edition import Edition
from companion.prints import PiecePrint

FAMILY = "stardust"
_RAYS = 7


@lru_cache(maxsize=32)
def dust_drawing(edition: Edition, kind: int) -> Drawing:
    """A piece of a kind: its colour, a dark star, and its value in it."""
    piece = edition.pieces[kind]
    radius = piece.diameter_mm / 2
    middle, colour = (radius, radius), DUSTS[kind % len(DUSTS)]
    return Drawing(
        (2 * radius, 2 * radius),
        (
            Disc(middle, radius, fill(colour)),
            Disc(middle, radius * 0.93, line(INK, radius * 0.09)),
            Polygon(star_mm(middle, radius * 0.84, _RAYS, 0.62), fill(INK)),
            Words(str(piece.value), middle, radius * 0.62, colour, bold=True),
        ),
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
