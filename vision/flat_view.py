"""One frame seen flat at the height of the tokens' tops: what every token search works on."""

from __future__ import annotations

from dataclasses import dataclass

import cv2
import numpy as np
from numpy.typing import NDArray

from companion.board import Board
from vision.candidates import RimEvidence, board_grid, rim_evidence
from vision.pose import Pose
from vision.rectify import Grid, flatten
from vision.token_art import TokenArt


@dataclass(frozen=True)
class FlatView:
    """One frame seen flat at the height of the tokens' tops.

    `grid` is the raster of `evidence` (one token radius is a fixed number of pixels);
    `plane` is the one-channel picture on the twice finer `fine` raster.
    """

    image_bgr: NDArray[np.uint8]
    pose: Pose
    grid: Grid
    fine: Grid
    flat_bgr: NDArray[np.uint8]
    plane: NDArray[np.float32]
    evidence: RimEvidence


def look(image_bgr: NDArray[np.uint8], pose: Pose, board: Board, art: TokenArt) -> FlatView:
    """Flatten a frame at the height of the tokens' tops."""
    grid = board_grid(board.size_mm, board.tokens.radius_mm)
    width, height = grid.size_wh
    fine = Grid(grid.origin_mm, grid.px_per_mm * 2, (width * 2, height * 2))
    flat = flatten(image_bgr, pose, fine, board.tokens.thickness_mm)
    small = np.asarray(cv2.resize(flat, grid.size_wh, interpolation=cv2.INTER_AREA), np.uint8)
    axis = art.axis_bgr.astype(np.float32)[None]
    plane = np.asarray(cv2.transform(flat.astype(np.float32), axis), np.float32)
    return FlatView(image_bgr, pose, grid, fine, small, plane, rim_evidence(small, grid))
