"""What each request of a phone does to a table."""

from __future__ import annotations

from itertools import islice
from typing import TYPE_CHECKING, Any

from companion.display.model import Note, Tone
from companion.flow import Accepted, Finished, Refused
from companion.play import setting_up
from companion.play.chance import chance_due
from companion.play.choosing import Offered, chance_moves, seat_of
from companion.play.requests import (
    BackRequest,
    BeginRequest,
    ConfirmRequest,
    GameRequest,
    LookRequest,
    SayRequest,
    SeatRequest,
    SettingsRequest,
    TapRequest,
    TurnRequest,
)
from companion.play.running_game import BY_CHANCE, RunningGame
from companion.play.shelf import COMPANION, DEALERS
from companion.play.sight import Sight
from companion.play.words import say
from companion.records.judging import Judged, judge_line, judge_text

if TYPE_CHECKING:
    from companion.play.table import PlayTable

LOOKED_AT = 200  # legal moves that are looked at to find one of a kind

OK = Note(Tone.OK, say("status"))


def refused(key: str, **values: Any) -> Note:
    """A refusal in words."""
    return Note(Tone.REFUSED, say(key, **values))


def act(table: PlayTable, request: Any, phone: str, at_s: float) -> Note:
    """Carry out a request; the note is for the phone that asked."""
    match request:
        case SeatRequest():
            return _seat(table, request, phone)
        case GameRequest():
            return setting_up.choose(table, request.game, phone)
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
            return _tap(table, running, request, phone)
        case BackRequest():
            state = table.phone(phone)
            state.chosen, state.spot = state.chosen[: max(0, request.keep)], ""
            return OK
        case ConfirmRequest():
            return _confirm(table, running, phone, at_s)
        case SayRequest():
            return _say(table, running, request.line, phone, at_s)
        case TurnRequest():
            return _turn(table, running, request.redo, phone, at_s)
    raise TypeError(f"nobody answers {type(request).__name__}")


# -- moves -------------------------------------------------------------------------------


def choices(table: PlayTable, phone: str) -> Offered | None:
    """What a phone may choose now; None when it has no part in what is due."""
    running = table.running
    if running is None or running.over:
        return None
    chooser_for = _chooses_for(table, running, phone)
    if chooser_for is None:
        return None
    seat, sight = chooser_for
    return running.chooser(sight, seat or None).offer(table.phone(phone).chosen)


def _chooses_for(table: PlayTable, running: RunningGame, phone: str) -> tuple[str, Sight] | None:
    """The seat ("" for chance) that a phone chooses for, and how much it sees of the state."""
    side = table.side(phone)
    if side is None:
        return None
    sight = Sight(side)
    if running.chance_due and table.shelf.dealer != COMPANION:
        seats = running.prompt.seats
        return ("", sight) if not seats or side in seats else None
    return side, sight


def _tap(table: PlayTable, running: RunningGame, request: TapRequest, phone: str) -> Note:
    offered, state = choices(table, phone), table.phone(phone)
    if offered is None:
        return refused("not_offered")
    here = [tap for tap in offered.taps if request.spot and tap.spot == request.spot]
    if request.spot and len(here) != 1:
        state.spot = request.spot if here else ""
        return OK if here else refused("not_offered")
    wanted = here[0].id if here else request.tap
    if wanted not in {tap.id for tap in offered.taps}:
        return refused("not_offered")
    state.chosen, state.spot = (*state.chosen[: offered.chosen], wanted), ""
    return OK


def _confirm(table: PlayTable, running: RunningGame, phone: str, at_s: float) -> Note:
    offered = choices(table, phone)
    if offered is None or offered.move is None:
        return refused("not_complete")
    line = running.game.write_move(offered.move)
    return _judge(table, running, Judged(Accepted(None), line), phone, at_s)


def _say(table: PlayTable, running: RunningGame, line: str, phone: str, at_s: float) -> Note:
    """Judge a typed line as its player sees the game, so that a refusal tells nothing hidden."""
    side = table.side(phone)
    if side is None:
        return refused("no_seat")
    aliases = running.session.record().aliases
    judged = judge_line(running.game, running.seen(Sight(side)), line, aliases)
    if not isinstance(judged.verdict, Accepted | Finished):
        return refusal(running, judged)
    return _judge(table, running, judged, phone, at_s)


def refusal(running: RunningGame, judged: Judged) -> Note:
    """A refused or doubtful line in words, with its clauses and places."""
    if isinstance(judged.verdict, Refused):
        return running.speaker.facts(Tone.REFUSED, judged.verdict.reasons)
    ask = getattr(judged.verdict, "ask", "")
    return Note(Tone.UNSURE, running.speaker.say(ask, {}))


