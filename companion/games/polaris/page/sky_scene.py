"""The sky as it lies now, with every space, line and frame piece to tap."""

from __future__ import annotations

import math
from functools import lru_cache

from companion.drawing import Drawing, PointMm, Shape, regular_polygon_mm, turned
from companion.games.playable import Scene, Spot
from companion.games.polaris.art.chart import at_reach, frame_radii_mm, sector_deg
from companion.games.polaris.art.frame import frame_drawing, frame_outline_mm
from companion.games.polaris.art.ground import lies_aside, line_place, middle_mm, spaces_mm
from companion.games.polaris.art.sky_ground import round_drawing
from companion.games.polaris.art.tokens import line_drawing, neutral_drawing, star_drawing
from companion.games.polaris.edition import Edition, bits
from companion.games.polaris.page.naming import phase_spot
from companion.games.polaris.state import PolarisState

_WIDER_MM = 1.2  # a finger may miss a space or a line by so much


def sky_scene(state: PolarisState) -> Scene:
    """The sky with its frame as it is turned now, with all stars and lines."""
    edition = state.table.edition
    base = _with_frame(edition, state.new_moon)
    shapes: list[Shape] = list(base.shapes)
    for line in bits(state.lines):
        shapes += _line_shapes(edition, line)
    neutral = len(state.stars) - 1
    for seat, mask in enumerate(state.stars):
        for space in bits(mask):
            shapes += _star_shapes(edition, -1 if seat == neutral else seat, space)
    drawing = Drawing(base.size_mm, tuple(shapes))
    return Scene("sky", "scene.sky", drawing, _spots(edition, state.new_moon))


@lru_cache(maxsize=4)
def _with_frame(edition: Edition, new_moon: int) -> Drawing:
    drawing = round_drawing(edition)
    for phase in range(len(edition.phases)):
        middle, angle = _frame_at(edition, new_moon, phase)
        drawing = drawing.placed(frame_drawing(edition, phase), middle, angle)
    return drawing


def _frame_at(edition: Edition, new_moon: int, phase: int) -> tuple[PointMm, float]:
    """Where the piece of a phase lies on the scene, and how it is turned."""
    sector = edition.sector_at(new_moon, phase) - 1
    reach = sum(frame_radii_mm(edition)) / 2
    half = round_drawing(edition).size_mm[0] / 2
    return at_reach(edition, sector, reach, (half, half)), sector_deg(edition, sector)


def _moved(edition: Edition, point: PointMm) -> PointMm:
    """A point of the printed board on the scene, which is cut closer."""
    half, middle = round_drawing(edition).size_mm[0] / 2, middle_mm(edition)
    return point[0] - middle[0] + half, point[1] - middle[1] + half


@lru_cache(maxsize=1024)
def _star_shapes(edition: Edition, seat: int, space: int) -> tuple[Shape, ...]:
    size = edition.chart.star_mm
    art = neutral_drawing(size) if seat < 0 else star_drawing(seat, size)
    return turned(art, _moved(edition, spaces_mm(edition)[space]))


@lru_cache(maxsize=1024)
def _line_shapes(edition: Edition, line: int) -> tuple[Shape, ...]:
    art = line_drawing(edition.print.line_length_mm, edition.chart.line_width_mm)
    middle, angle = line_place(edition, line)
    return turned(art, _moved(edition, middle), angle)


@lru_cache(maxsize=4)
def _spots(edition: Edition, new_moon: int) -> tuple[Spot, ...]:
    found = [
        Spot(
            edition.sky.names[space],
            regular_polygon_mm(_moved(edition, at), edition.chart.space_mm / 2 + _WIDER_MM, 12),
            "spot.space",
            {"space": edition.sky.names[space]},
        )
        for space, at in enumerate(spaces_mm(edition)[:-1])
    ]
    for line in range(len(edition.sky.ends)):
        name = edition.sky.line_name(line)
        found.append(Spot(name, _line_outline(edition, line), "spot.line", {"line": name}))
    for number, phase in enumerate(edition.phases):
        values = {"sector": edition.sector_at(new_moon, number), "phase": phase}
        outline = _frame_outline(edition, new_moon, number)
        found.append(Spot(phase_spot(phase), outline, "spot.phase", values))
    return tuple(found)


def _line_outline(edition: Edition, line: int) -> tuple[PointMm, ...]:
    """A rectangle round the line image, not into the spaces at its ends where there is room."""
    (x, y), angle = line_place(edition, line)
    x, y = _moved(edition, (x, y))
    one, other = (spaces_mm(edition)[end] for end in edition.sky.ends[line])
    half_l = edition.print.line_length_mm / 2
    if not lies_aside(edition, line):
        between = (math.dist(one, other) - edition.chart.space_mm) / 2 - _WIDER_MM
        half_l = max(half_l, min(half_l + _WIDER_MM, between))
    half_w = edition.chart.line_width_mm / 2 + _WIDER_MM
    dx, dy = math.cos(math.radians(angle)), math.sin(math.radians(angle))
    return tuple(
        (x + dx * a - dy * b, y + dy * a + dx * b)
        for a, b in ((-half_l, -half_w), (half_l, -half_w), (half_l, half_w), (-half_l, half_w))
    )


def _frame_outline(edition: Edition, new_moon: int, phase: int) -> tuple[PointMm, ...]:
    (x0, y0), angle = _frame_at(edition, new_moon, phase)
    dx, dy = math.cos(math.radians(angle)), math.sin(math.radians(angle))
    return tuple((x0 + x * dx - y * dy, y0 + x * dy + y * dx) for x, y in frame_outline_mm(edition))
