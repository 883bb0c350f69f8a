"""The player board: circles, gaps, sectors, guide star, storage, what scores."""

from __future__ import annotations

from collections.abc import Iterator
from functools import lru_cache

from companion.drawing import Disc, Drawing, PointMm, Polygon, Shape, Words
from companion.games.solani.art.layout import PlayerLayout, player_layout
from companion.games.solani.art.lettering import CHINESE, ENGLISH, both, fitting_mm
from companion.games.solani.art.motifs import at, coyote, dashed, guide_star, scattered
from companion.games.solani.art.outlines import branch_outline, moved, rectangle
from companion.games.solani.art.palette import (
    DEEP,
    FAINT,
    GOLD,
    GROUND,
    IVORY,
    SECTOR_TINTS,
    edged,
    fill,
    line,
)
from companion.games.solani.edition import BoardKind, Edition
from companion.games.solani.lattice import circle_text

_STARS = 110
_NAME_MM = 1.5


@lru_cache(maxsize=32)
def player_board(edition: Edition, number: int) -> Drawing:
    """The board of this number without markers and tiles."""
    layout, kind = player_layout(edition), edition.boards[number]
    shapes = [
        *ground(layout.size_mm, _STARS),
        *_sectors(edition, layout),
        *_gaps(edition, layout),
        *_circles(edition, layout, kind),
        *_sector_names(edition, layout),
        *_panel(edition, layout, kind),
        *notice(edition, layout.size_mm),
    ]
    return Drawing(layout.size_mm, tuple(shapes))


def ground(size_mm: tuple[float, float], stars: int) -> Iterator[Shape]:
    """The night that every board and card lies on."""
    width, height = size_mm
    yield Polygon(rectangle(size_mm, (width / 2, height / 2)), fill(GROUND))
    yield from scattered(size_mm, stars)


def notice(edition: Edition, size_mm: tuple[float, float]) -> Iterator[Shape]:
    """What is said wherever the game is shown, along the lower edge."""
    width, height = size_mm
    y = height - 4.2
    for language, x, room in ((CHINESE, 0.31, 0.32), (ENGLISH, 0.66, 0.34)):
        text = edition.notice[language]
        size = fitting_mm(text, language, 2.0, width * room)
        yield Words(text, (width * x, y), size, FAINT)


def _sectors(edition: Edition, layout: PlayerLayout) -> Iterator[Shape]:
    """A tint for each sector, dashed lines between them."""
    lattice, pitch = edition.lattice, edition.pitch_mm
    for sector, middle in zip(lattice.sector, layout.circles_mm, strict=True):
        tint = SECTOR_TINTS[sector % len(SECTOR_TINTS)]
        yield Polygon(rectangle((pitch * 1.002, pitch * 1.002), middle), fill(tint))
    ink = line(GOLD, pitch * 0.012, 0.8)
    for (row, column), (x, y) in zip(lattice.circles, layout.circles_mm, strict=True):
        own = lattice.sector[lattice.circle_index[row, column]]
        for dr, dc in ((0, 1), (1, 0)):
            other = lattice.circle_index.get((row + dr, column + dc))
            if other is None or lattice.sector[other] == own:
                continue
            half = pitch / 2
            start = (x + half, y - half) if dc else (x - half, y + half)
            yield from dashed(start, (x + half, y + half), pitch * 0.05, ink)


def _gaps(edition: Edition, layout: PlayerLayout) -> Iterator[Shape]:
    outline = branch_outline(edition)
    ink = line(FAINT, 0.2, 0.55)
    for middle in layout.gaps_mm:
        yield Polygon(moved(outline, middle), ink)


def _circles(edition: Edition, layout: PlayerLayout, kind: BoardKind) -> Iterator[Shape]:
    """An empty circle with its name; the guide star on its own."""
    radius = edition.sizes.round_mm / 2
    for number, middle in enumerate(layout.circles_mm):
        yield Disc(middle, radius, edged(DEEP, FAINT, 0.25))
        name = circle_text(edition.lattice.circles[number])
        if number == kind.guide:
            yield Disc(middle, radius * 0.92, line(GOLD, radius * 0.05))
            yield from at(guide_star(radius * 0.86), middle)
        else:
            yield Words(name, middle, _NAME_MM, FAINT)


def _sector_names(edition: Edition, layout: PlayerLayout) -> Iterator[Shape]:
    """Each name outside the circle of its sector that is farthest from the board's middle."""
    lattice, pitch = edition.lattice, edition.pitch_mm
    centre = (lattice.rows - 1) / 2
    for sector, name in enumerate(lattice.sectors):
        members = [n for n, own in enumerate(lattice.sector) if own == sector]

        def away(circle: int) -> float:
            row, column = lattice.circles[circle]
            return abs(row - centre) + abs(column - centre)

        outer = max(members, key=away)
        row, column = lattice.circles[outer]
        x, y = layout.circles_mm[outer]
        step = 0.36 * pitch
        x += step if column > centre else -step
        y += step if row > centre else -step
        yield Words(name, (x, y), pitch * 0.1, GOLD, bold=True)


def _panel(edition: Edition, layout: PlayerLayout, kind: BoardKind) -> Iterator[Shape]:
    left, top, right, bottom = layout.panel_mm
    middle, width, tall = (left + right) / 2, right - left, bottom - top
    yield from both("game", (middle, top + tall * 0.03), 4.2, width, GOLD)
    yield from both("art.board", (middle, top + tall * 0.1), 3.2, width, board=kind.name)
    radius = edition.sizes.round_mm / 2
    yield Disc(layout.stored_round_mm, radius, edged(DEEP, GOLD, 0.35))
    outline = moved(branch_outline(edition), layout.stored_branch_mm)
    yield Polygon(outline, edged(DEEP, GOLD, 0.35))
    above = layout.stored_round_mm[1] - radius - 6.5
    yield from both("art.storage", (middle, above), 2.6, width)
    y = layout.stored_branch_mm[1] + radius + 8.0
    yield from _planets(edition, (middle, y), width)
    y += 15.0 + 6.2 * len(edition.worth.planet_sets)
    yield from _lines(edition, (middle, y), width)
    if kind.coyote:
        yield from at(coyote(width * 0.2), (middle, bottom - width * 0.24))


def _planets(edition: Edition, at_mm: PointMm, width_mm: float) -> Iterator[Shape]:
    """What untethered planets score (SOL-END-2)."""
    x, y = at_mm
    yield from both("art.planets", (x, y), 2.8, width_mm, GOLD)
    y += 7.0
    sets = edition.worth.planet_sets
    for number, vp in enumerate(sets):
        row_y = y + 6.2 * number
        for step in range(number + 1):
            spot = (x - width_mm * 0.4 + 4.4 * step, row_y)
            yield Disc(spot, 1.7, line(IVORY, 0.4))
        yield Words(f"{vp}", (x + width_mm * 0.36, row_y), 3.0, IVORY, bold=True)
    y += 6.2 * len(sets) + 1.0
    yield from both("art.same_sector", (x, y), 2.4, width_mm, vp=f"{edition.worth.same_sector:+d}")


def _lines(edition: Edition, at_mm: PointMm, width_mm: float) -> Iterator[Shape]:
    """What clusters and loose lines score (SOL-END-1, SOL-END-4)."""
    x, y = at_mm
    yield from both("art.clusters", (x, y), 2.4, width_mm)
    vp = f"{edition.worth.loose_line:+d}"
    yield from both("art.loose_line", (x, y + 7.5), 2.4, width_mm, vp=vp)
