"""The camera model: there and back, known cameras recovered, sigmas that keep their word."""

from __future__ import annotations

import math
from dataclasses import replace

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from hardware.simulated.lens import Lens, Stand, View, view_of
from vision.lens_prior import LensPrior
from vision.pose import Pose, fit_pose

SIZE_WH = (2304, 1296)
BOARD_MM = (310.0, 310.0)
SURE = 3.09
NOISE_PX = 0.12


def corner_tags_mm(side: float = 23.0, inset: float = 7.0) -> np.ndarray:
    """Four markers (4, 4, 2) in the corners of the board."""
    square = np.array([[0.0, 0.0], [side, 0.0], [side, side], [0.0, side]])
    far = BOARD_MM[0] - inset - side
    return np.array(
        [square + at for at in ((inset, inset), (far, inset), (far, far), (inset, far))]
    )


def points_mm() -> np.ndarray:
    """Places (n, 2) all over a dish of 108 mm radius."""
    line = np.linspace(-108, 108, 9)
    grid = np.stack(np.meshgrid(line, line), axis=-1).reshape(-1, 2)
    return grid[np.hypot(*grid.T) <= 108.0] + [155.0, 155.0]


def a_view(rng: np.random.Generator) -> View:
    """A camera like ours somewhere over the board, by the simulator's own geometry."""
    focal = SIZE_WH[0] / 2 / math.tan(math.radians(33.0)) * float(rng.uniform(0.97, 1.03))
    centre = ((SIZE_WH[0] - 1) / 2 + rng.normal(0, 6), (SIZE_WH[1] - 1) / 2 + rng.normal(0, 6))
    lens = Lens(focal, centre, float(rng.uniform(-0.085, -0.035)), float(rng.uniform(0.005, 0.02)))
    stand = Stand(
        float(rng.uniform(0, 25)),
        float(rng.uniform(0, 360)),
        float(rng.uniform(0, 360)),
        float(rng.uniform(0.62, 0.95)),
        (float(rng.uniform(-0.8, 0.8)), float(rng.uniform(-0.8, 0.8))),
    )
    return view_of(BOARD_MM, lens, stand)


def pixels(view: View, at_mm: np.ndarray, height_mm: float = 0.0) -> np.ndarray:
    flat = at_mm.reshape(-1, 2)
    solid = np.column_stack([flat, np.full(len(flat), height_mm)])
    return view.pixels(solid).reshape(at_mm.shape)


def fitted(view: View, noise_px: float, rng: np.random.Generator) -> Pose:
    tags_mm = corner_tags_mm()
    tags_px = pixels(view, tags_mm)
    tags_px = tags_px + rng.normal(0, 1, tags_px.shape) * noise_px
    return fit_pose(tags_mm, tags_px, SIZE_WH, LensPrior.unknown(SIZE_WH))


def pose_of(
    focal_px: float, k1: float, rotation: tuple[float, float, float], distance_mm: float
) -> Pose:
    matrix = np.array([[focal_px, 0, 1150.0], [0, focal_px, 650.0], [0, 0, 1.0]])
    return Pose(
        matrix,
        np.array([k1, 0.0, 0.0, 0.0, 0.0]),
        np.array(rotation),
        np.array([-150.0, -150.0, distance_mm]),
        SIZE_WH,
        0.1,
        np.eye(11) * 1e-6,
    )


@settings(max_examples=60)
@given(
    st.floats(1200, 3000),
    st.floats(-0.12, 0.05),
    st.tuples(st.floats(-0.4, 0.4), st.floats(-0.4, 0.4), st.floats(-0.8, 0.8)),
    st.floats(450, 1500),
    st.floats(0, 8),
)
def test_board_to_picture_and_back(
    focal_px: float,
    k1: float,
    rotation: tuple[float, float, float],
    distance_mm: float,
    height_mm: float,
) -> None:
    pose = pose_of(focal_px, k1, rotation, distance_mm)
    points = points_mm()
    back = pose.to_board_mm(pose.project_px(points, height_mm), height_mm)
    assert np.abs(back - points).max() < 0.01


def test_a_raised_point_moves_away_from_below_the_camera() -> None:
    pose = pose_of(1800.0, 0.0, (0.0, 0.0, 0.0), 700.0)
    assert pose.camera_mm == pytest.approx((150.0, 150.0, 700.0))
    seen = pose.to_board_mm(pose.project_px(np.array([[250.0, 150.0], [150.0, 150.0]]), 7.0))
    # 100 mm off the camera's foot, at a hundredth of its height: 100 / 99 of a millimetre.
    assert seen[0] == pytest.approx((250 + 100 / 99, 150.0), abs=1e-6)
    assert seen[1] == pytest.approx((150.0, 150.0), abs=1e-6)


