"""Shadows on bare print: darker than it, but of its colour, and with nothing in them."""

from __future__ import annotations

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.places.tones import to_tones

Picture = NDArray[np.uint8]
Mask = NDArray[np.bool_]

_DIMMEST, _BRIGHTEST = 0.12, 0.9  # of the print: what is blacker than any shadow is a thing
_WHITER = 1.15  # of the print; in a shadow nothing is
_COLOUR_SHARE = 0.22  # of brightness: the room's light has hardly another colour than the lamp
_PIXEL_COLOUR, _DARKEST = 0.3, 12.0  # of single pixels, which are noisy where it is dark
_MOST_OTHER = 0.06  # of the pixels


def is_shadow(where: Mask, scene: Picture, bare: Picture) -> bool:
    """Whether a patch of a flat picture is the print in a shadow, and nothing else.

    `scene` and `bare` are alike in size, at paper levels, `scene` a little smoothed.
    """
    seen, own = to_tones(scene[where]), to_tones(bare[where])
    mean, printed = seen.mean(axis=0), own.mean(axis=0)
    share = float(mean @ printed) / max(float(printed @ printed), 1.0)
    if not _DIMMEST < share < _BRIGHTEST:
        return False
    if _coloured(mean[None], printed[None] * share)[0] > _COLOUR_SHARE:
        return False
    shares = (seen * own).sum(axis=1) / np.maximum((own * own).sum(axis=1), 1.0)
    other = (_coloured(seen, own * shares[:, None]) > _PIXEL_COLOUR) | (shares > _WHITER)
    return float(other.mean()) < _MOST_OTHER


def smoothed(scene: Picture) -> Picture:
    """The picture without the noise of single pixels."""
    return np.asarray(cv2.blur(scene, (3, 3)), np.uint8)


def _coloured(seen: NDArray[np.float32], lit: NDArray[np.float32]) -> NDArray[np.float32]:
    """How much of what is seen is another colour than that of the print, beside brightness."""
    off = np.hypot(*(seen - lit)[:, 1:].T)
    return np.asarray(off / np.maximum(seen[:, 0], _DARKEST), np.float32)
