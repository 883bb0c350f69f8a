"""The colour space in which seen and printed colours are compared.

Pictures are first brought to *paper* levels (`vision.places.light`): 0..255 as in the pictures of
the kinds, the lamp taken out.  Comparisons then weigh brightness less than colour, because
shadows, gloss and uneven light change brightness and leave the hue alone.
"""

from __future__ import annotations

from typing import Any

import cv2
import numpy as np
from numpy.typing import NDArray

Tones = NDArray[np.float32]

# From B, G, R to brightness, blue against yellow, red against green.
TO_TONES = np.array(
    [
        [0.25 * 0.8, -0.62, 0.10],
        [0.45 * 0.8, 0.30, -0.62],
        [0.30 * 0.8, 0.32, 0.52],
    ],
    np.float32,
)
_TRANSPOSED = np.ascontiguousarray(TO_TONES.T)
FROM_TONES = np.linalg.inv(TO_TONES)


def to_tones(image_bgr: NDArray[Any]) -> Tones:
    """Pictures (..., 3) at paper levels as tones (..., 3) float32."""
    if not image_bgr.size:  # which OpenCV refuses
        return np.zeros(image_bgr.shape, np.float32)
    levels = np.ascontiguousarray(image_bgr, np.float32)
    flat = cv2.transform(levels.reshape(1, -1, 3), _TRANSPOSED)
    return np.asarray(flat.reshape(image_bgr.shape), np.float32)


def least(levels: NDArray[Any]) -> NDArray[Any]:
    """The least of the three values of each pixel, (...) of (..., 3).

    Quicker by far than a minimum along so short an axis.
    """
    return np.asarray(np.minimum(np.minimum(levels[..., 0], levels[..., 1]), levels[..., 2]))


def most(levels: NDArray[Any]) -> NDArray[Any]:
    """The most of the three values of each pixel."""
    return np.asarray(np.maximum(np.maximum(levels[..., 0], levels[..., 1]), levels[..., 2]))
