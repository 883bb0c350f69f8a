"""The main board as it lies now: planets, tiles laid out, who has the sun marker."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import groupby

from companion.drawing import Disc, Drawing, PointMm, Shape, Words, turned
from companion.games.playable import Scene, Spot
from companion.games.solani.art.layout import main_layout
from companion.games.solani.art.main_board import main_board
from companion.games.solani.art.outlines import moved, rectangle, round_outline
from companion.games.solani.art.palette import DEEP, GOLD, fill
from companion.games.solani.art.tiles import (
    bonus_tile,
    branch_tile,
    round_tile,
    sun_marker,
    unseen_tile,
)
from companion.games.solani.edition import Edition
from companion.games.solani.page.names import laid_out
from companion.games.solani.pieces import DRAFTED, UNSEEN, Kind
from companion.games.solani.state import CLUSTERS, NOTHING, PLANETS, SolaniState, seat_name

_BRANCH = DRAFTED.index(Kind.BRANCH)


def main_scene(state: SolaniState) -> Scene:
    """The main board; everybody sees all of it."""
    edition = state.table.edition
    shapes = [*_planets(state), *_market(state), *_markers(state)]
    return Scene(
        id="main",
        key="scene.main",
        drawing=main_board(edition).with_shapes(shapes),
        spots=(*_planet_spots(state), *_market_spots(state)),
    )


def _planets(state: SolaniState) -> Iterator[Shape]:
    edition, layout = state.table.edition, main_layout(state.table.edition)
    for colour, middle in zip(state.row, layout.places_mm, strict=True):
        if colour != NOTHING:
            yield from turned(round_tile(edition, PLANETS + colour), middle)
    for colour, middle in zip(state.spares, layout.spares_mm, strict=False):
        yield from turned(round_tile(edition, PLANETS + colour), middle)


def _laid(state: SolaniState, type_number: int) -> list[str]:
    """The names of the tiles laid out of a type, those that nobody noted last."""
    names = state.table.edition.names(type_number)
    counts = state.market[type_number]
    known = [name for name, count in zip(names, counts, strict=True) for _ in range(count)]
    return known + [UNSEEN] * state.unseen[type_number]


def _slots(edition: Edition, type_number: int) -> tuple[PointMm, ...]:
    layout = main_layout(edition)
    return layout.branches_mm if type_number == _BRANCH else layout.clusters_mm


def _market(state: SolaniState) -> Iterator[Shape]:
    edition = state.table.edition
    for type_number in range(len(DRAFTED)):
        slots = _slots(edition, type_number)
        for name, middle in zip(_laid(state, type_number), slots, strict=False):
            yield from turned(_tile(edition, type_number, name), middle)


def _tile(edition: Edition, type_number: int, name: str) -> Drawing:
    if type_number == _BRANCH:
        known = edition.branch_index.get(name)
        return branch_tile(edition, 0 if known is None else edition.branches[known].lines)
    number = edition.cluster_index.get(name)
    return unseen_tile(edition) if number is None else round_tile(edition, CLUSTERS + number)


def _markers(state: SolaniState) -> Iterator[Shape]:
    """The bonus tile, and the sun marker with the letter of who has it."""
    edition, layout = state.table.edition, main_layout(state.table.edition)
    yield from turned(bonus_tile(edition), layout.bonus_mm)
    yield from turned(sun_marker(edition), layout.sun_mm)
    letter = edition.sizes.round_mm * 0.16
    yield Disc(layout.sun_mm, letter * 1.25, fill(GOLD))
    yield Words(seat_name(state.starter), layout.sun_mm, letter, DEEP, bold=True)


def _planet_spots(state: SolaniState) -> Iterator[Spot]:
    edition, layout = state.table.edition, main_layout(state.table.edition)
    outline = round_outline(edition)
    for place, colour, middle in zip(edition.places, state.row, layout.places_mm, strict=True):
        if colour == NOTHING:
            key, values = "spot.free", {"cell": place.name}
        else:
            key = "spot.planet"
            values = {"cell": place.name, "colour": edition.colours[colour]}
        yield Spot(place.name, moved(outline, middle), key, values)


def _market_spots(state: SolaniState) -> Iterator[Spot]:
    """One for each kind of tile laid out; equal tiles lie side by side."""
    edition = state.table.edition
    for type_number, kind in enumerate(DRAFTED):
        slots, first = _slots(edition, type_number), 0
        for name, same in groupby(_laid(state, type_number)):
            count = len(list(same))
            values = {"kind": kind.value, "tile": name, "count": count}
            outline = _around(edition, slots[first : first + count])
            first += count
            if outline:
                yield Spot(laid_out(kind.value, name), outline, "spot.laid_out", values)


def _around(edition: Edition, middles: Sequence[PointMm]) -> tuple[PointMm, ...]:
    """A rectangle round neighbouring slots of one row."""
    if not middles:
        return ()
    side = 2 * edition.sizes.branch_reach_mm
    (left, y), (right, _) = middles[0], middles[-1]
    return rectangle((right - left + side, side), ((left + right) / 2, y))
