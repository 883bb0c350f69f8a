"""Markers of hardly three pixels to a module: found at full size, or else at double size."""

from __future__ import annotations

import cv2
import numpy as np
import pytest

from vision.graying import Gray
from vision.markers import MarkerFinder

DICTIONARY = "DICT_4X4_50"
IDS = range(8)


def sheet(side_px: float, seed: int) -> tuple[Gray, np.ndarray]:
    """Markers on white squares on grey, turned anyhow, a little blurred and noisy; and where."""
    rng = np.random.default_rng(seed)
    table = cv2.aruco.getPredefinedDictionary(getattr(cv2.aruco, DICTIONARY))
    fine = 8
    image = np.full((600 * fine, 1000 * fine), 90, np.uint8)
    middles = np.array([(125 + 250 * (n % 4), 150 + 300 * (n // 4)) for n in IDS], float)
    for number, middle in zip(IDS, middles, strict=True):
        art = cv2.aruco.generateImageMarker(table, number, 240)
        art = cv2.copyMakeBorder(art, 50, 50, 50, 50, cv2.BORDER_CONSTANT, value=255)
        scale = side_px * fine / 240
        turn = cv2.getRotationMatrix2D((170, 170), float(rng.uniform(0, 360)), scale)
        turn[:, 2] += (middle + 0.5) * fine - 0.5 - 170
        cv2.warpAffine(art, turn, image.shape[::-1], image, cv2.INTER_AREA, cv2.BORDER_TRANSPARENT)
    small = cv2.resize(image, None, fx=1 / fine, fy=1 / fine, interpolation=cv2.INTER_AREA)
    soft = cv2.GaussianBlur(small.astype(np.float32), (0, 0), 0.6)
    noisy = soft * 0.6 + 20 + rng.normal(0, 3, soft.shape)
    return np.asarray(np.clip(noisy, 0, 255), np.uint8), middles


@pytest.mark.parametrize("seed", range(3))
def test_markers_of_three_pixels_a_module_are_found_at_double_size(seed: int) -> None:
    gray, middles = sheet(17.0, seed)
    found = MarkerFinder(DICTIONARY).finely(gray)
    assert len(found) >= 7
    for marker in found:
        assert marker.corners_px.mean(axis=0) == pytest.approx(middles[marker.id], abs=0.2)


@pytest.mark.parametrize("seed", range(3))
def test_a_marker_may_be_small_beside_the_picture(seed: int) -> None:
    """Each side is 2 % of the picture's width, its outline 8 %; a module is 3.5 px."""
    gray, _ = sheet(21.0, seed)
    wide = cv2.copyMakeBorder(gray, 0, 700, 0, 1304, cv2.BORDER_CONSTANT, value=90)
    assert len(MarkerFinder(DICTIONARY).everywhere(np.asarray(wide, np.uint8))) >= 6
