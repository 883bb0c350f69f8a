"""The player board: a field of hexes under the night sky, Bonus positions in its corners."""

from __future__ import annotations

from collections.abc import Iterator

from companion.board import Tag
from companion.drawing import Disc, Drawing, PointMm, Polygon, Shape
from companion.games.girl.art import palette
from companion.games.girl.art.decor import decor
from companion.games.girl.art.joined import hex_centre_mm, joined_hexes, moved
from companion.games.girl.art.outlines import bands, box, crescent, grown, hexagon, sprinkled, star
from companion.games.girl.art.tags import tags_of
from companion.games.girl.edition import Corner, Edition
from companion.games.girl.edition_print import PrintDoc
from companion.games.girl.hexes import cell_text
from companion.places import Place
from companion.prints import BoardPrint

NAME = "player"
LINES_OF_A_HEX = 6  # so many Stardust a vacant space may take


def player_board(edition: Edition, sizes: PrintDoc) -> BoardPrint:
    """The board with its places, one copy for each player."""
    tags: tuple[tuple[Tag, ...], ...] = tuple(
        tags_of(sizes.player.tags, copy) for copy in range(max(edition.players))
    )
    size = sizes.player.size_mm
    drawing = Drawing(size, tuple(_shapes(edition, sizes)))
    return BoardPrint(NAME, "print.board.player", drawing, tags, tuple(_places(edition, sizes)))


def _cell_mm(edition: Edition, sizes: PrintDoc, cell: int) -> PointMm:
    x, y = hex_centre_mm(edition.field.cells[cell], sizes.hex_mm)
    return sizes.player.first_cell_mm[0] + x, sizes.player.first_cell_mm[1] + y


def _corner_outline(edition: Edition, sizes: PrintDoc, corner: Corner) -> tuple[PointMm, ...]:
    cells = [edition.field.cells[cell] for cell in corner.cells]
    return moved(joined_hexes(cells, sizes.hex_mm), sizes.player.first_cell_mm)


def _places(edition: Edition, sizes: PrintDoc) -> Iterator[Place]:
    covered = {cell for corner in edition.field.corners for cell in corner.cells}
    for number, cell in enumerate(edition.field.cells):
        if number not in covered:
            outline = hexagon(sizes.hex_mm, _cell_mm(edition, sizes, number))
            families = ("star", "crystal", "stardust")
            yield Place(cell_text(cell), outline, families, capacity=LINES_OF_A_HEX)
    for corner in edition.field.corners:
        yield Place(corner.name, _corner_outline(edition, sizes, corner), ("bonus", "villager"))


def _shapes(edition: Edition, sizes: PrintDoc) -> Iterator[Shape]:
    size = sizes.player.size_mm
    yield from bands(size, palette.DUSK)
    yield from sprinkled(size, 420)
    yield from decor(sizes.player)
    covered = {cell for corner in edition.field.corners for cell in corner.cells}
    for number in range(len(edition.field.cells)):
        if number not in covered:
            yield from _cell(_cell_mm(edition, sizes, number), sizes.hex_mm)
    for corner in edition.field.corners:
        yield from _bonus_position(_corner_outline(edition, sizes, corner))
    yield Polygon(box(2.0, 2.0, size[0] - 4.0, size[1] - 4.0, 3.0), palette.line(palette.GOLD, 0.5))


def _cell(middle: PointMm, hex_mm: float) -> Iterator[Shape]:
    """A vacant space: dark, a thin gold line round it, a faint star in the middle."""
    yield Polygon(hexagon(hex_mm, middle), palette.fill(palette.CELL))
    yield Polygon(hexagon(hex_mm - 0.3, middle), palette.line(palette.GOLD, 0.35, 0.8))
    yield Polygon(star(4, 1.6, 0.35, middle), palette.fill(palette.GOLD, 0.7))


def _bonus_position(outline: tuple[PointMm, ...]) -> Iterator[Shape]:
    """Where a Bonus token lies: a lighter ground with a double line and a moon."""
    x = (min(x for x, _ in outline) + max(x for x, _ in outline)) / 2
    y = (min(y for _, y in outline) + max(y for _, y in outline)) / 2
    yield Polygon(outline, palette.fill("#3a3f86"))
    yield Polygon(grown(outline, -0.3), palette.line(palette.GOLD, 0.5))
    yield Polygon(grown(outline, -2.0), palette.line(palette.GOLD, 0.3, 0.8))
    yield Polygon(crescent(5.5, (x - 1.5, y)), palette.fill(palette.GOLD, 0.85))
    yield Polygon(star(5, 2.2, 0.9, (x + 4.2, y)), palette.fill(palette.GOLD, 0.85))
    yield Disc((x, y), 9.0, palette.line(palette.GOLD, 0.3, 0.7))
