"""The simulated camera: throws, hands, noise."""

from __future__ import annotations

import numpy as np
import pytest
from camera_sights import studio

from hardware.camera_simulated import SimulatedCamera
from hardware.clock import HandTurnedClock
from hardware.simulated.live import LiveTable
from hardware.simulated.studio import Studio
from hardware.simulated.tossing import Lying


def test_a_throw_brings_a_hand_and_then_other_tokens(small_studio: Studio) -> None:
    clock = HandTurnedClock()
    with SimulatedCamera(small_studio, clock, period_s=0.2, hand_s=2.0) as camera:
        empty = camera.frame(clock.now_s(), 1.0).image_bgr.astype(int)
        assert camera.lying == ()
        camera.throw(6)
        changes = []
        for _ in range(12):
            image = camera.frame(clock.now_s(), 1.0).image_bgr.astype(int)
            changes.append(float((np.abs(image - empty).max(axis=2) > 60).mean()))
        assert len(camera.lying) == 6
        assert max(changes[:9]) > 0.05
        assert 0.0005 < changes[-1] < 0.05
        first = camera.lying
        camera.throw(6)
        assert camera.lying == first
        clock.turn(1.1)
        assert camera.lying != first


def test_the_same_seed_shows_the_same_and_a_still_table_gets_fresh_noise() -> None:
    def frames() -> list[np.ndarray]:
        clock = HandTurnedClock()
        with SimulatedCamera(studio(), clock, seed=5) as camera:
            camera.throw(4)
            clock.turn(3.0)
            return [camera.frame(clock.now_s(), 1.0).image_bgr for _ in range(3)]

    first, second = frames(), frames()
    for one, other in zip(first, second, strict=True):
        assert np.array_equal(one, other)
    difference = np.abs(first[0].astype(int) - first[1])
    assert 0 < difference.mean() < 6


def test_the_first_picture_is_as_young_as_any_other(
    small_studio: Studio, monkeypatch: pytest.MonkeyPatch
) -> None:
    clock = HandTurnedClock()
    monkeypatch.setattr(LiveTable, "set_up", lambda table: clock.turn(9.0))
    with SimulatedCamera(small_studio, clock) as camera:
        asked_at_s = clock.now_s()
        assert camera.frame(asked_at_s, 1.0).exposed_at_s >= asked_at_s + 9.0


def test_a_toss_falls_the_same_by_its_number(small_studio: Studio) -> None:
    def lying(camera: SimulatedCamera, number: int | None) -> tuple[Lying, ...]:
        camera.throw(4, number)
        clock.turn(3.0)
        return camera.lying

    clock = HandTurnedClock()
    with SimulatedCamera(small_studio, clock) as camera:
        first, second = lying(camera, None), lying(camera, None)
    with SimulatedCamera(small_studio, clock) as camera:
        assert lying(camera, 2) == second
        assert lying(camera, 1) == first
        assert lying(camera, None) == second
    assert first != second


def test_a_table_throws_by_itself_when_told_to(small_studio: Studio) -> None:
    clock = HandTurnedClock()
    with SimulatedCamera(small_studio, clock, hand_s=1.0, rethrow_after_s=4.0) as camera:
        seen = []
        for _ in range(4):
            camera.frame(clock.now_s(), 1.0)
            clock.turn(2.0)
            seen.append(camera.lying)
            clock.turn(3.5)
    assert len(set(seen)) == 4
    assert all(seen)
