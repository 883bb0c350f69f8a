"""A table under a camera that stands still: the ground is drawn once and looks the same."""

from __future__ import annotations

from dataclasses import replace

import numpy as np

from hardware.simulated.arts import art_named
from hardware.simulated.conditions import conditions_named
from hardware.simulated.live import LiveTable
from hardware.simulated.studio import Studio

_SCALE = 0.25


def test_a_kept_ground_gives_the_same_picture_without_what_it_was_drawn_from() -> None:
    studio = Studio(art_named("rim"), 5, conditions_named("mounted"), _SCALE)
    scene = studio.arrange(0, empty=True).scene
    tokens = LiveTable(studio, 5).toss(1, 6)
    fresh = replace(scene, tokens=tokens).table_bgr()
    standing = scene.standing()
    kept = replace(standing, tokens=tokens).table_bgr()
    assert np.abs(kept - fresh).max() < 2e-3 * fresh.max()
    assert standing.top is None
    assert standing.prints.board_bgr.size < 100
    # A second picture shows that drawing on the ground does not stain it.
    assert np.array_equal(replace(standing, tokens=tokens).table_bgr(), kept)


def test_noise_in_bands_has_no_seams_and_the_spread_of_the_light() -> None:
    table = LiveTable(Studio(art_named("night"), 5, conditions_named("mounted"), _SCALE), 5)
    one, other = (table.picture((), None, number).astype(np.float64) for number in (1, 2))
    rows = (one - other).std(axis=(1, 2))
    assert rows.min() > 0.5
    assert np.abs(np.diff(rows)).max() < 0.3 * rows.mean()
    assert abs((one - other).mean()) < 0.1
