"""The shape of a `position`: a state written down, in a record or a case.

Every part may be missing; then it is as after setup, or follows from the rest.
"""

from __future__ import annotations

from typing import Annotated, Literal

import msgspec

Count = Annotated[int, msgspec.Meta(ge=0, le=999)]


class _Part(msgspec.Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    pass


class SolaniPlayer(_Part, frozen=True):
    """One player.  Lying tiles are written as in `place`: `2+w c2,1`, `b1,0 NE SE`."""

    board: str | None = None
    clusters: list[str] = []
    planets: list[str] = []
    features: list[str] = []  # card and circle: "2-5 c1,2"
    branches: list[str] = []
    cards: list[str] = []  # cards held whose tile lies nowhere
    stored: list[str] = []  # "cluster 2+w", "planet red", "branch corner"
    owed: Count = 0
    unplaceable: Count = 0


class SolaniTiles(_Part, frozen=True):
    """Clusters and branches by name, one entry for each tile."""

    clusters: list[str] = []
    branches: list[str] = []


class SolaniPosition(_Part, frozen=True):
    """A whole position."""

    phase: Literal["prepare", "draft", "place", "special", "tidy", "refill", "over"] | None = None
    round: Annotated[int, msgspec.Meta(ge=1, le=99)] | None = None
    starter: str | None = None
    dark_sky: str | None = None
    players: dict[str, SolaniPlayer] = {}
    market: SolaniTiles | None = None
    takes: Count = 0
    first: Literal["cluster", "branch"] | None = None
    gone: SolaniTiles | None = None
    planets: dict[str, str] | None = None
    spares: list[str] | None = None
    display: dict[str, list[str]] | None = None
    queue: list[str] | None = None
    draw: str | None = None  # the deck drawn from
    drawn: list[str] = []
