"""One frame seen flat at the height of the tokens' tops: what every token search works on."""

from __future__ import annotations

from dataclasses import dataclass, field
from functools import cached_property

import cv2
import numpy as np
from numpy.typing import NDArray

from companion.board import Board
from vision.candidates import RimEvidence, board_grid, rim_evidence, rim_evidence_in
from vision.pose import Pose
from vision.rectify import Grid, around, plane_map, sample
from vision.tiles import Tiles, enlarged, padded
from vision.token_art import CAMERA_BLUR

STEP = 4  # of fine pixels, between two of a sparse picture: a token's radius is four and a half
_CHANGED_LEVELS = 12  # grey levels, after averaging over nine pixels
_CHANGED_PIXELS = 4

Array = NDArray[np.float64]
Mask = NDArray[np.bool_]
Picture = NDArray[np.uint8]


@dataclass(frozen=True)
class Asked:
    """Where a frame may show something else than the bare print, known from earlier frames.

    `mask` (height, width) on a raster half as fine as the views', and the `tiles` that cover it;
    elsewhere the view shows the print as an earlier frame did, its light multiplied by `gain`
    (3,).  Of `print_bgr`, on the views' raster, that is shown which is not `unknown`, a mask as
    fine as the other, to `levels` grey levels.
    """

    mask: Mask
    tiles: Tiles
    gain: Array
    print_bgr: Picture
    unknown: Mask
    levels: float


@dataclass
class Earlier:
    """What was worked out from the frame that was last read in full, None when nobody asked.

    `shade` (0..1) is how dark the print is in its deepest shade under this lamp, `rim` how a
    token's rim looks, as rims are compared with it.
    """

    shade: float | None = None
    rim: NDArray[np.float32] | None = None


@dataclass(frozen=True)
class FlatView:
    """One frame seen flat at the height of the tokens' tops.

    `grid` is the raster of `evidence` and `flat_bgr` (one token radius is a fixed number of
    pixels), `fine` the twice finer one of `fine_bgr`.  What is not `asked` about, if that is
    given, is bare print.  `blur_px` is the standard deviation of the frame's blur, and
    `usual_blur_mm` that which the kinds' pictures are prepared for.
    """

    image_bgr: Picture
    pose: Pose
    grid: Grid
    fine: Grid
    flat_bgr: Picture
    fine_bgr: Picture
    evidence: RimEvidence
    asked: Asked | None = None
    earlier: Earlier = field(default_factory=Earlier)
    blur_px: float = 0.0
    usual_blur_mm: float = 0.0

    @cached_property
    def detail(self) -> float:
        """How much (0..1) a token's top tells, against that in a picture as sharp as is usual:
        samples are independent when they are farther apart than the blur."""
        usual_px = self.usual_blur_mm * self.frame_px_per_mm
        return min(1.0, usual_px / self.blur_px) ** 2 if self.blur_px > 0 else 1.0

    @cached_property
    def frame_px_per_mm(self) -> float:
        """Pixels of the frame per mm, in the middle of the board."""
        width, height = self.grid.size_wh
        (x, y) = self.grid.to_mm(np.array([width / 2, height / 2])).tolist()
        return self.pose.px_per_mm((x, y))

    def bare(self, points_mm: Array) -> Mask:
        """Which of the points (..., 2) mm surely show what was print in earlier frames, too."""
        if self.asked is None or points_mm.size == 0:
            return np.zeros(points_mm.shape[:-1], bool)
        places_px = self.grid.to_px(points_mm).astype(np.float32).reshape(len(points_mm), -1, 2)
        shown = sample(self._shown, places_px, cv2.INTER_NEAREST)
        return np.asarray(shown.reshape(points_mm.shape[:-1]) == 0)

    @cached_property
    def _shown(self) -> Picture:
        """Not 0 where the raster may show something else than the print as it was."""
        assert self.asked is not None
        height, width = self.flat_bgr.shape[:2]
        change = cv2.absdiff(self.flat_bgr, self.asked.print_bgr[:height, :width])
        _, changed = cv2.threshold(change, self.asked.levels, 255, cv2.THRESH_BINARY)
        anything = cv2.cvtColor(changed, cv2.COLOR_BGR2GRAY)
        asked, unknown = (
            enlarged(each.view(np.uint8), 2)
            for each in (self.asked.mask, self.asked.mask & self.asked.unknown)
        )
        return np.asarray(cv2.copyTo(cv2.bitwise_or(anything, unknown), asked), np.uint8)

    def bare_share(self, centres_mm: Array, radius_mm: float) -> Array:
        """Of discs about points (n, 2) mm the shares (n,) that are `bare`."""
        return np.asarray(self.bare(over_disc(centres_mm, radius_mm)).mean(axis=1))


def over_disc(centres_mm: Array, radius_mm: float) -> Array:
    """Points (n, m, 2) spread evenly over discs about places (n, 2)."""
    return around(centres_mm, _DISC * radius_mm)