def _judge(table: PlayTable, running: RunningGame, judged: Judged, phone: str, at_s: float) -> Note:
    """Play what is right for the player's eyes, when it is right at all and theirs to play."""
    state = running.state
    for text in judged.moves:
        problem = _not_theirs(table, running, state, text, phone)
        if problem is not None:
            return problem
        verdict = judge_text(running.game, state, text)
        if not isinstance(verdict, Accepted | Finished):
            return refused("hidden_reason")
        state = verdict.state
    for text in judged.moves:
        running.play(text, by_whom(table, running, text, phone), at_s)
    after_move(table, running, at_s)
    return OK


def _not_theirs(
    table: PlayTable, running: RunningGame, state: Any, text: str, phone: str
) -> Note | None:
    """Why a move is not this phone's to make."""
    move = running.game.read_move(text)
    seat = seat_of(move)
    held = table.seating.held_by(phone)
    if table.shelf.dealer == COMPANION and _says_chance(running, state, move):
        return refused("companion_deals")
    if _is_chance(running, state, move):
        return None
    if seat is not None and seat in running.seats and seat not in held:
        return refused("not_your_seat", who=running.speaker.name(seat))
    return None


def _is_chance(running: RunningGame, state: Any, move: Any) -> bool:
    """Whether a move says what chance decided: of a kind that chance decides now."""
    drawn = next(iter(chance_moves(running.game, state)), None)
    return drawn is not None and type(drawn) is type(move)


def _says_chance(running: RunningGame, state: Any, move: Any) -> bool:
    """Whether a move says what chance decided, alone or together with what a player chose."""
    if _is_chance(running, state, move):
        return True
    verdict = running.game.judge(state, move)
    if not isinstance(verdict, Accepted) or chance_due(running.game, verdict.state):
        return False
    # A choice that leaves its outcome to chance, made as one that does not.
    for listed in islice(running.game.legal_moves(state), LOOKED_AT):
        if type(listed) is type(move) and listed != move:
            other = running.game.judge(state, listed)
            return isinstance(other, Accepted) and chance_due(running.game, other.state)
    return False


def by_whom(table: PlayTable, running: RunningGame, text: str, phone: str) -> str:
    """Who made a move: its seat, or the phone that entered it."""
    seat = seat_of(running.game.read_move(text))
    return seat if seat in running.seats else f"phone {table.seating.number(phone)}"


def after_move(table: PlayTable, running: RunningGame, at_s: float) -> None:
    """Have chance decide when the companion draws; choices that were on the way are kept."""
    if table.shelf.dealer == COMPANION:
        running.draw_chance(table.seed, at_s)
    table.verdict = None
    moved = {phone for phone, state in table.phones.items() if state.chosen or state.spot}
    for phone in moved:
        offered, state = choices(table, phone), table.phones[phone]
        state.spot = ""
        state.chosen = state.chosen[: offered.chosen] if offered is not None else ()


def _turn(table: PlayTable, running: RunningGame, redo: bool, phone: str, at_s: float) -> Note:
    if not table.seating.held_by(phone) and phone != table.seating.host:
        return refused("no_seat")
    by = by_phone(table, phone)
    if redo:
        done = running.redo(by, at_s)
        moved = newest_texts(running) if done else ""
    else:
        moved = newest_texts(running)
        done = running.undo(by, at_s)
    if not done:
        return refused("nothing_to_redo" if redo else "nothing_to_undo")
    after_move(table, running, at_s)
    who = say("phone", phone=table.seating.number(phone))
    table.verdict = Note(Tone.OK, say("redone" if redo else "undone", who=who, move=moved))
    return OK


def newest_texts(running: RunningGame) -> str:
    """Who made the newest move of a person; what it was stays with those who may know."""
    for step in reversed(running.session.steps):
        if step.by != BY_CHANCE:
            return running.speaker.name(step.by)
    return ""


def by_phone(table: PlayTable, phone: str) -> str:
    """How the journal names a phone that acts for nobody in particular."""
    held = table.seating.held_by(phone)
    return held[0] if len(held) == 1 else f"phone {table.seating.number(phone)}"


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
    if holder not in ("", phone) and not host:
        return refused("seat_taken", who=who)
    table.seating = table.shelf.seating = seating.with_holder(request.seat, target)
    for each in (holder, target, phone):
        if each:
            state = table.phone(each)
            state.chosen, state.spot, state.looked = (), "", ""
    if target and target != phone:
        table.verdict = Note(Tone.INFO, say("sat", who=who, phone=seating.number(target)))
    return OK


def _host(table: PlayTable, target: str, phone: str) -> Note:
    """A seated phone may become the host's when the host's phone is gone; everybody is told."""
    seating = table.seating
    if phone != seating.host and not seating.held_by(phone):
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
