"""What lies there plainly and fits no kind is said, nameless, and not left out."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass, replace

import numpy as np
import pytest
from photographs import Photograph, Photographs, around, spread_out

from companion.board import Board, PointMm
from vision.flat_view import Flattener, FlatView, flatten_frame, look
from vision.foreign import ForeignFinder
from vision.foreign_types import Foreign, Strange
from vision.registration import find_board
from vision.strangers import strangers
from vision.token_art import TokenArt, prepare
from vision.token_types import SeenToken, left_open
from vision.tokens import Glance, TokenReader
from vision.toss import TossReader

REACH_MM = 2.0


def without(board: Board, kind: str) -> Board:
    """The board of somebody who has not described a kind."""
    kinds = tuple(each for each in board.tokens.kinds if each.name != kind)
    return replace(board, tokens=replace(board.tokens, kinds=kinds))


@pytest.mark.parametrize("art", ["night", "meadow", "six"])
def test_a_token_of_a_kind_that_nobody_described_is_there_and_has_no_name(
    art: str, photographs: Photographs
) -> None:
    lie = spread_out(photographs.studio(art).art)
    shown = photographs.take(art, lie)
    found = 0
    for lost in lie:
        seen = TossReader(without(shown.board, lost.kind)).read(shown.frame).sightings
        for token in lie:
            there = [one for one in seen if math.dist(one.centre_mm, token.centre_mm) < REACH_MM]
            if token is lost:
                assert all(one.kind is None for one in there)
                found += bool(there)
            else:
                assert [one.kind for one in there] == [token.kind]
    assert found >= len(lie) - 1


@dataclass(frozen=True)
class Seen:
    """What the parts of the reader see of an art's tokens side by side."""

    view: FlatView
    glance: Glance
    tokens: list[SeenToken]
    strange: Strange
    art: TokenArt
    board: Board

    def found(self, believed: Sequence[SeenToken], **changes: object) -> list[PointMm]:
        """Where strangers lie when only some of the tokens are believed."""
        nothing = Foreign(np.zeros_like(self.strange.mask), self.strange.grid, False, 1.0, ())
        each = strangers(
            self.view,
            self.glance,
            self.tokens,
            believed,
            replace(self.strange, **changes),  # type: ignore[arg-type]
            nothing,
            self.art,
            self.board,
        )
        assert all(token.kind is None for token in each)
        return [token.centre_mm for token in each]


def look_at(shown: Photograph) -> Seen:
    board = shown.board
    flattener, art = Flattener(board), prepare(board)
    pose = find_board(shown.frame, board).pose
    view = look(flatten_frame(shown.frame.image_bgr, pose, flattener), flattener)
    reader = TokenReader(board, art)
    glance = reader.glance(view, ())
    strange = ForeignFinder(board, view.grid, None).strange(view, glance.tokens)
    return Seen(view, glance, reader.read(view, glance, strange), strange, art, board)


@pytest.fixture(name="seen", scope="module")
def _seen(photographs: Photographs) -> Seen:
    return look_at(photographs.take("night", spread_out(photographs.studio("night").art)))


@pytest.fixture(name="off_target", scope="module")
def _off_target(photographs: Photographs) -> Seen:
    """One token wholly beyond the target, and others on it."""
    art = photographs.studio("night").art
    beyond = 1 + 1.3 * art.board.tokens.radius_mm / art.board.dish.target_radius_mm
    first, *others = spread_out(art)
    away = replace(first, centre_mm=around(art.board, 190.0, beyond))
    return look_at(photographs.take("night", (away, *others)))


def test_what_a_picture_fits_too_poorly_to_be_believed_is_still_there(seen: Seen) -> None:
    doubted, *believed = seen.tokens
    (place_mm,) = seen.found(believed)
    assert math.dist(place_mm, doubted.centre_mm) < REACH_MM
    assert seen.found(seen.tokens) == []


def test_where_the_print_shows_a_poor_picture_is_none(seen: Seen) -> None:
    nowhere = np.zeros_like(seen.strange.mask)
    assert seen.found(seen.tokens[1:], mask=nowhere, like_tokens=nowhere) == []


def test_only_a_picture_tells_a_token_amid_its_own_colour(seen: Seen) -> None:
    everywhere = np.ones_like(seen.strange.mask)
    assert len(seen.found(seen.tokens[1:], like_tokens=everywhere)) == 1
    only_a_rim = replace(seen, tokens=seen.tokens[1:])
    assert len(only_a_rim.found(seen.tokens[1:])) == 1
    assert only_a_rim.found(seen.tokens[1:], like_tokens=everywhere) == []


def split(off_target: Seen) -> tuple[SeenToken, list[SeenToken]]:
    """The token beyond the target, and the others."""
    dish = off_target.board.dish
    away_mm = {id(each): math.dist(each.centre_mm, dish.centre_mm) for each in off_target.tokens}
    *others, away = sorted(off_target.tokens, key=lambda each: away_mm[id(each)])
    assert away_mm[id(away)] > dish.target_radius_mm + off_target.board.tokens.radius_mm
    return away, others


def test_beyond_the_target_too_what_fits_poorly_is_there(off_target: Seen) -> None:
    away, others = split(off_target)
    (place_mm,) = off_target.found(others)
    assert math.dist(place_mm, away.centre_mm) < REACH_MM
    assert off_target.found(off_target.tokens) == []


def test_beyond_the_target_only_what_is_as_small_as_a_token_is_one(off_target: Seen) -> None:
    _, others = split(off_target)
    everywhere = np.ones_like(off_target.strange.mask)
    nowhere = np.zeros_like(off_target.strange.mask)
    assert off_target.found(others, like_tokens=everywhere) == []
    assert off_target.found(others, mask=nowhere, like_tokens=nowhere) == []


def test_beyond_the_target_a_rim_alone_is_no_token(off_target: Seen) -> None:
    """A circle may be printed there, and no area's colours say so."""
    _, others = split(off_target)
    assert replace(off_target, tokens=others).found(others) == []


@pytest.mark.parametrize("art", ["night", "meadow", "six"])
def test_a_token_on_a_marker_is_read(art: str, photographs: Photographs) -> None:
    """It hides the marker, by which nobody knows then that it is one."""
    (token, *_) = spread_out(photographs.studio(art).art)
    board = photographs.take(art).board
    x, y = np.mean(board.tags[0].corners_mm, axis=0).tolist()
    shown = photographs.take(art, [replace(token, centre_mm=(x + 4.0, y + 3.0))])
    (seen,) = TossReader(shown.board).read(shown.frame).sightings
    assert seen.kind == token.kind
    assert math.dist(seen.centre_mm, (x + 4.0, y + 3.0)) < 1.0


def test_a_kind_that_is_not_told_is_not_as_good_as_sure() -> None:
    likeliest, other = left_open((("x2", 0.9999), ("recall", 0.0001)))
    assert likeliest == ("x2", pytest.approx(0.95))
    assert other == ("recall", pytest.approx(0.000095, rel=0.01))
    assert left_open((("x2", 0.6), ("recall", 0.3))) == (("x2", 0.6), ("recall", 0.3))
    assert left_open(()) == ()
