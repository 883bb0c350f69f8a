"""Goal cards: what is counted, drawn, and the table of victory points."""

from __future__ import annotations

import math
from collections.abc import Sequence
from functools import lru_cache

from companion.drawing import Disc, Drawing, PointMm, Polygon, Shape, Stroke, Words, arc_points_mm
from companion.games.polaris.art.glyphs import Shapes, box_mm, dust, north_star, rounded_mm, star_mm
from companion.games.polaris.art.lettering import both, fitted
from companion.games.polaris.art.palette import (
    GOAL,
    GOLD,
    IVORY,
    PALE,
    PERSONAL,
    RED,
    SHADE,
    fill,
    line,
)
from companion.games.polaris.edition import Edition, Goal, Personal, Scale
from companion.games.polaris.pieces import GoalKind
from companion.prints import PiecePrint

COMMON_FAMILY = "goal"
PERSONAL_FAMILY = "personal goal"
Size = tuple[float, float]


@lru_cache(maxsize=64)
def goal_drawing(edition: Edition, number: int) -> Drawing:
    """A common goal (POL-GOAL): a sign on the left, the table on the right, its name below."""
    goal, size = edition.goals[number], edition.print.goal_mm
    width, height = size
    middle, radius = (width * 0.24, height * 0.41), min(width * 0.19, height * 0.31)
    name = both(f"goal.{goal.kind.value}", number=goal.number)
    return Drawing(
        size,
        (
            *_ground(size, GOAL),
            *goal_sign(edition, goal, middle, radius),
            *scale_shapes(goal.scale, (width * 0.46, height * 0.14), (width * 0.47, height * 0.5)),
            fitted(name, (width / 2, height * 0.83), height * 0.075, width * 0.86, IVORY),
        ),
    )


@lru_cache(maxsize=64)
def personal_drawing(edition: Edition, number: int) -> Drawing:
    """A personal goal: every allowed image, and the table."""
    goal, size = edition.personal[number], edition.print.card_mm
    width, height = size
    table = scale_shapes(
        edition.personal_scale, (width * 0.12, height * 0.72), (width * 0.76, height * 0.14)
    )
    title = f"{goal.name}  {both('card.personal')}"
    return Drawing(
        size,
        (
            *_ground(size, PERSONAL),
            fitted(
                title, (width / 2, height * 0.09), height * 0.032, width * 0.84, IVORY, bold=True
            ),
            *_images(goal, (width * 0.1, height * 0.15), (width * 0.8, height * 0.53)),
            *table,
            fitted(both("card.once"), (width / 2, height * 0.92), 1.5, width * 0.86, PALE),
        ),
    )


@lru_cache(maxsize=8)
def goal_back(size_mm: Size, personal: bool) -> Drawing:
    """The back of a goal card."""
    width, height = size_mm
    middle, radius = (width / 2, height / 2), min(width, height) * 0.3
    ring = Disc(middle, radius * 1.18, line(GOLD, 0.25))
    sign: Shapes = north_star(middle, radius)
    if personal:
        sign = (Polygon(star_mm(middle, radius, 5, 0.44), fill(GOLD)),)
    return Drawing(size_mm, (*_ground(size_mm, PERSONAL if personal else GOAL), ring, *sign))


def goal_prints(edition: Edition) -> tuple[PiecePrint, ...]:
    """Common and personal goals, one of each (POL-COMP-3)."""
    sizes = edition.print
    thick = sizes.card_thickness_mm
    found = []
    for family, size, names, draw, personal in (
        (COMMON_FAMILY, sizes.goal_mm, edition.goal_index, goal_drawing, False),
        (PERSONAL_FAMILY, sizes.card_mm, edition.personal_index, personal_drawing, True),
    ):
        outline = box_mm(-size[0] / 2, -size[1] / 2, *size)
        back = goal_back(size, personal)
        for name, number in names.items():
            art = draw(edition, number)
            found.append(PiecePrint(name, family, art, outline, 1, thick, back=back))
    return tuple(found)


