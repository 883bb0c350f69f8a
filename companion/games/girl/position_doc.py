"""The shape of a `position`: a state written down, in a record or a case.

Every part may be missing; then it is as after setup, or follows from the rest.
"""

from __future__ import annotations

from typing import Annotated, Literal

import msgspec

Count = Annotated[int, msgspec.Meta(ge=0, le=999)]
Colour = Literal["blue", "red", "yellow"]
Food = Literal["fruit", "fish", "rabbit", "antelope"]
Ash = Literal["x2", "scouting", "foraging", "offering", "recall", "stardust"]
Vp = Annotated[int, msgspec.Meta(ge=-999, le=9999)]


class _Part(msgspec.Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    pass


class PlayerDoc(_Part, frozen=True):
    """One player.  Tiles are written as in `place`: `T01 3,3 r0 front`."""

    tiles: list[str] = []
    stardust_placed: list[str] = []  # "3,4 x2"
    bonus: dict[str, str] | None = None  # corner -> kind, as in the setup
    bonus_used: list[str] = []  # corners
    light: dict[Colour, Count] | None = None
    stardust: Count = 0
    score: Vp | dict[str, Vp] = 0
    food: dict[Food, Count] = {}
    villagers: Count | None = None
    kept: list[Ash] = []
    hand: list[str] = []
    drawn: bool | None = None
    gone: list[str] = []  # tiles that fitted nowhere
    extra_actions: bool = False


class TrackDoc(_Part, frozen=True):
    """The Night Sky track: spaces count from 1 at the tail."""

    girl: Count | None = None
    elders: dict[str, Count] | None = None
    villagers: dict[str, str] = {}  # space -> seat


class SitePositionDoc(_Part, frozen=True):
    """A foraging space."""

    left: Count | None = None
    early: str | None = None
    beside: list[str] = []


class PilePositionDoc(_Part, frozen=True):
    """A Connection Reward pile: all values of this game and how many are gone."""

    values: list[int] | None = None
    gone: Count = 0
    marked: bool = False


class OfferingDoc(_Part, frozen=True):
    """The Offering cards; `card` is null while none is in use."""

    card: str | None
    filled: list[str] = []
    gone: list[str] = []
    reveal: bool = False


class PositionDoc(_Part, frozen=True):
    """A whole position."""

    phase: Literal["stargazing", "casting", "picking", "action", "cleanup", "ending", "over"] = (
        "stargazing"
    )
    round: Annotated[int, msgspec.Meta(ge=1, le=99)] | None = None
    players: dict[str, PlayerDoc] = {}
    track: TrackDoc | None = None
    order: list[str] | None = None
    actions_left: Count | None = None
    dish: list[str] = []  # "x2@blue", "recall@blue/red taken"
    paths: dict[str, Colour] = {}
    sites: dict[str, SitePositionDoc] = {}
    village: list[str] = []
    piles: dict[str, PilePositionDoc] = {}
    offering: OfferingDoc | None = None
