"""Pictures that go wrong: readings of boards, changed as a fault changes them.

Every one of them shows what is not so: whoever takes it for the table as it lies is wrong.
"""

from __future__ import annotations

import random
from collections.abc import Callable, Sequence
from dataclasses import replace

from companion.flow import Observation, PlaceReading, PlaceStatus
from companion.table.contents import content_of, is_covered

BLURRED_SHARPNESS = 0.05
BUMP_PX = 12
_HIDDEN_BY_HAND = 4
_RELIT_SHARE = 0.7
RELIT_PLACES = 14  # a board with fewer has too few for the light to be told from hands
_LIGHT_CHANGE = 0.4
Boards = tuple[Observation, ...]
Change = Callable[[PlaceReading], PlaceReading]


def changed(boards: Boards, board: int, place: int, change: Change) -> Boards:
    """The boards with one place of one board read otherwise."""
    places = list(boards[board].places)
    places[place] = change(places[place])
    return with_board(boards, board, replace(boards[board], places=tuple(places)))


def with_board(boards: Boards, board: int, read: Observation) -> Boards:
    """The boards with one of them read otherwise."""
    return (*boards[:board], read, *boards[board + 1 :])


def holding(boards: Boards) -> list[tuple[int, int]]:
    """The numbers of board and place wherever pieces lie."""
    return [
        (b, p)
        for b, board in enumerate(boards)
        for p, place in enumerate(board.places)
        if place.pieces
    ]


def other_places(before: Boards, boards: Boards) -> list[tuple[int, int]]:
    """The numbers of board and place where other pieces lie now than before, of those that lie."""
    known = {(b.board, p.place): content_of(p) for b in before for p in b.places}
    return [
        (b, p)
        for b, p in holding(boards)
        if known.get((boards[b].board, boards[b].places[p].place), ())
        != content_of(boards[b].places[p])
    ]


def hides_new(before: Boards, seen: Boards, boards: Boards) -> bool:
    """Whether a place is covered on which other pieces lie than before."""
    return any(is_covered(seen[b].places[p]) for b, p in other_places(before, boards))


def lacking(boards: Boards, chance: random.Random) -> tuple[int, Boards]:
    """The boards without what lies at one place, and the number of that place's board."""
    board, place = chance.choice(holding(boards))
    return board, changed(boards, board, place, emptied)


def under_hand(boards: Boards, chance: random.Random) -> Boards:
    """A hand over one board, which has lifted what lies at one place and hides some others."""
    number, boards = lacking(boards, chance)
    board = boards[number]
    hidden = set(chance.sample(range(len(board.places)), min(_HIDDEN_BY_HAND, len(board.places))))
    places = tuple(
        covered(place, "a hand or something else covers it") if n in hidden else place
        for n, place in enumerate(board.places)
    )
    return with_board(boards, number, replace(board, places=places, hand_present=True))


def blurred(boards: Boards, chance: random.Random) -> Boards:
    """A board out of focus, on which something is missed."""
    number, boards = lacking(boards, chance)
    return with_board(boards, number, replace(boards[number], sharpness=BLURRED_SHARPNESS))


def relit(boards: Boards, chance: random.Random) -> Boards:
    """Somebody switches a lamp: most places of the larger boards read as something else."""
    b, p = chance.choice(holding(boards))
    other = boards[b].places[p].pieces
    return tuple(
        replace(board, places=_relit(board, other, chance), light_change=_LIGHT_CHANGE)
        if len(board.places) >= RELIT_PLACES
        else board
        for board in boards
    )


def _relit(
    board: Observation, other: Sequence[object], chance: random.Random
) -> tuple[PlaceReading, ...]:
    return tuple(
        (emptied(place) if place.pieces else replace(place, pieces=tuple(other)))  # type: ignore[arg-type]
        if chance.random() < _RELIT_SHARE
        else place
        for place in board.places
    )


def shifted(board: Observation, by_px: int) -> Observation:
    """A board that lies elsewhere in the picture."""
    if not by_px:
        return board
    places = []
    for place in board.places:
        left, top, width, height = place.crop_xywh_px
        places.append(replace(place, crop_xywh_px=(left + by_px, top, width, height)))
    return replace(board, places=tuple(places))


def emptied(place: PlaceReading) -> PlaceReading:
    """A place on which nothing is seen."""
    return replace(place, pieces=())


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


def mistaken(place: PlaceReading, kind: str) -> PlaceReading:
    """A place whose lowest piece is read as another kind, and quite surely."""
    piece = replace(place.pieces[0], kind=kind, kinds=((kind, 1.0),))
    return replace(place, pieces=(piece, *place.pieces[1:]))
