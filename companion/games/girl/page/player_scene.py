"""A player's board as it lies now, and what the player has beside it."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from functools import lru_cache

from companion.drawing import Drawing
from companion.games.girl.hexes import cell_text
from companion.games.girl.page import names
from companion.games.girl.page.picture import Picture, laid
from companion.games.girl.page.strip import Strip
from companion.games.girl.page.words import FIRST_TILE, arrows, colour_name, tile_name
from companion.games.girl.pieces import ASH_KINDS, BONUSES, COLOURS, FOODS, UNKNOWN_TILE
from companion.games.girl.state import (
    BONUS,
    STARDUST,
    TILE,
    UNKNOWN,
    GirlState,
    Player,
    seat_name,
)
from companion.games.playable import Scene, Spot
from companion.prints import Lie

BOARD = "player"
_ROW_MM = 32.0
HAND_MM = 150.0  # width of a scene that is only tapped: four tiles side by side


def player_scene(
    state: GirlState, art: Picture, seat: int, lies: Iterable[Lie], beside: bool
) -> Scene:
    """The board of a seat; with `beside` also what the player has beside it, in a strip."""
    edition, name = state.table.edition, seat_name(seat)
    board = art.boards[BOARD]
    here = (lie for lie in lies if lie.board == BOARD and lie.copy == seat)
    drawing, spots = laid(edition, board, here), list(_spots(state, art, seat))
    if beside:
        strip = _beside(state, art, seat, Strip(*board.drawing.size_mm, _ROW_MM))
        drawing = strip.below(drawing)
        spots += strip.spots
    return Scene(f"board {name}", "scene.board", drawing, tuple(spots), {"seat": name})


def hand_scene(state: GirlState, art: Picture, seat: int) -> Scene:
    """What a player has beside the board, large enough for a finger."""
    name = seat_name(seat)
    strip = _beside(state, art, seat, Strip(HAND_MM, 0.0, _ROW_MM))
    drawing = strip.below(Drawing((0.0, 0.0)))
    return Scene(f"hand {name}", "scene.hand", drawing, tuple(strip.spots), {"seat": name})


def _spots(state: GirlState, art: Picture, seat: int) -> Iterator[Spot]:
    board, field = state.players[seat].board, state.table.edition.field
    name = seat_name(seat)
    for number, cell in enumerate(field.cells):
        text = cell_text(cell)
        place = art.places.get((BOARD, text))
        if place is not None and board.kind[number] != BONUS:
            key, values = _cell(state, seat, number)
            spot = names.on_board(name, text)
            yield Spot(spot, place.outline_mm, key, {"cell": text, **values})
    for number, corner in enumerate(field.corners):
        place = art.places.get((BOARD, corner.name))
        if place is not None:
            key = "spot.bonus_used" if board.used >> number & 1 else "spot.bonus"
            values = {"corner": corner.name, "bonus": BONUSES[board.bonus[number]]}
            yield Spot(names.on_board(name, corner.name), place.outline_mm, key, values)


def _cell(state: GirlState, seat: int, cell: int) -> tuple[str, dict[str, object]]:
    """The key and values that say what lies on a cell."""
    board, tiles = state.players[seat].board, state.table.edition.tiles
    if board.kind[cell] == STARDUST:
        return "spot.cell_stardust", {"count": board.lines[cell]}
    if board.kind[cell] != TILE:
        return "spot.cell_free", {}
    known = board.tile[cell] >= FIRST_TILE
    tile = tiles[board.tile[cell] - FIRST_TILE].name if known else UNKNOWN_TILE
    values: dict[str, object] = {"tile": tile, "lines": arrows(board.lines[cell])}
    if not board.crystal[cell]:
        return "spot.cell_tile", values
    return "spot.cell_crystal", {**values, "colour": COLOURS[board.crystal[cell] - 1]}


def _beside(state: GirlState, art: Picture, seat: int, strip: Strip) -> Strip:
    """Drawn tiles first, then what is counted, then kept tokens."""
    player, name = state.players[seat], seat_name(seat)
    _hand(state, art, player, name, strip)
    for colour, count in zip(COLOURS, player.light, strict=True):
        spot = names.on_board(name, f"light {colour}")
        values = {"colour": colour, "count": count}
        strip.put(_front(art, "crystal", colour), spot, "spot.light", values, count)
    dust = _front(art, "stardust", "stardust")
    count = player.stardust
    strip.put(dust, names.stardust(name), "spot.stardust", {"count": count}, count)
    for food, count in zip(FOODS, player.food, strict=True):
        if count:
            values = {"food": food, "count": count}
            strip.put(_front(art, "food", food), names.food(name, food), "spot.food", values, count)
    villager = _front(art, "villager", f"villager {name}")
    spot, values = names.on_board(name, "villagers"), {"count": player.villagers}
    strip.put(villager, spot, "spot.villagers", values, player.villagers)
    for kind in sorted(set(player.kept)):
        token, count = ASH_KINDS[kind], player.kept.count(kind)
        values = {"token": token}
        strip.put(_front(art, "ash", token), names.kept(name, token), "spot.kept", values, count)
    return strip


def _hand(state: GirlState, art: Picture, player: Player, name: str, strip: Strip) -> None:
    """Drawn tiles that wait; equal unseen ones are one spot with their number."""
    edition = state.table.edition
    for number in sorted(set(player.hand)):
        tile = tile_name(edition, number)
        spot, count = names.in_hand(name, tile), player.hand.count(number)
        if number == UNKNOWN:
            strip.put(_back(art), spot, "spot.tile_unseen", {}, count)
            continue
        lines, colour = edition.tiles[number].lines, edition.tiles[number].colour
        values = {"tile": tile, "colour": colour_name(colour), "lines": arrows(lines)}
        strip.put(_front(art, "star", tile), spot, "spot.tile", values)


def _front(art: Picture, family: str, kind: str) -> Drawing:
    piece = art.pieces.get((family, kind))
    return Drawing((8.0, 8.0)) if piece is None else piece.front


def _back(art: Picture) -> Drawing:
    """The side that every tile has."""
    back = next(piece.back for (family, _), piece in art.pieces.items() if family == "star")
    return back or Drawing((8.0, 8.0))


def bag_scene(state: GirlState, art: Picture, seat: int) -> Scene:
    """The tiles that may still be in a player's bag, while they are to be drawn."""
    return _bag_scene(state.table.edition, art, seat_name(seat), state.players[seat].bag)


@lru_cache(maxsize=64)
def _bag_scene(edition: object, art: Picture, name: str, bag: int) -> Scene:
    tiles = edition.tiles  # type: ignore[attr-defined]
    strip = Strip(HAND_MM, 0.0, _ROW_MM)
    for number, tile in enumerate(tiles):
        if bag >> number & 1:
            values = {"tile": tile.name, "colour": colour_name(tile.colour)}
            values |= {"lines": arrows(tile.lines)}
            spot = names.in_bag(name, tile.name)
            strip.put(_front(art, "star", tile.name), spot, "spot.tile", values)
    strip.put(_back(art), names.in_bag(name, UNKNOWN_TILE), "spot.tile_unseen", {})
    drawing = strip.below(Drawing((0.0, 0.0)))
    return Scene(f"bag {name}", "scene.bag", drawing, tuple(strip.spots), {"seat": name})
