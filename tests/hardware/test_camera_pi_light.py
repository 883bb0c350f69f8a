"""Light and focus of a Raspberry Pi camera: measured, then fixed, on a strict stand-in."""

from __future__ import annotations

from typing import Any

import pytest
from camera_fakes import claim
from pi_camera_fakes import StrictPicamera2, strict_picamera2

from hardware.camera_pi import PiCamera


@pytest.fixture
def picamera2() -> type[StrictPicamera2]:
    return strict_picamera2()


def pi(picamera2: type[StrictPicamera2], **options: Any) -> PiCamera:
    return PiCamera(picamera2.clock, load=lambda: picamera2, claim=claim, **options)


def test_light_is_measured_then_fixed_and_a_hand_does_not_change_it(
    picamera2: type[StrictPicamera2],
) -> None:
    with pi(picamera2) as camera:
        assert camera.problem == ""
        values = picamera2.last.values
        assert values["ExposureTime"] == pytest.approx(16_000, rel=0.02)
        assert values["ColourGains"] == pytest.approx((2.1, 1.6), rel=0.02)
        before = dict(values)
        picamera2.look_at(9_000, 4.0, (1.4, 2.2))  # a hand fills the view
        for _ in range(30):
            camera.frame(picamera2.clock.now_s(), 1.0)
        assert picamera2.last.values == before


def test_when_the_light_has_changed_it_is_measured_again(
    picamera2: type[StrictPicamera2],
) -> None:
    with pi(picamera2) as camera:
        picamera2.look_at(33_000, 6.0, (1.5, 2.4))
        assert camera.settle() == ""
        assert picamera2.last.values["ExposureTime"] == pytest.approx(33_000, rel=0.03)
        assert picamera2.last.values["ColourGains"] == pytest.approx((1.5, 2.4), rel=0.03)
        assert picamera2.last.values["AeEnable"] is False


def test_a_camera_that_lacks_a_control_is_never_asked_for_it(
    picamera2: type[StrictPicamera2], monkeypatch: pytest.MonkeyPatch
) -> None:
    everything = dict(picamera2.controls)
    for missing in ({}, {"AfMode", "LensPosition"}, {"AnalogueGain"}, {"FrameDurationLimits"}):
        left = {k: v for k, v in everything.items() if missing and k not in missing}
        monkeypatch.setattr(picamera2, "controls", left)
        with pi(picamera2, focus_m=0.5) as camera:  # the stand-in raises when asked
            assert camera.problem == ""
            assert camera.frame(picamera2.clock.now_s(), 1.0)
            fixed = picamera2.last.values.get("AeEnable") is False
            assert fixed == ("AnalogueGain" in left), "a value without its switch can't be kept"


@pytest.mark.parametrize(
    ("fault", "control", "word"),
    [
        ("wavering", "ExposureTime", "exposure"),
        ("wavering", "AnalogueGain", "brightness"),
        ("wavering", "ColourGains", "white balance"),
        ("stubborn", "LensPosition", "focus"),
    ],
)
def test_what_is_not_kept_is_seen_in_the_pictures_and_named(
    picamera2: type[StrictPicamera2],
    monkeypatch: pytest.MonkeyPatch,
    fault: str,
    control: str,
    word: str,
) -> None:
    monkeypatch.setattr(picamera2, fault, frozenset({control}))
    with pi(picamera2, focus_m=0.4) as camera:
        assert f"does not keep its {word} fixed" in camera.problem
        monkeypatch.setattr(picamera2, fault, frozenset())
        assert camera.settle() == camera.problem == ""


def test_focus_is_found_once_and_kept(picamera2: type[StrictPicamera2]) -> None:
    with pi(picamera2) as camera:
        assert picamera2.last.log == ["start", "focus"]
        assert picamera2.last.values["LensPosition"] == 1.8
        assert picamera2.last.values["AfMode"] == 0, "it doesn't follow a hand"
        assert camera.problem == ""


def test_focus_at_a_distance_is_set_without_searching(picamera2: type[StrictPicamera2]) -> None:
    with pi(picamera2, focus_m=0.5):
        assert picamera2.last.log == ["start"]
        assert picamera2.last.values["LensPosition"] == 2.0
    with pi(picamera2, focus_m=0.01) as camera:
        assert picamera2.last.values["LensPosition"] == 15.0
        assert "nearest is 0.07 m" in camera.problem


def test_no_focus_found_is_told(
    picamera2: type[StrictPicamera2], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(picamera2, "sharp", False)
    with pi(picamera2) as camera:
        assert "focus=0.6" in camera.problem
        assert camera.frame(picamera2.clock.now_s(), 1.0)
