"""Pictures laid onto tokens: from beside them to where they truly lie, seen whole or not."""

from __future__ import annotations

import math

import numpy as np
import pytest
from photographs import Photograph, Photographs, spread_out

from vision.align import Aligner, Fits, Hides
from vision.flat_view import Flattener, FlatView, flatten_frame, look
from vision.registration import find_board
from vision.token_art import TokenArt, prepare

_OFF = 0.15  # of the radius


def seen(shown: Photograph) -> tuple[FlatView, TokenArt]:
    flattener = Flattener(shown.board)
    pose = find_board(shown.frame, shown.board).pose
    return look(flatten_frame(shown.frame.image_bgr, pose, flattener), flattener), prepare(
        shown.board
    )


def fitted(shown: Photograph, off: float, turn_rad: float, hides: Hides | None = None) -> Fits:
    """Every token's own picture laid on from `off` radii beside it, turned by `turn_rad`."""
    view, art = seen(shown)
    tokens, radius_mm = shown.scene.tokens, shown.board.tokens.radius_mm
    side = np.array([math.cos(1.0), math.sin(1.0)]) * off * radius_mm
    starts = np.array([token.centre_mm for token in tokens]) + side
    kinds = np.array([art.names.index(token.kind) for token in tokens])
    crop_rad = math.radians(shown.scene.art.crop_turn_deg)
    turns = np.array([math.radians(token.angle_deg) - crop_rad + turn_rad for token in tokens])
    return Aligner(art, radius_mm).fit(view, starts, kinds, turns, hides)


def off_mm(shown: Photograph, fits: Fits) -> np.ndarray:
    true_mm = np.array([token.centre_mm for token in shown.scene.tokens])
    return np.asarray(np.linalg.norm(fits.centres_mm - true_mm, axis=1))


@pytest.mark.parametrize("art", ["night", "meadow", "six"])
def test_a_start_beside_a_token_ends_on_it(art: str, photographs: Photographs) -> None:
    shown = photographs.take(art, spread_out(photographs.studio(art).art))
    fits = fitted(shown, _OFF, 0.1)
    assert off_mm(shown, fits).max() < 0.5
    assert np.median(off_mm(shown, fits)) < 0.2
    assert fits.correlation.min() > 0.8
    assert (fits.visible == 1.0).all()


def test_what_hides_a_third_of_a_token_moves_it_little(photographs: Photographs) -> None:
    shown = photographs.take("night", spread_out(photographs.studio("night").art))
    centres = np.array([token.centre_mm for token in shown.scene.tokens])
    radius_mm = shown.board.tokens.radius_mm

    def hides(points_mm: np.ndarray) -> np.ndarray:
        return np.asarray(points_mm[..., 0] > centres[:, None, 0] + 0.25 * radius_mm)

    whole, part = fitted(shown, 0.05, 0.0), fitted(shown, 0.05, 0.0, hides)
    assert 0.5 < part.visible.min() <= part.visible.max() < 0.8
    assert off_mm(shown, part).max() < 0.6
    assert (part.sigma_mm > whole.sigma_mm).mean() > 0.7


def test_another_kind_fits_worse(photographs: Photographs) -> None:
    shown = photographs.take("night", spread_out(photographs.studio("night").art))
    view, art = seen(shown)
    tokens = shown.scene.tokens
    right = fitted(shown, 0.0, 0.0)
    wrong = Aligner(art, shown.board.tokens.radius_mm).fit(
        view,
        np.array([token.centre_mm for token in tokens]),
        np.array([(art.names.index(token.kind) + 1) % len(art.names) for token in tokens]),
        np.zeros(len(tokens)),
    )
    assert (wrong.correlation < right.correlation).all()
