"""What close comparisons need of single templates: worked out when a template is first asked for.

Of hundreds of templates in a bank only few are ever compared closely, and what that takes is
twelve times as large as the templates themselves.
"""

from __future__ import annotations

from functools import cached_property

import numpy as np
from numpy.typing import NDArray

from vision.places.tones import FROM_TONES, TO_TONES

Mask = NDArray[np.bool_]
Flat = NDArray[np.float32]
Numbers = NDArray[np.int64]

NOISE = 7.0  # tones: what a sound fit is off by in even areas
SLIP_MM = 0.35  # what lines are off by after the fit: print, lens and sampling
PULLS = 7
_MOST_KEPT_BYTES = 6_000_000  # of one bank
_BLUE = np.outer(FROM_TONES[:, 0], TO_TONES[0])  # what one channel contributes, of tones
_RED = np.outer(FROM_TONES[:, 2], TO_TONES[2])
_EVEN = np.stack([np.eye(3), _BLUE, _RED]).reshape(3, 9).astype(np.float32)


class Worked:
    """Templates (n) to be compared closely at p pixels; gathered when they are asked for.

    `offsets_mm` (p, 2) is where the pixels lie around the middle.
    """

    def __init__(self, kept: tuple[Flat, ...], slots: Numbers, offsets_mm: Flat) -> None:
        """`kept` are the properties, in their order, of all templates known; `slots` (n,) are
        those wanted.
        """
        self._kept, self._slots, self.offsets_mm = kept, slots, offsets_mm

    @cached_property
    def tones(self) -> Flat:
        """What the templates show: (n, p, 3)."""
        return self._kept[0][self._slots]

    @cached_property
    def right(self) -> Flat:
        """How they change per mm to the right: (n, p, 3)."""
        return self._kept[1][self._slots]

    @cached_property
    def down(self) -> Flat:
        """How they change per mm downwards: (n, p, 3)."""
        return self._kept[2][self._slots]

    @cached_property
    def trust(self) -> Flat:
        """What a squared difference counts for: less at lines, nothing outside: (n, p, 3)."""
        return self._kept[3][self._slots]

    @cached_property
    def shows(self) -> Flat:
        """1 where a template is compared, else 0: (n, p)."""
        return self._kept[4][self._slots]

    @cached_property
    def sizes(self) -> Flat:
        """At how many pixels each is compared: (n,)."""
        return self._kept[5][self._slots]

    @cached_property
    def price(self) -> Flat:
        """What it costs that a template full of lines allows for more: (n,)."""
        return self._kept[6][self._slots]

    @cached_property
    def normals(self) -> Flat:
        """How much the pulls weigh against each other: (n, 7, 7)."""
        return self._kept[7][self._slots]

    def lit(self, light: Flat) -> Flat:
        """What the templates show, lit and veiled as `light` (n, 4) says: (n, p, 3).

        Gain less 1, veil (tones), and gains of blue and red beside the common one.
        """
        gains = light[:, [0, 2, 3]] @ _EVEN
        gains[:, [0, 4, 8]] += 1
        shown = np.matmul(self.tones, gains.reshape(-1, 3, 3))
        shown[..., 0] += light[:, 1, None]
        return np.asarray(shown, np.float32)

    def pulls(self, off: Flat) -> NDArray[np.float64]:
        """How much weighted differences (n, p, 3) pull at the templates: (n, 7).

        To the right and downwards (per mm), around (per radian), at gain, veil, blue and red.
        """
        u, v = self.offsets_mm.T
        across, along = by_pixel(self.right * off), by_pixel(self.down * off)
        found = np.empty((len(off), PULLS), np.float64)
        found[:, 0], found[:, 1] = across.sum(axis=1), along.sum(axis=1)
        found[:, 2] = along @ u - across @ v
        light = np.matmul(self.tones.transpose(0, 2, 1), off).reshape(-1, 9) @ _EVEN.T
        found[:, 3], found[:, 5], found[:, 6] = light.T
        found[:, 4] = off[..., 0].sum(axis=1)
        return found


