"""A state being worked on by one move: its changes and events are collected here."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from companion.flow import Accepted, Event, Reason
from companion.games.solani.pieces import SEATS, Phase
from companion.games.solani.reasons import Broken
from companion.games.solani.state import Player, SolaniState, seat_name

TABLE = "table"
NOBODY = -1

# By the phase that a move belongs to: why it has to wait, why it comes too late.
_EARLY_LATE = {
    Phase.PREPARE: (Broken.PREPARED, Broken.PREPARED),
    Phase.DRAFT: (Broken.NOTHING_LAID_OUT, Broken.DRAFT_OVER),
    Phase.PLACE: (Broken.NOTHING_TAKEN, Broken.PLACING_OVER),
    Phase.SPECIAL: (Broken.SPECIAL_WAITS, Broken.SPECIAL_OVER),
    Phase.REFILL: (Broken.REFILL_LATER, Broken.REFILL_LATER),
}
_NO_TIDYING = {
    Phase.PREPARE: Broken.NOTHING_TO_TIDY,
    Phase.SPECIAL: Broken.SPECIAL_FIRST,
    Phase.REFILL: Broken.REFILL_FIRST,
}


class Change:
    """The changes of one accepted move by `seat` (NOBODY for the table)."""

    def __init__(self, state: SolaniState, seat: int = NOBODY) -> None:
        self.state = state
        self.seat = seat
        self.events: list[Event] = []
        self.edition = state.table.edition

    @property
    def player(self) -> Player:
        """The acting player as it stands now."""
        return self.state.players[self.seat]

    def set(self, **changes: Any) -> None:
        """Change the state."""
        self.state = replace(self.state, **changes)

    def set_player(self, **changes: Any) -> None:
        """Change the acting player."""
        players = list(self.state.players)
        players[self.seat] = replace(players[self.seat], **changes)
        self.set(players=tuple(players))

    def say(self, key: str, clause: str, where: str = "", **values: Any) -> None:
        """Report an event; it happens at the acting seat when no place is given."""
        name = TABLE if self.seat == NOBODY else seat_name(self.seat)
        self.events.append(Event(f"event.{key}", clause, where or name, values))

    def accepted(self) -> Accepted[SolaniState]:
        """Finish the change."""
        return Accepted(self.state, tuple(self.events))


def seat_reasons(state: SolaniState, seat_text: str, *phases: Phase) -> tuple[int, list[Reason]]:
    """The number of a seat, and what stands against a move of it in these phases."""
    reasons = phase_reasons(state, *phases)
    if seat_text in SEATS[: state.table.seats]:
        return SEATS.index(seat_text), reasons
    return NOBODY, [Broken.NO_SUCH_SEAT.reason(seat_text, seat=seat_text), *reasons]


def phase_reasons(state: SolaniState, *phases: Phase) -> list[Reason]:
    """The reason when the game is not in one of these phases."""
    if state.phase in phases:
        return []
    wanted = [phase.value for phase in phases]
    broken = _out_of_phase(state.phase, phases[-1])
    return [broken.reason(TABLE, phase=state.phase.value, wanted=wanted)]


def _out_of_phase(now: Phase, wanted: Phase) -> Broken:
    """The clause by which a move of the phase `wanted` has to wait, or comes too late."""
    if wanted is Phase.TIDY:
        return _NO_TIDYING.get(now, Broken.PLACING_OVER)
    order = list(Phase)
    early, late = _EARLY_LATE[wanted]
    return early if order.index(now) < order.index(wanted) else late
