"""The Girl's drawings by the reference edition, and how to find one among them."""

from __future__ import annotations

import tomllib
from pathlib import Path
from typing import Any

import pytest

import companion.games.girl
from companion.games.girl.art import prints
from companion.prints import BoardPrint, PiecePrint, Prints

(FOLDER,) = map(Path, companion.games.girl.__path__)
DOCUMENT = tomllib.loads((FOLDER / "editions" / "GIRL-REF-1.toml").read_text("utf-8"))


@pytest.fixture(scope="module")
def art(reference: Any) -> Prints:
    return prints(reference)


def board_of(art: Prints, name: str) -> BoardPrint:
    return next(board for board in art.boards if board.name == name)


def of_family(art: Prints, family: str) -> list[PiecePrint]:
    return [piece for piece in art.pieces if piece.family == family]
