"""Where every piece of a state lies on the printed boards."""

from __future__ import annotations

from collections.abc import Iterator

from companion.games.starfall.art.area import STARDUST, TILES
from companion.games.starfall.art.board import NAME, slot_place
from companion.games.starfall.art.dust import family_of
from companion.games.starfall.art.layout import area_name
from companion.games.starfall.art.tiles import FAMILY
from companion.games.starfall.state import StarfallState
from companion.prints import Lie


def lies(state: StarfallState) -> tuple[Lie, ...]:
    """Every tile and piece on the board and in the areas; the deck and the bank lie beside."""
    return (*_on_board(state), *_in_areas(state))


def boards(state: StarfallState) -> frozenset[tuple[str, int]]:
    """The Stargazer Board, on which nothing lies at first, and an area for everybody."""
    areas = ((area_name(seat), 0) for seat in range(len(state.players)))
    return frozenset(((NAME, 0), *areas))


def _on_board(state: StarfallState) -> Iterator[Lie]:
    edition = state.table.edition
    for slot, tile in enumerate(state.track):
        if tile >= 0:
            yield Lie(NAME, 0, slot_place(edition, slot), FAMILY, edition.tile_text(tile))


def _in_areas(state: StarfallState) -> Iterator[Lie]:
    """Tiles that nobody noted lie nowhere, since nobody knows what they show."""
    edition = state.table.edition
    for seat, player in enumerate(state.players):
        for tile in player.tiles:
            if tile >= 0:
                yield Lie(area_name(seat), 0, TILES, FAMILY, edition.tile_text(tile))
        for kind, count in enumerate(player.pieces):
            for _ in range(count):
                name = edition.pieces[kind].name
                yield Lie(area_name(seat), 0, STARDUST, family_of(edition, kind), name)
