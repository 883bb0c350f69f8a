"""The Wood Ash session: presses, requests and readings in; journal entries and notes out.

One thread calls everything here.  Nothing is booked from a frame whose exposure began before
the press that asks for it, and nothing that differs from what people were shown.
"""

from __future__ import annotations

from dataclasses import dataclass

from companion.display.model import Note, Tone
from companion.display.status_words import status_line
from companion.flow import Press
from companion.games.girl.casting import Cast, Casting, Pick, judge, parse_pick
from companion.games.girl.casting_track import advance, first_track, selection_order
from companion.keeping.journal import Journal, effective
from companion.session.asking import correction_of, track_of
from companion.session.booked import (
    BY_PEOPLE,
    CAST,
    CLEAR,
    CORRECT,
    LEFT,
    PICK,
    START,
    THROW,
    TRACK,
    Booked,
    BookedCast,
    next_throw,
    replay,
    text_of,
)
from companion.session.laying import BookedDish
from companion.session.ports import Hands, Seen, SessionRules
from companion.session.presses import BUTTONS, MEANINGS, Meaning, Phase
from companion.session.requests import (
    CorrectRequest,
    PickRequest,
    PressRequest,
    Request,
    TrackRequest,
)
from companion.session.verdicts import note_of, plain, settled_by_hand, with_doubts
from companion.session.view import TableView
from companion.session.words import say


@dataclass(frozen=True, slots=True)
class Waiting:
    """A press that waits for a reading newer than itself; `shown` is what people agreed to."""

    press: Press
    accept: bool
    shown: tuple[str, ...]


