"""The main board as it lies now."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Any

from companion.drawing import PointMm
from companion.games.girl.art.names import VILLAGE, beside, early_bird, offering, pile
from companion.games.girl.page import names
from companion.games.girl.page.picture import Picture, laid
from companion.games.girl.pieces import COLOURS, FOODS
from companion.games.girl.rules.villagers import EARLY
from companion.games.girl.state import NOBODY, GirlState, seat_name
from companion.games.playable import Scene, Spot
from companion.prints import Lie

BOARD = "main"


def land_scene(state: GirlState, art: Picture, lies: Iterable[Lie]) -> Scene:
    """The main board; everybody sees all of it."""
    board = art.boards[BOARD]
    drawing = laid(state.table.edition, board, (lie for lie in lies if lie.board == BOARD))
    return Scene("main", "scene.main", drawing, tuple(_spots(state, art)))


def _spots(state: GirlState, art: Picture) -> Iterator[Spot]:
    for spot_id, place, key, values in _said(state):
        found = art.places.get((BOARD, place))
        if found is not None:
            outline: tuple[PointMm, ...] = found.outline_mm
            yield Spot(spot_id, outline, key, values)


Said = tuple[str, str, str, dict[str, Any]]  # spot, place on the board, key, values


def _said(state: GirlState) -> Iterator[Said]:
    yield from _spaces(state)
    yield from _sites(state)
    who = _seats(state.village)
    yield VILLAGE, VILLAGE, "spot.village", {"villagers": who}
    yield from _piles(state)
    yield from _card(state)


def _spaces(state: GirlState) -> Iterator[Said]:
    paths = state.table.edition.paths
    for name, lit, printed in zip(paths.names, state.paths, paths.colour, strict=True):
        if lit:
            yield name, name, "spot.space_lit", {"space": name, "colour": COLOURS[lit - 1]}
        elif printed:
            values = {"space": name, "colour": COLOURS[printed - 1]}
            yield name, name, "spot.space_printed", values
        else:
            yield name, name, "spot.space", {"space": name}


def _seats(counts: Iterable[int]) -> list[str]:
    """The seats of Villagers, one entry each."""
    return [seat_name(seat) for seat, count in enumerate(counts) for _ in range(count)]


def _sites(state: GirlState) -> Iterator[Said]:
    for site, lying in zip(state.table.edition.sites, state.sites, strict=True):
        values = {
            "site": site.name,
            "count": lying.left,
            "food": FOODS[site.food],
            "villagers": _seats(lying.beside),
        }
        yield site.name, site.name, "spot.site", values
        yield names.beside(site.name), beside(site.name), "spot.site", values
        covered = lying.cover != NOBODY
        key = "spot.early_covered" if covered else "spot.early"
        said = {"site": site.name, "seat": seat_name(lying.cover)}
        yield site.name + EARLY, early_bird(site.name), key, said


def _piles(state: GirlState) -> Iterator[Said]:
    for kind, lying in zip(state.table.edition.piles, state.piles, strict=True):
        name, values = pile(kind.label), {"pile": kind.label}
        if lying.empty:
            yield name, name, "spot.pile_empty", values
        else:
            top, left = lying.values[lying.gone], len(lying.values) - lying.gone
            yield name, name, "spot.pile", {**values, "vp": top, "count": left}


def _card(state: GirlState) -> Iterator[Said]:
    lying = state.offering
    if lying.card == NOBODY:
        return
    for number, space in enumerate(state.table.edition.cards[lying.card].spaces):
        spot, place = names.card_space(space.name), offering(space.name)
        if lying.filled >> number & 1:
            yield spot, place, "spot.card_filled", {"space": space.name}
            continue
        food = [kind for kind, count in zip(FOODS, space.food, strict=True) for _ in range(count)]
        values = {"space": space.name, "food": food, "vp": space.vp}
        yield spot, place, "spot.card_space", values
