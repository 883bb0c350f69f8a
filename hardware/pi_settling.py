"""Fixes exposure, white balance and focus of a picamera2 camera, where it has them.

A hand over the table must not change the colours of the board, nor draw the focus to itself: the
automatics run for a moment, then what they found is set by hand and seen to be kept.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any

from companion.flow import Sentence, together
from hardware.ports import Clock
from hardware.sentences import not_kept

SETTLE_S = 1.5
FOCUS_S = 2.5
CONFIRM_S = 1.2
# Settings reach a frame several frames after they are made; older ones say nothing about them.
FRAMES_UNTIL_SET = 6
# The automatics have come to rest when that many frames in a row are alike.
STEADY_FRAMES = 4
STEADY_SHARE = 0.02

# libcamera's numbers for AfMode, AfTrigger, AfState.
_BY_HAND, _ONCE = 0, 1
_START = 0
_SCANNING, _FOCUSED = 1, 2

# How exactly a value comes back: the sensor counts lines, and its gains come in steps.
_TOLERANCES: dict[str, tuple[float, float]] = {  # share of the value, and in its own unit
    "ExposureTime": (0.03, 60.0),  # microseconds
    "AnalogueGain": (0.04, 0.02),
    "ColourGains": (0.01, 0.01),
    "LensPosition": (0.0, 0.1),  # dioptres
}
_NAMES = {
    "ExposureTime": "exposure",
    "AnalogueGain": "brightness",
    "ColourGains": "white balance",
    "LensPosition": "focus",
}

_NO_FOCUS = Sentence(
    "no_focus",
    "The camera found no focus; give the table more light, or name the distance, as in "
    "pi:0,focus=0.6.",
)

Metadata = Mapping[str, Any]


@dataclass(frozen=True, slots=True)
class Settled:
    """The controls that are now fixed, by libcamera's names, and what is wrong, or nothing."""

    controls: Mapping[str, Any]
    problem: str = ""


