"""Throws tokens on a board: at random, close to deciding lines, touching, and on each other."""

from __future__ import annotations

import math
from dataclasses import dataclass

import numpy as np
from shapely.geometry import Point, Polygon, box
from shapely.geometry.base import BaseGeometry
from shapely.ops import unary_union

from companion.board import Board, PointMm
from hardware.simulated.looks import Art
from hardware.simulated.prints import area_shape

_TRIES = 300
# Photo sets are scored by telling tokens apart at 3 mm; nearer ones could not be told apart.
_LEAST_STACK_MM = 3.1


@dataclass(frozen=True, slots=True)
class Lying:
    """A token as it lies: centre of its footprint, turned clockwise, level 0 or 1."""

    kind: str
    centre_mm: PointMm
    angle_deg: float
    level: int


@dataclass(frozen=True, slots=True)
class TossHabits:
    """How often a token lies near a deciding line, on or against another, off the target."""

    close_share: float = 0.45
    stack_share: float = 0.10
    touch_share: float = 0.10
    off_share: float = 0.10
    close_sigma_mm: float = 1.3


class Toss:
    """One throw: `tokens` tokens of an art's bag on its board; may end with a few fewer."""

    def __init__(self, art: Art, rng: np.random.Generator, habits: TossHabits) -> None:
        self._board, self._rim, self._rng, self._habits = art.board, art.rim, rng, habits
        self._radius = art.board.tokens.radius_mm
        self._free = _free_ground(art.board)
        self._lines = [line for line in _deciding_lines(art.board) if line.length > 0]

    def throw(self, tokens: int) -> tuple[Lying, ...]:
        """Give the tokens as they come to lie, none inside another."""
        bag = [kind.name for kind in self._board.tokens.kinds for _ in range(kind.count)]
        self._rng.shuffle(bag)
        lying: list[Lying] = []
        for kind in bag[:tokens]:
            place = self._place(lying)
            if place is not None:
                (x, y), level = place
                angle = float(self._rng.uniform(0, 360))
                lying.append(Lying(kind, (round(x, 3), round(y, 3)), round(angle, 1), level))
        return tuple(lying)

    def _place(self, lying: list[Lying]) -> tuple[PointMm, int] | None:
        habits, draw = self._habits, float(self._rng.uniform())
        ground = [other for other in lying if other.level == 0]
        for _ in range(_TRIES):
            if ground and draw < habits.stack_share:
                at, level = self._beside(ground, _LEAST_STACK_MM / self._radius, 0.88), 1
            elif ground and draw < habits.stack_share + habits.touch_share:
                at, level = self._beside(ground, 2.0, 2.01), 0
            elif self._rng.uniform() < habits.close_share:
                at, level = self._near_line(), 0
            else:
                at, level = self._anywhere(), 0
            if self._fits(at, level, lying):
                return at, level
        return None

    def _beside(self, others: list[Lying], nearest: float, farthest: float) -> PointMm:
        other = others[int(self._rng.integers(len(others)))]
        reach = self._radius * float(self._rng.uniform(nearest, farthest))
        turn = float(self._rng.uniform(0, math.tau))
        return (
            other.centre_mm[0] + reach * math.cos(turn),
            other.centre_mm[1] + reach * math.sin(turn),
        )

    def _anywhere(self) -> PointMm:
        if self._rng.uniform() < self._habits.off_share:
            width, height = self._board.size_mm
            return float(self._rng.uniform(0, width)), float(self._rng.uniform(0, height))
        dish = self._board.dish
        reach = dish.target_radius_mm * math.sqrt(float(self._rng.uniform()))
        turn = float(self._rng.uniform(0, math.tau))
        return (
            dish.centre_mm[0] + reach * math.cos(turn),
            dish.centre_mm[1] + reach * math.sin(turn),
        )

    def _near_line(self) -> PointMm:
        line = self._lines[int(self._rng.integers(len(self._lines)))]
        along = float(self._rng.uniform(0, line.length))
        here, next_ = line.interpolate(along), line.interpolate(min(along + 0.1, line.length))
        before = line.interpolate(max(along - 0.1, 0.0))
        dx, dy = next_.x - before.x, next_.y - before.y
        length = math.hypot(dx, dy) or 1.0
        side = 1.0 if self._rng.uniform() < 0.5 else -1.0
        off = side * self._radius + float(self._rng.normal(0, self._habits.close_sigma_mm))
        return here.x - dy / length * off, here.y + dx / length * off

    def _fits(self, at: PointMm, level: int, lying: list[Lying]) -> bool:
        if not self._free.contains(Point(at)) or self._on_rim(at):
            return False
        apart = [(other.level, math.dist(at, other.centre_mm)) for other in lying]
        if any(there == level and gap < 2 * self._radius for there, gap in apart):
            return False
        return level == 0 or any(there == 0 and gap < 0.9 * self._radius for there, gap in apart)

    def _on_rim(self, at: PointMm) -> bool:
        if self._rim is None:
            return False
        reach = math.dist(at, self._board.dish.centre_mm)
        return self._rim.inner_mm - self._radius < reach < self._rim.outer_mm + self._radius


def _free_ground(board: Board) -> BaseGeometry:
    """Where a token's centre may be: on the board, clear of the markers and their white."""
    radius = board.tokens.radius_mm
    ground = box(0, 0, *board.size_mm).buffer(-radius - 1)
    tags = [Polygon(tag.corners_mm).buffer(radius + 4) for tag in board.tags]
    return ground.difference(unary_union(tags))


def _deciding_lines(board: Board) -> list[BaseGeometry]:
    dish = board.dish
    hub = Point(dish.centre_mm).buffer(dish.hub_radius_mm, quad_segs=90).exterior
    target = Point(dish.centre_mm).buffer(dish.target_radius_mm, quad_segs=180).exterior
    return [hub, target, *(area_shape(area, board).exterior for area in board.dish.areas)]
