"""The drawn verdict: a new picture, whatever was found."""

from __future__ import annotations

import numpy as np
import pytest
from photographs import Photograph, Photographs, spread_out

from companion.board import LIGHT_COLOURS
from companion.games.girl.toss import judge_toss
from companion.games.girl.toss_words import gives
from vision.annotate import TossMark, draw_toss
from vision.registration import FoundBoard, find_board
from vision.toss import TossReader
from vision.toss_ink import PAPER
from vision.toss_panel import draw_panel


@pytest.fixture(scope="module")
def shown(photographs: Photographs) -> Photograph:
    return photographs.take("night", spread_out(photographs.studio("night").art))


@pytest.fixture(scope="module")
def found(shown: Photograph) -> FoundBoard:
    return find_board(shown.frame, shown.board)


def a_mark(**changes: object) -> TossMark:
    """A clear token on red, with what a test changes."""
    values: dict[str, object] = {
        "kind": "x2", "centre_mm": (200.0, 150.0), "settled_mm": (200.0, 150.0),
        "outside": False, "level": 0, "sigma_mm": 0.12, "touches": (("red", 21.0, True),),
        "gives": "2 red", "close_calls": (), "note": "",
    } | changes  # fmt: skip
    return TossMark(**values)  # type: ignore[arg-type]


def drawn(shown: Photograph, found: FoundBoard | None, *marks: TossMark) -> np.ndarray:
    return draw_toss(shown.frame, shown.board, found, "1 token read", (), marks)


def test_a_toss_is_drawn_beside_its_photograph(shown: Photograph, found: FoundBoard) -> None:
    toss = judge_toss(TossReader(shown.board).read(shown.frame), shown.board)
    marks = [
        a_mark(kind=token.kind, centre_mm=token.centre_mm, settled_mm=token.settled_mm,
               outside=token.outside, gives=gives(token))
        for token in toss.tokens
    ]  # fmt: skip
    before = shown.frame.image_bgr.copy()
    picture = draw_toss(shown.frame, shown.board, found, "6 tokens read", ("A problem.",), marks)
    assert picture.dtype == np.uint8
    assert picture.ndim == 3
    assert picture.shape[2] == 3
    assert not np.shares_memory(picture, shown.frame.image_bgr)
    assert np.array_equal(shown.frame.image_bgr, before)
    assert len(np.unique(picture.reshape(-1, 3), axis=0)) > 1000


def test_every_mark_changes_the_picture(shown: Photograph, found: FoundBoard) -> None:
    plain = drawn(shown, found)
    marked = drawn(shown, found, a_mark())
    assert marked.shape == plain.shape
    assert not np.array_equal(marked, plain)
    slid = a_mark(outside=True, centre_mm=(264.0, 150.0))
    assert not np.array_equal(drawn(shown, found, slid), drawn(shown, found, a_mark()))


def test_a_broken_ring_shows_where_another_token_may_lie(
    shown: Photograph, found: FoundBoard
) -> None:
    below_mm = (203.0, 150.0)
    plain, ringed = drawn(shown, found, a_mark()), drawn(shown, found, a_mark(may_hide_mm=below_mm))
    changed = (plain != ringed).any(axis=2)
    rows, columns = np.nonzero(changed)
    assert len(rows) > 100
    # A ring, as wide as high but for the camera's tilt, and no more than half of it drawn.
    assert 0.8 < np.ptp(columns) / np.ptp(rows) < 1.6
    assert changed.sum() < 0.5 * np.pi * np.ptp(columns) * 6


def test_a_close_call_gets_an_enlarged_spot(shown: Photograph, found: FoundBoard) -> None:
    sure = drawn(shown, found, a_mark())
    close = drawn(shown, found, a_mark(close_calls=(("blue", 0.12, False),)))
    assert close.shape[1] == sure.shape[1]
    assert close.shape[0] > sure.shape[0] + 100
    # Many close calls wrap into rows instead of growing ever wider.
    many = drawn(shown, found, *[a_mark(close_calls=(("blue", 0.12, False),))] * 13)
    assert many.shape[1] == sure.shape[1]
    assert many.shape[0] > close.shape[0]


def test_without_a_board_there_is_still_a_picture(shown: Photograph) -> None:
    picture = draw_toss(
        shown.frame, shown.board, None, "No verdict", ("The board is not found.",), []
    )
    assert picture.shape[0] > 200
    assert picture.std() > 5


@pytest.mark.parametrize("size", [(32, 32), (40, 3000), (3000, 40)])
def test_a_picture_of_any_shape_can_be_drawn_on(size: tuple[int, int], shown: Photograph) -> None:
    odd = shown.with_image(np.full((*size, 3), 120, np.uint8))
    picture = draw_toss(odd.frame, shown.board, None, "No verdict", ("Sentence " * 60,), [])
    assert picture.shape[2] == 3
    assert max(picture.shape[:2]) < 200_000


@pytest.mark.parametrize(
    "mark",
    [
        a_mark(kind=None, gives="none", touches=(), note="another token lies on it"),
        a_mark(level=1),
        a_mark(centre_mm=(-40.0, 700.0), settled_mm=(155.0, 250.0), outside=True),
        a_mark(kind="k" * 200, note="n" * 400),
        a_mark(close_calls=(("hub", 0.1, True), ("red", 0.2, False), ("blue", 0.0, False))),
    ],
    ids=["nothing known", "upper", "far off the board", "long words", "three close calls"],
)
def test_every_token_can_be_drawn(mark: TossMark, shown: Photograph, found: FoundBoard) -> None:
    # Two tokens at one place have no side that is clear of the other.
    assert drawn(shown, found, mark, mark).shape[2] == 3


@pytest.mark.parametrize(
    "mark",
    [
        a_mark(
            touches=(("hub", 13.3, True), *((area, 11.2, False) for area in LIGHT_COLOURS)),
            gives="2, each any colour",
        ),
        a_mark(
            close_calls=(("hub", 0.12, True), ("red", 0.21, False), ("blue", 0.05, True)),
            note="another token lies on it",
        ),
    ],
    ids=["touches everything", "three close calls"],
)
def test_what_is_said_of_a_token_is_not_cut_off(mark: TossMark) -> None:
    panel = np.asarray(draw_panel("1 token read", (), [mark], 1240))
    assert (panel[:, -12:] == PAPER).all()
    assert (panel[:, 84:-12] != PAPER).any()


def test_the_panel_says_what_a_token_gives() -> None:
    one, two = (
        np.asarray(draw_panel("", (), [a_mark(gives=gives)], 1240)) for gives in ("red", "2 red")
    )
    assert not np.array_equal(one, two)
