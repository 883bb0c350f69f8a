"""The search for sequences of moves that lead from the known state to what is seen."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator

from companion.flow import Accepted, Reason, Refused, Unsure
from companion.games.girl.explaining.candidates import candidates
from companion.games.girl.explaining.features import BoardName, Feature, features_of, normal
from companion.games.girl.explaining.sightings import SeenBoard
from companion.games.girl.move_read import read_move
from companion.games.girl.move_write import write_move
from companion.games.girl.moves import Move
from companion.games.girl.reasons import Broken
from companion.games.girl.rules import judge
from companion.games.girl.state import GirlState

Result = tuple[list[str], GirlState]
MOST_RESULTS = 4


class Search:
    """A depth-first search with one budget of judged moves for all readings."""

    def __init__(
        self, state: GirlState, board: BoardName, hidden: frozenset[str], steps: int
    ) -> None:
        self._state = state
        self._board = board
        self._hidden = hidden
        self._steps = steps
        self._refused: list[tuple[int, tuple[Reason, ...]]] = []
        self.gave_up = False

    def run(self, reading: SeenBoard) -> list[Result]:
        """Sequences of moves to different states that look like the reading."""
        self._refused = []
        seen = Counter[Feature]()
        for (place, kind), count in reading.pieces.items():
            seen[place, normal(self._state.table.edition, kind)] += count
        results: list[Result] = []
        self._descend(self._state, [], seen, reading.unclear | self._hidden, results, set())
        return results

    def _descend(
        self,
        state: GirlState,
        moves: list[str],
        seen: Counter[Feature],
        hidden: frozenset[str],
        results: list[Result],
        visited: set[GirlState],
    ) -> None:
        if state in visited or len(results) >= MOST_RESULTS:
            return
        visited.add(state)
        missing, surplus = self._differences(state, seen, hidden)
        if not missing and not surplus:
            results.append((moves, state))
            return
        left = sum(missing.values()) + sum(surplus.values())
        for move, after in self._accepted(state, missing, surplus, left):
            new_missing, new_surplus = self._differences(after, seen, hidden)
            now = sum(new_missing.values()) + sum(new_surplus.values())
            if now < left or after.players[self._board.seat].drawn != (
                state.players[self._board.seat].drawn
            ):
                self._descend(after, [*moves, write_move(move)], seen, hidden, results, visited)

    def _accepted(
        self, state: GirlState, missing: Counter[Feature], surplus: Counter[Feature], left: int
    ) -> Iterator[tuple[Move, GirlState]]:
        for move in candidates(state, self._board, missing, surplus):
            if self._steps <= 0:
                self.gave_up = True
                return
            self._steps -= 1
            verdict = judge(state, move)
            if isinstance(verdict, Accepted):
                yield move, verdict.state
            elif isinstance(verdict, Refused):
                self._refused.append((left, verdict.reasons))
            elif isinstance(verdict, Unsure):
                for option in verdict.readings:
                    chosen = read_move(option.moves[0])
                    outcome = judge(state, chosen)
                    if isinstance(outcome, Accepted):
                        yield chosen, outcome.state

    def _differences(
        self, state: GirlState, seen: Counter[Feature], hidden: frozenset[str]
    ) -> tuple[Counter[Feature], Counter[Feature]]:
        have = features_of(state, self._board)
        missing = seen - have
        surplus = Counter(
            {feature: n for feature, n in (have - seen).items() if feature[0] not in hidden}
        )
        return missing, surplus

    def reasons(self, reading: SeenBoard) -> tuple[Reason, ...]:
        """Why the last reading has no explanation: what the nearest attempts broke."""
        if self._refused:
            nearest = min(left for left, _ in self._refused)
            found = [r for left, reasons in self._refused if left == nearest for r in reasons]
            unique = {(r.key, r.where): r for r in found}
            return tuple(unique.values())
        missing, surplus = self._differences(self._state, reading.pieces, self._hidden)
        lost = [Reason("reason.vanished", "", place, {"kind": kind}) for place, kind in surplus]
        extra = [
            Reason("reason.unseen_piece", "", place, {"kind": kind}) for place, kind in missing
        ]
        return (*lost, *extra) or (Broken.WRONG_PHASE.reason(self._board.name),)
