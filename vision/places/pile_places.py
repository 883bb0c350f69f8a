"""The places of a board that hold piles: read when their print does not show everywhere."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace

import numpy as np

from companion.flow import PlaceReading, PlaceStatus, Sentence, Sighting
from companion.places import Family, PlaceBoard
from vision.places.content import Lying
from vision.places.decide import SURE, honest
from vision.places.marks import Picture
from vision.places.painting import BankStore
from vision.places.piles import Pile, Piled, PileReader
from vision.places.planes import Planar
from vision.places.spot_read import SpotRead
from vision.places.spots import Spot
from vision.pose import Pose
from vision.rectify import Grid
from vision.registration import FoundBoard

_PIECE_MM = 0.4  # what a piece's own fit is off by


class PilePlaces:
    """Reads the piles of one board; a pile is kept as long as its place is not read anew."""

    def __init__(
        self, board: PlaceBoard, spots: Sequence[Spot], store: BankStore, grid: Grid
    ) -> None:
        self._board, self._store, self._grid = board, store, grid
        self._families: dict[int, Family] = {
            spot.index: spot.piled for spot in spots if spot.piled is not None
        }
        self._readers: dict[int, PileReader] = {}
        self._known: dict[int, tuple[SpotRead, Pile]] = {}

    def read(
        self, reads: Sequence[SpotRead], view: Planar, bare_bgr: Picture | None
    ) -> dict[int, Pile]:
        """The piles by the numbers of their places; bare places have none."""
        known, self._known = self._known, {}
        for read in reads:
            number = read.spot.index
            if number not in self._families or read.weighed.probability >= SURE:
                continue
            earlier = known.get(number)
            if earlier is None or earlier[0] is not read:
                earlier = read, self._reader(read.spot).read(view, bare_bgr)
            self._known[number] = earlier
        return {number: pile for number, (_, pile) in self._known.items()}

    def _reader(self, spot: Spot) -> PileReader:
        """The place's reader: made when something lies there for the first time."""
        if spot.index not in self._readers:
            family = self._families[spot.index]
            self._readers[spot.index] = PileReader(
                self._board, spot.place, family, self._store, self._grid
            )
        return self._readers[spot.index]


def lying_in(piles: Mapping[int, Pile]) -> dict[int, list[Lying]]:
    """The pieces of piles as they lie, by the numbers of their places."""
    return {
        number: [
            (piece.outline_mm - piece.centre_mm, piece.centre_mm, piece.height_mm)
            for piece in pile.pieces
            if piece.sure >= SURE
        ]
        for number, pile in piles.items()
    }


def with_piles(
    reading: PlaceReading, read: SpotRead, piles: Mapping[int, Pile], found: FoundBoard
) -> PlaceReading:
    """The reading of a place, with the pieces of its pile if it holds one."""
    pile = piles.get(read.spot.index)
    if pile is None:
        return reading
    return with_pile(reading, pile, found.pose, found.registration.sigma_mm)


def with_pile(reading: PlaceReading, pile: Pile, pose: Pose, sigma_mm: float) -> PlaceReading:
    """The reading of a place with the pieces of its pile.

    A pile that is understood wholly was read, whatever hid the print; what lies outside the
    picture stays unseen.
    """
    outside = isinstance(reading.why, Sentence) and reading.why.key == "place_outside"
    if pile.probability >= SURE and not outside:
        pieces = tuple(_sightings(reading.place, pile, pose, sigma_mm, ""))
        return replace(
            reading,
            status=PlaceStatus.READ,
            pieces=pieces,
            probability=pile.probability,
            alternatives=(),
            why="",
        )
    pieces = tuple(_sightings(reading.place, pile, pose, sigma_mm, reading.why))
    return replace(reading, pieces=pieces, probability=honest(pile.probability))


def _sightings(place: str, pile: Pile, pose: Pose, sigma_mm: float, why: str) -> Iterator[Sighting]:
    for piece in pile.pieces:
        yield _sighting(place, piece, pose, sigma_mm, why if piece.sure < SURE else "")


def _sighting(place: str, piece: Piled, pose: Pose, sigma_mm: float, why: str) -> Sighting:
    return Sighting(
        piece.kind if piece.sure >= SURE else None,
        ((piece.kind, piece.sure),),
        piece.centre_mm,
        float(np.hypot(sigma_mm, _PIECE_MM)),
        piece.level,
        _crop_px(piece, pose),
        place,
        why,
        piece.family.name,
    )


def _crop_px(piece: Piled, pose: Pose) -> tuple[int, int, int, int]:
    """The window of the frame that shows a piece, as far as it is in the frame."""
    pixels = pose.project_px(piece.outline_mm)
    edge = np.array(pose.size_wh)
    low = np.clip(np.floor(pixels.min(axis=0)), 0, edge - 1).astype(int)
    high = np.clip(np.ceil(pixels.max(axis=0)), low + 1, edge).astype(int)
    left, top, right, bottom = (int(value) for value in (*low, *high))
    return left, top, right - left, bottom - top
