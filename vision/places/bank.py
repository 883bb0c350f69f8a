"""What the pieces of a family look like at every turn: templates to compare places with."""

from __future__ import annotations

from dataclasses import dataclass, replace
from functools import cached_property

import numpy as np
from numpy.typing import NDArray

from companion.places import Family
from vision.places.workings import Worked, Workings

Picture = NDArray[np.uint8]
Mask = NDArray[np.bool_]
Flat = NDArray[np.float32]
Numbers = NDArray[np.int64]
Squares = NDArray[np.float16]

_WHITE, _COLOURLESS, _PALE_SHARE = 110.0, 22.0, 0.4  # tones of brightness, of colour


@dataclass(frozen=True)
class Rough:
    """All templates of a bank for a first comparison.

    `templates` (rows, p * 3), 0 where a template is not compared; `own` and `bright` (rows,) its
    squares and its brightness added up; `outlines` (outlines, p) 1 where those of an outline are
    compared, `outline_of` (rows,) which outline each has; `sizes` (rows,) at how many pixels.
    """

    templates: Flat
    own: Flat
    bright: Flat
    outlines: Flat
    outline_of: Numbers
    sizes: Flat

    def summed(self, values: Flat) -> Flat:
        """What values at pixels (n, p) add up to where each template is compared: (n, rows), or
        (n, 1) when all have one outline.
        """
        sums = values @ self.outlines.T
        return sums if len(self.outlines) == 1 else np.take(sums, self.outline_of, axis=1)

    @cached_property
    def share(self) -> Flat:
        """(rows,): the mean brightness."""
        return self.bright / self.sizes

    @cached_property
    def uneven(self) -> Flat:
        """(rows,): the squares that are left when the mean brightness is taken out."""
        return np.maximum(self.own - self.bright * self.share, 1.0)


@dataclass(frozen=True)
class Bank:
    """All templates of one family, blurred as the photograph is.

    `tones` (rows, side, side, 3) float16, which is finer than any noise, and `masks` (rows, side,
    side) around the piece's middle at `px_per_mm`; row r shows kind `kinds[r]` turned by
    `angles_deg[r]` clockwise.
    `period_deg[k]`: turning kind k by it makes no difference (0: no turn makes any).
    """

    family: Family
    px_per_mm: float
    tones: Squares
    masks: Mask
    kinds: NDArray[np.int32]
    angles_deg: NDArray[np.float32]
    period_deg: tuple[float, ...]

    @property
    def side_px(self) -> int:
        """Width and height of a template."""
        return int(self.tones.shape[1])

    @cached_property
    def offsets_mm(self) -> Flat:
        """Where each template pixel lies around the piece's middle: (side, side, 2)."""
        return self.around_mm(0)

    def around_mm(self, more_px: int) -> Flat:
        """The same for a square that is larger by so many pixels on every side."""
        along = np.arange(-more_px, self.side_px + more_px, dtype=np.float32) + np.float32(0.5)
        along = along / np.float32(self.px_per_mm)
        along -= np.float32(self.side_px / 2 / self.px_per_mm)
        return np.stack(np.meshgrid(along, along), axis=-1).astype(np.float32)

    @cached_property
    def inside(self) -> Numbers:
        """(p,): which pixels of the square any template compares; only they are worked with."""
        return np.flatnonzero(self.masks.any(axis=0))

    @cached_property
    def points_mm(self) -> Flat:
        """Where they lie around the piece's middle: (p, 2)."""
        return np.ascontiguousarray(self.offsets_mm.reshape(-1, 2)[self.inside])

    @cached_property
    def area_mm2(self) -> float:
        """How much of a piece is compared."""
        return float(self.masks[0].sum()) / self.px_per_mm**2

    @cached_property
    def half(self) -> Bank:
        """The same templates at half the resolution, for a first comparison."""
        side, rows = self.side_px // 2, len(self.tones)
        looks = np.zeros((rows, side, side, 3), np.float32)
        masks = np.zeros((rows, side, side), np.float32)
        for down in (0, 1):
            for right in (0, 1):
                part = np.s_[:, down : 2 * side : 2, right : 2 * side : 2]
                looks += self.tones[part]
                masks += self.masks[part]
        return replace(
            self,
            px_per_mm=self.px_per_mm / 2,
            tones=(looks / 4).astype(np.float16),
            masks=masks / 4 > 0.6,
        )

    @cached_property
    def rough(self) -> Rough:
        """What a first comparison with all templates needs."""
        chosen = self.tones.reshape(len(self.tones), -1, 3)[:, self.inside].astype(np.float32)
        shows = self.masks.reshape(len(self.masks), -1)[:, self.inside].astype(np.float32)
        templates = (chosen * shows[..., None]).reshape(len(chosen), -1)
        own = np.einsum("rp,rp->r", templates, templates)
        bright = templates[:, ::3].sum(axis=1)
        outlines, outline_of = np.unique(shows, axis=0, return_inverse=True)
        return Rough(templates, own, bright, outlines, outline_of.ravel(), self.sizes)

    @cached_property
    def sizes(self) -> Flat:
        """(rows,): how many pixels are compared."""
        return np.asarray(self.masks.sum(axis=(1, 2)), np.float32)

    def worked(self, rows: Numbers) -> Worked:
        """What close comparisons with some templates need, in the order of `rows` (n,)."""
        return self._workings.of(rows)

    def is_pale(self, row: int) -> bool:
        """Whether a template is mostly white."""
        return bool(self._pale[row])

    @cached_property
    def colours(self) -> Flat:
        """The tones that most of each template is near to: (rows, 3)."""
        shown = zip(self.tones, self.masks, strict=True)
        return np.stack([np.median(tones[mask], axis=0) for tones, mask in shown]).astype(
            np.float32
        )

    @cached_property
    def _pale(self) -> NDArray[np.bool_]:
        """(rows,): whether each template is mostly white."""
        white = (self.tones[..., 0] > _WHITE) & (np.abs(self.tones[..., 1:]).max(-1) < _COLOURLESS)
        return np.asarray((white & self.masks).sum(axis=(1, 2)) > _PALE_SHARE * self.sizes)

    @cached_property
    def _workings(self) -> Workings:
        return Workings(self.tones, self.masks, self.inside, self.px_per_mm)
