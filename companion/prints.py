"""What can be printed of a game: boards and pieces as drawings, with their cut lines and markers.

The drawings are the art: sheets print them, the simulated table photographs them, the page shows
them, and readers are given pictures made of them.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

from companion.board import Dish, PointMm, Tag
from companion.drawing import Drawing
from companion.places import Family, Place


@dataclass(frozen=True, slots=True)
class PiecePrint:
    """One kind of piece: what is printed on it, how it is cut, how many are needed.

    `outline_mm` is the cut line around the middle of the drawings.  `back` is what the other
    side shows, None when it is left blank.  `stands` says that it is folded into a stand-up.
    `set_of` names the owner of a set (a seat's colour), "" for common pieces.
    """

    kind: str
    family: str
    front: Drawing
    outline_mm: tuple[PointMm, ...]
    count: int
    thickness_mm: float
    back: Drawing | None = None
    stands: bool = False
    set_of: str = ""


@dataclass(frozen=True, slots=True)
class BoardPrint:
    """A board: its art without markers, its marker squares, its places.

    `key` and `values` are its title in the game's words.  `count` copies are needed; `tags` of
    copy number i are `tags[i]`, so that no two boards on a table carry the same markers.
    """

    name: str
    key: str
    drawing: Drawing
    tags: tuple[tuple[Tag, ...], ...]
    places: tuple[Place, ...] = ()
    dish: Dish | None = None
    values: Mapping[str, Any] = field(default_factory=dict)

    @property
    def count(self) -> int:
        """How many copies of the board are on a table."""
        return len(self.tags)


@dataclass(frozen=True, slots=True)
class Prints:
    """Everything of an edition that can be printed; `dictionary` is OpenCV's name of the markers.

    `notes` are keys of the game's words for cutting and assembling, in order.
    """

    dictionary: str
    boards: tuple[BoardPrint, ...]
    pieces: tuple[PiecePrint, ...]
    families: tuple[Family, ...]
    notes: tuple[str, ...] = ()
