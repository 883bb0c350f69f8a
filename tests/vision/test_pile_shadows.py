"""A shadow beside a pile is no piece; what shows of a dark piece is no shadow."""

from __future__ import annotations

import numpy as np
import pytest

from vision.places.pile_shadows import is_shadow, smoothed

SIZE = 60
WHERE = np.zeros((SIZE, SIZE), bool)
WHERE[10:50, 15:40] = True


def bare() -> np.ndarray:
    """Grey print with soft clouds, BGR at paper levels."""
    y, x = np.mgrid[0:SIZE, 0:SIZE]
    clouds = 130 + 10 * np.sin(x / 7) * np.cos(y / 9)
    return np.repeat(clouds[..., None], 3, axis=2).astype(np.uint8)


def noisy(image: np.ndarray, sigma: float = 5.0) -> np.ndarray:
    noise = np.random.default_rng(3).normal(0, sigma, image.shape)
    return smoothed(np.clip(image + noise, 0, 255).astype(np.uint8))


@pytest.mark.parametrize("share", [0.2, 0.35, 0.6, 0.8])
@pytest.mark.parametrize("tint", [-0.1, 0.0, 0.1], ids=["bluer", "alike", "redder"])
def test_darker_print_of_its_own_colour_is_a_shadow(share: float, tint: float) -> None:
    lit = bare() * share * np.array([1 - tint, 1.0, 1 + tint])
    assert is_shadow(WHERE, noisy(lit), bare())


def test_the_edge_of_a_shadow_may_run_through_the_patch() -> None:
    lit = bare().astype(float)
    lit[:, :28] *= 0.3
    assert is_shadow(WHERE, noisy(lit), bare())


@pytest.mark.parametrize(
    "bgr", [(110, 50, 35), (80, 75, 25), (70, 25, 60)], ids=["navy", "teal", "purple"]
)
@pytest.mark.parametrize("share", [0.35, 1.0])
def test_a_dark_piece_is_none_in_a_shadow_neither(bgr: tuple[int, int, int], share: float) -> None:
    scene = np.full((SIZE, SIZE, 3), bgr) * share
    assert not is_shadow(WHERE, noisy(scene, 3.0), bare())


def test_white_marks_on_a_grey_piece_are_none() -> None:
    scene = bare() * 0.6
    scene[20:26, 20:35] = 240
    assert not is_shadow(WHERE, noisy(scene), bare())


def test_a_black_thing_is_none() -> None:
    assert not is_shadow(WHERE, np.full((SIZE, SIZE, 3), 6, np.uint8), bare())
