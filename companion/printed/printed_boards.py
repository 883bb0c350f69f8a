"""The descriptions of a game's printed boards: written once for each art, found by board."""

from __future__ import annotations

import hashlib
import shutil
from collections.abc import Iterable
from pathlib import Path
from typing import Any

from companion.describing.table_file import load_places
from companion.errors import InputError
from companion.places import PlaceBoard
from companion.printed.sheet_files import descriptions, file_name, markers_of
from companion.prints import Prints

FOLDER = "boards"
_MARK = "made-of.txt"


def keep_descriptions(data: Path, game: Any, prints: Prints) -> Path:
    """The folder with descriptions and pictures of the printed boards, made when it is missing.

    Raises InputError when it can't be written.
    """
    names = [file_name(board, copy) for board in prints.boards for copy in range(board.count)]
    art = hashlib.sha256(repr((names, prints)).encode()).hexdigest()
    folder = data / FOLDER / f"{game.name}-{art[:12]}"
    mark = folder / _MARK
    try:
        if mark.exists() and mark.read_text() == art:
            return folder
        shutil.rmtree(folder, ignore_errors=True)
        for name, content in descriptions(game, prints, markers_of(prints), folder).items():
            path = folder / name
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_bytes(content)
        mark.write_text(art)  # last, so that a start that breaks off leaves nothing half made
    except OSError as error:
        raise InputError(
            f"the boards of {game.name} can't be described in {folder} ({error.strerror}); choose "
            "another folder with --data"
        ) from error
    return folder


def check_folder_of_sheets(folder: Path) -> None:
    """Raise InputError when `folder` can't hold the descriptions of boards."""
    if not folder.is_dir():
        wrong = "is a file" if folder.exists() else "does not exist"
        raise InputError(
            f"{folder} {wrong}; name the folder that companion sheets or companion teach wrote"
        )


def described_boards(
    folder: Path, prints: Prints, used: Iterable[tuple[str, int]]
) -> dict[tuple[str, int], PlaceBoard]:
    """The descriptions of the boards that are played on, by board and copy.

    Raises InputError when the folder describes none of them.
    """
    check_folder_of_sheets(folder)
    wanted = set(used)
    found = {}
    for board in prints.boards:
        for copy in range(board.count):
            path = folder / file_name(board, copy)
            if (board.name, copy) in wanted and path.exists():
                found[board.name, copy] = load_places(path)
    if not found:
        raise InputError(
            f"{folder} describes no board of this game; name a folder that companion sheets or "
            "companion teach wrote"
        )
    return found
