"""Builds the two boards of an edition: the hexes of a player board and the paths of the land."""

from __future__ import annotations

import math
from collections.abc import Sequence

from companion.games.girl.edition import Corner, Counts, Field, Paths, Site
from companion.games.girl.edition_doc import BoardDoc, PathsDoc, SiteDoc
from companion.games.girl.hexes import Cell, neighbour
from companion.games.girl.pieces import BONUSES, COLOURS, FOODS, FREE, SIDES

MOST_CELLS = 250  # a cell number fits a byte, with room for marks


class Wrong(ValueError):
    """A key of the document and what is wrong with it."""


def build_field(doc: BoardDoc, tiles_per_game: int) -> Field:
    """The hex field; raises Wrong when it has no room or Bonus places overlap."""
    cells = tuple((row, column) for row, width in enumerate(doc.rows) for column in range(width))
    if len(cells) > MOST_CELLS:
        raise Wrong(f"board.rows: {len(cells)} hexes, at most {MOST_CELLS} are supported")
    index = {cell: number for number, cell in enumerate(cells)}
    neighbours = tuple(
        tuple(index.get(neighbour(cell, edge), -1) for edge in range(SIDES)) for cell in cells
    )
    corners = _corners(doc, index)
    covered = {cell for corner in corners for cell in corner.cells}
    if len(cells) - len(covered) < tiles_per_game:
        raise Wrong(f"board.rows: too few free hexes for {tiles_per_game} tiles")
    touched = []
    for number in range(len(cells)):
        mask = 0
        for place, corner in enumerate(corners):
            if number not in covered and set(neighbours[number]) & set(corner.cells):
                mask |= 1 << place
        touched.append(mask)
    rim = tuple(
        sum(1 << edge for edge in range(SIDES) if around[edge] < 0) for around in neighbours
    )
    names = {corner.name: number for number, corner in enumerate(corners)}
    return Field(cells, index, neighbours, rim, corners, names, tuple(touched))


def _corners(doc: BoardDoc, index: dict[Cell, int]) -> tuple[Corner, ...]:
    corners: list[Corner] = []
    used: set[int] = set()
    for number, bonus in enumerate(doc.bonus):
        key = f"board.bonus[{number}]"
        numbers = []
        for text in bonus.cells:
            row, column = text.split(",")
            cell = index.get((int(row), int(column)))
            if cell is None:
                raise Wrong(f"{key}.cells: there is no hex {text}")
            if cell in used:
                raise Wrong(f"{key}.cells: hex {text} is under two Bonus tokens")
            used.add(cell)
            numbers.append(cell)
        if any(corner.name == bonus.corner for corner in corners):
            raise Wrong(f"{key}.corner: {bonus.corner} is used twice")
        corners.append(Corner(bonus.corner, tuple(numbers)))
    if len(corners) != len(BONUSES):
        raise Wrong(f"board.bonus: there are {len(BONUSES)} Bonus tokens to a board")
    return tuple(corners)


def build_paths(doc: PathsDoc, sites: list[SiteDoc]) -> Paths:
    """The path graph with the printed colours; raises Wrong for names, links or colours."""
    names = tuple(doc.spaces_mm)
    index = {name: number for number, name in enumerate(names)}
    for name, point in doc.spaces_mm.items():
        if not all(map(math.isfinite, point)):
            raise Wrong(f"paths.spaces_mm.{name}: a place is two finite numbers")
    links: list[set[int]] = [set() for _ in names]
    for number, (one, other) in enumerate(doc.links):
        key = f"paths.links[{number}]"
        for name in (one, other):
            if name not in index:
                raise Wrong(f"{key}: {name} is not in paths.spaces_mm")
        if one == other or index[other] in links[index[one]]:
            raise Wrong(f"{key}: {one} to {other} joins a space to itself or is listed twice")
        links[index[one]].add(index[other])
        links[index[other]].add(index[one])
    for name in doc.village:
        if name not in index:
            raise Wrong(f"paths.village: {name} is not in paths.spaces_mm")
    graph = tuple(tuple(sorted(around)) for around in links)
    village = tuple(index[name] for name in doc.village)
    _check_reach(graph, village, names)
    colours = _printed_colours(index, sites)
    beside = tuple(
        tuple(number for number, site in enumerate(sites) if name in site.gates) for name in names
    )
    at_mm = tuple(doc.spaces_mm.values())
    return Paths(names, index, graph, village, colours, beside, at_mm)


def _check_reach(graph: tuple[Counts, ...], village: Counts, names: tuple[str, ...]) -> None:
    seen, queue = set(village), list(village)
    while queue:
        for space in graph[queue.pop()]:
            if space not in seen:
                seen.add(space)
                queue.append(space)
    lost = [name for number, name in enumerate(names) if number not in seen]
    if lost:
        raise Wrong(f"paths.links: {', '.join(lost[:5])} can't be reached from the Village")


def _printed_colours(index: dict[str, int], sites: list[SiteDoc]) -> Counts:
    colours = [0] * len(index)
    for number, site in enumerate(sites):
        for gate, colour in site.gates.items():
            key = f"site[{number}].gates.{gate}"
            if gate not in index:
                raise Wrong(f"{key}: is not in paths.spaces_mm")
            value = 1 + COLOURS.index(colour)
            if colours[index[gate]] not in (0, value):
                raise Wrong(f"{key}: the space has another colour for another site")
            colours[index[gate]] = value
    return tuple(colours)


def build_sites(docs: list[SiteDoc], paths: Paths) -> tuple[Site, ...]:
    """The foraging spaces; raises Wrong for one without a gate, a price or a reward."""
    sites = []
    for number, doc in enumerate(docs):
        key = f"site[{number}]"
        if not doc.gates:
            raise Wrong(f"{key}.gates: no path space lies next to {doc.name}")
        if not doc.price or not doc.extra or (doc.reward.stardust > 0) == (doc.reward.vp > 0):
            raise Wrong(f"{key}: a site has a price, an extra and one reward, Stardust or VP")
        sites.append(
            Site(
                doc.name,
                FOODS.index(doc.kind),
                tuple(paths.index[gate] for gate in doc.gates),
                _price(doc.price),
                _price(doc.extra),
                doc.reward.stardust,
                doc.reward.vp,
                doc.at_mm,
            )
        )
    return tuple(sites)


def _price(lights: Sequence[str]) -> Counts:
    return tuple(lights.count(colour) for colour in (*COLOURS, FREE))
