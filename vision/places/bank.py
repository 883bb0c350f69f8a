"""What the pieces of a family look like at every turn: templates to compare places with."""

from __future__ import annotations

from dataclasses import dataclass, replace
from functools import cached_property
from typing import Any

import numpy as np
from numpy.typing import NDArray

from companion.places import Family
from vision.places.tones import Tones, channel_tones

Picture = NDArray[np.uint8]
Mask = NDArray[np.bool_]
Flat = NDArray[np.float32]

NOISE = 7.0  # tones: what a sound fit is off by in even areas
SLIP_MM = 0.35  # what lines are off by after the fit: print, lens and sampling

PULLS = 7
_WHITE, _COLOURLESS, _PALE_SHARE = 110.0, 22.0, 0.4  # tones of brightness, of colour


@dataclass(frozen=True)
class Bank:
    """All templates of one family, blurred as the photograph is.

    `tones` (rows, side, side, 3) float32 and `masks` (rows, side, side) around the piece's
    middle at `px_per_mm`; row r shows kind `kinds[r]` turned by `angles_deg[r]` clockwise.
    `period_deg[k]`: turning kind k by it makes no difference (0: no turn makes any).
    """

    family: Family
    px_per_mm: float
    tones: Tones
    masks: Mask
    kinds: NDArray[np.int32]
    angles_deg: NDArray[np.float32]
    period_deg: tuple[float, ...]

    @property
    def side_px(self) -> int:
        """Width and height of a template."""
        return int(self.tones.shape[1])

    @cached_property
    def offsets_mm(self) -> NDArray[np.float32]:
        """Where each template pixel lies around the piece's middle: (side, side, 2)."""
        along = (np.arange(self.side_px, dtype=np.float32) + 0.5) / self.px_per_mm
        along -= self.side_px / 2 / self.px_per_mm
        return np.stack(np.meshgrid(along, along), axis=-1).astype(np.float32)

    @cached_property
    def inside(self) -> NDArray[np.int64]:
        """(p,): which pixels of the square any template compares; only they are worked with."""
        return np.flatnonzero(self.masks.any(axis=0))

    @cached_property
    def points_mm(self) -> NDArray[np.float32]:
        """Where they lie around the piece's middle: (1, p, 2)."""
        return np.ascontiguousarray(self.offsets_mm.reshape(1, -1, 2)[:, self.inside])

    @cached_property
    def area_mm2(self) -> float:
        """How much of a piece is compared."""
        return float(self.masks[0].sum()) / self.px_per_mm**2

    @cached_property
    def half(self) -> Bank:
        """The same templates at half the resolution, for a first comparison."""
        side, rows = self.side_px // 2, len(self.tones)
        looks = self.tones[:, : 2 * side, : 2 * side].reshape(rows, side, 2, side, 2, 3)
        masks = self.masks[:, : 2 * side, : 2 * side].reshape(rows, side, 2, side, 2)
        return replace(
            self,
            px_per_mm=self.px_per_mm / 2,
            tones=np.ascontiguousarray(looks.mean(axis=(2, 4))),
            masks=masks.mean(axis=(2, 4)) > 0.6,
        )

    @cached_property
    def flat(self) -> Flat:
        """Templates as rows of numbers, (rows, p * 3)."""
        return self._chosen(self.tones)

    @cached_property
    def shows(self) -> Flat:
        """(rows, p): 1 where a template is compared, else 0."""
        every = self.masks.reshape(len(self.masks), -1)[:, self.inside]
        return np.asarray(every, np.float32)

    @cached_property
    def trust(self) -> Flat:
        """What a squared difference counts for, as `flat`: less at lines, nothing outside."""
        return self._chosen(self.masks[..., None] / self._variance)

    @cached_property
    def price(self) -> NDArray[np.float32]:
        """(rows,): a template full of lines allows for more, which has its price."""
        more = np.log(self._variance / NOISE**2).mean(axis=-1) * self.masks
        return np.asarray(0.5 * more.sum(axis=(1, 2)) / self.sizes, np.float32)

    @cached_property
    def sizes(self) -> NDArray[np.float32]:
        """(rows,): how many pixels are compared."""
        return np.asarray(self.masks.sum(axis=(1, 2)), np.float32)

    @cached_property
    def pulls(self) -> Flat:
        """(rows, 7, p * 3): how a template changes when it is moved by 1 mm to the
        right or downwards, turned by 1 radian, lit by as much again, veiled by one level, lit
        by as much again in blue alone, in red alone.
        """
        right, down = self._slopes[:, 0], self._slopes[:, 1]
        u, v = self.offsets_mm[..., 0, None], self.offsets_mm[..., 1, None]
        around = u * down - v * right
        veil = np.zeros_like(right)
        veil[..., 0] = 1.0
        blue, red = (channel_tones(self.tones, channel) for channel in (0, 2))
        each = (right, down, around, self.tones, veil, blue, red)
        return np.stack([self._chosen(values) for values in each], axis=1)

    @cached_property
    def normals(self) -> NDArray[np.float32]:
        """(rows, 7, 7): how much the pulls of a template weigh against each other."""
        weighted = self.pulls * self.trust[:, None]
        return np.asarray(np.matmul(weighted, self.pulls.transpose(0, 2, 1)), np.float32)

    def is_pale(self, row: int) -> bool:
        """Whether a template is mostly white."""
        tones = self.flat[row].reshape(-1, 3)
        white = (tones[:, 0] > _WHITE) & (np.abs(tones[:, 1:]).max(axis=1) < _COLOURLESS)
        return bool((white * self.shows[row]).sum() > _PALE_SHARE * self.sizes[row])

    def _chosen(self, values: NDArray[Any]) -> Flat:
        """Squares (rows, side, side, 3) as rows (rows, p * 3) of the pixels inside."""
        rows = len(values)
        chosen = values.reshape(rows, -1, 3)[:, self.inside].reshape(rows, -1)
        return np.ascontiguousarray(chosen, np.float32)

    @property
    def _variance(self) -> Tones:
        return np.asarray(NOISE**2 + SLIP_MM**2 * (self._slopes**2).sum(axis=1), np.float32)

    @property
    def _slopes(self) -> Tones:
        """Change of tone per mm to the right and downwards: (rows, 2, side, side, 3)."""
        down, right = np.gradient(self.tones, axis=(1, 2))
        return np.stack([right, down], axis=1).astype(np.float32) * np.float32(self.px_per_mm)
