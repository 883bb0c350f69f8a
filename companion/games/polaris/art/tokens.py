"""Small pieces: stars, lines, shooting stars, markers, the telescope."""

from __future__ import annotations

from functools import lru_cache

from companion.drawing import Disc, Drawing, Polygon, Shape, Stroke, Words
from companion.games.polaris.art.glyphs import (
    box_mm,
    circle_mm,
    disc_piece,
    rounded_mm,
    seat_sign,
    shooting_star,
    star_mm,
)
from companion.games.polaris.art.palette import (
    CARD,
    DARK,
    GOLD,
    IVORY,
    NIGHT,
    RING,
    SEATS,
    SHADE,
    fill,
    line,
)
from companion.games.polaris.edition import Edition
from companion.games.polaris.pieces import SEATS as SEAT_NAMES
from companion.prints import PiecePrint

LINE_KIND = "line"


def star_kind(seat: int) -> str:
    """What a star of a seat is called."""
    return f"star {SEAT_NAMES[seat]}"


def marker_kind(seat: int) -> str:
    """What the marker of a seat is called."""
    return f"marker {SEAT_NAMES[seat]}"


@lru_cache(maxsize=32)
def star_drawing(seat: int, diameter_mm: float) -> Drawing:
    """A star of a seat's colour with the seat's sign."""
    radius = diameter_mm / 2
    sign = seat_sign(seat, (radius, radius), radius * 0.68, fill(DARK))
    return Drawing((diameter_mm, diameter_mm), (*disc_piece(radius, SEATS[seat]), *sign))


@lru_cache(maxsize=8)
def neutral_drawing(diameter_mm: float) -> Drawing:
    """A star of an unused colour: it is nobody's (POL-SET-8), so the page shows no colour."""
    radius = diameter_mm / 2
    cross = Polygon(star_mm((radius, radius), radius * 0.7, 4, 0.3, 45.0), fill(DARK))
    return Drawing((diameter_mm, diameter_mm), (*disc_piece(radius, "#9aa0b4"), cross))


@lru_cache(maxsize=8)
def line_drawing(length_mm: float, width_mm: float) -> Drawing:
    """A line token, lying across: ivory with a dark seam along it."""
    body = Polygon(box_mm(0.0, 0.0, length_mm, width_mm), fill(IVORY))
    middle = width_mm / 2
    seam = Stroke(
        ((length_mm * 0.14, middle), (length_mm * 0.86, middle)), line(NIGHT, width_mm * 0.22)
    )
    return Drawing((length_mm, width_mm), (body, seam))


@lru_cache(maxsize=8)
def marker_drawing(seat: int, diameter_mm: float) -> Drawing:
    """The marker of a seat on the score track: a ring of its colour round its sign."""
    radius = diameter_mm / 2
    middle = (radius, radius)
    return Drawing(
        (diameter_mm, diameter_mm),
        (
            Disc(middle, radius, fill(DARK)),
            Disc(middle, radius * 0.88, line(SEATS[seat], radius * 0.24)),
            *seat_sign(seat, middle, radius * 0.55, fill(SEATS[seat])),
        ),
    )


def shooting_star_drawing(diameter_mm: float) -> Drawing:
    """A shooting star token."""
    radius = diameter_mm / 2
    ground = (
        Disc((radius, radius), radius, fill(CARD)),
        Disc((radius, radius), radius * 0.9, line(GOLD, 0.35)),
    )
    size = (diameter_mm, diameter_mm)
    return Drawing(size, (*ground, *shooting_star((radius, radius), diameter_mm * 0.62)))


def bonus_drawing(diameter_mm: float, vp: int) -> Drawing:
    """The token of a whole lap of the score track."""
    radius = diameter_mm / 2
    middle = (radius, radius)
    return Drawing(
        (diameter_mm, diameter_mm),
        (
            Disc(middle, radius, fill(RING)),
            Disc(middle, radius * 0.9, line(GOLD, 0.5)),
            Polygon(star_mm(middle, radius * 0.84, 12, 0.82), fill(SHADE)),
            Words(str(vp), middle, diameter_mm * 0.27, IVORY, bold=True),
        ),
    )


def telescope_drawing(size_mm: tuple[float, float]) -> Drawing:
    """The telescope: three tubes that narrow to the left, pointing right."""
    width, height = size_mm
    middle = height / 2
    tubes: list[Shape] = []
    for n, (part, wide) in enumerate(((0.0, 0.42), (0.3, 0.58), (0.62, 0.8))):
        half = height * wide / 2
        tube = box_mm(width * (0.04 + part * 0.92), middle - half, width * 0.3, 2 * half)
        tubes.append(Polygon(tube, fill((GOLD, "#b98f3d", GOLD)[n])))
        rim = width * (0.04 + part * 0.92 + 0.3)
        tubes.append(Stroke(((rim, middle - half), (rim, middle + half)), line(IVORY, 0.6)))
    ground = Polygon(box_mm(0.0, 0.0, width, height), fill(CARD))
    edge = Polygon(rounded_mm(0.8, 0.8, width - 1.6, height - 1.6, 2.0), line(GOLD, 0.3))
    return Drawing(size_mm, (ground, edge, *tubes))


def token_prints(edition: Edition) -> tuple[PiecePrint, ...]:
    """Every small piece with its number; stars and markers are a seat's own (POL-COMP-2, 3)."""
    sizes, parts, chart = edition.print, edition.components, edition.chart
    thick = sizes.token_thickness_mm
    star_outline = circle_mm((0.0, 0.0), chart.star_mm / 2)
    marker_outline = circle_mm((0.0, 0.0), sizes.marker_mm / 2)
    found = []
    for seat, name in enumerate(SEAT_NAMES):
        star = star_drawing(seat, chart.star_mm)
        found.append(
            PiecePrint(star_kind(seat), "star", star, star_outline, parts.stars, thick, set_of=name)
        )
    for seat, name in enumerate(SEAT_NAMES):
        marker = marker_drawing(seat, sizes.marker_mm)
        found.append(
            PiecePrint(marker_kind(seat), "marker", marker, marker_outline, 1, thick, set_of=name)
        )
    length, width = sizes.line_length_mm, chart.line_width_mm
    line_box = box_mm(-length / 2, -width / 2, length, width)
    found.append(
        PiecePrint(LINE_KIND, "line", line_drawing(length, width), line_box, parts.lines, thick)
    )
    comet = sizes.shooting_star_mm
    found.append(
        PiecePrint(
            "shooting star",
            "shooting star",
            shooting_star_drawing(comet),
            circle_mm((0.0, 0.0), comet / 2),
            parts.shooting_stars,
            thick,
        )
    )
    bonus = bonus_drawing(sizes.bonus_mm, sizes.score_spaces)
    bonus_outline = circle_mm((0.0, 0.0), sizes.bonus_mm / 2)
    found.append(PiecePrint("bonus", "bonus", bonus, bonus_outline, len(SEAT_NAMES), thick))
    wide, high = sizes.telescope_mm
    scope = telescope_drawing(sizes.telescope_mm)
    scope_box = box_mm(-wide / 2, -high / 2, wide, high)
    found.append(PiecePrint("telescope", "telescope", scope, scope_box, 1, thick))
    return tuple(found)
