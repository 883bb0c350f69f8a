"""The end of a turn, of a round and of the game (POL-TURN-2, POL-ROUND, POL-END-1)."""

from __future__ import annotations

from dataclasses import replace

from companion.flow import Accepted, Finished, Verdict
from companion.games.polaris.edition import on_scale
from companion.games.polaris.pieces import BASIC, Phase, Source
from companion.games.polaris.rules.draft import Draft
from companion.games.polaris.scoring import final_score
from companion.games.polaris.sky.goals import Fulfilment, fulfilment, with_the_most
from companion.games.polaris.state import (
    NOBODY,
    UNSHOWN,
    Entry,
    Pile,
    Player,
    PolarisState,
    seat_name,
)
from companion.games.polaris.words import said_goal


def end_turn(draft: Draft) -> Verdict[PolarisState]:
    """The turn of the draft's seat is over: check the dawn track, then the next one acts."""
    draft.store()
    state = draft.state
    if state.phase is Phase.LAST_TURNS:
        left = state.last_turns[1:]
        draft.set(last_turns=left)
        if not left:
            return _end_round(draft)
        draft.set(turn=left[0])
    elif len(state.dawn) >= state.dawn_spaces:
        count = state.table.seats
        others = tuple((state.turn + step) % count for step in range(1, count))
        seat = seat_name(state.turn)
        draft.say("track_full", "POL-ROUND-1", "dawn track", round=state.round)
        draft.say("telescope_taken", "POL-ROUND-2", seat, seats=[seat_name(s) for s in others])
        draft.set(phase=Phase.LAST_TURNS, telescope=state.turn, last_turns=others, turn=others[0])
    else:
        draft.set(turn=(state.turn + 1) % state.table.seats)
    return Accepted(draft.finished(), tuple(draft.events))


def _end_round(draft: Draft) -> Verdict[PolarisState]:
    """Interim scoring, then the next round, or the end of the game (POL-END-1, POL-Q28)."""
    _interim(draft)
    draft.store()
    if draft.state.round < draft.state.table.edition.rounds:
        _next_round(draft)
        return Accepted(draft.finished(), tuple(draft.events))
    if any(player.goal == UNSHOWN for player in draft.players):
        draft.set(phase=Phase.SHOWING)
        draft.say("show_goals", "POL-END-4", "table")
        return Accepted(draft.finished(), tuple(draft.events))
    return finish(draft)


def finish(draft: Draft) -> Finished[PolarisState]:
    """The final scoring (POL-END)."""
    draft.set(phase=Phase.OVER)
    state = draft.finished()
    result = final_score(state)
    draft.say("finished", "POL-END-7", "table", seats=list(result.winners))
    return Finished(state, result, tuple(draft.events))


def _interim(draft: Draft) -> None:
    """Telescope, goal, bonus, in this order (POL-ROUND-4 to 7, POL-Q15)."""
    state = draft.state
    edition, numbers = state.table.edition, state.table.edition.round
    goal = edition.goals[state.goal]
    counts = [fulfilment(edition.sky, goal, state.stars[s], state.lines) for s in _seats(state)]
    most = with_the_most(counts, state.table.rulings.zero_bonus)
    for seat, player in enumerate(draft.players):
        if seat == state.telescope:
            player = _scored(player, Source.TELESCOPE, str(state.round), numbers.telescope)
            draft.say("telescope", "POL-ROUND-4", seat_name(seat), vp=numbers.telescope)
        printed = on_scale(goal.scale, counts[seat][0])
        vp = max(printed, -player.score)
        player = _scored(player, Source.GOAL, goal.name, vp)
        _say_goal(draft, seat, counts[seat], printed, vp)
        if seat in most:
            player = _scored(player, Source.MOST, goal.name, numbers.most)
            draft.say("most", "POL-ROUND-6", seat_name(seat), goal=said_goal(goal), vp=numbers.most)
        draft.players[seat] = player


def _seats(state: PolarisState) -> range:
    return range(state.table.seats)


def _say_goal(draft: Draft, seat: int, counted: Fulfilment, printed: int, vp: int) -> None:
    goal = said_goal(draft.state.table.edition.goals[draft.state.goal])
    draft.say("goal", "POL-ROUND-5", seat_name(seat), goal=goal, count=counted[0], vp=printed)
    if vp != printed:
        draft.say("floor", "POL-ROUND-7", seat_name(seat), vp=vp)


def _scored(player: Player, source: Source, name: str, vp: int) -> Player:
    return replace(player, ledger=(*player.ledger, Entry(source, name, vp)))


def _next_round(draft: Draft) -> None:
    """Frame, dawn track, telescope, first player (POL-ROUND-8 to 10)."""
    state = draft.state
    edition = state.table.edition
    new_moon = edition.sector_at(state.new_moon, 1)
    basic = state.piles[BASIC]
    draft.set_pile(BASIC, Pile(basic.slots, tuple(sorted((*basic.discards, *state.dawn)))))
    draft.set(
        phase=Phase.TURNS,
        round=state.round + 1,
        new_moon=new_moon,
        dawn=(),
        turn=state.telescope,
        telescope=NOBODY,
    )
    draft.say("frame_turned", "POL-ROUND-8", f"sector {new_moon}", sector=new_moon)
    left = state.dawn_spaces - 1
    draft.say("track_cleared", "POL-ROUND-9", "dawn track", count=left)
    goal = said_goal(edition.goals[state.table.goals[new_moon - 1]])
    seat = seat_name(state.telescope)
    draft.say("round_begins", "POL-ROUND-10", seat, round=state.round + 1, goal=goal)
