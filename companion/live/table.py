"""A whole game on everybody's phones, refereed by a camera: what the loop drives."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from companion.display.model import Note, Text, Tone
from companion.errors import CompanionError
from companion.flow import Press
from companion.games.refusals import in_chinese
from companion.live.acting import carry_out
from companion.live.booking import Booking
from companion.live.compose import refereed
from companion.live.ports import Pictures, RefereeRules, Scene
from companion.live.pressing import pressed, time_passes
from companion.live.referee import Referee
from companion.live.requests import LiveRequest
from companion.live.watching import Watching
from companion.live.words import refused
from companion.play.shelf import Shelf
from companion.play.table import PlayTable
from companion.running.loop import Shown
from companion.session.ports import Seen
from companion.table.settle_board import PlaceRules


def _stay() -> None:
    """A table that nobody can shut down."""


class LiveTable(PlayTable):
    """A PlayTable with eyes.  `shut_down` is called when shutting down was confirmed.

    `notices` are sentences about buttons or lamp that don't work; `unfixed` tells what the
    camera can't keep fixed now, or nothing.
    """

    def __init__(
        self,
        shelf: Shelf,
        now_s: float,
        scene: Scene,
        pictures: Pictures,
        usual: Booking,
        rules: RefereeRules | None = None,
        places: PlaceRules | None = None,
    ) -> None:
        super().__init__(shelf, now_s)
        rules = rules or RefereeRules()
        watching = Watching(pictures, places or PlaceRules(), rules.age_ms)
        self.shut_down: Callable[[], None] = _stay
        self.measure: Callable[[], None] = _stay
        self._said = self.verdict
        self.said_at_s = float("-inf")  # when the newest verdict was first shown
        self.notices: tuple[str, ...] = ()
        self.unfixed: Callable[[], str] = str
        self.referee = Referee(self, watching, scene, rules, usual)
        # What the newest pages were made of, the pages, and those without a camera.
        self.dressed: tuple[object, Shown, Shown] | None = None

    @property
    def calm(self) -> bool:
        """Whether the table lies still and nobody waits for a reading."""
        return self.referee.calm

    def press(self, press: Press) -> Note:
        """Carry out a press of a button at the table."""
        if press.held and press.button == "look":
            self.measure()
        note = self.referee.tell(pressed(self.referee, press, self.shut_down))
        self._shown = None
        return note

    def ask(self, request: Any, by: str, at_s: float) -> Note:
        """Carry out what a phone asks for."""
        self.presence.heard(by, at_s)
        if not isinstance(request, LiveRequest):
            note = super().ask(request, by, at_s)
            self.referee.sync()
            return note
        self._shown = None
        if by not in self.seating.phones:
            return refused("may_not")
        phone = self.phone(by)
        if request.moment is not None and request.moment != self.moment:
            return self._tell(phone, refused("moment_passed"))
        phone.note = None
        try:
            note = carry_out(self, request, by, at_s)
        except CompanionError as error:
            note = Note(Tone.REFUSED, Text(str(error), in_chinese(error.sentence)))
        return note if note.tone is Tone.OK else self._tell(phone, note)

    def see(self, seen: Seen, now_s: float) -> None:
        """Take in the newest frame."""
        before = self.verdict, self.moment
        self.referee.see(seen, now_s)
        if before != (self.verdict, self.moment):
            self._shown = None

    def lose(self, why: str) -> None:
        """Take in that there is no picture."""
        self.referee.watching.lost(why)

    def tick(self, now_s: float, busy_until_s: float) -> None:
        """Let time pass."""
        super().tick(now_s, busy_until_s)
        self.referee.watching.busy_until_s = busy_until_s
        before = self.verdict
        self.referee.sync()
        time_passes(self.referee, now_s)
        if before is not self.verdict:
            self._shown = None

    def shown(self, now_s: float, lost_presses: int) -> Shown:
        """What everybody sees: the game's pages, with what the camera sees of it."""
        if self.verdict is not self._said:
            self._said, self.said_at_s = self.verdict, now_s
        return refereed(self, super().shown(now_s, lost_presses), now_s, lost_presses)
