"""Colours, type and small marks of the annotated toss; what is drawn of one token."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray
from PIL import ImageDraw, ImageFont

from companion.board import PointMm

Array = NDArray[np.float64]
Rgb = tuple[int, int, int]

PAPER: Rgb = (16, 20, 38)
INK: Rgb = (236, 238, 246)
FAINT: Rgb = (158, 166, 190)
SURE: Rgb = (255, 255, 255)
DOUBT: Rgb = (255, 176, 46)
HUB: Rgb = (235, 235, 235)
AREAS: dict[str, Rgb] = {
    "red": (255, 96, 96),
    "yellow": (255, 226, 90),
    "blue": (104, 172, 255),
    "hub": HUB,
}


@dataclass(frozen=True, slots=True)
class TossMark:
    """One judged token to draw.

    `touches` are (area, depth mm, sure), `close_calls` (area, gap mm, likely touching); `gives`
    is the Light in words; `note` says what keeps the kind from being told.  At `may_hide_mm`
    another token may lie below it.
    """

    kind: str | None
    centre_mm: PointMm
    settled_mm: PointMm
    outside: bool
    level: int
    sigma_mm: float
    touches: tuple[tuple[str, float, bool], ...]
    gives: str
    close_calls: tuple[tuple[str, float, bool], ...]
    note: str = ""
    may_hide_mm: PointMm | None = None

    @property
    def certain(self) -> bool:
        """Whether kind and Light are beyond doubt."""
        return self.kind is not None and not self.close_calls


def badge(pen: ImageDraw.ImageDraw, centre: tuple[float, float], words: str, colour: Rgb) -> None:
    """A number on a disc."""
    x, y = centre
    pen.ellipse([x - 19, y - 19, x + 19, y + 19], fill=PAPER)
    pen.ellipse([x - 17, y - 17, x + 17, y + 17], fill=colour)
    pen.text((x, y), words, fill=PAPER, font=font(23), anchor="mm")


def circle(centre_mm: PointMm, radius_mm: float) -> Array:
    """Points (96, 2) mm around a circle on the board."""
    angle = np.linspace(0, 2 * np.pi, 96, endpoint=False)
    ring = np.column_stack([np.cos(angle), np.sin(angle)])
    return np.asarray(np.array(centre_mm) + radius_mm * ring, np.float64)


def font(size_px: int) -> Any:
    """The type that comes with Pillow, at a size."""
    return ImageFont.load_default(size_px)
