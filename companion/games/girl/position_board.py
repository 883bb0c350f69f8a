"""Reads one player's part of a position."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from typing import TypeVar

from companion.games.contract import MoveTextError, SetupError
from companion.games.girl.edition import Edition
from companion.games.girl.hexes import turned
from companion.games.girl.move_read import read_cell, read_count, read_lying_text
from companion.games.girl.pieces import (
    ASH_KINDS,
    BONUSES,
    COLOURS,
    FOODS,
    SIDES,
    SOURCES,
    UNKNOWN_TILE,
    Source,
)
from companion.games.girl.position_doc import PlayerDoc
from companion.games.girl.rules.patterns import is_met
from companion.games.girl.rules.stargazing import lay
from companion.games.girl.setup import bonus_kinds
from companion.games.girl.state import (
    STARDUST,
    UNKNOWN,
    VACANT,
    Board,
    GirlState,
    Player,
    with_byte,
)

T = TypeVar("T")
BARE = "bare"  # a coloured tile whose crystal is gone though its lines are not all met


def read_player(state: GirlState, doc: PlayerDoc, start: Player, key: str) -> Player:
    """A player's position on top of the setup; Villagers are counted by the caller."""
    board = _read_board(state, doc, start.board, key)
    hand = tuple(_tile_number(state, name, f"{key}.hand") for name in doc.hand)
    gone = [_tile_number(state, name, f"{key}.gone") for name in doc.gone]
    lying = [value - 2 for value in board.tile if value]
    out = [*lying, *hand, *gone]
    known = [number for number in out if number >= 0]
    if len(known) != len(set(known)):
        raise SetupError(f"{key}: a tile is in two places")
    if len(out) > start.bag_count:
        raise SetupError(f"{key}: more tiles than a bag holds")
    stargazing = state.phase.value == "stargazing"
    light = doc.light or {}
    return replace(
        start,
        board=board,
        light=tuple(
            (start.light[place] if doc.light is None else light.get(colour, 0))  # type: ignore[call-overload]
            for place, colour in enumerate(COLOURS)
        ),
        stardust=doc.stardust,
        points=_points(doc, key),
        food=tuple(doc.food.get(food, 0) for food in FOODS),  # type: ignore[call-overload]
        kept=tuple(sorted(ASH_KINDS.index(kind) for kind in doc.kept)),
        hand=hand,
        drawn=(bool(hand) or not stargazing) if doc.drawn is None else doc.drawn,
        bag=start.bag & ~sum(1 << number for number in known),
        bag_count=start.bag_count - len(out),
        extra_actions=doc.extra_actions,
    )


def _points(doc: PlayerDoc, key: str) -> tuple[int, ...]:
    given = {Source.EARLIER.value: doc.score} if isinstance(doc.score, int) else doc.score
    names = [source.value for source in SOURCES]
    for name in given:
        if name not in names:
            raise SetupError(f"{key}.score.{name}: VP come from {', '.join(names)}")
    return tuple(given.get(name, 0) for name in names)


def _tile_number(state: GirlState, name: str, key: str) -> int:
    if name == UNKNOWN_TILE:
        return UNKNOWN
    number = state.table.edition.tile_index.get(name, None)
    if number is None or number >= state.table.rulings.tiles_per_player:
        raise SetupError(f"{key}: there is no tile {name}")
    return number


def _read_board(state: GirlState, doc: PlayerDoc, start: Board, key: str) -> Board:
    edition = state.table.edition
    board, bare = start, set()
    if doc.bonus is not None:
        board = replace(board, bonus=bonus_kinds(edition, doc.bonus, f"{key}.bonus"))
    for corner in doc.bonus_used:
        board = _use_corner(state, board, corner, f"{key}.bonus_used")
    for number, text in enumerate(doc.tiles):
        where = f"{key}.tiles[{number}]"
        text, is_bare = text.removesuffix(f" {BARE}"), text.endswith(f" {BARE}")
        name, at, turns, front = _read(read_lying_text, text, where)
        cell = _vacant(edition, board, at, where)
        tile = _tile_number(state, name, where)
        if front and tile == UNKNOWN:
            raise SetupError(f"{where}: the front of ? is not known")
        lines = turned(edition.tiles[tile].lines if front else edition.back, turns)
        colour = edition.tiles[tile].colour if front else 0
        board = lay(board, cell, lines, colour, tile + 2, turns + (0 if front else SIDES))
        if is_bare:
            bare.add(cell)
    for number, text in enumerate(doc.stardust_placed):
        where = f"{key}.stardust_placed[{number}]"
        at_text, _, count_text = text.partition(" ")
        cell = _vacant(edition, board, _read(read_cell, at_text, where), where)
        count = _read(read_count, count_text, where)
        if count > SIDES:
            raise SetupError(f"{where}: at most {SIDES} lines run into a cell")
        board = replace(
            board,
            kind=with_byte(board.kind, cell, STARDUST),
            lines=with_byte(board.lines, cell, count),
        )
    return _with_crystals(edition, board, bare)


def _with_crystals(edition: Edition, board: Board, bare: set[int]) -> Board:
    crystal = bytes(
        colour if colour and cell not in bare and not is_met(edition.field, board, cell) else 0
        for cell, colour in enumerate(board.colour)
    )
    return replace(board, crystal=crystal)


def _use_corner(state: GirlState, board: Board, name: str, key: str) -> Board:
    field = state.table.edition.field
    corner = field.corner_index.get(name, -1)
    if corner < 0:
        raise SetupError(f"{key}: there is no corner {name}, only {', '.join(field.corner_index)}")
    board = replace(board, used=board.used | 1 << corner)
    if not state.table.rulings.bonus_stays:
        for cell in field.corners[corner].cells:
            board = replace(board, kind=with_byte(board.kind, cell, VACANT))
    return board


def _vacant(edition: Edition, board: Board, at: tuple[int, int], key: str) -> int:
    cell = edition.field.index.get(at, -1)
    if cell < 0:
        raise SetupError(f"{key}: the board has no cell {at[0]},{at[1]}")
    if board.kind[cell] != VACANT:
        raise SetupError(f"{key}: cell {at[0]},{at[1]} is not vacant")
    return cell


def _read(reader: Callable[[str], T], text: str, key: str) -> T:
    try:
        return reader(text)
    except MoveTextError as error:
        raise SetupError(f"{key}: {error}") from error


def villagers_away(state: GirlState, seat: int, board: Board) -> int:
    """Villagers that are not ready: on sites, in the Village, on the track, on the Bonus."""
    away = state.village[seat]
    away += sum(lying.beside[seat] + (lying.cover == seat) for lying in state.sites)
    away += sum(owner == seat for _, owner in state.track.villagers)
    corner = board.bonus.index(BONUSES.index("villager"))
    return away + (not board.used >> corner & 1)
