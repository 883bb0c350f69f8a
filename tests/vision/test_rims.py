"""Rims of tokens: what fits poorly must lie within one."""

from __future__ import annotations

from dataclasses import replace

import pytest
from photographs import Photographs, spread_out

from vision.flat_view import Flattener, FlatView, flatten_frame, look
from vision.registration import find_board
from vision.rim_fit import within_rims
from vision.token_art import prepare
from vision.token_types import SeenToken
from vision.tokens import TokenReader

POOR = 0.76


@pytest.fixture(name="seen", scope="module")
def _seen(photographs: Photographs) -> tuple[FlatView, list[SeenToken]]:
    """A view of an art's tokens side by side, and how they are seen."""
    shown = photographs.take("meadow", spread_out(photographs.studio("meadow").art))
    flattener = Flattener(shown.board)
    pose = find_board(shown.frame, shown.board).pose
    view = look(flatten_frame(shown.frame.image_bgr, pose, flattener), flattener)
    tokens = TokenReader(shown.board, prepare(shown.board)).glance(view, ()).tokens
    assert len(tokens) >= 4
    return view, tokens


@pytest.mark.parametrize(("off", "stays"), [(0.0, True), (0.05, True), (0.4, False), (0.7, False)])
def test_what_fits_poorly_stays_only_within_a_rim(
    off: float, stays: bool, photographs: Photographs, seen: tuple[FlatView, list[SeenToken]]
) -> None:
    spec = photographs.studio("meadow").art.board.tokens
    view, (first, *others) = seen
    x, y = first.centre_mm
    poor = replace(first, correlation=POOR, centre_mm=(x + off * spec.radius_mm, y))
    kept = within_rims(view, [poor, *others], spec)
    assert (poor in kept) == stays
    assert all(token in kept for token in others)


def test_what_fits_well_stays_wherever_it_lies(
    photographs: Photographs, seen: tuple[FlatView, list[SeenToken]]
) -> None:
    spec = photographs.studio("meadow").art.board.tokens
    view, (first, *others) = seen
    moved = replace(first, centre_mm=(first.centre_mm[0] + 0.7 * spec.radius_mm, 0.0))
    assert moved in within_rims(view, [moved, *others], spec)


def test_poor_fits_alone_have_no_rim_to_be_compared_with(
    photographs: Photographs, seen: tuple[FlatView, list[SeenToken]]
) -> None:
    view, tokens = seen
    poor = [replace(token, correlation=POOR) for token in tokens]
    assert within_rims(view, poor, photographs.studio("meadow").art.board.tokens) == poor
