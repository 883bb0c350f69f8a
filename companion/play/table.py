"""A table without a camera that plays whole games: requests in, journal entries and pages out.

One thread calls everything here, but `may_see` and what the gallery keeps.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from companion.devices.device_words import in_both
from companion.display.model import Note, Text, Tone
from companion.display.report import GameReport
from companion.errors import CompanionError
from companion.flow import Press
from companion.games.refusals import in_chinese
from companion.play.acting import act
from companion.play.compose import compose
from companion.play.gallery import SceneGallery
from companion.play.presence import Presence
from companion.play.reporting import report_of
from companion.play.running_game import RunningGame
from companion.play.seating import Seating
from companion.play.shelf import COMPANION, Shelf
from companion.play.sight import Sight
from companion.play.words import say
from companion.records.document import write_record
from companion.running.loop import Shown
from companion.session.ports import Seen


@dataclass(frozen=True, slots=True)
class Admission:
    """A phone has shown the join code."""


@dataclass(frozen=True, slots=True)
class ReportAsked:
    """A phone wants the report; it is put into `answer`, which stays empty before a game."""

    answer: list[GameReport]


@dataclass(frozen=True, slots=True)
class LookedInto:
    """Somebody looks at the game between two decisions: what `look` gives is put into `answer`.

    It stays empty before a game.
    """

    look: Callable[[RunningGame], Any]
    answer: list[Any]


@dataclass(slots=True)
class PhoneState:
    """What one phone is doing: choices so far, the side it shows, what it was told.

    `spot` is a place with several choices that was tapped.  `looked` is the seat whose side the
    person asked for, at `looked_at` (a moment).  `note` answers the last request of this phone,
    and is shown until the game goes on (`noted_at`).  `leaving`: asked last to put the game away.
    """

    chosen: tuple[str, ...] = ()
    spot: str = ""
    looked: str = ""
    looked_at: int = -1
    note: Note | None = None
    noted_at: int = -1
    all_moves: bool = False
    leaving: bool = False


class PlayTable:
    """The session of a whole game, as the loop drives it."""

    def __init__(self, shelf: Shelf, now_s: float) -> None:
        self.shelf = shelf
        self.gallery = SceneGallery()
        self.running: RunningGame | None = RunningGame.resumed(shelf.journal)
        self.draft = ""  # the game that is being set up
        # Files of their own that whoever started the table gave, by game: these may be asked for.
        self.own_editions: dict[str, str] = {}
        self.takes_photos = False
        self.verdict: Note | None = None  # for everybody; None: the newest move
        self.seating: Seating = shelf.seating
        self.seed = shelf.seed
        self.phones: dict[str, PhoneState] = {}
        self.presence = Presence(now_s)
        self._shown: Shown | None = None
        self.record: bytes | None = None
        if self.running is not None and shelf.dealer == COMPANION:
            # Whoever pulled the plug may have done it just before the draw.
            self.running.draw_chance(self.seed, now_s)

    @property
    def calm(self) -> bool:
        """There is nothing to wait for."""
        return True

    @property
    def moment(self) -> int:
        """The number of the newest entry, 0 before a game."""
        return self.running.moment if self.running is not None else 0

    @property
    def open(self) -> bool:
        """Whether everybody may see everything."""
        return self.running is not None and (self.running.over or self.shelf.shows_all)

    def phone(self, phone: str) -> PhoneState:
        """The state of a phone."""
        return self.phones.setdefault(phone, PhoneState())

    # -- whose side a phone shows --------------------------------------------------------

    def acting(self, phone: str) -> tuple[str, ...]:
        """Seats of this phone whose turn it is."""
        if self.running is None:
            return ()
        held = self.seating.held_by(phone)
        return tuple(seat for seat in self.running.prompt.seats if seat in held)

    def side(self, phone: str) -> str | None:
        """The seat whose side the phone shows; None while that is covered, or without a seat."""
        held = tuple(s for s in self.seating.held_by(phone) if self._exists(s))
        if len(held) < 2 or self.running is None:
            return held[0] if held else None
        state, acting = self.phone(phone), self.acting(phone)
        looked = state.looked if state.looked in held else None
        fresh = looked is not None and state.looked_at == self.moment
        if fresh or (looked is not None and (looked in acting or not acting)):
            return looked
        if self.running.keeps_secrets(held):
            return None
        return acting[0] if acting else looked or held[0]

    def _exists(self, seat: str) -> bool:
        return self.running is not None and seat in self.running.seats

    def sight(self, phone: str) -> Sight:
        """How much a phone may see."""
        side = self.side(phone)
        return Sight(side, everything=self.open)

    # -- the loop ------------------------------------------------------------------------

    def press(self, press: Press) -> Note:
        """A button has no meaning at this table."""
        return Note(Tone.REFUSED, say("unknown_button"))

    def ask(self, request: Any, by: str, at_s: float) -> Note:
        """Carry out what a phone asks for."""
        if isinstance(request, ReportAsked):
            return self._report(request, by)
        if isinstance(request, LookedInto):
            if self.running is not None:
                request.answer.append(request.look(self.running))
            return Note(Tone.OK, say("status"))
        self._shown = None
        self.presence.heard(by, at_s)
        if isinstance(request, Admission):
            return self._admit(by)
        if by not in self.seating.phones:
            return Note(Tone.REFUSED, say("not_joined"))
        phone = self.phone(by)
        moment = getattr(request, "moment", None)
        if moment is not None and moment != self.moment:
            return self._tell(phone, Note(Tone.REFUSED, say("moment_passed")))
        phone.note, phone.leaving = None, False
        try:
            note = act(self, request, by, at_s)
        except CompanionError as error:
            # Games have refusals of their own; the rest is said by devices and journals.
            said = Text(str(error), in_chinese(error.sentence))
            note = Note(Tone.REFUSED, said if said.zh != said.en else in_both(error.sentence))
        return note if note.tone is Tone.OK else self._tell(phone, note)

    def _report(self, asked: ReportAsked, phone: str) -> Note:
        """What happened, as far as whoever asks may know it."""
        if self.running is not None:
            known = phone in self.seating.phones
            sight = self.sight(phone) if known else Sight(None, everything=self.open)
            asked.answer.append(report_of(self, self.running, sight))
        return Note(Tone.OK, say("status"))

    def _tell(self, phone: PhoneState, note: Note) -> Note:
        phone.note, phone.noted_at = note, self.moment
        return note

    def told(self, phone: str) -> Note | None:
        """What this phone was told last, unless the game has gone on since."""
        state = self.phones.get(phone)
        return state.note if state is not None and state.noted_at == self.moment else None

    def _admit(self, phone: str) -> Note:
        if phone not in self.seating.phones:
            self.seating = self.shelf.seating = self.seating.admitted(phone)
        return Note(Tone.OK, say("status"))

    def see(self, seen: Seen, now_s: float) -> None:
        """There is no camera."""

    def lose(self, why: str) -> None:
        """There is no camera."""

    def tick(self, now_s: float, busy_until_s: float) -> None:
        """Save what could not be saved before, and notice which phones are away."""
        if self.presence.look(self.seating.phones, now_s):
            self._shown = None
        running = self.running
        if running is not None and running.session.trouble and running.session.save():
            self._shown = None

    def shown(self, now_s: float, lost_presses: int) -> Shown:
        """What a bystander and each phone see; worked out again only when something happened."""
        if self._shown is None:
            own = {phone: compose(self, phone) for phone in self.seating.phones}
            self._shown = Shown(compose(self, ""), own)
            self._keep_record()
        return self._shown

    def _keep_record(self) -> None:
        """The record as everybody may have it; hidden things are in it only when all is open."""
        running = self.running
        sight = Sight(None, everything=self.open)
        self.record = None if running is None else write_record(running.record_seen(sight))
