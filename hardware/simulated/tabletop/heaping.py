"""Where the next piece of a heap comes to lie: touching one that lies there, or partly on it."""

from __future__ import annotations

import math
from collections.abc import Sequence

import numpy as np
from shapely.affinity import translate
from shapely.geometry import Point, Polygon
from shapely.ops import unary_union

from companion.board import PointMm

MOST_COVERED = 0.4  # of a piece, by all that lie on it together
_LAPPED_SHARE = 0.35  # of the pieces that lie on another one; the others lie beside it
_GAP_MM = 1.5  # at most, to the piece beside
_TRIES = 80
_HALVINGS = 14


def heaped_spot(
    shape: Polygon, room: Polygon, lying: Sequence[Polygon], rng: np.random.Generator
) -> PointMm | None:
    """A spot (mm) in `room` for the middle of `shape`, an outline turned as it will lie round 0, 0.

    It touches one of `lying` (outlines, the lowest first) or covers a part of it; nothing is
    covered by more than two fifths.  None when no such spot is found.
    """
    for _ in range(_TRIES):
        beside = lying[int(rng.integers(len(lying)))]
        turn = float(rng.uniform(0, math.tau))
        lapped = rng.uniform() < _LAPPED_SHARE
        share = float(rng.uniform(0.05, MOST_COVERED)) if lapped else 0.0
        away = _distance(shape, beside, turn, share)
        away += 0.0 if lapped else float(rng.uniform(0, _GAP_MM))
        spot = _moved(beside, turn, away)
        if room.covers(Point(spot)) and _bearable(translate(shape, *spot), lying, share):
            return spot
    return None


def overlap(first: Polygon, second: Polygon) -> bool:
    """Whether one of two outlines lies on the other by more than a touch."""
    return bool(first.intersection(second).area > 1.0)


def _distance(shape: Polygon, beside: Polygon, turn: float, share: float) -> float:
    """How far (mm) from the middle of `beside` `shape` covers no more than that share of it."""
    near, far = 0.0, math.sqrt(shape.area) + math.sqrt(beside.area)
    for _ in range(_HALVINGS):
        middle = (near + far) / 2
        laid = translate(shape, *_moved(beside, turn, middle))
        if laid.intersection(beside).area > share * beside.area:
            near = middle
        else:
            far = middle
    return far


def _moved(beside: Polygon, turn: float, away: float) -> PointMm:
    x, y = beside.centroid.x, beside.centroid.y
    return x + away * math.cos(turn), y + away * math.sin(turn)


def _bearable(laid: Polygon, lying: Sequence[Polygon], share: float) -> bool:
    """Whether all that lies there would still show enough; beside a piece nothing is covered."""
    for number, outline in enumerate(lying):
        if laid.intersection(outline).area <= 0.01 * outline.area:
            continue
        above = unary_union([laid, *lying[number + 1 :]]).intersection(outline).area
        if share == 0 or above > MOST_COVERED * outline.area:
            return False
    return True
