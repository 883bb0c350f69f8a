"""What a camera sees, explained by moves: the sequences of legal moves that account for it.

Boards are called `player A` ..., `main`, `sky` and `score`, or by their printed names.  See
`features` for the names of places and kinds, `printed` for those that readers use.  The search
is bounded; it says when it gave up.
"""

from __future__ import annotations

from companion.flow import Observation, Reason
from companion.games.contract import Explained, Explanation
from companion.games.girl.explaining.features import board_of, features_of
from companion.games.girl.explaining.printed import in_words
from companion.games.girl.explaining.search import Search
from companion.games.girl.explaining.sightings import readings_of
from companion.games.girl.state import GirlState

MOST_EXPLANATIONS = 4
MOST_STEPS = 240  # judged moves per observation: the bound on time


def explain(state: GirlState, observation: Observation) -> Explained:
    """Explanations best first (at most 4), or the clauses that the likeliest reading breaks."""
    observation = in_words(state, observation)
    board = board_of(state, observation.board)
    if board is None:
        return Explained((), (Reason("reason.unseen_piece", "", observation.board),))
    have = features_of(state, board)
    hidden = frozenset(place for place, _ in observation.covered)
    found: list[Explanation] = []
    reasons: tuple[Reason, ...] = ()
    search = Search(state, board, hidden, MOST_STEPS)
    for number, reading in enumerate(readings_of(observation, board, have)):
        results = search.run(reading)
        if not results and number == 0:
            reasons = search.reasons(reading)
        for moves, after in results:
            changes = zip(after.players, state.players, strict=True)
            found.append(
                Explanation(
                    tuple(moves),
                    reading.probability / len(results),
                    after,
                    tuple(new.score - old.score for new, old in changes),
                )
            )
    found.sort(key=lambda explanation: -explanation.probability)
    found = found[:MOST_EXPLANATIONS]
    same = all(e.state == found[0].state for e in found)
    return Explained(tuple(found), () if found else reasons, same, search.gave_up)
