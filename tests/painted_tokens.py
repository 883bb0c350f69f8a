"""Tokens of any art, painted into a photograph of an empty board: tops alone, no side or shadow."""

from __future__ import annotations

import math
from dataclasses import replace
from pathlib import Path
from typing import Any

import cv2
import numpy as np
from numpy.typing import NDArray
from photographs import Photograph

from companion.board import Board, PointMm

SIDE = 256
INK_BGR, GROUND_BGR = (40, 60, 30), (190, 215, 200)
Image = NDArray[Any]


def triangle(image: Image) -> None:
    """A triangle whose middle is not the token's: turned by a third it lies a bit beside."""
    cv2.fillPoly(image, [np.array([[128, 48], [203, 183], [53, 183]])], INK_BGR, cv2.LINE_AA)


def with_tops(board: Board, pictures: list[Image], folder: Path) -> Board:
    """The board with these pictures of its first kinds, and no other kinds."""
    kinds = []
    for kind, picture in zip(board.tokens.kinds, pictures, strict=False):
        path = folder / f"{kind.name}.png"
        cv2.imwrite(str(path), picture)
        kinds.append(replace(kind, picture=path, count=9))
    return replace(board, tokens=replace(board.tokens, kinds=tuple(kinds)))


def laid(
    shown: Photograph, picture: Image, at_mm: PointMm, turn_deg: float, level: int = 0
) -> Photograph:
    """The photograph with a token of this top painted in, on `level` others."""
    board, turn = shown.board, math.radians(turn_deg) + np.pi / 4 + np.arange(4) * np.pi / 2
    corners = np.column_stack([np.cos(turn), np.sin(turn)]) * board.tokens.radius_mm * math.sqrt(2)
    height_mm = board.tokens.thickness_mm * (1 + level)
    there = shown.true_px(corners + at_mm, height_mm).astype(np.float32)
    here = np.array([[1, 1], [0, 1], [0, 0], [1, 0]], np.float32) * SIDE - np.float32(0.5)
    warp = cv2.getPerspectiveTransform(here, there)
    size_wh = shown.frame.image_bgr.shape[1::-1]
    disc = cv2.circle(np.zeros((SIDE, SIDE), np.float32), (128, 128), 127, 1.0, -1, cv2.LINE_AA)
    mask = cv2.warpPerspective(disc, warp, size_wh, flags=cv2.INTER_AREA)[..., None]
    top = cv2.warpPerspective(cv2.GaussianBlur(picture, (0, 0), 2.5), warp, size_wh)
    return shown.with_image(shown.frame.image_bgr * (1 - mask) + top * mask)
