"""Where games are kept: free space, whether it can be written, what an update left there."""

from __future__ import annotations

import os
import shutil
import tempfile
from collections.abc import Callable
from pathlib import Path

from companion.display.findings import Finding
from companion.doctor.machine import MB, size
from companion.doctor.words import finding

# Evidence may grow to 200 MB; a journal needs far less than the rest.
DISK_BAD_BYTES, DISK_LOW_BYTES = 100 * MB, 500 * MB
# Written by systemd/releases.sh.
UPDATE_NOTE = "update-failed"
NOTE_LETTERS = 200

Free = Callable[[Path], int]
"""Free bytes of the disk that holds a folder; raises OSError."""


def free_bytes(folder: Path) -> int:
    """What this user may still write, in bytes; raises OSError."""
    return shutil.disk_usage(folder).free


def storage_findings(data: Path, free: Free) -> list[Finding]:
    """Everything about the folder `data`."""
    return [disk(data, free), folder(data), update(data)]


def disk(data: Path, free: Free) -> Finding:
    """How much space is left."""
    try:
        left = free(_standing(data))
    except OSError as error:
        return finding("disk_unknown", why=error.strerror or error)
    key = "full" if left < DISK_BAD_BYTES else "low" if left < DISK_LOW_BYTES else "ok"
    return finding(f"disk_{key}", free=size(left))


def folder(data: Path) -> Finding:
    """Whether a file can be written there and reaches the disk; it is taken away again."""
    try:
        place = _standing(data)
        with tempfile.NamedTemporaryFile(dir=place, prefix=".doctor-") as file:
            file.write(b"examined")
            file.flush()
            os.fsync(file.fileno())
    except OSError as error:
        return finding("folder_bad", path=data, why=error.strerror or error)
    return finding("folder_ok" if place == data else "folder_new", path=data)


def update(data: Path) -> Finding:
    """What a failed update left written for people."""
    try:
        text = (data / UPDATE_NOTE).read_bytes().decode("utf-8", "replace")
    except OSError:
        return finding("update_ok")
    return finding("update_failed", why=" ".join(text.split())[:NOTE_LETTERS])


def _standing(data: Path) -> Path:
    """The folder, or the nearest one above that is there; raises OSError when none may be seen."""
    for place in (data, *data.absolute().parents):
        if place.is_dir():
            return place
        if place.exists():
            raise NotADirectoryError(20, "a file is in its place")
    return Path("/")
