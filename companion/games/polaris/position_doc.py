"""The shape of a `position`: a state written down, in a record or a case.

Every part may be missing; then it is as after setup, or follows from the rest.
"""

from __future__ import annotations

from typing import Annotated, Literal

import msgspec

Count = Annotated[int, msgspec.Meta(ge=0, le=999)]
Vp = Annotated[int, msgspec.Meta(ge=-999, le=9999)]


class _Part(msgspec.Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    pass


class PlayerDoc(_Part, frozen=True):
    """One player."""

    stars: list[str] = []  # spaces
    shooting_stars: Count | None = None
    hand: list[str] | None = None
    goal: str | None = None  # the personal goal
    score: Vp | dict[str, Vp] | None = None  # a number, or VP by what scored


class DeckDoc(_Part, frozen=True):
    """A deck's face-up slots and its discard."""

    slots: list[str] | None = None
    discards: list[str] = []


class PositionDoc(_Part, frozen=True):
    """A whole position."""

    phase: Literal["turns", "last_turns", "showing", "over"] | None = None
    round: Annotated[int, msgspec.Meta(ge=1, le=99)] = 1
    turn: str | None = None
    last_turns: list[str] = []
    telescope: str | None = None  # a seat, while a player holds it
    new_moon: Count | None = None
    goals: list[str] | None = None  # common goals beside the sectors
    players: dict[str, PlayerDoc] = {}
    neutral: list[str] | None = None  # spaces of neutral stars
    lines: list[str] = []
    dawn: list[str] = []
    basic: DeckDoc = DeckDoc()
    advanced: DeckDoc = DeckDoc()
