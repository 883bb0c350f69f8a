"""What the setup page may ask for: the shapes of its requests."""

from __future__ import annotations

from typing import Annotated

import msgspec

from companion.teaching.plan import BoardPlan, PiecesPlan


class Asked(msgspec.Struct, forbid_unknown_fields=True, frozen=True):
    """A request about one draft."""

    draft: str


class BeginAsked(msgspec.Struct, forbid_unknown_fields=True, frozen=True):
    """Begin to teach a copy of a game, with stickers of this size."""

    game: str
    name: str
    marker_mm: Annotated[float, msgspec.Meta(ge=5, le=200)]


class BoardAsked(Asked, frozen=True):
    """All that is said of one board."""

    plan: BoardPlan


class HoldAsked(Asked, frozen=True):
    """All that is said of one board so far, not to be looked for yet."""

    plan: BoardPlan


class PiecesAsked(Asked, frozen=True):
    """All that is said of one photograph of pieces."""

    plan: PiecesPlan


class BorrowAsked(Asked, frozen=True):
    """Which families of pieces are printed from our own sheets."""

    families: tuple[str, ...]


class RemoveAsked(Asked, frozen=True):
    """A board by its key, or a photograph of pieces."""

    what: str


ACTS: dict[str, type[msgspec.Struct]] = {
    "begin": BeginAsked,
    "board": BoardAsked,
    "hold": HoldAsked,
    "pieces": PiecesAsked,
    "borrow": BorrowAsked,
    "remove": RemoveAsked,
    "take": Asked,
    "save": Asked,
    "drop": Asked,
    "open": Asked,
}
