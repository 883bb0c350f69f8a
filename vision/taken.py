"""Which camera took a picture file and how it was held, as far as the file says."""

from __future__ import annotations

import io
import warnings
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from PIL import Image

from vision.picture_formats import FORMATS

_MAKE, _MODEL, _ORIENTATION = 0x010F, 0x0110, 0x0112
_EXIF_FOLDER, _ZOOM, _FOCAL_35 = 0x8769, 0xA404, 0xA405
_QUARTERS = {1: 0, 3: 2, 6: 1, 8: 3}  # clockwise, to stand upright
_MOST_NAME = 80


@dataclass(frozen=True, slots=True)
class Taken:
    """`camera` is maker, model and zoom, "" when the file does not say.

    `quarters` is how often the picture is turned clockwise to stand upright; None when it is
    mirrored as well.
    """

    camera: str
    quarters: int | None


def taken_by(encoded: bytes) -> Taken:
    """What the picture's EXIF says; nothing is known of a file that has none or a broken one."""
    try:
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")
            exif = Image.open(io.BytesIO(encoded), formats=FORMATS).getexif()
            more = exif.get_ifd(_EXIF_FOLDER)
            quarters = _QUARTERS.get(int(exif.get(_ORIENTATION, 1)))
            return Taken(_camera(exif, more), quarters)
    except Exception:  # a stranger's bytes bring decoders to every kind of fall
        return Taken("", 0)


def _camera(exif: Mapping[int, Any], more: Mapping[int, Any]) -> str:
    """Maker and model, and what tells its lenses and zooms apart."""
    make, model = _plain(exif.get(_MAKE, "")), _plain(exif.get(_MODEL, ""))
    if not model:
        return ""
    parts = [model if model.lower().startswith(make.lower()) else f"{make} {model}"]
    focal = more.get(_FOCAL_35)
    if focal:
        parts.append(f"{round(float(focal))} mm")
    zoom = float(more.get(_ZOOM, 1) or 1)
    if zoom > 1.01:
        parts.append(f"zoom {zoom:.2f}")
    return " ".join(parts)[:_MOST_NAME]


def _plain(text: Any) -> str:
    return " ".join("".join(c for c in str(text) if c.isprintable()).split())
