"""Who does what next."""

from __future__ import annotations

from companion.games.contract import Prompt
from companion.games.starfall.pieces import TO_REVEAL, Phase
from companion.games.starfall.rules.legal import can_add
from companion.games.starfall.state import StarfallState, seat_name


def prompt(state: StarfallState) -> Prompt:
    """The seats that may act and a key of the words; seats are empty for the whole table."""
    if state.phase is Phase.OVER:
        return Prompt((), "prompt.over")
    edition = state.table.edition
    if state.waits:
        number = edition.numbers[state.track.index(TO_REVEAL)]
        return Prompt((), "prompt.reveal", {"number": number})
    player = state.players[state.turn]
    seat = seat_name(state.turn)
    values = {
        "seat": seat,
        "value": edition.value_of(player.pieces),
        "count": state.deck,
        "most": edition.most_tiles,
    }
    if not state.board_tiles:
        key = "prompt.empty_board"
    elif can_add(state):
        key = "prompt.turn"
    else:
        key = "prompt.no_adding"
    return Prompt((seat,), key, values)
