"""Doubt: weak fits lose their kind or are dropped, and wrong sizes are named."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest
from photographs import Photograph, Photographs, spread_out

from companion.board import Board
from vision.flat_view import Flattener, flatten_frame, look
from vision.foreign_types import Foreign
from vision.plausible import plausible
from vision.rectify import Grid
from vision.registration import BoardFinder
from vision.token_art import prepare
from vision.token_size import size_problem, size_ratio
from vision.token_types import SeenToken
from vision.toss import TossReader

CLEAR = SeenToken(0, (("x2", 1.0),), (155.0, 100.0), 0.0, 0.03, 0, 0.95, 1.0, 0.9, 100.0)


@pytest.fixture(scope="module")
def board(photographs: Photographs) -> Board:
    return photographs.take("night").board


def foreign_at(board: Board, *points_mm: tuple[float, float]) -> Foreign:
    """Something foreign of 10 mm around each point."""
    grid = Grid.over((0.0, 0.0), board.size_mm, 1.0)
    mask = np.zeros((grid.size_wh[1], grid.size_wh[0]), bool)
    for x, y in points_mm:
        mask[int(y) - 5 : int(y) + 5, int(x) - 5 : int(x) + 5] = True
    return Foreign(mask, grid, bool(points_mm), 1.0, ())


def others(count: int = 3) -> list[SeenToken]:
    """Clear tokens that say what contrast is usual."""
    return [replace(CLEAR, centre_mm=(60.0 + 40 * i, 220.0)) for i in range(count)]


def judged(board: Board, token: SeenToken, foreign: Foreign | None = None) -> SeenToken | None:
    """What is believed of one token among clear ones; None when it is dropped."""
    kept = plausible([*others(), token], foreign or foreign_at(board), board)
    return next((each for each in kept if each.centre_mm == token.centre_mm), None)


def test_clear_tokens_are_believed_as_they_are(board: Board) -> None:
    assert judged(board, CLEAR) == CLEAR


def test_a_weak_fit_with_a_good_rim_keeps_its_place_and_loses_its_kind(board: Board) -> None:
    kept = judged(board, replace(CLEAR, correlation=0.76))
    assert kept is not None
    assert kept.kind is None
    assert kept.why == "the picture fits no kind well enough"
    assert kept.sigma_mm > CLEAR.sigma_mm
    assert kept.kinds == CLEAR.kinds


def test_a_weak_fit_under_something_says_so(board: Board) -> None:
    kept = judged(board, replace(CLEAR, correlation=0.76), foreign_at(board, (160.0, 100.0)))
    assert kept is not None
    assert kept.why == "something covers it in part"


@pytest.mark.parametrize(
    "changes",
    [
        {"correlation": 0.76, "rim": 0.3},
        {"correlation": 0.76, "gain": 20.0},
        {"correlation": 0.76, "centre_mm": (18.5, 18.5)},
        {"correlation": 0.76, "kind": None, "visible": 0.4, "centre_mm": (18.5, 18.5)},
    ],
    ids=["without a rim", "faint", "on a marker", "nameless on a marker"],
)
def test_what_only_looks_like_a_token_is_dropped(board: Board, changes: dict[str, object]) -> None:
    assert judged(board, replace(CLEAR, **changes)) is None  # type: ignore[arg-type]


def test_a_nameless_crescent_beside_a_hand_is_a_part_of_the_hand(board: Board) -> None:
    crescent = replace(CLEAR, kind=None, visible=0.4)
    assert judged(board, crescent) is not None
    assert judged(board, crescent, foreign_at(board, (160.0, 100.0))) is None


@pytest.mark.parametrize(
    ("ratio", "described"),
    [(1.0, None), (1.04, None), (0.96, None), (1.19, "25 mm"), (0.86, "18 mm")],
)
def test_a_wrong_size_is_told_in_one_sentence(
    board: Board, ratio: float, described: str | None
) -> None:
    sentence = size_problem(ratio, board)
    if described is None:
        assert sentence is None
    else:
        assert sentence is not None
        assert f"about {described} across" in sentence
        assert "token.diameter_mm says 21" in sentence


@pytest.mark.parametrize("factor", [0.71, 0.85, 1.18, 1.6, 1.75])
def test_tokens_of_another_size_than_described_are_named(
    factor: float, photographs: Photographs
) -> None:
    shown = photographs.take("night", spread_out(photographs.studio("night").art))
    tokens = replace(shown.board.tokens, diameter_mm=21.0 * factor)
    seen = TossReader(replace(shown.board, tokens=tokens)).read(shown.frame)
    assert any("token.diameter_mm" in problem for problem in seen.problems), seen.problems


@pytest.mark.parametrize("factor", [0.71, 1.6])
def test_a_few_tokens_of_another_size_are_never_read_as_none(
    factor: float, photographs: Photographs
) -> None:
    few = spread_out(photographs.studio("night").art)[:3]
    shown = photographs.take("night", few)
    tokens = replace(shown.board.tokens, diameter_mm=21.0 * factor)
    seen = TossReader(replace(shown.board, tokens=tokens)).read(shown.frame)
    assert any("token.diameter_mm" in problem for problem in seen.problems), seen


def measured(shown: Photograph, token: SeenToken) -> float | None:
    flattener = Flattener(shown.board)
    pose = BoardFinder(shown.board).find(shown.gray).pose
    view = look(flatten_frame(shown.frame.image_bgr, pose, flattener), flattener)
    return size_ratio(view, [token], prepare(shown.board), shown.board)


def test_a_token_between_two_heights_is_not_measured(photographs: Photographs) -> None:
    shown = photographs.take("night", spread_out(photographs.studio("night").art))
    lying, radius_mm = shown.scene.tokens[0], shown.board.tokens.radius_mm
    kind = [each.name for each in shown.board.tokens.kinds].index(lying.kind)
    firm = replace(CLEAR, kind=kind, centre_mm=lying.centre_mm, sigma_mm=0.04 * radius_mm)
    assert measured(shown, firm) == pytest.approx(1.0, abs=0.05)
    assert measured(shown, replace(firm, sigma_mm=0.06 * radius_mm)) is None


def test_tokens_of_the_described_size_are_not(photographs: Photographs) -> None:
    shown = photographs.take("night", spread_out(photographs.studio("night").art))
    assert not any(
        "diameter_mm" in problem for problem in TossReader(shown.board).read(shown.frame).problems
    )