class WoodAshSession:
    """One table playing Wood Ash phases; the journal is its truth."""

    def __init__(
        self,
        journal: Journal,
        view: TableView,
        rules: SessionRules,
        hands: Hands | None = None,
    ) -> None:
        self.rules, self.view, self.hands = rules, view, hands
        self.verdict: Note | None = None
        self.waiting: Waiting | None = None
        self._journal = journal
        self._dish = BookedDish(hands)
        if not journal.entries:
            # Booked too, so that other settings at the next start do not change what it means.
            first = first_track(rules.players, rules.limits)
            journal.append(START, str(first), "settings", 0.0)
        self.booked = self._replay()
        self._dish.follow(self.booked)

    @property
    def casting(self) -> Casting:
        """The phase as it is booked."""
        return self.booked.casting

    @property
    def moment(self) -> int:
        """The number of the newest entry of the journal."""
        return self._journal.last_seq

    @property
    def phase(self) -> Phase:
        """The situation that gives presses their meaning."""
        if self.waiting is not None:
            return Phase.LOOKING
        if self.casting.over:
            return Phase.DONE
        if self.casting.tokens:
            return Phase.PICKING
        return Phase.SHOWN if self.view.settled and self.view.live else Phase.WATCHING

    @property
    def calm(self) -> bool:
        """Say whether the table lies still and no press waits for a reading."""
        return self.waiting is None and self.view.settled

    def begin(self, at_s: float) -> None:
        """Throw the first tokens of a round that began without them; real tables wait."""
        if not self.casting.tokens and self.booked.throw is None:
            self._throw_anew("settings", at_s)

    # -- what comes in -------------------------------------------------------------------

    def press(self, press: Press) -> Note:
        """Carry out a press, or say why it has no meaning now."""
        meaning = MEANINGS.get((self.phase, press.button))
        if meaning is Meaning.NOTHING_SETTLED and self.hands is not None:
            # A simulated table with an empty dish has only one sensible next step.
            meaning = Meaning.THROW if self.view.settled else meaning
        self.verdict = self._do(meaning, press)
        return self.verdict

    def ask(self, request: Request, by: str, at_s: float) -> Note:
        """Carry out what a phone asks for; refused when the phone showed an older moment."""
        if request.moment is not None and request.moment != self.moment:
            return plain(Tone.REFUSED, say("moment_passed"))
        match request:
            case PressRequest():
                return self.press(Press(request.button, at_s, "page", by))
            case PickRequest():
                note = self._pick(request, by, at_s)
            case CorrectRequest():
                note = self._correct(request, by, at_s)
            case TrackRequest():
                note = self._set_track(request, by, at_s)
        self.verdict = note
        return note

    def see(self, seen: Seen, now_s: float) -> None:
        """Take in the newest reading."""
        self.view.see(seen, self.booked)
        for correction in self.view.departed(self.booked):
            self._book(LEFT, str(correction.seq), "camera", now_s)
        self._answer()
        self.view.draw(now_s)

    def tick(self, now_s: float) -> None:
        """Let time pass: a press that found no reading in time is answered."""
        wait_s = self.rules.answer_ms / 1000
        if self.waiting is not None and now_s - self.waiting.press.at_s > wait_s:
            self.waiting = None
            status = status_line(self.view.status(now_s)).text
            text = say("not_readable", seconds=round(wait_s), status=status)
            self.verdict = plain(Tone.UNSURE, text)

    # -- presses -------------------------------------------------------------------------

    def _do(self, meaning: Meaning | None, press: Press) -> Note:
        match meaning:
            case Meaning.LOOK | Meaning.ACCEPT:
                accept = meaning is Meaning.ACCEPT
                self.view.look()
                self.waiting = Waiting(press, accept, self.view.signature())
                return plain(Tone.INFO, say("prompt_looking"))
            case Meaning.CANCEL:
                self.waiting = None
                return plain(Tone.INFO, say("cancelled"))
            case Meaning.UNDO:
                return self._undo(press)
            case Meaning.NEXT_ROUND:
                return self._next_round(press)
            case Meaning.THROW:
                return self._throw(press)
        return self._no_meaning(press, meaning.value if meaning else "why_unknown")

    def _no_meaning(self, press: Press, why: str) -> Note:
        due = self.casting.next_meeple
        status = status_line(self.view.status(press.at_s)).text
        reason = say(why, player=due.player if due else "", status=status)
        button = say(press.button) if press.button in BUTTONS else press.button
        return plain(Tone.REFUSED, say("no_meaning", button=button, why=reason))

    def _throw(self, press: Press) -> Note:
        if self.hands is None:
            return self._no_meaning(press, "why_no_thrower")
        self.view.start_afresh()
        self._throw_anew(press.by or press.source, press.at_s)
        return plain(Tone.INFO, say("thrown", count=self.booked.track.meeples))

    def _throw_anew(self, by: str, at_s: float) -> None:
        """Have a simulated table throw what it has not thrown before; booked, for a restart."""
        if self.hands is not None:
            throw = next_throw(self._journal.entries, self.booked.track.meeples)
            self._book(THROW, text_of(throw), by, at_s)

    def _next_round(self, press: Press) -> Note:
        track = advance(self.booked.track, self.rules.limits)
        if track is None:
            return Note(Tone.INFO, say("game_over"), ("GIRL-CLEAN-2",))
        self.view.start_afresh()
        self._book(CLEAR, str(track), press.by or press.source, press.at_s)
        self._throw_anew(press.by or press.source, press.at_s)
        text = say("round_over", space=track.girl, player=selection_order(track)[0].player)
        return Note(Tone.OK, text, ("GIRL-CLEAN-1", "GIRL-CLEAN-3"))

    def _undo(self, press: Press) -> Note:
        standing = [e for e in effective(self._journal.entries) if e.kind in BY_PEOPLE]
        if not standing:
            return self._no_meaning(press, "why_nothing_to_undo")
        last = standing[-1]
        by = press.by or press.source
        self._journal.undo(last.seq, by, press.at_s)
        if last.kind == CLEAR:
            self._take_back_throws(last.seq, by, press.at_s)
        self._rebuild(press.at_s)
        if last.kind != PICK:
            return plain(Tone.OK, say(f"undone_{last.kind}"))
        pick = parse_pick(last.text)
        return plain(Tone.OK, say("undone_pick", player=pick.player, token=pick.token))

    def _take_back_throws(self, since_seq: int, by: str, at_s: float) -> None:
        """What a simulated table threw for a round goes when the round does."""
        for entry in effective(self._journal.entries):
            if entry.kind == THROW and entry.seq > since_seq:
                self._journal.undo(entry.seq, by, at_s)

    # -- requests ------------------------------------------------------------------------

    def _pick(self, request: PickRequest, by: str, at_s: float) -> Note:
        due = self.casting.next_meeple
        player = request.player or (due.player if due else "")
        move = Pick(player, request.token, tuple(request.light), request.keep)
        note = note_of(judge(self.casting, move))
        if note.tone is Tone.OK:
            self._book(PICK, str(move), by, at_s, self.view.keep())
        return note

    def _correct(self, request: CorrectRequest, by: str, at_s: float) -> Note:
        booked_mm = dict(self.booked.at_mm)
        said = correction_of(request, self.casting, self.view.live, booked_mm)
        if isinstance(said, Note):
            return said
        self._book(CORRECT, text_of(said), by, at_s, self.view.keep())
        return settled_by_hand(request)

    def _set_track(self, request: TrackRequest, by: str, at_s: float) -> Note:
        if self.casting.tokens and not self.casting.over:
            why = say("no_meaning", button=say("set_track"), why=say("why_cast_stands"))
            return plain(Tone.REFUSED, why)
        track = track_of(request, self.rules.limits)
        if isinstance(track, Note):
            return track
        self._book(TRACK, str(track), by, at_s)
        return plain(Tone.OK, say("track_set", meeples=track.meeples))

    # -- readings and the journal --------------------------------------------------------

    def _answer(self) -> None:
        """Answer the waiting press, if every frame behind the reading is newer than it."""
        waiting, view = self.waiting, self.view
        if waiting is None or not view.settled or view.settling.since_s < waiting.press.at_s:
            return
        self.waiting = None
        if waiting.accept:
            self.verdict = self._accept(waiting)
        elif view.difference.any:
            self.verdict = plain(Tone.UNSURE, say("looked_differs"))
        else:
            self.verdict = plain(Tone.OK, say("looked", seen=len(view.live)))

    def _accept(self, waiting: Waiting) -> Note:
        live = self.view.live
        if self.view.signature() != waiting.shown:
            return plain(Tone.UNSURE, say("reading_changed"))
        note = note_of(judge(self.casting, Cast(tuple(t.token for t in live))))
        if note.tone is Tone.OK:
            cast = BookedCast(tuple(str(t.token) for t in live), tuple(t.at_mm for t in live))
            by = waiting.press.by or waiting.press.source
            self._book(CAST, text_of(cast), by, waiting.press.at_s, self.view.keep())
            return with_doubts(note, [t.token for t in live if t.token.doubtful])
        return note

    def _replay(self) -> Booked:
        return replay(self._journal.entries, first_track(self.rules.players, self.rules.limits))

    def _book(self, kind: str, text: str, by: str, at_s: float, picture: str = "") -> None:
        self._journal.append(kind, text, by, at_s, picture)
        self._rebuild(at_s)

    def _rebuild(self, at_s: float) -> None:
        self.booked = self._replay()
        self._dish.follow(self.booked)
        self.view.book(self.booked, at_s)
