"""A lamp mirrored in the dish: where a token might lie unseen, the reader says so."""

from __future__ import annotations

import cv2
import numpy as np
import pytest
from photographs import Photograph, Photographs, around, spread_out

from companion.flow import Observation
from vision.toss import TossReader


@pytest.fixture(scope="module")
def shown(photographs: Photographs) -> Photograph:
    return photographs.take("night", spread_out(photographs.studio("night").art))


def mirrored(shown: Photograph, angle_deg: float, share: float, radii: float) -> Photograph:
    """The picture with a white spot of so many token radii at a place of the dish."""
    board = shown.board
    angle = np.linspace(0, 2 * np.pi, 64)
    ring = np.column_stack([np.cos(angle), np.sin(angle)]) * radii * board.tokens.radius_mm
    outline = shown.true_px(np.array(around(board, angle_deg, share)) + ring)
    light = np.zeros(shown.frame.image_bgr.shape, np.uint8)
    cv2.fillPoly(light, [outline.round().astype(np.int32)], (255, 255, 255))
    return shown.with_image(cv2.add(shown.frame.image_bgr, cv2.GaussianBlur(light, (0, 0), 1.5)))


def told(seen: Observation) -> list[str]:
    return [problem for problem in seen.problems if "lamp" in problem]


@pytest.mark.parametrize("radii", [0.85, 1.0])
def test_a_spot_that_may_hide_a_token_is_told(shown: Photograph, radii: float) -> None:
    # Between the tokens at 82 and 154 degrees, wholly in the red area (20 to 140 degrees).
    seen = TossReader(shown.board).read(mirrored(shown, 118.0, 0.6, radii).frame)
    (sentence,) = told(seen)
    assert "(red)" in sentence
    assert len(seen.sightings) == len(shown.scene.tokens)


@pytest.mark.parametrize(
    ("share", "radii"), [(0.6, 0.4), (0.0, 0.9)], ids=["a small spot", "on a light print"]
)
def test_a_spot_that_hides_nothing_is_not(shown: Photograph, share: float, radii: float) -> None:
    assert told(TossReader(shown.board).read(mirrored(shown, 118.0, share, radii).frame)) == []


def test_it_is_told_again_of_a_camera_that_stands_still(shown: Photograph) -> None:
    bright = mirrored(shown, 118.0, 0.6, 0.9)
    reader = TossReader(shown.board)
    first = reader.read(bright.frame)
    image = bright.frame.image_bgr.copy()
    lifted = shown.true_px(np.array([shown.scene.tokens[0].centre_mm]))[0].round().astype(int)
    cv2.circle(image, (int(lifted[0]), int(lifted[1])), 4, (20, 20, 20), cv2.FILLED)
    assert told(reader.read(bright.with_image(image).frame)) == told(first) != []
