"""Makes tables wrong: pieces moved, turned, exchanged, taken away or added, as slips happen."""

from __future__ import annotations

import random
from collections.abc import Callable, Sequence
from dataclasses import replace

from companion.places import Family, Place
from companion.prints import Lie, PiecePrint, Prints

_TRIES = 40


def with_slips(
    prints: Prints, lies: Sequence[Lie], slips: int, chance: random.Random
) -> tuple[Lie, ...]:
    """The same table after so many slips, each of a random kind; a bare table stays bare."""
    changed = list(lies)
    hand = _Slip(prints, chance)
    ways: tuple[Callable[[list[Lie]], bool], ...] = (
        hand.take,
        hand.turn,
        hand.flip,
        hand.exchange,
        hand.move,
    )
    for _ in range(slips):
        for _ in range(_TRIES):
            if changed and chance.choice(ways)(changed):
                break
    return tuple(changed)


class _Slip:
    """Each way changes the list and says whether it could."""

    def __init__(self, prints: Prints, chance: random.Random) -> None:
        self._chance = chance
        self._arts = {(piece.family, piece.kind): piece for piece in prints.pieces}
        self._families = {family.name: family for family in prints.families}
        self._places = {board.name: board.places for board in prints.boards}

    def take(self, lies: list[Lie]) -> bool:
        """A piece is gone."""
        del lies[self._any(lies)]
        return True

    def turn(self, lies: list[Lie]) -> bool:
        """A piece lies turned otherwise."""
        number = self._any(lies)
        turns = self._family(lies[number]).turns
        if turns < 2:
            return False
        step = self._chance.randrange(1, turns)
        lies[number] = replace(lies[number], turn=(lies[number].turn + step) % turns)
        return True

    def flip(self, lies: list[Lie]) -> bool:
        """A piece lies with its other side up."""
        number = self._any(lies)
        if not self._art(lies[number]).back_kind:
            return False
        lies[number] = replace(lies[number], back=not lies[number].back)
        return True

    def exchange(self, lies: list[Lie]) -> bool:
        """Another piece of the same family lies there."""
        number = self._any(lies)
        others = [
            kind
            for family, kind in self._arts
            if family == lies[number].family and kind != lies[number].kind
        ]
        if not others:
            return False
        lies[number] = replace(lies[number], kind=self._chance.choice(others))
        return True

    def move(self, lies: list[Lie]) -> bool:
        """A piece lies on a bare place nearby that takes its family."""
        number = self._any(lies)
        lie = lies[number]
        taken = {
            other.place for other in lies if (other.board, other.copy) == (lie.board, lie.copy)
        }
        bare = [place for place in self._places[lie.board] if _takes(place, lie, taken)]
        if not bare:
            return False
        del lies[number]
        lies.append(replace(lie, place=self._chance.choice(bare).name))
        return True

    def _any(self, lies: Sequence[Lie]) -> int:
        return self._chance.randrange(len(lies))

    def _family(self, lie: Lie) -> Family:
        return self._families[lie.family]

    def _art(self, lie: Lie) -> PiecePrint:
        return self._arts[lie.family, lie.kind]


def _takes(place: Place, lie: Lie, taken: set[str]) -> bool:
    return lie.family in place.families and place.name not in taken
