"""Outlines of tiles around their middle, from the sizes of an edition."""

from __future__ import annotations

import math

from companion.drawing import PointMm, arc_points_mm, regular_polygon_mm
from companion.games.solani.edition import Edition

_ROUND_CORNERS = 40
_ARC_STEP_DEG = 12.0

Outline = tuple[PointMm, ...]


def round_outline(edition: Edition) -> Outline:
    """A round tile."""
    return regular_polygon_mm((0.0, 0.0), edition.sizes.round_mm / 2, _ROUND_CORNERS)


def branch_outline(edition: Edition) -> Outline:
    """A branch: a cross with a hollow side towards each of four round tiles."""
    half, reach = edition.pitch_mm / 2, edition.sizes.branch_reach_mm
    radius = hollow_mm(edition)
    end = math.degrees(math.asin(min(1.0, (half - reach) / radius)))
    points: list[PointMm] = []
    # Clockwise from the north-east side; angles as seen from each round tile's middle.
    for side, (x, y) in enumerate(((half, -half), (half, half), (-half, half), (-half, -half))):
        first = 270.0 + 90.0 * side
        points += arc_points_mm((x, y), radius, first - end, first - 90.0 + end, _ARC_STEP_DEG)
    return tuple(points)


def hollow_mm(edition: Edition) -> float:
    """The radius of a branch's hollow sides."""
    return edition.sizes.round_mm / 2 + edition.sizes.branch_gap_mm


def rectangle(size_mm: tuple[float, float], middle_mm: PointMm = (0.0, 0.0)) -> Outline:
    """A rectangle around `middle_mm`."""
    (width, height), (x, y) = size_mm, middle_mm
    return (
        (x - width / 2, y - height / 2),
        (x + width / 2, y - height / 2),
        (x + width / 2, y + height / 2),
        (x - width / 2, y + height / 2),
    )


def moved(outline: Outline, to_mm: PointMm) -> Outline:
    """An outline around another middle."""
    return tuple((x + to_mm[0], y + to_mm[1]) for x, y in outline)
