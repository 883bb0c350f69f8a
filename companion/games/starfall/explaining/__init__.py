"""What a camera sees of the board and the areas, explained by the moves that account for it.

All boards are taken together: a discovered tile leaves the board, lies in an area, and what is
missing there has paid for it.  The search tries moves of up to three turns and is bounded; it
says when it gave up.  Within one look no tile is touched twice: a tile two numbers further down
is rather moved too far than moved by two players while nobody looked.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from companion.flow import Accepted, Finished, Observation, Reason
from companion.games.contract import Explained, Explanation
from companion.games.starfall.explaining.candidates import candidates
from companion.games.starfall.explaining.complaints import complaints, tried
from companion.games.starfall.explaining.fitting import LEAST, fit, misfits
from companion.games.starfall.explaining.seen import Look, look_of
from companion.games.starfall.move_text import write_move
from companion.games.starfall.moves import Discover, Move
from companion.games.starfall.rules import judge
from companion.games.starfall.scoring import final_score
from companion.games.starfall.state import StarfallState

MOST_TURNS = 3  # moves at a time
MOST_STEPS = 500  # judged moves per look: the bound on time
MOST_EXPLANATIONS = 4
_EACH_TURN_MORE = 0.1  # how much less likely a move more is than none
_CERTAIN = 0.9  # no longer way is looked for


@dataclass(frozen=True, slots=True)
class _Way:
    """Moves, where they lead, and the tiles that they touch."""

    moves: tuple[str, ...]
    state: StarfallState
    touched: frozenset[str] = frozenset()

    def and_then(self, move: Move) -> _Way | None:
        """The way with a move more, None for one that is not legal or touches a tile again."""
        tiles = {move.tile}
        if isinstance(move, Discover):
            tiles.update(move.payment.tiles)
        if tiles & self.touched:
            return None
        verdict = judge(self.state, move)
        if not isinstance(verdict, Accepted | Finished):
            return None
        return _Way((*self.moves, write_move(move)), verdict.state, self.touched | tiles)


@dataclass(frozen=True, slots=True)
class _Found:
    """A way, and how well where it leads fits."""

    way: _Way
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
        ways = [_Way((), self._state)]
        for turns in range(MOST_TURNS + 1):
            onward = []
            for way in ways:
                p = fit(self._look, way.state)
                if p >= LEAST:
                    found.append(_Found(way, p * _EACH_TURN_MORE ** max(0, turns - 1)))
                if p < _CERTAIN and self._near(way.state, MOST_TURNS - turns):
                    onward.append(way)
            if turns == MOST_TURNS or any(each.probability >= _CERTAIN for each in found):
                break
            ways = self._next(onward, known)
        return sorted(found, key=lambda each: -each.probability)

    def _near(self, state: StarfallState, turns: int) -> bool:
        """Whether so many turns can change as much as does not fit."""
        slots, areas = misfits(self._look, state)
        return slots <= 2 * turns and areas <= turns

    def _worth_trying(self, state: StarfallState) -> Iterator[Move]:
        """Moves that the rules allow; where some bind nobody, what was done against them, too."""
        yield from candidates(state, self._look)
        if state.table.waived and not state.waits:
            yield from tried(state, self._look)

    def _next(self, ways: Sequence[_Way], known: set[StarfallState]) -> list[_Way]:
        """All of these ways with a move more that leads somewhere new."""
        found: list[_Way] = []
        for way in ways:
            for move in self._worth_trying(way.state):
                if not self._steps:
                    self.gave_up = True
                    return found
                self._steps -= 1
                further = way.and_then(move)
                if further is not None and further.state not in known:
                    known.add(further.state)
                    found.append(further)
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
            each.way.moves,
            each.probability / total,
            each.way.state,
            tuple(b - a for a, b in zip(before, _totals(each.way.state), strict=True)),
        )
        for each in found[:MOST_EXPLANATIONS]
    )
    return Explained(explanations, (), len(found) == 1, search.gave_up)


def _totals(state: StarfallState) -> list[int]:
    seats = sorted(final_score(state).seats, key=lambda score: score.seat)
    return [score.total for score in seats]
