"""An earlier move was another one: what would change is said first, then it is booked."""

from __future__ import annotations

from typing import TYPE_CHECKING

from companion.display.forms import Choice, Form, Option, TextField
from companion.display.model import Action, Note, Section, Text, Tone
from companion.flow import Accepted, Finished
from companion.play.chronicle import Told, may_read
from companion.play.moving import OK, after_move, by_phone, refusal, says_chance
from companion.play.requests import CorrectRequest
from companion.play.roles import may_referee
from companion.play.running_game import BY_CHANCE, RunningGame, who_made
from companion.play.shelf import COMPANION
from companion.play.sight import Sight, seen
from companion.play.speaking import sentences
from companion.play.words import joined, plain, refused, say
from companion.records.judging import judge_line
from companion.whole_game.change import Change

if TYPE_CHECKING:
    from companion.play.table import PlayTable

MOST_LISTED = 40
_LETTERS = 60  # of a move, in the list to choose from


def correct(
    table: PlayTable, running: RunningGame, request: CorrectRequest, phone: str, at_s: float
) -> Note:
    """Say what a correction would change, or book it."""
    index = _index(table, running, request.move, phone)
    if isinstance(index, Note):
        return index
    told, sight = running.chronicle.told[index], table.sight(phone)
    before = told.moves[0][0]
    aliases = running.session.record().aliases
    # As the person sees the game, so that a refusal tells nothing hidden.
    judged = judge_line(running.game, seen(running.game, before, sight), request.line, aliases)
    if not isinstance(judged.verdict, Accepted | Finished):
        return refusal(running, judged)
    if table.shelf.dealer == COMPANION and says_chance(
        running, before, running.game.read_move(judged.move)
    ):
        return refused("companion_deals")
    line = judged.move
    change = running.session.preview(told.step.seq, line)
    if not change.possible:
        return refused("hidden_reason")
    if not request.book:
        return _preview(running, request, line, change, sight)
    running.session.correct(told.step.seq, line, by_phone(table, phone), at_s)
    running.changed()
    after_move(table, running, at_s)
    who = who_made(running, by_phone(table, phone), within=True)
    table.verdict = Note(Tone.INFO, say("corrected", number=index + 1, who=who))
    return OK


def _index(table: PlayTable, running: RunningGame, number: str, phone: str) -> int | Note:
    """The place of a move in the list, or why this phone may not correct it."""
    told = running.chronicle.told
    index = int(number) - 1 if number.isascii() and number.isdigit() and len(number) < 6 else -1
    if not 0 <= index < len(told) or not _correctable(table, running, told[index], phone):
        return refused("no_such_move", number=number[:6])
    by = told[index].step.by
    host = may_referee(table.seating, phone)
    if not host and by in running.seats and by not in table.seating.held_by(phone):
        return refused("not_your_move", number=index + 1, who=running.speaker.name(by))
    return index


def _correctable(table: PlayTable, running: RunningGame, told: Told, phone: str) -> bool:
    """Whether a move counts, was made by a person and may be read on this phone."""
    if not told.moves or told.step.by == BY_CHANCE:
        return False
    sight = table.sight(phone)
    return all(may_read(running.game, before, move, sight) for before, move in told.moves)


def _preview(
    running: RunningGame, request: CorrectRequest, line: str, change: Change, sight: Sight
) -> Note:
    """What would change, as far as this sight may know it, and the button that does it."""
    texts: list[Text] = [say("does", move=line)]
    gone = {step.seq for step, _ in change.lost if step.by != BY_CHANCE}
    told = enumerate(running.chronicle.told)
    lost = [running.chronicle.note(n, sight).text for n, each in told if each.step.seq in gone]
    if lost:
        texts.append(say("changes_lost", moves=joined(lost)))
    now = {seat.seat: seat.total for seat in running.score(sight).seats}
    after = running.game.final_score(seen(running.game, change.after, sight))
    for seat in sorted(after.seats, key=lambda each: each.seat):
        if now[seat.seat] != seat.total:
            who = running.speaker.name(seat.seat)
            texts.append(say("changes_score", who=who, before=now[seat.seat], after=seat.total))
    if len(texts) == 1:
        texts.append(say("changes_nothing"))
    body = {"move": request.move, "line": line, "book": True}
    accept = Action(say("accept_change"), "/api/correct", body, style="main")
    return Note(Tone.UNSURE, sentences(texts), actions=(accept,))


def correcting(table: PlayTable, running: RunningGame, phone: str) -> Section | None:
    """The form for a correction; None while this phone has nothing to correct."""
    held, host = table.seating.held_by(phone), may_referee(table.seating, phone)
    told = running.chronicle.told
    mine = [
        index
        for index in range(len(told) - 1, -1, -1)
        if (host or told[index].step.by in held)
        and _correctable(table, running, told[index], phone)
    ][:MOST_LISTED]
    if not mine:
        return None
    options = tuple(
        Option(str(index + 1), _listed(index, "; ".join(told[index].step.moves))) for index in mine
    )
    choice = Choice("move", say("which_move"), options[0].value, options)
    form = Form(
        say("what_changes"), "/api/correct", "", (choice,), (TextField("line", say("was_instead")),)
    )
    return Section("correct", say("correct"), forms=(form,), folded=True)


def _listed(index: int, texts: str) -> Text:
    return say("move_number", number=index + 1, move=plain(texts[:_LETTERS]))
