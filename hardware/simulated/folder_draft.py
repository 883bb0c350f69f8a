"""A new folder that appears whole or not at all."""

from __future__ import annotations

import os
import shutil
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from companion.errors import InputError


def refuse_occupied(folder: Path) -> None:
    """Raise InputError when `folder` is a file or holds something already."""
    if folder.exists() and not folder.is_dir():
        raise InputError(f"{folder} is a file; name a folder for the photographs.")
    try:
        occupied = folder.is_dir() and any(folder.iterdir())
    except OSError as error:
        raise InputError(f"The folder {folder} can't be made: {error.strerror}.") from error
    if occupied:
        raise InputError(f"The folder {folder} is not empty; name a new one for the photographs.")


@contextmanager
def draft_of(folder: Path) -> Iterator[Path]:
    """A folder to fill; when that ends well it becomes `folder`, else nothing is left behind.

    Raises InputError when `folder` holds something already or can't be written.
    """
    refuse_occupied(folder)
    try:
        folder.parent.mkdir(parents=True, exist_ok=True)
        draft = Path(tempfile.mkdtemp(prefix=f".{folder.name}-", dir=folder.parent))
    except OSError as error:
        raise InputError(f"The folder {folder} can't be made: {error.strerror}.") from error
    try:
        yield draft
        draft.chmod(0o755)
        if folder.exists():
            folder.rmdir()
        os.replace(draft, folder)
    except OSError as error:
        raise InputError(f"The set can't be written to {folder}: {error.strerror}.") from error
    finally:
        shutil.rmtree(draft, ignore_errors=True)
