"""Builds and checks the sky of an edition; every failure names the key."""

from __future__ import annotations

import math
from collections.abc import Iterable, Sequence
from typing import NoReturn

from companion.games.polaris.edition import Chart, Sky
from companion.games.polaris.edition_doc import LineRow, SkyDoc, SpaceRow
from companion.games.polaris.pieces import DIRECTIONS

Neighbours = tuple[tuple[tuple[int, int], ...], ...]


class Wrong(Exception):
    """Something in the document does not fit; the text names the key."""


def wrong(key: str, what: str) -> NoReturn:
    """Refuse the document."""
    raise Wrong(f"{key}: {what}")


def index_of(key: str, names: Iterable[str]) -> dict[str, int]:
    """Name to number; raises Wrong for a name used twice."""
    index: dict[str, int] = {}
    for number, name in enumerate(names):
        if name in index:
            wrong(key, f"the name {name} is used twice; give every one its own")
        index[name] = number
    return index


def build_sky(doc: SkyDoc) -> Sky:
    """The sky, with every list checked.  Raises Wrong."""
    names = (*(row[0] for row in doc.spaces), doc.north)
    index = index_of("sky.spaces", names)
    _check_sizes(doc)
    for number, row in enumerate(doc.spaces):
        _check_space(doc, f"sky.spaces[{number}]", row)
    ends = _ends(doc, index)
    directions = tuple(DIRECTIONS.index(row[2]) for row in doc.lines)
    marked = _marked(doc, index)
    around = _pairs(len(names), ends, range(len(ends)), forth=True, back=True)
    for space, pairs in enumerate(around):
        if not pairs:
            wrong("sky.lines", f"no line leads to {names[space]}")
    by_direction = [
        [line for line, direction in enumerate(directions) if direction == wanted]
        for wanted in range(len(DIRECTIONS))
    ]
    size = len(names)
    return Sky(
        names=names,
        index=index,
        north=index[doc.north],
        sectors=doc.sectors,
        red=_mask(n for n, row in enumerate(doc.spaces) if row[3] == "red"),
        white=_mask(n for n, row in enumerate(doc.spaces) if row[3] == "white"),
        marked=marked,
        sector_spaces=_by_sector(doc, [row[2] for row in doc.spaces]),
        interiors=_by_sector(doc, [row[2] if len(row[2]) == 1 else [] for row in doc.spaces]),
        orbits={
            orbit: _mask(n for n, row in enumerate(doc.spaces) if row[1] == orbit)
            for orbit in sorted({row[1] for row in doc.spaces})
        },
        ends=ends,
        direction=directions,
        line_index=_line_index(doc, ends),
        sector_lines=_by_sector(doc, [row[3] for row in doc.lines]),
        around=around,
        rim=tuple(_mask(line for line, _ in pairs) for pairs in around),
        ahead=tuple(_pairs(size, ends, lines, forth=True) for lines in by_direction),
        behind=tuple(_pairs(size, ends, lines, back=True) for lines in by_direction),
    )


def build_chart(doc: SkyDoc) -> Chart:
    """Where everything of a checked sky lies."""
    return Chart(
        size_mm=doc.size_mm,
        places_mm=(*(row[4] for row in doc.spaces), doc.north_mm),
        space_mm=doc.space_diameter_mm,
        star_mm=doc.star_diameter_mm,
        line_width_mm=doc.line_width_mm,
    )


def _mask(numbers: Iterable[int]) -> int:
    return sum(1 << number for number in numbers)


def _by_sector(doc: SkyDoc, sectors: Sequence[Sequence[int]]) -> tuple[int, ...]:
    """For each sector the mask of the things whose list names it."""
    return tuple(
        _mask(n for n, listed in enumerate(sectors) if sector in listed)
        for sector in range(1, doc.sectors + 1)
    )


def _check_sizes(doc: SkyDoc) -> None:
    sizes = (*doc.size_mm, doc.space_diameter_mm, doc.star_diameter_mm, doc.line_width_mm)
    if not all(map(math.isfinite, sizes)) or min(sizes) <= 0:
        wrong("sky", "sizes are positive numbers of millimetres")
    if not all(0 <= value <= size for value, size in zip(doc.north_mm, doc.size_mm, strict=True)):
        wrong("sky.north_mm", f"{doc.north_mm} is not on the sky")


def _check_space(doc: SkyDoc, key: str, row: SpaceRow) -> None:
    name, _, sectors, background, place = row
    if max(sectors) > doc.sectors or len(set(sectors)) != len(sectors):
        wrong(key, f"{name} lies in sectors {sectors}; they are numbered 1 to {doc.sectors}")
    if (background == "red") != (len(sectors) == 2):
        wrong(key, f"{name}: exactly the spaces on a border of two sectors are red")
    inside = all(0 <= value <= size for value, size in zip(place, doc.size_mm, strict=True))
    if not inside:
        wrong(key, f"{name} lies at {place}, which is not on the sky")


def _ends(doc: SkyDoc, index: dict[str, int]) -> tuple[tuple[int, int], ...]:
    found = []
    for number, row in enumerate(doc.lines):
        key = f"sky.lines[{number}]"
        for name in row[:2]:
            if name not in index:
                wrong(key, f"there is no space {name}")
        if row[0] == row[1]:
            wrong(key, f"leads from {row[0]} to itself")
        _check_line_sectors(doc, key, row, index)
        found.append((index[row[0]], index[row[1]]))
    return tuple(found)


def _check_line_sectors(doc: SkyDoc, key: str, row: LineRow, index: dict[str, int]) -> None:
    """A line lies in sectors in which both of its ends lie."""
    for sector in row[3]:
        for name in row[:2]:
            if name != doc.north and sector not in doc.spaces[index[name]][2]:
                wrong(key, f"is listed in sector {sector}, but {name} is not in it")


def _line_index(doc: SkyDoc, ends: Sequence[tuple[int, int]]) -> dict[tuple[int, int], int]:
    index: dict[tuple[int, int], int] = {}
    for line, (one, other) in enumerate(ends):
        if (one, other) in index:
            names = " and ".join(doc.lines[line][:2])
            wrong(f"sky.lines[{line}]", f"there is a line between {names} already")
        index[one, other] = index[other, one] = line
    return index


def _marked(doc: SkyDoc, index: dict[str, int]) -> int:
    index_of("sky.marked", doc.marked)
    for name in doc.marked:
        if name not in index or name == doc.north:
            wrong("sky.marked", f"there is no round space {name}")
    return _mask(index[name] for name in doc.marked)


def _pairs(
    size: int,
    ends: Sequence[tuple[int, int]],
    lines: Iterable[int],
    forth: bool = False,
    back: bool = False,
) -> Neighbours:
    """For each space the (line, other space) that lead on from it."""
    found: list[list[tuple[int, int]]] = [[] for _ in range(size)]
    for line in lines:
        one, other = ends[line]
        if forth:
            found[one].append((line, other))
        if back:
            found[other].append((line, one))
    return tuple(map(tuple, found))
