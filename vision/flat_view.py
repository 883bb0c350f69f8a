"""One frame seen flat at the height of the tokens' tops: what every token search works on."""

from __future__ import annotations

from dataclasses import dataclass

import cv2
import numpy as np
from numpy.typing import NDArray

from companion.board import Board
from vision.candidates import RimEvidence, board_grid, rim_evidence
from vision.pose import Pose
from vision.rectify import Grid, plane_map

_CHANGED_LEVELS = 12  # grey levels, after averaging over nine pixels
_CHANGED_PIXELS = 4


@dataclass(frozen=True)
class FlatView:
    """One frame seen flat at the height of the tokens' tops.

    `grid` is the raster of `evidence` and `flat_bgr` (one token radius is a fixed number of
    pixels), `fine` the twice finer one of `fine_bgr`.
    """

    image_bgr: NDArray[np.uint8]
    pose: Pose
    grid: Grid
    fine: Grid
    flat_bgr: NDArray[np.uint8]
    fine_bgr: NDArray[np.uint8]
    evidence: RimEvidence


class Flattener:
    """Flattens frames; while the pose stays the same object, so does the map."""

    def __init__(self, board: Board) -> None:
        self.grid = board_grid(board.size_mm, board.tokens.radius_mm)
        width, height = self.grid.size_wh
        self.fine = Grid(self.grid.origin_mm, self.grid.px_per_mm * 2, (width * 2, height * 2))
        self._height_mm = board.tokens.thickness_mm
        self._pose: Pose | None = None
        self._maps: tuple[NDArray[np.int16], NDArray[np.uint16]] | None = None

    def flat(self, image_bgr: NDArray[np.uint8], pose: Pose) -> NDArray[np.uint8]:
        """The frame on the fine raster, at the height of the tokens' tops."""
        if self._maps is None or pose is not self._pose:
            exact = plane_map(pose, self.fine, self._height_mm)
            # Fixed-point maps are read a third faster; a thirty-second of a pixel is enough here.
            whole, part = cv2.convertMaps(exact, np.empty(0, np.float32), cv2.CV_16SC2)
            self._pose = pose
            self._maps = np.asarray(whole, np.int16), np.asarray(part, np.uint16)
        whole_px, part_px = self._maps
        return np.asarray(
            cv2.remap(
                image_bgr, whole_px, part_px, cv2.INTER_LINEAR, borderMode=cv2.BORDER_REPLICATE
            ),
            np.uint8,
        )


@dataclass(frozen=True)
class Flat:
    """One frame flattened: `fine_bgr`, and `flat_bgr` at half its resolution."""

    image_bgr: NDArray[np.uint8]
    pose: Pose
    fine_bgr: NDArray[np.uint8]
    flat_bgr: NDArray[np.uint8]

    def differs_from(self, earlier: Flat) -> bool:
        """Whether anything changed since an earlier frame of the same pose but noise and light."""
        if self.pose is not earlier.pose:
            return True
        now, then = cv2.mean(self.flat_bgr), cv2.mean(earlier.flat_bgr)
        gain = (sum(now) + 1) / (sum(then) + 1)
        before = cv2.convertScaleAbs(earlier.flat_bgr, alpha=gain)
        change = cv2.blur(cv2.absdiff(self.flat_bgr, before), (3, 3))
        return int(np.count_nonzero(change > _CHANGED_LEVELS)) >= _CHANGED_PIXELS


def flatten_frame(image_bgr: NDArray[np.uint8], pose: Pose, flattener: Flattener) -> Flat:
    """Flatten a frame at the height of the tokens' tops, at both resolutions."""
    fine = flattener.flat(image_bgr, pose)
    flat = cv2.resize(fine, flattener.grid.size_wh, interpolation=cv2.INTER_AREA)
    return Flat(image_bgr, pose, fine, np.asarray(flat, np.uint8))


def look(flat: Flat, flattener: Flattener) -> FlatView:
    """Gather the rim evidence of a flattened frame."""
    evidence = rim_evidence(flat.flat_bgr, flattener.grid)
    return FlatView(
        flat.image_bgr,
        flat.pose,
        flattener.grid,
        flattener.fine,
        flat.flat_bgr,
        flat.fine_bgr,
        evidence,
    )
