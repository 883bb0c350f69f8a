"""What a seat may know: everything lies open, unless piles are kept closed (STAR-Q17)."""

from __future__ import annotations

from dataclasses import replace

from companion.games.starfall.pieces import SEATS, UNKNOWN, Phase
from companion.games.starfall.state import StarfallState


def view(state: StarfallState, seat: str | None) -> StarfallState:
    """The state as a seat (None: a bystander) may know it.

    With closed piles the tiles of the others are only counted until the game is over.  Nobody
    knows the deck and what was removed, and no state says it (STAR-Q18).
    """
    if state.table.rulings.open_piles or state.phase is Phase.OVER:
        return state
    players = tuple(
        player if seat == SEATS[number] else replace(player, tiles=(UNKNOWN,) * len(player.tiles))
        for number, player in enumerate(state.players)
    )
    return replace(state, players=players)
