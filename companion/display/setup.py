"""How far the teaching of somebody's own copy is, as the page shows it."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from companion.display.model import Note
from companion.display.text import Text


@dataclass(frozen=True, slots=True)
class NamedThing:
    """A game, an unfinished teaching or a finished edition: how it is asked for, and its name."""

    id: str
    name: Text
    game: str = ""


@dataclass(frozen=True, slots=True)
class KnownBoard:
    """A board that the game has: `copies` of it, its size when printed."""

    name: str
    title: Text
    copies: int
    size_mm: tuple[float, float]


@dataclass(frozen=True, slots=True)
class KnownFamily:
    """Pieces of one shape: their kinds, how many boxes the sheet has that holds them, and the
    boards on which they may lie.
    """

    name: str
    title: Text
    kinds: tuple[str, ...]
    boxes: int
    boards: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class OverPlace:
    """A place: its outline over the board, x and y by turns, mm."""

    name: str
    xy_mm: tuple[float, ...]


@dataclass(frozen=True, slots=True)
class BoardShown:
    """One board: what was said of it (a BoardPlan) and what was understood.

    `flat` and `drawn` name pictures: the board seen flat, and the places over its photograph.
    `bare` are the places before the handles, to be moved by the page while a handle is dragged.
    """

    key: str
    plan: Mapping[str, Any]
    size_mm: tuple[float, float] | None = None
    markers: int = 0
    sigma_mm: float = 0.0
    flat: str = ""
    drawn: str = ""
    bare: tuple[OverPlace, ...] = ()
    places: tuple[OverPlace, ...] = ()
    said: Text | None = None


@dataclass(frozen=True, slots=True)
class PieceShown:
    """A kind that was found: its picture, and whether its outline shows clearly."""

    kind: str
    picture: str
    sure: bool


@dataclass(frozen=True, slots=True)
class PiecesShown:
    """One photograph of pieces: what was said (a PiecesPlan) and what was found."""

    plan: Mapping[str, Any]
    drawn: str = ""
    pieces: tuple[PieceShown, ...] = ()
    said: Text | None = None


@dataclass(frozen=True, slots=True)
class OpenDraft:
    """The teaching that is open; `photos` has the size of every photograph, pixels.

    `borrow` are the families that are printed from our own sheets.
    """

    id: str
    name: str
    game: str
    marker_mm: float
    boards_known: tuple[KnownBoard, ...]
    families: tuple[KnownFamily, ...]
    boards: tuple[BoardShown, ...]
    pieces: tuple[PiecesShown, ...]
    borrow: tuple[str, ...]
    missing: tuple[Text, ...]
    photos: Mapping[str, tuple[int, int]]


@dataclass(frozen=True, slots=True)
class TestShown:
    """What the self-test says."""

    good: bool
    problems: tuple[Text, ...]
    notes: tuple[Text, ...]

    __test__ = False  # it is no test of pytest's


@dataclass(frozen=True, slots=True)
class SetupState:
    """Everything that the setup page shows; `takes` says that the table's camera can take one.

    `photo` names the photograph that the last request brought; `note` answers it.
    """

    games: tuple[NamedThing, ...]
    drafts: tuple[NamedThing, ...]
    editions: tuple[NamedThing, ...]
    takes: bool
    draft: OpenDraft | None = None
    test: TestShown | None = None
    photo: str = ""
    note: Note | None = None
    http_status: int = 200
