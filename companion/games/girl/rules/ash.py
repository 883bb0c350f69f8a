"""The Wood Ash phase: the cast, and one selection for every Elder and Villager."""

from __future__ import annotations

from collections import Counter
from dataclasses import replace

from companion.flow import Accepted, Reason, Refused, Verdict
from companion.games.girl.moves import Cast, CastToken, Pick
from companion.games.girl.pieces import ASH_KINDS, COLOURS, DOUBLE_KIND, Phase
from companion.games.girl.reasons import Broken
from companion.games.girl.rules.draft import Draft
from companion.games.girl.rules.turns import phase_reasons, return_ash, seat_number
from companion.games.girl.state import AshToken, GirlState, seat_name
from companion.games.girl.wood_ash import HUB, SURE_SIGMAS, Landing, land

LEAST_SIGMA_MM = 0.001  # the last digit that people write


def selection_order(state: GirlState) -> tuple[int, ...]:
    """Seats by selection: Elders in turn order, then Villagers nearest the Girl first."""
    villagers = tuple(seat for _, seat in reversed(state.track.villagers))
    return state.turn_order() + villagers


def cast(state: GirlState, move: Cast) -> Verdict[GirlState]:
    """The first player casts one token per meeple on the track (GIRL-ASH-1 to 3)."""
    reasons = phase_reasons(state, Phase.CASTING)
    due = min(state.track.meeples(), sum(state.ash_bag))
    if len(move.tokens) != due:
        reasons.append(Broken.CAST_COUNT.reason("dish", due=due, count=len(move.tokens)))
    counts = Counter(token.kind for token in move.tokens)
    for kind, count in counts.items():
        left = state.ash_bag[ASH_KINDS.index(kind)] if kind in ASH_KINDS else 0
        if count > left:
            reasons.append(Broken.CAST_KIND.reason("dish", token=kind, count=count, left=left))
    for number, token in enumerate(move.tokens, 1):
        wrong = not token.colours or len(set(token.colours)) != len(token.colours)
        if token.at_mm is None and (wrong or not set(token.colours) <= set(COLOURS)):
            where = f"dish token {number}"
            reasons.append(Broken.CAST_COLOUR.reason(where, light=list(token.colours)))
    if reasons:
        return Refused(tuple(reasons))
    return _cast(state, move)


def landing(state: GirlState, token: CastToken) -> Landing | None:
    """Where a token counts, when the record gives its place; None when it gives colours."""
    if token.at_mm is None:
        return None
    edition = state.table.edition
    # a sigma that makes every line within the edition's distance a close call
    sigma_mm = max(edition.ask_within_mm / SURE_SIGMAS, LEAST_SIGMA_MM)
    inside = state.table.rulings.ash_inside
    return land(token.at_mm, sigma_mm, edition.dish, edition.token_radius_mm, inside)


def _cast(state: GirlState, move: Cast) -> Verdict[GirlState]:
    draft = Draft(state)
    tokens, bag = [], list(state.ash_bag)
    for number, token in enumerate(move.tokens, 1):
        lying = landing(state, token)
        if lying is not None and lying.outside:
            draft.say("slid", "GIRL-ASH-3", f"dish token {number}", token=token.kind)
        _close_calls(draft, f"dish token {number}", token, lying)
        names = token.colours if lying is None else lying.light
        kind = ASH_KINDS.index(token.kind)
        bag[kind] -= 1
        tokens.append(AshToken(kind, tuple(COLOURS.index(name) for name in names)))
    order = selection_order(state)
    draft.set(cast=tuple(tokens), ash_bag=tuple(bag), order=order, phase=Phase.PICKING)
    draft.say("cast", "GIRL-ASH-2", "dish", count=len(tokens))
    return _close_if_done(draft)


def _close_calls(draft: Draft, where: str, token: CastToken, lying: Landing | None) -> None:
    """Say which lines a token lies so near to that a look at the table may be worth while.

    A written place decides all the same: whoever measured it had the doubt, and settled it.
    """
    for call in lying.close_calls if lying is not None else ():
        values = {"token": token.kind, "area": call.area, "gap": f"{call.gap_mm:.1f}"}
        light = list(lying.light) if lying is not None else []
        clause = "GIRL-ASH-7" if call.area == HUB else "GIRL-ASH-8"
        draft.say("close_call", clause, where, light=light, **values)


