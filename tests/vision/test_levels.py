"""On which level a token lies: told by overlap, doubted by what shows beside it."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest
from photographs import Photographs

from vision.foreign_types import PrintPicture, Strange
from vision.levels import (
    SURELY,
    adjoin_something,
    between,
    heights_doubted,
    hiding,
    hiding_sentences,
    lies_on,
    may_lie_on,
)
from vision.rectify import Grid
from vision.registration import find_board
from vision.token_types import SeenToken

RADIUS_MM = 10.0
TOKEN = SeenToken(0, (), (100.0, 100.0), 0.0, 0.02, 0, 0.95, 1.0, 0.9)


def beside(apart_mm: float, **changes: object) -> SeenToken:
    return replace(TOKEN, centre_mm=(100.0 + apart_mm, 100.0), **changes)  # type: ignore[arg-type]


@pytest.mark.parametrize(
    ("apart_mm", "changes", "expected"),
    [
        (20.0, {}, 0),
        (19.0, {}, 1),
        (17.0, {}, SURELY),
        (19.0, {"visible": 0.8}, SURELY),
        (17.0, {"sigma_mm": 1.0}, 1),
        (8.0, {"visible": 0.4, "sigma_mm": 1.0}, SURELY),
    ],
)
def test_overlap_tells_the_level(
    apart_mm: float, changes: dict[str, object], expected: int
) -> None:
    assert lies_on(TOKEN, beside(apart_mm, **changes), RADIUS_MM) == expected


@pytest.mark.parametrize(
    ("apart_mm", "halfway", "placed_mm"),
    [(1.5, True, 100.0), (3.0, True, 101.5), (3.0, False, 100.0)],
)
def test_between_two_heights_either_place_is_within_sigma(
    apart_mm: float, halfway: bool, placed_mm: float
) -> None:
    """Halfway only where the two lie far apart: most such tokens lie on the board."""
    raised = beside(apart_mm, level=1)
    doubtful = between(TOKEN, raised, halfway=halfway)
    assert doubtful.level == 0
    assert doubtful.centre_mm == (placed_mm, 100.0)
    for place in (TOKEN, raised):
        assert doubtful.distance_mm(place) <= doubtful.sigma_mm


def test_only_the_nearest_token_to_a_likely_place_is_said_to_hide_another() -> None:
    tokens = [replace(TOKEN, kinds=(("x2", 1.0),)), beside(18.0, kinds=(("recall", 1.0),))]
    above = hiding(tokens, np.array([[94.0, 100.0]]))
    assert [token.may_hide for token in above] == [True, False]
    (said,) = hiding_sentences(above)
    assert said.key == "may_hide_token"
    assert "(x2)" in said
    assert hiding_sentences(hiding(tokens, np.zeros((0, 2)))) == ()
    assert hiding([], np.zeros((0, 2))) == []


def test_a_height_is_in_doubt_for_a_place_below_or_a_strange_colour_beside(
    photographs: Photographs,
) -> None:
    """Far from below the camera: only what has a rim below it is put between the heights."""
    shown = photographs.take("night", condition="steep")
    pose = find_board(shown.frame, shown.board).pose
    spec = replace(shown.board.tokens, diameter_mm=2 * RADIUS_MM, thickness_mm=9.0)
    tokens = [TOKEN, beside(60.0), beside(-60.0)]
    strange = strange_at((170.0, 100.0))
    below, coloured, free = heights_doubted(tokens, strange, np.array([[92.0, 100.0]]), pose, spec)
    assert below.sigma_mm > 1.0
    assert below.distance_mm(TOKEN) > 1.0
    assert coloured.sigma_mm > 1.0
    assert coloured.centre_mm == tokens[1].centre_mm
    assert free == tokens[2]


def test_a_rim_below_a_token_that_proves_none_leaves_its_height_open() -> None:
    tokens = [TOKEN, beside(20.0), beside(60.0)]
    places_mm = np.array([[92.0, 100.0]])
    assert may_lie_on(tokens, places_mm, RADIUS_MM) == [True, False, False]
    assert may_lie_on(tokens, np.zeros((0, 2)), RADIUS_MM) == [False] * 3


def strange_at(*places_mm: tuple[float, float], radius_mm: float = RADIUS_MM) -> Strange:
    """Discs of a strange colour on a board of 200 x 200 mm."""
    grid = Grid.over((0.0, 0.0), (200.0, 200.0), 1.0)
    y, x = np.mgrid[0:200, 0:200] + 0.5
    mask = np.zeros((200, 200), bool)
    for place in places_mm:
        mask |= np.hypot(x - place[0], y - place[1]) < radius_mm
    nowhere = np.zeros_like(mask)
    printed = PrintPicture(np.zeros((*mask.shape, 3), np.float32))
    return Strange(mask, nowhere, nowhere, nowhere, printed, grid)


def test_a_crescent_beside_a_token_is_something() -> None:
    alone = strange_at(TOKEN.centre_mm)
    assert not adjoin_something([TOKEN], alone, RADIUS_MM)[0]
    crescent = strange_at(TOKEN.centre_mm, (107.0, 103.0))
    assert adjoin_something([TOKEN], crescent, RADIUS_MM)[0]


def test_a_known_neighbour_and_a_thin_line_are_nothing() -> None:
    neighbour = beside(20.5)
    both = strange_at(TOKEN.centre_mm, neighbour.centre_mm)
    assert not adjoin_something([TOKEN, neighbour], both, RADIUS_MM)[0]
    line = strange_at(TOKEN.centre_mm)
    line.mask[:, 112:114] = True
    assert not adjoin_something([TOKEN], line, RADIUS_MM)[0]


def test_a_hand_all_round_is_something() -> None:
    assert adjoin_something([TOKEN], strange_at((100.0, 100.0), radius_mm=40.0), RADIUS_MM)[0]
