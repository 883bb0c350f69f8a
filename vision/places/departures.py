"""How far what is seen of places departs from what lies lowest in them."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.places.bank import Bank
from vision.places.base import Guess
from vision.places.ground import outline_mask, turning
from vision.places.matching import MOST_SQUARE, relit, shown
from vision.places.planes import Planar
from vision.places.spots import Spot
from vision.places.tones import to_tones

Array = NDArray[np.float64]
Plane = NDArray[np.float32]
Flat = NDArray[np.float32]
Mask = NDArray[np.bool_]
Numbers = NDArray[np.int64]

_DIMMEST, _BRIGHTEST = 0.5, 1.25  # of the print, in a shadow or a gleam
_BESIDE_MM = 0.9


@dataclass
class Departures:
    """For each place of a group, how far what is seen departs from what should be there.

    `seen` are the places as they are seen, (n, p * 3) as in the bank.  `square` (n, side, side) in
    squared units of noise, clipped; `shaded` the same with shadows and gleams forgiven; 0 outside
    `mask`.  `open_` is what no piece explains yet, places within the place included.  `bright`
    (n,) is how bright the whole place is beside what the light over the board lets expect.
    """

    bases: Sequence[Guess]
    seen: Flat
    square: Plane
    shaded: Plane
    mask: Mask
    open_: Mask
    bright: Array
    px_per_mm: float

    @property
    def side_px(self) -> int:
        """Width and height of each place's raster."""
        return int(self.square.shape[1])

    def relit(self, which: Sequence[int]) -> dict[int, tuple[float, ...]]:
        """How some places' bases lie, the light measured where no piece explains what is seen."""
        if not which:
            return {}
        bases, bank = [self.bases[index] for index in which], self.bases[0].bank
        open_ = self.open_[which].reshape(len(which), -1)[:, bank.inside].astype(np.float32)
        rows = np.array([base.row for base in bases])
        lie = relit(bank, rows, self.seen[which], open_, np.array([base.lie for base in bases]))
        return dict(zip(which, map(tuple, lie.tolist()), strict=True))

    def means(self, kernel: Plane, shaded: bool = False) -> Plane:
        """Mean departure under a kernel that adds up to 1, at every pixel."""
        image = self.shaded if shaded else self.square
        pad = max(kernel.shape) // 2 + 1
        tall = np.pad(image, ((0, 0), (pad, pad), (0, 0))).reshape(-1, self.side_px)
        found = cv2.filter2D(tall, cv2.CV_32F, kernel, borderType=cv2.BORDER_CONSTANT)
        return np.asarray(
            found.reshape(len(image), self.side_px + 2 * pad, self.side_px)[:, pad:-pad]
        )

    def box_means(self, radius_px: float, shaded: bool = False) -> Plane:
        """Mean departure in a square as large as a disc, at every pixel: quick."""
        image = self.shaded if shaded else self.square
        side = max(1, round(radius_px * np.sqrt(np.pi)))
        pad = side // 2 + 1
        tall = np.pad(image, ((0, 0), (pad, pad), (0, 0))).reshape(-1, self.side_px)
        found = cv2.blur(tall, (side, side), borderType=cv2.BORDER_CONSTANT)
        return np.asarray(
            found.reshape(len(image), self.side_px + 2 * pad, self.side_px)[:, pad:-pad]
        )

    def means_at(self, places: Numbers, pixels_xy: Numbers, radius_px: float) -> Array:
        """Mean departure (n,) in a disc around pixels (n, 2) of places (n,)."""
        reach = int(np.ceil(radius_px))
        y, x = np.mgrid[-reach : reach + 1, -reach : reach + 1]
        disc = np.clip(radius_px + 0.5 - np.hypot(x, y), 0, 1).astype(np.float32)
        padded = np.pad(self.square, ((0, 0), (reach, reach), (reach, reach)))
        rows = pixels_xy[:, 1, None, None] + reach + y
        columns = pixels_xy[:, 0, None, None] + reach + x
        around = padded[places[:, None, None], rows, columns]
        return np.asarray((around * disc).sum(axis=(1, 2)) / disc.sum(), np.float64)

    def to_board(self, index: int, pixels_xy: Array) -> Array:
        """Pixels (n, 2) of one place's raster to board mm."""
        base = self.bases[index]
        middle = (self.side_px - 1) / 2
        away = (pixels_xy - middle) / self.px_per_mm
        return np.asarray(away @ turning(base.up_deg) + base.centre_mm, np.float64)

    def explain(
        self,
        index: int,
        outline_mm: Array,
        centre_mm: tuple[float, float],
        height_mm: float,
        view: Planar,
    ) -> None:
        """Take out what a piece, its side and its closest shadow explain.

        `outline_mm` goes round the piece's middle as it lies; `height_mm` is that of its top.
        """
        base = self.bases[index]
        low = apparent_mm(np.array([centre_mm]), height_mm, base.height_mm, view)[0]
        outline = outline_mm
        reach = np.linalg.norm(outline, axis=1, keepdims=True)
        grown = outline * (1 + _BESIDE_MM / reach)
        corners = [grown + centre_mm, grown + low]
        paper = np.zeros((self.side_px, self.side_px), np.uint8)
        middle = (self.side_px - 1) / 2
        points = [
            (points - base.centre_mm) @ turning(base.up_deg).T * self.px_per_mm + middle
            for points in corners
        ]
        hull = cv2.convexHull(np.vstack(points).astype(np.float32))
        cv2.fillPoly(paper, [np.round(hull).astype(np.int32)], 1)
        self.open_[index][paper > 0] = False
        self.square[index][paper > 0] = 0
        self.shaded[index][paper > 0] = 0