def test_scale_in_the_middle_of_a_level_camera() -> None:
    pose = pose_of(1800.0, 0.0, (0.0, 0.0, 0.0), 600.0)
    assert pose.px_per_mm((150.0, 150.0)) == pytest.approx(3.0)


@pytest.mark.parametrize("seed", range(6))
def test_a_known_camera_is_recovered(seed: int) -> None:
    rng = np.random.default_rng(seed)
    view = a_view(rng)
    pose = fitted(view, 0.0, rng)
    points = points_mm()
    for height_mm in (0.0, 3.0, 6.0):
        read = pose.to_board_mm(pixels(view, points, height_mm), height_mm)
        assert np.abs(read - points).max() < 0.25
    assert pose.rms_px < 0.1
    assert np.linalg.norm(pose.camera_mm - view.camera_mm) < 0.06 * view.camera_mm[2]


def test_the_inset_of_printed_corners_is_taken_up() -> None:
    rng = np.random.default_rng(3)
    view = a_view(rng)
    tags_mm = corner_tags_mm()
    true_px = pixels(view, tags_mm)
    inward = true_px.mean(axis=1, keepdims=True) - true_px
    inward /= np.linalg.norm(inward, axis=2, keepdims=True)
    pose = fit_pose(tags_mm, true_px + inward, SIZE_WH, LensPrior.unknown(SIZE_WH))
    assert pose.rms_px < 0.1
    assert np.abs(pose.to_board_mm(pixels(view, points_mm())) - points_mm()).max() < 0.25


def test_sigma_is_the_size_of_the_errors() -> None:
    rng = np.random.default_rng(11)
    ratios = []
    for _ in range(60):
        view = a_view(rng)
        pose = fitted(view, NOISE_PX, rng)
        points = points_mm()
        error = pose.to_board_mm(pixels(view, points)) - points
        ratios.append(np.abs(error).ravel() / pose.sigma_mm(points))
    together = np.concatenate(ratios)
    # The lenses bend a little otherwise than the model; a token's sigma has a floor for that.
    assert np.mean(together < SURE) >= 0.975
    assert 0.6 < math.sqrt(np.mean(together**2)) < 1.2


def test_what_the_lens_model_leaves_out_is_in_its_sigma() -> None:
    """Lenses whose edges bend otherwise than their middles, and markers that say little of it."""
    rng = np.random.default_rng(5)
    ratios = []
    for _ in range(60):
        view = a_view(rng)
        lens = replace(view.lens, k1=float(rng.normal(-0.05, 0.05)), k2=float(rng.normal(0, 0.04)))
        view = replace(view, lens=lens)
        pose, points = fitted(view, NOISE_PX, rng), points_mm()
        error = pose.to_board_mm(pixels(view, points)) - points
        ratios.append(np.abs(error).ravel() / pose.sigma_mm(points))
    together = np.concatenate(ratios)
    assert np.mean(together < SURE) >= 0.975
    assert 0.6 < math.sqrt(np.mean(together**2)) < 1.3


def test_a_calibration_is_scaled_to_the_picture() -> None:
    from companion.board import CameraModel

    camera = CameraModel(
        ((2000.0, 0.0, 1151.5), (0.0, 2000.0, 647.5), (0.0, 0.0, 1.0)), (0.01, 0.0, 0.0, 0.0),
        SIZE_WH,
    )  # fmt: skip
    prior = LensPrior.calibrated(camera, (1152, 648))
    assert math.exp(prior.mean[0]) == pytest.approx(1000.0)
    assert prior.mean[1:3] == pytest.approx((575.5, 323.5))
    assert prior.mean[3] == pytest.approx(0.01)
    assert prior.quartic_sigma == 0.0


@pytest.mark.parametrize(
    "tags_px",
    [np.zeros((4, 4, 2)), np.full((4, 4, 2), np.nan)],
    ids=["all in one point", "no numbers"],
)
def test_corners_that_no_camera_sees_are_refused(tags_px: np.ndarray) -> None:
    with pytest.raises((ValueError, np.linalg.LinAlgError)):
        fit_pose(corner_tags_mm(), tags_px, SIZE_WH, LensPrior.unknown(SIZE_WH))
