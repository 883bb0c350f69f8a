"""The conditions that photographs of a set are drawn from: camera, lamp, sensor, toss."""

from __future__ import annotations

import math
from dataclasses import dataclass, field, replace

import numpy as np

from companion.board import PointMm
from companion.errors import InputError
from hardware.simulated.lens import Lens, Stand
from hardware.simulated.lighting import Lamp
from hardware.simulated.sensor import Shot
from hardware.simulated.tossing import TossHabits

Range = tuple[float, float]
_PICTURE_WH = (2304, 1296)


@dataclass(frozen=True, slots=True)
class Conditions:
    """Ranges (least, most) that each photograph draws from."""

    lux: Range = (60.0, 800.0)
    kelvin: Range = (2700.0, 6500.0)
    balance: Range = (0.7, 1.0)
    tilt_deg: Range = (0.0, 25.0)
    share: Range = (0.62, 0.95)
    off_centre: float = 0.8  # of the room that the board leaves in the picture
    tokens: tuple[int, int] = (3, 13)
    blur_px: Range = (0.4, 0.9)
    motion_px: Range = (0.0, 0.8)
    ambient: Range = (0.3, 0.65)
    lamp_radius_mm: Range = (20.0, 90.0)
    lamp_low_deg: Range = (35.0, 80.0)  # the lamp's height above the table's plane
    glare: bool = False
    unmirrored: bool = False  # where whole tables are taken: no lamp is mirrored in a board
    second_kelvin: Range | None = None  # of another lamp, as bright, where whole tables are taken
    hand_share: float = 0.25
    habits: TossHabits = field(default_factory=TossHabits)


_CONDITIONS: dict[str, Conditions] = {
    "any": Conditions(),
    "mounted": Conditions(
        lux=(250.0, 600.0), tilt_deg=(3.0, 16.0), share=(0.82, 0.95), off_centre=0.15
    ),
    "window": Conditions(
        lux=(300.0, 700.0),
        kelvin=(4000.0, 6500.0),
        tilt_deg=(3.0, 16.0),
        share=(0.82, 0.95),
        off_centre=0.15,
        ambient=(0.4, 0.65),
        lamp_radius_mm=(80.0, 250.0),
        lamp_low_deg=(14.0, 26.0),
        unmirrored=True,
    ),
    "bright": Conditions(lux=(500.0, 800.0), kelvin=(4500.0, 6500.0)),
    "dim": Conditions(lux=(50.0, 90.0), blur_px=(0.5, 1.0), motion_px=(0.0, 1.5)),
    "warm": Conditions(kelvin=(2700.0, 3000.0), balance=(0.5, 0.75)),
    "glare": Conditions(glare=True, lamp_radius_mm=(20.0, 45.0), ambient=(0.25, 0.4)),
    "low-lamp": Conditions(
        lamp_low_deg=(18.0, 30.0), ambient=(0.15, 0.35), lamp_radius_mm=(10.0, 30.0)
    ),
    "lamplight": Conditions(lux=(50.0, 60.0), kelvin=(2700.0, 2700.0), balance=(0.5, 0.8)),
    "daylight": Conditions(
        lux=(700.0, 800.0),
        kelvin=(6500.0, 6500.0),
        lamp_low_deg=(20.0, 35.0),
        lamp_radius_mm=(150.0, 300.0),
        ambient=(0.35, 0.55),
    ),
    "two-lamps": Conditions(kelvin=(2700.0, 3200.0), second_kelvin=(4500.0, 6500.0)),
    "hands": Conditions(hand_share=1.0),
    "blurred": Conditions(blur_px=(1.2, 2.2), motion_px=(0.0, 3.0)),
    "steep": Conditions(tilt_deg=(20.0, 28.0)),
    "far": Conditions(share=(0.45, 0.6)),
    "stacked": Conditions(tokens=(8, 13), habits=TossHabits(stack_share=0.4, touch_share=0.25)),
    "close": Conditions(habits=TossHabits(close_share=0.9, close_sigma_mm=0.9)),
}

CONDITION_NAMES = tuple(_CONDITIONS)


def conditions_named(name: str) -> Conditions:
    """Give the conditions of that name; raises InputError naming the known ones."""
    if name not in _CONDITIONS:
        known = ", ".join(_CONDITIONS)
        raise InputError(f"There are no conditions called {name!r}; choose one of {known}.")
    return _CONDITIONS[name]


