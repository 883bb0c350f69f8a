"""Writes a state as a `position`, the canonical text of a state; it reads back equal."""

from __future__ import annotations

from typing import Any

import msgspec

from companion.games.girl.hexes import cell_text
from companion.games.girl.move_write import write_cast_token, write_lying
from companion.games.girl.moves import CastToken
from companion.games.girl.pieces import (
    ASH_KINDS,
    COLOURS,
    FOODS,
    SIDES,
    SOURCES,
    UNKNOWN_TILE,
    Phase,
)
from companion.games.girl.position_board import BARE
from companion.games.girl.position_doc import (
    OfferingDoc,
    PilePositionDoc,
    PlayerDoc,
    PositionDoc,
    SitePositionDoc,
    TrackDoc,
)
from companion.games.girl.position_read import TAKEN
from companion.games.girl.rules.patterns import is_met
from companion.games.girl.state import (
    STARDUST,
    TILE,
    AshToken,
    GirlState,
    Player,
    bonus_name,
    seat_name,
)


def write_position(state: GirlState) -> dict[str, Any]:
    """The whole state, in plain JSON values."""
    edition, track = state.table.edition, state.track
    sites = zip(edition.sites, state.sites, strict=True)
    piles = zip(edition.piles, state.piles, strict=True)
    paths = zip(edition.paths.names, state.paths, strict=True)
    doc = PositionDoc(
        phase=state.phase.value,
        round=state.round,
        players={
            seat_name(seat): _player(state, seat, player)
            for seat, player in enumerate(state.players)
        },
        track=TrackDoc(
            track.girl,
            {seat_name(seat): space for seat, space in enumerate(track.elders)},
            {str(space): seat_name(seat) for space, seat in track.villagers},
        ),
        order=[seat_name(seat) for seat in state.order],
        actions_left=state.actions_left if state.phase is Phase.ACTION else None,
        dish=[_dish_token(token) for token in state.cast],
        paths={name: COLOURS[lit - 1] for name, lit in paths if lit},  # type: ignore[misc]
        sites={
            site.name: SitePositionDoc(
                lying.left,
                None if lying.cover < 0 else seat_name(lying.cover),
                _names(lying.beside),
            )
            for site, lying in sites
        },
        village=_names(state.village),
        piles={
            kind.label: PilePositionDoc(list(pile.values), pile.gone, pile.marked)
            for kind, pile in piles
        },
        offering=_offering(state),
    )
    plain: dict[str, Any] = msgspec.to_builtins(doc)
    return {"phase": doc.phase, **plain}


def _names(counts: tuple[int, ...]) -> list[str]:
    return [seat_name(seat) for seat, count in enumerate(counts) for _ in range(count)]


def _dish_token(token: AshToken) -> str:
    colours = tuple(COLOURS[colour] for colour in token.colours)
    text = write_cast_token(CastToken(ASH_KINDS[token.kind], colours))
    return text + (TAKEN if token.taken else "")


def _offering(state: GirlState) -> OfferingDoc:
    edition, offering = state.table.edition, state.offering
    gone = [card.name for n, card in enumerate(edition.cards) if offering.gone >> n & 1]
    if offering.card < 0:
        return OfferingDoc(None, [], gone, offering.reveal)
    card = edition.cards[offering.card]
    filled = [space.name for n, space in enumerate(card.spaces) if offering.filled >> n & 1]
    return OfferingDoc(card.name, filled, gone, offering.reveal)


def _tile_name(state: GirlState, number: int) -> str:
    return UNKNOWN_TILE if number < 0 else state.table.edition.tiles[number].name


def _player(state: GirlState, seat: int, player: Player) -> PlayerDoc:
    board, field = player.board, state.table.edition.field
    tiles, dust = [], []
    for cell, kind in enumerate(board.kind):
        if kind == TILE:
            front = board.side[cell] < SIDES
            name = _tile_name(state, board.tile[cell] - 2)
            text = write_lying(name, field.cells[cell], board.side[cell] % SIDES, front)
            bare = board.colour[cell] and not board.crystal[cell]
            tiles.append(text + (f" {BARE}" if bare and not is_met(field, board, cell) else ""))
        elif kind == STARDUST:
            dust.append(f"{cell_text(field.cells[cell])} x{board.lines[cell]}")
    points = zip(SOURCES, player.points, strict=True)
    return PlayerDoc(
        tiles=tiles,
        stardust_placed=dust,
        bonus={corner.name: bonus_name(board, place) for place, corner in enumerate(field.corners)},
        bonus_used=[c.name for n, c in enumerate(field.corners) if board.used >> n & 1],
        light=dict(zip(COLOURS, player.light, strict=True)),  # type: ignore[arg-type]
        stardust=player.stardust,
        score={source.value: vp for source, vp in points if vp},
        food={f: n for f, n in zip(FOODS, player.food, strict=True) if n},  # type: ignore[misc]
        villagers=player.villagers,
        kept=[ASH_KINDS[kind] for kind in player.kept],  # type: ignore[misc]
        hand=[_tile_name(state, number) for number in player.hand],
        drawn=player.drawn,
        gone=_gone(state, player),
        extra_actions=player.extra_actions,
    )


def _gone(state: GirlState, player: Player) -> list[str]:
    """Tiles that left the game: not in the bag, not in hand, not on the board."""
    size = state.table.rulings.tiles_per_player
    lying = [value - 2 for value in player.board.tile if value]
    here = {*lying, *player.hand}
    names = [
        _tile_name(state, number)
        for number in range(size)
        if number not in here and not player.bag >> number & 1
    ]
    missing = size - player.bag_count - len(lying) - len(player.hand) - len(names)
    return names + [UNKNOWN_TILE] * missing