def pick(state: GirlState, move: Pick) -> Verdict[GirlState]:
    """A meeple selects a token and keeps it or trades it for Light (GIRL-ASH-4 to 9)."""
    reasons = phase_reasons(state, Phase.PICKING)
    seat = seat_number(state, move.seat)
    if seat < 0:
        return Refused((Broken.NO_SUCH_SEAT.reason(move.seat, seat=move.seat), *reasons))
    if reasons:
        return Refused(tuple(reasons))
    if state.order[0] != seat:
        turn = seat_name(state.order[0])
        reasons.append(Broken.NOT_YOUR_PICK.reason(move.seat, turn=turn))
    where = f"dish token {move.number}"
    if not 1 <= move.number <= len(state.cast) or state.cast[move.number - 1].taken:
        reasons.append(Broken.TOKEN_GONE.reason(where, number=move.number))
    else:
        reasons += _trade_reasons(state.cast[move.number - 1], move, where)
    if reasons:
        return Refused(tuple(reasons))
    return _picked(state, seat, move)


def _trade_reasons(token: AshToken, move: Pick, where: str) -> list[Reason]:
    is_double = ASH_KINDS[token.kind] == DOUBLE_KIND
    if not move.light:
        return [Broken.X2_ONLY_LIGHT.reason(where)] if is_double else []
    reasons = []
    due = 2 if is_double else 1
    if len(move.light) != due:
        reasons.append(Broken.LIGHT_COUNT.reason(where, due=due, count=len(move.light)))
    offered = [COLOURS[colour] for colour in token.colours]
    for colour in sorted(set(move.light) - set(offered)):
        reasons.append(Broken.LIGHT_COLOUR.reason(where, colour=colour, offered=offered))
    return reasons


def _picked(state: GirlState, seat: int, move: Pick) -> Verdict[GirlState]:
    draft = Draft(state, seat)
    token = state.cast[move.number - 1]
    tokens = list(state.cast)
    tokens[move.number - 1] = replace(token, taken=True)
    draft.set(cast=tuple(tokens), order=state.order[1:])
    kind = ASH_KINDS[token.kind]
    if move.light:
        return_ash(draft, token.kind)
        counts = [move.light.count(colour) for colour in COLOURS]
        clause = "GIRL-TOK-2" if kind == DOUBLE_KIND else "GIRL-ASH-6"
        draft.gain_light(counts, clause, key="traded")
    else:
        draft.set_player(kept=tuple(sorted((*draft.player.kept, token.kind))))
        draft.say("kept", "GIRL-TOK-4", token=kind)
    return _close_if_done(draft)


def _close_if_done(draft: Draft) -> Accepted[GirlState]:
    """After the last selection what is left returns to the bag (GIRL-ASH-10, GIRL-Q21)."""
    draft.store()
    left = [token for token in draft.state.cast if not token.taken]
    if draft.state.order and left:
        return draft.accepted()
    for token in left:
        return_ash(draft, token.kind)
    draft.say("phase_action", "GIRL-ASH-10", "table", left=len(left))
    draft.set(cast=(), order=draft.state.turn_order(), phase=Phase.ACTION)
    begin_turn(draft)
    return draft.accepted()


def begin_turn(draft: Draft) -> None:
    """The next player's Action turn: 2 actions, or 4 with the +2 token (GIRL-BON-3)."""
    draft.store()
    state, edition = draft.state, draft.edition
    players = list(state.players)
    seat = state.order[0]
    extra = players[seat].extra_actions
    actions = edition.actions_with_bonus if extra else edition.actions_per_turn
    players[seat] = replace(players[seat], extra_actions=False)
    draft.set(players=tuple(players), actions_left=actions)
    draft.reload()
    draft.say("turn", "GIRL-ACT-1", seat_name(seat), count=actions)
