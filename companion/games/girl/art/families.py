"""The families of pieces and their kinds, for readers and for the sheets."""

from __future__ import annotations

from companion.games.girl.art.bonus import BonusShape, used_kind
from companion.games.girl.art.goods import card_outline_mm, reward_back_kind, reward_kind
from companion.games.girl.art.tiles import disc_outline_mm, tile_outline_mm
from companion.games.girl.edition import Edition
from companion.games.girl.edition_print import PrintDoc
from companion.games.girl.pieces import (
    ASH_KINDS,
    BONUSES,
    COLOURS,
    FOODS,
    SEATS,
    SIDES,
)
from companion.places import Family

BACK = "back"
STARDUST = "stardust"
GIRL = "girl"
_EITHER_WAY_UP = 2


def star_kinds(edition: Edition) -> tuple[str, ...]:
    """Every front by its tile's name, then the one other side."""
    return (*(tile.name for tile in edition.tiles), BACK)


def bonus_kinds() -> tuple[str, ...]:
    """Fresh tokens, then those turned over."""
    return (*BONUSES, *map(used_kind, BONUSES))


def reward_kinds(edition: Edition) -> tuple[str, ...]:
    """Every printed value of every pile, then the piles' backs."""
    fronts = [reward_kind(pile, vp) for pile in edition.piles for vp in pile.values]
    return (*dict.fromkeys(fronts), *map(reward_back_kind, edition.piles))


def seat_kinds(name: str, edition: Edition) -> tuple[str, ...]:
    """One kind for each seat: `villager A`."""
    return tuple(f"{name} {seat}" for seat in SEATS[: max(edition.players)])


def families_of(edition: Edition, sizes: PrintDoc, bonus: BonusShape) -> tuple[Family, ...]:
    """Every family of the edition."""
    thick, wide = sizes.thickness_mm, sizes.diameter_mm
    return (
        Family("star", star_kinds(edition), tile_outline_mm(sizes), thick.star, turns=SIDES),
        Family("bonus", bonus_kinds(), bonus.outline_mm, thick.bonus, turns=_EITHER_WAY_UP),
        _round("crystal", COLOURS, wide.crystal, thick.crystal, ("star",)),
        _round("stardust", (STARDUST,), wide.stardust, thick.stardust),
        _round("ash", ASH_KINDS, 2 * edition.token_radius_mm, thick.ash, ("ash",)),
        _round("food", FOODS, wide.food, thick.food, ("card",)),
        _round("reward", reward_kinds(edition), wide.reward, thick.reward, ("reward",)),
        Family(
            "card",
            (*(card.name for card in edition.cards), BACK),
            card_outline_mm(sizes),
            thick.card,
            turns=_EITHER_WAY_UP,
            lies_on=("card",),
        ),
        _round("girl", (GIRL,), wide.girl, thick.girl),
        _round("elder", seat_kinds("elder", edition), wide.elder, thick.elder),
        _round(
            "villager", seat_kinds("villager", edition), wide.villager, thick.villager, ("bonus",)
        ),
        _round("marker", seat_kinds("marker", edition), wide.marker, thick.marker),
    )


def _round(
    name: str,
    kinds: tuple[str, ...],
    diameter_mm: float,
    thickness_mm: float,
    lies_on: tuple[str, ...] = (),
) -> Family:
    return Family(name, kinds, disc_outline_mm(diameter_mm), thickness_mm, lies_on=lies_on)