def fixed(
    conditions: Conditions,
    *,
    kelvin: float | None = None,
    lux: float | None = None,
    hand_share: float | None = None,
    tilt_max_deg: float | None = None,
) -> Conditions:
    """The same conditions with what a person fixed."""
    if kelvin is not None:
        conditions = replace(conditions, kelvin=(kelvin, kelvin))
    if lux is not None:
        conditions = replace(conditions, lux=(lux, lux))
    if hand_share is not None:
        conditions = replace(conditions, hand_share=hand_share)
    if tilt_max_deg is not None:
        least = min(conditions.tilt_deg[0], tilt_max_deg)
        conditions = replace(conditions, tilt_deg=(least, tilt_max_deg))
    return conditions


def draw_lens(rng: np.random.Generator) -> Lens:
    """A camera like the Camera Module 3: about 66 degrees across, a little barrel distortion."""
    width, height = _PICTURE_WH
    focal = width / 2 / math.tan(math.radians(33.0)) * float(rng.uniform(0.97, 1.03))
    centre = ((width - 1) / 2 + float(rng.normal(0, 6)), (height - 1) / 2 + float(rng.normal(0, 6)))
    return Lens(focal, centre, float(rng.uniform(-0.085, -0.035)), float(rng.uniform(0.005, 0.025)))


def draw_stand(conditions: Conditions, rng: np.random.Generator) -> Stand:
    """Where the camera stands over the board in one photograph."""
    aim_x, aim_y = rng.uniform(-conditions.off_centre, conditions.off_centre, 2)
    return Stand(
        tilt_deg=_within(conditions.tilt_deg, rng),
        azimuth_deg=float(rng.uniform(0, 360)),
        turn_deg=float(rng.uniform(0, 360)),
        share=_within(conditions.share, rng),
        aim_xy=(float(aim_x), float(aim_y)),
    )


def draw_lamp(
    conditions: Conditions,
    centre: PointMm,
    radius_mm: float,
    camera_mm: tuple[float, float, float],
    rng: np.random.Generator,
) -> Lamp:
    """A lamp over or beside the table; with glare, the circle around `centre` (mm) mirrors it."""
    high = float(rng.uniform(550, 1300))
    if conditions.glare:
        reach = 0.7 * radius_mm * math.sqrt(float(rng.uniform()))
        turn = float(rng.uniform(0, math.tau))
        spot = (centre[0] + reach * math.cos(turn), centre[1] + reach * math.sin(turn))
        stretch = high / camera_mm[2]
        place = (
            spot[0] + (spot[0] - camera_mm[0]) * stretch,
            spot[1] + (spot[1] - camera_mm[1]) * stretch,
        )
    else:
        away = high / math.tan(math.radians(_within(conditions.lamp_low_deg, rng)))
        turn = float(rng.uniform(0, math.tau))
        place = (centre[0] + away * math.cos(turn), centre[1] + away * math.sin(turn))
    slope_x, slope_y = rng.normal(0, 0.5, 2)
    return Lamp(
        (place[0], place[1], high),
        _within(conditions.lamp_radius_mm, rng),
        _within(conditions.ambient, rng),
        (float(slope_x), float(slope_y)),
        _within(conditions.kelvin, rng),
    )


def draw_shot(conditions: Conditions, kelvin: float, rng: np.random.Generator) -> Shot:
    """How the photograph is taken."""
    low, high = conditions.lux
    return Shot(
        lux=low * (high / low) ** float(rng.uniform()),
        kelvin=kelvin,
        balance=_within(conditions.balance, rng),
        blur_px=_within(conditions.blur_px, rng),
        motion_px=_within(conditions.motion_px, rng),
        motion_deg=float(rng.uniform(0, 180)),
        sharpen=float(rng.uniform(0.2, 0.8)),
        vignette=float(rng.uniform(0.05, 0.35)),
        exposure_ev=float(rng.uniform(-0.35, 0.3)),
        jpeg_quality=int(rng.integers(80, 96)),
    )


def _within(limits: Range, rng: np.random.Generator) -> float:
    return float(rng.uniform(*limits))
