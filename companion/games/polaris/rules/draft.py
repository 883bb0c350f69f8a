"""A state being worked on by one move; the state itself stays frozen."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from companion.flow import Event
from companion.games.polaris.state import NOBODY, Pile, Player, PolarisState, seat_name


class Draft:
    """The changes of one accepted move by `seat` (NOBODY for the table)."""

    def __init__(self, state: PolarisState, seat: int = NOBODY) -> None:
        self.state = state
        self.seat = seat
        self.events: list[Event] = []
        self._changes: dict[str, Any] = {}

    @property
    def player(self) -> Player:
        """The acting player as it stands now."""
        return self.players[self.seat]

    @property
    def players(self) -> list[Player]:
        """All players as they stand now; changing the list changes the draft."""
        if "players" not in self._changes:
            self._changes["players"] = list(self.state.players)
        players: list[Player] = self._changes["players"]
        return players

    def set_player(self, **changes: Any) -> None:
        """Change the acting player."""
        self.players[self.seat] = replace(self.players[self.seat], **changes)

    def set_pile(self, deck: int, pile: Pile) -> None:
        """Change the slots and discard of a deck."""
        piles = list(self._changes.get("piles", self.state.piles))
        piles[deck] = pile
        self.set(piles=tuple(piles))

    def set(self, **changes: Any) -> None:
        """Change the state outside the players."""
        self._changes.update(changes)

    def say(self, key: str, clause: str, where: str = "", **values: Any) -> None:
        """Report an event; it happens at the acting seat unless another place is named."""
        place = where or (seat_name(self.seat) if self.seat != NOBODY else "table")
        self.events.append(Event(f"event.{key}", clause, place, values))

    def store(self) -> None:
        """Bring `state` up to date."""
        self.state = self.finished()

    def finished(self) -> PolarisState:
        """The state with all changes."""
        if "players" in self._changes:
            self._changes["players"] = tuple(self._changes["players"])
        state = replace(self.state, **self._changes)
        self._changes = {}
        self.state = state
        return state
