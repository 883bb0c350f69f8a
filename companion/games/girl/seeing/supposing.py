"""States in which seats have what they may have got unseen: to look for what they then did."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import replace

from companion.flow import Reason
from companion.games.girl.moves import EndTurn, Move, Pick, Recall, Scout
from companion.games.girl.pieces import ASH_KINDS, COLOURS, DOUBLE_KIND, SEATS, Phase
from companion.games.girl.reasons import Broken
from companion.games.girl.state import GirlState, Player

_LIGHT = (Broken.LIGHT_SHORT.key, Broken.PAY_SHORT.key)
_NOT_KEPT = (ASH_KINDS.index(DOUBLE_KIND), ASH_KINDS.index("stardust"))
_TOKEN_OF = {Scout: ASH_KINDS.index("scouting"), Recall: ASH_KINDS.index("recall")}


def as_if_kept(state: GirlState, line: Sequence[Move], before: Sequence[GirlState]) -> GirlState:
    """As if every token that was traded in this round had been kept, where its turn is to come.

    What the running turn did by an action it may have done by such a token, with an action left.
    """
    if state.phase is not Phase.ACTION:
        return state
    players = list(state.players)
    for seat in state.order:
        kinds = _maybe_kept(state, line, before, seat)
        kept = tuple(sorted((*players[seat].kept, *kinds.elements())))
        players[seat] = replace(players[seat], kept=kept)
    more = _by_action(line, state.order[0], Counter(players[state.order[0]].kept))
    return replace(state, players=tuple(players), actions_left=state.actions_left + more)


def _maybe_kept(
    state: GirlState, line: Sequence[Move], before: Sequence[GirlState], seat: int
) -> Counter[int]:
    """Kinds of tokens that a seat may have kept in this round, though it is not booked so."""
    found: Counter[int] = Counter()
    for move, then in zip(line, before, strict=True):
        if not isinstance(move, Pick) or then.round != state.round or SEATS[seat] != move.seat:
            continue
        own = then.cast[move.number - 1]
        if move.light:
            found[own.kind] += 1
        if len(then.order) == 1:  # the token that was left is not seen any more, either
            found.update({t.kind for t in then.cast if not t.taken and t is not own})
    return Counter({kind: n for kind, n in found.items() if kind not in _NOT_KEPT})


def _by_action(line: Sequence[Move], seat: int, kept: Counter[int]) -> int:
    """How many of the running turn's actions a token could have paid for."""
    count = 0
    for move in reversed(line):
        if isinstance(move, EndTurn | Pick):
            break
        if getattr(move, "seat", "") != SEATS[seat] or not isinstance(move, Scout | Recall):
            continue
        kind = _TOKEN_OF[type(move)]
        if not move.by_token and kept[kind] > 0:
            kept[kind] -= 1
            count += 1
    return count


def as_if_richer(state: GirlState, refused: Sequence[Reason]) -> GirlState:
    """As if the seats had had what their moves were refused for."""
    players = list(state.players)
    for reason in refused:
        seat = _seat(reason.where)
        if not 0 <= seat < len(players):
            continue
        players[seat] = _given(players[seat], state.players[seat], reason)
    return replace(state, players=tuple(players))


def _seat(where: str) -> int:
    name = where[:1]
    return SEATS.index(name) if name in SEATS else -1


def _given(player: Player, before: Player, reason: Reason) -> Player:
    if reason.key in _LIGHT:
        colour = COLOURS.index(str(reason.values["colour"]))
        count = int(reason.values["count"])
        light = list(player.light)
        light[colour] = max(light[colour], before.light[colour], count)
        return replace(player, light=tuple(light))
    if reason.key == Broken.STARDUST_SHORT.key:
        return replace(player, stardust=max(player.stardust, int(reason.values["count"])))
    return player
