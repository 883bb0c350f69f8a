"""The truth of a session: an append-only journal in SQLite, safe against power loss.

Nothing that was accepted is ever changed or removed; taking something back appends an entry
of the kind `undo` that names what it takes back, and `redo` lets that stand again.  The state
of any game is the replay of `effective(entries)`.  The journal knows no game: an entry is a
kind and a text.
"""

from __future__ import annotations

import fcntl
import os
import sqlite3
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from pathlib import Path
from types import TracebackType
from typing import Self

from companion.keeping.journal_errors import JournalError, not_written, said
from companion.keeping.private_file import keep_private

__all__ = ["REDO", "UNDO", "Entry", "Journal", "JournalError", "effective", "read_undamaged"]

UNDO, REDO = "undo", "redo"
_FORMAT = 1
_LOCK_WAIT_S = 2.0
_SCHEMA = f"""
BEGIN;
CREATE TABLE IF NOT EXISTS fact (name TEXT PRIMARY KEY, value TEXT NOT NULL) STRICT;
CREATE TABLE IF NOT EXISTS entry (
    seq INTEGER PRIMARY KEY AUTOINCREMENT,
    kind TEXT NOT NULL,
    text TEXT NOT NULL,
    by TEXT NOT NULL,
    at_s REAL NOT NULL,
    picture TEXT NOT NULL
) STRICT;
CREATE TRIGGER IF NOT EXISTS entry_stays BEFORE DELETE ON entry
BEGIN SELECT RAISE(ABORT, 'the journal only grows'); END;
CREATE TRIGGER IF NOT EXISTS entry_is_final BEFORE UPDATE ON entry
BEGIN SELECT RAISE(ABORT, 'the journal only grows'); END;
INSERT OR IGNORE INTO fact VALUES ('format', '{_FORMAT}');
COMMIT;
"""


@dataclass(frozen=True, slots=True)
class Entry:
    """One accepted fact: `seq` counts from 1, `by` says who, `picture` is the evidence's hash.

    `at_s` is the time of the clock that was running then; it orders entries of one run only.
    """

    seq: int
    kind: str
    text: str
    by: str
    at_s: float
    picture: str = ""


def effective(entries: Iterable[Entry]) -> tuple[Entry, ...]:
    """Leave out what was taken back, and the undo and redo entries themselves; oldest first."""
    standing: dict[int, Entry] = {}
    taken_back: dict[int, Entry] = {}
    for entry in entries:
        if entry.kind in (UNDO, REDO):
            source, target = (
                (standing, taken_back) if entry.kind == UNDO else (taken_back, standing)
            )
            moved = source.pop(int(entry.text), None)
            if moved is not None:
                target[moved.seq] = moved
        else:
            standing[entry.seq] = entry
    return tuple(standing[seq] for seq in sorted(standing))


class Journal:
    """An open journal file; one process at a time.  Use it as a context manager.

    Raises JournalError when the file is in use, is no journal, is damaged, comes from a newer
    companion or can't be written.  All calls have to come from one thread.
    """

    def __init__(self, path: Path) -> None:
        self.path = path
        self._lock = _take_lock(path)
        try:
            self._db = _open(path)
            self._entries = list(_read(self._db, path))
        except BaseException:
            os.close(self._lock)
            raise

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        self.close()

    @property
    def entries(self) -> tuple[Entry, ...]:
        """Every entry, oldest first."""
        return tuple(self._entries)

    @property
    def last_seq(self) -> int:
        """The number of the newest entry, 0 for an empty journal."""
        return self._entries[-1].seq if self._entries else 0

    def append(self, kind: str, text: str, by: str, at_s: float, picture: str = "") -> Entry:
        """Write one entry; when this returns it is on the disk."""
        try:
            with self._db:
                cursor = self._db.execute(
                    "INSERT INTO entry (kind, text, by, at_s, picture) VALUES (?, ?, ?, ?, ?)",
                    (kind, text, by, at_s, picture),
                )
        except sqlite3.Error as error:
            raise not_written(self.path, error) from error
        entry = Entry(cursor.lastrowid or 0, kind, text, by, at_s, picture)
        self._entries.append(entry)
        return entry

    def undo(self, seq: int, by: str, at_s: float) -> Entry:
        """Take back the standing entry `seq`; raises ValueError when it does not stand."""
        if seq not in {entry.seq for entry in effective(self._entries)}:
            raise ValueError(f"entry {seq} does not stand, so it can't be taken back")
        return self.append(UNDO, str(seq), by, at_s)

    def redo(self, seq: int, by: str, at_s: float) -> Entry:
        """Let an entry stand again that was taken back; raises ValueError when it was not."""
        standing = {entry.seq for entry in effective(self._entries)}
        kinds = {entry.seq: entry.kind for entry in self._entries}
        if seq in standing or kinds.get(seq, UNDO) in (UNDO, REDO):
            raise ValueError(f"entry {seq} was not taken back, so it can't stand again")
        return self.append(REDO, str(seq), by, at_s)

    def fact(self, name: str) -> str | None:
        """Read a fact about the session that is not part of its history (a code, a count)."""
        row = self._db.execute("SELECT value FROM fact WHERE name = ?", (name,)).fetchone()
        return None if row is None else str(row[0])

    def set_fact(self, name: str, value: str) -> None:
        """Write such a fact; raises JournalError when it can't be written."""
        try:
            with self._db:
                self._db.execute(
                    "INSERT INTO fact VALUES (?, ?) ON CONFLICT (name) DO UPDATE SET value = ?",
                    (name, value, value),
                )
        except sqlite3.Error as error:
            raise not_written(self.path, error) from error

    def close(self) -> None:
        """Close the file and let another process have it; calling it twice is fine."""
        self._db.close()
        if self._lock >= 0:
            os.close(self._lock)
            self._lock = -1


