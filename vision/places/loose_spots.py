"""Where small pieces may lie: spots at which what is seen departs from what lies lowest there."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from companion.places import Family
from vision.places.bank import Bank
from vision.places.departures import Array, Departures, Mask
from vision.places.peaks import peaks, with_others
from vision.places.sheet import Sheet
from vision.places.stands import Stands

Numbers = NDArray[np.int64]
Key = tuple[int, int, int, int, float]  # the bank, the board, where (steps), how high

_DEPARTS = 1.9  # mean square over a piece's area that is worth a look
_PER_ROUND = 7  # spots looked at in one place
_LIT = 3  # more of them, with shadows forgiven
_APART, _LIT_APART = 0.75, 0.3  # of a piece's radius: spots are at least so far from each other,
_MOST_APART_MM = 3.4  # or so far: a piece farther from the nearest spot is not seen there
_PER_PLACE = 4  # spots that are looked at closely in one place
MANY, _MOST_CLOSELY = 8, 16  # a place that takes more pieces is a heap: looked at all over
_SAME_MM = 0.2  # spots nearer are the same


@dataclass(frozen=True)
class Field:
    """Places: how far they depart from what lies lowest in them, the families that may lie on it,
    how many of one family may lie in each, and which of them are to be searched.
    """

    found: Departures
    families: Sequence[tuple[Family, Bank]]
    capacity: Numbers
    searched: Mask


@dataclass(frozen=True, slots=True)
class Spots:
    """Where something departs: the field, the place in it, where on the board, what there being
    nothing costs, how much is looked at closely in its place.
    """

    fields: Numbers
    places: Numbers
    stands: Stands
    before: Array
    closely: Numbers

    def chosen(self, which: Numbers) -> Spots:
        """Only some of them."""
        return Spots(
            self.fields[which],
            self.places[which],
            self.stands.chosen(which),
            self.before[which],
            self.closely[which],
        )

    def keys(self, bank: Bank) -> list[Key]:
        """What each is known by in other rounds and other fields."""
        where = np.round(self.stands.centres_mm / _SAME_MM).astype(int).tolist()
        boards, tops = self.stands.boards.tolist(), self.stands.heights_mm.tolist()
        return [
            (id(bank), board, x, y, top)
            for board, (x, y), top in zip(boards, where, tops, strict=True)
        ]

    @property
    def owners(self) -> Numbers:
        """A number for each place of all fields."""
        return np.asarray(self.fields * (1 << 20) + self.places, np.int64)


def departing(
    number: int, field: Field, open_: Mask, piece: tuple[float, float], sheet: Sheet
) -> Iterator[Spots]:
    """The spots of the field of a number where a piece may lie, in the places that are open.

    `piece` is the radius of a disc of its area, and its thickness, in mm.
    """
    found, (radius_mm, thick_mm) = field.found, piece
    which = np.flatnonzero(open_)
    if not len(which):
        return
    radius_px = radius_mm * found.px_per_mm
    means = found.box_means(which, radius_px)
    some = means.max(axis=(1, 2)) > _DEPARTS
    which, means = which[some], means[some]
    many, closely = _how_many(field.capacity[which])
    if not len(which):
        return
    apart_px = min(_APART * radius_px, _MOST_APART_MM * found.px_per_mm)
    spots = peaks(means, _DEPARTS, apart_px, many)
    # A hard shadow departs more than a piece that has the colour of what it lies on.
    lit = found.box_means(which, radius_px, shaded=True)
    others = peaks(lit, _DEPARTS, apart_px, np.full(len(which), _LIT))
    owners, pixels = with_others(spots, others, _LIT_APART * radius_px)
    places = which[owners]
    floors = np.array([found.bases[index].height_mm for index in places.tolist()])
    tops, boards = floors + thick_mm, found.boards[places]
    seen = found.to_board(places, pixels.astype(np.float64))
    yield Spots(
        np.full(len(places), number),
        places,
        Stands(boards, sheet.true_mm(boards, seen, tops, floors), np.zeros(len(places)), tops),
        found.means_at(places, pixels, radius_px),
        closely[owners],
    )


def joined(parts: Sequence[Spots]) -> Spots:
    """The spots of several fields."""
    stands = [part.stands for part in parts]
    return Spots(
        np.concatenate([part.fields for part in parts]),
        np.concatenate([part.places for part in parts]),
        Stands(
            np.concatenate([each.boards for each in stands]),
            np.concatenate([each.centres_mm for each in stands]),
            np.concatenate([each.up_deg for each in stands]),
            np.concatenate([each.heights_mm for each in stands]),
        ),
        np.concatenate([part.before for part in parts]),
        np.concatenate([part.closely for part in parts]),
    )


def _how_many(capacity: Numbers) -> tuple[Numbers, Numbers]:
    """How many spots of places are looked at, and how many closely."""
    heap = np.minimum(capacity, _MOST_CLOSELY)
    many = np.where(capacity <= MANY, _PER_ROUND, 4 * heap)
    return many, np.where(capacity <= MANY, _PER_PLACE, 2 + heap)
