"""How the score grew: one point for each round that ended, and one for now."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any

from companion.display.charts import Chart, Curve
from companion.games.contract import AnyGame, InRounds
from companion.play.chronicle import Told
from companion.play.sight import Sight, seen
from companion.play.words import plain, say

MOST_POINTS = 40  # of a chart; more can't be told apart on a phone

Totals = Mapping[str, int]


class ScoreHistory:
    """Totals after standing steps, as each sight may know them, worked out once."""

    def __init__(self, game: AnyGame, start: Any) -> None:
        self._game, self._start = game, start
        self._totals: dict[tuple[Sight, int], tuple[Any, Totals]] = {}

    def totals(self, state: Any, number: int, sight: Sight) -> Totals:
        """Every seat's total in the state after step `number` (0: the start)."""
        key = (sight, number)
        known = self._totals.get(key)
        if known is None or known[0] is not state:
            score = self._game.final_score(seen(self._game, state, sight))
            known = state, {seat.seat: seat.total for seat in score.seats}
            self._totals[key] = known
        return known[1]

    def every(self, told: Sequence[Told], sight: Sight) -> list[Totals]:
        """The totals at the start and after each step."""
        states = (self._start, *(each.after for each in told))
        return [self.totals(state, number, sight) for number, state in enumerate(states)]

    def chart(self, told: Sequence[Told], sight: Sight, name: Callable[[str], str]) -> Chart | None:
        """The totals at the end of each round and now; None before anything happened."""
        ends = self._ends(told)
        if len(ends) < 2:
            return None
        states = (self._start, *(each.after for each in told))
        rows = [self.totals(states[number], number, sight) for _, number in ends]
        curves = tuple(
            Curve(seat, plain(name(seat)), tuple(row[seat] for row in rows))
            for seat in sorted(rows[0])
        )
        along = tuple(plain(label) for label, _ in ends)
        key = "chart_rounds" if self._rounds(self._start) else "chart_moves"
        return Chart(say("chart"), say(key), along, curves)

    def _rounds(self, state: Any) -> int:
        return self._game.round_of(state) if isinstance(self._game, InRounds) else 0

    def _ends(self, told: Sequence[Told]) -> list[tuple[str, int]]:
        """A label and the number of steps made, for each point of the chart."""
        states = (self._start, *(each.after for each in told))
        last = len(states) - 1
        if not last:
            return []
        if not self._rounds(self._start):
            every = -(-last // MOST_POINTS)
            points = [(str(number), number) for number in range(0, last, every)]
            return [*points, (str(last), last)]
        ends = [("0", 0)]
        for number in range(1, last + 1):
            before = self._rounds(states[number - 1])
            if self._rounds(states[number]) != before:
                ends.append((str(before), number))
        if ends[-1][1] != last:
            ends.append((str(self._rounds(states[last])), last))
        return ends
