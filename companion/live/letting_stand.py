"""What was played against the rules, as moves that count because people let it stand."""

from __future__ import annotations

from typing import Any

from companion.flow import Accepted, Finished, Refused
from companion.games.as_played import written
from companion.games.contract import AnyGame, Explanation
from companion.games.printable import LetsStand
from companion.live.behind import Behind
from companion.live.understanding import Outcome, Understood, understand
from companion.live.watching import Watching
from companion.play.running_game import RunningGame
from companion.records.judging import judge_text


def lets_stand(running: RunningGame, watching: Watching) -> Understood | None:
    """The moves that lead to the table as it lies when what they break binds nobody.

    None when no moves do, ever so leniently: then single places stand, and nothing counts.
    """
    game, art, now = running.game, watching.art, watching.now
    if art is None or not isinstance(game, LetsStand):
        return None
    lenient = game.lenient(running.state)
    behind: Behind = watching.behind
    found = understand(game, lenient, art, now.readings, watching.said, behind)
    if found.outcome not in (Outcome.MOVES, Outcome.QUESTION):
        return None
    for result in found.results:
        moves = named(game, running.state, result)
        if moves:
            return Understood(
                Outcome.MOVES,
                (Explanation(moves, result.probability, result.state),),
                differences=found.differences,
            )
    return None


def named(game: AnyGame, state: Any, result: Explanation) -> tuple[str, ...]:
    """The moves, each with the clauses that it breaks; none when one can't stand after all."""
    moves = []
    for text in result.moves:
        verdict = judge_text(game, state, text)
        if isinstance(verdict, Refused):
            text = written((reason.clause for reason in verdict.reasons), text)
            verdict = judge_text(game, state, text)
        if not isinstance(verdict, Accepted | Finished):
            return ()
        moves.append(text)
        state = verdict.state
    return tuple(moves)
