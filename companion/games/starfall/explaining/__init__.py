"""What a camera sees of the board and the areas, explained by the moves that account for it.

All boards are taken together: a discovered tile leaves the board, lies in an area, and what is
missing there has paid for it.  The search tries moves of up to three turns and is bounded; it
says when it gave up.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from companion.flow import Accepted, Finished, Observation, Reason
from companion.games.contract import Explained, Explanation
from companion.games.starfall.explaining.candidates import candidates
from companion.games.starfall.explaining.complaints import complaints
from companion.games.starfall.explaining.fitting import LEAST, fit, misfits
from companion.games.starfall.explaining.seen import Look, look_of
from companion.games.starfall.move_text import write_move
from companion.games.starfall.rules import judge
from companion.games.starfall.scoring import final_score
from companion.games.starfall.state import StarfallState

MOST_TURNS = 3  # moves at a time
MOST_STEPS = 500  # judged moves per look: the bound on time
MOST_EXPLANATIONS = 4
_EACH_TURN_MORE = 0.1  # how much less likely a move more is than none
_CERTAIN = 0.9  # no longer way is looked for


@dataclass(frozen=True, slots=True)
class _Found:
    """Moves, where they lead, and how well that fits."""

    moves: tuple[str, ...]
    state: StarfallState
    probability: float


class _Search:
    """Tries moves turn by turn, with a bound on those judged."""

    def __init__(self, state: StarfallState, look: Look) -> None:
        self._state, self._look = state, look
        self._steps = MOST_STEPS
        self.gave_up = False

    def run(self) -> list[_Found]:
        """Every way found to what is seen, likeliest first."""
        found: list[_Found] = []
        known = {self._state}
        ways: list[tuple[tuple[str, ...], StarfallState]] = [((), self._state)]
        for turns in range(MOST_TURNS + 1):
            onward = []
            for moves, state in ways:
                p = fit(self._look, state)
                if p >= LEAST:
                    prior = _EACH_TURN_MORE ** max(0, turns - 1)
                    found.append(_Found(moves, state, p * prior))
                if p < _CERTAIN and self._near(state, MOST_TURNS - turns):
                    onward.append((moves, state))
            if turns == MOST_TURNS or any(each.probability >= _CERTAIN for each in found):
                break
            ways = list(self._next(onward, known))
        return sorted(found, key=lambda each: -each.probability)

    def _near(self, state: StarfallState, turns: int) -> bool:
        """Whether so many turns can change as much as does not fit."""
        slots, areas = misfits(self._look, state)
        return slots <= 2 * turns and areas <= turns

    def _next(
        self, ways: Sequence[tuple[tuple[str, ...], StarfallState]], known: set[StarfallState]
    ) -> list[tuple[tuple[str, ...], StarfallState]]:
        found: list[tuple[tuple[str, ...], StarfallState]] = []
        for moves, state in ways:
            for move in candidates(state, self._look):
                if not self._steps:
                    self.gave_up = True
                    return found
                self._steps -= 1
                verdict = judge(state, move)
                if isinstance(verdict, Accepted | Finished) and verdict.state not in known:
                    known.add(verdict.state)
                    found.append(((*moves, write_move(move)), verdict.state))
        return found


def explain(state: StarfallState, observation: Observation) -> Explained:
    """The moves that account for what one board shows, best first, or what it breaks."""
    return explain_table(state, (observation,))


def explain_table(state: StarfallState, observations: Sequence[Observation]) -> Explained:
    """The moves that account for what all boards show, best first, or what it breaks."""
    look = look_of(state, observations)
    if look.strange:
        reasons = (Reason("reason.unseen_piece", "STAR-COMP-1", name) for name in look.strange)
        return Explained((), tuple(reasons))
    search = _Search(state, look)
    found = search.run()
    if not found:
        return Explained((), complaints(state, look), True, search.gave_up)
    total = max(1.0, sum(each.probability for each in found))
    before = _totals(state)
    explanations = tuple(
        Explanation(
            each.moves,
            each.probability / total,
            each.state,
            tuple(b - a for a, b in zip(before, _totals(each.state), strict=True)),
        )
        for each in found[:MOST_EXPLANATIONS]
    )
    return Explained(explanations, (), len(found) == 1, search.gave_up)


def _totals(state: StarfallState) -> list[int]:
    seats = sorted(final_score(state).seats, key=lambda score: score.seat)
    return [score.total for score in seats]
