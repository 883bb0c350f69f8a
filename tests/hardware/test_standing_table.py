"""A table under a camera that stands still: what never changes is drawn once, and looks alike."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest

from hardware.simulated.arts import art_named
from hardware.simulated.conditions import conditions_named
from hardware.simulated.cropping import board_window, cropped, inner
from hardware.simulated.live import LiveTable
from hardware.simulated.sensor import automatic_gain, encoded, gathered
from hardware.simulated.studio import Studio

_SCALE = 0.25


def test_a_kept_ground_gives_the_same_picture_without_what_it_was_drawn_from() -> None:
    studio = Studio(art_named("rim"), 5, conditions_named("mounted"), _SCALE)
    scene = studio.arrange(0, empty=True).scene
    tokens = LiveTable(studio, 5).toss(1, 6)
    fresh = replace(scene, tokens=tokens).table_bgr()
    standing = scene.standing()
    kept = replace(standing, tokens=tokens).table_bgr()
    assert np.abs(kept - fresh).max() < 8e-3 * fresh.max()
    assert standing.top is None
    assert standing.prints.board_bgr.size < 100
    # A second picture shows that drawing on the ground does not stain it.
    assert np.array_equal(replace(standing, tokens=tokens).table_bgr(), kept)


@pytest.mark.parametrize(
    ("art", "condition"), [("night", "bright"), ("rim", "low-lamp"), ("shards", "steep")]
)
def test_only_the_board_is_drawn_anew_and_the_picture_is_that_of_the_whole(
    art: str, condition: str
) -> None:
    studio = Studio(art_named(art), 5, conditions_named(condition), _SCALE)
    arrangement = studio.arrange(0, empty=True)
    shot, table = arrangement.shot, LiveTable(studio, 5)
    standing = arrangement.scene.standing()
    gain = np.float32(automatic_gain(gathered(standing.table_bgr(), shot), shot))
    for number in (1, 2):
        tokens = table.toss(number, 9)
        whole = encoded(gathered(replace(standing, tokens=tokens).table_bgr(), shot) * gain, shot)
        drawn = table._drawn(tokens)
        assert np.abs(drawn.astype(int) - whole).max() <= 3
        assert (drawn != whole).mean() < 0.02
    whole = encoded(gathered(standing.table_bgr(), shot) * gain, shot)
    assert np.abs(table._drawn(()).astype(int) - whole).max() <= 3, "and nothing stays"


def test_a_part_of_a_scene_begins_and_ends_where_light_is_drawn() -> None:
    studio = Studio(art_named("night"), 5, conditions_named("mounted"), _SCALE)
    scene = studio.arrange(0, empty=True).scene
    left, top, width, height = window = board_window(scene.view, scene.art.board)
    assert left % 8 == top % 8 == 0
    assert width > 24 < height
    with pytest.raises(ValueError, match="standing"):
        cropped(scene, window)
    size_wh = scene.view.lens.size_wh
    assert inner((0, 0, *size_wh), size_wh) == (0, 0, *size_wh)
    assert inner((80, 40, 160, 120), size_wh) == (104, 64, 112, 72)


def test_noise_in_bands_has_no_seams_and_the_spread_of_the_light() -> None:
    table = LiveTable(Studio(art_named("night"), 5, conditions_named("mounted"), _SCALE), 5)
    one, other = (table.picture((), None, number).astype(np.float64) for number in (1, 2))
    rows = (one - other).std(axis=(1, 2))
    assert rows.min() > 0.5
    assert np.abs(np.diff(rows)).max() < 0.3 * rows.mean()
    assert abs((one - other).mean()) < 0.1
