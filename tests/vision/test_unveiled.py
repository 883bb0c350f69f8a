"""Tokens under a mirrored lamp, and tokens that hardly stand out from their ground."""

from __future__ import annotations

import math
from dataclasses import dataclass, replace

import numpy as np
import pytest
from photographs import Photographs, spread_out

from vision.flat_view import Flattener, FlatView, flatten_frame, look
from vision.registration import find_board
from vision.token_art import TokenArt, prepare
from vision.token_starts import FAINT
from vision.token_types import SeenToken
from vision.tokens import Glance, TokenReader
from vision.unveiled import CLEAR, unveiled

TONE_CURVE = 2.2


@dataclass(frozen=True)
class Seen:
    """A view of an art's tokens side by side, and how they are seen at a first look."""

    view: FlatView
    glance: Glance
    reader: TokenReader
    art: TokenArt
    radius_mm: float

    def lit(self, token: SeenToken, light: float, width: float) -> FlatView:
        """The view with a lamp mirrored beside a token, `width` radii wide."""
        x, y = self.view.fine.to_px(np.array([token.centre_mm]))[0]
        height, columns = self.view.fine_bgr.shape[:2]
        down, across = np.mgrid[:height, :columns]
        reach = width * self.radius_mm * self.view.fine.px_per_mm
        lobe = np.exp(-0.5 * ((across - x - 0.6 * reach) ** 2 + (down - y) ** 2) / reach**2)
        linear = (self.view.fine_bgr / 255.0) ** TONE_CURVE + light * lobe[..., None]
        levels = 255 * linear.clip(0, 1) ** (1 / TONE_CURVE)
        return replace(self.view, fine_bgr=np.asarray(levels, np.uint8))


@pytest.fixture(name="seen", scope="module")
def _seen(photographs: Photographs) -> Seen:
    shown = photographs.take("meadow", spread_out(photographs.studio("meadow").art))
    flattener, art = Flattener(shown.board), prepare(shown.board)
    pose = find_board(shown.frame, shown.board).pose
    view = look(flatten_frame(shown.frame.image_bgr, pose, flattener), flattener)
    reader = TokenReader(shown.board, art)
    glance = reader.glance(view, ())
    assert len(glance.tokens) >= 4
    return Seen(view, glance, reader, art, shown.board.tokens.radius_mm)


def read_poorly(token: SeenToken) -> SeenToken:
    return replace(token, correlation=CLEAR - 0.05, gain=0.3 * token.gain)


def test_a_token_under_a_mirrored_lamp_is_as_clear_as_without(seen: Seen) -> None:
    token, *others = seen.glance.tokens
    view = seen.lit(token, 0.25, 2.0)
    again = unveiled(view, [*others, read_poorly(token)], seen.art, seen.radius_mm)[-1]
    assert again.kind == token.kind
    assert again.correlation > CLEAR
    assert again.gain == pytest.approx(token.gain, rel=0.4)


def test_what_is_no_brighter_than_others_is_left_alone(seen: Seen) -> None:
    token, *others = seen.glance.tokens
    poor = read_poorly(token)
    assert unveiled(seen.view, [*others, poor], seen.art, seen.radius_mm)[-1] == poor


def test_another_kind_than_the_one_that_was_read_is_left_alone(seen: Seen) -> None:
    token, *others = seen.glance.tokens
    assert token.kind is not None
    poor = replace(read_poorly(token), kind=(token.kind + 1) % len(seen.art.names))
    view = seen.lit(token, 0.25, 2.0)
    assert unveiled(view, [*others, poor], seen.art, seen.radius_mm)[-1] == poor


def test_a_token_that_is_burnt_out_is_left_alone(seen: Seen) -> None:
    token, *others = seen.glance.tokens
    poor = read_poorly(token)
    view = seen.lit(token, 3.0, 2.0)
    assert unveiled(view, [*others, poor], seen.art, seen.radius_mm)[-1] == poor


def test_clear_tokens_stay_as_they_are(seen: Seen) -> None:
    tokens = [token for token in seen.glance.tokens if token.correlation >= CLEAR]
    assert unveiled(seen.view, tokens, seen.art, seen.radius_mm) == tokens
    assert unveiled(seen.view, [], seen.art, seen.radius_mm) == []


@pytest.mark.parametrize("turn_deg", [0, 70, 150, 220, 300])
def test_a_faint_rim_beside_a_token_leads_to_it(turn_deg: int, seen: Seen) -> None:
    token, *others = seen.glance.tokens
    turn, reach = math.radians(turn_deg), 0.21 * seen.radius_mm
    x, y = token.centre_mm
    beside = np.array([[x + reach * math.cos(turn), y + reach * math.sin(turn)]])
    faint = sum(FAINT.rims) / 2
    glance = Glance(others, beside, np.array([faint]), np.array([token.gain]))
    unknown = seen.reader.unknown(glance, others)
    found = seen.reader.second_look(FAINT, seen.view, glance, unknown)
    assert [(one.kind, one.distance_mm(token) < 0.05 * seen.radius_mm) for one in found] == [
        (token.kind, True)
    ]


def test_a_place_without_a_rim_is_not_worth_it(seen: Seen) -> None:
    token, *others = seen.glance.tokens
    glance = Glance(
        others, np.array([token.centre_mm]), np.array([FAINT.rims[0]]), np.array([token.gain])
    )
    unknown = seen.reader.unknown(glance, others)
    assert len(unknown) == 1
    assert seen.reader.second_look(FAINT, seen.view, glance, unknown) == []


@pytest.mark.parametrize(
    ("rim", "contrast", "worth"),
    [(0.8, 0.3, True), (0.6, 0.3, False), (0.6, 0.5, True), (0.8, 0.2, False)],
)
def test_thin_lines_are_worth_a_look_within_a_clear_rim(
    rim: float, contrast: float, worth: bool, seen: Seen
) -> None:
    token, *others = seen.glance.tokens
    usual = seen.glance.usual_gain
    glance = Glance(
        seen.glance.tokens,
        np.array([token.centre_mm]),
        np.array([rim]),
        np.array([contrast * usual]),
    )
    assert (len(seen.reader.unknown(glance, others)) == 1) == worth
