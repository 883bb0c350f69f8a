"""The shape of an edition file: the tables and keys of the TOML document."""

from __future__ import annotations

from typing import Annotated

import msgspec

Count = Annotated[int, msgspec.Meta(ge=0, le=99)]
Positive = Annotated[int, msgspec.Meta(ge=1, le=99)]
Vp = Annotated[int, msgspec.Meta(ge=-99, le=99)]
Number = Annotated[int, msgspec.Meta(ge=0, le=99)]
Name = Annotated[str, msgspec.Meta(pattern=r"\A[A-Za-z][A-Za-z0-9]{0,15}\Z")]
Millimetres = Annotated[float, msgspec.Meta(gt=0, le=500)]
Seats = Annotated[int, msgspec.Meta(ge=2, le=4)]
Scale = Annotated[list[tuple[Positive, Vp]], msgspec.Meta(min_length=1, max_length=40)]


class _Doc(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    pass


class ComponentsDoc(_Doc, frozen=True):
    """Printed counts."""

    tiles: Positive
    player_aids: Positive


class BoardDoc(_Doc, frozen=True):
    """The track: its numbers from the highest down, and how many tiles it holds at once."""

    numbers: Annotated[list[Number], msgspec.Meta(min_length=2, max_length=40)]
    most_tiles: Positive


class TableDoc(_Doc, frozen=True):
    """A number of players, and how many tiles are removed unseen."""

    players: Seats
    removed: Count


class PieceDoc(_Doc, frozen=True):
    """A kind of Stardust piece."""

    name: Name
    value: Positive
    count: Positive
    start: Count  # given to each player
    diameter_mm: Millimetres = 12.0


class ScoringDoc(_Doc, frozen=True):
    """What is worth how much at the end of the game."""

    most_stars: Vp
    fewest_stars: Vp
    fewest_players: list[Seats]  # with so many players the fewest stars count
    planet: Vp
    moon: Vp
    black_holes: Scale
    comets: Annotated[list[Vp], msgspec.Meta(min_length=1, max_length=20)]  # each, with 1, 2, ...
    nebula: Vp
    nebula_colours: Scale
    stardust_per_point: Positive


class TileDoc(_Doc, frozen=True):
    """A Sky Tile and the objects on it; `nebulae` lists their colours."""

    name: Name
    stars: Count = 0
    planets: Count = 0
    moons: Count = 0
    black_holes: Count = 0
    comets: Count = 0
    nebulae: Annotated[list[Name], msgspec.Meta(max_length=9)] = []


class PrintDoc(_Doc, frozen=True):
    """Sizes of what is printed; whoever gives none gets the usual ones."""

    dictionary: str = "DICT_4X4_50"  # OpenCV's name of the markers
    first_tag: Count = 0
    tag_mm: Millimetres = 20.0
    margin_mm: Millimetres = 4.0
    disc_mm: Millimetres = 240.0
    tile_mm: Millimetres = 50.0
    area_mm: tuple[Millimetres, Millimetres] = (376.0, 250.0)  # a player's area, with its edge
    aid_mm: tuple[Millimetres, Millimetres] = (63.0, 88.0)
    tile_thickness_mm: Millimetres = 1.5
    piece_thickness_mm: Millimetres = 2.0
    aid_thickness_mm: Millimetres = 0.3


class EditionDoc(_Doc, frozen=True):
    """The whole file."""

    name: Annotated[str, msgspec.Meta(min_length=1, max_length=60)]
    components: ComponentsDoc
    board: BoardDoc
    table: Annotated[list[TableDoc], msgspec.Meta(min_length=1, max_length=3)]
    piece: Annotated[list[PieceDoc], msgspec.Meta(min_length=1, max_length=6)]
    scoring: ScoringDoc
    colours: Annotated[list[Name], msgspec.Meta(min_length=1, max_length=12)]
    tile: Annotated[list[TileDoc], msgspec.Meta(min_length=2, max_length=99)]
    print: PrintDoc = PrintDoc()
