"""What an edition file says about its printed shapes: the table `[print]`, in millimetres.

Every length is checked to be a length; whether the parts fit each other is for
`companion.games.girl.art` to say, because a file may be complete for the rules without.
"""

from __future__ import annotations

from typing import Annotated

import msgspec

Length = Annotated[float, msgspec.Meta(gt=0, le=2000)]
Coordinate = Annotated[float, msgspec.Meta(ge=-2000, le=2000)]
Point = tuple[Coordinate, Coordinate]
Size = tuple[Length, Length]
Box = tuple[Coordinate, Coordinate, Length, Length]  # left, top, width, height


class _Doc(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    pass


class DiscsDoc(_Doc, frozen=True):
    """A number for each family of round pieces; that of the Wood Ash is in `[dish]`."""

    food: Length
    reward: Length
    crystal: Length
    stardust: Length
    girl: Length
    elder: Length
    villager: Length
    marker: Length


class ThicknessDoc(DiscsDoc, frozen=True):
    """A number for every family of pieces."""

    star: Length
    bonus: Length
    ash: Length
    card: Length


class TagsDoc(_Doc, frozen=True):
    """The markers of a board: side, first id, top-left corners; a further copy goes on counting."""

    side_mm: Length
    first_id: Annotated[int, msgspec.Meta(ge=0, le=999)]
    corners_mm: Annotated[list[Point], msgspec.Meta(min_length=4, max_length=50)]


class PlayerDoc(_Doc, frozen=True):
    """The player board; `first_cell_mm` is the middle of the hex 0,0."""

    size_mm: Size
    tags: TagsDoc
    first_cell_mm: Point


class PrintDoc(_Doc, frozen=True):
    """Everything that is needed to draw the edition beside what its rules need.

    `hex_mm` is the pitch of the hexes, flat side to flat side; a tile is `tile_play_mm` smaller.
    """

    dictionary: str
    bleed_mm: Length
    hex_mm: Length
    tile_play_mm: Length
    line_mm: Length
    diameter_mm: DiscsDoc
    thickness_mm: ThicknessDoc
    player: PlayerDoc
