"""A state being worked on by one move: gains, scores and events are collected here.

The state itself stays frozen; a draft replaces it piece by piece and ends as a new one.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import Any

from companion.flow import Accepted, Event
from companion.games.girl.pieces import COLOURS, SOURCES, Phase, Source
from companion.games.girl.state import NOBODY, STARDUST, GirlState, Pile, Player, seat_name

ONE_EACH = (1,) * len(COLOURS)
_PLACE = {source: place for place, source in enumerate(SOURCES)}


def stardust_in_use(state: GirlState) -> int:
    """Stardust held, on boards and beside piles."""
    held = 0
    for player in state.players:
        board = player.board
        held += player.stardust
        if STARDUST in board.kind:
            kinds = zip(board.kind, board.lines, strict=True)
            held += sum(count for kind, count in kinds if kind == STARDUST)
    return held + sum(pile.marked for pile in state.piles)


def light_in_use(state: GirlState, colour: int) -> int:
    """Light of a colour held, on tiles and on paths."""
    value = colour + 1
    held = sum(p.light[colour] + p.board.crystal.count(value) for p in state.players)
    return held + state.paths.count(value)


class Draft:
    """The changes of one accepted move by `seat` (NOBODY for the table)."""

    def __init__(self, state: GirlState, seat: int = NOBODY) -> None:
        self.state = state
        self.seat = seat
        self.events: list[Event] = []
        self._player = state.players[seat] if seat != NOBODY else state.players[0]
        self.edition = state.table.edition
        self.rulings = state.table.rulings

    @property
    def player(self) -> Player:
        """The acting player as it stands now."""
        return self._player

    def set_player(self, **changes: Any) -> None:
        """Change the acting player."""
        self._player = replace(self._player, **changes)

    def set(self, **changes: Any) -> None:
        """Change the state outside the players."""
        self.state = replace(self.state, **changes)

    def say(self, key: str, clause: str, where: str = "", **values: Any) -> None:
        """Report an event."""
        self.events.append(Event(f"event.{key}", clause, where or self.where, values))

    @property
    def where(self) -> str:
        """The acting seat's name."""
        return seat_name(self.seat) if self.seat != NOBODY else "table"

    def store(self) -> None:
        """Put the acting player back into the state."""
        if self.seat == NOBODY or self.state.players[self.seat] is self._player:
            return
        players = list(self.state.players)
        players[self.seat] = self._player
        self.state = replace(self.state, players=tuple(players))

    def reload(self) -> None:
        """Take the acting player from the state again, after `set(players=...)`."""
        if self.seat != NOBODY:
            self._player = self.state.players[self.seat]

    def accepted(self) -> Accepted[GirlState]:
        """Finish the draft."""
        self.store()
        return Accepted(self.state, tuple(self.events))

    def score(self, vp: int, source: Source) -> None:
        """Add VP (GIRL-END-3); a loss stops at 0 only by the ruling floor_zero (GIRL-Q40)."""
        points = list(self._player.points)
        if vp < 0 and self.rulings.floor_zero:
            vp = -min(-vp, max(0, self._player.score))
        points[_PLACE[source]] += vp
        self.set_player(points=tuple(points))

    def from_supply(self, kind: str, wanted: int, printed: int, in_use: int) -> int:
        """How many pieces the supply gives (GIRL-Q37), with a warning above the printed number."""
        if in_use + wanted <= printed:
            return wanted
        if not self.rulings.supply_limit:
            self.say("supply_exceeded", "GIRL-Q37", kind=kind, printed=printed)
            return wanted
        given = max(0, printed - in_use)
        self.say("supply_empty", "GIRL-Q37", kind=kind, given=given, wanted=wanted)
        return given

    def gain_stardust(
        self, count: int, clause: str, where: str = "", key: str = "stardust"
    ) -> None:
        """Gain Stardust from the supply."""
        self.store()
        in_use = stardust_in_use(self.state)
        given = self.from_supply("stardust", count, self.edition.printed.stardust, in_use)
        self.set_player(stardust=self._player.stardust + given)
        self.say(key, clause, where, count=given)

    def take_light(self, colour: int, count: int) -> int:
        """Take Light from the supply; returns how many there were."""
        self.store()
        in_use = light_in_use(self.state, colour)
        printed = self.edition.printed.light_per_colour
        return self.from_supply(COLOURS[colour], count, printed, in_use)

    def gain_light(self, counts: Sequence[int], clause: str, key: str = "light") -> None:
        """Gain Light per colour from the supply."""
        light = list(self._player.light)
        names: list[str] = []
        for colour, count in enumerate(counts):
            if count:
                given = self.take_light(colour, count)
                light[colour] += given
                names += [COLOURS[colour]] * given
        self.set_player(light=tuple(light))
        self.say(key, clause, light=names)

    def reward(self, count: int, source: Source, clause: str, where: str) -> None:
        """Score the Connection Reward for `count` Light and mark it (GIRL-CON-3/4)."""
        index = self.edition.pile_for(count)
        if index < 0:
            self.say("no_reward", clause, where, count=count)
            return
        label = self.edition.piles[index].label
        pile = self.state.piles[index]
        if pile.empty:
            last = self.rulings.empty_pile == "last_value" and pile.values
            vp = pile.values[-1] if last else 0
            self.say("pile_empty", "GIRL-Q19", where, pile=label, vp=vp)
        else:
            vp = pile.values[pile.gone]
            self.say(f"reward_{source.value}", clause, where, pile=label, count=count, vp=vp)
            if not pile.marked:
                self._mark(index, pile, label)
        self.score(vp, source)

    def _mark(self, index: int, pile: Pile, label: str) -> None:
        self.store()
        in_use = stardust_in_use(self.state)
        # a mark is only a reminder: it is made even when no disc is left for it
        self.from_supply("stardust", 1, self.edition.printed.stardust, in_use)
        piles = list(self.state.piles)
        piles[index] = replace(pile, marked=True)
        self.set(piles=tuple(piles))
        self.say("marked", "GIRL-CON-4", f"pile {label}", pile=label)

    def in_own_action_turn(self) -> bool:
        """Whether the acting player is taking the Action turn right now."""
        state = self.state
        return state.phase is Phase.ACTION and bool(state.order) and state.order[0] == self.seat
