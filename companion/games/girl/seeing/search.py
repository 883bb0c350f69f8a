"""The search for moves that lead from the known state to what is seen on all boards."""

from __future__ import annotations

import heapq
from collections.abc import Iterator
from dataclasses import dataclass

from companion.flow import Accepted, Reason, Refused, Unsure
from companion.games.girl.explaining.features import SCORE_SPACES
from companion.games.girl.move_read import read_move
from companion.games.girl.moves import EndTurn, Move
from companion.games.girl.pieces import Phase
from companion.games.girl.rules import judge
from companion.games.girl.seeing.differences import Comparer, Difference
from companion.games.girl.seeing.looks import CARD, SCORE
from companion.games.girl.seeing.readings import SeenTable
from companion.games.girl.seeing.steps import (
    Step,
    cast_step,
    cleanup_steps,
    pick_steps,
    reveal_steps,
    stardust_steps,
    stargazing_steps,
)
from companion.games.girl.seeing.turn_steps import Turn
from companion.games.girl.state import GirlState, seat_name

MOST_RESULTS = 6
FURTHER_COST = 1.6  # results that cost so much more than the best are not looked for
FURTHER_STEPS = 80  # judged moves after the first result
_FIRST_RANK = 0
_MARKER_OFF = 2.5


@dataclass(frozen=True, slots=True)
class Made:
    """A move and the state that it was made in."""

    before: GirlState
    move: Move


@dataclass(frozen=True, slots=True)
class Found:
    """Moves that lead to what is seen; `cost` is how unlikely they are."""

    made: tuple[Made, ...]
    state: GirlState
    cost: float


@dataclass(frozen=True, slots=True)
class _Node:
    state: GirlState
    made: tuple[Made, ...]
    cost: float
    rank: int
    difference: Difference
    off: int  # score markers of seats whose turn is over that do not show their score

    @property
    def likely_cost(self) -> float:
        """The cost, and that of score markers that nobody moved as they should be."""
        return self.cost + _MARKER_OFF * self.off

    @property
    def estimate(self) -> float:
        """What a result from here may cost: each piece that lies otherwise costs, too."""
        return self.likely_cost + self.difference.pieces


@dataclass(frozen=True, slots=True)
class Attempt:
    """A move that the rules refuse; `estimate` says how far from what is seen it was tried."""

    estimate: float
    move: Move
    reasons: tuple[Reason, ...]


