"""The player board: circles, gaps, sectors, guide star, storage, what scores."""

from __future__ import annotations

from collections.abc import Iterator
from functools import lru_cache

from companion.drawing import Disc, Drawing, PointMm, Polygon, Shape, Words
from companion.games.solani.art.layout import NOTICE_MM, PlayerLayout, patch_mm, player_layout
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
    y = height - 0.55 * NOTICE_MM
    for language, x, room in ((CHINESE, 0.24, 0.4), (ENGLISH, 0.7, 0.5)):
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
    """Titles between the upper markers; storage and what scores between the lower ones."""
    left, top, right, bottom = layout.panel_mm
    patch, radius = patch_mm(edition), edition.sizes.round_mm / 2
    middle, y = layout.size_mm[0] / 2, layout.markers_mm[0][1]
    quarter = (middle - left - patch / 2) / 2
    room = 2 * quarter - patch
    yield from both("game", (middle - quarter + patch / 4, y), 5.5, room, GOLD)
    yield from both("art.board", (middle + quarter - patch / 4, y), 4.4, room, board=kind.name)
    yield Disc(layout.stored_round_mm, radius, edged(DEEP, GOLD, 0.35))
    outline = moved(branch_outline(edition), layout.stored_branch_mm)
    yield Polygon(outline, edged(DEEP, GOLD, 0.35))
    low = bottom - patch / 2
    x = (layout.stored_round_mm[0] + layout.stored_branch_mm[0]) / 2 + patch * 0.3
    yield from both("art.storage", (x, low), 3.0, room)
    size, arm = patch * 0.52, edition.sizes.branch_reach_mm
    if kind.coyote and layout.stored_branch_mm[0] + arm + size < middle:
        yield from at(coyote(size), (middle, layout.stored_round_mm[1]))
    half = (middle + patch / 2 + 3.0, right)
    yield from _planets(edition, (half[0], top + 4.0), half[1] - half[0])
    x = (half[0] + right - patch) / 2
    yield from _lines(edition, (x, low), right - patch - half[0])


def _planets(edition: Edition, at_mm: PointMm, width_mm: float) -> Iterator[Shape]:
    """What untethered planets score, one column for each number of colours (SOL-END-2)."""
    left, y = at_mm
    middle, sets = left + width_mm / 2, edition.worth.planet_sets
    yield from both("art.planets", (middle, y), 3.0, width_mm, GOLD)
    pitch, row = width_mm / len(sets), y + 8.5
    radius = min(1.6, pitch / (2.6 * len(sets)))
    for number, vp in enumerate(sets):
        x = left + pitch * (number + 0.5)
        for step in range(number + 1):
            spot = (x + (step - number / 2) * 2.5 * radius, row)
            yield Disc(spot, radius, line(IVORY, 0.4))
        yield Words(f"{vp}", (x, row + 5.6), 3.2, IVORY, bold=True)
    vp_text = f"{edition.worth.same_sector:+d}"
    yield from both("art.same_sector", (middle, row + 13.6), 2.6, width_mm, vp=vp_text)


def _lines(edition: Edition, at_mm: PointMm, width_mm: float) -> Iterator[Shape]:
    """What clusters and loose lines score (SOL-END-1, SOL-END-4)."""
    x, y = at_mm
    yield from both("art.clusters", (x, y - 3.6), 2.6, width_mm)
    vp = f"{edition.worth.loose_line:+d}"
    yield from both("art.loose_line", (x, y + 4.4), 2.6, width_mm, vp=vp)
