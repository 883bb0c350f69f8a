"""How far the dish's own lines put the board's place in doubt."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

from companion.board import Board
from companion.flow import Sentence, Status
from vision.foreign_types import Foreign
from vision.pose import Pose
from vision.print_check import MOST_OFF_MM, REACH_MM, measure_shift
from vision.token_types import SeenToken

Array = NDArray[np.float64]

_NOISE_MM = 0.25  # what the lines of a correctly described dish are off by


class PrintDoubt:
    """Compares each new pose of one board with the lines of its dish.

    As long as something covers part of the board they are compared anew in every frame.
    """

    def __init__(self, board: Board) -> None:
        self._board = board
        self._checked: tuple[Pose, float] | None = None
        self._checked_whole = False

    @property
    def sigma_mm(self) -> float:
        """What the lines disagree by with the pose last compared, beyond what they always do."""
        return max(0.0, self._checked[1] - _NOISE_MM) if self._checked else 0.0

    def doubt(
        self,
        image_bgr: NDArray[np.uint8],
        pose: Pose,
        foreign: Foreign,
        tokens: Sequence[SeenToken],
    ) -> tuple[Status, str] | None:
        """A status and a sentence when the lines lie too far off to judge anything."""
        if self._checked is None or self._checked[0] is not pose or not self._checked_whole:
            self._checked = pose, self._off_mm(image_bgr, pose, foreign, tokens)
            self._checked_whole = not foreign.mask.any()
        off_mm = self._checked[1]
        if off_mm <= MOST_OFF_MM:
            return None
        self._checked = None  # another frame may show more of the lines
        if foreign.hand:
            return Status.HAND, Sentence(
                "lines_covered",
                "A hand or something else covers lines of the dish that have to show whether the "
                "board lies where its markers say; take it away. If nothing is there, a marker "
                "was moved or measured wrongly.",
            )
        return Status.NO_BOARD, Sentence(
            "lines_off",
            "The dish's printed lines lie about {off_mm} mm from where the description puts "
            "them: a marker was moved or measured wrongly; companion check-table shows where.",
            off_mm=f"{off_mm:.1f}",
        )

    def _off_mm(
        self,
        image_bgr: NDArray[np.uint8],
        pose: Pose,
        foreign: Foreign,
        tokens: Sequence[SeenToken],
    ) -> float:
        """How far the lines in view lie from where they should; 0 when none can be seen."""
        radius_mm = self._board.dish.target_radius_mm
        shift = measure_shift(image_bgr, pose, self._board)
        if shift is not None and shift.off_mm(radius_mm) > MOST_OFF_MM:
            # A finger or a token beside a line passes for its edge.
            lie_mm = np.array([token.centre_mm for token in tokens]).reshape(-1, 2)

            def covered(points_mm: Array) -> NDArray[np.bool_]:
                apart = np.linalg.norm(points_mm[:, None] - lie_mm[None], axis=2)
                beside = (apart < self._board.tokens.radius_mm + REACH_MM).any(axis=1)
                return np.asarray(beside | foreign.reaches(points_mm, REACH_MM))

            shift = measure_shift(image_bgr, pose, self._board, covered) or shift
        return 0.0 if shift is None else shift.off_mm(radius_mm)
