"""A whole game at a table: any game of the contract, with a journal as its truth.

Lines are judged as `companion judge` judges them.  Undo, redo and corrections append; what was
played before they came stays in the journal.  When the journal can't be written the game goes
on in memory, says so, and its record can be had at any time.
"""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any

from companion.errors import InputError
from companion.flow import Accepted, Finished, Verdict
from companion.games.catalogue import find_game, load_edition
from companion.games.contract import AnyGame, FinalScore, Note
from companion.keeping.journal import REDO, UNDO, Entry, Journal, JournalError
from companion.records.document import Record, read_record, write_record
from companion.records.judging import Judged, judge_line, judge_text
from companion.records.replay import first_state, replay
from companion.whole_game.change import Change, differences
from companion.whole_game.history import CORRECT, GAME, PLAY, Step, last_undone, played, steps_of


@dataclass(frozen=True, slots=True)
class Outcome:
    """What a line led to: its verdict, how it was read, and its entry when it counts."""

    judged: Judged
    entry: Entry | None = None

    @property
    def verdict(self) -> Verdict[Any]:
        """Accepted, refused, unsure or finished."""
        return self.judged.verdict


@dataclass(frozen=True, slots=True)
class _Position:
    """Where a replay has come to: the state, the result of a finished game, moves left out."""

    state: Any
    result: FinalScore | None = None
    lost: tuple[tuple[Step, Verdict[Any]], ...] = ()
    before: Any = None  # the state before the step that was asked for


