"""How far a state is from what is seen, part by part; a part is compared once."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass

from companion.games.girl.pieces import Phase
from companion.games.girl.seeing.looks import CARD, DISH, Content, Look, Spot, firm, upkeep
from companion.games.girl.seeing.readings import SeenTable
from companion.games.girl.state import GirlState

_AFTER_ASH = (Phase.ACTION, Phase.CLEANUP, Phase.ENDING, Phase.OVER)
Changes = dict[Spot, tuple[Content, Content]]  # what the state has, what is seen


@dataclass(frozen=True)
class Difference:
    """Where the state and what is seen differ, and in how many pieces."""

    changes: Changes
    pieces: int

    def missing(self) -> Iterator[tuple[Spot, str, int]]:
        """Pieces that are seen but that the state does not have there."""
        for spot, (have, want) in self.changes.items():
            for word, count in (Counter(want) - Counter(have)).items():
                yield spot, word, count

    def surplus(self) -> Iterator[tuple[Spot, str, int]]:
        """Pieces that the state has but that are not seen."""
        for spot, (have, want) in self.changes.items():
            for word, count in (Counter(have) - Counter(want)).items():
                yield spot, word, count


class Comparer:
    """Compares states with one reading of the table."""

    def __init__(self, seen: SeenTable) -> None:
        self.seen = seen
        self._known: dict[tuple[int, int], tuple[Look, Changes, int]] = {}

    def difference(self, state: GirlState) -> Difference:
        """All firm differences; what is left in the dish after the selections is none."""
        changes: Changes = {}
        pieces = 0
        for number, look in enumerate(firm(state)):
            found, count = self._part(number, look)
            if count:
                changes.update(found)
                pieces += count
        if DISH in changes and state.phase in _AFTER_ASH and not self._to_cast(state):
            pieces -= _distance(*changes.pop(DISH))
        if CARD in changes and state.offering.reveal is False and state.offering.card < 0:
            pieces -= _distance(*changes.pop(CARD))  # cards that lie there unused
        return Difference(changes, pieces)

    def _to_cast(self, state: GirlState) -> bool:
        """Whether the dish holds more than what is left over after the selections."""
        want = self.seen.parts[-1].get(DISH, ())
        return state.phase is not Phase.OVER and len(want) > 1

    def _part(self, number: int, look: Look) -> tuple[Changes, int]:
        known = self._known.get((number, id(look)))
        if known is not None and known[0] is look:
            return known[1], known[2]
        changes: Changes = {}
        pieces = 0
        for spot, want in self.seen.parts[number].items():
            have = look.get(spot, ())
            if have != want:
                changes[spot] = have, want
                pieces += _distance(have, want)
        self._known[number, id(look)] = look, changes, pieces
        return changes, pieces

    def upkeep(self, state: GirlState) -> Changes:
        """What follows from the moves and does not lie so."""
        seen, found = self.seen.upkeep, {}
        for spot, have in upkeep(state).items():
            want = seen.get(spot)
            if want is not None and want != have:
                found[spot] = have, want
        left = self.seen.parts[-1].get(DISH, ())
        if left and state.phase in _AFTER_ASH:
            found[DISH] = (), left
        return found


def _distance(have: Content, want: Content) -> int:
    counts, other = Counter(have), Counter(want)
    return sum((counts - other).values()) + sum((other - counts).values())
