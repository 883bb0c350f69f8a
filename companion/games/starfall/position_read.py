"""Reads a `position` into a state; every failure names the field."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from dataclasses import replace
from typing import Any

from companion.games.contract import SetupError
from companion.games.shapes import setup_as
from companion.games.starfall.edition import Counts, Edition
from companion.games.starfall.pieces import EMPTY, SEATS, TO_REVEAL, UNKNOWN, Phase
from companion.games.starfall.position_doc import PlayerDoc, PositionDoc
from companion.games.starfall.rules.turns import end_of
from companion.games.starfall.setup import check_seat_keys, seat_number, tile_number
from companion.games.starfall.state import Player, StarfallState

_REVEAL = "reveal"


def read_position(first: StarfallState, position: Mapping[str, Any]) -> StarfallState:
    """The state that a position describes; what it leaves out is as in `first`."""
    choices = {"phase": [phase.value for phase in Phase]}
    doc = setup_as(PositionDoc, position, "position", choices)
    edition, seats = first.table.edition, SEATS[: first.table.seats]
    check_seat_keys(doc.players, seats, "position.players")
    players = tuple(
        _player(edition, doc.players.get(seat, PlayerDoc()), first.players[number], seat)
        for number, seat in enumerate(seats)
    )
    turn = first.turn if doc.turn is None else seat_number(doc.turn, seats, "position.turn")
    gone = tuple(sorted(tile_number(edition, name, "position.gone") for name in doc.gone))
    state = replace(first, turn=turn, track=_track(edition, doc), gone=gone, players=players)
    _check_bank(state)
    _check_tiles(state)
    return _with_phase(_with_deck(state, doc), doc)


def _player(edition: Edition, doc: PlayerDoc, first: Player, seat: str) -> Player:
    key = f"position.players.{seat}"
    tiles = sorted(tile_number(edition, name, f"{key}.tiles") for name in doc.tiles)
    if doc.stardust is None:
        return Player(tuple(tiles), first.pieces)
    for kind in doc.stardust:
        if kind not in edition.piece_index:
            known = ", ".join(edition.piece_index)
            raise SetupError(f"{key}.stardust.{kind}: there are no such pieces; kinds are {known}")
    pieces = tuple(doc.stardust.get(piece.name, 0) for piece in edition.pieces)
    return Player(tuple(tiles), pieces)


def _track(edition: Edition, doc: PositionDoc) -> Counts:
    track = [EMPTY] * len(edition.numbers)
    for text, name in doc.board.items():
        key = f"position.board.{text}"
        number = int(text) if text.isascii() and text.isdigit() and len(text) < 4 else None
        if number not in edition.numbers:
            highest, lowest = edition.numbers[0], edition.numbers[-1]
            raise SetupError(f"{key}: is no number of the board, which has {highest} to {lowest}")
        slot = edition.numbers.index(number)
        if track[slot] != EMPTY:
            raise SetupError(f"{key}: one number holds one tile (STAR-ADD-2)")
        track[slot] = TO_REVEAL if name == _REVEAL else tile_number(edition, name, key)
        if track[slot] == UNKNOWN:
            raise SetupError(f"{key}: lies face up, so say which tile it is")
    if len(doc.board) > edition.most_tiles:
        most = edition.most_tiles
        raise SetupError(f"position.board: holds at most {most} tiles at once (STAR-ADD-3)")
    if track.count(TO_REVEAL) > 1:
        raise SetupError("position.board: more than one number waits for its tile")
    return tuple(track)


def _check_bank(state: StarfallState) -> None:
    """No more pieces than were printed (STAR-COMP-1)."""
    for kind, left in zip(state.table.edition.pieces, state.bank(), strict=True):
        if left < 0:
            raise SetupError(
                f"position.players: have {kind.count - left} {kind.name} pieces, "
                f"but there are only {kind.count}"
            )


def _check_tiles(state: StarfallState) -> None:
    """Every tile lies in one place only (STAR-COMP-1)."""
    for tile, count in Counter(state.seen_tiles()).items():
        if tile >= 0 and count > 1:
            name = state.table.edition.tile_text(tile)
            raise SetupError(f"position: {name} is there {count} times; every tile exists once")


def _with_deck(state: StarfallState, doc: PositionDoc) -> StarfallState:
    """The deck is what is left of the tiles in play; or, where it is given, more of them left."""
    in_play = state.table.edition.in_play(state.table.seats)
    left = in_play - len(state.seen_tiles())
    if left < 0:
        raise SetupError(
            f"position: there are {in_play - left} tiles, but with {state.table.seats} players "
            f"only {in_play} are in the game (STAR-SET-3)"
        )
    if doc.deck is None:
        deck, gone = left, state.gone
    elif doc.deck > left:
        raise SetupError(f"position.deck: at most {left} tiles can be left")
    else:
        deck = doc.deck
        gone = tuple(sorted((*state.gone, *(UNKNOWN,) * (left - doc.deck))))
    if state.waits and (not deck or len(state.board_tiles) >= state.table.edition.most_tiles):
        raise SetupError("position.board: waits for a tile, but no tile can be added")
    return replace(state, deck=deck, gone=gone)


def _with_phase(state: StarfallState, doc: PositionDoc) -> StarfallState:
    """The game is over where a clause ends it, and where the position says so."""
    if doc.phase == Phase.OVER.value or end_of(state):
        if doc.phase == Phase.TURNS.value:
            raise SetupError(f"position.phase: the game is over in this position ({end_of(state)})")
        return replace(state, phase=Phase.OVER)
    return state
