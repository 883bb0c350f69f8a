"""What a place holds as a whole: its base, the small pieces on it, and what nothing explains."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from companion.places import Family
from vision.places.bank import Bank
from vision.places.base import Guess
from vision.places.departures import Departures, departures
from vision.places.loose import Loose, find_loose
from vision.places.planes import Planar
from vision.places.spots import Spot

PIECE_PRICE = 60.0  # cost times mm2 that a small piece has to explain before it is believed
_LEFT_OVER_MM = 3.0  # radius of the smallest thing that must not go unnoticed


@dataclass(frozen=True)
class Content:
    """One way to understand a place.

    `total` is cost times mm2 over the whole place, `rest` the mean cost of what no piece covers,
    `left_over` the worst mean departure under a small disc that nothing explains, `bright` how
    bright the place is beside what is to be expected.
    """

    base: Guess
    pieces: tuple[Loose, ...]
    total: float
    rest: float
    left_over: float
    bright: float


def contents(
    spots: Sequence[Spot],
    bases: Sequence[Guess],
    banks: Callable[[Family], Bank],
    view: Planar,
) -> list[Content]:
    """What lies on the given bases; spots and bases belong together one to one."""
    made: dict[int, Content] = {}
    groups: dict[tuple[int, tuple[str, ...]], list[int]] = {}
    for index, (spot, base) in enumerate(zip(spots, bases, strict=True)):
        names = tuple(family.name for family in _allowed(spot, base))
        groups.setdefault((id(base.bank), names), []).append(index)
    for members in groups.values():
        group_spots = [spots[i] for i in members]
        group_bases = [bases[i] for i in members]
        families = [(family, banks(family)) for family in _allowed(group_spots[0], group_bases[0])]
        found = departures(group_spots, group_bases, view)
        loose: list[list[Loose]] = [[] for _ in members]
        if families:
            most = [spot.place.capacity for spot in group_spots]
            loose = find_loose(found, families, most, view)
        rest, left_over = _rests(found)
        areas = found.mask.sum(axis=(1, 2)) / found.px_per_mm**2
        for number, member in enumerate(members):
            made[member] = Content(
                group_bases[number],
                tuple(loose[number]),
                float(_total(found, number, loose[number], areas[number])),
                float(rest[number]),
                float(left_over[number]),
                float(found.bright[number]),
            )
    return [made[index] for index in range(len(spots))]


def _allowed(spot: Spot, base: Guess) -> list[Family]:
    """The small families that may lie on this base."""
    if base.family is None:
        return list(spot.loose)
    return [family for family in spot.loose if base.family.name in family.lies_on]


def _total(found: Departures, number: int, pieces: Sequence[Loose], area_mm2: float) -> float:
    left = float(found.square[number].sum()) / found.px_per_mm**2
    return (left + sum(piece.cost * piece.bank.area_mm2 + PIECE_PRICE for piece in pieces)) / max(
        area_mm2, 1.0
    )


def _rests(found: Departures) -> tuple[NDArray[np.float64], NDArray[np.float64]]:
    """For each place the mean departure of what is unexplained, and its worst spot."""
    area = found.mask.sum(axis=(1, 2))
    rest = found.shaded.sum(axis=(1, 2)) / np.maximum(area, 1)
    radius = _LEFT_OVER_MM * found.px_per_mm
    reach = int(np.ceil(radius))
    y, x = np.mgrid[-reach : reach + 1, -reach : reach + 1]
    disc = (np.hypot(x, y) <= radius).astype(np.float32)
    worst = found.means(disc / disc.sum(), shaded=True).max(axis=(1, 2))
    return np.asarray(rest, np.float64), np.asarray(worst, np.float64)
