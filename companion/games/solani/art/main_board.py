"""The main board: the planet row with its regions, spares, the tiles laid out."""

from __future__ import annotations

from collections.abc import Iterator
from functools import lru_cache

from companion.drawing import Disc, Drawing, PointMm, Polygon, Shape, Stroke, Words
from companion.games.solani.art.board import ground, notice
from companion.games.solani.art.layout import MainLayout, main_layout, patch_mm
from companion.games.solani.art.lettering import both
from companion.games.solani.art.motifs import at, gold_star, sun
from companion.games.solani.art.outlines import branch_outline, moved
from companion.games.solani.art.palette import (
    DEEP,
    FAINT,
    GOLD,
    IVORY,
    edged,
    fill,
    line,
)
from companion.games.solani.edition import Edition, PlanetPlace

_STARS = 150


@lru_cache(maxsize=16)
def main_board(edition: Edition) -> Drawing:
    """The main board without markers and tiles."""
    layout = main_layout(edition)
    shapes = [
        *ground(layout.size_mm, _STARS),
        *_milky_way(layout),
        *_planet_row(edition, layout),
        *_head(edition, layout),
        *_market(edition, layout),
        *notice(edition, layout.size_mm),
    ]
    return Drawing(layout.size_mm, tuple(shapes))


def _milky_way(layout: MainLayout) -> Iterator[Shape]:
    """A band that joins the places of the row."""
    path = tuple(sorted(layout.places_mm))
    for width, opacity in ((20.0, 0.06), (12.0, 0.08), (5.0, 0.1)):
        yield Stroke(path, line(IVORY, width, opacity))
    yield Stroke(path, line(GOLD, 0.3, 0.7))


def _planet_row(edition: Edition, layout: MainLayout) -> Iterator[Shape]:
    """Each place with its name and the numbers of stars that buy there."""
    radius = edition.sizes.round_mm / 2
    for place, middle in zip(edition.places, layout.places_mm, strict=True):
        yield Disc(middle, radius, edged(DEEP, FAINT, 0.25))
        yield Words(place.name, middle, 2.2, FAINT)
        up = middle[1] < sum(y for _, y in layout.places_mm) / len(layout.places_mm)
        y = middle[1] + (radius + 4.0) * (1 if up else -1)
        yield from _price(place, (middle[0], y))


def _price(place: PlanetPlace, middle_mm: PointMm) -> Iterator[Shape]:
    """The numbers of stars that buy there: a star and a number each."""
    buys = sorted(place.buys)
    for number, stars in enumerate(buys):
        x = middle_mm[0] + (number - (len(buys) - 1) / 2) * 8.0
        yield gold_star((x - 1.7, middle_mm[1]), 2.0)
        yield Words(f"{stars}", (x + 1.7, middle_mm[1]), 2.4, IVORY, bold=True)


def _head(edition: Edition, layout: MainLayout) -> Iterator[Shape]:
    """Title and spare planets."""
    radius, pitch = edition.sizes.round_mm / 2, edition.pitch_mm
    left, y = layout.title_mm
    right = min((x for x, _ in layout.spares_mm), default=layout.size_mm[0] - left)
    room = max(20.0, right - radius - 16.0 - left)
    yield from both("game", (left + room / 2, y), 7.0, room, GOLD)
    for middle in layout.spares_mm:
        yield Disc(middle, radius, edged(DEEP, FAINT, 0.25))
        yield Words("+", middle, 3.0, FAINT)
    if layout.spares_mm:
        x = min(x for x, _ in layout.spares_mm) - radius - 8.0
        yield from both("art.spares", (x, y), 2.4, pitch * 0.5)


def _market(edition: Edition, layout: MainLayout) -> Iterator[Shape]:
    """Slots of the tiles laid out, the bonus tile, the sun marker."""
    radius, outline = edition.sizes.round_mm / 2, branch_outline(edition)
    for middle in layout.clusters_mm:
        yield Disc(middle, radius, edged(DEEP, FAINT, 0.25))
    for middle in layout.branches_mm:
        yield Polygon(moved(outline, middle), edged(DEEP, FAINT, 0.25))
    for key, middle in (("art.bonus", layout.bonus_mm), ("art.sun", layout.sun_mm)):
        yield Disc(middle, radius, edged(DEEP, GOLD, 0.3))
        yield from both(key, (middle[0], middle[1] + radius + 5.0), 2.4, radius * 2.2)
    yield from at(sun(radius * 0.4), layout.sun_mm)
    width, patch = layout.size_mm[0], patch_mm(edition)
    top = layout.clusters_mm[0][1] - edition.pitch_mm / 2 - 3.5
    yield from both("art.market", (width / 2, top), 2.8, width - 4 * patch, GOLD)
    yield Disc(layout.bonus_mm, radius * 0.5, fill(DEEP))
