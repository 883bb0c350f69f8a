"""The simulated photographs' own truth, checked by detecting what was drawn."""

from __future__ import annotations

from dataclasses import replace

import cv2
import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from hardware.simulated.arts import ART_NAMES, art_named
from hardware.simulated.conditions import conditions_named
from hardware.simulated.lens import Lens, Stand, view_of
from hardware.simulated.studio import Studio
from hardware.simulated.tossing import Lying


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
    errors = marker_errors_px(art, 5, 1)
    assert len(errors) >= 4
    assert np.abs(errors.mean(axis=0)).max() < 0.1
    assert np.abs(errors).max() < 0.6


@pytest.mark.parametrize("level", [0, 1])
def test_a_token_covers_the_projection_of_its_disc(level: int) -> None:
    """Top and side wall together are the hull of the disc's two circles, in pixels."""
    studio = Studio(art_named("shards"), 2, conditions_named("steep"))
    scene = studio.arrange(0, empty=True).scene
    tokens = studio.art.board.tokens
    token = Lying("recall", (120.0, 140.0), 25.0, level)
    eye = tuple(float(c) for c in scene.view.camera_mm)
    # A lamp in the camera's own place casts no shadow that the camera sees.
    bare = replace(scene, lamp=replace(scene.lamp, place_mm=eye, radius_mm=0.1))
    with_token = replace(bare, tokens=(token,))
    change = np.abs(with_token.table_bgr() - bare.table_bgr()).max(axis=2) > 0.01
    turns = np.linspace(0, 2 * np.pi, 200)
    rim = np.c_[120 + tokens.radius_mm * np.cos(turns), 140 + tokens.radius_mm * np.sin(turns)]
    circles = [np.c_[rim, np.full(200, (level + i) * tokens.thickness_mm)] for i in (0, 1)]
    hull = cv2.convexHull(scene.view.pixels(np.concatenate(circles)).astype(np.float32))
    drawn = np.zeros(change.shape, np.uint8)
    cv2.fillPoly(drawn, [np.rint(hull * 256).astype(np.int32)], 1, shift=8)
    seen = change & (cv2.dilate(drawn, np.ones((9, 9))) > 0)
    overlap = (seen & (drawn > 0)).sum() / (seen | (drawn > 0)).sum()
    assert overlap > 0.97


@settings(max_examples=30, deadline=None)
@given(st.floats(0, 28), st.floats(0, 360), st.floats(0, 360), st.floats(0.45, 0.95),
       st.floats(-20, 20))  # fmt: skip
def test_pixels_and_plane_map_are_inverse(
    tilt: float, azimuth: float, turn: float, share: float, height_mm: float
) -> None:
    lens = Lens(443.0, (287.2, 161.9), -0.06, 0.015, (576, 324))
    view = view_of((320.0, 300.0), lens, Stand(tilt, azimuth, turn, share, (0.4, -0.3)))
    assert view.tilt_deg == pytest.approx(tilt, abs=0.02)
    places = view.plane_map(height_mm, (100, 50, 300, 200))
    points = np.c_[places.reshape(-1, 2), np.full(300 * 200, height_mm)].astype(np.float64)
    pixels = view.pixels(points).reshape(200, 300, 2)
    assert np.abs(pixels[..., 0] - np.arange(100, 400)).max() < 0.01
    assert np.abs(pixels[..., 1] - np.arange(50, 250)[:, None]).max() < 0.01
    corners = np.array([(x, y, 0.0) for x in (0.0, 320.0) for y in (0.0, 300.0)])
    seen = view.pixels(corners)
    assert seen.min() >= 0
    assert (seen <= np.array([575, 323])).all()
    assert np.ptp(seen[:, 1]) == pytest.approx(share * 324, rel=0.03)


def test_the_lens_bends_as_opencv_says() -> None:
    lens = Lens(1700.0, (1140.0, 650.0), -0.08, 0.02)
    slopes = np.array([[0.1, -0.2], [0.6, 0.3], [0.0, 0.0]])
    points = np.c_[slopes, np.ones(3)]
    pixels, _ = cv2.projectPoints(points, np.zeros(3), np.zeros(3), np.array(lens.matrix),
                                  np.array([lens.k1, lens.k2, 0, 0]))  # fmt: skip
    assert np.abs(pixels[:, 0] - lens.distorted(slopes)).max() < 1e-6
    assert np.abs(lens.undistorted(lens.distorted(slopes)) - slopes).max() < 1e-6
