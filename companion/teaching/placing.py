"""Places laid over a board: the game's own or a hex grid, moved by handles until they fit."""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace

from companion.board import Area, Dish, PointMm, PolygonArea, SectorArea
from companion.errors import InputError
from companion.flow import Sentence
from companion.places import Place
from companion.teaching.plan import GridPlan

_MOST_STRETCH = 0.25  # between across and down, or of any size, beyond the first rough fit
_HEX_FILL = 0.94  # of the board's width and height that a new grid takes


@dataclass(frozen=True, slots=True)
class Affine:
    """x' = a x + b y + c, y' = d x + e y + f."""

    a: float
    b: float
    c: float
    d: float
    e: float
    f: float

    def __call__(self, point: PointMm) -> PointMm:
        """Where a point comes to lie."""
        x, y = point
        return self.a * x + self.b * y + self.c, self.d * x + self.e * y + self.f

    def after(self, first: Affine) -> Affine:
        """This map after another one."""
        (c, f), (ax, dx), (bx, ex) = (
            self(first((0.0, 0.0))),
            self(first((1.0, 0.0))),
            self(first((0.0, 1.0))),
        )
        return Affine(ax - c, bx - c, c, dx - f, ex - f, f)

    @property
    def area(self) -> float:
        """By what areas grow; negative when it mirrors."""
        return self.a * self.e - self.b * self.d

    def turned(self, up_deg: float) -> float:
        """Where a direction, clockwise from 12 o'clock, comes to point, within -180..180."""
        angle = math.radians(up_deg)
        x, y = math.sin(angle), -math.cos(angle)
        to = math.degrees(math.atan2(self.a * x + self.b * y, -(self.d * x + self.e * y)))
        return to


@dataclass(frozen=True)
class Fit:
    """How places were laid: the map from the reference's millimetres, and the handles' misfit."""

    map: Affine
    off_mm: float


def middle_of(outline_mm: Sequence[PointMm]) -> PointMm:
    """The middle of an outline: its centroid."""
    total = x = y = 0.0
    for (ax, ay), (bx, by) in zip(outline_mm, [*outline_mm[1:], outline_mm[0]], strict=True):
        cross = ax * by - bx * ay
        total, x, y = total + cross, x + (ax + bx) * cross, y + (ay + by) * cross
    if abs(total) < 1e-9:
        count = len(outline_mm)
        return sum(p[0] for p in outline_mm) / count, sum(p[1] for p in outline_mm) / count
    return x / (3 * total), y / (3 * total)


def stretched(from_mm: tuple[float, float], to_mm: tuple[float, float], mirror: bool) -> Affine:
    """A board's rectangle onto another one, mirrored left to right or not."""
    across, down = to_mm[0] / from_mm[0], to_mm[1] / from_mm[1]
    return Affine(-across, 0, to_mm[0], 0, down, 0) if mirror else Affine(across, 0, 0, 0, down, 0)


def fitted(start: Affine, pairs: Sequence[tuple[PointMm, PointMm]]) -> Fit:
    """The start moved so that every first point of `pairs` (reference mm) comes to the second.

    One pair shifts, two shift, turn and scale, three or more do what a plane can.  Raises
    InputError when they lie in one line or bend the places out of shape.
    """
    there = [(start(a), b) for a, b in pairs]
    more = _from_pairs(there)
    whole = more.after(start)
    if not 0.4 < abs(more.area) < 2.5 or more.area < 0:
        raise InputError(
            Sentence(
                "teach_handles_mirror",
                "the handles would mirror the places or make them much larger or smaller; put each "
                "handle onto the place that it names, or turn mirror on",
            )
        )
    lengths = math.hypot(more.a, more.d), math.hypot(more.b, more.e)
    if abs(lengths[0] / lengths[1] - 1) > _MOST_STRETCH:
        raise InputError(
            Sentence(
                "teach_handles_bend",
                "the handles would bend the places out of shape; put them where they belong",
            )
        )
    off = max((math.dist(whole(a), b) for a, b in pairs), default=0.0)
    return Fit(whole, off)


def _from_pairs(pairs: Sequence[tuple[PointMm, PointMm]]) -> Affine:
    if not pairs:
        return Affine(1, 0, 0, 0, 1, 0)
    if len(pairs) == 1:
        (ax, ay), (bx, by) = pairs[0]
        return Affine(1, 0, bx - ax, 0, 1, by - ay)
    if len(pairs) == 2:
        return _similar(pairs)
    return _least_squares(pairs)


def _similar(pairs: Sequence[tuple[PointMm, PointMm]]) -> Affine:
    (p, p_to), (q, q_to) = pairs
    from_, to = complex(q[0] - p[0], q[1] - p[1]), complex(q_to[0] - p_to[0], q_to[1] - p_to[1])
    if abs(from_) < 1e-6:
        raise InputError(
            Sentence(
                "teach_handles_same", "two handles lie on the same place; take places far apart"
            )
        )
    turn = to / from_
    shift = complex(*p_to) - turn * complex(*p)
    return Affine(turn.real, -turn.imag, shift.real, turn.imag, turn.real, shift.imag)


