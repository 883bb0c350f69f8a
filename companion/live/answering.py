"""What a press of Look or Next leads to once the table was seen anew."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from companion.display.model import Note, Tone
from companion.flow import Press
from companion.live.nothing_shown import unseen_moves, usual_end
from companion.live.telling import readings_of, told
from companion.live.understanding import Outcome, Understood
from companion.live.words import say
from companion.play.running_game import RunningGame

if TYPE_CHECKING:
    from companion.live.referee import Referee


@dataclass(frozen=True, slots=True)
class Waiting:
    """A press that waits for frames newer than itself; `shown` are the moves people saw then."""

    press: Press
    book: bool
    shown: tuple[str, ...] | None


def answer(
    referee: Referee, running: RunningGame, understood: Understood, waiting: Waiting, now_s: float
) -> Note:
    """Answer a press; every frame behind what is understood is newer than the press."""
    if not waiting.book or running.over:
        return referee.note_of(running, understood)
    if understood.outcome is Outcome.SAME:
        return _nothing_new(referee, running, understood, now_s)
    if understood.outcome is not Outcome.MOVES:
        return referee.note_of(running, understood)
    moves = understood.moves
    if waiting.shown not in (None, moves):
        return Note(Tone.UNSURE, say("changed_meanwhile", what=told(running, moves)))
    if not understood.certain and waiting.shown != moves:
        return referee.note_of(running, understood)
    return referee.book(running, moves, understood, now_s)


def _nothing_new(
    referee: Referee, running: RunningGame, understood: Understood, now_s: float
) -> Note:
    """Next, with nothing new on the table: what the table can't show may have been done."""
    if understood.behind:
        return referee.note_of(running, understood)
    if end := usual_end(running):
        return referee.book(running, end, understood, now_s, "booked_unseen")
    found = unseen_moves(running)
    if len(found) == 1:
        return referee.book(running, found[0].moves, understood, now_s)
    if found:
        actions = readings_of(running, found)
        return referee.ask(found, Note(Tone.UNSURE, say("which_unseen"), actions=actions))
    return Note(Tone.INFO, say("nothing_new", prompt=running.due_words))
