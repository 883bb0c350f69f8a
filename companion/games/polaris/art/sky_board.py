"""The board with the sky for paper and camera: its markers and everything's place on it."""

from __future__ import annotations

import math

from companion.board import PointMm, Tag
from companion.games.polaris.art.chart import (
    at_reach,
    frame_radii_mm,
    goal_corners,
    line_place,
    middle_mm,
    sector_deg,
    side_mm,
    spaces_mm,
)
from companion.games.polaris.art.frame import frame_outline_mm
from companion.games.polaris.art.glyphs import box_mm, circle_mm
from companion.games.polaris.art.sky_ground import sky_drawing
from companion.games.polaris.edition import Edition
from companion.places import Place
from companion.prints import BoardPrint

NAME = "sky"
_QUIET = 1 / 6  # of a marker's side is kept white round it


def sky_print(edition: Edition) -> BoardPrint:
    """The sky with a place for each space, line, frame piece and goal."""
    tags = tags_at(edition, _tag_corners(edition), edition.print.first_tag)
    places = (
        *_space_places(edition),
        *_line_places(edition),
        *_frame_places(edition),
        *_goal_places(edition),
    )
    return BoardPrint(NAME, "board.sky", sky_drawing(edition), (tags,), places)


def tags_at(edition: Edition, corners: list[PointMm], first: int) -> tuple[Tag, ...]:
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
    return len(_tag_corners(edition))


def _tag_corners(edition: Edition) -> list[PointMm]:
    """Two markers in each corner of the board where the goals leave room."""
    side, tag = side_mm(edition), edition.print.tag_mm
    edge = edition.print.margin_mm + tag * _QUIET
    far = side - edge - tag
    step = tag * (1 + 2 * _QUIET)
    wanted = [
        (x, y)
        for first, second in ((edge, edge + step), (far, far - step))
        for x in (edge, far)
        for y in (first, second)
    ]
    return [corner for corner in wanted if _is_free(edition, corner)]


def _is_free(edition: Edition, corner: PointMm) -> bool:
    """Whether a marker there keeps clear of the frame and of the goals."""
    tag, middle = edition.print.tag_mm, middle_mm(edition)
    quiet = tag * _QUIET
    box = box_mm(corner[0] - quiet, corner[1] - quiet, tag + 2 * quiet, tag + 2 * quiet)
    if min(math.dist(middle, point) for point in box) <= frame_radii_mm(edition)[1] + quiet:
        return False
    half = math.hypot(*edition.print.goal_mm) / 2
    at = (corner[0] + tag / 2, corner[1] + tag / 2)
    for sector in range(edition.sky.sectors):
        goal = goal_corners(edition, sector, middle)
        goal_middle = (sum(x for x, _ in goal) / 4, sum(y for _, y in goal) / 4)
        if math.dist(at, goal_middle) < half + tag * 0.75:
            return False
    return True


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
