"""The board with the sky for paper and camera: its markers and everything's place on it."""

from __future__ import annotations

import math
from collections.abc import Sequence

from companion.board import PointMm, Tag
from companion.games.polaris.art.chart import at_reach, frame_radii_mm, goal_corners, sector_deg
from companion.games.polaris.art.frame import frame_outline_mm
from companion.games.polaris.art.glyphs import box_mm, circle_mm
from companion.games.polaris.art.ground import (
    line_place,
    middle_mm,
    spaces_mm,
    tag_corners,
)
from companion.games.polaris.art.sky_ground import sky_drawing
from companion.games.polaris.edition import Edition
from companion.places import Place
from companion.prints import BoardPrint

NAME = "sky"


def sky_print(edition: Edition) -> BoardPrint:
    """The sky with a place for each space, line, frame piece and goal."""
    tags = tags_at(edition, tag_corners(edition), edition.print.first_tag)
    places = (
        *_space_places(edition),
        *_line_places(edition),
        *_frame_places(edition),
        *_goal_places(edition),
    )
    return BoardPrint(NAME, "board.sky", sky_drawing(edition), (tags,), places)


def tags_at(edition: Edition, corners: Sequence[PointMm], first: int) -> tuple[Tag, ...]:
    """Markers with their top-left corners at these places, numbered from `first`."""
    side = edition.print.tag_mm
    found = []
    for number, (x, y) in enumerate(corners, first):
        top_left, top_right, bottom_right, bottom_left = box_mm(x, y, side, side)
        found.append(Tag(number, (top_left, top_right, bottom_right, bottom_left)))
    return tuple(found)


def goal_place(sector: int) -> str:
    """The place of the goal beside a sector, counted from 0."""
    return f"goal {sector + 1}"


def frame_place(sector: int) -> str:
    """The place of the frame piece beside a sector, counted from 0."""
    return f"frame {sector + 1}"


def sky_tags(edition: Edition) -> int:
    """How many markers the sky carries."""
    return len(tag_corners(edition))


def _space_places(edition: Edition) -> list[Place]:
    radius = edition.chart.space_mm / 2
    return [
        Place(edition.sky.names[space], circle_mm(at, radius), ("star",))
        for space, at in enumerate(spaces_mm(edition)[:-1])
    ]


def _line_places(edition: Edition) -> list[Place]:
    half_l, half_w = edition.print.line_length_mm / 2, edition.chart.line_width_mm / 2
    found = []
    for line in range(len(edition.sky.ends)):
        (x, y), angle = line_place(edition, line)
        dx, dy = math.cos(math.radians(angle)), math.sin(math.radians(angle))
        corners = tuple(
            (x + dx * along - dy * across, y + dy * along + dx * across)
            for along, across in (
                (-half_l, -half_w),
                (half_l, -half_w),
                (half_l, half_w),
                (-half_l, half_w),
            )
        )
        found.append(Place(edition.sky.line_name(line), corners, ("line",), up_deg=angle))
    return found


def _frame_places(edition: Edition) -> list[Place]:
    outline, middle = frame_outline_mm(edition), middle_mm(edition)
    inner, outer = frame_radii_mm(edition)
    found = []
    for sector in range(edition.sky.sectors):
        angle = sector_deg(edition, sector)
        x0, y0 = at_reach(edition, sector, (inner + outer) / 2, middle)
        dx, dy = math.cos(math.radians(angle)), math.sin(math.radians(angle))
        turned = tuple((x0 + x * dx - y * dy, y0 + x * dy + y * dx) for x, y in outline)
        found.append(Place(frame_place(sector), turned, ("frame",), up_deg=angle))
    return found


def _goal_places(edition: Edition) -> list[Place]:
    middle = middle_mm(edition)
    return [
        Place(
            goal_place(sector),
            goal_corners(edition, sector, middle),
            ("goal",),
            up_deg=sector_deg(edition, sector),
        )
        for sector in range(edition.sky.sectors)
    ]
