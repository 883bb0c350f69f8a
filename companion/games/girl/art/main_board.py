"""The main board: the land at night, its trails, foraging spaces, the Village, the rewards."""

from __future__ import annotations

import math
from collections.abc import Iterator

from companion.drawing import Disc, Drawing, PointMm, Polygon, Shape, Stroke
from companion.games.girl.art import palette
from companion.games.girl.art.decor import decor
from companion.games.girl.art.figures import FOOD_FIGURES, dwelling
from companion.games.girl.art.main_places import main_places, site_shape
from companion.games.girl.art.outlines import bands, box, box_around, sprinkled, star
from companion.games.girl.art.signs import (
    gem,
    light_shape,
    number,
    points_badge,
    stardust_sign,
)
from companion.games.girl.art.tags import tags_of
from companion.games.girl.edition import Edition, Site
from companion.games.girl.edition_print import MainDoc, PrintDoc
from companion.games.girl.pieces import COLOURS, FOODS
from companion.prints import BoardPrint

NAME = "main"
_STEP_MM = 3.4
_TURNS_OF_A_WHORL = 2.2


def main_board(edition: Edition, sizes: PrintDoc) -> BoardPrint:
    """The board with its places."""
    board = sizes.main
    places = tuple(main_places(edition, sizes))  # first: it says what the edition lacks
    drawing = Drawing(board.size_mm, tuple(_shapes(edition, sizes)))
    return BoardPrint(NAME, "print.board.main", drawing, (tags_of(board.tags),), places)


def _shapes(edition: Edition, sizes: PrintDoc) -> Iterator[Shape]:
    board = sizes.main
    yield from bands(board.size_mm, palette.DUSK)
    yield from sprinkled(board.size_mm, 520)
    yield from decor(board)
    width, height = board.size_mm
    yield Polygon(box(2.0, 2.0, width - 4.0, height - 4.0, 3.0), palette.line(palette.GOLD, 0.5))
    yield from _trails(edition, board)
    yield from _village(board)
    for space, at in enumerate(edition.paths.at_mm):
        yield from _whorl(at, edition.paths.colour[space] - 1, board.space_mm)
    for site in edition.sites:
        yield from _site(edition, sizes, site)
    yield from _piles(edition, sizes)
    yield from _card_space(edition, sizes)


def _trails(edition: Edition, board: MainDoc) -> Iterator[Shape]:
    """Dotted trails between spaces, to the Village, and broader ones to the foraging spaces."""
    paths = edition.paths
    left, top, width, height = board.village_mm
    village = (left + width / 2, top + height / 2)
    trails = [(paths.at_mm[space], village) for space in paths.village]
    for space, others in enumerate(paths.links):
        trails += [(paths.at_mm[space], paths.at_mm[each]) for each in others if each > space]
    for start, end in trails:
        yield Stroke((start, end), palette.line(palette.DEEP, 3.6, 0.7))
    for start, end in trails:
        yield from _dots(start, end, 0.55)
    for site in edition.sites:
        for gate in site.gates:
            ends = (paths.at_mm[gate], site.at_mm)
            yield Stroke(ends, palette.line(palette.DEEP, 5.0))
            yield Stroke(ends, palette.line(palette.SAND, 1.6))


def _dots(start: PointMm, end: PointMm, radius_mm: float) -> Iterator[Shape]:
    steps = max(2, round(math.dist(start, end) / _STEP_MM))
    for step in range(1, steps):
        share = step / steps
        at = (start[0] + (end[0] - start[0]) * share, start[1] + (end[1] - start[1]) * share)
        yield Disc(at, radius_mm, palette.fill(palette.SAND))


