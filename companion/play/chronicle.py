"""What happened so far, in words, as each seat may know it.

A move is told by judging it again in what that seat sees of the state before it, so that the
words can say no more than that.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from companion.display.model import Note, Tone
from companion.flow import Accepted, Finished, Verdict
from companion.games.contract import AnyGame, MoveTextError
from companion.games.playable import Revealing, Secretive
from companion.play.choosing import seat_of
from companion.play.sight import Sight, seen
from companion.play.speaking import Speaker, sentences
from companion.play.words import plain, say
from companion.whole_game.history import Step


@dataclass(frozen=True, slots=True)
class Told:
    """One standing step: its moves, each with the state before it, and the state after all."""

    step: Step
    moves: tuple[tuple[Any, Any], ...]
    after: Any
    counts: bool = True


class Chronicle:
    """The standing steps of a game; follows what is added, taken back and corrected."""

    def __init__(self, game: AnyGame, start: Any, speaker: Speaker) -> None:
        self._game, self._start, self._speaker = game, start, speaker
        self._told: list[Told] = []
        self._words: dict[tuple[int, Sight], Note] = {}

    @property
    def told(self) -> Sequence[Told]:
        """Every standing step, oldest first."""
        return self._told

    def follow(self, steps: Sequence[Step]) -> None:
        """Take in the steps that stand now; what is known already is not judged again."""
        same = 0
        for told, step in zip(self._told, steps, strict=False):
            if told.step != step:
                break
            same += 1
        del self._told[same:]
        self._words = {key: note for key, note in self._words.items() if key[0] < same}
        for step in steps[same:]:
            self._told.append(self._tell(step))

    def note(self, index: int, sight: Sight) -> Note:
        """Step `index` in words, for whoever sees that much."""
        key = (index, sight)
        if key not in self._words:
            self._words[key] = self._note(self._told[index], sight)
        return self._words[key]

    def seat(self, index: int) -> str | None:
        """Whose the moves of step `index` are; None when they are of several or of nobody."""
        seats = {seat_of(move) for _, move in self._told[index].moves}
        return seats.pop() if len(seats) == 1 else None

    def _tell(self, step: Step) -> Told:
        state = first = self._told[-1].after if self._told else self._start
        moves = []
        for text in step.moves:
            try:
                move = self._game.read_move(text)
            except MoveTextError:
                return Told(step, (), first, counts=False)
            moves.append((state, move))
            verdict = self._game.judge(state, move)
            if not isinstance(verdict, Accepted | Finished):
                return Told(step, (), first, counts=False)
            state = verdict.state
        return Told(step, tuple(moves), state)

    def _note(self, told: Told, sight: Sight) -> Note:
        if not told.counts:
            return Note(Tone.UNSURE, say("no_longer"))
        notes = [self._one(before, move, sight) for before, move in told.moves]
        clauses = dict.fromkeys(clause for note in notes for clause in note.clauses)
        where = dict.fromkeys(note.where for note in notes if note.where)
        text = sentences(note.text for note in notes)
        return Note(Tone.OK, text, tuple(clauses), ", ".join(where))

    def _one(self, before: Any, move: Any, sight: Sight) -> Note:
        game = self._game
        if not may_read(game, before, move, sight):
            who = self._speaker.name(seat_of(move) or "")
            return Note(Tone.OK, say("secret_move", who=who))
        verdict: Verdict[Any] = game.judge(known(game, before, move, sight), move)
        if isinstance(verdict, Accepted | Finished) and verdict.events:
            return self._speaker.facts(Tone.OK, verdict.events)
        return Note(Tone.OK, plain(game.write_move(move)))


def known(game: AnyGame, before: Any, move: Any, sight: Sight) -> Any:
    """The state before a move as it is known to whoever sees that much, after the move."""
    if isinstance(game, Revealing) and not sight.everything:
        return game.revealed(before, move, sight.seat)
    return seen(game, before, sight)


def may_read(game: AnyGame, before: Any, move: Any, sight: Sight) -> bool:
    """Whether whoever sees that much may read a move."""
    if sight.everything or not isinstance(game, Secretive):
        return True
    return game.shows(before, move, sight.seat)
