"""What the bare print of each place looks like: one more template, for *nothing lies there*."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import replace
from typing import TYPE_CHECKING

import cv2
import numpy as np
from numpy.typing import NDArray

from companion.places import Family
from vision.places.bank import Bank, Squares
from vision.places.patches import patches
from vision.places.spots import Spot
from vision.places.tones import to_tones
from vision.rectify import Grid, sample

if TYPE_CHECKING:
    from vision.places.base import Guess

Picture = NDArray[np.uint8]
Mask = NDArray[np.bool_]

_PATCH_PX = 40
_FINEST_PX_PER_MM, _COARSEST_PX_PER_MM = 1.8, 0.7
_INSIDE_MM = 0.5
NOTHING = Family("", ("",), ((-1.0, -1.0), (1.0, -1.0), (0.0, 1.0)), 0.0, 1)


def ground_bank(
    spots: Sequence[Spot], alike: Sequence[Spot], print_bgr: Picture, grid: Grid
) -> Bank:
    """One template for each spot: its print, from a picture of the board on `grid`.

    The templates have the size that all spots `alike`, also of other boards, have room in.
    """
    bank = _blank(spots, alike)
    centres = np.array([spot.centre_mm for spot in spots])
    up = np.array([spot.place.up_deg for spot in spots])
    cut = patches(print_bgr, grid, bank.offsets_mm, centres, up)
    return replace(bank, tones=to_tones(cut).astype(np.float16))


def joined(banks: Sequence[Bank]) -> tuple[Bank, list[int]]:
    """The templates of several such banks as one, and for each of them in turn its row there:
    those that are alike, as on copies of a board, share one.
    """
    rows: dict[bytes, int] = {}
    tones: list[Squares] = []
    masks: list[Mask] = []
    row_of: list[int] = []
    for bank in banks:
        for look, mask in zip(bank.tones, bank.masks, strict=True):
            row = rows.setdefault(look.tobytes() + mask.tobytes(), len(rows))
            row_of.append(row)
            if row == len(tones):
                tones.append(look)
                masks.append(mask)
    count = len(rows)
    whole = replace(
        banks[0],
        tones=np.stack(tones),
        masks=np.stack(masks),
        kinds=np.arange(count, dtype=np.int32),
        angles_deg=np.zeros(count, np.float32),
        period_deg=(360.0,) * count,
    )
    return whole, row_of


def ground_on(spots: Sequence[Spot], below: Sequence[Guess]) -> Bank:
    """The same where the spots lie on pieces: one piece for each spot."""
    bank = _blank(spots, spots)
    for index, (spot, piece) in enumerate(zip(spots, below, strict=True)):
        there = bank.offsets_mm @ turning(spot.place.up_deg) + np.array(spot.centre_mm)
        around = (there - piece.centre_mm) @ turning(-piece.up_deg)
        pixels = around * piece.bank.px_per_mm + (piece.bank.side_px - 1) / 2
        look = piece.bank.tones[piece.row].astype(np.float32)
        bank.tones[index] = sample(look, pixels.astype(np.float32))
    return bank


def turning(angle_deg: float) -> NDArray[np.float64]:
    """The matrix that turns row vectors clockwise (y down) by `vectors @ matrix`."""
    angle = np.radians(angle_deg)
    sine, cosine = np.sin(angle), np.cos(angle)
    return np.array([[cosine, sine], [-sine, cosine]])


def _blank(spots: Sequence[Spot], alike: Sequence[Spot]) -> Bank:
    """Templates for the spots with nothing painted yet, as large as those `alike` need."""
    reach = max(spot.reach_mm for spot in alike)
    scale = float(np.clip(_PATCH_PX / (2 * reach), _COARSEST_PX_PER_MM, _FINEST_PX_PER_MM))
    side = 2 * math.ceil(reach * scale) + 2
    count = len(spots)
    return Bank(
        NOTHING,
        scale,
        np.zeros((count, side, side, 3), np.float16),
        np.stack([outline_mask(spot.outline_mm, side, scale) for spot in spots]),
        np.arange(count, dtype=np.int32),
        np.zeros(count, np.float32),
        (360.0,) * count,
    )


def outline_mask(
    outline_mm: NDArray[np.float64], side_px: int, px_per_mm: float, inside_mm: float = _INSIDE_MM
) -> Mask:
    """The inside of an outline (around the middle of the raster), its very edge left out."""
    fine = 4
    corners = (outline_mm * px_per_mm + side_px / 2) * fine - 0.5
    paper = np.zeros((side_px * fine, side_px * fine), np.uint8)
    cv2.fillPoly(paper, [np.round(corners).astype(np.int32)], 1)
    away = cv2.distanceTransform(np.pad(paper, 1), cv2.DIST_L2, 5)[1:-1, 1:-1] / fine
    inside = (away > inside_mm * px_per_mm).astype(np.float32)
    shrunk = cv2.resize(inside, (side_px, side_px), interpolation=cv2.INTER_AREA)
    return np.asarray(shrunk > 0.5)