def _spread_over_disc(rings: int, directions: int) -> Array:
    """Points (n, 2) in a disc of radius 1 that stand for about as much of it each."""
    radius = np.sqrt((np.arange(rings) + 0.5) / rings)[:, None]
    turn = np.linspace(0, 2 * np.pi, directions, endpoint=False) + np.arange(rings)[:, None]
    return np.stack([radius * np.cos(turn), radius * np.sin(turn)], axis=-1).reshape(-1, 2)


_DISC = _spread_over_disc(5, 10)


class Flattener:
    """Flattens frames; while the pose stays the same object, so do the maps."""

    def __init__(self, board: Board) -> None:
        self.grid = board_grid(board.size_mm, board.tokens.radius_mm)
        width, height = self.grid.size_wh
        self.fine = Grid(self.grid.origin_mm, self.grid.px_per_mm * 2, (width * 2, height * 2))
        self._height_mm = board.tokens.thickness_mm
        self.usual_blur_mm = CAMERA_BLUR * board.tokens.diameter_mm
        self._pose: Pose | None = None
        self._maps: _Maps | None = None
        self._sparse: NDArray[np.int16] | None = None
        self._tiled: _Maps | None = None

    def flat(self, image_bgr: Picture, pose: Pose) -> Picture:
        """The frame on the fine raster, at the height of the tokens' tops."""
        return _mapped(image_bgr, self._maps_of(pose))

    def sparse(self, image_bgr: Picture, pose: Pose) -> Picture:
        """The frame's own pixels at every `STEP`th pixel of every such row of that raster: quick,
        as a pixel between four has them all fetched from memory."""
        whole, _ = self._maps_of(pose)
        if self._sparse is None:
            self._sparse = whole[::STEP, ::STEP].copy()
        return np.asarray(sample(image_bgr, self._sparse, cv2.INTER_NEAREST), np.uint8)

    def tiles(self, image_bgr: Picture, pose: Pose, tiles: Tiles) -> Picture:
        """Some tiles of the fine raster, side by side."""
        whole, part = self._maps_of(pose)
        if self._tiled is None:
            self._tiled = padded(whole, 2), padded(part, 2)
        return _mapped(image_bgr, (tiles.taken(self._tiled[0]), tiles.taken(self._tiled[1])))

    def _maps_of(self, pose: Pose) -> _Maps:
        if self._maps is None or pose is not self._pose:
            exact = plane_map(pose, self.fine, self._height_mm)
            # Fixed-point maps are read a third faster; a thirty-second of a pixel is enough here.
            whole, part = cv2.convertMaps(exact, np.empty(0, np.float32), cv2.CV_16SC2)
            self._pose, self._sparse, self._tiled = pose, None, None
            self._maps = np.asarray(whole, np.int16), np.asarray(part, np.uint16)
        return self._maps


_Maps = tuple[NDArray[np.int16], NDArray[np.uint16]]


def _mapped(image_bgr: Picture, maps: _Maps) -> Picture:
    whole_px, part_px = maps
    flat = cv2.remap(
        image_bgr, whole_px, part_px, cv2.INTER_LINEAR, borderMode=cv2.BORDER_REPLICATE
    )
    return np.asarray(flat, np.uint8)


@dataclass(frozen=True)
class Flat:
    """One frame flattened: `fine_bgr`, and `flat_bgr` at half its resolution."""

    image_bgr: Picture
    pose: Pose
    fine_bgr: Picture
    flat_bgr: Picture
    asked: Asked | None = None
    earlier: Earlier = field(default_factory=Earlier)


def differ(before_bgr: Picture, now_bgr: Picture) -> bool:
    """Whether two pictures of a raster differ by more than noise and light."""
    gain = (sum(cv2.mean(now_bgr)) + 1) / (sum(cv2.mean(before_bgr)) + 1)
    before = cv2.convertScaleAbs(before_bgr, alpha=gain)
    change = cv2.blur(cv2.absdiff(now_bgr, before), (3, 3))
    return int(np.count_nonzero(change > _CHANGED_LEVELS)) >= _CHANGED_PIXELS


def flatten_frame(image_bgr: Picture, pose: Pose, flattener: Flattener) -> Flat:
    """Flatten a frame at the height of the tokens' tops, at both resolutions."""
    fine = flattener.flat(image_bgr, pose)
    flat = cv2.resize(fine, flattener.grid.size_wh, interpolation=cv2.INTER_AREA)
    return Flat(image_bgr, pose, fine, np.asarray(flat, np.uint8))


def look(flat: Flat, flattener: Flattener, blur_px: float = 0.0) -> FlatView:
    """Gather the rim evidence of a flattened frame, whose blur is known or none."""
    grid, asked = flattener.grid, flat.asked
    if asked is None:
        evidence = rim_evidence(flat.flat_bgr, grid)
    else:
        evidence = rim_evidence_in(asked.tiles, asked.mask, flat.flat_bgr, grid)
    return FlatView(
        flat.image_bgr,
        flat.pose,
        grid,
        flattener.fine,
        flat.flat_bgr,
        flat.fine_bgr,
        evidence,
        asked,
        flat.earlier,
        blur_px,
        flattener.usual_blur_mm,
    )
