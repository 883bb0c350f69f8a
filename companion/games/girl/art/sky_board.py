"""The Night Sky board: the dish for the Wood Ash, the track of the Girl and the Elders round it."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

from companion.board import SectorArea
from companion.drawing import (
    Disc,
    Drawing,
    PointMm,
    Polygon,
    Shape,
    Stroke,
    arc_points_mm,
)
from companion.games.contract import EditionError
from companion.games.girl.art import names, palette
from companion.games.girl.art.decor import decor
from companion.games.girl.art.figures import girl
from companion.games.girl.art.outlines import bands, box, sprinkled, star, towards
from companion.games.girl.art.signs import gem, light_shape, number
from companion.games.girl.art.tags import tags_of
from companion.games.girl.edition import Edition
from companion.games.girl.edition_print import PrintDoc, SkyDoc
from companion.games.girl.pieces import COLOURS
from companion.places import Place, circle_outline_mm
from companion.prints import BoardPrint

NAME = "sky"
_LINE_MM = 1.2
_MILKY_WAY = 140


def sky_board(edition: Edition, sizes: PrintDoc) -> BoardPrint:
    """The board with its track spaces and its dish."""
    board = sizes.sky
    drawing = Drawing(board.size_mm, tuple(_shapes(edition, board)))
    dish = replace(edition.dish, centre_mm=board.dish_at_mm)
    spaces = _track_mm(edition, board)
    places = tuple(
        Place(
            names.track(space),
            circle_outline_mm(at, board.space_mm / 2),
            ("girl", "elder", "villager"),
        )
        for space, at in enumerate(spaces, 1)
    )
    return BoardPrint(NAME, "print.board.sky", drawing, (tags_of(board.tags),), places, dish)


def _track_mm(edition: Edition, board: SkyDoc) -> list[PointMm]:
    """The middles of the spaces: the last round is played on the last one (GIRL-CLEAN-2)."""
    count = max(edition.girl_starts) + edition.rounds - 1
    step = (board.track_to_deg - board.track_from_deg) / (count - 1)
    return [
        towards(board.track_from_deg + step * space, board.track_radius_mm, board.dish_at_mm)
        for space in range(count)
    ]


def _shapes(edition: Edition, board: SkyDoc) -> Iterator[Shape]:
    size, centre = board.size_mm, board.dish_at_mm
    reach = edition.dish.target_radius_mm
    yield from bands(size, palette.DUSK)
    yield from sprinkled(size, 700, [(centre, reach + 2.0)])
    yield from decor(board)
    yield Polygon(box(2.0, 2.0, size[0] - 4.0, size[1] - 4.0, 3.0), palette.line(palette.GOLD, 0.5))
    yield from _dish(edition, centre)
    yield from _track(edition, board)


def _dish(edition: Edition, centre: PointMm) -> Iterator[Shape]:
    """The target: coloured areas with their shapes, golden lines between them, the hub."""
    dish = edition.dish
    yield Disc(centre, dish.target_radius_mm + 3.0, palette.fill(palette.DEEP))
    for area in dish.areas:
        if not isinstance(area, SectorArea):
            raise EditionError(f"{edition.name}: dish.area: only ring sectors can be drawn")
        yield from _area(area, centre, dish.hub_radius_mm, dish.target_radius_mm)
    for area in dish.areas:
        if isinstance(area, SectorArea):
            ends = (
                towards(area.from_deg, dish.hub_radius_mm, centre),
                towards(area.from_deg, dish.target_radius_mm, centre),
            )
            yield Stroke(ends, palette.line(palette.IVORY, _LINE_MM))
    yield Disc(centre, dish.target_radius_mm, palette.line(palette.IVORY, _LINE_MM))
    yield Disc(centre, dish.hub_radius_mm, palette.fill(palette.IVORY))
    yield Disc(centre, dish.hub_radius_mm - 1.0, palette.line(palette.GOLD, 0.8))
    yield from gem(-1, dish.hub_radius_mm * 0.5, centre)


def _area(area: SectorArea, centre: PointMm, hub: float, target: float) -> Iterator[Shape]:
    colour = COLOURS.index(area.colour)
    outer = arc_points_mm(centre, target, area.from_deg, area.to_deg)
    inner = arc_points_mm(centre, hub, area.to_deg, area.from_deg)
    yield Polygon((*outer, *inner), palette.fill(palette.DISH[colour]))
    width = target - hub
    for share in (0.2, 0.5, 0.8):
        radius = hub + width * share
        count = max(1, round((area.to_deg - area.from_deg) / 360 * radius * 0.34))
        for place in range(count):
            angle = area.from_deg + (area.to_deg - area.from_deg) * (place + 0.5) / count
            at = towards(angle, radius, centre)
            yield light_shape(colour, 2.6, palette.fill(palette.DISH_DARK[colour]), at)


def _track(edition: Edition, board: SkyDoc) -> Iterator[Shape]:
    """Spaces in a bow, numbered; the Girl's silhouette is printed left of where she starts."""
    middle, radius = _track_mm(edition, board), board.space_mm / 2
    bow = arc_points_mm(
        board.dish_at_mm, board.track_radius_mm, board.track_from_deg, board.track_to_deg
    )
    yield Stroke(bow, palette.line(palette.GOLD, 1.0, 0.7))
    silhouette = edition.girl_starts[0] - 1
    for space, at in enumerate(middle, 1):
        yield Disc(at, radius, palette.fill(palette.DEEP))
        yield Disc(at, radius - 0.4, palette.line(palette.GOLD, 0.8))
        if space == silhouette:
            yield from girl(board.space_mm * 0.72, palette.GOLD, at)
        else:
            yield Polygon(star(8, radius * 0.45, radius * 0.2, at), palette.fill(palette.CELL))
            yield number(str(space), radius * 0.3, palette.GOLD, at)
