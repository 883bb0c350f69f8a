"""What lies there plainly and fits no kind is said, nameless, and not left out."""

from __future__ import annotations

import math
from dataclasses import replace

import pytest
from photographs import Photographs, spread_out

from companion.board import Board
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
