"""What reading boards together stands on: templates worked out when asked for, spots far apart."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from numpy.typing import NDArray

from vision.places.peaks import peaks, with_others
from vision.places.workings import NOISE, Workings

SIDE_PX, PX_PER_MM = 12, 1.5


def workings(rows: int, seed: int = 1) -> tuple[Workings, NDArray[np.float16]]:
    rng = np.random.default_rng(seed)
    tones = rng.uniform(-80, 200, (rows, SIDE_PX, SIDE_PX, 3)).astype(np.float16)
    masks = np.zeros((rows, SIDE_PX, SIDE_PX), bool)
    masks[:, 2:-2, 2:-2] = True
    inside = np.flatnonzero(masks.any(axis=0))
    return Workings(tones, masks, inside, PX_PER_MM), tones


@settings(deadline=None, max_examples=40)
@given(st.lists(st.integers(0, 19), min_size=1, max_size=30), st.integers(0, 3))
def test_templates_are_the_same_in_whatever_order_they_are_asked_for(
    rows: list[int], seed: int
) -> None:
    known, tones = workings(20, seed)
    known.of(np.array(rows[::-1]))
    worked = known.of(np.array(rows))
    wanted = tones[rows][:, 2:-2, 2:-2].reshape(len(rows), -1, 3)
    assert np.array_equal(worked.tones, wanted.astype(np.float32))
    assert (worked.trust <= 1 / NOISE**2 + 1e-9).all()


def test_templates_that_were_dropped_for_others_are_worked_out_again(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr("vision.places.workings._MOST_KEPT_BYTES", 1)  # room for eight
    known, tones = workings(20)
    for start in (0, 6, 12, 0):
        rows = np.arange(start, start + 6)
        found = known.of(rows).tones
        assert np.array_equal(found, tones[rows][:, 2:-2, 2:-2].reshape(6, -1, 3))


def test_light_pulls_as_much_as_what_is_shown_changes_with_it() -> None:
    known, _ = workings(4)
    worked = known.of(np.arange(4))
    off = np.random.default_rng(3).normal(size=worked.tones.shape).astype(np.float32)
    still = np.zeros((4, 4), np.float32)
    pulls = worked.pulls(off)
    for part, column in enumerate((3, 4, 5, 6)):
        lit = still.copy()
        lit[:, part] = 1.0
        change = worked.lit(lit) - worked.lit(still)
        expected = (change * off).sum(axis=(1, 2))
        assert np.allclose(pulls[:, column], expected, rtol=1e-3, atol=0.5)


@settings(deadline=None, max_examples=40)
@given(st.integers(0, 10_000), st.floats(1.0, 6.0), st.integers(1, 7))
def test_peaks_are_far_apart_best_first_and_of_their_own_picture(
    seed: int, apart_px: float, most: int
) -> None:
    means = np.random.default_rng(seed).random((3, 20, 24)).astype(np.float32)
    means[1] = 0
    owners, pixels = peaks(means, 0.3, apart_px, np.array([most, most, 2]))
    assert set(owners.tolist()) <= {0, 2}
    for owner, room in ((0, most), (2, 2)):
        own = pixels[owners == owner]
        heights = means[owner, own[:, 1], own[:, 0]]
        assert 1 <= len(own) <= room
        assert heights[0] == means[owner].max()
        assert (np.diff(heights) <= 0).all()
        apart = np.hypot(*(own[:, None] - own[None]).transpose(2, 0, 1))
        assert (apart[~np.eye(len(own), dtype=bool)] >= apart_px).all()


def test_other_spots_are_added_only_away_from_those_of_their_own_picture() -> None:
    spots = np.array([0, 1]), np.array([[5, 5], [9, 9]])
    others = np.array([0, 0, 1]), np.array([[6, 5], [9, 9], [5, 5]])
    owners, pixels = with_others(spots, others, 2.0)
    assert owners.tolist() == [0, 0, 1, 1]
    assert pixels.tolist() == [[5, 5], [9, 9], [9, 9], [5, 5]]
