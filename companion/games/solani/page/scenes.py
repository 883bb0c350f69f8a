"""Everything that a seat may see, drawn: its own board first."""

from __future__ import annotations

from companion.games.playable import Scene
from companion.games.solani.page.card_scene import card_scene
from companion.games.solani.page.main_scene import main_scene
from companion.games.solani.page.player_scene import player_scene
from companion.games.solani.state import SolaniState, seat_name


def scenes(state: SolaniState, seat: str | None) -> tuple[Scene, ...]:
    """The own board, the main board, the cards, the other boards clockwise; from a view."""
    seats = state.table.seats
    names = [seat_name(number) for number in range(seats)]
    common = (main_scene(state), card_scene(state))
    if seat not in names:
        return (*common, *(player_scene(state, number) for number in range(seats)))
    own = names.index(seat)
    others = (player_scene(state, (own + step) % seats) for step in range(1, seats))
    return (player_scene(state, own), *common, *others)
