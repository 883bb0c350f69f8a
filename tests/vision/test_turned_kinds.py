"""By how much a kind may be turned without looking different."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
from place_scenes import describe_board

from companion.games.catalogue import find_game, load_edition
from vision.places.painting import Banks, BankStore


@pytest.mark.parametrize("blur_mm", [0.3, 0.9])
def test_a_blurred_crescent_has_a_top(tmp_path: Path, blur_mm: float) -> None:
    """Turned by a twelfth it looks nearly the same, turned by a half it does not."""
    game: Any = find_game("girl")
    prints = game.prints(load_edition(game, game.default_edition))
    art = next(board for board in prints.boards if board.name == "score")
    board = describe_board(tmp_path, prints, art)
    family = next(each for each in board.families if each.name == "marker")
    bank = Banks(board, BankStore()).bank(family, blur_mm)
    periods = dict(zip(family.kinds, bank.period_deg, strict=True))
    assert periods["marker B"] == 360.0
    assert 0.0 in periods.values(), "the others look the same at every turn"
