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
from vision.places.sheet import Sheet
from vision.places.spots import Spot
from vision.places.stands import Stands
from vision.places.tones import to_tones
from vision.places.workings import NOISE, by_pixel

Array = NDArray[np.float64]
Plane = NDArray[np.float32]
Flat = NDArray[np.float32]
Mask = NDArray[np.bool_]
Numbers = NDArray[np.int64]

_DIMMEST, _BRIGHTEST = 0.5, 1.25  # of the print, in a shadow or a gleam
_BESIDE_MM = 0.9
_FLAT_ROUNDS = 3  # until an even colour is that of most of a place


@dataclass
class Departures:
    """For each place of a group, how far what is seen departs from what should be there.

    `boards` (n,) are the numbers of their boards.  `seen` are the places as they are seen,
    (n, p, 3) as in the bank.  `square` (n, side, side) in squared units of noise, clipped;
    `shaded` the same with shadows and gleams forgiven; 0 outside `mask`.  `open_` is what no
    piece explains yet, places within the place included.  `bright` (n,) is how bright the whole
    place is beside what the light over the board lets expect.
    """

    boards: Numbers
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
        worked = bank.worked(np.array([base.row for base in bases]))
        lie = relit(worked, self.seen[which], open_, np.array([base.lie for base in bases]))
        return dict(zip(which, map(tuple, lie.tolist()), strict=True))

    def flat(self, which: Numbers) -> Array:
        """What of some places no piece explains, compared with one even colour (n,).

        The mean departure over the whole place, as `square` has it: the best that a plain thing
        of any colour can do.
        """
        if not len(which):
            return np.empty(0)
        inside = self.bases[0].bank.inside
        open_ = (self.open_ & self.mask)[which].reshape(len(which), -1)[:, inside]
        seen, weight = self.seen[which], open_.astype(np.float32)
        own = np.einsum("npc,npc->np", seen, seen)
        for _ in range(_FLAT_ROUNDS):
            size = np.maximum(weight.sum(axis=1), 1.0)
            colour = np.matmul(weight[:, None], seen) / size[:, None, None]
            off = own - 2 * np.matmul(seen, colour.transpose(0, 2, 1))[..., 0]
            off += np.square(colour).sum(axis=2)
            square = np.minimum(off / (3 * NOISE**2), MOST_SQUARE)
            weight = open_ * np.square(1 - square / (MOST_SQUARE + 1)).astype(np.float32)
        sizes = np.maximum(self.mask[which].sum(axis=(1, 2)), 1)
        return np.asarray((square * open_).sum(axis=1) / sizes, np.float64)

    def means(self, kernel: Plane, shaded: bool = False) -> Plane:
        """Mean departure under a kernel that adds up to 1, at every pixel."""
        image = self.shaded if shaded else self.square
        pad = max(kernel.shape) // 2 + 1
        tall = np.zeros((len(image), self.side_px + pad, self.side_px), np.float32)
        tall[:, : self.side_px] = image
        flat = tall.reshape(-1, self.side_px)
        found = cv2.filter2D(flat, cv2.CV_32F, kernel, borderType=cv2.BORDER_CONSTANT)
        return np.asarray(found.reshape(tall.shape)[:, : self.side_px])

    def box_means(self, which: Numbers, radius_px: float, shaded: bool = False) -> Plane:
        """Mean departure in a square as large as a disc, at every pixel of some places: quick."""
        side = max(1, round(radius_px * np.sqrt(np.pi)))
        pad = side // 2 + 1
        tall = np.zeros((len(which), self.side_px + pad, self.side_px), np.float32)
        tall[:, : self.side_px] = (self.shaded if shaded else self.square)[which]
        wanted = (side, side)
        flat = tall.reshape(-1, self.side_px)
        found = cv2.blur(flat, wanted, borderType=cv2.BORDER_CONSTANT)
        return np.asarray(found.reshape(tall.shape)[:, : self.side_px])

    def means_at(self, places: Numbers, pixels_xy: Numbers, radius_px: float) -> Array:
        """Mean departure (n,) in a disc around pixels (n, 2) of places (n,)."""
        reach = int(np.ceil(radius_px))
        y, x = np.mgrid[-reach : reach + 1, -reach : reach + 1]
        disc = np.clip(radius_px + 0.5 - np.hypot(x, y), 0, 1).astype(np.float32)
        which, own = np.unique(places, return_inverse=True)
        padded = np.pad(self.square[which], ((0, 0), (reach, reach), (reach, reach)))
        rows = pixels_xy[:, 1, None, None] + reach + y
        columns = pixels_xy[:, 0, None, None] + reach + x
        around = padded[own[:, None, None], rows, columns]
        return np.asarray((around * disc).sum(axis=(1, 2)) / disc.sum(), np.float64)

    def to_board(self, places: Numbers, pixels_xy: Array) -> Array:
        """Pixels (n, 2) of the rasters of places (n,) to board mm."""
        bases = [self.bases[index] for index in places.tolist()]
        angle = np.radians([base.up_deg for base in bases])
        sine, cosine = np.sin(angle), np.cos(angle)
        x, y = ((pixels_xy - (self.side_px - 1) / 2) / self.px_per_mm).T
        away = np.column_stack([cosine * x - sine * y, sine * x + cosine * y])
        return np.asarray(away + np.array([base.centre_mm for base in bases]), np.float64)

    def explain(
        self,
        index: int,
        outline_mm: Array,
        centre_mm: tuple[float, float],
        height_mm: float,
        sheet: Sheet,
    ) -> float:
        """Take out what a piece, its side and its closest shadow explain: how much (cost times
        mm2) that is.

        `outline_mm` goes round the piece's middle as it lies; `height_mm` is that of its top.
        """
        base = self.bases[index]
        heights = np.array([height_mm]), np.array([base.height_mm])
        low = sheet.seen_mm(self.boards[[index]], np.array([centre_mm]), *heights)[0]
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
        inside = paper > 0
        explained = float(self.square[index][inside].sum()) / self.px_per_mm**2
        for each in (self.open_, self.square, self.shaded):
            each[index][inside] = 0
        return explained


