"""A reading counts only when the table lies still, sharp and without a hand for long enough."""

from __future__ import annotations

from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st
from session_fakes import observation

from companion.flow import Observation, Status
from companion.table.compare import compare
from companion.table.matching import pair_up
from companion.table.settle import Settler, SettleRules, Settling

RULES = SettleRules(frames=3, still_ms=400.0, step_mm=0.8, sharpness=0.2, age_ms=2000.0)
TOSS = [("x2", 10.0, 60.0), ("recall", 200.0, 80.0)]
MOVED = [("x2", 10.0, 60.0), ("recall", 200.0, 84.0)]


def feed(frames: list[Observation]) -> Settling:
    settler = Settler(RULES)
    for frame in frames[:-1]:
        settler.feed(frame)
    return settler.feed(frames[-1])


def still(times: list[float]) -> list[Observation]:
    return [observation(TOSS, at_s) for at_s in times]


@pytest.mark.parametrize(
    ("frames", "status"),
    [
        (still([0.0]), Status.LOOKING),
        (still([0.0, 0.2]), Status.MOVING),
        (still([0.0, 0.2, 0.4]), Status.READ),
        (still([0.0, 0.1, 0.2]), Status.MOVING),
        (still([0.0, 0.5]), Status.MOVING),
        ([*still([0.0, 0.2]), observation(MOVED, 0.4)], Status.MOVING),
        ([*still([0.0, 0.2, 0.4]), observation(TOSS, 0.6, hand=True)], Status.HAND),
        ([*still([0.0, 0.2, 0.4]), observation(TOSS[:1], 0.6)], Status.MOVING),
        ([*still([0.0, 0.2]), observation(TOSS, 0.3, hand=True), *still([0.4])], Status.LOOKING),
        ([*still([0.0, 0.2]), observation([], 0.4, Status.NO_BOARD)], Status.NO_BOARD),
        (
            [*still([0.0, 0.2]), replace(observation(TOSS, 0.4), sharpness=0.1)],
            Status.BAD_LIGHT,
        ),
        # An older or repeated frame proves nothing.
        (still([0.0, 0.4, 0.4, 0.4]), Status.MOVING),
        (still([0.4, 0.2, 0.0]), Status.LOOKING),
    ],
)
def test_status_after_frames(frames: list[Observation], status: Status) -> None:
    settling = feed(frames)
    assert settling.status is status
    assert (settling.reading is not None) == (status is Status.READ)


def test_a_reading_rests_on_the_newest_frames_only() -> None:
    settling = feed(still([0.0, 0.2, 0.4, 0.6, 0.8, 1.0]))
    assert settling.since_s == pytest.approx(0.6)
    assert settling.until_s == pytest.approx(1.0)


def test_a_slow_push_never_settles() -> None:
    settler = Settler(RULES)
    for step in range(30):
        pushed = [("x2", 10.0, 40.0 + 1.2 * step)]
        assert settler.feed(observation(pushed, step * 0.2)).reading is None


def test_places_and_probabilities_are_joined() -> None:
    frames = [
        observation([("recall?offering", 90.0, 60.0 + shift)], at_s)
        for at_s, shift in ((0.0, -0.1), (0.2, 0.0), (0.4, 0.1))
    ]
    reading = feed(frames).reading
    assert reading is not None
    (seen,) = reading.sightings
    assert seen.centre_mm == pytest.approx((220.0, 160.0))
    assert dict(seen.kinds) == pytest.approx({"recall": 0.5, "offering": 0.5})
    assert seen.kind is None


def test_a_kind_needs_most_of_the_frames() -> None:
    times = [(0.0, "recall"), (0.2, "recall?offering"), (0.4, "recall")]
    reading = feed([observation([(kind, 90.0, 60.0)], at_s) for at_s, kind in times]).reading
    assert reading is not None
    assert reading.sightings[0].kind == "recall"


def test_an_old_frame_is_no_evidence() -> None:
    settling = feed(still([0.0, 0.2, 0.4]))
    assert settling.fresh(2.3, RULES)
    assert not settling.fresh(2.5, RULES)
    assert not Settling(Status.LOOKING).fresh(0.0, RULES)


@given(
    st.lists(st.floats(0.01, 1.0), min_size=1, max_size=12),
    st.lists(st.tuples(st.floats(-100, 100), st.floats(-100, 100)), max_size=6),
)
def test_settled_frames_are_enough_and_long_enough(
    gaps_s: list[float], places: list[tuple[float, float]]
) -> None:
    settler, at_s = Settler(RULES), 0.0
    for gap_s in gaps_s:
        at_s += gap_s
        settling = settler.feed(observation([("x2", a, d) for a, d in places], at_s))
        if settling.reading is not None:
            assert settling.until_s - settling.since_s >= 0.4 - 1e-6
            assert settling.until_s == at_s


def test_pairs_are_nearest_first_and_use_each_place_once() -> None:
    assert pair_up([(0, 0), (3, 0)], [(2, 0), (2.5, 0)], 3.0) == ((0, 0), (1, 1))
    assert pair_up([(0, 0)], [(5, 0)], 3.0) == ()


def test_what_the_table_lacks_and_what_it_has_too_many() -> None:
    difference = compare({4: (0.0, 0.0), 7: (50.0, 0.0)}, [(1.0, 0.0), (90.0, 0.0)], 11.0)
    assert difference.missing == (7,)
    assert difference.extra_mm == ((90.0, 0.0),)
    assert difference.any
    assert not compare({4: (0.0, 0.0)}, [(1.0, 0.0)], 11.0).any
