"""The end of a turn, the Cleanup phase, and the end of the game."""

from __future__ import annotations

from dataclasses import replace

from companion.flow import Finished, Refused, Verdict
from companion.games.girl.moves import Cleanup, EndTurn, Finish
from companion.games.girl.pieces import ASH_KINDS, Phase
from companion.games.girl.reasons import Broken
from companion.games.girl.rules.ash import begin_turn
from companion.games.girl.rules.draft import Draft
from companion.games.girl.rules.offering import NO_CARD, discard_card
from companion.games.girl.rules.turns import action_reasons, phase_reasons, return_ash
from companion.games.girl.scoring import final_score
from companion.games.girl.state import GirlState, seat_name


def end_turn(state: GirlState, move: EndTurn) -> Verdict[GirlState]:
    """All actions are taken; unspent tokens are lost (GIRL-TOK-6, GIRL-USE-1)."""
    seat, reasons = action_reasons(state, move.seat, "")
    reasons = [r for r in reasons if r.key != Broken.NO_ACTION_LEFT.key]
    if not reasons and state.actions_left > 0:
        reasons.append(Broken.ACTIONS_OPEN.reason(move.seat, left=state.actions_left))
    if reasons:
        return Refused(tuple(reasons))
    draft = Draft(state, seat)
    for kind in draft.player.kept:
        return_ash(draft, kind)
        draft.say("token_lost", "GIRL-TOK-6", token=ASH_KINDS[kind])
    draft.set_player(kept=())
    draft.set(order=state.order[1:], actions_left=0)
    draft.store()
    if draft.state.order:
        begin_turn(draft)
    else:
        draft.set(phase=Phase.CLEANUP)
        draft.say("phase_cleanup", "GIRL-RND-1", "table")
    return draft.accepted()


def cleanup(state: GirlState, move: Cleanup) -> Verdict[GirlState]:
    """Move the Girl and the last Elder, then discard rewards and the card (GIRL-CLEAN-1 to 5)."""
    reasons = phase_reasons(state, Phase.CLEANUP)
    if reasons:
        return Refused(tuple(reasons))
    draft = Draft(state)
    if state.track.girl >= state.table.track_length:
        draft.set(phase=Phase.ENDING)
        draft.say("game_ending", "GIRL-CLEAN-2", "track")
        return draft.accepted()
    _move_track(draft)
    _discard_rewards(draft)
    _check_card(draft)
    players = tuple(replace(player, drawn=False) for player in draft.state.players)
    draft.set(phase=Phase.STARGAZING, round=state.round + 1, players=players)
    draft.reload()
    draft.say("round", "GIRL-RND-1", "table", round=state.round + 1)
    return draft.accepted()


def _move_track(draft: Draft) -> None:
    track = draft.state.track
    draft.say("girl_moves", "GIRL-CLEAN-1", "track", space=track.girl + 1)
    last = min(range(len(track.elders)), key=lambda seat: track.elders[seat])
    elders = list(track.elders)
    elders[last] = track.girl
    draft.set(track=replace(track, girl=track.girl + 1, elders=tuple(elders)))
    draft.say("first_player", "GIRL-CLEAN-3", "track", seat=seat_name(last))


def _discard_rewards(draft: Draft) -> None:
    piles = []
    for kind, pile in zip(draft.edition.piles, draft.state.piles, strict=True):
        if pile.marked:
            draft.say("reward_gone", "GIRL-CLEAN-4", f"pile {kind.label}", pile=kind.label)
            pile = replace(pile, gone=min(pile.gone + 1, len(pile.values)), marked=False)
        piles.append(pile)
    draft.set(piles=tuple(piles))


def _check_card(draft: Draft) -> None:
    """GIRL-REF-2; counted in spaces or in Villagers by the ruling offering_count."""
    state = draft.state
    if state.offering.card == NO_CARD:
        return
    count = state.offering.filled.bit_count()
    if draft.rulings.offering_count == "villagers":
        count = sum(state.village)
    if count >= state.table.seats:
        discard_card(draft, "GIRL-REF-2")


def finish(state: GirlState, move: Finish) -> Verdict[GirlState]:
    """Nobody spends any more Stardust: score the game (GIRL-END-1 to 4)."""
    reasons = phase_reasons(state, Phase.ENDING)
    if reasons:
        return Refused(tuple(reasons))
    over = replace(state, phase=Phase.OVER)
    draft = Draft(over)
    result = final_score(over)
    draft.say("game_over", "GIRL-END-3", "table", seats=list(result.winners))
    return Finished(over, result, tuple(draft.events))
