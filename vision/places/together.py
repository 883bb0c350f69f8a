"""Read places of several boards in one frame: what is alike among them is worked out at once.

It is the number of steps that costs, not the size of each: four player boards take little longer
than one.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass, replace

import numpy as np

from companion.places import Family
from vision.places.bank import Bank
from vision.places.base import Guess
from vision.places.board_reader import BoardReader, Sort
from vision.places.content import Content, Lying, Question, contents
from vision.places.decide import SURE
from vision.places.first_look import FEWEST, seen_bare
from vision.places.ground import ground_bank, ground_on, joined
from vision.places.guessing import likely_bases
from vision.places.loose_fits import Tried
from vision.places.patches import blurred
from vision.places.planes import Planar
from vision.places.raster import PX_PER_MM
from vision.places.sheet import Sheet, in_sheets
from vision.places.spot_read import SpotRead
from vision.places.spots import Spot
from vision.places.stands import Numbers

Place = tuple[int, int]  # the number of the board, that of the place
Reads = dict[Place, SpotRead]

_BLURS_MM = (0.3, 0.45, 0.65, 0.9, 1.3, 1.8)
_STRANGE = 0.5
_DOUBTFUL = 1.5  # a base that fits no better than this has to face its rivals


@dataclass(frozen=True)
class Job:
    """One board to be read: how it is seen, the photograph's blur there, what was read `before`,
    and the numbers of the places to be read `anew` (None: all).
    """

    board: int
    view: Planar
    blur_mm: float
    before: Sequence[SpotRead] = ()
    anew: Collection[int] | None = None


class Together:
    """Reads boards of one table; keeps the templates of their print."""

    def __init__(self, boards: Sequence[BoardReader], go_on: Callable[[], object] = bool) -> None:
        """`boards` in the order of their numbers, 0, 1, 2 ...

        `go_on` is called again and again while places are read, and may raise to end that.
        """
        self._boards, self._go_on = boards, go_on
        self._alike: dict[Sort, list[Spot]] = {}
        for board in boards:
            for sort, spot in zip(board.sorts, board.spots, strict=True):
                self._alike.setdefault(sort, []).append(spot)
        self._grounds: dict[tuple[Sort, float], tuple[Bank, dict[Place, int]]] = {}

    def read(self, jobs: Sequence[Job]) -> list[list[SpotRead]]:
        """Every place of each board, in the description's order; those that are not read anew
        are as before.
        """
        by_board = {job.board: job for job in jobs}
        found: dict[int, list[SpotRead]] = {}
        for numbers in in_sheets(list(by_board)):
            found |= self._read_sheet([by_board[number] for number in numbers])
        return [found[job.board] for job in jobs]

    def _read_sheet(self, jobs: Sequence[Job]) -> dict[int, list[SpotRead]]:
        """The places of a few boards, by the numbers of the boards."""
        frame = _Reading(self, self._boards, jobs, self._go_on)
        for nested in (False, True):
            frame.read([spot for spot in frame.open if (spot.below is not None) == nested])
        frame.reconsider()
        return {
            job.board: [
                frame.reads[job.board, spot.index] for spot in self._boards[job.board].spots
            ]
            for job in jobs
        }

    def amended(
        self, job: Job, reads: Sequence[SpotRead], piled: Mapping[int, Sequence[Lying]]
    ) -> Sequence[SpotRead]:
        """The places of a board that was read, the doubtful ones beside piles read once more with
        what reaches into them taken out.

        `piled` are the pieces found in piles, by the numbers of their places.
        """
        board = self._boards[job.board]
        open_ = [
            read.spot
            for read in reads
            if read.weighed.probability < SURE
            and read.spot.index not in piled
            and not piled.keys().isdisjoint(board.beside[read.spot.index])
        ]
        if not open_:
            return reads
        again = replace(job, before=reads, anew=frozenset())
        frame = _Reading(self, self._boards, [again], self._go_on)
        frame.open = open_
        frame.reconsider(piled)
        return [frame.reads[job.board, read.spot.index] for read in reads]

    def ground(self, sort: Sort, blur: float) -> tuple[Bank, dict[Place, int]] | None:
        """What the bare print of the places of a sort looks like, and which row shows which place.

        None when that is not known.
        """
        key = sort, blur
        if not sort[-1]:
            return None
        if key not in self._grounds:
            whole = self._alike[sort]
            parts = []
            for number in sorted({spot.board for spot in whole}):
                board = self._boards[number]
                assert board.bare_bgr is not None
                own = [spot for spot in whole if spot.board == number]
                bare = blurred(board.bare_bgr, blur * PX_PER_MM)
                parts.append(ground_bank(own, whole, bare, board.grid))
            bank, row_of = joined(parts)
            places = ((spot.board, spot.index) for spot in whole)
            self._grounds[key] = bank, dict(zip(places, row_of, strict=True))
        return self._grounds[key]


class _Reading:
    """The places of some boards in one frame; `reads` is what is known of them so far."""

    def __init__(
        self,
        table: Together,
        boards: Sequence[BoardReader],
        jobs: Sequence[Job],
        go_on: Callable[[], object],
    ) -> None:
        self._table, self._boards, self._go_on = table, boards, go_on
        self._sheet = Sheet({job.board: job.view for job in jobs})
        self._blurs = {job.board: _blur(job.blur_mm) for job in jobs}
        self._tried = Tried()
        self.reads: Reads = {}
        self.open: list[Spot] = []
        for job in jobs:
            board = boards[job.board]
            anew = range(len(board.spots)) if job.anew is None else board.with_upper(job.anew)
            self.open += [spot for spot in board.spots if spot.index in anew]
            kept = (read for read in job.before if read.spot.index not in anew)
            self.reads |= {(job.board, read.spot.index): read for read in kept}

    def _bank(self, board: int, family: Family) -> Bank:
        return self._boards[board].bank(family, self._blurs[board])

    def read(self, spots: Sequence[Spot]) -> None:
        """Read places; those in which they lie are read already."""
        asked: list[Question] = []
        for places in self._groups(spots):
            group = self._not_bare(places)
            if not group:
                continue
            self._go_on()
            ground, floor_mm = self._ground(group), self._floor_mm(group[0])
            guesses = likely_bases(group, ground, self._bank, self._sheet, floor_mm)
            asked += [Question(spot, own[0], own) for spot, own in zip(group, guesses, strict=True)]
        self._go_on()
        found = contents(asked, self._bank, self._sheet, self._tried)
        for question, content, rival in zip(asked, found, self._rivals(asked, found), strict=True):
            best = content
            if rival is not None and rival.total < content.total:
                best, rival = rival, content
            spot, floor_mm = question.spot, self._floor_mm(question.spot)
            read = SpotRead(spot, best, rival, tuple(question.guesses), floor_mm)
            self.reads[spot.board, spot.index] = read

    def _not_bare(self, group: Sequence[Spot]) -> Sequence[Spot]:
        """Those places of a group that a first look does not settle; the others are read."""
        if len(group) < FEWEST or self._below(group[0]) is not None:
            return group
        ground = self._ground(group)
        if ground is None:
            return group
        self._go_on()
        for read in seen_bare(group, *ground, self._sheet):
            self.reads[read.spot.board, read.spot.index] = read
        return [spot for spot in group if (spot.board, spot.index) not in self.reads]

    def _groups(self, spots: Sequence[Spot]) -> Iterable[list[Spot]]:
        """Places of one sort that lie equally high and are equally blurred."""
        groups: dict[object, list[Spot]] = {}
        for spot in spots:
            sort = self._boards[spot.board].sorts[spot.index]
            key = sort, self._blurs[spot.board], self._floor_mm(spot), self._below(spot) is None
            groups.setdefault(key, []).append(spot)
        return groups.values()

    def _ground(self, group: Sequence[Spot]) -> tuple[Bank, Numbers] | None:
        """What the places look like when nothing lies there, and which row shows which place."""
        below = [self._below(spot) for spot in group]
        pieces = [piece for piece in below if piece is not None]
        if len(pieces) == len(group):
            return ground_on(group, pieces), np.arange(len(group))
        first = group[0]
        sort = self._boards[first.board].sorts[first.index]
        ground = self._table.ground(sort, self._blurs[first.board])
        if ground is None:
            return None
        bank, row_of = ground
        return bank, np.array([row_of[spot.board, spot.index] for spot in group])

    def _below(self, spot: Spot) -> Guess | None:
        """The piece that a place lies on, None when it lies on the board."""
        if spot.below is None or (spot.board, spot.below) not in self.reads:
            return None
        base = self.reads[spot.board, spot.below].content.base
        return None if base.family is None else base

    def _floor_mm(self, spot: Spot) -> float:
        piece = self._below(spot)
        return 0.0 if piece is None else piece.height_mm

    def _rivals(
        self, asked: Sequence[Question], found: Sequence[Content]
    ) -> Sequence[Content | None]:
        """The content on the second base, where the first does not fit beyond doubt.

        A cell full of small pieces looks like nothing known until they are taken out.
        """
        rivals: list[Content | None] = [None] * len(asked)
        doubtful: list[tuple[int, Question]] = []
        for index, question in enumerate(asked):
            if found[index].unforgiven < _DOUBTFUL and found[index].total < _DOUBTFUL:
                continue
            other = _other_base(question.guesses)
            if other is not None:
                doubtful.append((index, replace(question, base=other)))
        self._go_on()
        made = contents(
            [question for _, question in doubtful], self._bank, self._sheet, self._tried
        )
        for (index, _), content in zip(doubtful, made, strict=True):
            rivals[index] = content
        return rivals

    def reconsider(self, piled: Mapping[int, Sequence[Lying]] | None = None) -> None:
        """The doubtful places once more, with what their neighbours' pieces explain taken out."""
        piled = piled or {}
        asked = []
        for spot in self.open:
            read = self.reads[spot.board, spot.index]
            if read.weighed.probability >= SURE:
                continue
            beside: list[Lying] = []
            for index in self._boards[spot.board].beside[spot.index]:
                other = self.reads[spot.board, index]
                if index in piled:
                    beside += piled[index]
                elif other.weighed.strange < _STRANGE:
                    beside += other.content.lying()
            if beside:
                base = read.content.base
                # A base that won a duel has not been searched for small pieces itself.
                searched = base is read.guesses[0] or base is _other_base(read.guesses)
                known = read.content if searched else None
                asked.append(Question(spot, base, read.guesses, beside, known))
        self._go_on()
        made = contents(asked, self._bank, self._sheet, self._tried)
        for question, content in zip(asked, made, strict=True):
            key = question.spot.board, question.spot.index
            self.reads[key] = replace(self.reads[key], content=content)


def _other_base(guesses: Sequence[Guess]) -> Guess | None:
    """The best guess of the other sort than the very best: a piece or bare print."""
    return next((g for g in guesses if (g.family is None) != (guesses[0].family is None)), None)


def _blur(blur_mm: float) -> float:
    """The blur that templates are made for, nearest to the given one."""
    return _BLURS_MM[int(np.abs(np.array(_BLURS_MM) - blur_mm).argmin())]