def departures(spots: Sequence[Spot], bases: Sequence[Guess], sheet: Sheet) -> Departures:
    """Compare each place with what lies lowest in it.  All bases are of one bank.

    What lies on a place within the place is none of its business.
    """
    bank = bases[0].bank
    rows = np.array([base.row for base in bases])
    stands = Stands.of(
        [spot.board for spot in spots],
        [base.centre_mm for base in bases],
        [base.up_deg for base in bases],
        [base.height_mm for base in bases],
    )
    seen = to_tones(sheet.cut(bank.points_mm, stands, bank.px_per_mm))
    worked = bank.worked(rows)
    expected = shown(worked, np.array([base.lie for base in bases]))
    masks, trust = bank.masks[rows], worked.trust
    own = (
        masks & np.stack([_own_part(spot, bank) for spot in spots])
        if any(spot.holes_mm for spot in spots)
        else masks
    )
    return Departures(
        stands.boards,
        bases,
        seen,
        _square(seen - expected, trust, own, bank),
        _square(seen - _forgiving(seen, expected) * expected, trust, own, bank),
        own,
        masks.copy(),
        _brightness(seen, worked.tones, own.reshape(len(own), -1)[:, bank.inside]),
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
    now, usual = ((each[..., 0] * mask).sum(axis=1) for each in (seen, printed))
    size = mask.sum(axis=1)
    return np.asarray((now + 4 * size) / (np.maximum(usual, 0) + 4 * size), np.float64)


def _square(off: Flat, trust: Flat, own: Mask, bank: Bank) -> Plane:
    """Departures (n, p, 3) squared in units of noise, as squares (n, side, side)."""
    square = by_pixel(off * off * trust) / 3
    drawn = np.zeros((len(off), bank.side_px * bank.side_px), np.float32)
    drawn[:, bank.inside] = np.minimum(square, MOST_SQUARE)
    return drawn.reshape(own.shape) * own


def _forgiving(seen: Flat, expected: Flat) -> Flat:
    """By how much each pixel may be darker or a little brighter, as shadows and gleams make it."""
    alike = np.einsum("npc,npc->np", seen, expected)
    own = np.einsum("npc,npc->np", expected, expected)
    share = np.clip(alike / np.maximum(own, 1.0), _DIMMEST, _BRIGHTEST)
    return np.asarray(share[..., None], np.float32)
