"""The join code that a data folder keeps, read without touching the journal it is in."""

from __future__ import annotations

import sqlite3
from contextlib import closing
from pathlib import Path

_WAIT_S = 2.0


def kept_code(journal: Path) -> str | None:
    """The join code in this journal; None when there is none yet or it may not be read.

    Nothing is made beside the file: a file that another user makes there would lock out the
    companion.
    """
    running = journal.with_name(f"{journal.name}-wal").exists()
    mode = "mode=ro" if running else "mode=ro&immutable=1"
    try:
        uri = f"{journal.resolve(strict=True).as_uri()}?{mode}"
        with closing(sqlite3.connect(uri, uri=True, timeout=_WAIT_S)) as db:
            row = db.execute("SELECT value FROM fact WHERE name = 'join_code'").fetchone()
    except (OSError, sqlite3.Error):
        return None
    return None if row is None else str(row[0])
