"""What each request of a phone does to a table."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from companion.display.model import Note, Tone
from companion.play import setting_up
from companion.play.correcting import correct
from companion.play.moving import OK, after_move, confirm, say_line, tap, turn
from companion.play.requests import (
    BackRequest,
    BeginRequest,
    ConfirmRequest,
    CorrectRequest,
    GameRequest,
    LookRequest,
    RoleRequest,
    SayRequest,
    SeatRequest,
    SettingsRequest,
    TapRequest,
    TurnRequest,
)
from companion.play.roles import set_role
from companion.play.shelf import DEALERS
from companion.play.words import refused, say

if TYPE_CHECKING:
    from companion.play.table import PlayTable


def act(table: PlayTable, request: Any, phone: str, at_s: float) -> Note:
    """Carry out a request; the note is for the phone that asked."""
    match request:
        case SeatRequest():
            return _seat(table, request, phone)
        case RoleRequest():
            return set_role(table, request, phone)
        case GameRequest():
            return setting_up.choose(table, request, phone)
        case BeginRequest():
            return setting_up.begin(table, request, phone, at_s)
    running = table.running
    if running is None:
        return refused("no_game")
    match request:
        case LookRequest():
            return _look(table, request.seat, phone)
        case SettingsRequest():
            return _settings(table, request, phone, at_s)
        case TapRequest():
            return tap(table, running, request, phone)
        case BackRequest():
            state = table.phone(phone)
            state.chosen, state.spot = state.chosen[: max(0, request.keep)], ""
            return OK
        case ConfirmRequest():
            return confirm(table, running, phone, at_s)
        case SayRequest():
            return say_line(table, running, request.line, phone, at_s)
        case CorrectRequest():
            return correct(table, running, request, phone, at_s)
        case TurnRequest():
            return turn(table, running, request.redo, phone, at_s)
    raise TypeError(f"nobody answers {type(request).__name__}")


# -- seats and settings ------------------------------------------------------------------


def _seat(table: PlayTable, request: SeatRequest, phone: str) -> Note:
    seating, host = table.seating, table.seating.host == phone
    target = phone if request.do == "take" else ""
    if request.do == "give":
        given = seating.numbered(request.phone)
        if given is None:
            return refused("no_such_phone", phone=request.phone)
        target = given
    if request.seat == "host":
        return _host(table, target or phone, phone)
    running = table.running
    if running is None or request.seat not in running.seats:
        return refused("no_such_seat", seat=request.seat[:20])
    holder, who = seating.holders.get(request.seat, ""), running.speaker.name(request.seat)
    over = request.do == "take" and table.presence.away(holder)
    if holder not in ("", phone) and not host and not over:
        return refused("seat_taken", who=who)
    table.seating = table.shelf.seating = seating.with_holder(request.seat, target)
    for each in (holder, target, phone):
        if each:
            state = table.phone(each)
            state.chosen, state.spot, state.looked = (), "", ""
    if target and (target != phone or table.seating.others_at(request.seat)):
        table.verdict = Note(Tone.INFO, say("sat", who=who, phone=seating.number(target)))
    elif holder:
        table.verdict = Note(Tone.INFO, say("freed", who=who, phone=seating.number(phone)))
    return OK


def _host(table: PlayTable, target: str, phone: str) -> Note:
    """A seated phone may become the host's when the host's phone is gone; everybody is told.

    Before a game there are no seats, and any phone may; so may any when the host's is away.
    """
    seating = table.seating
    known = phone == seating.host or seating.held_by(phone) or table.presence.away(seating.host)
    if table.running is not None and not known:
        return refused("no_seat")
    table.seating = table.shelf.seating = seating.with_host(target)
    table.verdict = Note(Tone.INFO, say("new_host", phone=seating.number(target)))
    return OK


def _look(table: PlayTable, seat: str, phone: str) -> Note:
    state = table.phone(phone)
    if seat and seat not in table.seating.held_by(phone):
        return refused("no_seat")
    if state.looked != seat:
        state.chosen, state.spot = (), ""
    state.looked, state.looked_at = seat, table.moment
    return OK


def _settings(table: PlayTable, request: SettingsRequest, phone: str, at_s: float) -> Note:
    if request.all_moves:
        table.phone(phone).all_moves = True
    if not request.dealer and not request.show_all:
        return OK
    if phone != table.seating.host:
        return refused("only_host")
    if request.dealer:
        if request.dealer not in DEALERS:
            return refused("unknown_choice", value=request.dealer[:20], name="dealer")
        table.shelf.dealer = request.dealer
        running = table.running
        if running is not None:
            after_move(table, running, at_s)
        dealer = say(f"dealer_{request.dealer}")
        table.verdict = Note(Tone.INFO, say("dealer_set", dealer=dealer))
    if request.show_all:
        table.shelf.show_all()
        table.verdict = Note(Tone.INFO, say("all_shown"))
    return OK
