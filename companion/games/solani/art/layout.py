"""Where everything lies on the boards, in millimetres from a board's top-left corner."""

from __future__ import annotations

import math
from dataclasses import dataclass
from functools import lru_cache

from companion.board import Tag
from companion.drawing import PointMm
from companion.games.solani.edition import Edition

EDGE_MM = 4.0  # kept free at a board's edge
QUIET = 1 / 6  # white round a marker, in parts of it
NOTICE_MM = 4.5  # room for the notice along the lower edge
_GAP_MM = 2.5
_MARGIN, _PANEL = 0.25, 1.72  # beside the circles of a player board, below them, in pitches
_STEP, _SWING = 0.7, 0.42  # of the planet row: from place to place, up and down, in pitches


@dataclass(frozen=True, eq=False)
class PlayerLayout:
    """A player board: the lattice, a panel below it with the two storage places, the markers."""

    size_mm: tuple[float, float]
    circles_mm: tuple[PointMm, ...]
    gaps_mm: tuple[PointMm, ...]
    stored_round_mm: PointMm
    stored_branch_mm: PointMm
    panel_mm: tuple[float, float, float, float]  # left, top, right, bottom
    markers_mm: tuple[PointMm, ...]  # middles


@dataclass(frozen=True, eq=False)
class MainLayout:
    """The main board: the planet row, spares, the tiles laid out, bonus tile, sun marker."""

    size_mm: tuple[float, float]
    places_mm: tuple[PointMm, ...]
    spares_mm: tuple[PointMm, ...]
    clusters_mm: tuple[PointMm, ...]
    branches_mm: tuple[PointMm, ...]
    bonus_mm: PointMm
    sun_mm: PointMm
    title_mm: PointMm
    markers_mm: tuple[PointMm, ...]


def patch_mm(edition: Edition) -> float:
    """The side of a marker's white patch."""
    return edition.sizes.marker_mm * (1 + 2 * QUIET)


@lru_cache(maxsize=16)
def player_layout(edition: Edition) -> PlayerLayout:
    """The player board of an edition, upright; all kinds of boards share it."""
    lattice, pitch, sizes = edition.lattice, edition.pitch_mm, edition.sizes
    patch = patch_mm(edition)
    side = (lattice.rows - 1) * pitch + sizes.round_mm
    width = side + 2 * _MARGIN * pitch
    top = EDGE_MM + patch + _GAP_MM
    first = (width / 2 - side / 2 + sizes.round_mm / 2, top + sizes.round_mm / 2)
    panel_top = top + side + _GAP_MM
    panel_bottom = panel_top + max(_PANEL * pitch, pitch + patch)
    rows_y = (EDGE_MM + patch / 2, panel_bottom - patch / 2)
    columns_x = (EDGE_MM + patch / 2, width / 2, width - EDGE_MM - patch / 2)
    store_y = panel_top + pitch / 2
    return PlayerLayout(
        size_mm=(width, panel_bottom + NOTICE_MM),
        circles_mm=tuple((first[0] + c * pitch, first[1] + r * pitch) for r, c in lattice.circles),
        gaps_mm=tuple(
            (first[0] + (c + 0.5) * pitch, first[1] + (r + 0.5) * pitch) for r, c in lattice.gaps
        ),
        stored_round_mm=(EDGE_MM + patch + pitch * 0.1, store_y),
        stored_branch_mm=(EDGE_MM + patch + pitch * 1.15, store_y),
        panel_mm=(EDGE_MM, panel_top, width - EDGE_MM, panel_bottom),
        markers_mm=tuple((x, y) for y in rows_y for x in columns_x),
    )


@lru_cache(maxsize=16)
def main_layout(edition: Edition) -> MainLayout:
    """The main board of an edition."""
    pitch, round_mm, patch = edition.pitch_mm, edition.sizes.round_mm, patch_mm(edition)
    step, swing = _STEP * pitch, _SWING * pitch
    slots = max(edition.players) + max(edition.market_extra)
    pairs = math.ceil(len(edition.places) / 2)
    wave_w = (2 * pairs - 1) * step + round_mm
    slot = 2 * edition.sizes.branch_reach_mm + 1.0
    market_w = slots * slot + 2 * (patch + round_mm + 3.0)
    width = max(wave_w, market_w, edition.spare * pitch + 2 * patch) + 2 * EDGE_MM
    middle = width / 2
    spare_y = EDGE_MM + max(patch, round_mm) / 2
    wave_y = spare_y + max(patch, round_mm) / 2 + 5.0 + round_mm / 2 + swing
    rows_y = [wave_y + swing + round_mm / 2 + 11.0 + pitch * (row + 0.5) for row in range(2)]
    height = rows_y[1] + pitch / 2 + EDGE_MM + NOTICE_MM
    slots_x = [middle + (n - (slots - 1) / 2) * slot for n in range(slots)]
    marker_ys = (EDGE_MM + patch / 2, height - EDGE_MM - patch / 2)
    marker_xs = (EDGE_MM + patch / 2, width - EDGE_MM - patch / 2)
    side_x = EDGE_MM + patch + 1.5 + round_mm / 2
    spare_x = width - EDGE_MM - patch - pitch / 2
    return MainLayout(
        size_mm=(width, height),
        places_mm=tuple(
            place_mm(number, middle, wave_y, step, swing) for number in range(len(edition.places))
        ),
        spares_mm=tuple((spare_x - pitch * 0.9 * n, spare_y) for n in range(edition.spare)),
        clusters_mm=tuple((x, rows_y[0]) for x in slots_x),
        branches_mm=tuple((x, rows_y[1]) for x in slots_x),
        bonus_mm=(side_x, rows_y[0]),
        sun_mm=(width - side_x, rows_y[0]),
        title_mm=(EDGE_MM + patch + 3.0, spare_y),
        markers_mm=tuple((x, y) for y in marker_ys for x in marker_xs),
    )


def place_mm(number: int, middle_x: float, y: float, step: float, swing: float) -> PointMm:
    """A place of the planet row: left and right in turn, from the middle outwards (SOL-SET-7)."""
    pair, right = divmod(number, 2)
    away = (pair + 0.5) * step
    return (
        middle_x + (away if right else -away),
        y + (-swing if (pair + right) % 2 == 0 else swing),
    )


def tags(edition: Edition, board: int) -> tuple[Tag, ...]:
    """The markers of a player board by its number; the main board comes after them."""
    player, count = player_layout(edition).markers_mm, len(edition.boards)
    middles = main_layout(edition).markers_mm if board == count else player
    first = edition.sizes.first_marker + board * len(player)
    half = edition.sizes.marker_mm / 2
    return tuple(
        Tag(
            first + number,
            (
                (x - half, y - half),
                (x + half, y - half),
                (x + half, y + half),
                (x - half, y + half),
            ),
        )
        for number, (x, y) in enumerate(middles)
    )
