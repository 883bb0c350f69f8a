"""Mirrored lamps taken out of a picture by others of the same thing from elsewhere.

Gloss only adds light, and it is smooth: where one picture is brighter than another over a wide
patch, the brighter one is too bright.  Fine print stays that of the first picture.
"""

from __future__ import annotations

from collections.abc import Sequence

import cv2
import numpy as np
from numpy.typing import NDArray

Picture = NDArray[np.uint8]

_WIDE = 0.10  # of the longer side: what is smoother than this is light
_TURN_STEP_DEG = 5.0


def without_gloss(pictures: Sequence[Picture], wide_px: float | None = None) -> Picture:
    """The first picture, its smooth part replaced by what the others agree on.

    All are BGR uint8; others are brought to the first one's size.
    """
    first = pictures[0]
    if len(pictures) == 1:
        return first
    height, width = first.shape[:2]
    wide = wide_px or _WIDE * max(height, width)
    smooth = [_smooth(cv2.resize(each, (width, height)), wide) for each in pictures]
    stacked = np.stack(smooth)
    # Gloss is in few of them, but a shadow may be in one: the darker half is believed.
    darker = (len(pictures) + 1) // 2
    agreed = np.sort(stacked, axis=0)[:darker].mean(axis=0)
    return np.asarray(np.clip(first + (agreed - smooth[0]) + 0.5, 0, 255), np.uint8)


def turned_alike(first: Picture, other: Picture) -> Picture:
    """The other picture of a round piece, turned as the first one lies."""
    height, width = first.shape[:2]
    same = cv2.resize(other, (width, height))
    middle = ((width - 1) / 2, (height - 1) / 2)
    rows, columns = np.mgrid[0:height, 0:width]
    inside = np.hypot((columns - middle[0]) / width, (rows - middle[1]) / height) < 0.45
    best, least = same, np.inf
    for angle in np.arange(0.0, 360.0, _TURN_STEP_DEG):
        matrix = cv2.getRotationMatrix2D(middle, angle, 1.0)
        turned = cv2.warpAffine(same, matrix, (width, height), borderMode=cv2.BORDER_REPLICATE)
        off = float(np.abs(turned.astype(np.float32) - first)[inside].mean())
        if off < least:
            best, least = turned, off
    return np.asarray(best, np.uint8)


def _smooth(picture: Picture | NDArray[np.generic], wide_px: float) -> NDArray[np.float32]:
    share = min(1.0, 8 / wide_px)
    small = cv2.resize(
        np.asarray(picture, np.float32), None, fx=share, fy=share, interpolation=cv2.INTER_AREA
    )
    blurred = cv2.GaussianBlur(small, (0, 0), wide_px * share)
    size = picture.shape[1], picture.shape[0]
    return np.asarray(cv2.resize(blurred, size, interpolation=cv2.INTER_LINEAR), np.float32)