class Workings:
    """Works out single templates of one bank, and keeps those asked for last."""

    def __init__(
        self, tones: NDArray[np.float16], masks: Mask, inside: Numbers, px_per_mm: float
    ) -> None:
        """`tones` (rows, side, side, 3) and `masks` (rows, side, side); `inside` (p,) the pixels
        of the square that are worked with.
        """
        self._tones, self._masks, self._inside = tones, masks, inside
        self._px_per_mm = px_per_mm
        side = tones.shape[1]
        along = (np.arange(side, dtype=np.float32) + np.float32(0.5 - side / 2)) / px_per_mm
        self._offsets_mm = np.stack(np.meshgrid(along, along), axis=-1).reshape(-1, 2)[inside]
        self._offsets_mm = np.asarray(self._offsets_mm, np.float32)
        self._most = max(8, _MOST_KEPT_BYTES // (len(inside) * 13 * 4))
        self._slots = np.full(len(tones), -1)
        self._kept: tuple[Flat, ...] | None = None

    def of(self, rows: Numbers) -> Worked:
        """The templates of `rows` (n,), of which there is at least one, in that order."""
        missing = np.unique(rows[self._slots[rows] < 0])
        if len(missing):
            self._keep(missing, rows)
        assert self._kept is not None
        return Worked(self._kept, self._slots[rows], self._offsets_mm)

    def _keep(self, missing: Numbers, rows: Numbers) -> None:
        """Work out the `missing` ones; when there are too many, only those of `rows` are kept."""
        kept = 0 if self._kept is None else len(self._kept[0])
        if kept and kept + len(missing) > self._most:
            self._kept, kept, missing = None, 0, np.unique(rows)
            self._slots[:] = -1
        made = self._made(missing)
        self._slots[missing] = kept + np.arange(len(missing))
        if self._kept is not None:
            pairs = zip(self._kept, made, strict=True)
            made = tuple(np.concatenate(pair) for pair in pairs)
        self._kept = made

    def _made(self, rows: Numbers) -> tuple[Flat, ...]:
        """What is worked out of templates, in the order of the properties of `Worked`."""
        squares = self._tones[rows].astype(np.float32)
        per_mm = np.float32(self._px_per_mm)
        right, down = (np.gradient(squares, axis=axis) * per_mm for axis in (2, 1))
        variance = np.float32(NOISE**2) + np.float32(SLIP_MM**2) * (right**2 + down**2)
        masks = self._masks[rows]
        sizes = masks.sum(axis=(1, 2)).astype(np.float32)
        more = np.log(variance / NOISE**2).mean(axis=-1) * masks
        price = (0.5 * more.sum(axis=(1, 2)) / sizes).astype(np.float32)
        trust = masks[..., None] / variance
        tones, right, down, trust = (self._chosen(each) for each in (squares, right, down, trust))
        shows = masks.reshape(len(rows), -1)[:, self._inside].astype(np.float32)
        normals = self._normals(tones, right, down, trust)
        return tones, right, down, trust, shows, sizes, price, normals

    def _chosen(self, squares: Flat) -> Flat:
        """Squares (n, side, side, 3) as the pixels inside (n, p, 3)."""
        flat = squares.reshape(len(squares), -1, 3)[:, self._inside]
        return np.ascontiguousarray(flat, np.float32)

    def _normals(self, tones: Flat, right: Flat, down: Flat, trust: Flat) -> Flat:
        """How much the pulls of each template weigh against each other: (n, 7, 7)."""
        u, v = (np.asarray(each[:, None], np.float32) for each in self._offsets_mm.T)
        veil = np.zeros_like(right)
        veil[..., 0] = 1.0
        colours = (tones @ part.astype(np.float32) for part in (_BLUE, _RED))
        each: list[Flat] = [right, down, np.asarray(u * down - v * right), tones, veil, *colours]
        pulls = np.stack(each, axis=1).reshape(len(tones), PULLS, 3 * len(self._inside))
        weighted = pulls * trust.reshape(len(tones), 1, -1)
        return np.asarray(np.matmul(weighted, pulls.transpose(0, 2, 1)), np.float32)


def by_pixel(values: Flat) -> Flat:
    """Sums over the three tones of each pixel: (n, p)."""
    return values[..., 0] + values[..., 1] + values[..., 2]
