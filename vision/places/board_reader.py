"""Read all places of one board in one frame."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cached_property

import numpy as np
from numpy.typing import NDArray

from companion.places import Family, PlaceBoard
from vision.places.bank import Bank
from vision.places.base import Guess, guess_ground, guess_pieces, is_obvious
from vision.places.content import Content, Question, contents
from vision.places.decide import SURE, Weighed, weigh
from vision.places.glimpse import PlaceMap, changed_pixels
from vision.places.ground import ground_bank, ground_on
from vision.places.painting import Banks, BankStore
from vision.places.patches import blurred
from vision.places.planes import Planar, Planes
from vision.places.raster import PX_PER_MM, grid_over, laid_out
from vision.places.spots import Spot, groups_of, spots_of
from vision.pose import Pose

Picture = NDArray[np.uint8]

_BLURS_MM = (0.3, 0.45, 0.65, 0.9, 1.3, 1.8)
_ASTRAY_MM = 3.0  # how far a piece may reach out of its place
_STRANGE = 0.5
_DOUBTFUL = 1.5  # a base that fits no better than this has to face its rivals


@dataclass(frozen=True)
class SpotRead:
    """One place as understood: content, its best rival, all that may lie lowest.

    `floor_mm` is how high the place itself lies: on the board, or on a piece.
    """

    spot: Spot
    content: Content
    rival: Content | None
    guesses: tuple[Guess, ...]
    floor_mm: float

    @cached_property
    def weighed(self) -> Weighed:
        """What the content is worth."""
        bank = self.content.base.bank
        area = float(bank.sizes[self.content.base.row]) / bank.px_per_mm**2
        return weigh(self.content, self.guesses, self.rival, area)


class BoardReader:
    """Knows one board's places and pictures; reads frames whose pose is known.

    `grid` is the raster of the views; `bare_bgr` is the bare board on it, None when there is no
    picture of it.

    Raises TableFileError when a kind's picture can't be used, PictureError when that of the
    bare board can't.
    """

    def __init__(
        self,
        board: PlaceBoard,
        store: BankStore | None = None,
        go_on: Callable[[], object] = bool,
    ) -> None:
        """Boards with the same pictures may share a `store`.

        `go_on` is called again and again while places are read, and may raise to end that.
        """
        self.board, self._go_on = board, go_on
        self.spots = spots_of(board)
        self._banks = Banks(board, BankStore() if store is None else store)
        self.grid = grid_over(board)
        self.bare_bgr = None if board.empty is None else laid_out(board, self.grid)
        self._planes = Planes(self.grid, board.tags, self.bare_bgr)
        self._beside = [
            [other.index for other in self.spots if _reach_each_other(spot, other)]
            for spot in self.spots
        ]
        self._place_map = PlaceMap(board.places, self.grid.halved())
        self._groups = [
            groups_of([spot for spot in self.spots if (spot.below is not None) == nested])
            for nested in (False, True)
        ]
        self._group_of = {
            spot.index: group for groups in self._groups for group in groups for spot in group
        }
        self._grounds: dict[tuple[float, int], Bank] = {}

    def view(self, image_bgr: Picture, pose: Pose, seen_ids: Collection[int]) -> Planar:
        """The frame seen flat; the light is measured at the markers that were seen."""
        return self._planes.look(image_bgr, pose, seen_ids)

    def glimpse(self, half_bgr: Picture, pose: Pose) -> Picture:
        """The board flat and small, from the frame at half its size."""
        return self._planes.glimpse(half_bgr, pose)

    def changed(self, now: Picture, then: Picture) -> frozenset[int]:
        """The numbers of the places that two glimpses of the same pose show otherwise."""
        return self._place_map.touched(changed_pixels(now, then))

    def with_kept(self, now: Picture, then: Picture, anew: Collection[int]) -> Picture:
        """The later glimpse, but the earlier one in all places that were not read anew."""
        return self._place_map.with_kept(now, then, anew)

    def read(
        self,
        view: Planar,
        blur_mm: float,
        before: Sequence[SpotRead] = (),
        anew: Collection[int] | None = None,
    ) -> list[SpotRead]:
        """Every place, in the description's order; `blur_mm` is the photograph's blur there.

        Only the places whose numbers are in `anew` are read, the others are as `before`.
        """
        blur = _BLURS_MM[int(np.abs(np.array(_BLURS_MM) - blur_mm).argmin())]
        anew = range(len(self.spots)) if anew is None else self._with_upper(anew)
        reads = {read.spot.index: read for read in before if read.spot.index not in anew}
        for nested in (False, True):
            for group in self._groups[nested]:
                open_ = [spot for spot in group if spot.index in anew]
                for alike in _by_floor(open_, reads):
                    self._go_on()
                    for read in self._read_group(alike, view, blur, reads):
                        reads[read.spot.index] = read
        every = [reads[index] for index in range(len(self.spots))]
        return self._reconsidered(every, anew, view, blur)

    def _with_upper(self, lower: Collection[int]) -> frozenset[int]:
        """These places, and those that lie on them."""
        upper = [spot.index for spot in self.spots if spot.below in lower]
        return frozenset([*lower, *upper])

    def _read_group(
        self, group: Sequence[Spot], view: Planar, blur: float, reads: Mapping[int, SpotRead]
    ) -> list[SpotRead]:
        """Read places of one kind that all lie equally high."""

        def banks(family: Family) -> Bank:
            return self._banks.bank(family, blur)

        floor = _floor_mm(group[0], reads)
        guesses = self._guesses(group, view, blur, reads)
        asked = [Question(spot, own[0], own) for spot, own in zip(group, guesses, strict=True)]
        found = contents(asked, banks, view)
        rivals = self._rivals(asked, found, banks, view)
        made = []
        for index, spot in enumerate(group):
            content, rival = found[index], rivals[index]
            if rival is not None and rival.total < content.total:
                content, rival = rival, content
            made.append(SpotRead(spot, content, rival, tuple(guesses[index]), floor))
        return made

    def _guesses(
        self, group: Sequence[Spot], view: Planar, blur: float, reads: Mapping[int, SpotRead]
    ) -> list[list[Guess]]:
        """What may lie lowest in each place, best first."""
        floor = _floor_mm(group[0], reads)
        guesses: list[list[Guess]] = [[] for _ in group]
        self._go_on()
        bank = self._ground_bank(group, blur, reads)
        if bank is not None:
            ground, rows = bank
            found = guess_ground(group, ground, rows, view, floor)
            for own, guess in zip(guesses, found, strict=True):
                own.append(guess)
        open_ = [i for i, own in enumerate(guesses) if not own or not is_obvious(own[0])]
        some = [group[i] for i in open_]
        for family in some[0].fitted if some else ():
            self._go_on()
            likely = guess_pieces(some, family, self._banks.bank(family, blur), view, floor)
            for index, more in zip(open_, likely, strict=True):
                guesses[index] += more
        return [sorted(own, key=lambda guess: guess.cost) for own in guesses]

    def _ground_bank(
        self, group: Sequence[Spot], blur: float, reads: Mapping[int, SpotRead]
    ) -> tuple[Bank, NDArray[np.int64]] | None:
        """What the places look like when nothing lies there, and which row shows which place.

        None when that is not known.
        """
        below = [_below(spot, reads) for spot in group]
        pieces = [piece for piece in below if piece is not None]
        if len(pieces) == len(group):
            return ground_on(group, pieces), np.arange(len(group))
        if self.bare_bgr is None:
            return None
        whole = self._group_of[group[0].index]
        key = blur, whole[0].index
        if key not in self._grounds:
            bare = blurred(self.bare_bgr, blur * PX_PER_MM)
            self._grounds[key] = ground_bank(whole, bare, self.grid)
        row_of = {spot.index: row for row, spot in enumerate(whole)}
        return self._grounds[key], np.array([row_of[spot.index] for spot in group])

    def _rivals(
        self,
        asked: Sequence[Question],
        found: Sequence[Content],
        banks: Callable[[Family], Bank],
        view: Planar,
    ) -> list[Content | None]:
        """The content on the second base, where the first does not fit beyond doubt.

        A cell full of small pieces looks like nothing known until they are taken out.
        """
        rivals: list[Content | None] = [None] * len(asked)
        doubtful: list[tuple[int, Question]] = []
        for index, question in enumerate(asked):
            first = question.base
            if found[index].unforgiven < _DOUBTFUL and found[index].total < _DOUBTFUL:
                continue
            for guess in question.guesses:
                if (guess.family is None) != (first.family is None):
                    doubtful.append((index, replace(question, base=guess)))
                    break
        self._go_on()
        made = contents([question for _, question in doubtful], banks, view)
        for (index, _), content in zip(doubtful, made, strict=True):
            rivals[index] = content
        return rivals

    def _reconsidered(
        self, reads: Sequence[SpotRead], anew: Collection[int], view: Planar, blur: float
    ) -> list[SpotRead]:
        """The doubtful places once more, with what their neighbours' pieces explain taken out."""

        def banks(family: Family) -> Bank:
            return self._banks.bank(family, blur)

        doubtful = [index for index in sorted(anew) if reads[index].weighed.probability < SURE]
        asked = []
        for index in doubtful:
            read = reads[index]
            beside = [
                lying
                for number in self._beside[index]
                for lying in reads[number].content.lying()
                if reads[number].weighed.strange < _STRANGE
            ]
            asked.append(Question(read.spot, read.content.base, read.guesses, beside))
        self._go_on()
        some = [(i, q) for i, q in zip(doubtful, asked, strict=True) if q.beside]
        made = contents([question for _, question in some], banks, view)
        again = list(reads)
        for (index, _), content in zip(some, made, strict=True):
            again[index] = replace(reads[index], content=content)
        return again


def _reach_each_other(spot: Spot, other: Spot) -> bool:
    """Whether pieces of one place may reach into the other; places within each other do not."""
    if spot.index in (other.index, other.below) or other.index == spot.below:
        return False
    apart = np.hypot(*np.subtract(spot.centre_mm, other.centre_mm))
    return bool(apart < spot.reach_mm + other.reach_mm + _ASTRAY_MM)


def _below(spot: Spot, reads: Mapping[int, SpotRead]) -> Guess | None:
    """The piece that a place lies on, None when it lies on the board."""
    if spot.below is None or spot.below not in reads:
        return None
    base = reads[spot.below].content.base
    return None if base.family is None else base


def _floor_mm(spot: Spot, reads: Mapping[int, SpotRead]) -> float:
    piece = _below(spot, reads)
    return 0.0 if piece is None else piece.height_mm


def _by_floor(group: Sequence[Spot], reads: Mapping[int, SpotRead]) -> Iterator[list[Spot]]:
    """The group split, so that all places of one part lie equally high."""
    for height in sorted({_floor_mm(spot, reads) for spot in group}):
        yield [spot for spot in group if _floor_mm(spot, reads) == height]
