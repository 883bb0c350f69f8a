"""The colour space in which seen and printed colours are compared.

Pictures are first brought to *paper* levels (`vision.places.light`): 0..255 as in the pictures of
the kinds, the lamp taken out.  Comparisons then weigh brightness less than colour, because
shadows, gloss and uneven light change brightness and leave the hue alone.
"""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import NDArray

Tones = NDArray[np.float32]

# From B, G, R to brightness, blue against yellow, red against green.
_TO_TONES = np.array(
    [
        [0.25 * 0.8, -0.62, 0.10],
        [0.45 * 0.8, 0.30, -0.62],
        [0.30 * 0.8, 0.32, 0.52],
    ],
    np.float32,
)
_TO_TONES_BACK = np.linalg.inv(_TO_TONES)


def to_tones(image_bgr: NDArray[Any]) -> Tones:
    """Pictures (..., 3) at paper levels as tones (..., 3) float32."""
    return np.asarray(np.asarray(image_bgr, np.float32) @ _TO_TONES, np.float32)


def channel_tones(tones: Tones, channel: int) -> Tones:
    """What one of the channels blue (0), green (1), red (2) contributes to tones (..., 3)."""
    levels = np.asarray(tones @ _TO_TONES_BACK[:, channel], np.float32)
    return np.asarray(levels[..., None] * _TO_TONES[channel], np.float32)
