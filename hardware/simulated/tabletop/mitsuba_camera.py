"""The second renderer: Mitsuba 3 traces light through the same table, for the extra `render`.

Where things lie, the camera's geometry and what the sensor makes of the light are the same as
with the built-in renderer; everything between is Mitsuba's own.  The camera is a thin lens
without distortion on a film larger than the picture, which is bent afterwards.
"""

from __future__ import annotations

import math
import os
from dataclasses import replace
from pathlib import Path
from typing import Any

import cv2
import numpy as np
from numpy.typing import NDArray

from companion.errors import InputError
from hardware.simulated.lens import View
from hardware.simulated.paint import Picture
from hardware.simulated.tabletop.film import developed
from hardware.simulated.tabletop.mitsuba_scene import scene_parts
from hardware.simulated.tabletop.photo_set import Photographer
from hardware.simulated.tabletop.scene import TableScene, lay_hand
from hardware.simulated.tabletop.studio import TablePhoto, TableShot, conditions_of
from hardware.simulated.tabletop.truth import truth_of

LLVM_VARIABLE = "DRJIT_LIBLLVM_PATH"
_LLVM_FOLDERS = ("/usr/lib/x86_64-linux-gnu", "/usr/lib/aarch64-linux-gnu", "/usr/lib64")
_LLVM_VERSIONS = (19, 20, 21, 18, 17)  # older ones break off on newer processors
_PASSES, _RAYS_A_PASS = 8, 4
_DEPTH = 5
_APERTURE_MM = 1.3  # radius; that of a small camera
_MARGIN_PX = 4
_FIREFLY = 4.0  # times brighter than all neighbours: noise, not light


def photographer(passes: int = _PASSES) -> Photographer:
    """What takes a photograph with Mitsuba; raises InputError when it is not installed."""
    mitsuba = _mitsuba()

    def photograph(table: TableShot) -> TablePhoto:
        scene = table.scene
        light = rendered(mitsuba, scene, table.sensor_seed, passes)
        seen = replace(scene.still(), light_bgr=light)
        if scene.hand is not None:
            lay_hand(seen, scene.view, scene.lamp, scene.hand, scene.hand_seed)
        image = developed(light, table.shot, np.random.default_rng(table.sensor_seed))
        boards = truth_of(scene.layout, scene.view, seen)
        return TablePhoto(image, {**conditions_of(table), "boards": boards})

    return photograph


def _mitsuba() -> Any:
    """Mitsuba with the fastest way to compute that works here."""
    try:
        import mitsuba
    except ImportError as error:
        raise InputError(
            "The renderer mitsuba is not installed; install the extra with "
            "pip install 'tabletop-companion[render]', or use --renderer quick."
        ) from error
    library = os.environ.get(LLVM_VARIABLE) or _llvm()
    if library is None:
        mitsuba.set_variant("scalar_rgb")
        return mitsuba
    os.environ[LLVM_VARIABLE] = library
    mitsuba.set_variant("llvm_ad_rgb")
    return mitsuba


def _llvm() -> str | None:
    """The compiler library to use; the one that would be found by itself may be too old."""
    for version in _LLVM_VERSIONS:
        for folder in _LLVM_FOLDERS:
            found = sorted(Path(folder).glob(f"libLLVM*{version}*so*")) + sorted(
                Path(folder).glob(f"libLLVM.so.{version}*")
            )
            if found:
                return str(found[-1])
    return None


def rendered(mitsuba: Any, scene: TableScene, seed: int, passes: int = _PASSES) -> Picture:
    """The picture in linear light without the hand, white surfaces about 1."""
    film_wh = _film_wh(scene.view)
    parts = scene_parts(mitsuba, scene, seed)
    parts["sensor"] = _sensor(mitsuba, scene, film_wh)
    # A lamp between camera and table would hide what the truth calls open: it only gives light.
    parts["integrator"] = {"type": "path", "max_depth": _DEPTH, "hide_emitters": True}
    loaded = mitsuba.load_dict(parts)
    total = np.zeros((film_wh[1], film_wh[0], 3), np.float32)
    for number in range(passes):
        light = mitsuba.render(loaded, spp=_RAYS_A_PASS, seed=seed % 2**20 + number)
        total += np.asarray(light, np.float32)[..., :3]
    return _bent(_without_fireflies(total[..., ::-1] / np.float32(passes)), scene.view)


def _film_wh(view: View) -> tuple[int, int]:
    """Large enough for every ray of the picture, its middle on the optical axis."""
    reach = np.abs(view.lens.slopes.reshape(-1, 2)).max(axis=0) * view.lens.focal_px
    width, height = (2 * (math.ceil(float(side)) + _MARGIN_PX) for side in reach)
    return width, height


def _sensor(mitsuba: Any, scene: TableScene, film_wh: tuple[int, int]) -> dict[str, Any]:
    view = scene.view
    x, y, z = (float(value) for value in view.camera_mm)
    right_handed = np.array([1.0, -1.0, -1.0])
    forward, up = view.turn[2] * right_handed, -view.turn[1] * right_handed
    eye = np.array([x, -y, z])
    width, height = film_wh
    focus = z / max(0.2, -float(forward[2]))
    to_world = mitsuba.ScalarTransform4f().look_at(
        origin=[float(v) for v in eye],
        target=[float(v) for v in eye + forward],
        up=[float(v) for v in up],
    )
    return {
        "type": "thinlens",
        "fov": math.degrees(2 * math.atan(width / 2 / view.lens.focal_px)),
        "fov_axis": "x",
        "aperture_radius": _APERTURE_MM,
        "focus_distance": focus,
        "near_clip": 10.0,
        "far_clip": 20000.0,
        "to_world": to_world,
        "film": {
            "type": "hdrfilm",
            "width": width,
            "height": height,
            "pixel_format": "rgb",
            "rfilter": {"type": "box"},
        },
        "sampler": {"type": "independent", "sample_count": _RAYS_A_PASS},
    }


def _without_fireflies(light: NDArray[np.float32]) -> Picture:
    """Single pixels that are far brighter than their neighbours are brought down to them."""
    light = np.ascontiguousarray(light, np.float32)
    middle = np.asarray(cv2.medianBlur(light, 3), np.float32)
    wrong = light.max(axis=2) > _FIREFLY * middle.max(axis=2) + 0.05
    light[wrong] = middle[wrong]
    return light


def _bent(light: Picture, view: View) -> Picture:
    """What the distorting lens makes of the film: every pixel looks along its own ray."""
    height, width = light.shape[:2]
    middle = np.array([(width - 1) / 2, (height - 1) / 2], np.float32)
    grid = np.asarray(view.lens.slopes * np.float32(view.lens.focal_px) + middle, np.float32)
    no_map = np.empty(0, np.float32)
    return np.asarray(cv2.remap(light, grid, no_map, cv2.INTER_CUBIC), np.float32).clip(0)
