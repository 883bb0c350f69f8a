"""What is wrong with a journal, said for people."""

from __future__ import annotations

import sqlite3
from pathlib import Path

from companion.errors import CompanionError
from companion.flow import Sentence


class JournalError(CompanionError):
    """A journal that can't be opened or written; the sentence says why and what to do."""

    exit_status = 2


def not_written(path: Path, error: sqlite3.Error) -> JournalError:
    """What to do about a journal that takes no more entries."""
    what = {
        "SQLITE_FULL": Sentence("disk_full", "the disk is full; make room"),
        "SQLITE_READONLY": Sentence("file_read_only", "the file is read-only; make it writable"),
    }
    name = str(getattr(error, "sqlite_errorname", ""))
    broken = Sentence("disk_broken", "{said}; check the disk", said=said(error))
    why = next((text for code, text in what.items() if name.startswith(code)), broken)
    return JournalError(
        Sentence(
            "journal_unwritten",
            "the journal {path} can't be written: {why}, nothing was booked",
            path=str(path),
            why=why,
        )
    )


def said(error: sqlite3.Error) -> str:
    """What SQLite said, in one short line: it may quote what it could not read."""
    return " ".join(str(error).split())[:120]
