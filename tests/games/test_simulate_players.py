"""`companion simulate` with a number of players that a game does not admit."""

from __future__ import annotations

import pytest
from command_line import run_companion


@pytest.mark.parametrize("more", [(), ("--live",)], ids=["rules", "live"])
def test_the_game_names_how_many_can_play(more: tuple[str, ...]) -> None:
    done = run_companion("simulate", "starfall", "--players", "9", "--games", "1", *more)
    assert done.returncode == 2
    assert done.stdout == ""
    assert done.stderr == "companion: players: STAR-REF-1 is for 2, 3, 4 players, not 9\n"
