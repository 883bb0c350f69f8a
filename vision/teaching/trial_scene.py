"""Photographs made of a taught board and its pieces' own pictures, to try the reader on them."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

import cv2
import numpy as np
from numpy.typing import NDArray

from companion.board import PointMm
from companion.flow import Frame
from companion.places import Family, PlaceBoard
from vision.pictures import read_picture
from vision.places.ground import turning

Array = NDArray[np.float64]
Picture = NDArray[np.uint8]

_SIZE_WH = (2304, 1296)
_FOCAL = 0.77 * _SIZE_WH[0]
_FILLS = 0.86  # of the picture
_TABLE = (96, 104, 112)
_SHIFT_MM, _TURN_DEG = 0.6, 2.5
_TILTS_DEG = (6.0, 16.0)
_WARM_BGR = (0.72, 0.88, 0.95)
_NOISE = 2.5


@dataclass(frozen=True)
class Laid:
    """A piece to be laid: family, kind, where its middle comes to lie, turned how."""

    family: Family
    kind: str
    centre_mm: PointMm
    turn_deg: float


class TrialScenes:
    """Makes the photographs; the same seed gives the same one."""

    def __init__(self, board: PlaceBoard, seed: int = 1) -> None:
        assert board.empty is not None, "a taught board has a picture"
        self._board, self._seed = board, seed
        self._bare = read_picture(board.empty).image_bgr
        self._looks: dict[tuple[str, str], Picture] = {}
        self._files: Mapping[tuple[str, str], object] = {
            (picture.family, picture.kind): picture for picture in board.pictures
        }

    def photograph(self, pieces: Sequence[Laid], number: int) -> Frame:
        """The pieces as they lie, give or take a little, under a warm lamp."""
        rng = np.random.default_rng((self._seed, number))
        camera = self._camera(rng)
        picture = np.full((*_SIZE_WH[::-1], 3), _TABLE, np.uint8)
        size = self._board.size_mm
        self._paste(picture, camera, self._bare, np.array(size) / 2, size, 0.0, 0.0, None)
        for piece in pieces:
            shift = rng.uniform(-_SHIFT_MM, _SHIFT_MM, 2)
            turn = piece.turn_deg + float(rng.uniform(-_TURN_DEG, _TURN_DEG))
            look, size_mm = self._look(piece)
            middle = np.array(piece.centre_mm) + shift
            height, outline = piece.family.thickness_mm, np.array(piece.family.outline_mm)
            self._paste(picture, camera, look, middle, size_mm, turn, height, outline)
        lit = picture.astype(np.float32) * np.array(_WARM_BGR, np.float32)
        blurred = np.asarray(cv2.GaussianBlur(lit, (0, 0), 0.8), np.float32)
        blurred += rng.normal(0, _NOISE, lit.shape).astype(np.float32)
        return Frame(np.asarray(np.clip(blurred, 0, 255), np.uint8), 0.0, f"trial {number}")

    def _look(self, piece: Laid) -> tuple[Picture, tuple[float, float]]:
        key = piece.family.name, piece.kind
        known = next(p for p in self._board.pictures if (p.family, p.kind) == key)
        if key not in self._looks:
            self._looks[key] = read_picture(known.picture).image_bgr
        return self._looks[key], known.size_mm

    def _camera(self, rng: np.random.Generator) -> Array:
        """A 3 x 4 matrix that sees the whole board from a little aside."""
        width, height = self._board.size_mm
        tilt, azimuth = np.radians(rng.uniform(*_TILTS_DEG)), rng.uniform(0, 2 * np.pi)
        axis = np.array([np.cos(azimuth), np.sin(azimuth), 0.0]) * tilt
        rotation, _ = cv2.Rodrigues(axis)
        if height > width:
            quarter, _ = cv2.Rodrigues(np.array([0.0, 0.0, np.pi / 2]))
            rotation = rotation @ quarter
            width, height = height, width
        away = _FOCAL / _FILLS * max(width / _SIZE_WH[0], height / _SIZE_WH[1]) * 1.08
        matrix = np.array([[_FOCAL, 0, _SIZE_WH[0] / 2], [0, _FOCAL, _SIZE_WH[1] / 2], [0, 0, 1.0]])
        middle = np.array([*self._board.size_mm, 0.0]) / [2, 2, 1]
        shift = np.array([0, 0, away]) - rotation @ middle
        return np.asarray(matrix @ np.column_stack([rotation, shift]), np.float64)

    @staticmethod
    def _paste(
        picture: Picture,
        camera: Array,
        look: Picture,
        middle_mm: Array,
        size_mm: tuple[float, float],
        turn_deg: float,
        height_mm: float,
        outline_mm: Array | None,
    ) -> None:
        """Lay a picture onto the plane at a height, cut along the outline, in place."""
        half = np.array(size_mm) / 2
        corners = np.array([[-1, -1], [1, -1], [1, 1], [-1, 1]]) * half
        there = _seen(camera, corners @ turning(turn_deg) + middle_mm, height_mm)
        low = np.clip(np.floor(there.min(axis=0)).astype(int) - 1, 0, np.array(_SIZE_WH))
        high = np.clip(np.ceil(there.max(axis=0)).astype(int) + 2, 0, np.array(_SIZE_WH))
        if (high <= low).any():
            return
        # Shrunk first, so that no line of the picture is skipped.
        across = float(np.linalg.norm(there[1] - there[0]))
        share = min(1.0, 1.3 * across / look.shape[1])
        small = cv2.resize(look, None, fx=share, fy=share, interpolation=cv2.INTER_AREA)
        rows, columns = small.shape[:2]
        source = np.array([[0, 0], [columns, 0], [columns, rows], [0, rows]], np.float32) - 0.5
        to = (there - low).astype(np.float32)
        size = int(high[0] - low[0]), int(high[1] - low[1])
        matrix = cv2.getPerspectiveTransform(source, to)
        warped = cv2.warpPerspective(small, matrix, size, borderMode=cv2.BORDER_REPLICATE)
        ring = corners if outline_mm is None else outline_mm
        ring_px = (_seen(camera, ring @ turning(turn_deg) + middle_mm, height_mm) - low) * 8
        mask = np.zeros((size[1], size[0]), np.uint8)
        cv2.fillPoly(mask, [np.round(ring_px).astype(np.int32)], 255, cv2.LINE_AA, 3)
        cover = mask[..., None].astype(np.float32) / 255
        window = picture[low[1] : high[1], low[0] : high[0]]
        window[:] = np.round(warped * cover + window * (1 - cover)).astype(np.uint8)


def _seen(camera: Array, points_mm: Array, height_mm: float) -> Array:
    solid = np.column_stack(
        [points_mm, np.full(len(points_mm), -height_mm), np.ones(len(points_mm))]
    )
    seen = solid @ camera.T
    return np.asarray(seen[:, :2] / seen[:, 2:], np.float64)
