"""Where companions serve, for `companion doctor`: a note in the data folder, a name in the system.

The note says everything, to whoever may read the folder.  The name tells everybody the port.
"""

from __future__ import annotations

import contextlib
import socket
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

import msgspec

from companion.errors import InputError
from companion.keeping.whole_file import write_whole

_FOLDER = "serving"
_PAGE = "tabletop-companion page "
_NAMES = Path("proc/net/unix")


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
        with _named(port):
            yield
    finally:
        with contextlib.suppress(OSError):
            note.unlink(missing_ok=True)


@contextlib.contextmanager
def _named(port: int) -> Iterator[None]:
    """Hold a name in the system's table of abstract sockets: it goes with the process."""
    with socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM) as holder:
        with contextlib.suppress(OSError):
            holder.bind(f"\0{_PAGE}{port}")
        yield


def served_ports(root: Path) -> tuple[int, ...]:
    """The ports of all companions that run on this computer, whoever started them."""
    try:
        lines = (root / _NAMES).read_text(errors="replace").splitlines()
    except OSError:
        return ()
    named = [line.partition(f"@{_PAGE}")[2].strip() for line in lines]
    return tuple(sorted({int(port) for port in named if port.isascii() and port.isdigit()}))


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
