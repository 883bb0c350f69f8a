"""A refereed table, running: the game's loop with eyes; safe to call from any thread."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from companion.display.model import Note
from companion.flow import Frame, Press
from companion.live.requests import LIVE_ACTS, PressRequest
from companion.live.table import LiveTable
from companion.play.served import ServedGames
from companion.running.acts import Acts
from companion.running.eyes import Camera, Eyes, Reader
from companion.running.loop import Clock, silence
from companion.session.ports import Seen


class ServedLive(ServedGames):
    """The loop round a LiveTable; `picture` finds a JPEG by its name; see Eyes for `draws`."""

    def __init__(
        self,
        table: LiveTable,
        camera: Camera,
        reader: Reader,
        clock: Clock,
        pace_s: float,
        most_watchers: int,
        picture: Callable[[str], bytes | None],
        lamp: Callable[[str], None] = silence,
        sound: Callable[[str], None] = silence,
        read_anew: Callable[[], None] = lambda: None,
        halt: Callable[[], None] = lambda: None,
        draws: bool = False,
    ) -> None:
        super().__init__(table, clock, most_watchers, lamp, sound)
        self.acts: Acts = {**self.acts, **LIVE_ACTS}
        self._picture, self._read_anew, self._halt = picture, read_anew, halt
        self._eyes = Eyes(camera, reader, self.inbox, clock, pace_s, draws)
        table.measure = self._eyes.settle_soon
        self.beside("eyes", self._eyes.run)

    def press(self, press: Press) -> None:
        """Enqueue a press of a button; whoever presses wants it looked at."""
        self._read_anew()
        self.inbox.press(press)

    def ask(self, request: Any, by: str) -> Note:
        """Have a phone's request decided."""
        if isinstance(request, PressRequest):
            self._read_anew()
        return super().ask(request, by)

    def stop(self) -> None:
        """Stop every thread; a reading that goes on is ended."""
        self._halt()
        super().stop()

    @property
    def past_help(self) -> bool:
        """Whether the camera hangs so that only a new process can have it."""
        return self._eyes.past_help

    @property
    def sight(self) -> tuple[Seen | None, str]:
        """The newest reading, and why there are no pictures now."""
        return self._eyes.sight

    def still(self, wait_s: float) -> Frame:
        """Give a picture as large as the camera makes; see Eyes.still."""
        return self._eyes.still(wait_s)

    def picture(self, name: str) -> bytes | None:
        """Find a drawn picture, kept evidence, or what a phone sent."""
        return self._picture(name) or super().picture(name)
