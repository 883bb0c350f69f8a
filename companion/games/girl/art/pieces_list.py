"""Every piece of an edition: its two sides, its cut line, how many are needed."""

from __future__ import annotations

from collections.abc import Iterator

from companion.drawing import Drawing
from companion.games.girl.art.bonus import BonusShape, bonus_drawing, used_kind
from companion.games.girl.art.families import BACK, GIRL, STARDUST
from companion.games.girl.art.goods import (
    ash_drawing,
    card_back,
    card_drawing,
    card_outline_mm,
    food_drawing,
    reward_back,
    reward_back_kind,
    reward_drawing,
    reward_kind,
)
from companion.games.girl.art.meeples import (
    elder_drawing,
    girl_drawing,
    marker_drawing,
    villager_drawing,
)
from companion.games.girl.art.tiles import (
    crystal,
    disc_outline_mm,
    star_back,
    star_front,
    stardust,
    tile_outline_mm,
)
from companion.games.girl.edition import Edition
from companion.games.girl.edition_print import PrintDoc
from companion.games.girl.pieces import ASH_KINDS, BONUSES, COLOURS, FOODS, SEATS
from companion.prints import PiecePrint


def pieces_of(edition: Edition, sizes: PrintDoc, bonus: BonusShape) -> Iterator[PiecePrint]:
    """All pieces, those of one family together."""
    yield from _tiles(edition, sizes)
    yield from _bonus_tokens(edition, sizes, bonus)
    yield from _lights(edition, sizes)
    yield from _ash(edition, sizes)
    yield from _food(edition, sizes)
    yield from _rewards(edition, sizes)
    yield from _cards(edition, sizes)
    yield from _people(edition, sizes)


def _tiles(edition: Edition, sizes: PrintDoc) -> Iterator[PiecePrint]:
    """GIRL-COMP-3: one of each for every player, the single line on every back."""
    outline, back = tile_outline_mm(sizes), star_back(edition.back, sizes)
    for tile in edition.tiles:
        yield PiecePrint(
            tile.name,
            "star",
            star_front(tile.colour, tile.lines, sizes),
            outline,
            max(edition.players),
            sizes.thickness_mm.star,
            back,
            back_kind=BACK,
        )


def _bonus_tokens(edition: Edition, sizes: PrintDoc, bonus: BonusShape) -> Iterator[PiecePrint]:
    """GIRL-COMP-3: one of each kind for every player."""
    for kind in BONUSES:
        yield PiecePrint(
            kind,
            "bonus",
            bonus_drawing(kind, False, bonus, sizes),
            bonus.outline_mm,
            max(edition.players),
            sizes.thickness_mm.bonus,
            bonus_drawing(kind, True, bonus, sizes),
            back_kind=used_kind(kind),
        )


def _lights(edition: Edition, sizes: PrintDoc) -> Iterator[PiecePrint]:
    """GIRL-COMP-2: Light crystals and Stardust."""
    wide, thick, count = sizes.diameter_mm, sizes.thickness_mm, edition.printed
    for number, colour in enumerate(COLOURS):
        drawing = crystal(number, sizes)
        yield _disc(colour, "crystal", drawing, wide.crystal, thick.crystal, count.light_per_colour)
    drawing = stardust(sizes)
    yield _disc(STARDUST, "stardust", drawing, wide.stardust, thick.stardust, count.stardust)


def _ash(edition: Edition, sizes: PrintDoc) -> Iterator[PiecePrint]:
    """GIRL-COMP-2: Wood Ash, the same on both sides, because it is cast."""
    outline = disc_outline_mm(2 * edition.token_radius_mm)
    for number, kind in enumerate(ASH_KINDS):
        drawing = ash_drawing(number, edition, sizes)
        count, thickness = edition.ash[number], sizes.thickness_mm.ash
        if count:
            yield PiecePrint(
                kind, "ash", drawing, outline, count, thickness, drawing, back_kind=kind
            )


def _food(edition: Edition, sizes: PrintDoc) -> Iterator[PiecePrint]:
    """GIRL-COMP-5: as many of a kind as the most players put out (GIRL-SET-13)."""
    for number, kind in enumerate(FOODS):
        count = max(edition.players) * sum(site.food == number for site in edition.sites)
        drawing = food_drawing(number, sizes)
        wide, thick = sizes.diameter_mm.food, sizes.thickness_mm.food
        yield _disc(kind, "food", drawing, wide, thick, count)


def _rewards(edition: Edition, sizes: PrintDoc) -> Iterator[PiecePrint]:
    """GIRL-COMP-5: Connection Rewards, their pile on the back."""
    outline = disc_outline_mm(sizes.diameter_mm.reward)
    for number, pile in enumerate(edition.piles):
        back = reward_back(number, pile.label, sizes)
        for vp in dict.fromkeys(pile.values):
            yield PiecePrint(
                reward_kind(pile, vp),
                "reward",
                reward_drawing(number, pile.label, vp, sizes),
                outline,
                pile.values.count(vp),
                sizes.thickness_mm.reward,
                back,
                back_kind=reward_back_kind(pile),
            )


def _cards(edition: Edition, sizes: PrintDoc) -> Iterator[PiecePrint]:
    """GIRL-COMP-5: Offering cards."""
    back = card_back(sizes)
    for card in edition.cards:
        yield PiecePrint(
            card.name,
            "card",
            card_drawing(card, edition, sizes),
            card_outline_mm(sizes),
            1,
            sizes.thickness_mm.card,
            back,
            back_kind=BACK,
        )


def _people(edition: Edition, sizes: PrintDoc) -> Iterator[PiecePrint]:
    """GIRL-COMP-1, GIRL-COMP-4: the Girl, and an Elder, a marker and Villagers of each seat."""
    wide, thick = sizes.diameter_mm, sizes.thickness_mm
    yield _disc(GIRL, "girl", girl_drawing(sizes), wide.girl, thick.girl, 1)
    for number, seat in enumerate(SEATS[: max(edition.players)]):
        drawing = elder_drawing(number, sizes)
        yield _disc(f"elder {seat}", "elder", drawing, wide.elder, thick.elder, 1, seat)
        drawing, count = villager_drawing(number, sizes), edition.printed.villagers
        name = f"villager {seat}"
        yield _disc(name, "villager", drawing, wide.villager, thick.villager, count, seat)
        drawing = marker_drawing(number, sizes)
        yield _disc(f"marker {seat}", "marker", drawing, wide.marker, thick.marker, 1, seat)


def _disc(
    kind: str,
    family: str,
    drawing: Drawing,
    diameter_mm: float,
    thickness_mm: float,
    count: int,
    owner: str = "",
) -> PiecePrint:
    """A round piece with a blank back."""
    outline = disc_outline_mm(diameter_mm)
    return PiecePrint(kind, family, drawing, outline, count, thickness_mm, set_of=owner)