class GameSession:
    """One game; one thread calls everything here.

    `trouble` is the sentence to show while the journal can't be written, else "".  `notes` say
    what was assumed about the setup.
    """

    def __init__(self, journal: Journal, header: Record) -> None:
        self._journal = journal
        self._entries = list(journal.entries)
        self._unsaved: list[Entry] = []
        self._header = header
        self.game: AnyGame = find_game(header.game)
        edition = load_edition(self.game, header.edition or self.game.default_edition)
        start = first_state(self.game, edition, header)
        self._start = start.state
        self.notes: tuple[str | Note, ...] = start.notes
        self.trouble = ""
        self._now = self._replay(steps_of(self._entries))

    @classmethod
    def begin(cls, journal: Journal, header: Record, by: str, at_s: float) -> GameSession:
        """Start a game in an empty journal; the record's moves are played, too.

        Raises InputError when the journal holds a game already, the record can't be set up or
        one of its moves does not count.
        """
        if journal.entries:
            raise InputError(f"{journal.path} holds a game already; choose another file")
        for step in replay(header).steps:
            if not step.counted:
                raise InputError(f"move {step.number} of the record does not count: {step.text}")
        bare = replace(header, moves=(), damage=(), notes=())
        session = cls(journal, bare)
        session._append(GAME, write_record(bare).decode(), by, at_s)
        for line in filter(None, header.moves):
            session.play(line, by, at_s)
        return session

    @classmethod
    def resume(cls, journal: Journal) -> GameSession:
        """Take up the game of a journal; raises JournalError when it holds none."""
        return cls(journal, header_of(journal.entries, str(journal.path)))

    @property
    def start(self) -> Any:
        """The state in which the game began."""
        return self._start

    @property
    def state(self) -> Any:
        """The state now."""
        return self._now.state

    @property
    def result(self) -> FinalScore | None:
        """The final score of a finished game."""
        return self._now.result

    @property
    def steps(self) -> tuple[Step, ...]:
        """The standing steps, oldest first, corrected where they were corrected."""
        return steps_of(self._entries)

    @property
    def entries(self) -> tuple[Entry, ...]:
        """Everything that ever happened, also what was taken back and what is not saved yet."""
        return tuple(self._entries)

    def play(self, line: str, by: str, at_s: float, picture: str = "") -> Outcome:
        """Judge a line and book it when it counts."""
        judged = judge_line(self.game, self.state, line, self._header.aliases)
        verdict = judged.verdict
        if not isinstance(verdict, Accepted | Finished):
            return Outcome(judged)
        entry = self._append(PLAY, "\n".join(judged.moves), by, at_s, picture)
        result = verdict.result if isinstance(verdict, Finished) else None
        self._now = replace(self._now, state=verdict.state, result=result)
        return Outcome(judged, entry)

    def note(self, kind: str, text: str, by: str, at_s: float, picture: str = "") -> Entry:
        """Book something that is no step of the game, of a kind that no step has."""
        return self._append(kind, text, by, at_s, picture)

    def undo(self, by: str, at_s: float) -> Entry | None:
        """Take back the newest step or correction; None when there is nothing left."""
        standing = played(self._entries)
        return self._turn(UNDO, standing[-1].seq if standing else 0, by, at_s)

    def redo(self, by: str, at_s: float) -> Entry | None:
        """Let stand again what was undone last; None after a new move, or when nothing was."""
        return self._turn(REDO, last_undone(self._entries), by, at_s)

    def preview(self, seq: int, line: str) -> Change:
        """What would change if step `seq` had been this line.

        Raises InputError when no such step stands.
        """
        steps = self.steps
        if seq not in {step.seq for step in steps}:
            known = ", ".join(str(step.seq) for step in steps) or "none"
            raise InputError(f"there is no standing move {seq}; standing are {known}")
        here = self._replay(steps, stop=seq).before
        judged = judge_line(self.game, here, line, self._header.aliases)
        change = Change(judged)
        if not change.possible:
            return change
        corrected = tuple(
            replace(step, moves=judged.moves) if step.seq == seq else step for step in steps
        )
        after = self._replay(corrected)
        lost_before = {step.seq for step, _ in self._now.lost}
        lost = tuple(each for each in after.lost if each[0].seq not in lost_before)
        changed = differences(self.game, self.state, after.state)
        return Change(judged, lost, *changed, after.state)

    def correct(self, seq: int, line: str, by: str, at_s: float) -> Change:
        """Put another line in the place of a step; nothing is booked when it does not count."""
        change = self.preview(seq, line)
        if change.possible:
            text = json.dumps({"seq": seq, "moves": list(change.judged.moves)})
            self._append(CORRECT, text, by, at_s)
            self._now = self._replay(self.steps)
        return change

    @property
    def line(self) -> tuple[str, ...]:
        """Every move that counts, in order."""
        return tuple(move for _, move in self._numbered())

    def revise(self, instead: Mapping[int, str], by: str, at_s: float) -> Entry:
        """Put others in the place of moves of the line, by number from 0: all or none.

        Each is one move to a line of text, or nothing.  Raises InputError when the game that
        stands then has moves that don't count.
        """
        numbered = self._numbered()
        changed: dict[int, list[str]] = {}
        for number, (seq, move) in enumerate(numbered):
            texts = instead[number].split("\n") if number in instead else [move]
            changed.setdefault(seq, []).extend(filter(None, texts))
        touched = {numbered[number][0] for number in instead}
        steps = [{"seq": seq, "moves": changed[seq]} for seq in sorted(touched)]
        revised = tuple(
            replace(step, moves=tuple(changed[step.seq])) if step.seq in touched else step
            for step in self.steps
        )
        after = self._replay(revised)
        if after.lost != self._now.lost:
            raise InputError("those moves can't have been others: later ones would not count")
        entry = self._append(CORRECT, json.dumps({"steps": steps}), by, at_s)
        self._now = after
        return entry

    def _numbered(self) -> tuple[tuple[int, str], ...]:
        """Every move that counts with the number of its step's entry."""
        lost = {step.seq for step, _ in self._now.lost}
        counted = (step for step in self.steps if step.seq not in lost)
        return tuple((step.seq, move) for step in counted for move in step.moves)

    def record(self) -> Record:
        """The game as it stands, to be written, judged or taken up elsewhere."""
        lost = {step.seq for step, _ in self._now.lost}
        moves = [move for step in self.steps if step.seq not in lost for move in step.moves]
        return replace(self._header, moves=tuple(moves))

    def download(self) -> bytes:
        """The record as a file; works also while the journal can't be written."""
        return write_record(self.record())

    def _turn(self, kind: str, seq: int, by: str, at_s: float) -> Entry | None:
        if not seq:
            return None
        entry = self._append(kind, str(seq), by, at_s)
        self._now = self._replay(self.steps)
        return entry

    def _append(self, kind: str, text: str, by: str, at_s: float, picture: str = "") -> Entry:
        """Book an entry; one that can't be saved now is kept and saved before the next."""
        last = self._entries[-1].seq if self._entries else 0
        entry = Entry(last + 1, kind, text, by, at_s, picture)
        self._entries.append(entry)
        self._unsaved.append(entry)
        self.save()
        return entry

    def save(self) -> bool:
        """Try to write what is not saved yet; says whether everything is."""
        try:
            while self._unsaved:
                e = self._unsaved[0]
                self._journal.append(e.kind, e.text, e.by, e.at_s, e.picture)
                self._unsaved.pop(0)
        except JournalError as error:
            why = str(error).removesuffix(", nothing was booked")
            self.trouble = (
                f"{why}; the game goes on in memory, so download its record before you stop"
            )
            return False
        self.trouble = ""
        return True

    def _replay(self, steps: Sequence[Step], stop: int = 0) -> _Position:
        """Play steps from the start; one that does not count any more is left out."""
        now = _Position(self._start)
        for step in steps:
            if step.seq == stop:
                return replace(now, before=now.state)
            verdict = self._verdict(now.state, step)
            if isinstance(verdict, Accepted | Finished):
                result = verdict.result if isinstance(verdict, Finished) else None
                now = replace(now, state=verdict.state, result=result)
            else:
                now = replace(now, lost=(*now.lost, (step, verdict)))
        return now

    def _verdict(self, state: Any, step: Step) -> Verdict[Any]:
        verdict: Verdict[Any] = Accepted(state)
        for text in step.moves:
            verdict = judge_text(self.game, state, text)
            if not isinstance(verdict, Accepted | Finished):
                return verdict
            state = verdict.state
        return verdict


def header_of(entries: Sequence[Entry], where: str) -> Record:
    """The record, without moves, that a journal's game began with; raises JournalError."""
    if not entries or entries[0].kind != GAME:
        raise JournalError(f"the journal {where} holds no game; begin one, or choose another file")
    return read_record(entries[0].text.encode(), where)
