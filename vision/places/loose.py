"""Small pieces anywhere in a place: found where what is seen departs from what lies below them.

All places of a group are searched at once.  Where a disc of a piece's size departs from the print
or the tile below, the piece's pictures are tried at every turn; what explains the departure best
is taken, then what is left is searched again.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import cv2
import numpy as np
from numpy.typing import NDArray

from companion.places import Family
from vision.places.bank import Bank
from vision.places.base import Guess
from vision.places.ground import outline_mask, turning
from vision.places.matching import (
    MOST_SQUARE,
    Fits,
    laid_centres_mm,
    patches,
    refine,
    rough_costs,
    shown,
    square_of_shifts,
    started,
)
from vision.places.planes import Planar
from vision.places.spots import Spot
from vision.places.tones import Tones, to_tones

Array = NDArray[np.float64]
Plane = NDArray[np.float32]
Mask = NDArray[np.bool_]

_DEPARTS = 1.9  # mean square over a piece's area that is worth a look
_PER_ROUND = 8  # spots looked at in one place
_KEPT = 6
_REACH_MM, _STEP_MM = 1.5, 0.75
_DIMMEST, _BRIGHTEST = 0.5, 1.25  # of the print, in a shadow or a gleam
_BESIDE_MM = 0.9
_OVERLAP = 0.72  # of the sum of two radii: nearer than this they can't both be there


@dataclass(frozen=True, slots=True)
class Loose:
    """A small piece that was found, with what else it may be.

    `kinds` are costs by kind index, best first; `before` is the mean cost of there being nothing
    (0..MOST_SQUARE), `cost` that of the best fit, both over `area_mm2`.
    """

    family: Family
    bank: Bank
    centre_mm: tuple[float, float]
    up_deg: float
    row: int
    cost: float
    misfit: float
    before: float
    kinds: tuple[tuple[int, float], ...]
    height_mm: float

    @property
    def radius_mm(self) -> float:
        """Radius of a disc of the piece's area."""
        return float(np.sqrt(self.bank.area_mm2 / np.pi))

    @property
    def gained(self) -> float:
        """By how much the piece explains better what is seen: cost times mm2."""
        return (self.before - self.cost) * self.bank.area_mm2


@dataclass
class Departures:
    """For each place of a group, how far what is seen departs from what should be there.

    `square` (n, side, side) in squared units of noise, clipped; `shaded` the same with shadows
    and gleams forgiven; 0 outside `mask`.  `bright` (n,) is how bright the whole place is beside
    what the light over the board lets expect.
    """

    bases: Sequence[Guess]
    square: Plane
    shaded: Plane
    mask: Mask
    bright: Array
    px_per_mm: float

    @property
    def side_px(self) -> int:
        """Width and height of each place's raster."""
        return int(self.square.shape[1])

    def means(self, kernel: Plane, shaded: bool = False) -> Plane:
        """Mean departure under a kernel that adds up to 1, at every pixel."""
        image = self.shaded if shaded else self.square
        pad = max(kernel.shape) // 2 + 1
        tall = np.pad(image, ((0, 0), (pad, pad), (0, 0))).reshape(-1, self.side_px)
        found = cv2.filter2D(tall, cv2.CV_32F, kernel, borderType=cv2.BORDER_CONSTANT)
        return np.asarray(
            found.reshape(len(image), self.side_px + 2 * pad, self.side_px)[:, pad:-pad]
        )

    def to_board(self, index: int, pixels_xy: Array) -> Array:
        """Pixels (n, 2) of one place's raster to board mm."""
        base = self.bases[index]
        middle = (self.side_px - 1) / 2
        away = (pixels_xy - middle) / self.px_per_mm
        return np.asarray(away @ turning(base.up_deg) + base.centre_mm, np.float64)

    def explain(self, index: int, piece: Loose, view: Planar) -> None:
        """Take out what a piece, its side and its closest shadow explain."""
        base = self.bases[index]
        low = _apparent_mm(np.array([piece.centre_mm]), piece.height_mm, base.height_mm, view)[0]
        outline = np.array(piece.family.outline_mm) @ turning(piece.up_deg)
        reach = np.linalg.norm(outline, axis=1, keepdims=True)
        grown = outline * (1 + _BESIDE_MM / reach)
        corners = [grown + piece.centre_mm, grown + low]
        paper = np.zeros((self.side_px, self.side_px), np.uint8)
        middle = (self.side_px - 1) / 2
        points = [
            (points - base.centre_mm) @ turning(base.up_deg).T * self.px_per_mm + middle
            for points in corners
        ]
        hull = cv2.convexHull(np.vstack(points).astype(np.float32))
        cv2.fillPoly(paper, [np.round(hull).astype(np.int32)], 1)
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
    seen = np.empty((len(bases), bank.side_px, bank.side_px, 3), np.float32)
    for height in heights:
        which = np.array([base.height_mm == height for base in bases])
        cut = patches(view.paper(height), view.grid, bank.offsets_mm, centres[which], up[which])
        seen[which] = to_tones(cut)
    expected = shown(bank.pulls[rows], np.array([base.lie for base in bases])).reshape(seen.shape)
    trust = bank.trust[rows].reshape(seen.shape)
    whole = np.stack([_own_part(spot, bank) for spot in spots]) if spots[0].holes_mm else True
    return Departures(
        bases,
        _square(seen - expected, trust) * whole,
        _square(seen - _forgiving(seen, expected) * expected, trust) * whole,
        bank.masks[rows] & whole,
        _brightness(seen, bank.tones[rows], bank.masks[rows] & whole),
        bank.px_per_mm,
    )