def scale_shapes(scale: Scale, at: PointMm, room: Size) -> Shapes:
    """A table of counts above and victory points below, in boxes side by side."""
    each = room[0] / len(scale)
    half = room[1] / 2
    shapes: list[Shape] = []
    for n, (count, vp) in enumerate(scale):
        x = at[0] + each * n
        shapes.append(Polygon(box_mm(x, at[1], each, half), fill(SHADE)))
        shapes.append(Polygon(box_mm(x, at[1] + half, each, half), fill(IVORY)))
        shapes.append(Polygon(box_mm(x, at[1], each, room[1]), line(GOLD, 0.2)))
        last = "+" if n == len(scale) - 1 else ""
        letter = min(half * 0.46, each * 0.4)
        shapes.append(Words(f"{count}{last}", (x + each / 2, at[1] + half / 2), letter, IVORY))
        vp_middle = (x + each / 2, at[1] + half * 1.5)
        shapes.append(Words(f"{vp}", vp_middle, letter, "#16213f", bold=True))
    return tuple(shapes)


def goal_sign(edition: Edition, goal: Goal, middle: PointMm, radius: float) -> Shapes:
    """A small sky that shows what a common goal counts."""
    sectors, orbits = edition.sky.sectors, sorted(edition.sky.orbits)
    sky = Disc(middle, radius, fill("#0d1f33"))
    rim = Disc(middle, radius, line(GOLD, 0.3))
    if goal.kind is GoalKind.SECTOR:
        number = goal.number - 1
        return sky, _wedge(middle, radius, number, sectors), *_spokes(middle, radius, sectors), rim
    if goal.kind is GoalKind.ORBIT:
        return sky, *_rings(middle, radius, len(orbits), (orbits.index(goal.number),)), rim
    if goal.kind is GoalKind.BORDERS:
        dots = _on_borders(middle, radius, sectors)
        return sky, *_spokes(middle, radius, sectors, RED), *dots, rim
    if goal.kind is GoalKind.ORBITS:
        rings = _rings(middle, radius, len(orbits), range(1, len(orbits), 2))
        return sky, *rings, *_two_stars(middle, radius, (0.6, 0.95)), rim
    if goal.kind is GoalKind.SECTORS:
        dots = [_star_at(middle, radius * 0.62, s, sectors, radius) for s in range(sectors)]
        wedges = [_wedge(middle, radius, s, sectors, 0.35) for s in range(0, sectors, 2)]
        return sky, *wedges, *_spokes(middle, radius, sectors), *dots, rim
    if goal.kind is GoalKind.LONGEST:
        return sky, *_zigzag(middle, radius), rim
    return sky, *_surrounded(middle, radius), rim


def _ground(size: Size, colour: str) -> Shapes:
    width, height = size
    edge = Polygon(rounded_mm(1.2, 1.2, width - 2.4, height - 2.4, 2.0), line(GOLD, 0.3))
    ground = Polygon(box_mm(0.0, 0.0, width, height), fill(colour))
    return ground, *dust(2.0, 2.0, width - 4.0, height - 4.0, 10), edge


def _wedge(
    middle: PointMm, radius: float, sector: int, sectors: int, opacity: float = 1.0
) -> Shape:
    each = 360.0 / sectors
    arc = arc_points_mm(middle, radius, each * sector, each * (sector + 1), 6.0)
    return Polygon((middle, *arc), fill(GOLD, opacity))


def _spokes(middle: PointMm, radius: float, sectors: int, colour: str = GOLD) -> Shapes:
    ends = [arc_points_mm(middle, radius, a, a)[0] for a in _angles(sectors)]
    return tuple(Stroke((middle, end), line(colour, radius * 0.05)) for end in ends)


def _angles(sectors: int) -> list[float]:
    return [360.0 * n / sectors for n in range(sectors)]