def _whorl(at: PointMm, colour: int, space_mm: float) -> Iterator[Shape]:
    """A path space: a golden spiral; one beside a foraging space has its colour and shape."""
    radius = space_mm / 2
    yield Disc(at, radius, palette.fill(palette.DEEP))
    ink = palette.GOLD if colour < 0 else palette.LIGHTS[colour]
    ring = radius * (0.06 if colour < 0 else 0.2)
    yield Disc(at, radius - ring / 2 - 0.2, palette.line(ink, ring))
    if colour >= 0:
        yield light_shape(colour, radius * 0.42, palette.fill(ink), at)
        return
    steps = 30
    spiral = []
    for step in range(steps + 1):
        angle = 2 * math.pi * _TURNS_OF_A_WHORL * step / steps
        reach = radius * 0.74 * step / steps
        spiral.append((at[0] + reach * math.sin(angle), at[1] - reach * math.cos(angle)))
    yield Stroke(tuple(spiral), palette.line(palette.GOLD, 0.6, 0.9))


def _site(edition: Edition, sizes: PrintDoc, site: Site) -> Iterator[Shape]:
    """A foraging space: room for its tokens, its price, its Early Bird, room for Villagers."""
    board, shape = sizes.main, site_shape(edition, sizes.main, site)
    ground = palette.FOODS[site.food]
    yield Stroke((site.at_mm, shape.early_bird_mm), palette.line(ground, 1.2))
    left, top, width, height = shape.beside_mm
    yield Polygon(box(left, top, width, height, 3.0), palette.fill(palette.DEEP))
    yield Polygon(box(left, top, width, height, 3.0), palette.line(ground, 0.5, 0.9))
    middle = (left + width / 2, top + height / 2)
    yield from FOOD_FIGURES[site.food](height * 0.5, palette.FAINT, middle)
    square = box_around(site.at_mm, (board.site_mm, board.site_mm), 3.0)
    yield Polygon(square, palette.fill(palette.PLUM))
    yield Polygon(square, palette.line(ground, 0.9))
    for slot in _slots(site.at_mm, board.site_mm, max(edition.players)):
        radius = sizes.diameter_mm.food / 2 - 0.4
        yield Disc(slot, radius, palette.fill(palette.DEEP, 0.55))
        yield Disc(slot, radius, palette.line(ground, 0.35))
        yield from FOOD_FIGURES[site.food](radius * 1.15, ground, slot)
    yield from _price(site, shape.price_mm, ground)
    yield from _early_bird(site, shape.early_bird_mm, board.early_bird_mm / 2)


def _slots(middle: PointMm, side_mm: float, count: int) -> Iterator[PointMm]:
    """Where tokens lie side by side on a square."""
    columns = math.ceil(math.sqrt(count))
    pitch = side_mm / columns
    for slot in range(count):
        row, column = divmod(slot, columns)
        yield (
            middle[0] + (column - (columns - 1) / 2) * pitch,
            middle[1] + (row - (columns - 1) / 2) * pitch,
        )


def _price(site: Site, at: PointMm, rim: str) -> Iterator[Shape]:
    """The Light that foraging costs, side by side."""
    gems = _gems_of(site.price)
    radius, pitch = 2.6, 5.6
    size = (pitch * len(gems) + 1.2, 2 * radius + 1.6)
    yield Polygon(box_around(at, size, 2.0), palette.fill(palette.DEEP))
    yield Polygon(box_around(at, size, 2.0), palette.line(rim, 0.4))
    for place, colour in enumerate(gems):
        yield from gem(colour, radius, (at[0] + (place - (len(gems) - 1) / 2) * pitch, at[1]))


def _gems_of(price: tuple[int, ...]) -> list[int]:
    """Colours of a price, one a Light; -1 for any."""
    of_colour = [*range(len(COLOURS)), -1]
    return [colour for colour, count in zip(of_colour, price, strict=True) for _ in range(count)]


def _early_bird(site: Site, at: PointMm, radius: float) -> Iterator[Shape]:
    """The Early Bird: a golden square with what is paid more, and what is gained."""
    yield Disc(at, radius, palette.fill(palette.FOODS[site.food]))
    yield Disc(at, radius - 0.7, palette.fill(palette.EARTH))
    yield Polygon(star(12, radius - 0.9, radius * 0.72, at), palette.fill("#8f5a30"))
    extra = _gems_of(site.extra)
    top = (at[0], at[1] - radius * 0.36)
    side = radius * 0.56
    yield Polygon(box_around(top, (side * len(extra), side), 0.4), palette.fill(palette.GOLD))
    for place, colour in enumerate(extra):
        x = top[0] + (place - (len(extra) - 1) / 2) * side
        yield from gem(colour, side * 0.42, (x, top[1]))
    below = (at[0], at[1] + radius * 0.38)
    if site.reward_vp:
        yield from points_badge(str(site.reward_vp), radius * 0.4, below)
        return
    pitch = radius * 0.6
    for place in range(site.reward_stardust):
        x = below[0] + (place - (site.reward_stardust - 1) / 2) * pitch
        yield from stardust_sign(radius * 0.3, (x, below[1]))


