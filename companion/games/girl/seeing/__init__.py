"""The whole table explained by moves: every board seen together, several moves at a time.

The readings of all places are put together (`readings`), the likeliest first; for each the
search looks for moves that lead to it (`search`, `steps`, `turn_steps`).  Of what no camera
sees the usual is assumed, and what else it may have been is told beside each move (`unseen`).
"""

from __future__ import annotations

from collections.abc import Sequence

from companion.flow import Observation, Reason
from companion.games.contract import Explained, Explanation
from companion.games.girl.move_write import write_move
from companion.games.girl.seeing.differences import Comparer
from companion.games.girl.seeing.readings import SeenTable, evidence_of, readings_of
from companion.games.girl.seeing.refusing import why_not
from companion.games.girl.seeing.search import Found, Search
from companion.games.girl.seeing.unseen import has_unknown_tile, others
from companion.games.girl.seeing.upkeep import mismatches, strangeness
from companion.games.girl.seeing.weighing import Weighed, weigh
from companion.games.girl.state import GirlState

MOST_EXPLANATIONS = 4
MOST_STEPS = 1000  # judged moves per look: the bound on time


def explain_table(state: GirlState, observations: Sequence[Observation]) -> Explained:
    """The moves that account for what all boards show, best first, or the clauses it breaks."""
    evidence = evidence_of(state, observations)
    search = Search(state, MOST_STEPS)
    weighed: list[Weighed] = []
    reasons: tuple[Reason, ...] = ()
    for number, seen in enumerate(readings_of(state, evidence)):
        comparer = Comparer(seen)
        results = search.run(seen)
        if not results and number == 0:
            reasons = why_not(search, seen, state)
        weighed += [_weighed(seen, comparer, found) for found in results]
    best = weigh(weighed, evidence.unknown)[:MOST_EXPLANATIONS]
    if not best:
        return Explained((), reasons, True, search.gave_up)
    found = tuple(_explanation(state, each) for each in best)
    same = len(found) == 1 and not any(found[0].unseen)
    same = same and not has_unknown_tile(best[0].found.made)
    wrong = mismatches(best[0].found, best[0].wrong)
    return Explained(found, (), same, search.gave_up, wrong)


def _weighed(seen: SeenTable, comparer: Comparer, found: Found) -> Weighed:
    wrong = comparer.upkeep(found.state)
    return Weighed(found, wrong, seen.probability, strangeness(wrong))


def _explanation(state: GirlState, weighed: Weighed) -> Explanation:
    found = weighed.found
    changes = zip(found.state.players, state.players, strict=True)
    return Explanation(
        tuple(write_move(made.move) for made in found.made),
        weighed.probability,
        found.state,
        tuple(after.score - before.score for after, before in changes),
        tuple(others(found.made, number) for number in range(len(found.made))),
    )
