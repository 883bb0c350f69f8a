"""The shape of an edition file: the tables and keys of the TOML document."""

from __future__ import annotations

from typing import Annotated, Literal

import msgspec

Count = Annotated[int, msgspec.Meta(ge=0, le=999)]
Positive = Annotated[int, msgspec.Meta(ge=1, le=999)]
Vp = Annotated[int, msgspec.Meta(ge=-99, le=99)]
Name = Annotated[str, msgspec.Meta(pattern=r"\A[A-Za-z][A-Za-z0-9]{0,15}\Z")]
SpaceName = Annotated[str, msgspec.Meta(pattern=r"\A[A-Za-z0-9]{1,8}(,[A-Za-z0-9]{1,8})?\Z")]
Point = tuple[float, float]
Scale = Annotated[list[tuple[Count, Vp]], msgspec.Meta(min_length=1, max_length=40)]
Elements = Annotated[
    list[Annotated[str, msgspec.Meta(pattern=r"\A(star [a-z]|[hv] [a-z] [a-z])\Z")]],
    msgspec.Meta(min_length=1, max_length=8),
]
Image = Annotated[
    list[Annotated[str, msgspec.Meta(pattern=r"\A[hv] [a-z] [a-z]\Z")]],
    msgspec.Meta(min_length=1, max_length=12),
]


class _Doc(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    pass


class ComponentsDoc(_Doc, frozen=True):
    """Printed counts."""

    basic: Positive
    advanced: Positive
    goals: Positive
    personal: Positive
    stars: Positive
    lines: Positive
    shooting_stars: Positive


class SetupDataDoc(_Doc, frozen=True):
    """What every game begins with."""

    basic_slots: Positive
    advanced_slots: Positive
    hand: Count
    shooting_stars: list[Count]
    score: Count


class TurnDoc(_Doc, frozen=True):
    """Limits, gains and prices of a turn, in cards and shooting stars."""

    hand_limit: Positive
    take_shooting_stars: Positive
    advanced_price: Count
    phase_price: Count
    red_price: Count
    white_gain: Count


class RoundDoc(_Doc, frozen=True):
    """The dawn track's length, and VP for the telescope and for the most."""

    dawn_track: Positive
    telescope: Vp
    most: Vp


class ScoringDoc(_Doc, frozen=True):
    """Tables of the final scoring."""

    constellation: Scale
    personal: Scale
    shooting_stars_per_point: Positive


class OptionDoc(_Doc, frozen=True):
    """What a card lets a player do."""

    elements: Elements
    shooting_stars: Count = 0


class CardDoc(_Doc, frozen=True):
    """A kind of action card, in several phases."""

    kind: Name
    deck: Literal["basic", "advanced"]
    counts: dict[Name, Positive]
    options: Annotated[list[OptionDoc], msgspec.Meta(min_length=1, max_length=6)]
    dawn: bool = False


class GoalDoc(_Doc, frozen=True):
    """A common goal."""

    name: Name
    kind: Literal["sector", "orbit", "borders", "orbits", "longest", "sectors", "surrounded"]
    scale: Scale
    number: Positive | None = None
    at_least: Positive = 1
    then: Positive | None = None
    then_lines: Positive | None = None


class PersonalDoc(_Doc, frozen=True):
    """A personal goal: its allowed images."""

    name: Name
    images: Annotated[list[Image], msgspec.Meta(min_length=1, max_length=16)]


SpaceRow = tuple[
    SpaceName,
    Positive,
    Annotated[list[Positive], msgspec.Meta(min_length=1, max_length=2)],
    Literal["plain", "red", "white"],
    Point,
]
LineRow = tuple[
    SpaceName,
    SpaceName,
    Literal["h", "v"],
    Annotated[list[Positive], msgspec.Meta(min_length=1, max_length=2)],
]


class SkyDoc(_Doc, frozen=True):
    """The starry sky, in millimetres."""

    size_mm: Point
    space_diameter_mm: float
    star_diameter_mm: float
    line_width_mm: float
    sectors: Annotated[int, msgspec.Meta(ge=2, le=12)]
    north: SpaceName
    north_mm: Point
    marked: list[SpaceName]
    spaces: Annotated[list[SpaceRow], msgspec.Meta(min_length=2, max_length=400)]
    lines: Annotated[list[LineRow], msgspec.Meta(min_length=1, max_length=1200)]


Millimetres = Annotated[float, msgspec.Meta(gt=0, le=500)]
SizeMm = tuple[Millimetres, Millimetres]


class PrintDoc(_Doc, frozen=True):
    """Sizes of what is printed beside the sky; whoever gives none gets the usual ones."""

    dictionary: str = "DICT_4X4_50"  # OpenCV's name of the markers
    first_tag: Count = 20
    tag_mm: Millimetres = 22.0
    margin_mm: Millimetres = 4.0
    frame_width_mm: Millimetres = 26.0
    card_mm: SizeMm = (42.0, 59.0)
    goal_mm: SizeMm = (42.0, 30.0)
    reminder_mm: SizeMm = (63.0, 88.0)
    telescope_mm: SizeMm = (48.0, 16.0)
    line_length_mm: Millimetres = 8.0
    marker_mm: Millimetres = 7.0
    shooting_star_mm: Millimetres = 12.0
    bonus_mm: Millimetres = 18.0  # the token of a whole lap of the score track
    score_spaces: Annotated[int, msgspec.Meta(ge=10, le=200)] = 60
    card_thickness_mm: Millimetres = 0.3
    token_thickness_mm: Millimetres = 2.0


class EditionDoc(_Doc, frozen=True):
    """The whole file."""

    name: Annotated[str, msgspec.Meta(min_length=1, max_length=60)]
    players: Annotated[list[Annotated[int, msgspec.Meta(ge=2, le=4)]], msgspec.Meta(min_length=1)]
    neutral_players: list[Positive]
    rounds: Annotated[int, msgspec.Meta(ge=1, le=12)]
    phases: Annotated[list[Name], msgspec.Meta(min_length=2, max_length=12)]
    components: ComponentsDoc
    setup: SetupDataDoc
    turn: TurnDoc
    round: RoundDoc
    scoring: ScoringDoc
    card: Annotated[list[CardDoc], msgspec.Meta(min_length=1, max_length=99)]
    goal: Annotated[list[GoalDoc], msgspec.Meta(min_length=1, max_length=99)]
    personal: Annotated[list[PersonalDoc], msgspec.Meta(min_length=1, max_length=99)]
    sky: SkyDoc
    print: PrintDoc = PrintDoc()
