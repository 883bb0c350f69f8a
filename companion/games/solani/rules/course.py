"""How a round goes on after a move: from drafting to placing, special draft and tidying."""

from __future__ import annotations

from dataclasses import replace

from companion.games.solani.pieces import Phase
from companion.games.solani.rules.change import TABLE, Change
from companion.games.solani.rules.order import due_types, laid_out, taker
from companion.games.solani.state import NOTHING, SolaniState, seat_name


def go_on(change: Change) -> None:
    """Enter the next phase as soon as nothing is left to do in this one."""
    state = change.state
    if state.phase is Phase.DRAFT:
        _skip_takes(change)
        if change.state.takes == 2 * state.table.seats:
            change.set(phase=Phase.PLACE)
    if change.state.phase is Phase.PLACE and not any(p.stores for p in change.state.players):
        _after_placing(change)


def _skip_takes(change: Change) -> None:
    """Pass over takes for which no tile is left: bags may run dry in other editions."""
    while change.state.takes < 2 * change.state.table.seats:
        state = change.state
        if any(laid_out(state, number) for number in due_types(state)):
            return
        where = seat_name(taker(state))
        change.say("none_left", "SOL-DRAFT-1", where)
        change.set(takes=state.takes + 1)


def special_queue(state: SolaniState) -> tuple[int, ...]:
    """Turns of the special draft: clockwise, one a lap for each tile surrounded (SOL-Q7)."""
    seats, laps = state.clockwise(), max(player.owed for player in state.players)
    return tuple(seat for lap in range(laps) for seat in seats if state.players[seat].owed > lap)


def _after_placing(change: Change) -> None:
    """The special draft waits for everybody (SOL-PLACE-6, SOL-Q20)."""
    queue = special_queue(change.state)
    if not queue:
        change.set(phase=Phase.TIDY)
        return
    players = tuple(replace(player, owed=0) for player in change.state.players)
    change.set(phase=Phase.SPECIAL, queue=queue, players=players)
    seats = [seat_name(seat) for seat in queue]
    change.say("special_draft", "SOL-PLACE-6", TABLE, seats=seats)
    next_special(change)


def open_decks(state: SolaniState, seat: int) -> tuple[int, ...]:
    """The decks of which a seat may hold one more card (SOL-SPEC-4)."""
    edition, held = state.table.edition, state.players[seat].cards
    most = edition.cards_per_type
    return tuple(
        deck
        for deck in range(len(edition.decks))
        if sum(edition.cards[card].deck == deck for card in held) < most
    )


def next_special(change: Change) -> None:
    """Skip turns for which there is no card (SOL-Q9); tidy when none is left."""
    while change.state.queue:
        state = change.state
        seat = state.queue[0]
        if any(state.display[deck] or state.decks[deck] for deck in open_decks(state, seat)):
            return
        change.say("special_skipped", "SOL-Q9", seat_name(seat))
        change.set(queue=state.queue[1:])
    change.set(phase=Phase.TIDY, deck=NOTHING, drawn=())
