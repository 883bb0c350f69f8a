"""Where everything lies on the boards, in millimetres from a board's top-left corner."""

from __future__ import annotations

import math
from functools import lru_cache

from companion.board import Tag
from companion.drawing import PointMm
from companion.games.starfall.art.outlines import Outline, box_mm, shifted, square_mm
from companion.games.starfall.edition import Edition
from companion.games.starfall.pieces import SEATS

QUIET = 1 / 6  # of a marker's side is kept white round it
ASIDE = 0.36  # where the middle markers of an area stand: not where its two halves meet
_OFF_SEAM_MM = 12.0  # so far the markers within the track keep from the middle line
_GAP_MM = 2.0  # between two tiles of the track


def board_side_mm(edition: Edition) -> float:
    """The side of the square that the Stargazer Board is printed on."""
    tile = edition.print.tile_mm
    corner = math.hypot(track_radius_mm(edition) + tile / 2, tile / 2)
    return 2 * (max(corner, edition.print.disc_mm / 2) + edition.print.margin_mm)


def track_radius_mm(edition: Edition) -> float:
    """How far from the middle the tiles of the track lie: side by side without touching."""
    tile, count = edition.print.tile_mm, len(edition.numbers)
    nearest = (tile + _GAP_MM) / 2 / math.tan(math.pi / count) + tile / 2
    return max(nearest, edition.print.disc_mm / 2 - tile * 0.3)


def slot_deg(edition: Edition, slot: int) -> float:
    """The direction of a number, clockwise from 12 o'clock; the highest is at the top."""
    return 360.0 * slot / len(edition.numbers)


def slot_mm(edition: Edition, slot: int) -> PointMm:
    """The middle of a number's place on the board."""
    half = board_side_mm(edition) / 2
    return shifted((half, half), track_radius_mm(edition), slot_deg(edition, slot))


def slot_outline_mm(edition: Edition, slot: int) -> Outline:
    """The outline of a tile on a number: its head outwards."""
    return square_mm(slot_mm(edition, slot), edition.print.tile_mm, slot_deg(edition, slot))


@lru_cache(maxsize=8)
def board_tags(edition: Edition) -> tuple[Tag, ...]:
    """Markers in the corners of the board, and two within the track, off the middle line."""
    side, tag = board_side_mm(edition), edition.print.tag_mm
    near = edition.print.margin_mm + tag * (QUIET + 0.5)
    corners = [(x, y) for y in (near, side - near) for x in (near, side - near)]
    away = tag * (0.5 + QUIET) + 1.0
    low = side / 2 + tag * (0.5 + QUIET) + _OFF_SEAM_MM
    inner = [(side / 2 + dx, low) for dx in (-away, away)]
    return tags_at([*corners, *inner], tag, edition.print.first_tag)


def area_tags(edition: Edition, area: int) -> tuple[Tag, ...]:
    """Markers along the edges of an area: a player's by seat, then the bank's."""
    wide, high = edition.print.area_mm
    tag = edition.print.tag_mm
    near = edition.print.margin_mm + tag * (QUIET + 0.5)
    middles = [(x, y) for y in (near, high - near) for x in (near, wide * ASIDE, wide - near)]
    first = edition.print.first_tag + len(board_tags(edition)) + area * len(middles)
    return tags_at(middles, tag, first)


def tags_at(middles: list[PointMm], side: float, first: int) -> tuple[Tag, ...]:
    """Markers with these middles, numbered from `first`."""
    found = []
    for number, (x, y) in enumerate(middles, first):
        a, b, c, d = box_mm(x - side / 2, y - side / 2, side, side)
        found.append(Tag(number, (a, b, c, d)))
    return tuple(found)


def edge_mm(edition: Edition) -> float:
    """How wide the edge of an area with its markers is."""
    return edition.print.margin_mm + edition.print.tag_mm * (1 + 2 * QUIET) + 1.0


def pile_box_mm(edition: Edition) -> tuple[float, float, float, float]:
    """Left, top, width and height of an area's place for tiles."""
    wide, high = edition.print.area_mm
    edge, side = edge_mm(edition), edition.print.margin_mm
    return side, edge, (wide - 2 * side) - dust_width_mm(edition) - _GAP_MM, high - 2 * edge


def dust_box_mm(edition: Edition) -> tuple[float, float, float, float]:
    """Left, top, width and height of an area's place for Stardust."""
    wide, high = edition.print.area_mm
    edge, side = edge_mm(edition), edition.print.margin_mm
    width = dust_width_mm(edition)
    return wide - side - width, edge, width, high - 2 * edge


def dust_width_mm(edition: Edition) -> float:
    """How wide an area's place for Stardust is."""
    return edition.print.area_mm[0] * 0.2


def area_name(seat: int) -> str:
    """The board of a seat."""
    return f"area-{SEATS[seat].lower()}"
