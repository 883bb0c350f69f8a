"""On which level a token lies: told by overlap, doubted by what shows beside it."""

from __future__ import annotations

from dataclasses import replace
from types import SimpleNamespace

import numpy as np
import pytest
from photographs import Photographs

from companion.board import Tokens
from vision.align import Aligner
from vision.beside_tokens import adjoin_something
from vision.cover import silhouettes_mm
from vision.flat_view import Flattener, FlatView, flatten_frame, look
from vision.foreign_types import PrintPicture, Strange
from vision.heights import settled
from vision.levels import (
    SURELY,
    Standing,
    between,
    hiding,
    lies_on,
    standings,
    upper_first,
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
    tokens = [TOKEN, beside(18.0)]
    first, second = (94.0, 100.0), (100.0, 94.0)
    above = hiding(tokens, np.array([first, second]))
    assert [token.may_hide_mm for token in above] == [first, None]
    assert hiding(tokens, np.zeros((0, 2))) == tokens
    assert hiding([], np.zeros((0, 2))) == []
    assert hiding([], np.array([first])) == []


def view_of(photographs: Photographs) -> FlatView:
    """A board far from below the camera."""
    shown = photographs.take("night", condition="steep")
    flattener = Flattener(shown.board)
    pose = find_board(shown.frame, shown.board).pose
    return look(flatten_frame(shown.frame.image_bgr, pose, flattener), flattener)


def test_a_height_is_in_doubt_for_a_place_below_or_a_strange_colour_beside(
    photographs: Photographs,
) -> None:
    """Only what has a rim below it is put between the heights."""
    view = view_of(photographs)
    spec = Tokens(2 * RADIUS_MM, 9.0, ())
    tokens = [replace(each, correlation=0.8) for each in (TOKEN, beside(60.0), beside(-60.0))]
    discs_mm = silhouettes_mm(tokens, view.pose, spec)
    strange = strange_at(tuple((discs_mm[1, 1] + np.array([9.0, 0.0])).tolist()))
    nothing = np.zeros((0, 2))
    unproved_mm = discs_mm[:1, 1] - np.array([8.0, 0.0])
    aligner: Aligner = None  # type: ignore[assignment]  # no size of such weak tokens is asked
    below, coloured, free = settled(tokens, strange, unproved_mm, view, aligner, spec)
    assert below.sigma_mm > 1.0
    assert below.distance_mm(tokens[0]) > 1.0
    assert coloured.sigma_mm > 1.0
    assert coloured.centre_mm == tokens[1].centre_mm
    assert free == tokens[2]
    assert settled(tokens, strange_at(), nothing, view, aligner, spec) == tokens


@pytest.mark.parametrize(
    ("across", "clearness", "first"),
    [
        ((0.9, 0.4), (0.9, 0.95), 0),
        ((0.4, 0.9), (0.95, 0.9), 1),
        ((0.5, 0.55), (0.95, 0.9), 0),
        ((0.4, 0.9), (0.95, 0.7), 0),
    ],
)
def test_of_two_seen_whole_the_one_whose_rim_crosses_the_other_is_the_upper(
    across: tuple[float, float], clearness: tuple[float, float], first: int
) -> None:
    class Rims:
        def rim_scores(self, centres_mm: np.ndarray, *_: object) -> tuple[np.ndarray, np.ndarray]:
            shares = [across[0] if x < 105.0 else across[1] for x, _ in centres_mm]
            return np.array(shares), np.ones(len(shares))

    view = SimpleNamespace(evidence=Rims())
    pair = [
        replace(each, correlation=share)
        for each, share in zip((TOKEN, beside(12.0)), clearness, strict=True)
    ]
    lower = [beside(6.0, visible=0.4)], [beside(3.0, visible=0.6)]
    spec = Tokens(2 * RADIUS_MM, 3.0, ())
    ordered = upper_first(pair, lower, view, spec)  # type: ignore[arg-type]
    assert ordered == [pair[first], pair[1 - first], *lower[0], *lower[1]]


@pytest.mark.parametrize(
    ("tokens", "expected"),
    [
        ([TOKEN, beside(60.0)], [(0, 0), (0, 0)]),
        ([TOKEN, beside(8.0, visible=0.5)], [(1, 1), (0, 0)]),
        ([TOKEN, beside(19.0)], [(0, 1), (0, 0)]),
        ([TOKEN, beside(8.0, visible=0.5), beside(14.0, visible=0.2)], [(2, 2), (1, 1), (0, 0)]),
        ([TOKEN, beside(15.0, visible=0.5), beside(30.0, visible=0.2)], [(2, 2), (1, 1), (0, 0)]),
        ([TOKEN, beside(8.0, visible=0.5, kind=None), beside(14.0, visible=0.2)], None),
    ],
)
def test_a_token_lies_a_level_above_what_it_lies_on(
    tokens: list[SeenToken], expected: list[tuple[int, int]] | None
) -> None:
    """What has no kind may be a shadow: it raises others, but itself only perhaps."""
    stands = standings(tokens, RADIUS_MM)
    if expected is None:
        assert stands == [Standing(1, 2, True), Standing(0, 1, True), Standing(0, 0, False)]
    else:
        assert [(stand.least, stand.most) for stand in stands] == expected


def strange_at(*places_mm: tuple[float, float], radius_mm: float = RADIUS_MM) -> Strange:
    """Discs of a strange colour on a board of 200 x 200 mm."""
    grid = Grid.over((0.0, 0.0), (200.0, 200.0), 1.0)
    y, x = np.mgrid[0:200, 0:200] + 0.5
    mask = np.zeros((200, 200), bool)
    for place in places_mm:
        mask |= np.hypot(x - place[0], y - place[1]) < radius_mm
    nowhere = np.zeros_like(mask)
    printed = PrintPicture(np.zeros((*mask.shape, 3), np.float32))
    return Strange(mask, nowhere, nowhere, nowhere, printed, grid, np.ones(3, np.float32))


def discs(*tokens: SeenToken, shift_mm: float = 0.0) -> np.ndarray:
    """What tokens hide to a camera that sees their undersides moved so far to the right."""
    tops = np.array([token.centre_mm for token in tokens])
    return np.stack([tops, tops + np.array([shift_mm, 0.0])], axis=1)


@pytest.mark.parametrize("shift_mm", [0.0, 4.0])
def test_a_crescent_beside_a_token_is_something(shift_mm: float) -> None:
    silhouette = discs(TOKEN, shift_mm=shift_mm)
    own = strange_at(TOKEN.centre_mm, (100.0 + shift_mm, 100.0))
    assert not adjoin_something(silhouette, own, RADIUS_MM)[0]
    crescent = strange_at(TOKEN.centre_mm, (107.0 + shift_mm, 103.0))
    assert adjoin_something(silhouette, crescent, RADIUS_MM)[0]
    assert adjoin_something(np.zeros((0, 2, 2)), crescent, RADIUS_MM) == []


def test_a_known_neighbour_and_a_thin_line_are_nothing() -> None:
    neighbour = beside(20.5)
    both = strange_at(TOKEN.centre_mm, neighbour.centre_mm)
    assert not adjoin_something(discs(TOKEN, neighbour), both, RADIUS_MM)[0]
    line = strange_at(TOKEN.centre_mm)
    line.mask[:, 112:114] = True
    assert not adjoin_something(discs(TOKEN), line, RADIUS_MM)[0]


def test_a_hand_all_round_is_something() -> None:
    around = strange_at((100.0, 100.0), radius_mm=40.0)
    assert adjoin_something(discs(TOKEN), around, RADIUS_MM)[0]