def _own_part(spot: Spot, bank: Bank) -> Mask:
    """What of a place's raster belongs to no place within it."""
    own = np.ones((bank.side_px, bank.side_px), bool)
    for hole in spot.holes_mm:
        own &= ~outline_mask(hole, bank.side_px, bank.px_per_mm)
    return own


def _brightness(seen: Tones, printed: Tones, mask: Mask) -> Array:
    """What is seen beside what is printed (n,), in brightness over the masks."""
    now, usual = ((each[..., 0] * mask).sum(axis=(1, 2)) for each in (seen, printed))
    size = mask.sum(axis=(1, 2))
    return np.asarray((now + 4 * size) / (np.maximum(usual, 0) + 4 * size), np.float64)


def _square(off: Tones, trust: Tones) -> Plane:
    every = off * off * trust
    return np.asarray(
        np.minimum((every[..., 0] + every[..., 1] + every[..., 2]) / 3, MOST_SQUARE), np.float32
    )


def _forgiving(seen: Tones, expected: Tones) -> Tones:
    """By how much each pixel may be darker or a little brighter, as shadows and gleams make it."""
    alike = np.einsum("nyxc,nyxc->nyx", seen, expected)
    own = np.einsum("nyxc,nyxc->nyx", expected, expected)
    share = np.clip(alike / np.maximum(own, 1.0), _DIMMEST, _BRIGHTEST)
    return np.asarray(share[..., None], np.float32)


def find_loose(
    found: Departures,
    families: Sequence[tuple[Family, Bank]],
    capacity: Sequence[int],
    view: Planar,
) -> list[list[Loose]]:
    """The small pieces of each place; `capacity` says how many of one family may lie there."""
    pieces: list[list[Loose]] = [[] for _ in found.bases]
    for _ in range(1 + max(capacity, default=1)):
        candidates = [
            candidate
            for family, bank in families
            for candidate in _candidates(found, family, bank, view)
        ]
        candidates.sort(key=lambda pair: -pair[1].gained)
        news = False
        for index, piece in candidates:
            if piece.gained <= 0 or _taken(piece, pieces[index]):
                continue
            pieces[index].append(piece)
            news = True
        if not news:
            break
        for index, own in enumerate(pieces):
            for piece in own:
                found.explain(index, piece, view)
    return pieces


def _candidates(
    found: Departures, family: Family, bank: Bank, view: Planar
) -> list[tuple[int, Loose]]:
    kernel = _kernel(bank, found.px_per_mm)
    means = found.means(kernel)
    peaks = cv2.dilate(means.reshape(-1, found.side_px), np.ones((3, 3), np.uint8))
    peaks = peaks.reshape(means.shape)
    places: list[tuple[int, Array, Array]] = []
    for index in np.flatnonzero(means.max(axis=(1, 2)) > _DEPARTS):
        rows, columns = np.nonzero((means[index] >= peaks[index]) & (means[index] > _DEPARTS))
        best = np.argsort(-means[index][rows, columns])[:_PER_ROUND]
        pixels = np.column_stack([columns[best], rows[best]]).astype(np.float64)
        places.append((int(index), found.to_board(int(index), pixels), pixels))
    if not places:
        return []
    owners = np.concatenate([np.full(len(at), index) for index, at, _ in places])
    where = np.vstack([at for _, at, _ in places])
    pixels = np.vstack([at for _, _, at in places])
    before = means[owners, pixels[:, 1].astype(int), pixels[:, 0].astype(int)]
    result: list[tuple[int, Loose]] = []
    floors = np.array([found.bases[i].height_mm for i in owners])
    for floor in np.unique(floors):
        here = floors == floor
        fits = _fitted(family, bank, where[here], float(floor), view)
        result += [
            (int(owner), piece)
            for owner, piece in zip(
                owners[here], _pieces(family, bank, fits, before[here], float(floor)), strict=True
            )
        ]
    return result


