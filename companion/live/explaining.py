"""From readings of all boards to moves, by whichever way a game explains what is seen."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import Any

from companion.flow import Observation, Reason
from companion.games.contract import AnyGame, Explained, Explanation
from companion.games.printable import ExplainsTable, Past, Reconsiders

MOST_READINGS = 4


def explain(
    game: AnyGame, state: Any, readings: Sequence[Observation], past: Past | None = None
) -> Explained:
    """The moves that account for the whole table, best first, or the clauses that it breaks.

    With the `past` of the state, moves of which not all was seen may turn out to be others.
    """
    if past is not None and isinstance(game, Reconsiders):
        return game.reconsider(state, past, readings)
    if isinstance(game, ExplainsTable):
        return game.explain_table(state, readings)
    return explain_boards(game, state, readings)


def explain_boards(game: AnyGame, state: Any, readings: Sequence[Observation]) -> Explained:
    """Board by board, for a game that explains one at a time.

    What one board shows may only be possible after what another one shows; each may be first.
    """
    first: Explained | None = None
    for turn in range(max(1, len(readings))):
        found = _in_order(game, state, (*readings[turn:], *readings[:turn]))
        if found.explanations:
            return found
        first = first or found
    return first or Explained((Explanation((), 1.0, state),))


def _in_order(game: AnyGame, state: Any, readings: Sequence[Observation]) -> Explained:
    sofar = Explanation((), 1.0, state)
    for observation in readings:
        found = game.explain(sofar.state, observation)
        if not found.explanations:
            return replace(found, same_result=True)
        if not found.same_result:
            every = tuple(_after(sofar, each) for each in found.explanations)
            return Explained(every, (), same_result=False, gave_up=found.gave_up)
        sofar = _after(sofar, found.explanations[0])
    return Explained((sofar,))


def _after(first: Explanation, then: Explanation) -> Explanation:
    probability = first.probability * then.probability
    return replace(then, moves=(*first.moves, *then.moves), probability=probability)


def results_of(explained: Explained) -> tuple[Explanation, ...]:
    """One explanation, the likeliest, for each state that they lead to; likeliest state first."""
    groups: list[list[Explanation]] = []
    for each in explained.explanations:
        group = next((g for g in groups if g[0].state == each.state), None)
        if group is None:
            groups.append([each])
        else:
            group.append(each)
    groups.sort(key=lambda group: -sum(each.probability for each in group))
    summed = (replace(g[0], probability=sum(e.probability for e in g)) for g in groups)
    return tuple(summed)


def reasons_of(explained: Explained) -> tuple[Reason, ...]:
    """The clauses that are broken, each once."""
    found: list[Reason] = []
    for reason in explained.reasons:
        if reason not in found:
            found.append(reason)
    return tuple(found)
