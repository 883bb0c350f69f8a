"""The shape of an edition file: the tables and keys of the TOML document."""

from __future__ import annotations

from typing import Annotated, Literal

import msgspec

from companion.games.girl.edition_print import PrintDoc

Count = Annotated[int, msgspec.Meta(ge=0, le=999)]
Positive = Annotated[int, msgspec.Meta(ge=1, le=999)]
Name = Annotated[str, msgspec.Meta(pattern=r"\A[A-Za-z][A-Za-z0-9]{0,11}\Z")]
CellName = Annotated[str, msgspec.Meta(pattern=r"\A\d{1,2},\d{1,2}\Z")]
Edges = Annotated[list[Annotated[int, msgspec.Meta(ge=0, le=5)]], msgspec.Meta(min_length=1)]
Colour = Literal["blue", "red", "yellow"]
Food = Literal["fruit", "fish", "rabbit", "antelope"]
Point = tuple[float, float]
Gates = dict[Name, Colour]


class _Doc(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    pass


class FoodDoc(_Doc, frozen=True):
    """A number for each kind of food."""

    fruit: Count
    fish: Count
    rabbit: Count
    antelope: Count


class ComponentsDoc(_Doc, frozen=True):
    """Printed counts."""

    stardust: Positive
    light_per_colour: Positive
    villagers: Positive
    rewards: Positive
    cards: Positive
    ash_tokens: Positive
    food: FoodDoc


class BonusDoc(_Doc, frozen=True):
    """A place for a Bonus token."""

    corner: Name
    cells: Annotated[list[CellName], msgspec.Meta(min_length=1)]


class BoardDoc(_Doc, frozen=True):
    """The player board: hexes per row, from the top."""

    rows: Annotated[
        list[Annotated[int, msgspec.Meta(ge=1, le=30)]], msgspec.Meta(min_length=1, max_length=30)
    ]
    bonus: list[BonusDoc]


class TilesDoc(_Doc, frozen=True):
    """The star tiles of one bag."""

    back: Edges
    sets: Annotated[list[Positive], msgspec.Meta(min_length=1)]
    fronts: Annotated[
        list[tuple[Name, Literal["blue", "red", "yellow", "white"], str]],
        msgspec.Meta(min_length=1, max_length=200),
    ]


class TrackDoc(_Doc, frozen=True):
    """The Night Sky track."""

    girl_start: Annotated[list[Positive], msgspec.Meta(min_length=1)]


class AreaDoc(_Doc, frozen=True):
    """A coloured ring sector of the dish, degrees clockwise from 12 o'clock."""

    colour: Colour
    from_deg: float
    to_deg: float


class DishDoc(_Doc, frozen=True):
    """The Night Sky dish, millimetres."""

    target_radius_mm: float
    hub_radius_mm: float
    token_radius_mm: float
    ask_within_mm: float
    area: Annotated[list[AreaDoc], msgspec.Meta(min_length=1)]


class AshDoc(_Doc, frozen=True):
    """How many Wood Ash tokens of each kind."""

    x2: Count
    scouting: Count
    foraging: Count
    offering: Count
    recall: Count
    stardust: Count


class PathsDoc(_Doc, frozen=True):
    """The path graph of the main board."""

    village: Annotated[list[Name], msgspec.Meta(min_length=1)]
    links: list[tuple[Name, Name]]
    spaces_mm: dict[Name, Point]


class RewardDoc(_Doc, frozen=True):
    """An Early Bird reward."""

    stardust: Count = 0
    vp: Count = 0


class SiteDoc(_Doc, frozen=True):
    """A foraging space; `gates` are the path spaces beside it with their printed colour."""

    name: Name
    kind: Food
    at_mm: Point
    gates: Gates
    price: list[Literal["blue", "red", "yellow", "*"]]
    extra: list[Literal["blue", "red", "yellow", "*"]]
    reward: RewardDoc


class PileDoc(_Doc, frozen=True):
    """A Connection Reward pile."""

    label: Annotated[str, msgspec.Meta(pattern=r"\A\d{1,2}\+?\Z")]
    at_least: Positive
    values: Annotated[list[Count], msgspec.Meta(min_length=1)]


class CardSpaceDoc(_Doc, frozen=True):
    """One Offering of a card."""

    space: Name
    food: Annotated[list[Food], msgspec.Meta(min_length=1, max_length=8)]
    vp: Count


class CardDoc(_Doc, frozen=True):
    """An Offering card."""

    name: Name
    spaces: Annotated[list[CardSpaceDoc], msgspec.Meta(min_length=1, max_length=8)]


class EditionDoc(_Doc, frozen=True):
    """The whole file."""

    name: Annotated[str, msgspec.Meta(min_length=1, max_length=60)]
    generation: str
    players: Annotated[list[Annotated[int, msgspec.Meta(ge=2, le=4)]], msgspec.Meta(min_length=1)]
    rounds: Annotated[int, msgspec.Meta(ge=1, le=50)]
    tiles_per_round: Annotated[int, msgspec.Meta(ge=1, le=20)]
    actions_per_turn: Positive
    actions_with_bonus: Positive
    starting_light: Count
    villagers_ready: Count
    components: ComponentsDoc
    board: BoardDoc
    lines: dict[Name, Edges]
    tiles: TilesDoc
    track: TrackDoc
    dish: DishDoc
    ash: AshDoc
    paths: PathsDoc
    site: Annotated[list[SiteDoc], msgspec.Meta(min_length=1, max_length=99)]
    pile: Annotated[list[PileDoc], msgspec.Meta(min_length=1, max_length=9)]
    card: list[CardDoc]
    offering: FoodDoc
    leftover: FoodDoc
    print: PrintDoc | None = None
