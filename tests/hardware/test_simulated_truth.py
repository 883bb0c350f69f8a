"""The simulated photographs' own truth, checked by detecting what was drawn."""

from __future__ import annotations

import cv2
import numpy as np
import pytest

from hardware.simulated.arts import ART_NAMES, art_named
from hardware.simulated.conditions import conditions_named
from hardware.simulated.studio import Studio


def marker_errors_px(art: str, seed: int, photos: int) -> np.ndarray:
    """Detected minus true marker centres, (n, 2) px, over a few photographs."""
    studio = Studio(art_named(art), seed, conditions_named("bright"))
    board = studio.art.board
    parameters = cv2.aruco.DetectorParameters()
    parameters.cornerRefinementMethod = cv2.aruco.CORNER_REFINE_SUBPIX
    book = cv2.aruco.getPredefinedDictionary(getattr(cv2.aruco, board.dictionary))
    detector = cv2.aruco.ArucoDetector(book, parameters)
    truth = {tag.id: np.array([(*corner, 0.0) for corner in tag.corners_mm]) for tag in board.tags}
    errors = []
    for number in range(photos):
        arrangement = studio.arrange(number, empty=True)
        corners, ids, _ = detector.detectMarkers(arrangement.photograph())
        for found, tag_id in zip(corners, [] if ids is None else ids.ravel(), strict=True):
            drawn = arrangement.scene.view.pixels(truth[int(tag_id)])
            errors.append(found[0].mean(axis=0) - drawn.mean(axis=0))
    return np.array(errors)


@pytest.mark.parametrize("art", ART_NAMES)
def test_markers_lie_where_the_truth_says(art: str) -> None:
    errors = marker_errors_px(art, 5, 2)
    assert len(errors) >= 6
    print(art, len(errors), errors.mean(axis=0), np.abs(errors).max())
    assert np.abs(errors.mean(axis=0)).max() < 0.1
    assert np.abs(errors).max() < 0.6