def _least_squares(pairs: Sequence[tuple[PointMm, PointMm]]) -> Affine:
    count = len(pairs)
    mx, my = (sum(a[axis] for a, _ in pairs) / count for axis in (0, 1))
    tx, ty = (sum(b[axis] for _, b in pairs) / count for axis in (0, 1))
    xx = sum((a[0] - mx) ** 2 for a, _ in pairs)
    yy = sum((a[1] - my) ** 2 for a, _ in pairs)
    xy = sum((a[0] - mx) * (a[1] - my) for a, _ in pairs)
    determinant = xx * yy - xy * xy
    if determinant < 1e-4 * (xx + yy) ** 2:
        raise InputError(
            Sentence(
                "teach_handles_line",
                "the handles lie nearly in one line; take one that is far from it",
            )
        )
    rows = []
    for axis, mean in ((0, tx), (1, ty)):
        sx = sum((a[0] - mx) * (b[axis] - mean) for a, b in pairs)
        sy = sum((a[1] - my) * (b[axis] - mean) for a, b in pairs)
        across, down = (sx * yy - sy * xy) / determinant, (sy * xx - sx * xy) / determinant
        rows.append((across, down, mean - across * mx - down * my))
    return Affine(*rows[0], *rows[1])


def laid(
    places: Sequence[Place],
    by: Affine,
    moved: Mapping[str, PointMm],
    left_out: Sequence[str] = (),
) -> tuple[Place, ...]:
    """The places where the map puts them; those in `moved` by their middles (board mm)."""
    made = []
    for place in places:
        if place.name in left_out:
            continue
        outline = tuple(by(point) for point in place.outline_mm)
        if place.name in moved:
            x, y = middle_of(outline)
            to_x, to_y = moved[place.name]
            outline = tuple((px + to_x - x, py + to_y - y) for px, py in outline)
        if by.area < 0:
            outline = outline[::-1]
        up = round(by.turned(place.up_deg), 3) + 0.0
        made.append(replace(place, outline_mm=outline, up_deg=up))
    return tuple(made)


def laid_dish(dish: Dish, by: Affine) -> Dish:
    """The dish where the map puts it; a dish stays round."""
    scale = math.sqrt(abs(by.area))
    return Dish(
        by(dish.centre_mm),
        dish.target_radius_mm * scale,
        dish.hub_radius_mm * scale,
        tuple(_laid_area(area, by) for area in dish.areas),
    )


def _laid_area(area: Area, by: Affine) -> Area:
    if isinstance(area, PolygonArea):
        return PolygonArea(area.colour, tuple(by(point) for point in area.polygon_mm))
    span = area.to_deg - area.from_deg
    first = by.turned(area.to_deg if by.area < 0 else area.from_deg) % 360.0
    return SectorArea(area.colour, round(first, 3), round(first + span, 3))


def grid_places(grid: GridPlan, size_mm: tuple[float, float]) -> tuple[Place, ...]:
    """A hex grid that fills a board of this size, to be moved by handles."""
    along, across = (grid.columns, grid.rows) if grid.pointy else (grid.rows, grid.columns)
    room = size_mm if grid.pointy else size_mm[::-1]
    shifted = 0.5 if across > 1 else 0.0
    pitch = _HEX_FILL * min(
        room[0] / (along + shifted), room[1] / ((across - 1) * math.sqrt(3) / 2 + 2 / math.sqrt(3))
    )
    left = (room[0] - pitch * (along + shifted)) / 2 + pitch / 2
    top = (room[1] - pitch * (across - 1) * math.sqrt(3) / 2) / 2
    made = []
    for row in range(grid.rows):
        for column in range(grid.columns):
            i, j = (column, row) if grid.pointy else (row, column)
            half = 0.5 if across > 1 and (j % 2 == 1) == grid.odd_shifted else 0.0
            u, v = left + pitch * (i + half), top + pitch * j * math.sqrt(3) / 2
            middle = (u, v) if grid.pointy else (v, u)
            outline = _hexagon(middle, pitch / math.sqrt(3), 0.0 if grid.pointy else 30.0)
            name = f"{row},{column}"
            made.append(Place(name, outline, tuple(grid.families), 0.0, grid.capacity))
    return tuple(made)


def _hexagon(middle: PointMm, radius_mm: float, first_deg: float) -> tuple[PointMm, ...]:
    angles = [math.radians(first_deg + 60.0 * i) for i in range(6)]
    return tuple(
        (middle[0] + radius_mm * math.sin(a), middle[1] - radius_mm * math.cos(a)) for a in angles
    )
