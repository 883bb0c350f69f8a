"""The referee of a whole game: presses and frames in; booked moves, questions, refusals out.

One thread calls everything here.  Nothing is booked from a frame whose exposure began before the
press that asks for it, and nothing that differs from what people were shown.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import replace
from typing import TYPE_CHECKING

from companion.display.model import Note, Text, Tone
from companion.errors import CompanionError
from companion.games.contract import Explanation
from companion.games.refusals import in_chinese
from companion.live.answering import Waiting, answer
from companion.live.behind import Behind, read_behind, write_behind
from companion.live.booked import book_moves, book_windows, booked_words, put_right
from companion.live.booking import BOOKING_FACT, ITSELF, Booking, phase_of, read_booking
from companion.live.expected import Spot
from companion.live.meaning import meaning_of
from companion.live.ports import RefereeRules, Scene, lay
from companion.live.presses import Situation
from companion.live.said import LEFT
from companion.live.telling import crop_of, titles_words, told
from companion.live.understanding import Outcome, Understood
from companion.live.watching import Watching
from companion.live.words import say
from companion.play.moving import after_move
from companion.play.running_game import BY_CAMERA, RunningGame
from companion.play.words import joined
from companion.session.ports import Seen

if TYPE_CHECKING:
    from companion.play.table import PlayTable

BEHIND_FACT = "behind"


class Referee:
    """Decides what becomes of what is seen; `table` is the game on everybody's phones."""

    def __init__(
        self,
        table: PlayTable,
        watching: Watching,
        scene: Scene,
        rules: RefereeRules,
        usual: Booking,
    ) -> None:
        self.table, self.watching, self.scene, self.rules = table, watching, scene, rules
        self.waiting: Waiting | None = None
        self.confirming: tuple[Situation, float] | None = None  # and since when
        self.asked: tuple[Explanation, ...] = ()  # readings of a question that a press led to
        self.examined: dict[str, Spot] = {}  # a place that a phone wants to see
        self._usual = usual
        self._running: RunningGame | None = None
        self._asked_at: tuple[int, int] = (-1, -1)
        self._open: tuple[Note | None, tuple[int, int]] = (None, (-1, -1))
        self._declined = -1  # a settled table that is not booked by itself
        self._broken_since_s: tuple[int, float] = (-1, math.inf)
        self._told = -1  # a settled table that was spoken about already
        self._after_s = -math.inf  # frames that may be booked by themselves began after this
        self.begin()

    # -- the game --------------------------------------------------------------------------

    @property
    def running(self) -> RunningGame | None:
        """The game that is watched."""
        return self._running

    def _begin_or_say(self) -> None:
        """Watch the game that was begun on the page; by hand if it can't be watched."""
        try:
            self.begin()
        except CompanionError as error:
            self.watching.begin(None, None, Behind())
            self.tell(Note(Tone.REFUSED, Text(str(error), in_chinese(error.sentence))))

    def begin(self) -> None:
        """Watch the game that is on the table now, or none; raises InputError if it can't be."""
        running = self._running = self.table.running
        art = self.scene.watch(running)
        behind = read_behind(self.table.shelf.journal.fact(BEHIND_FACT))
        self.watching.begin(running, art, behind)
        self.waiting, self.confirming, self.asked = None, None, ()
        self.examined.clear()
        self._declined = self._told = -1
        if running is not None:
            self._lay()

    def sync(self) -> None:
        """Take in that the game may have gone on by other hands than the camera's."""
        if self.table.running is not self._running:
            self._begin_or_say()
        if self.watching.went_on(by_camera=False):
            self._declined = self.watching.number
            self._keep_behind()
            self._lay()

    def _lay(self) -> None:
        """A simulated table follows what was entered by hand."""
        if self.scene.hands is not None and self._running is not None:
            lay(self.scene.hands, self._running)

    def _keep_behind(self) -> None:
        self.table.shelf.journal.set_fact(BEHIND_FACT, write_behind(self.watching.behind))

    @property
    def booking(self) -> Booking:
        """When what is seen is booked."""
        return read_booking(self.table.shelf.journal.fact(BOOKING_FACT)) or self._usual

    @property
    def phase(self) -> str:
        """What is due now, as settings name it."""
        return "" if self._running is None else phase_of(self._running.prompt.key)

    # -- what holds now --------------------------------------------------------------------

    @property
    def understood(self) -> Understood | None:
        """What the settled table means now."""
        return self.watching.understood

    @property
    def situation(self) -> Situation:
        """What gives presses their meaning."""
        if self.waiting is not None:
            return Situation.LOOKING
        if self.confirming is not None:
            return self.confirming[0]
        running, understood = self._running, self.understood
        if running is None:
            return Situation.NO_GAME
        if running.over:
            return Situation.OVER
        if self.open_asked():
            return Situation.ASKING
        if understood is None:
            return Situation.UNSEEN
        return {
            Outcome.SAME: Situation.SAME,
            Outcome.MOVES: Situation.READY,
            Outcome.QUESTION: Situation.ASKING,
            Outcome.BROKEN: Situation.BROKEN,
        }[understood.outcome]

    def open_asked(self) -> tuple[Explanation, ...]:
        """The readings of the question that a press led to, while it is open."""
        moment = (self.table.moment, self.watching.number)
        return self.asked if self._asked_at == moment else ()

    @property
    def readings(self) -> tuple[Explanation, ...]:
        """The readings of whatever question is open."""
        understood = self.understood
        if self.open_asked():
            return self.open_asked()
        if understood is not None and understood.outcome is Outcome.QUESTION:
            return understood.results
        return ()

    @property
    def calm(self) -> bool:
        """Whether the table lies still and nobody waits for a reading."""
        return self.waiting is None and (self._running is None or self.watching.now.settled)

    # -- frames ----------------------------------------------------------------------------

    def see(self, seen: Seen, now_s: float) -> None:
        """Take in the newest frame."""
        self.sync()
        self.watching.see(seen)
        running, now = self._running, self.watching.now
        if running is not None and now.settled:
            self._settled(running, now_s)
        if self.table.seating.roles:  # only a referee or the table's tablet is shown the picture
            self.watching.draw(now_s, self.rules.redraw_ms)

    def _settled(self, running: RunningGame, now_s: float) -> None:
        before, bumped = self.table.verdict, self.watching.now.bumped
        self._decide(running, now_s)
        if bumped:
            moved = say("bumped", boards=titles_words(self.watching.art, bumped))
            said = self.table.verdict
            if said is None or said is before:
                self.tell(Note(Tone.INFO, moved))
            else:  # the hand that laid a piece bumped the board: both are said
                self.tell(replace(said, text=joined((moved, said.text), (" ", ""))))

    def _decide(self, running: RunningGame, now_s: float) -> None:
        now = self.watching.now
        for word in self.watching.departed():
            running.session.note(LEFT, str(word.seq), BY_CAMERA, now_s)
        if self.watching.follow():
            self._keep_behind()
        understood = self.understood
        if understood is None:
            return
        waiting = self.waiting
        if waiting is not None:
            if now.since_s >= waiting.press.at_s:
                self.waiting = None
                self._told = self.watching.number
                self.tell(answer(self, running, understood, waiting, now_s))
        elif not running.over:
            self._by_itself(running, understood, now_s)

    def _by_itself(self, running: RunningGame, understood: Understood, now_s: float) -> None:
        """What is done about a settled table that nobody pressed for."""
        number = self.watching.number
        if self.booking.way(self.phase) != ITSELF or number == self._declined:
            return
        if self.watching.now.since_s < self._after_s:
            return
        if understood.outcome is Outcome.MOVES and understood.certain:
            self.tell(self.book(running, understood.moves, understood, now_s))
            return
        if understood.outcome is Outcome.SAME:
            self._broken_since_s = (-1, math.inf)
            return
        # What is wrong may be half of a move: it is said when it has lain so for a while.
        if self._broken_since_s[0] != number:
            self._broken_since_s = (number, now_s)
        lain_ms = (now_s - self._broken_since_s[1]) * 1000
        if lain_ms >= self.rules.patience_ms and self._told != number:
            self._told = number
            self.tell(self.note_of(running, understood))

    def note_of(self, running: RunningGame, understood: Understood) -> Note:
        """What a settled table means, in words, with what can be done about it."""
        return meaning_of(running, self.watching, understood)

    # -- booking ---------------------------------------------------------------------------

    def book(
        self,
        running: RunningGame,
        moves: Sequence[str],
        understood: Understood,
        now_s: float,
        words: str = "booked",
        by: str = "",
    ) -> Note:
        """Book moves with the picture that shows them; gives what is said about it.

        `by` is who decided that they count, when it was not the player whose moves they are.
        """
        seen, evidence = self.watching.seen, self.watching.keep()
        what = told(running, moves)
        put_right(running, understood.results, moves, now_s)
        first = len(running.session.steps)
        steps = book_moves(running, moves, now_s, evidence, by)
        size_wh = seen.frame.size_wh if seen is not None else (0, 0)
        windows = understood.differences
        book_windows(running, steps, windows, size_wh, now_s, evidence)
        self.watching.went_on(by_camera=True)
        self.asked, self._after_s = (), now_s
        after_move(self.table, running, now_s)
        self.sync()
        said = booked_words(running, first)
        crop = crop_of(evidence, seen, windows[0]) if windows else None
        return replace(said, text=say(words, what=what), crop=crop)

    def ask(self, found: tuple[Explanation, ...], note: Note) -> Note:
        """Ask which of these it was; the question is open until game or table change."""
        self.asked, self._asked_at = found, (self.table.moment, self.watching.number)
        return note

    def tell(self, note: Note) -> Note:
        """Say something to everybody; what asks something stays open until the table changes."""
        self.table.verdict = note
        if note.actions:
            self._open = note, (self.table.moment, self.watching.number)
        return note

    def close_question(self) -> None:
        """What was asked last waits no longer."""
        self.asked, self._open = (), (None, (-1, -1))

    @property
    def open_note(self) -> Note | None:
        """What was asked last, while it is open."""
        note, asked_at = self._open
        return note if asked_at == (self.table.moment, self.watching.number) else None
