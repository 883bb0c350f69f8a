"""The places of the main board."""

from __future__ import annotations

from collections.abc import Iterator

from companion.games.contract import EditionError
from companion.games.girl.art import names
from companion.games.girl.art.goods import card_spaces_mm
from companion.games.girl.art.outlines import box, box_around
from companion.games.girl.edition import Edition, Site
from companion.games.girl.edition_print import MainDoc, PrintDoc, SiteShapeDoc
from companion.places import Place, circle_outline_mm

BESIDE = ("villager",)


def site_shape(edition: Edition, board: MainDoc, site: Site) -> SiteShapeDoc:
    """Where the parts of a foraging space lie; raises EditionError when the file does not say."""
    shape = board.sites.get(site.name)
    if shape is None:
        raise EditionError(
            f"{edition.name}: print.main.sites: {site.name} is missing; say where its Early Bird,"
            " its Villagers and its price are"
        )
    return shape


def main_places(edition: Edition, sizes: PrintDoc) -> Iterator[Place]:
    """Every place, those of one kind together."""
    board = sizes.main
    for name, at in zip(edition.paths.names, edition.paths.at_mm, strict=True):
        yield Place(name, circle_outline_mm(at, board.space_mm / 2), ("crystal",))
    for site in edition.sites:
        yield from _site_places(edition, sizes, site)
    everybody = max(edition.players) * edition.printed.villagers
    yield Place(names.VILLAGE, box(*board.village_mm), ("villager",), capacity=everybody)
    yield from _pile_places(edition, sizes)
    yield from _card_places(edition, sizes)


def _site_places(edition: Edition, sizes: PrintDoc, site: Site) -> Iterator[Place]:
    """Where its food lies, where a Villager covers the Early Bird, where others stand."""
    shape, players = site_shape(edition, sizes.main, site), max(edition.players)
    side = sizes.main.site_mm
    yield Place(site.name, box_around(site.at_mm, (side, side)), ("food",), capacity=players)
    covers = circle_outline_mm(shape.early_bird_mm, sizes.main.early_bird_mm / 2)
    yield Place(names.early_bird(site.name), covers, BESIDE)
    standing = Place(names.beside(site.name), box(*shape.beside_mm), BESIDE, capacity=players)
    yield standing


def _pile_places(edition: Edition, sizes: PrintDoc) -> Iterator[Place]:
    """GIRL-SET-14, GIRL-CON-4: the piles, and beside each where Stardust marks it."""
    board, players = sizes.main, max(edition.players)
    if not len(edition.piles) == len(board.piles_mm) == len(board.marks_mm):
        raise EditionError(
            f"{edition.name}: print.main: piles_mm and marks_mm have an entry for each [[pile]]"
        )
    for pile, at, marked_at in zip(edition.piles, board.piles_mm, board.marks_mm, strict=True):
        outline = circle_outline_mm(at, sizes.diameter_mm.reward / 2 + 0.5)
        yield Place(names.pile(pile.label), outline, ("reward",), capacity=players)
        mark = circle_outline_mm(marked_at, board.mark_mm / 2)
        yield Place(names.mark(pile.label), mark, ("stardust",))


def _card_places(edition: Edition, sizes: PrintDoc) -> Iterator[Place]:
    """GIRL-SET-15: the card's space, and on it the Offerings that any card may have."""
    x, y = sizes.main.card_at_mm
    outline = box_around((x, y), sizes.card_mm)
    yield Place(names.CARD, outline, ("card",), capacity=len(edition.cards))
    longest = max(edition.cards, key=lambda card: len(card.spaces))
    most_food = max(sum(space.food) for card in edition.cards for space in card.spaces)
    for space, (middle, size) in zip(longest.spaces, card_spaces_mm(edition, sizes), strict=True):
        offering = box_around((x + middle[0], y + middle[1]), size)
        yield Place(names.offering(space.name), offering, ("food",), capacity=most_food)