def _rings(middle: PointMm, radius: float, count: int, bright: Sequence[int]) -> Shapes:
    return tuple(
        Disc(
            middle,
            radius * (n + 1) / (count + 0.6),
            line(IVORY if n in bright else GOLD, radius * (0.12 if n in bright else 0.04)),
        )
        for n in range(count)
    )


def _small_star(middle: PointMm, radius: float) -> Shape:
    return Polygon(star_mm(middle, radius, 5, 0.45), fill(IVORY))


def _star_at(middle: PointMm, reach: float, sector: int, sectors: int, radius: float) -> Shape:
    angle = 360.0 * (sector + 0.5) / sectors
    return _small_star(arc_points_mm(middle, reach, angle, angle)[0], radius * 0.17)


def _on_borders(middle: PointMm, radius: float, sectors: int) -> list[Shape]:
    at = [arc_points_mm(middle, radius * 0.66, a, a)[0] for a in _angles(sectors)]
    return [_small_star(point, radius * 0.2) for point in at]


def _two_stars(middle: PointMm, radius: float, reaches: tuple[float, float]) -> Shapes:
    stars = []
    for reach in reaches:
        for angle in (-28.0, 28.0):
            point = arc_points_mm(middle, radius * reach * 0.75, angle, angle)[0]
            stars.append(_small_star(point, radius * 0.19))
    return tuple(stars)


def _zigzag(middle: PointMm, radius: float) -> Shapes:
    x, y = middle
    points = tuple(
        (x + radius * a, y + radius * b)
        for a, b in ((-0.72, 0.1), (-0.36, -0.4), (0.0, 0.2), (0.36, -0.25), (0.7, 0.3))
    )
    stars = tuple(_small_star(point, radius * 0.2) for point in points)
    return Stroke(points, line(GOLD, radius * 0.08)), *stars


def _surrounded(middle: PointMm, radius: float) -> Shapes:
    ends = [arc_points_mm(middle, radius * 0.8, a, a)[0] for a in (0.0, 90.0, 180.0, 270.0)]
    bars = tuple(Stroke((middle, end), line(GOLD, radius * 0.12)) for end in ends)
    return *bars, Polygon(star_mm(middle, radius * 0.42, 5, 0.45), fill(IVORY))


def _images(goal: Personal, at: PointMm, room: Size) -> Shapes:
    """Every image of a personal goal in a grid."""
    count = len(goal.images)
    columns = math.ceil(math.sqrt(count))
    rows = math.ceil(count / columns)
    cell = (room[0] / columns, room[1] / rows)
    shapes: list[Shape] = []
    for n, image in enumerate(goal.images):
        row, column = divmod(n, columns)
        middle = (at[0] + cell[0] * (column + 0.5), at[1] + cell[1] * (row + 0.5))
        shapes += image_shapes(image, middle, (cell[0] * 0.9, cell[1] * 0.9))
    return tuple(shapes)


def image_shapes(image: Sequence[tuple[int, int, int]], middle: PointMm, room: Size) -> Shapes:
    """Stars and lines of one image: along the orbit to the right, outwards upwards."""
    places: dict[int, tuple[int, int]] = {0: (0, 0)}
    for direction, a, b in image:
        dx, dy = ((1, 0), (0, -1))[direction]
        if a in places:
            places[b] = (places[a][0] + dx, places[a][1] + dy)
        else:
            places[a] = (places[b][0] - dx, places[b][1] - dy)
    xs, ys = [x for x, _ in places.values()], [y for _, y in places.values()]
    step = min(room[0] / (max(xs) - min(xs) + 1), room[1] / (max(ys) - min(ys) + 1), 13.0)

    def at(place: int) -> PointMm:
        x, y = places[place]
        return (
            middle[0] + (x - (max(xs) + min(xs)) / 2) * step,
            middle[1] + (y - (max(ys) + min(ys)) / 2) * step,
        )

    bars = tuple(Stroke((at(a), at(b)), line(GOLD, step * 0.12)) for _, a, b in image)
    return *bars, *(Polygon(star_mm(at(p), step * 0.34, 5, 0.44), fill(IVORY)) for p in places)
