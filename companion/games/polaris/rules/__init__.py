"""The rules: `judge` hands a move to the part it belongs to."""

from __future__ import annotations

from companion.flow import Accepted, Refused, Verdict
from companion.games.polaris.moves import Move, Play, Reveal, Show, Take, TakeStars
from companion.games.polaris.pieces import DECKS, Phase
from companion.games.polaris.reasons import Broken
from companion.games.polaris.rules.draft import Draft
from companion.games.polaris.rules.playing import play
from companion.games.polaris.rules.rounds import finish
from companion.games.polaris.rules.taking import reveal, take, take_stars
from companion.games.polaris.rules.turns import seat_number
from companion.games.polaris.state import UNSHOWN, PolarisState


def judge(state: PolarisState, move: Move) -> Verdict[PolarisState]:
    """Judge a move; never raises.

    While a slot waits for its next card, nothing but that counts (POL-TAKE-2); at the end the
    personal goals are shown, and no card is needed any more.
    """
    if state.phase is Phase.OVER:
        return Refused((Broken.GAME_OVER.reason("table"),))
    waiting = state.reveal_deck if state.phase is not Phase.SHOWING else -1
    if waiting >= 0 and not isinstance(move, Reveal):
        deck = DECKS[waiting]
        return Refused((Broken.REVEAL_FIRST.reason(deck, deck=deck),))
    match move:
        case Play():
            return play(state, move)
        case Take():
            return take(state, move)
        case TakeStars():
            return take_stars(state, move)
        case Reveal():
            return reveal(state, move)
        case Show():
            return show(state, move)


def show(state: PolarisState, move: Show) -> Verdict[PolarisState]:
    """A player shows the personal goal, at the end of the game only (POL-SET-9, POL-END-4)."""
    seat = seat_number(state, move.seat)
    edition = state.table.edition
    goal = edition.personal_index.get(move.goal)
    reasons = []
    if seat < 0:
        reasons.append(Broken.NO_SUCH_SEAT.reason(move.seat, seat=move.seat))
    if state.phase is not Phase.SHOWING:
        reasons.append(Broken.NOT_YET.reason(move.seat))
    if goal is None:
        reasons.append(Broken.NO_SUCH_PERSONAL.reason(move.seat, goal=move.goal))
    for other, player in enumerate(state.players):
        if other == seat and player.goal != UNSHOWN:
            reasons.append(Broken.SHOWN_ALREADY.reason(move.seat))
        elif other != seat and player.goal == goal:
            reasons.append(Broken.PERSONAL_TAKEN.reason(move.seat, goal=move.goal))
    if reasons or goal is None:
        return Refused(tuple(reasons))
    draft = Draft(state, seat)
    draft.set_player(goal=goal)
    draft.say("goal_shown", "POL-END-4", goal=move.goal)
    draft.store()
    if any(player.goal == UNSHOWN for player in draft.players):
        return Accepted(draft.finished(), tuple(draft.events))
    return finish(draft)
