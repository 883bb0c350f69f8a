"""The shape of a `position`: a state written down, in a record or a case.

Every part may be missing; then it is as after setup, or follows from the rest.
"""

from __future__ import annotations

from typing import Annotated, Literal

import msgspec

Count = Annotated[int, msgspec.Meta(ge=0, le=999)]


class _Part(msgspec.Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    pass


class PlayerDoc(_Part, frozen=True):
    """One player."""

    tiles: list[str] = []  # the personal pile
    stardust: dict[str, Count] | None = None  # pieces by kind; kinds left out are none


class PositionDoc(_Part, frozen=True):
    """A whole position."""

    phase: Literal["turns", "over"] | None = None
    turn: str | None = None
    board: dict[str, str] = {}  # number -> tile, or `reveal` for one that has to be shown
    deck: Count | None = None
    gone: list[str] = []  # tiles that left the game face up
    players: dict[str, PlayerDoc] = {}
