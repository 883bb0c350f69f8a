"""Who does what next."""

from __future__ import annotations

from companion.games.contract import Prompt
from companion.games.polaris.pieces import DECKS, Phase
from companion.games.polaris.state import NOBODY, UNSHOWN, PolarisState, seat_name


def prompt(state: PolarisState) -> Prompt:
    """The seats that may act and a key of the words; seats are empty for the whole table."""
    if state.phase is Phase.OVER:
        return Prompt((), "prompt.over")
    if state.phase is Phase.SHOWING:
        hidden = (n for n, player in enumerate(state.players) if player.goal == UNSHOWN)
        seats = tuple(map(seat_name, hidden))
        return Prompt(seats, "prompt.show", {"seats": list(seats)})
    deck = state.reveal_deck
    if deck != NOBODY:
        return Prompt((), "prompt.reveal", {"deck": DECKS[deck]})
    player = state.players[state.turn]
    key = "prompt.last_turn" if state.phase is Phase.LAST_TURNS else "prompt.turn"
    seat = seat_name(state.turn)
    values = {
        "seat": seat,
        "cards": len(player.hand),
        "count": player.shooting_stars,
        "left": max(0, state.dawn_spaces - len(state.dawn)),
    }
    return Prompt((seat,), key, values)
