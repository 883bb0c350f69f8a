"""The tiles: clusters, planets, Dark Sky, features and branches.

A drawing is as large as its tile, its middle the tile's middle.  Kinds differ by shape beside
colour: stars are counted, planets have different markings, lines are where they are.
"""

from __future__ import annotations

import math
from collections.abc import Callable
from functools import lru_cache

from companion.drawing import Disc, Drawing, PointMm, Polygon, Shape, Stroke, Words, arc_points_mm
from companion.games.solani.art.motifs import (
    FEATURES,
    at,
    centred,
    compass,
    gold_star,
    star,
    white_star,
)
from companion.games.solani.art.outlines import branch_outline, hollow_mm
from companion.games.solani.art.palette import (
    BLACK,
    DEEP,
    FAINT,
    GOLD,
    GREY,
    IVORY,
    TILE,
    edged,
    fill,
    line,
    planet_colour,
)
from companion.games.solani.edition import Card, ClusterKind, Edition
from companion.games.solani.pieces import LINES
from companion.games.solani.state import CLUSTERS, DARK, PLANETS
from companion.games.solani.state import FEATURES as FEATURE_CODES

_DIRECTIONS = {"NW": (-1, -1), "NE": (1, -1), "SE": (1, 1), "SW": (-1, 1)}


@lru_cache(maxsize=512)
def round_tile(edition: Edition, code: int) -> Drawing:
    """The round tile with this code of the state."""
    if code == DARK:
        return dark_tile(edition)
    if code >= FEATURE_CODES:
        return feature_tile(edition, edition.cards[code - FEATURE_CODES])
    if code >= PLANETS:
        return planet_tile(edition, code - PLANETS)
    return cluster_tile(edition, edition.clusters[code - CLUSTERS])


def cluster_tile(edition: Edition, kind: ClusterKind) -> Drawing:
    """As many gold stars as it has, and its white ones, joined by a thin line."""
    radius = edition.sizes.round_mm / 2
    spots = _around(kind.stars + kind.white, radius)
    size = radius * (0.36 if len(spots) < 4 else 0.31)
    shapes: list[Shape] = [*_disc(radius, TILE, GOLD)]
    if len(spots) > 1:
        closed = (*spots, spots[0]) if len(spots) > 2 else spots
        shapes.append(Stroke(closed, line(GOLD, radius * 0.035, 0.7)))
    shapes += [gold_star(spot, size) for spot in spots[: kind.stars]]
    shapes += [white_star(spot, size * 1.1) for spot in spots[kind.stars :]]
    return _drawn(edition, shapes)


def _around(count: int, radius_mm: float) -> tuple[PointMm, ...]:
    """Places of stars: one in the middle, more on a circle, the last one lowest."""
    if count == 1:
        return ((0.0, 0.0),)
    ring = radius_mm * (0.42 if count < 4 else 0.5)
    first = {2: 270.0, 4: 315.0}.get(count, 0.0)
    return tuple(
        arc_points_mm((0.0, 0.0), ring, angle, angle)[0]
        for angle in (first + 360.0 * number / count for number in range(count))
    )


def _disc(radius_mm: float, colour: str, rim: str) -> tuple[Shape, ...]:
    return (
        Disc((0.0, 0.0), radius_mm, fill(colour)),
        Disc((0.0, 0.0), radius_mm * 0.92, line(rim, radius_mm * 0.05)),
    )


def _drawn(edition: Edition, shapes: list[Shape]) -> Drawing:
    size = edition.sizes.round_mm
    return centred((size, size), shapes)


