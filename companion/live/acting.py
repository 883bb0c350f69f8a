"""What each request of a phone does at a refereed table, beside those of any whole game."""

from __future__ import annotations

from collections import Counter
from typing import TYPE_CHECKING

from companion.display.model import Note, Tone
from companion.flow import Accepted, Finished, Press
from companion.games.printable import Lying
from companion.live.booking import BOOKING_FACT, WAYS, write_booking
from companion.live.fixing import examine, fix, move, unsay
from companion.live.pressing import pressed
from companion.live.requests import (
    AnswerRequest,
    BookingRequest,
    ExamineRequest,
    FixRequest,
    LayRequest,
    LiveRequest,
    MismatchRequest,
    MoveRequest,
    PressRequest,
    UnsayRequest,
)
from companion.live.resolving import resolve
from companion.live.words import refused, say
from companion.play.moving import OK, by_phone, choices, confirm
from companion.play.roles import may_referee

if TYPE_CHECKING:
    from companion.live.table import LiveTable


def carry_out(table: LiveTable, request: LiveRequest, phone: str, at_s: float) -> Note:
    """Carry out a request; the note is for the phone that asked."""
    referee = table.referee
    if not (table.seating.held_by(phone) or may_referee(table.seating, phone)):
        return refused("may_not")
    who = by_phone(table, phone)
    if isinstance(request, PressRequest):
        press = Press(request.button, at_s, "page", who, request.held)
        if press.held and press.button == "look":
            table.measure()
        return _told(table, pressed(referee, press, table.shut_down, who))
    if referee.running is None or referee.watching.art is None:
        return refused("no_meaning", button=say("look"), why=say("why_no_game"))
    match request:
        case AnswerRequest():
            return _told(table, _answer(table, request, at_s))
        case MismatchRequest():
            return _told(table, resolve(referee, request.do, who, at_s))
        case FixRequest():
            return _told(table, fix(referee, request, who, at_s))
        case MoveRequest():
            return _told(table, move(referee, request, who, at_s))
        case UnsayRequest():
            return _told(table, unsay(referee, request.entry, who, at_s))
        case ExamineRequest():
            return examine(referee, request, phone)
        case BookingRequest():
            return _booking(table, request)
        case LayRequest():
            return _lay(table, phone, at_s)


def _told(table: LiveTable, note: Note) -> Note:
    """Everybody hears what was decided; a refusal only whoever asked."""
    if note.tone is Tone.REFUSED:
        return note
    table.verdict = note
    return OK


def _answer(table: LiveTable, request: AnswerRequest, at_s: float) -> Note:
    referee = table.referee
    running, understood = referee.running, referee.understood
    if running is None or understood is None:
        return refused("question_over")
    known = (*referee.readings, *understood.results)
    chosen = next((each for each in known if each.moves == request.moves), None)
    if chosen is None or not chosen.moves:
        return refused("question_over")
    return referee.book(running, chosen.moves, understood, at_s)


def _booking(table: LiveTable, request: BookingRequest) -> Note:
    if request.how not in WAYS:
        return refused("unknown_choice", value=request.how[:20])
    booking = table.referee.booking.with_way(request.how, request.phase[:40])
    table.shelf.journal.set_fact(BOOKING_FACT, write_booking(booking))
    table.verdict = Note(Tone.INFO, say("booking_set", how=say(f"book_{request.how}")))
    return OK


def _lay(table: LiveTable, phone: str, at_s: float) -> Note:
    """Have the chosen move laid by the simulated hand; it is booked when it was seen.

    A move that leaves the table as it lies is booked as if it had been confirmed by hand.
    """
    running, hands = table.referee.running, table.referee.scene.hands
    if hands is None or running is None:
        return refused("no_meaning", button=say("lay"), why=say("why_no_hands"))
    offered = choices(table, phone)
    if offered is None or offered.move is None:
        return refused("not_complete")
    verdict = running.game.judge(running.state, offered.move)
    if not isinstance(verdict, Accepted | Finished) or not isinstance(running.game, Lying):
        return refused("not_complete")
    if Counter(running.game.lies(verdict.state)) == Counter(running.game.lies(running.state)):
        return confirm(table, running, phone, at_s)  # there is nothing to be seen of it
    hands.show(running.game.lies(verdict.state))
    table.phone(phone).chosen = ()
    return _told(table, Note(Tone.INFO, say("laid")))
