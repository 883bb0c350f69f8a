"""What hides places: a hand, a mirrored lamp, the picture's edge; and whether the print is ours."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property

import cv2
import numpy as np
from numpy.typing import NDArray

from companion.board import Tag
from companion.places import PlaceBoard
from vision.places.ground import turning
from vision.places.piles import Pile
from vision.places.planes import Planar
from vision.places.spot_read import SpotRead
from vision.places.tones import least, most, to_tones
from vision.places.workings import NOISE, by_pixel
from vision.rectify import Grid

Mask = NDArray[np.bool_]
Picture = NDArray[np.uint8]
_Part = tuple[tuple[slice, slice], Mask, int]

_STRANGE_SQUARE = 6.0
_OPENING_MM = 7.0  # strips narrower than this are edges, lines and shadows
_AMID_MM = 5.0
_LEAST_MM2 = 700.0  # a finger's end
_BESIDE_MM = 2.0
_FITS_COST = 2.6
_STRANGE = 0.5
_LEAST_VEIL, _VEIL_SHARE = 18, 0.55  # levels of white over print; the weakest of three colours
_MIRRORED = 0.5  # a thing of which more is veiled is a mirrored lamp
_BURNT = 247
_BRIGHT_PRINT = 215
_DIMMEST, _BRIGHTEST = 0.4, 1.3
_SMOOTH_PX = 1.0
_GLOSS_MM, _LEAST_GLOSS, _MOST_GLOSS = 6.0, 55.0, 120.0  # width, levels of white over print
_LEAST_KNOWN = 0.05  # share of print that shows around: of less nothing is known
_FEWEST_PIXELS = 100


@dataclass(frozen=True)
class Coverage:
    """What hides the board: `foreign` and `glare` on a raster; `gloss` is where white lies over
    print and pieces alike, so that white pieces can't be told.  `foreign_print` is the share of
    the bare print in view that shows something else, None when the print is not known.
    """

    foreign: Mask
    glare: Mask
    gloss: Mask
    board: CoarseBoard
    foreign_print: float | None

    @cached_property
    def beside(self) -> Mask:
        """What covers the board, and a little round it."""
        width = 2 * round(_AMID_MM * self.board.grid.px_per_mm) + 1
        square = np.ones((width, width), np.uint8)
        return np.asarray(cv2.dilate(self.foreign.astype(np.uint8), square) > 0)

    def share(self, mask: Mask, read: SpotRead) -> float:
        """How much (0..1) of a place a mask covers."""
        if not mask.any():
            return 0.0
        part, window, size = self.board.window(read.spot.index)
        inside = mask[part]
        if not inside.any():
            return 0.0
        return float(np.count_nonzero(inside & window) / max(size, 1))


class CoarseBoard:
    """What is known of a board on a coarse raster before any frame is read, worked out once.

    `places` and `tags` are where its places and markers are; `bare` is its print, None when that
    is not known.
    """

    def __init__(self, board: PlaceBoard, bare_bgr: Picture | None, grid: Grid) -> None:
        """`bare_bgr` is the bare board on `grid`, the raster of the views."""
        self.grid = grid.halved().halved()
        self.tags = _tags(board.tags, self.grid)
        self._outlines = [
            np.round(self.grid.to_px(np.array(place.outline_mm, np.float64))).astype(np.int32)
            for place in board.places
        ]
        self.places = _drawn(self._outlines, self.grid.size_wh)
        self.bare = None if bare_bgr is None else BarePrint(_shrunk(bare_bgr, self.grid))
        self._windows: dict[int, _Part] = {}

    def window(self, index: int) -> _Part:
        """Where on the raster a place is, which pixels there are its own, how many these are."""
        if index not in self._windows:
            outline = self._outlines[index]
            low = np.clip(outline.min(axis=0), 0, np.array(self.grid.size_wh) - 1)
            high = np.clip(outline.max(axis=0) + 1, low + 1, self.grid.size_wh)
            own = _drawn([outline - low.astype(np.int32)], (high - low).tolist())
            part = slice(int(low[1]), int(high[1])), slice(int(low[0]), int(high[0]))
            self._windows[index] = part, own, int(own.sum())
        return self._windows[index]


class BarePrint:
    """What the bare board `small_bgr` looks like on a coarse raster."""

    def __init__(self, small_bgr: Picture) -> None:
        self.tones = to_tones(small_bgr)
        self.own = by_pixel(self.tones**2)
        self.levels = small_bgr.astype(np.int16)
        self.smooth = np.asarray(cv2.GaussianBlur(small_bgr, (0, 0), _SMOOTH_PX), np.uint8)
        self.dull = np.asarray(least(small_bgr) < _BRIGHT_PRINT)


def coverage(
    view: Planar, board: CoarseBoard, reads: Sequence[SpotRead], piles: Sequence[Pile] = ()
) -> Coverage:
    """Look for what covers the board, beside the pieces that were read, also in piles."""
    grid, bare = board.grid, board.bare
    paper, raw = _shrunk(view.paper, grid), _shrunk(view.seen, grid)
    glare = np.asarray(least(raw) > _BURNT)
    if bare is None:
        nothing = np.zeros(glare.shape, bool)
        return Coverage(nothing, glare & ~board.tags, nothing, board, None)
    glare &= bare.dull
    off = _departure(paper, bare) > _STRANGE_SQUARE
    veiled = off & _veiled(paper, bare)
    known = ~_pieces(reads, piles, grid, view) & ~board.tags
    open_print = known & ~board.places
    share = float(off[open_print].mean()) if open_print.sum() > _FEWEST_PIXELS else None
    width = max(3, round(_OPENING_MM * grid.px_per_mm))
    disc = cv2.getStructuringElement(cv2.MORPH_ELLIPSE, (width, width))
    opened = cv2.morphologyEx((off & known).astype(np.uint8), cv2.MORPH_OPEN, disc)
    count, labels, stats, _ = cv2.connectedComponentsWithStats(opened, connectivity=8)
    large = stats[:, cv2.CC_STAT_AREA] > _LEAST_MM2 * grid.px_per_mm**2
    # Around a veil, where print is bright or colourful, white does not add up as it does within.
    white = np.bincount(labels[veiled], minlength=count) > _MIRRORED * stats[:, cv2.CC_STAT_AREA]
    veiled |= np.isin(labels, [i for i in range(1, count) if white[i]])
    kept = [i for i in range(1, count) if large[i]]
    foreign = np.isin(labels, kept)
    gloss = _gloss(paper, bare, known & ~(foreign & ~veiled), grid)
    return Coverage(foreign & ~veiled, glare | (foreign & veiled), gloss, board, share)


def _shrunk(image: Picture, grid: Grid) -> Picture:
    return np.asarray(cv2.resize(image, grid.size_wh, interpolation=cv2.INTER_AREA), np.uint8)


def _departure(paper: Picture, bare: BarePrint) -> NDArray[np.float32]:
    """How far the picture departs from the print, shadows and gleams forgiven."""
    seen = to_tones(paper)
    alike = by_pixel(seen * bare.tones)
    share = np.clip(alike / np.maximum(bare.own, 1.0), _DIMMEST, _BRIGHTEST)[..., None]
    off = seen - share * bare.tones
    return np.asarray(by_pixel(np.asarray(off * off, np.float32)) / (3 * NOISE**2), np.float32)


def _veiled(paper: Picture, bare: BarePrint) -> Mask:
    """Where white is added to the print: gloss, or something white and thin."""
    smooth = cv2.GaussianBlur(paper, (0, 0), _SMOOTH_PX)
    more = smooth.astype(np.int16) - bare.smooth
    weakest = least(more)
    return np.asarray((weakest > _LEAST_VEIL) & (weakest > _VEIL_SHARE * most(more)))


def _gloss(paper: Picture, bare: BarePrint, known: Mask, grid: Grid) -> Mask:
    """Where the bare print around is whiter than it should be: by how much is told by the print
    that no piece covers, near and far.
    """
    more = paper.astype(np.int16) - bare.levels
    white = np.clip(least(more), -_MOST_GLOSS, _MOST_GLOSS).astype(np.float32)
    sigma = _GLOSS_MM * grid.px_per_mm
    weight = cv2.GaussianBlur(known.astype(np.float32), (0, 0), sigma)
    field = cv2.GaussianBlur(white * known, (0, 0), sigma)
    return np.asarray(field > _LEAST_GLOSS * np.maximum(weight, _LEAST_KNOWN))


def _pieces(reads: Sequence[SpotRead], piles: Sequence[Pile], grid: Grid, view: Planar) -> Mask:
    """Where pieces that fit well are seen at board height, with their sides."""
    mask = np.zeros(grid.size_wh[::-1], np.uint8)
    camera = view.camera_mm
    lying = [
        (piece.family, piece.centre_mm, piece.turn_deg, piece.height_mm)
        for pile in piles
        for piece in pile.pieces
    ]
    for read in reads:
        if read.weighed.strange > _STRANGE:
            continue
        base = read.content.base
        lying += [
            (piece.family, piece.centre_mm, piece.up_deg, piece.height_mm)
            for piece in read.content.pieces
            if piece.cost < _FITS_COST
        ]
        if base.family is not None and base.cost < _FITS_COST + 1:
            lying.append((base.family, base.centre_mm, base.up_deg + base.turn_deg, base.height_mm))
    for family, centre, angle, height in lying:
        outline = np.array(family.outline_mm) @ turning(angle)
        reach = np.linalg.norm(outline, axis=1, keepdims=True)
        grown = outline * (1 + _BESIDE_MM / reach) + centre
        share = height / max(float(camera[2]) - height, 1.0)
        high = grown + (grown - camera[:2]) * share
        hull = cv2.convexHull(grid.to_px(np.vstack([grown, high])).astype(np.float32))
        cv2.fillPoly(mask, [np.round(hull).astype(np.int32)], 1)
    return mask > 0


def _tags(tags: Sequence[Tag], grid: Grid) -> Mask:
    mask = np.zeros(grid.size_wh[::-1], np.uint8)
    for tag in tags:
        corners = np.array(tag.corners_mm)
        middle = corners.mean(axis=0)
        pixels = grid.to_px(middle + 1.4 * (corners - middle))
        cv2.fillConvexPoly(mask, np.round(pixels).astype(np.int32), 1)
    return mask > 0


def _drawn(outlines_px: Sequence[NDArray[np.int32]], size_wh: Sequence[int]) -> Mask:
    """What lies within any of the outlines."""
    mask = np.zeros((size_wh[1], size_wh[0]), np.uint8)
    for outline in outlines_px:
        cv2.fillPoly(mask, [outline], 1)
    return mask > 0
