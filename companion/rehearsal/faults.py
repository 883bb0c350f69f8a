"""What goes wrong before and while the table is looked at, by seed."""

from __future__ import annotations

import random
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, replace

from companion.flow import Observation, PlaceReading, PlaceStatus, Status
from companion.rehearsal.stand_in import Shot, at

FRAME_S = 1.05  # so far apart are the pictures of a table that is busy
STALE_S = 0.5
_BUMP_PX = 12
_HIDDEN_BY_HAND = 4
Boards = tuple[Observation, ...]


@dataclass(frozen=True, slots=True)
class Faults:
    """How often, per look, each fault comes; breaks, restarts per game."""

    hand: float = 0.3
    dropped: float = 0.1
    stale: float = 0.1
    blurred: float = 0.1
    relit: float = 0.05
    bumped: float = 0.03
    flicker: float = 0.1
    bounce: float = 0.2
    covered: float = 0.0
    misread: float = 0.0
    breaks: int = 2
    restarts: int = 1


NONE = Faults(0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0)


class Trouble:
    """Makes the frames before a table lies still."""

    def __init__(self, faults: Faults, chance: random.Random) -> None:
        self.faults, self._chance = faults, chance
        self._bumps: dict[str, int] = {}

    def happens(self, share: float) -> bool:
        """Whether something that comes with this probability comes now."""
        return self._chance.random() < share

    def lying(self, boards: Boards) -> Boards:
        """The boards where they lie since they were bumped."""
        return tuple(_shifted(each, self._bumps.get(each.board, 0)) for each in boards)

    def before(self, now_s: float, boards: Boards) -> Iterator[Shot | float]:
        """Shots that come first, each at its time; a bare number is time without a picture."""
        faults = self.faults
        if self.happens(faults.dropped):
            yield 2 * FRAME_S
        if self.happens(faults.stale):
            yield at(self.lying(boards), now_s - STALE_S)
        if self.happens(faults.hand):
            yield at(tuple(map(self._with_hand, self.lying(boards))), now_s)
        if self.happens(faults.blurred):
            yield at(tuple(map(_blurred, self.lying(boards))), now_s)
        if self.happens(faults.relit):
            yield at(tuple(map(self._relit, self.lying(boards))), now_s)
        if self.happens(faults.flicker):
            yield at(self._at_one_place(self.lying(boards), _emptied), now_s)
        if self.happens(faults.bumped):
            board = self._chance.choice(boards).board
            self._bumps[board] = self._bumps.get(board, 0) + _BUMP_PX

    def _with_hand(self, board: Observation) -> Observation:
        """A hand lies over some of the places of a board."""
        hidden = self._chance.sample(range(len(board.places)), _HIDDEN_BY_HAND)
        places = tuple(
            covered(place, "a hand or something else covers it") if n in hidden else place
            for n, place in enumerate(board.places)
        )
        return replace(board, places=places, hand_present=True)

    def _relit(self, board: Observation) -> Observation:
        """Somebody switches a lamp: half the places read as something else for one picture."""
        places = tuple(
            replace(place, status=PlaceStatus.UNKNOWN, probability=0.5)
            if self._chance.random() < 0.5
            else place
            for place in board.places
        )
        return replace(board, places=places, light_change=0.4)

    def _at_one_place(
        self, boards: Boards, change: Callable[[PlaceReading], PlaceReading]
    ) -> Boards:
        board = self._chance.randrange(len(boards))
        place = self._chance.randrange(len(boards[board].places))
        return changed(boards, board, place, change)


def changed(
    boards: Boards, board: int, place: int, change: Callable[[PlaceReading], PlaceReading]
) -> Boards:
    """The boards with one place of one board read otherwise."""
    places = list(boards[board].places)
    places[place] = change(places[place])
    return (*boards[:board], replace(boards[board], places=tuple(places)), *boards[board + 1 :])


def covered(place: PlaceReading, why: str) -> PlaceReading:
    """A place that can't be seen."""
    return replace(place, status=PlaceStatus.COVERED, pieces=(), why=why)


def doubted(place: PlaceReading, kinds: Sequence[str], share: float) -> PlaceReading:
    """A place whose lowest piece may be another one of `kinds`; its own has so much of a share."""
    piece = place.pieces[0]
    rest = [(kind, (1 - share) / len(kinds)) for kind in kinds]
    pairs = sorted([(str(piece.kind), share), *rest], key=lambda pair: -pair[1])
    unsure = replace(piece, kind=None, kinds=tuple(pairs), why_unsure="it can't be told")
    return replace(
        place,
        status=PlaceStatus.UNKNOWN,
        pieces=(unsure, *place.pieces[1:]),
        probability=pairs[0][1],
        why="it can't be told",
    )


def _emptied(place: PlaceReading) -> PlaceReading:
    return replace(place, pieces=())


def _blurred(board: Observation) -> Observation:
    return replace(board, status=Status.BAD_LIGHT, places=(), sightings=(), sharpness=0.05)


def _shifted(board: Observation, by_px: int) -> Observation:
    if not by_px:
        return board
    places = []
    for place in board.places:
        left, top, width, height = place.crop_xywh_px
        places.append(replace(place, crop_xywh_px=(left + by_px, top, width, height)))
    return replace(board, places=tuple(places))
