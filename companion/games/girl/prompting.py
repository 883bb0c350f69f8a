"""Who does what next."""

from __future__ import annotations

from companion.games.contract import Prompt
from companion.games.girl.pieces import Phase
from companion.games.girl.state import GirlState, seat_name


def prompt(state: GirlState) -> Prompt:
    """The seats that may act and a key of the words; seats are empty for the whole table."""
    if state.offering.reveal:
        return Prompt((), "prompt.reveal")
    if state.phase is Phase.STARGAZING:
        return _stargazing(state)
    first = seat_name(state.turn_order()[0])
    if state.phase is Phase.CASTING:
        count = min(state.track.meeples(), sum(state.ash_bag))
        return Prompt((first,), "prompt.cast", {"count": count, "seat": first})
    if state.phase is Phase.PICKING:
        seat = seat_name(state.order[0])
        return Prompt((seat,), "prompt.pick", {"seat": seat, "left": len(state.order)})
    if state.phase is Phase.ACTION:
        seat = seat_name(state.order[0])
        kept = len(state.players[state.order[0]].kept)
        key = "prompt.act" if state.actions_left else "prompt.end"
        values = {"seat": seat, "count": state.actions_left, "kept": kept}
        return Prompt((seat,), key, values)
    keys = {
        Phase.CLEANUP: "prompt.cleanup",
        Phase.ENDING: "prompt.ending",
        Phase.OVER: "prompt.over",
    }
    return Prompt((), keys[state.phase])


def _stargazing(state: GirlState) -> Prompt:
    drawing = [seat_name(s) for s, player in enumerate(state.players) if not player.drawn]
    count = state.table.edition.tiles_per_round
    if drawing:
        return Prompt(tuple(drawing), "prompt.draw", {"seats": drawing, "count": count})
    placing = [seat_name(s) for s, player in enumerate(state.players) if player.hand]
    left = sum(len(player.hand) for player in state.players)
    return Prompt(tuple(placing), "prompt.place", {"seats": placing, "count": left})
