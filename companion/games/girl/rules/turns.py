"""Checks that several moves share: seats, phases, whose turn it is, actions and tokens."""

from __future__ import annotations

from companion.flow import Reason
from companion.games.girl.pieces import ASH_KINDS, SEATS, Phase
from companion.games.girl.reasons import Broken
from companion.games.girl.rules.draft import Draft
from companion.games.girl.state import GirlState, seat_name


def seat_number(state: GirlState, name: str) -> int:
    """The number of a seat that plays, or -1."""
    return SEATS.index(name) if name in SEATS[: state.table.seats] else -1


def phase_reasons(state: GirlState, *phases: Phase) -> list[Reason]:
    """The reason when the game is not in one of these phases."""
    if state.phase in phases:
        return []
    wanted = [phase.value for phase in phases]
    return [Broken.WRONG_PHASE.reason("table", phase=state.phase.value, wanted=wanted)]


def action_reasons(state: GirlState, seat_text: str, by_token: str) -> tuple[int, list[Reason]]:
    """Whose Action turn it is, and what stands against an action there.

    `by_token` is the kind of kept token that pays for it, "" for one of the turn's actions.
    """
    reasons = phase_reasons(state, Phase.ACTION)
    seat = seat_number(state, seat_text)
    if seat < 0:
        return seat, [Broken.NO_SUCH_SEAT.reason(seat_text, seat=seat_text), *reasons]
    if reasons:
        return seat, reasons
    if state.order[0] != seat:
        reasons.append(Broken.NOT_YOUR_TURN.reason(seat_text, turn=seat_name(state.order[0])))
    if by_token:
        if ASH_KINDS.index(by_token) not in state.players[seat].kept:
            reasons.append(Broken.NO_SUCH_TOKEN.reason(seat_text, token=by_token))
    elif state.order[0] == seat and state.actions_left < 1:
        reasons.append(Broken.NO_ACTION_LEFT.reason(seat_text))
    return seat, reasons


def spend_action(draft: Draft, by_token: str) -> None:
    """Count the action, or return the token to the bag (GIRL-TOK-5, GIRL-TOK-7)."""
    if not by_token:
        draft.set(actions_left=max(0, draft.state.actions_left - 1))
        return
    kind = ASH_KINDS.index(by_token)
    kept = list(draft.player.kept)
    kept.remove(kind)
    draft.set_player(kept=tuple(kept))
    return_ash(draft, kind)
    draft.say("token_spent", "GIRL-TOK-5", token=by_token)


def return_ash(draft: Draft, kind: int) -> None:
    """Put a Wood Ash token back into its bag."""
    bag = list(draft.state.ash_bag)
    bag[kind] += 1
    draft.set(ash_bag=tuple(bag))
