"""What a seat sees, drawn: the board, the own tiles and Stardust, those of the others."""

from __future__ import annotations

from functools import lru_cache

from companion.drawing import Drawing, Polygon, Shape, Words
from companion.games.playable import Scene, Spot
from companion.games.starfall.art.board import board_drawing
from companion.games.starfall.art.dust import dust_drawing
from companion.games.starfall.art.layout import slot_deg, slot_mm, slot_outline_mm
from companion.games.starfall.art.outlines import Outline, Shapes, box_mm, resized, rounded_mm
from companion.games.starfall.art.palette import BRASS, DIM, MAT, PALE, fill, line
from companion.games.starfall.art.tiles import back_drawing, hidden_drawing, tile_drawing
from companion.games.starfall.edition import Counts, Edition
from companion.games.starfall.pieces import EMPTY, SEATS, TO_REVEAL, UNKNOWN
from companion.games.starfall.state import StarfallState

_COLUMNS = 5
_GAP_MM = 3.0
_DUST_ROW_MM = 20.0
_REMEMBERED = 8  # scenes of a moment or two, at all seats


def scenes(state: StarfallState, seat: str | None) -> tuple[Scene, ...]:
    """What this seat (None: a bystander) may see; `state` comes from `view`."""
    edition = state.table.edition
    order = sorted(range(state.table.seats), key=lambda number: SEATS[number] != seat)
    found = [_board(edition, state.track)]
    for number in order:
        player = state.players[number]
        own = SEATS[number] == seat
        found.append(_area(edition, number, player.tiles, player.pieces, own))
    return (*found, _supply(edition, state.deck, state.bank(), state.gone))


@lru_cache(maxsize=_REMEMBERED)
def _board(edition: Edition, track: Counts) -> Scene:
    """The board with its tiles, every number to tap."""
    drawing = board_drawing(edition)
    spots = []
    for slot, tile in enumerate(track):
        number = edition.numbers[slot]
        side = edition.print.tile_mm
        if tile == TO_REVEAL:
            art: Drawing | None = back_drawing(side)
        else:
            art = tile_drawing(edition, tile) if tile >= 0 else None
        if art is not None:
            drawing = drawing.placed(art, slot_mm(edition, slot), slot_deg(edition, slot))
            drawing = drawing.with_shapes(_number_on(edition, slot))
        key = "spot.number" if tile == TO_REVEAL else "spot.free" if tile == EMPTY else "spot.tile"
        values = {"number": number, "tile": edition.tile_text(tile)}
        spots.append(Spot(str(number), slot_outline_mm(edition, slot), key, values))
    return Scene("board", "scene.board", drawing, tuple(spots))


def _number_on(edition: Edition, slot: int) -> Shapes:
    """The number of the board once more, on the outer edge of the tile that hides it."""
    number = str(edition.numbers[slot])
    angle, side = slot_deg(edition, slot), edition.print.tile_mm
    mark = Drawing(
        (side, side),
        (
            Polygon(rounded_mm(side * 0.4, 0.0, side * 0.2, side * 0.15, 2.0), fill(MAT)),
            Words(number, (side / 2, side * 0.075), side * 0.09, BRASS, bold=True),
        ),
    )
    return Drawing((1.0, 1.0)).placed(mark, slot_mm(edition, slot), angle).shapes


