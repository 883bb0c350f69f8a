"""Moves of a phone: chosen tap by tap or typed, confirmed, taken back."""

from __future__ import annotations

from itertools import islice
from typing import TYPE_CHECKING, Any

from companion.display.model import Note, Tone
from companion.flow import Accepted, Finished, Refused
from companion.play.chance import chance_due, drawn
from companion.play.choosing import Offered, seat_of
from companion.play.requests import TapRequest
from companion.play.roles import may_referee
from companion.play.running_game import BY_CHANCE, RunningGame
from companion.play.shelf import COMPANION
from companion.play.sight import Sight
from companion.play.words import refused, say
from companion.records.judging import Judged, judge_line, judge_text

if TYPE_CHECKING:
    from companion.play.table import PlayTable

LOOKED_AT = 200  # legal moves that are looked at to find one of a kind

OK = Note(Tone.OK, say("status"))


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


def tap(table: PlayTable, running: RunningGame, request: TapRequest, phone: str) -> Note:
    """Choose something that is offered, or a place that stands for one choice or several."""
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


def confirm(table: PlayTable, running: RunningGame, phone: str, at_s: float) -> Note:
    """Play the move that was chosen."""
    offered = choices(table, phone)
    if offered is None or offered.move is None:
        return refused("not_complete")
    line = running.game.write_move(offered.move)
    return _play(table, running, Judged(Accepted(None), line), phone, at_s)


def say_line(table: PlayTable, running: RunningGame, line: str, phone: str, at_s: float) -> Note:
    """Judge a typed line as its player sees the game, so that a refusal tells nothing hidden."""
    side = table.side(phone)
    if side is None:
        return refused("covered" if table.seating.held_by(phone) else "no_seat")
    aliases = running.session.record().aliases
    judged = judge_line(running.game, running.seen(Sight(side)), line, aliases)
    if not isinstance(judged.verdict, Accepted | Finished):
        return refusal(running, judged)
    state = running.state
    for text in judged.moves:
        problem = _not_theirs(table, running, state, text, phone)
        if problem is not None:
            return problem
        verdict = judge_text(running.game, state, text)
        if not isinstance(verdict, Accepted | Finished):
            return refused("hidden_reason")
        state = verdict.state
    return _play(table, running, judged, phone, at_s)


def refusal(running: RunningGame, judged: Judged) -> Note:
    """A refused or doubtful line in words, with its clauses and places."""
    if isinstance(judged.verdict, Refused):
        return running.speaker.facts(Tone.REFUSED, judged.verdict.reasons)
    ask = getattr(judged.verdict, "ask", "")
    return Note(Tone.UNSURE, running.speaker.say(ask, {}))


def _play(table: PlayTable, running: RunningGame, judged: Judged, phone: str, at_s: float) -> Note:
    """Play what is this phone's to play."""
    for text in judged.moves:
        if not running.play(text, by_whom(table, running, text, phone), at_s):
            return refused("hidden_reason")
    # What was chosen is played; it must not stand ready for whoever acts next on this phone.
    table.phone(phone).chosen = ()
    after_move(table, running, at_s)
    return OK


def _not_theirs(
    table: PlayTable, running: RunningGame, state: Any, text: str, phone: str
) -> Note | None:
    """Why a typed move is not this phone's to make."""
    move = running.game.read_move(text)
    seat = seat_of(move)
    held = table.seating.held_by(phone)
    if table.shelf.dealer == COMPANION and says_chance(running, state, move):
        return refused("companion_deals")
    if _is_chance(running, state, move):
        return None
    if seat is not None and seat in running.seats and seat not in held:
        return refused("not_your_seat", who=running.speaker.name(seat))
    return None


def _is_chance(running: RunningGame, state: Any, move: Any) -> bool:
    """Whether a move says what chance decided: of a kind that chance decides now."""
    if not chance_due(running.game, state):
        return False
    return type(drawn(running.game, state, "", 0)) is type(move)


def says_chance(running: RunningGame, state: Any, move: Any) -> bool:
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


def turn(table: PlayTable, running: RunningGame, redo: bool, phone: str, at_s: float) -> Note:
    """Take the newest move of a person back, or let it stand again; everybody is told."""
    if not table.seating.held_by(phone) and not may_referee(table.seating, phone):
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