def departures(spots: Sequence[Spot], bases: Sequence[Guess], view: Planar) -> Departures:
    """Compare each place with what lies lowest in it.  All bases are of one bank.

    What lies on a place within the place is none of its business.
    """
    bank = bases[0].bank
    rows = np.array([base.row for base in bases])
    centres = np.array([base.centre_mm for base in bases])
    up = np.array([base.up_deg for base in bases])
    heights = sorted({base.height_mm for base in bases})
    seen = np.empty((len(bases), 3 * len(bank.inside)), np.float32)
    for height in heights:
        which = np.array([base.height_mm == height for base in bases])
        cut = view.level(height).cut(bank.points_mm, centres[which], up[which], bank.px_per_mm)
        seen[which] = to_tones(cut).reshape(int(which.sum()), -1)
    expected = shown(bank, rows, np.array([base.lie for base in bases]))
    masks, trust = bank.masks[rows], bank.trust[rows]
    own = (
        masks & np.stack([_own_part(spot, bank) for spot in spots]) if spots[0].holes_mm else masks
    )
    return Departures(
        bases,
        seen,
        _square(seen - expected, trust, own, bank),
        _square(seen - _forgiving(seen, expected) * expected, trust, own, bank),
        own,
        masks.copy(),
        _brightness(seen, bank.flat[rows], own.reshape(len(own), -1)[:, bank.inside]),
        bank.px_per_mm,
    )


def _own_part(spot: Spot, bank: Bank) -> Mask:
    """What of a place's raster belongs to no place within it."""
    own = np.ones((bank.side_px, bank.side_px), bool)
    for hole in spot.holes_mm:
        own &= ~outline_mask(hole, bank.side_px, bank.px_per_mm)
    return own


def _brightness(seen: Flat, printed: Flat, mask: Mask) -> Array:
    """What is seen beside what is printed (n,), in brightness over the masks (n, p)."""
    now, usual = ((each[:, ::3] * mask).sum(axis=1) for each in (seen, printed))
    size = mask.sum(axis=1)
    return np.asarray((now + 4 * size) / (np.maximum(usual, 0) + 4 * size), np.float64)


def _square(off: Flat, trust: Flat, own: Mask, bank: Bank) -> Plane:
    """Departures (n, p * 3) squared in units of noise, as squares (n, side, side)."""
    every = off * off * trust
    square = (every[:, ::3] + every[:, 1::3] + every[:, 2::3]) / 3
    drawn = np.zeros((len(off), bank.side_px * bank.side_px), np.float32)
    drawn[:, bank.inside] = np.minimum(square, MOST_SQUARE)
    return drawn.reshape(own.shape) * own


def _forgiving(seen: Flat, expected: Flat) -> Flat:
    """By how much each pixel may be darker or a little brighter, as shadows and gleams make it."""
    alike, own = (
        each[:, ::3] + each[:, 1::3] + each[:, 2::3]
        for each in (seen * expected, expected * expected)
    )
    share = np.clip(alike / np.maximum(own, 1.0), _DIMMEST, _BRIGHTEST)
    return np.repeat(share, 3, axis=1)


def apparent_mm(points_mm: Array, height_mm: float, plane_mm: float, view: Planar) -> Array:
    """Where points at a height seem to lie on a lower plane."""
    camera = view.camera_mm
    share = (height_mm - plane_mm) / max(float(camera[2]) - height_mm, 1.0)
    return np.asarray(points_mm + (points_mm - camera[:2]) * share, np.float64)


def true_mm(points_mm: Array, height_mm: float, plane_mm: float, view: Planar) -> Array:
    """Where points that seem to lie on a lower plane are at a height."""
    camera = view.camera_mm
    share = (height_mm - plane_mm) / max(float(camera[2]) - height_mm, 1.0)
    return np.asarray((points_mm + camera[:2] * share) / (1 + share), np.float64)
