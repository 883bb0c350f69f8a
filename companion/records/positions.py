"""The positions that a game goes through: of a record, or of random legal play."""

from __future__ import annotations

import random
from typing import Any

import msgspec

from companion.errors import CompanionError
from companion.flow import Accepted, Finished
from companion.games.contract import AnyGame
from companion.records.document import Record
from companion.records.replay import SEAT_NAMES, replay
from companion.records.self_play import MOST_STEPS


def positions_of(record: Record) -> tuple[Any, ...]:
    """The first state of a record and the one after each accepted move.

    Raises InputError when it names no game or can't be set up.
    """
    played = replay(record)
    after = [
        step.verdict.state for step in played.steps if isinstance(step.verdict, Accepted | Finished)
    ]
    return (played.start, *after)


def played_positions(game: AnyGame, edition: Any, players: int, seed: int) -> tuple[Any, ...]:
    """Every state of one random game, from the set-up table to the end.

    Raises CompanionError when a move that was offered is not accepted.
    """
    chance = random.Random(f"positions {seed}")
    seats = tuple(SEAT_NAMES[:players])
    setup = msgspec.to_builtins(game.deal(edition, seats, chance))
    states = [game.start(edition, seats, {}, setup).state]
    while len(states) < MOST_STEPS:
        move = game.self_play(states[-1], chance)
        verdict = game.judge(states[-1], move)
        if not isinstance(verdict, Accepted | Finished):
            raise CompanionError(
                f"The random game {seed} of {game.name} came to a move that was not accepted, "
                f"{game.write_move(move)}; report this."
            )
        states.append(verdict.state)
        if isinstance(verdict, Finished):
            break
    return tuple(states)
