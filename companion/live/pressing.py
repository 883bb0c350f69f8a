"""What a referee does about a press."""

from __future__ import annotations

from collections.abc import Callable

from companion.display.model import Action, Note, Tone
from companion.display.status_words import status_line
from companion.flow import Press
from companion.live.answering import Waiting
from companion.live.presses import BUTTONS, MEANINGS, Meaning, Situation
from companion.live.referee import Referee
from companion.live.words import refused, say
from companion.play.moving import after_move, newest_texts
from companion.play.running_game import who_made
from companion.play.setting_up import put_away


def pressed(referee: Referee, press: Press, shut_down: Callable[[], None], who: str = "") -> Note:
    """Carry out a press, or say why it has no meaning now; `who` is who did it, in words."""
    by_button = MEANINGS[referee.situation]
    meaning = by_button.get((press.button, press.held))
    if meaning is None:
        return _no_meaning(press, "why_unknown")
    if meaning.refused:
        return _no_meaning(press, meaning.value)
    referee.close_question()
    match meaning:
        case Meaning.LOOK | Meaning.MEASURE | Meaning.BOOK:
            return _look(referee, press, meaning)
        case Meaning.UNDO:
            return _undo(referee, press, who)
        case Meaning.CANCEL:
            waited = referee.waiting is not None
            referee.waiting = referee.confirming = None
            return Note(Tone.INFO, say("stopped" if waited else "stays"))
        case Meaning.ASK_END:
            referee.confirming = Situation.ENDING, press.at_s
            return _asking("ask_end", "yes_end")
        case Meaning.ASK_STOP:
            referee.confirming = Situation.STOPPING, press.at_s
            return _asking("ask_stop", "yes_stop")
        case Meaning.END:
            put_away(referee.table)
            referee.sync()
            return referee.table.verdict or Note(Tone.INFO, say("stays"))
    referee.confirming = None
    shut_down()
    return Note(Tone.INFO, say("stopping"))


def _look(referee: Referee, press: Press, meaning: Meaning) -> Note:
    understood = referee.understood
    shown = understood.moves if understood is not None and understood.moves else None
    if meaning is not Meaning.BOOK:
        referee.watching.settler.believe()
    referee.watching.settler.begin_at(press.at_s)
    referee.waiting = Waiting(press, meaning is Meaning.BOOK, shown)
    return Note(Tone.INFO, say("measured" if meaning is Meaning.MEASURE else "looking"))


def _undo(referee: Referee, press: Press, who: str) -> Note:
    running = referee.running
    if running is None:
        return _no_meaning(press, "why_no_game")
    moved = newest_texts(running)
    by = who or press.source
    if not running.undo(by, press.at_s):
        return _no_meaning(press, "why_no_undo")
    after_move(referee.table, running, press.at_s)
    referee.sync()
    return Note(Tone.OK, say("undone", who=who_made(running, by, within=True), move=moved))


def _asking(key: str, yes: str) -> Note:
    actions = (
        Action(say(yes), "/api/press", {"button": "next"}, style="main"),
        Action(say("no_stay"), "/api/press", {"button": "undo"}),
    )
    return Note(Tone.UNSURE, say(key), actions=actions)


def _no_meaning(press: Press, why: str) -> Note:
    button = say(press.button) if press.button in BUTTONS else press.button[:20]
    named = say("held", button=button) if press.held else button
    return refused("no_meaning", button=named, why=say(why))


def time_passes(referee: Referee, now_s: float) -> None:
    """A press that found no reading in time is answered; a question about ending goes."""
    waiting, confirming = referee.waiting, referee.confirming
    if waiting is not None and (now_s - waiting.press.at_s) * 1000 > referee.rules.answer_ms:
        referee.waiting = None
        status = status_line(referee.watching.status(now_s)).text
        seconds = round(referee.rules.answer_ms / 1000)
        referee.tell(Note(Tone.UNSURE, say("not_readable", seconds=seconds, status=status)))
    if confirming is not None and (now_s - confirming[1]) * 1000 > referee.rules.confirm_ms:
        referee.confirming = None
        referee.close_question()
        referee.tell(Note(Tone.INFO, say("stays")))
