"""A copy drawn by another hand, taught from photographs, is read on other photographs."""

from __future__ import annotations

from pathlib import Path

import pytest
from second_copy import own_copy, photograph_games

from companion.accuracy.places import PlaceScore
from companion.apps.place_accuracy import place_rows
from companion.teaching.plan import read_plan
from companion.teaching_app.steps import Teacher
from companion.teaching_app.writing import Understood, write_edition

LIGHTS = ("any", "bright", "dim", "warm", "low-lamp", "glare")
PHOTOS = 12  # for each light
LEAST_GOOD = 0.95  # of the boards are perfect, or every imperfection is flagged


@pytest.mark.slow
@pytest.mark.parametrize("seed", [5])
def test_a_taught_copy_is_read_or_says_so(tmp_path: Path, seed: int) -> None:
    photos = tmp_path / "photos"
    photos.mkdir()
    prints = own_copy(photos, seed)
    understood = Understood(Teacher(photos, read_plan(photos)))
    understood.learn()
    assert understood.problems == []
    write_edition(understood, tmp_path / "edition")
    total = PlaceScore()
    for light in LIGHTS:
        folder = tmp_path / light
        photograph_games(prints, "../edition/player-1.toml", folder, PHOTOS, seed + 7, light)
        ((_, _, _, score),) = place_rows(folder)
        total = total + score
        print(
            f"| {light} | {score.boards} | {score.flagged} | {score.blocked} | {score.places} | "
            f"{score.wrong_sure} | {score.clear_unsure} of {score.clear} |"
        )
    assert total.flagged >= LEAST_GOOD * total.boards
    assert total.wrong_sure <= 0.002 * total.places
