"""A player's board as it lies now."""

from __future__ import annotations

from collections.abc import Iterator
from functools import lru_cache
from typing import Any

from companion.drawing import Drawing, PointMm, Polygon, Shape, turned
from companion.games.playable import Scene, Spot
from companion.games.solani.art.board import player_board
from companion.games.solani.art.cards import feature_card
from companion.games.solani.art.layout import player_layout
from companion.games.solani.art.outlines import branch_outline, moved, rectangle, round_outline
from companion.games.solani.art.palette import DEEP, fill
from companion.games.solani.art.tiles import branch_tile, round_tile
from companion.games.solani.edition import Edition
from companion.games.solani.lattice import circle_text, gap_text
from companion.games.solani.page.names import on_board
from companion.games.solani.pieces import Kind, line_names
from companion.games.solani.state import (
    CLUSTERS,
    DARK,
    EMPTY,
    GUIDE,
    NOTHING,
    Player,
    SolaniState,
    seat_name,
    tile_name,
)

_LYING = {EMPTY: "spot.free", GUIDE: "spot.guide", DARK: "spot.dark"}
_CARD_SCALE, _EDGE_MM = 0.8, 3.0  # of held cards; round them


def player_scene(state: SolaniState, seat: int) -> Scene:
    """The board of a seat with everything on it, its storage, its feature cards."""
    edition, player = state.table.edition, state.players[seat]
    name = seat_name(seat)
    board = player_board(edition, player.board)
    wide = Drawing((board.size_mm[0] + column_mm(edition), board.size_mm[1]), _column(edition))
    shapes = [*board.shapes, *_lying(edition, player), *_held(edition, player)]
    return Scene(
        id=f"board {name}",
        key="scene.board",
        drawing=wide.with_shapes(shapes),
        spots=tuple(_spots(edition, player, name)),
        values={"seat": name, "board": edition.boards[player.board].name},
    )


def _lying(edition: Edition, player: Player) -> Iterator[Shape]:
    for circle, code in enumerate(player.circles):
        if code not in (EMPTY, GUIDE):
            yield from _round(edition, code, circle)
    for gap, lines in enumerate(player.gaps):
        if lines:
            yield from _branch(edition, lines, gap)
    layout = player_layout(edition)
    if player.tile != EMPTY:
        yield from turned(round_tile(edition, player.tile), layout.stored_round_mm)
    if player.branch != NOTHING:
        lines = edition.branches[player.branch].lines
        yield from turned(branch_tile(edition, lines), layout.stored_branch_mm)


@lru_cache(maxsize=4096)
def _round(edition: Edition, code: int, circle: int) -> tuple[Shape, ...]:
    return turned(round_tile(edition, code), player_layout(edition).circles_mm[circle])


@lru_cache(maxsize=1024)
def _branch(edition: Edition, lines: int, gap: int) -> tuple[Shape, ...]:
    return turned(branch_tile(edition, lines), player_layout(edition).gaps_mm[gap])


def column_mm(edition: Edition) -> float:
    """The width of the column beside the board where the feature cards of a player lie."""
    return _CARD_SCALE * edition.sizes.card_wh_mm[0] + 2 * _EDGE_MM


@lru_cache(maxsize=16)
def _column(edition: Edition) -> tuple[Shape, ...]:
    width, height = player_layout(edition).size_mm
    side = column_mm(edition)
    return (Polygon(rectangle((side, height), (width + side / 2, height / 2)), fill(DEEP)),)


def _held(edition: Edition, player: Player) -> Iterator[Shape]:
    """The feature cards of a player, small, one below the other."""
    for number, card in enumerate(player.cards):
        yield from _held_card(edition, card, number, len(player.cards))


@lru_cache(maxsize=1024)
def _held_card(edition: Edition, card: int, number: int, of: int) -> tuple[Shape, ...]:
    (width, height), tall = player_layout(edition).size_mm, edition.sizes.card_wh_mm[1]
    scale = min(_CARD_SCALE, (height - _EDGE_MM) / (tall + _EDGE_MM) / of)
    step = scale * tall + _EDGE_MM
    middle = (width + column_mm(edition) / 2, _EDGE_MM + (number + 0.5) * step)
    return turned(feature_card(edition, card, scale), middle)


def _spots(edition: Edition, player: Player, seat: str) -> Iterator[Spot]:
    outlines = _outlines(edition)
    for cell, code in zip(edition.lattice.circles, player.circles, strict=True):
        place = circle_text(cell)
        key, values = _said(edition, code, place)
        yield Spot(on_board(seat, place), outlines[place], key, values)
    for cell, lines in zip(edition.lattice.gaps, player.gaps, strict=True):
        place = gap_text(cell)
        if lines:
            key, values = "spot.branch", {"cell": place, "lines": line_names(lines)}
        else:
            key, values = "spot.free", {"cell": place}
        yield Spot(on_board(seat, place), outlines[place], key, values)
    yield from _stored(edition, player, seat, outlines)


def _said(edition: Edition, code: int, place: str) -> tuple[str, dict[str, Any]]:
    """The key and values that say what lies on a circle."""
    if code < CLUSTERS:
        return _LYING[code], {"cell": place}
    kind, tile = tile_name(edition, code).split(" ")
    return "spot.lying", {"cell": place, "kind": kind, "tile": tile}


def _stored(
    edition: Edition, player: Player, seat: str, outlines: dict[str, tuple[PointMm, ...]]
) -> Iterator[Spot]:
    stored: list[tuple[str, str, dict[str, Any]]] = []
    if player.tile == EMPTY:
        stored.append(("stored tile", "spot.store_free", {}))
    else:
        kind, tile = tile_name(edition, player.tile).split(" ")
        stored.append(("stored tile", "spot.stored", {"kind": kind, "tile": tile}))
    if player.branch == NOTHING:
        stored.append(("stored branch", "spot.store_free", {}))
    else:
        values = {"kind": Kind.BRANCH.value, "tile": edition.branches[player.branch].name}
        stored.append(("stored branch", "spot.stored", values))
    for place, key, said in stored:
        yield Spot(on_board(seat, place), outlines[place], key, said)


@lru_cache(maxsize=16)
def _outlines(edition: Edition) -> dict[str, tuple[PointMm, ...]]:
    """The outline of every place of a player board by its name."""
    layout, circle, branch = player_layout(edition), round_outline(edition), branch_outline(edition)
    found = {"stored tile": moved(circle, layout.stored_round_mm)}
    found["stored branch"] = moved(branch, layout.stored_branch_mm)
    for cell, middle in zip(edition.lattice.circles, layout.circles_mm, strict=True):
        found[circle_text(cell)] = moved(circle, middle)
    for cell, middle in zip(edition.lattice.gaps, layout.gaps_mm, strict=True):
        found[gap_text(cell)] = moved(branch, middle)
    return found
