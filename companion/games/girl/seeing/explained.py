"""What a look means: its readings weighed, the likeliest first."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field

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


@dataclass
class Looked:
    """What was found for a look, and what stood in the way of more.

    `reasons` are what the likeliest reading breaks, `refused` every reason that a move met.
    """

    unknown: float
    found: list[Weighed] = field(default_factory=list)
    reasons: tuple[Reason, ...] = ()
    refused: list[Reason] = field(default_factory=list)
    gave_up: bool = False

    @property
    def unlikely(self) -> float:
        """How unlikely the likeliest moves are, infinite when there are none."""
        return min((each.unlikely for each in self.found), default=float("inf"))


def explain_table(state: GirlState, observations: Sequence[Observation]) -> Explained:
    """The moves that account for what all boards show, best first, or the clauses it breaks."""
    return explained(state, look(state, observations))


def look(state: GirlState, observations: Sequence[Observation]) -> Looked:
    """Everything that accounts for what all boards show."""
    evidence = evidence_of(state, observations)
    looked = Looked(evidence.unknown)
    search = Search(state, MOST_STEPS)
    for number, seen in enumerate(readings_of(state, evidence)):
        comparer = Comparer(seen)
        results = search.run(seen)
        if not results and number == 0:
            looked.reasons = why_not(search, seen, state)
        looked.refused += [reason for attempt in search.attempts for reason in attempt.reasons]
        looked.found += [_weighed(seen, comparer, found) for found in results]
    looked.gave_up = search.gave_up
    return looked


def explained(state: GirlState, looked: Looked) -> Explained:
    """What was found, weighed and in words of the contract."""
    best = weigh(looked.found, looked.unknown)[:MOST_EXPLANATIONS]
    if not best:
        return Explained((), looked.reasons, True, looked.gave_up)
    found = tuple(_explanation(state, each) for each in best)
    same = len(found) == 1 and not any(found[0].unseen) and not found[0].instead
    same = same and not has_unknown_tile(best[0].found.made)
    wrong = mismatches(best[0].found, best[0].wrong)
    return Explained(found, (), same, looked.gave_up, wrong)


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
        weighed.instead,
    )
