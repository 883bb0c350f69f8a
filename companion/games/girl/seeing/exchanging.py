"""What may stand in the place of moves whose unseen part was booked as the usual.

Every option is a whole line of moves, with how many of its first moves are as they were.  Moves
keep the number that they had, so that what was put in or left out can be told.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace

from companion.flow import Reason
from companion.games.girl.moves import EndTurn, Forage, Gain, Move, Offer, Pick, Recall, Scout
from companion.games.girl.reasons import Broken
from companion.games.girl.seeing.ledger import kind_of, selections
from companion.games.girl.state import GirlState, seat_name

EITHER_WAY = Scout | Recall | Gain  # looks the same by a token and by an action


@dataclass(frozen=True, slots=True)
class Item:
    """A move of a line; `number` is that of the move that it stands for."""

    number: int
    move: Move


Line = list[Item]
Options = Iterator[tuple[int, Line]]


def for_tokens(line: Line, states: Sequence[GirlState], reasons: Sequence[Reason]) -> Options:
    """A token or an action is lacking at the move after the last state."""
    stop = len(states) - 1
    move, keys = line[stop].move, {reason.key for reason in reasons}
    if keys == {Broken.NO_SUCH_TOKEN.key}:
        if isinstance(move, EITHER_WAY) and not (isinstance(move, Gain) or _is_filler(move)):
            yield from _by_action(line, stop)
        yield from _kept(line, states, str(reasons[0].values["token"]))
    elif keys == {Broken.NO_ACTION_LEFT.key}:
        if isinstance(move, Gain):
            yield stop, _without(line, stop)
        for place in _turn_before(line, stop):
            earlier = line[place].move
            if isinstance(earlier, Gain) and not earlier.by_token:
                yield place, _without(line, place)
            elif isinstance(earlier, EITHER_WAY) and not earlier.by_token:
                yield place, _with(line, place, replace(earlier, by_token=True))


def for_light(line: Line, seat: int) -> Options:
    """A seat lacks Light however it used its tokens: one was not spent but traded before."""
    for place in range(len(line) - 1, -1, -1):
        move = line[place].move
        if getattr(move, "seat", "") != seat_name(seat) or not getattr(move, "by_token", False):
            continue
        if isinstance(move, Scout | Recall):
            yield from _by_action(line, place)
        elif isinstance(move, Gain):
            yield place, _without(line, place)
            yield from _by_action(line, place)


def for_stardust(line: Line, states: Sequence[GirlState], seat: int, lack: int) -> Options:
    """A seat lacks Stardust: it did something else unseen, or kept a token that gives it."""
    name = seat_name(seat)
    for place in range(min(lack, len(line)) - 1, -1, -1):
        move = line[place].move
        if getattr(move, "seat", "") != name:
            continue
        if isinstance(move, Recall) and not move.spots:
            yield place, _with(line, place, Gain(name, move.by_token))
        elif isinstance(move, Scout | Recall) and not move.by_token:
            swapped = _with(line, place, replace(move, by_token=True))
            yield from _before_end(swapped, place, lack, Gain(name))
        elif isinstance(move, Pick):
            for other in selections(states[place], move):
                if not other.light and kind_of(states[place], other) == "stardust":
                    swapped = _with(line, place, other)
                    yield from _before_end(swapped, place, lack, Gain(name, True))


def _kept(line: Line, states: Sequence[GirlState], kind: str) -> Options:
    """The selection in which the seat may have kept a token of this kind."""
    stop = len(states) - 1
    seat = getattr(line[stop].move, "seat", "")
    for place in range(stop - 1, -1, -1):
        move = line[place].move
        if states[place].round != states[stop].round:
            return
        if isinstance(move, Pick) and move.seat == seat:
            for other in selections(states[place], move):
                if other != move and not other.light and kind_of(states[place], other) == kind:
                    yield place, _with(line, place, other)


def _by_action(line: Line, place: int) -> Options:
    """By an action what was booked by a token; an action nobody saw is one less then."""
    move = line[place].move
    assert isinstance(move, EITHER_WAY)
    swapped = _with(line, place, replace(move, by_token=False))
    for later in range(place + 1, len(line)):
        other = line[later].move
        if getattr(other, "seat", "") != move.seat:
            continue
        if isinstance(other, Gain) and not other.by_token:
            yield place, _without(swapped, later)
            return
        if isinstance(other, EndTurn):
            break
    yield place, swapped


def _before_end(line: Line, place: int, lack: int, move: Move) -> Options:
    """Something more done before the turn ends, or before what was lacking is needed."""
    seat = getattr(move, "seat", "")
    for later in range(place + 1, len(line)):
        other = line[later].move
        ends = isinstance(other, EndTurn) and other.seat == seat
        if ends or later >= lack - 1:
            item = Item(line[later].number, move)
            yield place, [*line[:later], item, *line[later:]]
            return


def _turn_before(line: Line, stop: int) -> Iterator[int]:
    """The places of the same turn's moves, latest first."""
    seat = getattr(line[stop].move, "seat", "")
    for place in range(stop - 1, -1, -1):
        move = line[place].move
        if isinstance(move, EndTurn | Pick):
            return
        if getattr(move, "seat", "") == seat and isinstance(move, EITHER_WAY | Forage | Offer):
            yield place


def _is_filler(move: Move) -> bool:
    return isinstance(move, Recall) and not move.spots


def _with(line: Line, place: int, move: Move) -> Line:
    return [*line[:place], replace(line[place], move=move), *line[place + 1 :]]


def _without(line: Line, place: int) -> Line:
    return [*line[:place], *line[place + 1 :]]
