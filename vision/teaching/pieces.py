"""A piece laid into a box of the teaching sheet: found by its outline, cut out upright.

The box is white paper, so the outline is where white ends.  Shift, turn and size are fitted to
it; the lamp is taken out at the sheet's markers.
"""

from __future__ import annotations

from collections.abc import Sequence

import cv2
import numpy as np
from numpy.typing import NDArray

from companion.board import Marked, PointMm
from companion.errors import InputError
from companion.flow import Frame, Sentence
from vision.places.ground import turning
from vision.rectify import Grid, sample
from vision.registration import BoardNotFound, FoundBoard, find_board
from vision.teaching.outline import SEARCH_PX_PER_MM, LaidPiece, OutlineFit
from vision.teaching.paper import PaperView

Array = NDArray[np.float64]
Picture = NDArray[np.uint8]

Box = tuple[float, float, float, float]  # left, top, right, bottom, mm

_FINEST_PX_PER_MM = 12.0
_FEWEST_PX = 64  # of a picture's shorter side: readers need to see something of a small piece


class SheetView:
    """One photograph of the teaching sheet."""

    def __init__(self, frame: Frame, sheet: Marked) -> None:
        """Raises InputError when the sheet is not found."""
        try:
            self.found: FoundBoard = find_board(frame, sheet)
        except BoardNotFound as error:
            raise InputError(
                Sentence(
                    "teach_no_sheet",
                    "the teaching sheet is not found: {why}",
                    why=error.sentence,
                )
            ) from None
        ids = [marker.id for marker in self.found.markers]
        self._paper = PaperView(
            frame, self.found.pose, sheet.size_mm, sheet.tags, ids, is_white=True
        )

    def lying(
        self, box: Box, outline_mm: Sequence[PointMm], height_mm: float, scale: float | None = None
    ) -> LaidPiece:
        """Find a piece of this outline in a box; `scale` when its size is known.

        `height_mm` is the height of its top.  Raises InputError when no such piece shows.
        """
        left, top, right, bottom = box
        grid = Grid.over((left, top), (right, bottom), SEARCH_PX_PER_MM)
        fit = OutlineFit(self._paper.on(grid, height_mm), grid, np.array(outline_mm))
        return fit.best(((left + right) / 2, (top + bottom) / 2), scale)

    def given(
        self, corners_px: Sequence[PointMm], outline_mm: Sequence[PointMm], height_mm: float
    ) -> LaidPiece:
        """The same from the four corners of the rectangle round the upright piece."""
        corners = self.found.pose.to_board_mm(np.asarray(corners_px, np.float64), height_mm)
        across = (corners[1] - corners[0] + corners[2] - corners[3]) / 2
        down = (corners[3] - corners[0] + corners[2] - corners[1]) / 2
        outline = np.array(outline_mm)
        size = np.ptp(outline, axis=0)
        seen = np.array([np.linalg.norm(across), np.linalg.norm(down)])
        if (seen <= 0).any() or across[0] * down[1] - across[1] * down[0] <= 0:
            raise InputError(
                Sentence(
                    "teach_piece_wrong_way",
                    "the corners go round the wrong way; begin at the piece's top-left, then "
                    "clockwise",
                )
            )
        turn = float(np.degrees(np.arctan2(across[1], across[0])))
        middle = corners.mean(axis=0) - (
            (outline.max(axis=0) + outline.min(axis=0)) / 2 @ turning(turn)
        )
        scale = float(np.sqrt((seen / size).prod()))
        return LaidPiece((float(middle[0]), float(middle[1])), turn, scale, 1.0)

    def cut_out(self, laid: LaidPiece, size_mm: tuple[float, float], height_mm: float) -> Picture:
        """The piece upright, edge to edge of `size_mm` around its middle, at paper levels."""
        reach = float(np.hypot(*size_mm)) / 2 + 1.0
        x, y = laid.centre_mm
        scale = float(np.clip(self._paper.px_per_mm, 2.0, _FINEST_PX_PER_MM))
        finer = max(scale, _FEWEST_PX / min(size_mm))
        grid = Grid.over((x - reach, y - reach), (x + reach, y + reach), scale)
        paper = self._paper.on(grid, height_mm)
        width, height = (round(side * finer) for side in size_mm)
        columns, rows = np.meshgrid(np.arange(width) + 0.5, np.arange(height) + 0.5)
        around = np.stack([columns / width - 0.5, rows / height - 0.5], axis=-1) * size_mm
        there = around.reshape(-1, 2) @ turning(laid.turn_deg) + laid.centre_mm
        pixels = grid.to_px(there).reshape(height, width, 2).astype(np.float32)
        return np.asarray(sample(paper, pixels, cv2.INTER_CUBIC), np.uint8)

    def outline_px(self, laid: LaidPiece, outline_mm: Sequence[PointMm], height_mm: float) -> Array:
        """The outline of the piece as it lies, in the photograph: (n, 2) px."""
        there = np.array(outline_mm) * laid.scale @ turning(laid.turn_deg) + laid.centre_mm
        return self.found.project_mm(there, height_mm)
