"""The figures of the rules are measured, each with its goal; other processes do not count."""

from __future__ import annotations

from time import sleep
from types import SimpleNamespace
from typing import Any, cast

from companion.bench import judging_row
from companion.bench.polaris import rows
from companion.flow import Accepted

INTERRUPTED_S = 0.001


def test_every_figure_is_measured() -> None:
    measured = list(rows())
    assert [row.unit for row in measured] == ["chess moves", "ms", "ms", "ms"]
    assert all(row.value > 0 and row.goal is not None and row.note for row in measured)


def test_an_interruption_is_not_counted() -> None:
    def judge(state: str, move: str) -> Accepted[str]:
        sleep(INTERRUPTED_S)
        return Accepted(state + move)

    game = cast("Any", SimpleNamespace(judge=judge, read_move=str.strip))
    row = judging_row(game, "a game", [("", "place"), ("", "take")], "place")
    chess_moves_in_the_interruption = INTERRUPTED_S / 11e-6
    assert row.value < chess_moves_in_the_interruption / 3
    assert "2 moves" in row.note
    assert "begin with place" in row.note