class Search:
    """Best-first over sequences of moves; all readings share one budget of judged moves."""

    def __init__(self, state: GirlState, steps: int) -> None:
        self._state = state
        self._budget = steps
        self.gave_up = False
        self.attempts: list[Attempt] = []

    def run(self, seen: SeenTable) -> list[Found]:
        """Sequences of moves to states that look like the reading, likeliest first."""
        self.attempts = []
        comparer = Comparer(seen)
        count = 0
        root = _node(comparer, self._state, (), 0.0, _FIRST_RANK)
        heap = [(root.estimate, count, root)]
        visited = {(self._state, _FIRST_RANK)}
        found: list[Found] = []
        enough = float("inf")
        while heap and len(found) < MOST_RESULTS:
            _, _, node = heapq.heappop(heap)
            if node.likely_cost > enough:
                continue
            if not node.difference.pieces:
                found.append(Found(node.made, node.state, node.cost))
                enough = min(enough, node.likely_cost + FURTHER_COST)
                if len(found) == 1:
                    self._budget = min(self._budget, FURTHER_STEPS)
            for child in self._children(node, comparer):
                if (child.state, child.rank) not in visited:
                    visited.add((child.state, child.rank))
                    count += 1
                    heapq.heappush(heap, (child.estimate, count, child))
            if self._budget <= 0:
                self.gave_up = not found
                break
        return found

    def _children(self, node: _Node, comparer: Comparer) -> Iterator[_Node]:
        for step in _steps(node, comparer.seen):
            if 0 <= step.rank < node.rank:
                continue
            children = [
                child
                for child in self._after(node, step, comparer)
                if step.hidden or child.difference.pieces < node.difference.pieces
            ]
            yield from children
            if children and step.alone:
                return

    def _after(self, node: _Node, step: Step, comparer: Comparer) -> Iterator[_Node]:
        """The states after the step: several when a constellation may take several tokens."""
        ways: list[tuple[GirlState, tuple[Made, ...]]] = [(node.state, node.made)]
        for move in step.moves:
            onward: list[tuple[GirlState, tuple[Made, ...]]] = []
            for state, made in ways:
                for chosen, after in self._judged(state, move, node.estimate):
                    onward.append((after, (*made, Made(state, chosen))))
            ways = onward
        rank = _FIRST_RANK if isinstance(step.moves[-1], EndTurn) else max(step.rank, node.rank)
        for state, made in ways:
            if state.phase is not Phase.ACTION:
                rank = _FIRST_RANK
            yield _node(comparer, state, made, node.cost + step.cost, rank)

    def _judged(
        self, state: GirlState, move: Move, estimate: float
    ) -> Iterator[tuple[Move, GirlState]]:
        if self._budget <= 0:
            return
        self._budget -= 1
        verdict = judge(state, move)
        if isinstance(verdict, Accepted):
            yield move, verdict.state
        elif isinstance(verdict, Refused):
            self.attempts.append(Attempt(estimate, move, verdict.reasons))
        elif isinstance(verdict, Unsure):
            for reading in verdict.readings:
                chosen = read_move(reading.moves[0])
                outcome = judge(state, chosen)
                if isinstance(outcome, Accepted):
                    yield chosen, outcome.state


def _node(
    comparer: Comparer, state: GirlState, made: tuple[Made, ...], cost: float, rank: int
) -> _Node:
    difference = comparer.difference(state)
    done = [seat for seat in range(state.table.seats) if seat not in state.order]
    if not difference.pieces or state.phase not in (Phase.ACTION, Phase.CLEANUP):
        done = [] if difference.pieces else list(range(state.table.seats))
    off = sum(_owed(state, seat, comparer.seen) != 0 for seat in done)
    return _Node(state, made, cost, rank, difference, off)


def _steps(node: _Node, seen: SeenTable) -> Iterator[Step]:
    state, difference = node.state, node.difference
    missing = list(difference.missing())
    dusted = [each for each in missing if each[1] == "stardust"]
    if state.offering.reveal:
        shown = next((part.get(CARD) for part in seen.parts if CARD in part), None)
        yield from reveal_steps(state, shown)
        yield from stardust_steps(state, dusted, alone=True)
    elif state.phase is Phase.STARGAZING:
        yield from stargazing_steps(state, missing)
    else:
        yield from stardust_steps(state, dusted, alone=not _is_later(difference))
        yield from _phase_steps(state, difference, seen)


def _phase_steps(state: GirlState, difference: Difference, seen: SeenTable) -> Iterator[Step]:
    if state.phase is Phase.CASTING:
        yield from cast_step(difference)
    elif state.phase is Phase.PICKING:
        yield from pick_steps(state, difference)
    elif state.phase is Phase.CLEANUP:
        yield from cleanup_steps(difference)
    elif state.phase is Phase.ACTION:
        turn = Turn(state, difference)
        yield from turn.steps()
        owed = _owed(state, turn.seat, seen)
        if owed:
            yield from turn.quiet_offers(owed)
        if difference.pieces:
            yield turn.end()


def _is_later(difference: Difference) -> bool:
    """Whether the Girl has moved on, so that Stardust may have been played in the next round."""
    return any("girl" in want for _, want in difference.changes.values())


def _owed(state: GirlState, seat: int, seen: SeenTable) -> int:
    """How much further a seat's score marker stands than its score."""
    place = seen.upkeep.get((SCORE, f"marker {seat_name(seat)}"))
    if not place:
        return 0
    return (int(place[0]) - state.players[seat].score) % SCORE_SPACES