def read_undamaged(path: Path) -> tuple[Entry, ...]:
    """The entries of a file, or of a damaged file those before the damage; changes nothing.

    Raises JournalError when the file is no journal at all.
    """
    try:
        db = sqlite3.connect(f"{path.resolve().as_uri()}?mode=ro", uri=True)
    except sqlite3.Error as error:
        raise JournalError(f"the journal {path} can't be opened ({error})") from error
    found: list[Entry] = []
    try:
        for entry in _rows(db):
            found.append(entry)
    except sqlite3.Error as error:
        if not found:
            raise JournalError(
                f"nothing can be read in the journal {path} ({said(error)})"
            ) from error
    finally:
        db.close()
    return tuple(found)


def _rows(db: sqlite3.Connection) -> Iterator[Entry]:
    """The entries, oldest first; raises sqlite3.Error where the file is damaged."""
    rows = db.execute("SELECT seq, kind, text, by, at_s, picture FROM entry ORDER BY seq")
    return (Entry(*row) for row in rows)


def _read(db: sqlite3.Connection, path: Path) -> list[Entry]:
    """Every entry of a sound file; raises JournalError naming the last one before the damage."""
    found: list[Entry] = []
    try:
        for entry in _rows(db):
            found.append(entry)
        (check,) = db.execute("PRAGMA quick_check(1)").fetchone()
    except sqlite3.Error as error:
        check = str(error)
    if check != "ok":
        db.close()
        last = found[-1].seq if found else 0
        raise JournalError(
            f"the journal {path} is damaged, its last readable entry is {last} "
            f"({' '.join(check.split())[:120]}); move it away or choose another folder with --data"
        )
    return found


def _take_lock(path: Path) -> int:
    """Lock the file beside the journal; the system frees it even when this process is killed."""
    try:
        path.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
        descriptor = os.open(f"{path}.lock", os.O_RDWR | os.O_CREAT | os.O_CLOEXEC, 0o600)
    except OSError as error:
        raise JournalError(
            f"the journal {path} can't be opened ({error.strerror}); "
            "choose another folder with --data"
        ) from error
    try:
        fcntl.flock(descriptor, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except OSError as error:
        os.close(descriptor)
        raise JournalError(
            f"the journal {path} is in use by another companion; stop that one, "
            "or choose another folder with --data"
        ) from error
    return descriptor


def _open(path: Path) -> sqlite3.Connection:
    db: sqlite3.Connection | None = None
    try:
        keep_private(path)  # the join code is in it
        # The web server's thread closes what the main thread opened; calls never overlap.
        db = sqlite3.connect(path, timeout=_LOCK_WAIT_S, check_same_thread=False)
        found = _format(db)
        if found is None:
            db.executescript(_SCHEMA)  # one transaction: a file is no journal or a whole one
            found = str(_FORMAT)
        if found == str(_FORMAT):  # any other file stays as it is
            db.execute("PRAGMA journal_mode = WAL")
            db.execute("PRAGMA synchronous = FULL")
    except sqlite3.Error as error:
        if db is not None:
            db.close()
        if str(getattr(error, "sqlite_errorname", "")).startswith("SQLITE_READONLY"):
            raise not_written(path, error) from error
        raise JournalError(
            f"{path} is no journal of the companion ({said(error)}); move it away or choose "
            "another folder with --data"
        ) from error
    if found != str(_FORMAT):
        db.close()
        raise JournalError(
            f"the journal {path} has format {found}, this companion reads format {_FORMAT}; "
            "use the companion that wrote it"
        )
    return db


def _format(db: sqlite3.Connection) -> str | None:
    """The format of a journal, None for a new file; raises sqlite3.Error for another file."""
    tables = db.execute("SELECT name FROM sqlite_master WHERE type = 'table'").fetchall()
    if not tables:
        return None
    row = db.execute("SELECT value FROM fact WHERE name = 'format'").fetchone()
    return None if row is None else str(row[0])
