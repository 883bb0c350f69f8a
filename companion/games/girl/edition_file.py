"""Checks an edition document and builds the `Edition` the rules use.

Every failure is one sentence that names the file and the key.
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Mapping, Sequence
from typing import Any, NoReturn

from companion.board import Dish, SectorArea
from companion.games.contract import EditionError
from companion.games.girl.edition import Card, CardSpace, Counts, Edition, PileKind, Printed, Tile
from companion.games.girl.edition_doc import (
    CardDoc,
    DishDoc,
    EditionDoc,
    FoodDoc,
)
from companion.games.girl.edition_ground import Wrong, build_field, build_paths, build_sites
from companion.games.girl.hexes import mask_of, turned
from companion.games.girl.pieces import ASH_KINDS, COLOURS, FOODS, SIDES, WHITE
from companion.games.shapes import edition_as


def read_edition(document: Mapping[str, Any], where: str) -> Edition:
    """Check a parsed edition file; `where` names it in errors.  Raises EditionError."""
    doc = edition_as(EditionDoc, document, where)
    try:
        return _build(doc)
    except Wrong as error:
        raise EditionError(f"{where}: {error}") from error


def _build(doc: EditionDoc) -> Edition:
    _check_totals(doc)
    _check_turns(doc)
    field = build_field(doc.board, doc.tiles_per_round * doc.rounds)
    paths = build_paths(doc.paths, doc.site)
    sites = build_sites(doc.site, paths)
    tiles = _tiles(doc)
    cards = tuple(_card(card) for card in doc.card)
    return Edition(
        name=doc.name,
        generation=doc.generation,
        players=tuple(sorted(set(doc.players))),
        rounds=doc.rounds,
        tiles_per_round=doc.tiles_per_round,
        actions_per_turn=doc.actions_per_turn,
        actions_with_bonus=doc.actions_with_bonus,
        starting_light=doc.starting_light,
        villagers_ready=doc.villagers_ready,
        printed=Printed(
            doc.components.stardust, doc.components.light_per_colour, doc.components.villagers
        ),
        field=field,
        tiles=tiles,
        tile_index=_index("tiles.fronts", (tile.name for tile in tiles)),
        tile_sets=_tile_sets(doc),
        back=mask_of(doc.tiles.back),
        girl_starts=_girl_starts(doc),
        dish=_dish(doc.dish),
        token_radius_mm=doc.dish.token_radius_mm,
        ask_within_mm=doc.dish.ask_within_mm,
        ash=tuple(getattr(doc.ash, kind) for kind in ASH_KINDS),
        paths=paths,
        sites=sites,
        site_index=_index("site", (site.name for site in sites)),
        piles=_piles(doc),
        cards=cards,
        card_index=_index("card", (card.name for card in cards)),
        single=_food(doc.offering),
        leftover=_food(doc.leftover),
        printed_shapes=doc.print,
    )


def _wrong(key: str, what: str) -> NoReturn:
    raise Wrong(f"{key}: {what}")


def _index(key: str, names: Iterable[str]) -> dict[str, int]:
    index: dict[str, int] = {}
    for number, name in enumerate(names):
        if name in index:
            _wrong(key, f"the name {name} is used twice; give every one its own")
        index[name] = number
    return index


def _food(doc: FoodDoc) -> Counts:
    return tuple(getattr(doc, food) for food in FOODS)


def _check_totals(doc: EditionDoc) -> None:
    """GIRL-COMP: the lists add up to the printed counts."""
    printed = doc.components
    rewards = sum(len(pile.values) for pile in doc.pile)
    ash = sum(getattr(doc.ash, kind) for kind in ASH_KINDS)
    for key, printed_count, listed in (
        ("components.rewards", printed.rewards, rewards),
        ("components.cards", printed.cards, len(doc.card)),
        ("components.ash_tokens", printed.ash_tokens, ash),
    ):
        if printed_count != listed:
            _wrong(key, f"says {printed_count}, but the file lists {listed}")
    most = max(doc.players)
    for food in FOODS:
        need = most * sum(site.kind == food for site in doc.site)
        have = getattr(printed.food, food)
        if have != need:
            _wrong(f"components.food.{food}", f"says {have}, but {most} players put out {need}")
    if doc.villagers_ready >= printed.villagers:
        _wrong("villagers_ready", "one Villager stands on a Bonus token, so fewer are ready")


def _check_turns(doc: EditionDoc) -> None:
    """No two line patterns are the same after turning."""
    seen: dict[int, str] = {}
    for name, edges in doc.lines.items():
        if len(set(edges)) != len(edges):
            _wrong(f"lines.{name}", "names an edge twice")
        mask = mask_of(edges)
        for turns in range(SIDES):
            twin = seen.get(turned(mask, turns))
            if twin is not None:
                _wrong(f"lines.{name}", f"is {twin} turned; list every pattern once")
        seen[mask] = name


def _tiles(doc: EditionDoc) -> tuple[Tile, ...]:
    tiles = []
    for number, (name, colour, pattern) in enumerate(doc.tiles.fronts):
        if pattern not in doc.lines:
            _wrong(f"tiles.fronts[{number}]", f"{name} uses lines {pattern}, not listed in [lines]")
        index = 0 if colour == WHITE else 1 + COLOURS.index(colour)
        tiles.append(Tile(name, index, mask_of(doc.lines[pattern])))
    return tuple(tiles)


def _tile_sets(doc: EditionDoc) -> tuple[int, ...]:
    for size in doc.tiles.sets:
        if not doc.rounds * doc.tiles_per_round <= size <= len(doc.tiles.fronts):
            _wrong(
                "tiles.sets",
                f"a bag of {size} does not fit {len(doc.tiles.fronts)} listed tiles and "
                f"{doc.rounds} rounds of {doc.tiles_per_round}",
            )
    return tuple(doc.tiles.sets)


def _girl_starts(doc: EditionDoc) -> tuple[int, ...]:
    for start in doc.track.girl_start:
        if start <= max(doc.players):
            _wrong("track.girl_start", f"{start} leaves no spaces for the Elders behind her")
    return tuple(doc.track.girl_start)


def _piles(doc: EditionDoc) -> tuple[PileKind, ...]:
    last, piles = 0, []
    for number, pile in enumerate(doc.pile):
        key = f"pile[{number}]"
        if pile.at_least <= last:
            _wrong(f"{key}.at_least", "piles are listed from few Light to many")
        if len(pile.values) < max(doc.players):
            _wrong(f"{key}.values", "holds fewer tokens than there can be players")
        last = pile.at_least
        piles.append(PileKind(pile.label, pile.at_least, tuple(sorted(pile.values, reverse=True))))
    if len({pile.label for pile in piles}) != len(piles):
        _wrong("pile", "two piles have the same label")
    return tuple(piles)


def _card(doc: CardDoc) -> Card:
    spaces = tuple(CardSpace(space.space, _counts(space.food), space.vp) for space in doc.spaces)
    _index(f"card {doc.name}", (space.name for space in spaces))
    if any(space.name in FOODS for space in spaces):
        _wrong(f"card {doc.name}", "a space can't have the name of a food")
    return Card(doc.name, spaces)


def _counts(foods: Sequence[str]) -> Counts:
    return tuple(foods.count(food) for food in FOODS)


def _dish(doc: DishDoc) -> Dish:
    sizes = (doc.target_radius_mm, doc.hub_radius_mm, doc.token_radius_mm, doc.ask_within_mm)
    if not all(map(math.isfinite, sizes)) or min(sizes[:3]) <= 0 or doc.ask_within_mm < 0:
        _wrong("dish", "radii are positive numbers of millimetres")
    if doc.hub_radius_mm >= doc.target_radius_mm or doc.token_radius_mm >= doc.target_radius_mm:
        _wrong("dish.target_radius_mm", "the hub and a token are smaller than the target")
    areas = []
    for number, area in enumerate(doc.area):
        if not (math.isfinite(area.from_deg) and 0 < area.to_deg - area.from_deg <= 360):
            _wrong(f"dish.area[{number}]", "to_deg is larger than from_deg, by 360 at most")
        areas.append(SectorArea(area.colour, area.from_deg, area.to_deg))
    return Dish((0.0, 0.0), doc.target_radius_mm, doc.hub_radius_mm, tuple(areas))
