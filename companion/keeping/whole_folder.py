"""Write several files into a folder, all or none."""

from __future__ import annotations

import contextlib
import os
import shutil
from collections.abc import Mapping
from pathlib import Path

from companion.errors import InputError


def check_folder(folder: Path) -> None:
    """Raise InputError when `folder` surely can't be written; touches nothing.

    For a word before the work is done; `write_all` still finds whatever shows only then.
    """
    try:
        there = next(path for path in (folder, *folder.absolute().parents) if path.exists())
        reason = "Not a directory" if not there.is_dir() else ""
        if not reason and not os.access(there, os.W_OK | os.X_OK):
            reason = "Permission denied"
    except (OSError, ValueError) as error:
        reason = getattr(error, "strerror", None) or "not a usable folder name"
    if reason:
        raise _refused(folder, reason)


def write_all(folder: Path, files: Mapping[str, bytes]) -> None:
    """Write `files`, by name relative to `folder`, which is made when it is not there.

    Everything is written beside its place first and then moved, so that a full disk leaves the
    folder as it was.  Raises InputError when the folder can't be made or written.
    """
    part = folder / f".{os.getpid()}.part"
    made: list[Path] = []
    try:
        made = [path for path in (folder, *folder.parents) if not path.exists()]
        folder.mkdir(parents=True, exist_ok=True)
        try:
            for name, data in files.items():
                _write(part / name, data)
            for name in files:
                (folder / name).parent.mkdir(parents=True, exist_ok=True)
                if (folder / name).is_dir():
                    raise IsADirectoryError(0, f"{name} is a folder there")
            for name in files:
                (part / name).replace(folder / name)
        finally:
            shutil.rmtree(part, ignore_errors=True)
    except (OSError, ValueError) as error:
        for path in made:  # the deepest first; one that is not empty stays
            with contextlib.suppress(OSError, ValueError):
                path.rmdir()
        reason = getattr(error, "strerror", None) or "not a usable folder name"
        raise _refused(folder, reason) from None


def _refused(folder: Path, reason: str) -> InputError:
    return InputError(f"{folder} can't be written to: {reason}; choose another folder.")


def _write(path: Path, data: bytes) -> None:
    path.parent.mkdir(parents=True, exist_ok=True)
    with path.open("wb") as file:
        file.write(data)
        file.flush()
        os.fsync(file.fileno())
