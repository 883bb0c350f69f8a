"""One line for each verdict: the game, accepted or refused, the clauses, the words, who asked."""

from __future__ import annotations

import logging
import sys
from collections.abc import Iterator, Sequence
from contextlib import contextmanager

from companion.display.model import Note, Text, Tone

_log = logging.getLogger("companion.verdicts")

_TONES = {Tone.OK: "accepted", Tone.REFUSED: "refused", Tone.UNSURE: "asks", Tone.INFO: "says"}
_OPEN_WORDS = (Tone.REFUSED, Tone.UNSURE)
_PRIVATE = "(the words are on the phone that asked)"
PHONE_LETTERS = 6


class VerdictLog:
    """Follows what a table decides.

    What only one phone is shown may tell what others must not know, so that its words stay out
    of the log; its clauses do not.
    """

    def __init__(self, shown: Note | None = None) -> None:
        self._last = _said(shown)
        self._by = "the table"

    def decided(
        self, game: str, answers: Sequence[tuple[Note, str]], shown: Note | None, private: bool
    ) -> None:
        """Take the answers of one step, each with who asked, and the verdict that all are shown.

        `private` says that single phones are shown something of their own.
        """
        new = _said(shown)
        told = False
        for note, by in answers:
            self._by = _who(by)
            for_all = _said(note) == new
            if note.tone in _OPEN_WORDS or for_all:
                _line(game, note, self._by, private and not for_all)
                told = told or for_all
        if shown is not None and new != self._last and not told:
            _line(game, shown, self._by, hidden=False)
        self._last = new


@contextmanager
def logged_verdicts() -> Iterator[None]:
    """Write the lines to standard output meanwhile; all else goes on to standard error."""
    handler = logging.StreamHandler(sys.stdout)
    handler.setFormatter(logging.Formatter("%(message)s"))
    before = _log.level, _log.propagate
    _log.addHandler(handler)
    _log.setLevel(logging.INFO)
    _log.propagate = False
    try:
        yield
    finally:
        _log.removeHandler(handler)
        _log.setLevel(before[0])
        _log.propagate = before[1]


def _said(note: Note | None) -> tuple[Tone, Text, tuple[str, ...]] | None:
    return None if note is None else (note.tone, note.text, note.clauses)


def _line(game: str, note: Note, who: str, hidden: bool) -> None:
    clauses = f" [{', '.join(note.clauses)}]" if note.clauses else ""
    words = _PRIVATE if hidden else " ".join(note.text.en.split())
    _log.info("%s: %s%s %s (asked by %s)", game, _TONES[note.tone], clauses, words, who)


def _who(by: str) -> str:
    """A phone's digest shortened: enough to tell phones apart."""
    if len(by) > PHONE_LETTERS and all(letter in "0123456789abcdef" for letter in by):
        return f"phone {by[:PHONE_LETTERS]}"
    return by or "the table"
