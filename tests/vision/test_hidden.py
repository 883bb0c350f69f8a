"""What proves a token below another, and what only makes a person look."""

from __future__ import annotations

from pathlib import Path
from types import SimpleNamespace

import cv2
import numpy as np
import pytest
from painted_tokens import SIDE, with_tops
from photographs import Photographs

from companion.board import Tokens
from vision.crescent_proofs import (
    contradicts,
    is_likely,
    is_open,
    pattern_tells,
    proved_by_colour,
)
from vision.crescents import Crescent, CrescentSearch
from vision.rim_fit import RimFit
from vision.token_art import prepare
from vision.token_types import SeenToken


def crescent(
    rim: float, colour: float, likeness: float, contrast: float, arc: float = 0.5
) -> Crescent:
    return Crescent((100.0, 100.0), rim, arc, colour, likeness, contrast)


@pytest.mark.parametrize(
    ("place", "visible", "proved", "possible", "likely"),
    [
        pytest.param(crescent(0.95, 2.0, 0.6, 3.0), 0.2, True, True, True, id="a clear part"),
        pytest.param(crescent(0.92, 2.0, 0.4, 4.0), 0.14, True, True, True, id="a rim in shade"),
        pytest.param(crescent(0.99, 0.0, 0.85, 0.0), 0.1, False, False, False, id="a shadow"),
        pytest.param(crescent(0.97, 0.0, 0.66, 0.9), 0.3, False, True, True, id="a dark part"),
        pytest.param(crescent(0.99, -0.1, 0.49, 0.4), 0.06, False, True, False, id="own shade"),
        pytest.param(crescent(0.93, 0.84, 0.53, 3.9), 0.11, False, True, True, id="in the dark"),
        pytest.param(crescent(1.0, 0.2, 0.9, 0.0), 0.006, False, True, True, id="an edge alone"),
        pytest.param(crescent(0.8, 2.0, 0.44, 0.0), 0.003, False, True, False, id="a mere line"),
        pytest.param(crescent(0.72, 2.0, 0.3, 2.7), 0.6, False, True, True, id="a finger tip"),
        pytest.param(crescent(0.75, 1.7, 0.17, 2.8), 0.3, False, False, False, id="between two"),
        pytest.param(crescent(0.85, 1.6, 0.5, 0.0, 0.25), 0.2, False, True, True, id="short arc"),
    ],
)
def test_a_rim_and_colours_prove_a_token_together(
    place: Crescent, visible: float, proved: bool, possible: bool, likely: bool
) -> None:
    assert proved_by_colour(place, visible) == proved
    assert is_open(place) == possible
    assert is_likely(place, visible, 0.5) == likely


@pytest.mark.parametrize(
    ("visible", "correlation", "likely"), [(0.2, 0.84, True), (0.1, 0.84, False), (0.2, 0.7, False)]
)
def test_a_good_part_of_a_kinds_picture_makes_a_person_look(
    visible: float, correlation: float, likely: bool
) -> None:
    coloured_as_the_ground = crescent(0.71, 0.1, 0.5, 0.1)
    assert is_likely(coloured_as_the_ground, visible, correlation) == likely


def fitted(kind: int | None, correlation: float) -> SeenToken:
    return SeenToken(kind, (), (100.0, 100.0), 0.0, 0.1, 0, correlation, 0.4, 0.9)


@pytest.mark.parametrize(
    ("best", "likeliest", "probability", "told"),
    [
        pytest.param(fitted(1, 0.95), 1, 0.99, True, id="fits and is likeliest"),
        pytest.param(fitted(1, 0.95), 1, 0.9, False, id="another is likely, too"),
        pytest.param(fitted(1, 0.95), 2, 0.99, False, id="another is likelier"),
        pytest.param(fitted(1, 0.7), 1, 0.99, False, id="nothing fits"),
        pytest.param(fitted(None, 0.95), 1, 0.99, False, id="nothing was laid on"),
    ],
)
def test_a_pattern_names_what_fits_and_is_likeliest(
    best: SeenToken, likeliest: int, probability: float, told: bool, photographs: Photographs
) -> None:
    art = prepare(photographs.take("night").board)
    kinds = ((art.names[likeliest], probability), (art.names[0], 1 - probability))
    assert pattern_tells(best, kinds, art) == told


@pytest.mark.parametrize(
    ("best", "against"),
    [
        pytest.param(fitted(1, 0.95), True, id="another kind fits"),
        pytest.param(fitted(1, 0.85), False, id="another kind fits badly"),
        pytest.param(fitted(2, 0.95), False, id="the same kind"),
        pytest.param(fitted(None, 0.95), False, id="none"),
    ],
)
def test_colours_name_no_kind_against_a_pattern_that_fits(
    best: SeenToken, against: bool, photographs: Photographs
) -> None:
    art = prepare(photographs.take("night").board)
    assert contradicts(best, 2, art) == against


def test_one_sign_is_not_against_the_colours_of_its_twin(
    photographs: Photographs, tmp_path: Path
) -> None:
    grounds = (40, 40, 150), (60, 110, 40)
    pictures = [np.full((SIDE, SIDE, 3), ground, np.uint8) for ground in grounds]
    for picture in pictures:
        cv2.rectangle(picture, (60, 110), (196, 146), (240, 245, 245), -1)
    art = prepare(with_tops(photographs.take("night").board, pictures, tmp_path))
    assert not contradicts(fitted(0, 0.95), 1, art)


@pytest.mark.parametrize(
    ("colour", "contrast", "kept"),
    [
        pytest.param(0.5, 0.0, True, id="like a token"),
        pytest.param(-0.5, 0.9, False, id="a shadow"),
        pytest.param(-0.5, 2.0, True, id="a dark side, sharply against the print"),
    ],
)
def test_a_dark_side_is_kept_for_its_contrast_where_a_shadow_is_not(
    colour: float, contrast: float, kept: bool
) -> None:
    place = (100.0, 100.0)
    said = np.array([colour]), np.array([contrast])
    view = SimpleNamespace(
        evidence=SimpleNamespace(rim_scores=lambda *_: (np.array([0.95]), np.array([0.44])))
    )
    search = CrescentSearch(
        view,  # type: ignore[arg-type]
        SimpleNamespace(hides=None),  # type: ignore[arg-type]
        SimpleNamespace(leaning_and_contrast=lambda *_: said),  # type: ignore[arg-type]
        SimpleNamespace(fit=lambda *_: [RimFit(place, 0.73)]),  # type: ignore[arg-type]
        None,  # type: ignore[arg-type]
        Tokens(20.0, 5.0, ()),
    )
    found = search._settled(None, np.array([place]))  # type: ignore[arg-type]
    assert len(found) == int(kept)
    assert not kept or is_open(found[0])
