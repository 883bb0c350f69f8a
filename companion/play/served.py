"""A table that plays whole games, running: what the web server talks to, from any thread."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from companion.display.model import Note
from companion.display.photo import NOT_FOUND, PhotoAnswer, PhotoOf
from companion.display.report import GameReport
from companion.play.photos import Photos
from companion.play.requests import ACTS
from companion.play.running_game import RunningGame
from companion.play.table import Admission, LookedInto, PlayTable, ReportAsked
from companion.play.words import refused
from companion.running.acts import Acts
from companion.running.hub import BYSTANDER
from companion.running.loop import Clock, silence
from companion.running.running_table import Deciding

# Dealing a game and drawing all its boards for the first time takes a small computer a while.
ANSWER_WAIT_S = 15.0


class ServedGames(Deciding):
    """The loop round a PlayTable."""

    def __init__(
        self,
        table: PlayTable,
        clock: Clock,
        most_watchers: int,
        lamp: Callable[[str], None] = silence,
        sound: Callable[[str], None] = silence,
    ) -> None:
        self._table, self._clock = table, clock
        self.acts: Acts = ACTS
        self.photos: Photos | None = None
        super().__init__(table.shelf.journal, table, clock, lamp, most_watchers, sound)
        table.presence.watching = self.hub.phones

    def ask(self, request: Any, by: str) -> Note:
        """Have a phone's request decided."""
        return self.inbox.ask(request, by, ANSWER_WAIT_S)

    def admit(self, phone: str) -> None:
        """Take note of a phone that has the join code."""
        self.inbox.ask(Admission(), phone, ANSWER_WAIT_S)

    def viewer(self, phone: str) -> str:
        """As whom a phone watches."""
        return phone if phone in self._table.seating.phones else BYSTANDER

    def picture(self, name: str) -> bytes | None:
        """Find a picture that a phone sent."""
        return None if self.photos is None else self.photos.picture(name)

    @property
    def takes_photos(self) -> bool:
        """Whether phones may send photographs of boards."""
        return self.photos is not None

    def photo(self, encoded: bytes, phone: str, of: PhotoOf) -> PhotoAnswer:
        """Read a photograph of a board, and compare it with the game unless it says of which."""
        if self.photos is None:
            return PhotoAnswer(refused("no_photos"), (), NOT_FOUND)
        if of.game:
            return self.photos.read_alone(encoded, of, self._edition(of.game, phone))
        return self.photos.read(encoded, lambda look: self._look(look, phone))

    def _edition(self, game: str, phone: str) -> str:
        """Which edition of a game is photographed: the one that is played, else their own."""
        played = self._look(lambda running: {running.game.name: running.edition}, phone) or {}
        edition: str = {**self._table.own_editions, **played}.get(game, "")
        return edition

    def _look(self, look: Callable[[RunningGame], Any], phone: str) -> Any:
        """What `look` gives of the game, None before there is one."""
        asked = LookedInto(look, [])
        self.inbox.ask(asked, phone, ANSWER_WAIT_S)
        return asked.answer[0] if asked.answer else None

    def scene(self, name: str) -> bytes | None:
        """Find a drawing by its name."""
        return self._table.gallery.find(name)

    def record(self, phone: str) -> bytes | None:
        """The record of the game as everybody may have it."""
        return self._table.record

    def report(self, phone: str) -> GameReport | None:
        """The report of the game as this phone may have it."""
        asked = ReportAsked([])
        self.inbox.ask(asked, phone, ANSWER_WAIT_S)
        return asked.answer[0] if asked.answer else None

    def now_s(self) -> float:
        """Seconds of the monotonic clock."""
        return self._clock.now_s()
