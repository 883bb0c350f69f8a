"""What the labels of spots name: lines as arrows, tiles, Light."""

from __future__ import annotations

from companion.games.girl.edition import Edition
from companion.games.girl.hexes import EDGES_OF
from companion.games.girl.pieces import COLOURS, UNKNOWN_TILE, WHITE
from companion.games.girl.state import UNKNOWN

ARROWS = ("↗", "→", "↘", "↙", "←", "↖")  # by edge
FIRST_TILE = 2  # a board's number of the edition's first tile


def arrows(lines: int) -> list[str]:
    """A set of edges as arrows."""
    return [ARROWS[edge] for edge in EDGES_OF[lines]]


def tile_name(edition: Edition, number: int) -> str:
    """The name of a tile of a hand."""
    return UNKNOWN_TILE if number == UNKNOWN else edition.tiles[number].name


def colour_name(colour: int) -> str:
    """The name of a tile's colour: 0 is white."""
    return COLOURS[colour - 1] if colour else WHITE