def _village(board: MainDoc) -> Iterator[Shape]:
    """The Village: a ring of huts round the fire."""
    left, top, width, height = board.village_mm
    outline = box(left, top, width, height, 6.0)
    yield Polygon(outline, palette.fill(palette.VILLAGE))
    yield Polygon(outline, palette.line(palette.GOLD, 1.2))
    yield Polygon(
        box(left + 2, top + 2, width - 4, height - 4, 4.5), palette.line(palette.GOLD, 0.3)
    )
    middle = (left + width / 2, top + height / 2)
    huts = 10
    for place in range(huts):
        angle = 2 * math.pi * (place + 0.5) / huts
        at = (
            middle[0] + math.sin(angle) * width * 0.38,
            middle[1] - math.cos(angle) * height * 0.35,
        )
        yield from dwelling(height * 0.17, palette.VILLAGE_HUT, at)
    yield Disc(middle, height * 0.15, palette.fill(palette.VILLAGE_HUT))
    yield Polygon(star(9, height * 0.12, height * 0.05, middle), palette.fill(palette.CLAY))
    yield Polygon(star(7, height * 0.07, height * 0.03, middle), palette.fill(palette.GOLD))


def _piles(edition: Edition, sizes: PrintDoc) -> Iterator[Shape]:
    """Circles over the numbers of the piles; below each the spot for its mark."""
    board, radius = sizes.main, sizes.diameter_mm.reward / 2 + 0.5
    for place, (pile, at, mark) in enumerate(
        zip(edition.piles, board.piles_mm, board.marks_mm, strict=True)
    ):
        ground = palette.REWARDS[place % len(palette.REWARDS)]
        yield Stroke((at, mark), palette.line(palette.GOLD, 0.6))
        yield Disc(at, radius + 1.0, palette.fill(palette.GOLD))
        yield Disc(at, radius, palette.fill(palette.NIGHT))
        yield Disc(at, radius * 0.62, palette.fill(ground))
        yield number(pile.label, radius * 0.5, palette.IVORY, at)
        yield Disc(mark, board.mark_mm / 2, palette.fill(palette.DEEP))
        yield Disc(mark, board.mark_mm / 2 - 0.3, palette.line(palette.STARDUST, 0.5))
        rays = star(4, board.mark_mm * 0.25, board.mark_mm * 0.06, mark)
        yield Polygon(rays, palette.fill(palette.STARDUST_DARK))


def _card_space(edition: Edition, sizes: PrintDoc) -> Iterator[Shape]:
    """Where the Offering cards lie, and what a single token is worth."""
    board = sizes.main
    width, height = sizes.card_mm
    yield Polygon(box_around(board.card_at_mm, (width, height), 2.0), palette.fill(palette.DEEP))
    frame = box_around(board.card_at_mm, (width + 1.0, height + 1.0), 2.0)
    yield Polygon(frame, palette.line(palette.GOLD, 0.8))
    left, top, width, height = board.singles_mm
    yield Polygon(box(left, top, width, height, 3.0), palette.fill(palette.DEEP))
    yield Polygon(box(left, top, width, height, 3.0), palette.line(palette.GOLD, 0.4))
    pitch, y = width / len(FOODS), top + height / 2
    for food, value in enumerate(edition.single):
        x = left + pitch * (food + 0.5)
        figure, badge = (x - pitch * 0.2, y), (x + pitch * 0.24, y)
        yield from FOOD_FIGURES[food](height * 0.72, palette.FOODS[food], figure)
        yield from points_badge(str(value), height * 0.42, badge)
