"""The shape of an edition file: the tables and keys of the TOML document."""

from __future__ import annotations

from typing import Annotated, Literal

import msgspec

Count = Annotated[int, msgspec.Meta(ge=0, le=999)]
Positive = Annotated[int, msgspec.Meta(ge=1, le=999)]
Points = Annotated[int, msgspec.Meta(ge=-99, le=99)]
Name = Annotated[str, msgspec.Meta(pattern=r"\A[A-Za-z0-9][A-Za-z0-9-]{0,11}\Z")]
# Moves are read whatever their letter case, so these names have one case.
Lower = Annotated[str, msgspec.Meta(pattern=r"\A[a-z0-9][a-z0-9-]{0,11}\Z")]
Upper = Annotated[str, msgspec.Meta(pattern=r"\A[A-Z0-9][A-Z0-9-]{0,11}\Z")]
Word = Annotated[str, msgspec.Meta(pattern=r"\A[a-z]{1,12}\Z")]
CellName = Annotated[str, msgspec.Meta(pattern=r"\A\d{1,2},\d{1,2}\Z")]
Stars = Annotated[int, msgspec.Meta(ge=1, le=4)]
Size = Annotated[float, msgspec.Meta(gt=0, le=500)]
Sentence = Annotated[str, msgspec.Meta(min_length=1, max_length=300)]


class _Doc(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    pass


class NoticeDoc(_Doc, frozen=True, rename={"zh_hant": "zh-Hant"}):
    """What is said wherever the game is shown."""

    en: Sentence
    zh_hant: Sentence


class ComponentsDoc(_Doc, frozen=True):
    """Printed counts."""

    branches: Positive
    clusters: Positive
    planets: Positive
    cards: Positive
    dark_sky: Positive


class BoardKindDoc(_Doc, frozen=True):
    """A personal board."""

    name: Name
    guide_star: CellName
    coyote: bool = False


class BoardDoc(_Doc, frozen=True):
    """The lattice of every personal board; `pitch_mm` is from one circle to the next."""

    pitch_mm: Annotated[float, msgspec.Meta(gt=0, le=500)]
    sectors: Annotated[list[str], msgspec.Meta(min_length=2, max_length=12)]
    kind: Annotated[list[BoardKindDoc], msgspec.Meta(min_length=1, max_length=20)]


class BranchDoc(_Doc, frozen=True):
    """A kind of branch tile; `set_aside` of `count` are put aside before the game."""

    name: Lower
    lines: Annotated[list[Literal["NW", "NE", "SE", "SW"]], msgspec.Meta(min_length=1)]
    count: Positive
    set_aside: Count = 0


class ClusterDoc(_Doc, frozen=True):
    """A kind of star-cluster tile."""

    stars: Stars
    count: Positive
    white: Annotated[int, msgspec.Meta(ge=0, le=3)] = 0


class PlaceDoc(_Doc, frozen=True):
    """A place of the planet row."""

    name: Upper
    buys: Annotated[list[Stars], msgspec.Meta(min_length=1)]


class PlanetsDoc(_Doc, frozen=True):
    """The planets and their row on the main board."""

    colours: Annotated[dict[Word, Positive], msgspec.Meta(min_length=1, max_length=30)]
    row_by_players: Annotated[list[Positive], msgspec.Meta(min_length=1)]
    spare: Count
    places: Annotated[list[PlaceDoc], msgspec.Meta(min_length=1, max_length=60)]


class DarkSkyDoc(_Doc, frozen=True):
    """A Dark Sky card."""

    name: Name
    circles: Annotated[list[CellName], msgspec.Meta(min_length=1)]


class FeatureDoc(_Doc, frozen=True):
    """When a kind of feature tile scores: all that is said has to hold."""

    lines: Annotated[int, msgspec.Meta(ge=0, le=4)] | None = None
    branches: Annotated[int, msgspec.Meta(ge=1, le=4)] | None = None
    rim: bool = False


class DeckDoc(_Doc, frozen=True):
    """A type of feature cards; a card is its name and its kind of tile."""

    name: Lower
    points: Points
    cards: Annotated[list[tuple[Lower, Word]], msgspec.Meta(min_length=1, max_length=60)]


class BonusDoc(_Doc, frozen=True):
    """The bonus tile."""

    vp: Points
    clusters: Positive


class ScoringDoc(_Doc, frozen=True):
    """Values of the final score."""

    planet_sets: Annotated[list[Points], msgspec.Meta(min_length=1)]
    same_sector: Points
    loose_line: Annotated[int, msgspec.Meta(ge=-99, le=0)]
    unplaceable: Annotated[int, msgspec.Meta(ge=-99, le=0)]
    bonus: BonusDoc


class PrintDoc(_Doc, frozen=True):
    """Sizes of what is printed; markers are numbered on from `first_marker`."""

    round_mm: Size
    branch_reach_mm: Size
    branch_gap_mm: Size
    thickness_mm: Size
    card_mm: tuple[Size, Size]
    marker_mm: Size
    dictionary: Annotated[str, msgspec.Meta(pattern=r"\ADICT_[4-7]X[4-7]_(50|100|250|1000)\Z")]
    first_marker: Count


class EditionDoc(_Doc, frozen=True):
    """The whole file; without `print` the sizes follow from the pitch."""

    name: Annotated[str, msgspec.Meta(min_length=1, max_length=60)]
    players: Annotated[list[Annotated[int, msgspec.Meta(ge=1, le=4)]], msgspec.Meta(min_length=1)]
    rounds: Annotated[int, msgspec.Meta(ge=1, le=50)]
    market_extra: Annotated[
        list[Annotated[int, msgspec.Meta(ge=0, le=9)]], msgspec.Meta(min_length=1)
    ]
    display_extra: Annotated[int, msgspec.Meta(ge=0, le=9)]
    cards_per_type: Positive
    notice: NoticeDoc
    components: ComponentsDoc
    board: BoardDoc
    branch: Annotated[list[BranchDoc], msgspec.Meta(min_length=1)]
    cluster: Annotated[list[ClusterDoc], msgspec.Meta(min_length=1, max_length=30)]
    planets: PlanetsDoc
    dark_sky: Annotated[list[DarkSkyDoc], msgspec.Meta(min_length=1, max_length=60)]
    feature: dict[Word, FeatureDoc]
    deck: Annotated[list[DeckDoc], msgspec.Meta(min_length=1, max_length=3)]
    scoring: ScoringDoc
    print: PrintDoc | None = None
