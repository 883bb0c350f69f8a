"""A picture of two plain halves fits any straight printed line; a line is no token."""

from __future__ import annotations

import math
from pathlib import Path

import numpy as np
import pytest
from painted_tokens import SIDE, Image, laid, with_tops
from photographs import Photographs

from companion.board import PointMm
from vision.toss import TossReader

_PLACES: tuple[PointMm, ...] = ((110.0, 105.0), (214.0, 112.0), (105.0, 205.0), (214.0, 214.0))
_TWO_BGR = {
    "dark and light": ((50, 45, 40), (215, 220, 225)),
    "violet and orange": ((140, 50, 110), (80, 150, 240)),
    "two pale ones": ((205, 210, 235), (150, 150, 170)),
    "two dark ones": ((40, 36, 20), (105, 100, 70)),
}


def halves(colours_bgr: tuple[tuple[int, ...], ...], share: float) -> Image:
    """A disc of two plain parts, the first of which has this share of its width."""
    image = np.empty((SIDE, SIDE, 3), np.uint8)
    across = round(share * SIDE)
    image[:, :across], image[:, across:] = colours_bgr
    return image


@pytest.mark.parametrize("art", ["night", "meadow", "six", "rim", "shards"])
@pytest.mark.parametrize("colours", _TWO_BGR.values(), ids=_TWO_BGR)
def test_printed_lines_are_no_two_coloured_tokens(
    art: str, colours: tuple[tuple[int, ...], ...], photographs: Photographs, tmp_path: Path
) -> None:
    pictures = [halves(colours, 0.5), halves(colours, 0.7)]
    shown = photographs.take(art)
    board = with_tops(shown.board, pictures, tmp_path)
    for index, at_mm in enumerate(_PLACES):
        shown = laid(shown, pictures[index % 2], at_mm, 30.0 + 77.0 * index)
    seen = TossReader(board).read(shown.frame).sightings
    assert len(seen) == len(_PLACES)
    for token in seen:
        assert min(math.dist(token.centre_mm, at_mm) for at_mm in _PLACES) < 1.0
