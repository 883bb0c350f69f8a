"""Small pieces anywhere in a place: found where what is seen departs from what lies below them.

All places of all boards are searched at once.  Where a disc of a piece's size departs from the
print or the tile below, the piece's pictures are tried at every turn; what explains the departure
best is taken, then what is left is searched again.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

import numpy as np

from companion.places import Family
from vision.places.bank import Bank
from vision.places.departures import Mask
from vision.places.loose_fits import DOUBTFUL, LEAST_DROP, Tried, looked_at
from vision.places.loose_piece import Loose
from vision.places.loose_spots import Field, departing, joined
from vision.places.sheet import Sheet

_FITS = 3.2
_OVERLAP = 0.4  # of the sum of two radii: nearer than this only one of them is there
_CLEAR = 1.0  # ... and nearer than this the one hides some of the other,
_BESIDE, _PERFECT = 0.8, 1.4  # though little when it fits perfectly


@dataclass
class _Search:
    """What was found so far in one field; see `find_loose`.  `open_` are the places in which more
    may be found.
    """

    field: Field
    pieces: list[list[Loose]]
    almost: list[float]
    open_: Mask


def find_loose(
    fields: Sequence[Field], sheet: Sheet, tried: Tried
) -> list[tuple[list[list[Loose]], list[float]]]:
    """For each field the small pieces of each of its places.

    And for each place by how much a piece that was not believed explains its spot better than its
    absence (cost), 0 when there is none.
    """
    every = [_begun(field) for field in fields]
    banks = {id(bank): (family, bank) for field in fields for family, bank in field.families}
    most = max((int(field.capacity.max(initial=1)) for field in fields), default=1)
    for _ in range(1 + most):
        if not any(search.open_.any() for search in every):
            break
        found: list[list[tuple[int, Loose]]] = [[] for _ in fields]
        for family, bank in banks.values():
            for number, index, piece in _candidates(every, family, bank, sheet, tried):
                found[number].append((index, piece))
        for search, candidates in zip(every, found, strict=True):
            _take(search, candidates, sheet)
    return [(search.pieces, search.almost) for search in every]


def _begun(field: Field) -> _Search:
    count = len(field.capacity)
    open_ = field.searched & bool(field.families)
    return _Search(field, [[] for _ in range(count)], [0.0] * count, open_)


def _take(search: _Search, candidates: list[tuple[int, Loose]], sheet: Sheet) -> None:
    """Take the candidates that are believed, those first that explain most."""
    pieces, almost, open_ = search.pieces, search.almost, search.open_
    open_[:] = False
    taken: list[tuple[int, Loose]] = []
    for index, piece in sorted(candidates, key=lambda pair: -pair[1].gained):
        if _near(piece, pieces[index], _OVERLAP):
            continue
        if piece.before - piece.cost < LEAST_DROP:
            if not _near(piece, pieces[index], _CLEAR):
                almost[index] = max(almost[index], piece.before - piece.cost)
            continue
        new = [other for owner, other in taken if owner == index]
        clear = _BESIDE if piece.cost < _PERFECT else _CLEAR
        if _near(piece, new, clear) or (new and piece.cost > DOUBTFUL):
            # What departs there may be explained by the piece just taken: look again.
            open_[index] = True
            continue
        pieces[index].append(piece)
        taken.append((index, piece))
        # A place full of what is no piece is not searched for ever.
        open_[index] |= piece.cost < _FITS
    for index, piece in taken:
        search.field.found.explain(index, piece.outline_mm, piece.centre_mm, piece.height_mm, sheet)


def _candidates(
    searches: Sequence[_Search], family: Family, bank: Bank, sheet: Sheet, tried: Tried
) -> Iterator[tuple[int, int, Loose]]:
    """What may be pieces of a family: the number of the field, the place in it, the piece."""
    piece = float(np.sqrt(bank.area_mm2 / np.pi)), family.thickness_mm
    parts = [
        part
        for number, search in enumerate(searches)
        if any(own is bank for _, own in search.field.families)
        for part in departing(number, search.field, search.open_, piece, sheet)
    ]
    if not parts:
        return
    spots = joined(parts)
    found = tried.known(spots.keys(bank), spots.before)
    new = np.flatnonzero([each is True for each in found])
    if len(new):
        for index, one in looked_at(family, bank, spots.chosen(new), sheet, tried):
            found[new[index]] = one
    owners = zip(spots.fields.tolist(), spots.places.tolist(), strict=True)
    for (number, place), each in zip(owners, found, strict=True):
        if isinstance(each, Loose):
            yield number, place, each


def _near(piece: Loose, others: Sequence[Loose], share: float) -> bool:
    """Whether another piece lies nearer than that share of the sum of their radii."""
    return any(
        np.hypot(piece.centre_mm[0] - other.centre_mm[0], piece.centre_mm[1] - other.centre_mm[1])
        < share * (piece.radius_mm + other.radius_mm)
        for other in others
    )
