"""The ground of the sky's board: how large it is, and where markers, spaces and lines lie on it."""

from __future__ import annotations

import math
from functools import lru_cache

from companion.drawing import PointMm
from companion.games.polaris.art.chart import frame_radii_mm, goal_corners
from companion.games.polaris.edition import Edition

QUIET = 1 / 6  # of a marker's side is kept white round it
_FEWEST_TAGS, _MOST_TAGS = 6, 8
_CLEAR_MM = 0.5  # between a space and a line token beside it


@lru_cache(maxsize=8)
def side_mm(edition: Edition) -> float:
    """The side of the square board: the goals fit on it, and enough markers beside them."""
    reach = max(
        max(abs(x), abs(y))
        for sector in range(edition.sky.sectors)
        for x, y in goal_corners(edition, sector, (0.0, 0.0))
    )
    side = 2 * (max(reach, frame_radii_mm(edition)[1]) + edition.print.margin_mm)
    # With a marker's width more on every side all of them find room in the end.
    while len(_tags_on(edition, side)) < _FEWEST_TAGS:
        side += edition.print.tag_mm / 4
    return side


def middle_mm(edition: Edition) -> PointMm:
    """The middle of the sky on its board."""
    half = side_mm(edition) / 2
    return half, half


def tag_corners(edition: Edition) -> tuple[PointMm, ...]:
    """The top-left corners of the markers, row by row."""
    return _tags_on(edition, side_mm(edition))


@lru_cache(maxsize=64)
def _tags_on(edition: Edition, side: float) -> tuple[PointMm, ...]:
    """Places for markers along the edges of a board of this side, as far apart as can be."""
    tag = edition.print.tag_mm
    edge = edition.print.margin_mm + tag * QUIET
    room = side - 2 * edge - tag
    if room < 0:
        return ()
    steps = max(1, math.floor(room / (tag * (1 + 2 * QUIET))))
    along = [edge + room * n / steps for n in range(steps + 1)]
    outer = (along[0], along[-1])
    around = [(x, y) for y in along for x in along if x in outer or y in outer]
    free = [corner for corner in around if _is_free(edition, corner, side)]
    chosen = free[:1]
    while len(chosen) < min(_MOST_TAGS, len(free)):
        rest = [corner for corner in free if corner not in chosen]
        chosen.append(max(rest, key=lambda corner: min(math.dist(corner, c) for c in chosen)))
    return tuple(sorted(chosen, key=lambda corner: (corner[1], corner[0])))


def _is_free(edition: Edition, corner: PointMm, side: float) -> bool:
    """Whether a marker there keeps clear of the frame and of the goals."""
    tag, middle = edition.print.tag_mm, (side / 2, side / 2)
    quiet = tag * QUIET
    low, high = ([c + by for c in corner] for by in (-quiet, tag + quiet))
    nearest = [min(max(m, a), b) for m, a, b in zip(middle, low, high, strict=True)]
    if math.dist(middle, nearest) <= frame_radii_mm(edition)[1] + 1.0:
        return False
    half = math.hypot(*edition.print.goal_mm) / 2
    at = (corner[0] + tag / 2, corner[1] + tag / 2)
    for sector in range(edition.sky.sectors):
        goal = goal_corners(edition, sector, middle)
        goal_middle = (sum(x for x, _ in goal) / 4, sum(y for _, y in goal) / 4)
        if math.dist(at, goal_middle) < half + tag * 0.75 + quiet:
            return False
    return True


@lru_cache(maxsize=8)
def spaces_mm(edition: Edition) -> tuple[PointMm, ...]:
    """Where every space lies on the board, the North Star last."""
    (x0, y0), (x1, y1) = edition.chart.places_mm[-1], middle_mm(edition)
    return tuple((x - x0 + x1, y - y0 + y1) for x, y in edition.chart.places_mm)


@lru_cache(maxsize=2048)
def line_place(edition: Edition, line: int) -> tuple[PointMm, float]:
    """The middle of a line image, and how a token on it is turned (degrees clockwise).

    Where a token is too long for the gap between its spaces it lies beside them, on the side of
    the North Star, so that it covers no star.
    """
    one, other = edition.sky.ends[line]
    (x0, y0), (x1, y1) = spaces_mm(edition)[one], spaces_mm(edition)[other]
    length = math.dist((x0, y0), (x1, y1))
    dx, dy = (x1 - x0) / length, (y1 - y0) / length
    angle = math.degrees(math.atan2(dy, dx)) % 180.0
    x, y = (x0 + x1) / 2, (y0 + y1) / 2
    aside = _aside_mm(edition, length)
    north = middle_mm(edition)
    side = 1.0 if (north[0] - x) * -dy + (north[1] - y) * dx > 0 else -1.0
    return (x - dy * side * aside, y + dx * side * aside), angle


def lies_aside(edition: Edition, line: int) -> bool:
    """Whether a token of this line lies beside the gap between its spaces."""
    one, other = edition.sky.ends[line]
    return _aside_mm(edition, math.dist(spaces_mm(edition)[one], spaces_mm(edition)[other])) > 0


def _aside_mm(edition: Edition, length_mm: float) -> float:
    """How far beside two spaces at this distance a token has to lie to keep clear of them."""
    half, clear = edition.print.line_length_mm / 2, edition.chart.space_mm / 2 + _CLEAR_MM
    if length_mm >= 2 * (half + edition.chart.space_mm / 2):
        return 0.0
    along = max(0.0, length_mm / 2 - half)
    return math.sqrt(max(0.0, clear**2 - along**2)) + edition.chart.line_width_mm / 2
