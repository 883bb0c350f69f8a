"""Write a file whole or not at all."""

from __future__ import annotations

import contextlib
import os
from pathlib import Path

from companion.errors import InputError


def write_whole(path: Path, data: bytes) -> None:
    """Write `data` to `path` so that a reader sees the old file or the new one, never half.

    A pipe or a device is written to as it is.  Raises InputError when the folder is absent or
    can't be written.
    """
    try:
        if path.exists() and not path.is_file():
            path.write_bytes(data)
            return
        part = path.with_name(f".{path.name}.{os.getpid()}.part")
        try:
            with part.open("wb") as file:
                file.write(data)
                file.flush()
                os.fsync(file.fileno())
            part.replace(path)
        except BaseException:
            with contextlib.suppress(OSError):
                part.unlink()
            raise
    except (OSError, ValueError) as error:
        reason = getattr(error, "strerror", None) or "not a usable file name"
        raise InputError(f"{path} can't be written: {reason}; choose another place.") from None
