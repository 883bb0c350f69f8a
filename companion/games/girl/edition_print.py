"""What an edition file says about its printed shapes: the table `[print]`, in millimetres.

Every length is checked to be a length; whether the parts fit each other is for
`companion.games.girl.art` to say, because a file may be complete for the rules without.
"""

from __future__ import annotations

from typing import Annotated, Literal

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


class DecorDoc(_Doc, frozen=True):
    """A figure painted on a board for its looks; it may look to the right, and stand out."""

    figure: Literal["antelope", "elder", "fish", "girl", "hut", "person", "rabbit", "tree"]
    at_mm: Point
    height_mm: Length
    mirrored: bool = False
    gold: bool = False


class SheetDoc(_Doc, frozen=True):
    """A board's size, markers and figures."""

    size_mm: Size
    tags: TagsDoc
    decor: list[DecorDoc] = []


class PlayerDoc(SheetDoc, frozen=True, kw_only=True):
    """The player board; `first_cell_mm` is the middle of the hex 0,0."""

    first_cell_mm: Point


class SiteShapeDoc(_Doc, frozen=True):
    """What belongs to a foraging space beside its tokens."""

    early_bird_mm: Point
    beside_mm: Box
    price_mm: Point


class MainDoc(SheetDoc, frozen=True, kw_only=True):
    """The main board; piles and their marks in the order of the piles."""

    space_mm: Length
    site_mm: Length
    early_bird_mm: Length
    village_mm: Box
    card_at_mm: Point
    singles_mm: Box
    piles_mm: list[Point]
    marks_mm: list[Point]
    mark_mm: Length
    sites: dict[str, SiteShapeDoc]


class SkyDoc(SheetDoc, frozen=True, kw_only=True):
    """The Night Sky board: its dish, and round it the track, degrees clockwise from 12 o'clock."""

    dish_at_mm: Point
    track_radius_mm: Length
    track_from_deg: Annotated[float, msgspec.Meta(ge=-360, le=360)]
    track_to_deg: Annotated[float, msgspec.Meta(ge=-360, le=360)]
    space_mm: Length


class ScoreDoc(SheetDoc, frozen=True, kw_only=True):
    """The score board: spaces in rows from the top, numbered from 0."""

    spaces: Annotated[int, msgspec.Meta(ge=2, le=999)]
    columns: Annotated[int, msgspec.Meta(ge=1, le=99)]
    space_mm: Length
    first_mm: Point


class PrintDoc(_Doc, frozen=True):
    """Everything that is needed to draw the edition beside what its rules need.

    `hex_mm` is the pitch of the hexes, flat side to flat side; a tile is `tile_play_mm` smaller.
    """

    dictionary: str
    bleed_mm: Length
    hex_mm: Length
    tile_play_mm: Length
    line_mm: Length
    card_mm: Size
    diameter_mm: DiscsDoc
    thickness_mm: ThicknessDoc
    player: PlayerDoc
    main: MainDoc
    sky: SkyDoc
    score: ScoreDoc
