"""How much of a game a phone may see: one seat's side, what is open, or everything."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from companion.games.contract import AnyGame


@dataclass(frozen=True, slots=True)
class Sight:
    """The side of `seat` (None: only what lies open), or `everything`."""

    seat: str | None = None
    everything: bool = False


def seen(game: AnyGame, state: Any, sight: Sight) -> Any:
    """The state as far as it may be seen."""
    return state if sight.everything else game.view(state, sight.seat)


def keeps_secrets(game: AnyGame, state: Any, seats: tuple[str, ...]) -> bool:
    """Whether one of these seats sees more now than what lies open."""
    bystander = game.write_position(game.view(state, None))
    return any(game.write_position(game.view(state, seat)) != bystander for seat in seats)