@lru_cache(maxsize=_REMEMBERED)
def _area(edition: Edition, seat: int, tiles: Counts, pieces: Counts, own: bool) -> Scene:
    """A player's tiles in rows, the Stardust below; only one's own can be tapped."""
    side = edition.print.tile_mm
    rows = max(1, -(-len(tiles) // _COLUMNS))
    width = _COLUMNS * (side + _GAP_MM) + _GAP_MM
    height = rows * (side + _GAP_MM) + 2 * _GAP_MM + _DUST_ROW_MM
    drawing = Drawing((width, height), (Polygon(box_mm(0.0, 0.0, width, height), fill(MAT)),))
    spots: list[Spot] = []
    for place, tile in enumerate(tiles):
        row, column = divmod(place, _COLUMNS)
        left, top = _GAP_MM + column * (side + _GAP_MM), _GAP_MM + row * (side + _GAP_MM)
        art = hidden_drawing(side) if tile == UNKNOWN else tile_drawing(edition, tile)
        drawing = drawing.placed(art, (left + side / 2, top + side / 2))
        if own and tile != UNKNOWN:
            name = edition.tile_text(tile)
            spots.append(Spot(name, box_mm(left, top, side, side), "spot.own", {"tile": name}))
    if not tiles:
        empty = box_mm(_GAP_MM, _GAP_MM, side, side)
        drawing = drawing.with_shapes((Polygon(empty, line(DIM, 0.5)),))
    top = height - _DUST_ROW_MM - _GAP_MM
    drawing, more = _dust_row(edition, drawing, pieces, top, own)
    values = {"seat": SEATS[seat]}
    return Scene(f"area {SEATS[seat]}", "scene.area", drawing, (*spots, *more), values)


@lru_cache(maxsize=_REMEMBERED)
def _supply(edition: Edition, deck: int, bank: Counts, gone: Counts) -> Scene:
    """The deck, the bank, and the tiles that left the game face up."""
    side = edition.print.tile_mm
    width = _COLUMNS * (side + _GAP_MM) + _GAP_MM
    small = (width - _GAP_MM) / (2 * _COLUMNS) - _GAP_MM
    rows = -(-len(gone) // (2 * _COLUMNS))
    height = side + 2 * _GAP_MM + _DUST_ROW_MM + rows * (small + _GAP_MM) + _GAP_MM
    drawing = Drawing((width, height), (Polygon(box_mm(0.0, 0.0, width, height), fill(MAT)),))
    middle = (_GAP_MM + side / 2, _GAP_MM + side / 2)
    if deck:
        drawing = drawing.placed(back_drawing(side), middle)
    count = Words(f"× {deck}", (side * 1.6, middle[1]), 8.0, PALE if deck else DIM, bold=True)
    drawing = drawing.with_shapes((count,))
    drawing, _ = _dust_row(edition, drawing, bank, side + 2 * _GAP_MM, own=False)
    top = side + 3 * _GAP_MM + _DUST_ROW_MM
    for place, tile in enumerate(gone):
        row, column = divmod(place, 2 * _COLUMNS)
        at = (
            _GAP_MM + column * (small + _GAP_MM) + small / 2,
            top + row * (small + _GAP_MM) + small / 2,
        )
        art = hidden_drawing(small) if tile == UNKNOWN else _small_tile(edition, tile, small)
        drawing = drawing.placed(art, at)
    return Scene("supply", "scene.supply", drawing, values={"count": deck})


def _small_tile(edition: Edition, tile: int, side: float) -> Drawing:
    return resized(tile_drawing(edition, tile), side / edition.print.tile_mm)


def _dust_row(
    edition: Edition, drawing: Drawing, pieces: Counts, top: float, own: bool
) -> tuple[Drawing, tuple[Spot, ...]]:
    """Every kind of pieces with its number, and what all of it is worth."""
    width = drawing.size_mm[0]
    cell = width / (len(pieces) + 1)
    y = top + _DUST_ROW_MM / 2
    spots: list[Spot] = []
    shapes: list[Shape] = []
    for kind, count in enumerate(pieces):
        piece = edition.pieces[kind]
        outline: Outline = box_mm(kind * cell + 1.0, top, cell - 2.0, _DUST_ROW_MM)
        shapes.append(Polygon(outline, line(DIM, 0.3)))
        drawing = drawing.placed(dust_drawing(edition, kind), (kind * cell + cell * 0.3, y))
        count_at = (kind * cell + cell * 0.66, y)
        shapes.append(Words(f"× {count}", count_at, 6.0, PALE if count else DIM, bold=True))
        if own:
            spots.append(Spot(piece.name, outline, "spot.pieces", {"kind": piece.name}))
    value = edition.value_of(pieces)
    shapes.append(Words(f"= {value}", (width - cell / 2, y), 7.0, BRASS, bold=True))
    return drawing.with_shapes(shapes), tuple(spots)
