"""Write several files into a folder, all or none."""

from __future__ import annotations

import os
import shutil
from collections.abc import Mapping
from pathlib import Path

from companion.errors import InputError


def write_all(folder: Path, files: Mapping[str, bytes]) -> None:
    """Write `files`, by name relative to `folder`, which is made when it is not there.

    Everything is written beside its place first and then moved, so that a full disk leaves the
    folder as it was.  Raises InputError when the folder can't be made or written.
    """
    part = folder / f".{os.getpid()}.part"
    made = False
    try:
        made = not folder.exists()
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
        if made:
            _remove_if_empty(folder)
        reason = getattr(error, "strerror", None) or "not a usable folder name"
        raise InputError(
            f"{folder} can't be written to: {reason}; choose another folder."
        ) from None


def _write(path: Path, data: bytes) -> None:
    path.parent.mkdir(parents=True, exist_ok=True)
    with path.open("wb") as file:
        file.write(data)
        file.flush()
        os.fsync(file.fileno())


def _remove_if_empty(folder: Path) -> None:
    if folder.is_dir() and not any(folder.iterdir()):
        folder.rmdir()
