"""Where companions serve: each leaves a note in its data folder, for `companion doctor`."""

from __future__ import annotations

import contextlib
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

import msgspec

from companion.errors import InputError
from companion.keeping.whole_file import write_whole

_FOLDER = "serving"


@dataclass(frozen=True, slots=True)
class Served:
    """A page that is served: where it listens, and the journal that keeps its join code."""

    host: str
    port: int
    journal: str


@contextlib.contextmanager
def announced(data: Path, host: str, port: int, journal: Path) -> Iterator[None]:
    """Keep a note that this companion serves.

    It is a courtesy: a folder that can't be written keeps no table from being served.  Whoever is
    killed leaves the note behind, so a reader has to ask at the port.
    """
    note = data / _FOLDER / f"{port}.json"
    with contextlib.suppress(OSError, InputError):
        note.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
        write_whole(note, msgspec.json.encode(Served(host, port, str(journal.absolute()))))
    try:
        yield
    finally:
        with contextlib.suppress(OSError):
            note.unlink(missing_ok=True)


def announcements(data: Path) -> tuple[Served, ...]:
    """What companions with this data folder have announced, the newest first."""
    with contextlib.suppress(OSError):
        notes = sorted((data / _FOLDER).glob("*.json"), key=_written_at_ns, reverse=True)
        return tuple(served for note in notes if (served := _read(note)) is not None)
    return ()


def _written_at_ns(note: Path) -> int:
    """When a note was written; 0 for one whose companion has ended since it was found."""
    try:
        return note.stat().st_mtime_ns
    except OSError:
        return 0


def _read(note: Path) -> Served | None:
    try:
        return msgspec.json.decode(note.read_bytes(), type=Served)
    except (OSError, msgspec.MsgspecError):
        return None
