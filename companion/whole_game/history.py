"""What the journal of a whole game says: which steps stand, and what can be undone or redone."""

from __future__ import annotations

import json
from collections.abc import Iterable
from dataclasses import dataclass, replace

from companion.keeping.journal import REDO, UNDO, Entry, JournalError, effective

GAME, PLAY, CORRECT = "game", "play", "correct"


@dataclass(frozen=True, slots=True)
class Step:
    """A standing step: the number of its entry and its moves in canonical texts."""

    seq: int
    moves: tuple[str, ...]
    by: str
    corrected: bool = False


def played(entries: Iterable[Entry]) -> tuple[Entry, ...]:
    """The steps and corrections that stand, in the order in which they were booked."""
    return tuple(entry for entry in effective(entries) if entry.kind in (PLAY, CORRECT))


def steps_of(entries: Iterable[Entry]) -> tuple[Step, ...]:
    """The standing steps with their corrections.

    Raises JournalError naming the entry that can't be understood.
    """
    steps: dict[int, Step] = {}
    for entry in played(entries):
        if entry.kind == PLAY:
            steps[entry.seq] = Step(entry.seq, tuple(entry.text.split("\n")), entry.by)
            continue
        try:
            said = json.loads(entry.text)
            for each in said.get("steps", [said]):
                step, moves = steps[each["seq"]], tuple(map(str, each["moves"]))
                steps[step.seq] = replace(step, moves=moves, corrected=True)
        except (AttributeError, KeyError, TypeError, ValueError) as error:
            raise JournalError(f"entry {entry.seq} of the journal is no correction") from error
    return tuple(steps.values())


def last_undone(entries: Iterable[Entry]) -> int:
    """The number of the entry that a redo lets stand again, 0 for none.

    A new step or correction begins a branch: what was undone before it stays in the journal,
    but a redo does not reach it.
    """
    undone: list[int] = []
    for entry in entries:
        if entry.kind in (PLAY, CORRECT):
            undone = []
        elif entry.kind == UNDO:
            undone.append(int(entry.text))
        elif entry.kind == REDO and undone:
            undone.pop()
    return undone[-1] if undone else 0