def _fitted(
    family: Family, bank: Bank, where_mm: Array, floor_mm: float, view: Planar
) -> tuple[Array, Fits]:
    """The best templates at each spot; spots are given as they appear at the floor's height."""
    top = floor_mm + family.thickness_mm
    centres = _true_mm(where_mm, top, floor_mm, view)
    up = np.zeros(len(centres))
    paper = view.paper(top)
    shifts = square_of_shifts(_REACH_MM, _STEP_MM)
    costs, which = rough_costs(bank, paper, view.grid, centres, up, shifts)
    kept = _best_of_kinds(costs, bank)
    rows = kept.ravel()
    owners = np.repeat(np.arange(len(centres)), kept.shape[1])
    start = started(owners, rows, shifts[which[owners, rows]])
    return centres, refine(bank, paper, view.grid, centres, up, start)


def _best_of_kinds(costs: Array, bank: Bank) -> NDArray[np.int64]:
    """For each spot the best rows: that of each kind first, as far as there is room."""
    columns = []
    for kind in range(len(bank.family.kinds)):
        rows = np.flatnonzero(bank.kinds == kind)
        columns.append(rows[costs[:, rows].argmin(axis=1)])
    best = np.stack(columns, axis=1)
    order = np.argsort(np.take_along_axis(costs, best, axis=1), axis=1)[:, :_KEPT]
    return np.take_along_axis(best, order, axis=1)


def _pieces(
    family: Family, bank: Bank, fitted: tuple[Array, Fits], before: Array, floor_mm: float
) -> list[Loose]:
    centres, fits = fitted
    where = laid_centres_mm(centres, np.zeros(len(centres)), fits)
    turns = bank.angles_deg[fits.rows] + np.degrees(fits.lie[:, 2])
    pieces = []
    for spot in range(len(centres)):
        own = np.flatnonzero(fits.spots == spot)
        own = own[np.argsort(fits.cost[own])]
        best = own[0]
        pieces.append(
            Loose(
                family,
                bank,
                (float(where[best, 0]), float(where[best, 1])),
                float(turns[best]),
                int(fits.rows[best]),
                float(fits.cost[best]),
                float(fits.misfit[best]),
                float(before[spot]),
                tuple((int(bank.kinds[fits.rows[i]]), float(fits.cost[i])) for i in own),
                floor_mm + family.thickness_mm,
            )
        )
    return pieces


def _taken(piece: Loose, others: Sequence[Loose]) -> bool:
    """Whether another piece lies where this one would."""
    return any(
        np.hypot(piece.centre_mm[0] - other.centre_mm[0], piece.centre_mm[1] - other.centre_mm[1])
        < _OVERLAP * (piece.radius_mm + other.radius_mm)
        for other in others
    )


def _kernel(bank: Bank, px_per_mm: float) -> Plane:
    """The piece's area as a disc whose values add up to 1."""
    radius = np.sqrt(bank.area_mm2 / np.pi) * px_per_mm
    reach = int(np.ceil(radius))
    y, x = np.mgrid[-reach : reach + 1, -reach : reach + 1]
    disc = np.clip(radius + 0.5 - np.hypot(x, y), 0, 1).astype(np.float32)
    return np.asarray(disc / disc.sum(), np.float32)


def _apparent_mm(points_mm: Array, height_mm: float, plane_mm: float, view: Planar) -> Array:
    """Where points at a height seem to lie on a lower plane."""
    camera = view.pose.camera_mm
    share = (height_mm - plane_mm) / max(float(camera[2]) - height_mm, 1.0)
    return np.asarray(points_mm + (points_mm - camera[:2]) * share, np.float64)


def _true_mm(points_mm: Array, height_mm: float, plane_mm: float, view: Planar) -> Array:
    """Where points that seem to lie on a lower plane are at a height."""
    camera = view.pose.camera_mm
    share = (height_mm - plane_mm) / max(float(camera[2]) - height_mm, 1.0)
    return np.asarray((points_mm + camera[:2] * share) / (1 + share), np.float64)
