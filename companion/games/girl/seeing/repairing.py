"""Earlier moves put right: what nobody saw of them must have been such that later ones count.

A line of moves is tried as if everybody had Light and Stardust in plenty.  Where a token or an
action is lacking, or a seat would have had less than no Stardust, something unseen is exchanged
(`exchanging`); then each seat's Light is balanced over the whole game (`ledger`).
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace

from companion.flow import Accepted, Finished, Reason, Refused
from companion.games.girl.moves import Move
from companion.games.girl.reasons import Broken
from companion.games.girl.rules import judge
from companion.games.girl.seeing.exchanging import (
    Item,
    Line,
    for_light,
    for_stardust,
    for_tokens,
)
from companion.games.girl.seeing.ledger import Entry, balanced, entries_of
from companion.games.girl.state import GirlState

MOST_CHANGES = 3
MOST_JUDGED = 4000
_PLENTY = 99
_WRONG = (Broken.NO_SUCH_SEAT.reason("table"),)


class Repair:
    """Looks for other moves, the same to look at, with which a whole line of moves counts."""

    def __init__(self, start: GirlState) -> None:
        self._start = start
        rich = tuple(
            replace(
                player,
                light=tuple(count + _PLENTY for count in player.light),
                stardust=player.stardust + _PLENTY,
            )
            for player in start.players
        )
        self._rich = replace(start, players=rich)
        self._budget = MOST_JUDGED

    def run(self, moves: Sequence[Move]) -> Line | None:
        """The moves with some exchanged, each with the number it had; None: nothing helps."""
        line = [Item(number, move) for number, move in enumerate(moves)]
        found: Line | None = None
        for most in range(MOST_CHANGES + 1):
            found = self._solved(line, [self._rich], most)
            if found is not None or self._budget <= 0:
                break
        if found is None or self._judge(found, [self._start]) is not None:
            return None
        return found

    def _solved(self, line: Line, states: list[GirlState], most: int) -> Line | None:
        reasons = self._judge(line, states)
        if self._budget <= 0:
            return None
        if reasons is not None:
            return self._first(for_tokens(line, states, reasons), states, most)
        for seat, player in enumerate(self._start.players):
            lack = next(
                (n for n, s in enumerate(states) if s.players[seat].stardust < _PLENTY), None
            )
            if lack is not None:
                return self._first(for_stardust(line, states, seat, lack), states, most)
            entries = tuple(entries_of([item.move for item in line], states, seat))
            if _suffices(player.light, entries):
                continue
            changes = balanced(player.light, entries)
            if changes is None:
                return self._first(for_light(line, seat), states, most)
            line = [
                replace(item, move=changes.get(number, item.move))
                for number, item in enumerate(line)
            ]
        return line

    def _first(
        self, options: Iterator[tuple[int, Line]], states: list[GirlState], most: int
    ) -> Line | None:
        """The first of some lines that can be put right; each is as before up to a number."""
        if most <= 0:
            return None
        for same, line in options:
            found = self._solved(line, states[: same + 1], most - 1)
            if found is not None or self._budget <= 0:
                return found
        return None

    def _judge(self, line: Line, states: list[GirlState]) -> tuple[Reason, ...] | None:
        """Judge what is left; gives why a move is refused, None when all are accepted."""
        while len(states) <= len(line):
            self._budget -= 1
            verdict = judge(states[-1], line[len(states) - 1].move)
            if not isinstance(verdict, Accepted | Finished):
                return verdict.reasons if isinstance(verdict, Refused) else _WRONG
            states.append(verdict.state)
        return None


def _suffices(start: tuple[int, ...], entries: Sequence[Entry]) -> bool:
    """Whether the Light suffices as everything is written down."""
    held = start
    for entry in entries:
        held = tuple(a + b for a, b in zip(held, entry.choices[0].gain, strict=True))
        if min(held) < 0:
            return False
    return True
