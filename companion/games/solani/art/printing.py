"""Everything of an edition that can be printed: boards with places, tiles, cards."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator

from companion.games.solani.art.board import player_board
from companion.games.solani.art.cards import card_back, dark_back, dark_card, feature_card
from companion.games.solani.art.layout import main_layout, player_layout, tags
from companion.games.solani.art.main_board import main_board
from companion.games.solani.art.outlines import (
    branch_outline,
    moved,
    rectangle,
    round_outline,
)
from companion.games.solani.art.tiles import (
    bonus_tile,
    branch_tile,
    dark_tile,
    feature_tile,
    planet_tile,
    round_tile,
    sun_marker,
)
from companion.games.solani.edition import Edition
from companion.games.solani.lattice import circle_text, gap_text
from companion.games.solani.pieces import LINES, SIDES
from companion.games.solani.state import CLUSTERS, tile_name
from companion.places import Family, Place, circle_outline_mm
from companion.prints import BoardPrint, PiecePrint, Prints

CLUSTER, PLANET, FEATURE, BRANCH = "cluster", "planet", "feature", "branch"
DARK_SKY, BONUS, SUN = "dark sky", "bonus", "sun"
CARD, DARK_CARD = "feature card", "dark sky card"
NOTES = ("sheet.stand_in", "sheet.boards", "sheet.bags")


def prints(edition: Edition) -> Prints:
    """The art of an edition."""
    pieces = tuple(_pieces(edition))
    return Prints(
        dictionary=edition.sizes.dictionary,
        boards=tuple(_boards(edition)),
        pieces=pieces,
        families=tuple(_families(edition, pieces)),
        notes=NOTES,
    )


def board_name(edition: Edition, number: int) -> str:
    """The name of a player board by its number."""
    return f"board {edition.boards[number].name}"


def _boards(edition: Edition) -> Iterator[BoardPrint]:
    places = tuple(_player_places(edition))
    for number, kind in enumerate(edition.boards):
        yield BoardPrint(
            name=board_name(edition, number),
            key="art.board",
            drawing=player_board(edition, number),
            tags=(tags(edition, number),),
            places=tuple(p for p in places if p.name != _guide(edition, number)),
            values={"board": kind.name},
        )
    yield BoardPrint(
        name="main board",
        key="scene.main",
        drawing=main_board(edition),
        tags=(tags(edition, len(edition.boards)),),
        places=tuple(_main_places(edition)),
    )


def _guide(edition: Edition, number: int) -> str:
    return circle_text(edition.lattice.circles[edition.boards[number].guide])


def _player_places(edition: Edition) -> Iterator[Place]:
    """Circles, gaps and storage of every player board, the guide star's circle too."""
    layout, radius = player_layout(edition), edition.sizes.round_mm / 2
    lying = (CLUSTER, PLANET, FEATURE, DARK_SKY)
    for cell, middle in zip(edition.lattice.circles, layout.circles_mm, strict=True):
        yield Place(circle_text(cell), circle_outline_mm(middle, radius), lying)
    outline = branch_outline(edition)
    for cell, middle in zip(edition.lattice.gaps, layout.gaps_mm, strict=True):
        yield Place(gap_text(cell), moved(outline, middle), (BRANCH,))
    stored = circle_outline_mm(layout.stored_round_mm, radius)
    yield Place("stored tile", stored, (CLUSTER, PLANET))
    yield Place("stored branch", moved(outline, layout.stored_branch_mm), (BRANCH,))


def _main_places(edition: Edition) -> Iterator[Place]:
    """The planet row, spares, tiles laid out, bonus tile, sun marker."""
    layout, radius = main_layout(edition), edition.sizes.round_mm / 2
    for place, middle in zip(edition.places, layout.places_mm, strict=True):
        yield Place(place.name, circle_outline_mm(middle, radius), (PLANET,))
    for number, middle in enumerate(layout.spares_mm, 1):
        yield Place(f"spare {number}", circle_outline_mm(middle, radius), (PLANET,))
    for number, middle in enumerate(layout.clusters_mm, 1):
        yield Place(f"cluster {number}", circle_outline_mm(middle, radius), (CLUSTER,))
    for number, middle in enumerate(layout.branches_mm, 1):
        yield Place(f"branch {number}", moved(branch_outline(edition), middle), (BRANCH,))
    yield Place("bonus", circle_outline_mm(layout.bonus_mm, radius), (BONUS,))
    yield Place("sun", circle_outline_mm(layout.sun_mm, radius), (SUN,))


def _pieces(edition: Edition) -> Iterator[PiecePrint]:
    thick, circle = edition.sizes.thickness_mm, round_outline(edition)
    for number, kind in enumerate(edition.clusters):
        name = tile_name(edition, CLUSTERS + number)
        front = round_tile(edition, CLUSTERS + number)
        yield PiecePrint(name, CLUSTER, front, circle, kind.count, thick)
    for number, count in enumerate(edition.planets):
        name = f"{PLANET} {edition.colours[number]}"
        yield PiecePrint(name, PLANET, planet_tile(edition, number), circle, count, thick)
    for card in edition.cards:
        front = feature_tile(edition, card)
        yield PiecePrint(f"{FEATURE} {card.name}", FEATURE, front, circle, 1, thick)
    for branch in edition.branches:
        front = branch_tile(edition, branch.lines)
        outline = branch_outline(edition)
        yield PiecePrint(f"{BRANCH} {branch.name}", BRANCH, front, outline, branch.count, thick)
    dark = max(len(card.circles[0]) for card in edition.dark_cards) * max(edition.players)
    yield PiecePrint(DARK_SKY, DARK_SKY, dark_tile(edition), circle, dark, thick)
    yield PiecePrint(BONUS, BONUS, bonus_tile(edition), circle, 1, thick)
    yield PiecePrint(SUN, SUN, sun_marker(edition), circle, 1, thick)
    yield from _cards(edition)


def _cards(edition: Edition) -> Iterator[PiecePrint]:
    """Feature cards with the back of their deck, Dark Sky cards with their own."""
    size, thick = edition.sizes.card_wh_mm, edition.sizes.thickness_mm / 4
    for number, card in enumerate(edition.cards):
        front, back = feature_card(edition, number), card_back(edition, card.deck)
        name = f"{CARD} {card.name}"
        yield PiecePrint(name, CARD, front, rectangle(size), 1, thick, back)
    square, back = rectangle((size[0], size[0])), dark_back(edition)
    for number, dark in enumerate(edition.dark_cards):
        front = dark_card(edition, number)
        yield PiecePrint(f"{DARK_CARD} {dark.name}", DARK_CARD, front, square, 1, thick, back)


def _families(edition: Edition, pieces: tuple[PiecePrint, ...]) -> Iterator[Family]:
    """One family for each shape and use; branches are turned, Dark Sky cards may be."""
    turns = Counter({BRANCH: len(LINES), DARK_CARD: SIDES, CARD: 1})
    for name in dict.fromkeys(piece.family for piece in pieces):
        own = [piece for piece in pieces if piece.family == name]
        kinds = tuple(piece.kind for piece in own)
        yield Family(name, kinds, own[0].outline_mm, own[0].thickness_mm, turns[name])