class Settling:
    """Settles one started camera; `next_metadata(wait_s)` gives the newest frame's metadata.

    Takes at most SETTLE_S + FOCUS_S + CONFIRM_S and the wait for one frame after each.  It waits
    for frames only, so that a camera that falls silent in the midst of it is told at once.
    """

    def __init__(
        self, camera: Any, clock: Clock, next_metadata: Callable[[float], Metadata]
    ) -> None:
        self._camera, self._clock, self._next = camera, clock, next_metadata
        self._offered = set(camera.camera_controls)

    def settle(self, focus_m: float | None) -> Settled:
        """Fix what the camera has; `focus_m` is the distance to focus at, None finds it."""
        self._let_go()
        newest = self._steady()
        problem = ""
        fixed = self._light(newest)
        if "AfMode" in self._offered:
            lens_per_m, problem = self._focus(focus_m)
            if lens_per_m is not None:
                fixed |= {"AfMode": _BY_HAND, "LensPosition": lens_per_m}
        if fixed:
            self._camera.set_controls(fixed)
            problem = together(problem, self._unconfirmed(fixed))
        return Settled(fixed, problem)

    def _let_go(self) -> None:
        automatic = {name: True for name in ("AeEnable", "AwbEnable") if name in self._offered}
        if automatic:
            self._camera.set_controls(automatic)

    def _steady(self) -> Metadata:
        """Wait until the automatics rest, or SETTLE_S are over; gives the last metadata."""
        until_s = self._clock.now_s() + SETTLE_S
        recent: deque[tuple[float, ...]] = deque(maxlen=STEADY_FRAMES)
        frames = 0
        while True:
            metadata = self._next(SETTLE_S)
            frames += 1
            recent.append(_light_of(metadata))
            rests = len(recent) == STEADY_FRAMES and _alike(recent)
            if (rests and frames >= FRAMES_UNTIL_SET + STEADY_FRAMES) or (
                self._clock.now_s() >= until_s
            ):
                return metadata

    def _light(self, metadata: Metadata) -> dict[str, Any]:
        """The controls that keep the light as this frame has it."""
        fixed: dict[str, Any] = {}
        by_hand = {
            "AeEnable": ("ExposureTime", "AnalogueGain"),
            "AwbEnable": ("ColourGains",),
        }
        for automatic, values in by_hand.items():
            if self._offered.issuperset((automatic, *values)) and all(
                v in metadata for v in values
            ):
                fixed[automatic] = False
                fixed |= {name: metadata[name] for name in values}
        return fixed

    def _focus(self, focus_m: float | None) -> tuple[float | None, str]:
        """Where the lens is to stay (dioptres), and what is wrong."""
        lens = self._camera.camera_controls.get("LensPosition")
        if focus_m is not None and lens is not None:
            nearest_per_m, farthest_per_m = float(lens[1]), float(lens[0])
            wanted_per_m = 1 / focus_m
            kept_per_m = min(max(wanted_per_m, farthest_per_m), nearest_per_m)
            if kept_per_m != wanted_per_m:
                return kept_per_m, Sentence(
                    "focus_too_near",
                    "This camera can't focus at {asked_m} m; its nearest is {nearest_m} m.",
                    asked_m=f"{focus_m:g}",
                    nearest_m=f"{1 / nearest_per_m:.2f}",
                )
            return kept_per_m, ""
        problem = "" if self._search() else _NO_FOCUS
        metadata = self._next(CONFIRM_S)
        return (metadata.get("LensPosition") if lens is not None else None), problem

    def _search(self) -> bool:
        """Have the camera search for the focus; whether it found one within FOCUS_S."""
        if "AfTrigger" not in self._offered:
            return False
        self._camera.set_controls({"AfMode": _ONCE, "AfTrigger": _START})
        until_s = self._clock.now_s() + FOCUS_S
        scanned = False
        while self._clock.now_s() < until_s:
            state = self._next(CONFIRM_S).get("AfState")
            if state == _SCANNING:
                scanned = True
            elif scanned:  # earlier frames tell of the time before
                return bool(state == _FOCUSED)
        return False

    def _unconfirmed(self, fixed: Mapping[str, Any]) -> str:
        """What the camera does not keep within CONFIRM_S, as a sentence, or nothing."""
        until_s = self._clock.now_s() + CONFIRM_S
        asked = [name for name in _TOLERANCES if name in fixed]
        for _ in range(FRAMES_UNTIL_SET):
            self._next(CONFIRM_S)  # older frames agree by themselves
        in_a_row = 0
        while in_a_row < STEADY_FRAMES:
            metadata = self._next(CONFIRM_S)
            differs = [name for name in asked if not _kept(name, fixed[name], metadata)]
            in_a_row = 0 if differs else in_a_row + 1
            if differs and self._clock.now_s() >= until_s:
                return not_kept(tuple(_NAMES[name] for name in differs))
        return ""


def _light_of(metadata: Metadata) -> tuple[float, ...]:
    """The numbers that move while the automatics work; those that are missing rest."""
    brightness = float(metadata.get("ExposureTime", 0)) * float(metadata.get("AnalogueGain", 1))
    red, blue = metadata.get("ColourGains", (0.0, 0.0))
    return brightness, float(red), float(blue)


def _alike(recent: deque[tuple[float, ...]]) -> bool:
    return all(
        max(values) - min(values) <= STEADY_SHARE * max(map(abs, values))
        for values in zip(*recent, strict=True)
    )


def _kept(name: str, wanted: Any, metadata: Metadata) -> bool:
    if name not in metadata:
        return False
    share, unit = _TOLERANCES[name]
    both = [value if isinstance(value, (tuple, list)) else (value,) for value in
            (wanted, metadata[name])]  # fmt: skip
    return all(abs(w - g) <= abs(w) * share + unit for w, g in zip(*both, strict=True))