def planet_tile(edition: Edition, number: int) -> Drawing:
    """A planet; colours differ in their markings too."""
    radius, name = edition.sizes.round_mm / 2, edition.colours[number]
    colour, globe = planet_colour(name, number), radius * 0.6
    marking = _MARKINGS[number % len(_MARKINGS)]
    shapes = [
        *_disc(radius, DEEP, colour),
        Disc((0.0, 0.0), globe, edged(colour, IVORY, radius * 0.03)),
        *marking(globe),
    ]
    for extra in range(number // len(_MARKINGS)):
        shapes.append(gold_star((radius * (0.2 * extra - 0.1), radius * 0.76), radius * 0.1))
    return _drawn(edition, shapes)


def _bands(globe_mm: float) -> tuple[Shape, ...]:
    """Three belts."""
    shapes: list[Shape] = []
    for height in (-0.45, 0.0, 0.45):
        half = globe_mm * math.sqrt(1 - height * height) * 0.97
        y = globe_mm * height
        shapes.append(Stroke(((-half, y), (half, y)), line(DEEP, globe_mm * 0.15, 0.85)))
    return tuple(shapes)


def _ring(globe_mm: float) -> tuple[Shape, ...]:
    """A slanting ring before the globe."""
    points = []
    for step in range(25):
        angle = math.radians(-200.0 + 220.0 * step / 24)
        x, y = 1.42 * math.cos(angle + math.pi), -0.34 * math.sin(angle + math.pi)
        slant = math.radians(-22.0)
        points.append(
            (
                globe_mm * (x * math.cos(slant) - y * math.sin(slant)),
                globe_mm * (x * math.sin(slant) + y * math.cos(slant)),
            )
        )
    return (
        Stroke(tuple(points), line(DEEP, globe_mm * 0.3)),
        Stroke(tuple(points), line(IVORY, globe_mm * 0.16)),
    )


def _craters(globe_mm: float) -> tuple[Shape, ...]:
    """Four craters of different size."""
    spots = ((-0.35, -0.35, 0.26), (0.38, -0.18, 0.2), (-0.1, 0.4, 0.24), (0.45, 0.42, 0.14))
    return tuple(
        Disc((x * globe_mm, y * globe_mm), size * globe_mm, fill(DEEP, 0.85))
        for x, y, size in spots
    )


def _star_marking(globe_mm: float) -> tuple[Shape, ...]:
    """One dark star with four points."""
    return (star((0.0, 0.0), globe_mm * 0.8, fill(DEEP), points=4, inner=0.32),)


def _crescent(globe_mm: float) -> tuple[Shape, ...]:
    """Its night side."""
    night = arc_points_mm((0.0, 0.0), globe_mm * 0.98, 0.0, 180.0, 15.0)
    edge = arc_points_mm((-globe_mm * 0.6, 0.0), globe_mm * 1.15, 122.0, 58.0, 15.0)
    return (Polygon((*night, *edge), fill(DEEP, 0.85)),)


def _zigzag(globe_mm: float) -> tuple[Shape, ...]:
    """A jagged belt."""
    points = tuple(
        (globe_mm * x, globe_mm * y)
        for x, y in ((-0.9, 0.1), (-0.45, -0.3), (0.0, 0.3), (0.45, -0.3), (0.9, 0.1))
    )
    return (Stroke(points, line(DEEP, globe_mm * 0.2)),)


_MARKINGS: tuple[Callable[[float], tuple[Shape, ...]], ...] = (
    _bands,
    _ring,
    _craters,
    _star_marking,
    _crescent,
    _zigzag,
)


def dark_tile(edition: Edition) -> Drawing:
    """Dark Sky: black, with drifting cloud and no star."""
    radius = edition.sizes.round_mm / 2
    shapes: list[Shape] = [
        Disc((0.0, 0.0), radius, fill(BLACK)),
        Disc((0.0, 0.0), radius * 0.92, line(GREY, radius * 0.04)),
    ]
    for y, half in ((-0.35, 0.5), (0.0, 0.72), (0.35, 0.5)):
        wave = tuple(
            (radius * half * (2 * step / 16 - 1), radius * (y + 0.09 * math.sin(step * 1.1)))
            for step in range(17)
        )
        shapes.append(Stroke(wave, line(GREY, radius * 0.07, 0.8)))
    return _drawn(edition, shapes)


def feature_figure(kind: str, radius_mm: float) -> tuple[Shape, ...]:
    """The figure of a kind of feature."""
    return FEATURES.get(kind, compass)(radius_mm)


def feature_tile(edition: Edition, card: Card) -> Drawing:
    """The figure of its kind, and the number of its card."""
    radius = edition.sizes.round_mm / 2
    figure = at(feature_figure(card.kind, radius * 0.54), (0.0, -radius * 0.16))
    number = Words(card.name, (0.0, radius * 0.66), radius * 0.24, IVORY, bold=True)
    return _drawn(edition, [*_disc(radius, DEEP, IVORY), *figure, number])


def unseen_tile(edition: Edition) -> Drawing:
    """A round tile that nobody noted."""
    radius = edition.sizes.round_mm / 2
    mark = Words("?", (0.0, 0.0), radius * 0.7, FAINT, bold=True)
    return _drawn(edition, [*_disc(radius, DEEP, FAINT), mark])


def bonus_tile(edition: Edition) -> Drawing:
    """The bonus tile: what it gives for how many clusters in a sector."""
    radius, worth = edition.sizes.round_mm / 2, edition.worth
    sector = ((-0.52, -0.3), (0.52, -0.3), (0.52, 0.46), (-0.52, 0.46))
    corners = tuple((x * radius, y * radius) for x, y in sector)
    count = worth.bonus_clusters
    stars = [
        gold_star((radius * 0.3 * (number - (count - 1) / 2), radius * 0.08), radius * 0.17)
        for number in range(count)
    ]
    shapes: list[Shape] = [
        *_disc(radius, TILE, GOLD),
        Polygon(corners, edged(DEEP, FAINT, radius * 0.03)),
        *stars,
        Words(f"{worth.bonus_vp:+d}", (0.0, -radius * 0.56), radius * 0.3, IVORY, bold=True),
    ]
    return _drawn(edition, shapes)


def sun_marker(edition: Edition) -> Drawing:
    """The starting player's marker."""
    radius = edition.sizes.round_mm / 2
    figure = feature_figure("sun", radius * 0.7)
    return _drawn(edition, [*_disc(radius, DEEP, GOLD), *figure])


@lru_cache(maxsize=64)
def branch_tile(edition: Edition, lines: int) -> Drawing:
    """A branch with its lines where they point now (a mask); an unseen one without any."""
    outline, size = branch_outline(edition), 2 * edition.sizes.branch_reach_mm
    reach = edition.pitch_mm / math.sqrt(2) - hollow_mm(edition)
    shapes: list[Shape] = [Polygon(outline, edged(TILE, IVORY, size * 0.012))]
    for bit, name in enumerate(LINES):
        if lines >> bit & 1:
            shapes.append(_line_towards(_DIRECTIONS[name], reach - size * 0.006, size * 0.05))
    hub = Disc((0.0, 0.0), size * 0.075, edged(DEEP, GOLD, size * 0.03))
    mark = Words("?", (0.0, 0.0), size * 0.2, FAINT, bold=True)
    return centred((size, size), [*shapes, hub if lines else mark])


def _line_towards(direction: tuple[int, int], reach_mm: float, half_mm: float) -> Polygon:
    """A gold bar from the middle to the tile's edge."""
    x, y = (part / math.sqrt(2) for part in direction)
    across = (-y * half_mm, x * half_mm)
    ends = ((0.0, 0.0), (x * reach_mm, y * reach_mm))
    one = tuple((px + across[0], py + across[1]) for px, py in ends)
    other = tuple((px - across[0], py - across[1]) for px, py in reversed(ends))
    return Polygon((*one, *other), fill(GOLD))
