"""Read a toss: one frame of the dish becomes an observation."""

from __future__ import annotations

import math

import numpy as np
from numpy.typing import NDArray

from companion.board import Board
from companion.flow import Frame, Observation, Registration, Sighting, Status
from vision.flat_view import look
from vision.registration import BoardFinder, BoardNotFound, FoundBoard, to_gray
from vision.token_art import prepare
from vision.token_types import SeenToken
from vision.tokens import TokenReader

Array = NDArray[np.float64]

KIND_SURE = 0.98
# What no photograph of ours shows: a description measured by hand, a board not quite flat.
_FLOOR_MM = 0.1
_HEIGHT_TOLERANCE = 0.08  # of a token's thickness


class TossReader:
    """Reads one board's dish in frames of one camera, keeping track between them.

    `empty` is an optional picture of the empty dish, from any camera position.
    Raises TableFileError when a kind's picture can't be used.
    """

    def __init__(self, board: Board, empty: Frame | None = None) -> None:
        self.board = board
        self.found: FoundBoard | None = None
        self._finder = BoardFinder(board)
        self._art = prepare(board)
        self._tokens = TokenReader(board, self._art)

    def read(self, frame: Frame) -> Observation:
        """What lies on the dish.  A board that is not found is a blocked observation."""
        gray = to_gray(frame.image_bgr)
        try:
            self.found = self._finder.find(gray)
        except BoardNotFound as error:
            self.found = None
            return self._blocked(frame, Status.NO_BOARD, str(error))
        view = look(frame.image_bgr, self.found.pose, self.board, self._art)
        tokens = self._tokens.read(view)
        sightings = tuple(self._sighting(token, frame) for token in tokens)
        return Observation(
            self.board.name,
            frame.exposed_at_s,
            Status.READ,
            (),
            sightings,
            registration=self.found.registration,
            sharpness=1.0,
            uncovered=1.0,
        )

    def _blocked(self, frame: Frame, status: Status, sentence: str) -> Observation:
        return Observation(self.board.name, frame.exposed_at_s, status, (sentence,))

    def _sighting(self, token: SeenToken, frame: Frame) -> Sighting:
        name = token.kinds[0][0] if token.kinds else None
        sure = token.kind is not None and token.kinds[0][1] >= KIND_SURE
        why = token.why
        if not sure and not why:
            why = "the picture fits no kind well enough"
        return Sighting(
            name if sure else None,
            token.kinds,
            token.centre_mm,
            self._sigma_mm(token),
            token.level,
            self._crop(token, frame),
            why_unsure="" if sure else why,
        )

    def _sigma_mm(self, token: SeenToken) -> float:
        """Registration, fit, height and what stays unknown, added as independent errors."""
        assert self.found is not None
        camera = self.found.pose.camera_mm
        lean = math.dist(token.centre_mm, camera[:2]) / max(camera[2], 1.0)
        height_mm = lean * _HEIGHT_TOLERANCE * self.board.tokens.thickness_mm * (token.level + 1)
        parts = (self._registration.sigma_mm, token.sigma_mm, height_mm, _FLOOR_MM)
        return math.sqrt(sum(part**2 for part in parts))

    @property
    def _registration(self) -> Registration:
        assert self.found is not None
        return self.found.registration

    def _crop(self, token: SeenToken, frame: Frame) -> tuple[int, int, int, int]:
        assert self.found is not None
        x, y = token.centre_mm
        reach = self.board.tokens.radius_mm * 1.6
        corners = np.array(
            [
                [x - reach, y - reach],
                [x + reach, y + reach],
                [x - reach, y + reach],
                [x + reach, y - reach],
            ]
        )
        pixels = self.found.project_mm(corners, self.board.tokens.thickness_mm)
        width, height = frame.size_wh
        low = np.clip(np.floor(pixels.min(axis=0)), 0, (width - 1, height - 1)).astype(int)
        high = np.clip(np.ceil(pixels.max(axis=0)), 1, (width, height)).astype(int)
        left, top = low.tolist()
        right, bottom = high.tolist()
        return left, top, max(right - left, 1), max(bottom - top, 1)
