"""The pieces of the frame: a ring round the sky, one piece with a moon beside each sector."""

from __future__ import annotations

import math
from functools import lru_cache

from companion.drawing import Drawing, PointMm, Polygon, Words, arc_points_mm
from companion.games.polaris.art.chart import frame_radii_mm
from companion.games.polaris.art.glyphs import Shapes, dust, lit_part, moon
from companion.games.polaris.art.lettering import both, fitted
from companion.games.polaris.art.palette import GOLD, IVORY, PALE, RING, fill, line
from companion.games.polaris.edition import Edition
from companion.prints import PiecePrint

FAMILY = "frame"
_GAP_DEG = 0.4  # so that five cut pieces fit side by side


def frame_outline_mm(edition: Edition) -> tuple[PointMm, ...]:
    """The outline of a piece round its middle: the middle of the ring, outwards up."""
    inner, outer = frame_radii_mm(edition)
    half = 180.0 / edition.sky.sectors - _GAP_DEG
    centre = (0.0, (inner + outer) / 2)
    outside = arc_points_mm(centre, outer, -half, half, 2.0)
    inside = arc_points_mm(centre, inner, half, -half, 2.0)
    return *outside, *inside


@lru_cache(maxsize=16)
def frame_drawing(edition: Edition, phase: int) -> Drawing:
    """A piece of the frame: its moon in the middle, its letter and the phase's name beside it."""
    outline = frame_outline_mm(edition)
    half_w = max(abs(x) for x, _ in outline)
    half_h = max(abs(y) for _, y in outline)
    inner, outer = frame_radii_mm(edition)
    width = outer - inner
    middle = (half_w, half_h)
    body = tuple((x + half_w, y + half_h) for x, y in outline)
    names = both("print.name", name=edition.phases[phase]).split(" ")
    name = " ".join(names[:-1]) or names[0]
    reach = (inner + outer) / 2
    shapes: Shapes = (
        Polygon(body, fill(RING)),
        *dust(half_w * 0.5, half_h - width * 0.3, half_w, width * 0.7, 14),
        Polygon(body, line(GOLD, 0.6)),
        *moon(middle, width * 0.36, lit_part(phase, len(edition.phases))),
        _on_ring(name, middle, reach, -16.0, width * 0.11, IVORY),
        _on_ring(names[-1], middle, reach, 16.0, width * 0.13, IVORY),
        _on_ring(chr(ord("A") + phase), middle, reach, -29.0, width * 0.16, PALE),
        _on_ring(chr(ord("A") + phase), middle, reach, 29.0, width * 0.16, PALE),
    )
    return Drawing((2 * half_w, 2 * half_h), shapes)


def frame_prints(edition: Edition) -> tuple[PiecePrint, ...]:
    """One piece for each phase (POL-SET-2)."""
    outline, thick = frame_outline_mm(edition), edition.print.token_thickness_mm
    return tuple(
        PiecePrint(phase, FAMILY, frame_drawing(edition, number), outline, 1, thick)
        for number, phase in enumerate(edition.phases)
    )


def _on_ring(
    text: str, middle: PointMm, reach: float, angle_deg: float, height: float, colour: str
) -> Words:
    """Words on the ring, `angle_deg` clockwise of the piece's middle, turned with the ring."""
    angle = math.radians(angle_deg)
    at = (
        middle[0] + reach * math.sin(angle),
        middle[1] + reach - reach * math.cos(angle),
    )
    written = fitted(text, at, height, reach * 0.26, colour)
    return Words(text, at, written.height_mm, colour, angle_deg)
