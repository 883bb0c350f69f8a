"""What colours say of discs around tokens, and of both sides of a rim."""

from __future__ import annotations

import numpy as np
import pytest

from companion.board import Tokens
from vision.crescent_colour import TokenColours
from vision.leaning import leaning_field

RADIUS_MM = 10.0
TOKENS_MM = np.array([[100.0, 100.0], [40.0, 150.0]])
BELOW_MM = np.array([110.0, 100.0])


class LikeAToken(TokenColours):
    """Colours that lean to a token's within one disc, and to the print's elsewhere."""

    def __init__(self) -> None:
        object.__setattr__(self, "spec", Tokens(2 * RADIUS_MM, 3.0, ()))

    def evidence(self, points_mm: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
        near = np.linalg.norm(points_mm - BELOW_MM, axis=-1) < RADIUS_MM
        return np.where(near, 2.0, -2.0).astype(np.float32), np.ones(near.shape, bool)


def hides(points_mm: np.ndarray) -> np.ndarray:
    """The tokens hide what lies below them."""
    apart = np.linalg.norm(points_mm[..., None, :] - TOKENS_MM, axis=-1)
    return np.asarray((apart < RADIUS_MM).any(axis=-1))


def test_a_field_says_of_each_place_what_the_disc_there_does() -> None:
    field = leaning_field(LikeAToken(), hides, TOKENS_MM, RADIUS_MM)
    places = np.array([BELOW_MM, [90.0, 100.0], [102.0, 112.0], [45.0, 158.0]])
    exact = LikeAToken().leaning_and_contrast(places, hides)[0]
    assert exact[:2] == pytest.approx([2.0, -2.0])
    assert field.at(places) == pytest.approx(exact, abs=0.15)


def test_a_field_says_nothing_where_all_is_hidden() -> None:
    field = leaning_field(LikeAToken(), hides, TOKENS_MM, RADIUS_MM)
    assert field.at(TOKENS_MM).tolist() == [0.0, 0.0]


def test_only_a_disc_laid_onto_the_token_has_other_colours_beyond_its_rim() -> None:
    places = np.array([BELOW_MM, BELOW_MM + np.array([0.0, 4.0]), [100.0, 110.0]])
    contrast = LikeAToken().leaning_and_contrast(places, hides)[1]
    assert contrast[0] == pytest.approx(4.0)
    assert (contrast[1:] < 3.0).all()
