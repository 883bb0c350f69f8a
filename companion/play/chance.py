"""What chance decides when the companion draws: by a seed that only the journal knows."""

from __future__ import annotations

import random
from collections.abc import Mapping
from typing import Any

import msgspec

from companion.games.contract import AnyGame
from companion.games.playable import Playable, StepsByTap

# No game has as many draws in a row; a loop in the rules would.
MOST_DRAWS = 200


def chance_due(game: AnyGame, state: Any) -> bool:
    """Whether chance decides before anybody else."""
    if isinstance(game, StepsByTap):
        # Asked like this, it lists no combinations.
        return bool(game.next_taps(state, None, ())) or (
            game.tapped_move(state, None, ()) is not None
        )
    if isinstance(game, Playable):
        return next(iter(game.chance_moves(state)), None) is not None
    return next(iter(game.legal_moves(state)), None) is None


def drawn(game: AnyGame, state: Any, seed: str, number: int) -> Any:
    """What chance decides as move `number`; the same again after an undo, as in a deck."""
    return game.self_play(state, random.Random(f"{seed} {number}"))


def dealt(game: AnyGame, edition: Any, seats: str, seed: str) -> Mapping[str, Any]:
    """A setup document dealt by the seed."""
    setup: Mapping[str, Any] = msgspec.to_builtins(
        game.deal(edition, seats, random.Random(f"{seed} setup"))
    )
    return setup
