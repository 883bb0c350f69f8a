"""Words as pixels, with the fonts that the machine has; Chinese characters among them."""

from __future__ import annotations

from functools import lru_cache
from pathlib import Path

import numpy as np
from numpy.typing import NDArray
from PIL import Image, ImageDraw, ImageFont

CAPITAL_HEIGHT = 0.72  # of a font's size, as on printed sheets
_MOST_PX = 4000  # size of letters beyond which they are drawn smaller and enlarged

_FONTS = Path("/usr/share/fonts")
_LATIN = ("truetype/liberation/LiberationSans-Regular.ttf", "truetype/dejavu/DejaVuSans.ttf")
_LATIN_BOLD = ("truetype/liberation/LiberationSans-Bold.ttf", "truetype/dejavu/DejaVuSans-Bold.ttf")
_CHINESE = (
    "truetype/wqy/wqy-zenhei.ttc",
    "truetype/wqy/wqy-microhei.ttc",
    "truetype/arphic/uming.ttc",
    "opentype/noto/NotoSansCJK-Regular.ttc",
)

_Font = ImageFont.FreeTypeFont | ImageFont.ImageFont


def words_mask(text: str, capital_px: float, angle_deg: float, bold: bool) -> NDArray[np.uint8]:
    """One line of text as cover (0..255), turned clockwise around the picture's middle.

    The middle lies half-way along the line and half a capital letter above its foot.
    """
    font = _font_for(text, round(min(_MOST_PX, capital_px / CAPITAL_HEIGHT), 1), bold)
    left, top, right, bottom = font.getbbox(text, anchor="ls")
    length = font.getlength(text)
    rise = CAPITAL_HEIGHT * getattr(font, "size", 10) / 2
    # The same room to all sides of the middle, so that turning leaves the middle there.
    half_w = int(max(length / 2 - left, right - length / 2)) + 2
    half_h = int(max(-top - rise, bottom + rise)) + 2
    paper = Image.new("L", (2 * half_w, 2 * half_h), 0)
    ImageDraw.Draw(paper).text(
        (half_w - length / 2, half_h + rise), text, fill=255, font=font, anchor="ls"
    )
    if angle_deg % 360:
        paper = paper.rotate(-angle_deg, Image.Resampling.BILINEAR, expand=True)
    return np.asarray(paper, np.uint8)


def _font_for(text: str, size_px: float, bold: bool) -> _Font:
    latin = all(ord(char) < 0x2E80 for char in text)
    return _font((_LATIN_BOLD if bold else _LATIN) if latin else _CHINESE, size_px)


@lru_cache(maxsize=64)
def _font(names: tuple[str, ...], size_px: float) -> _Font:
    """The first of the fonts that is there, else the one that Pillow brings along."""
    for name in names:
        try:
            return ImageFont.truetype(str(_FONTS / name), size_px)
        except OSError:
            continue
    return ImageFont.load_default(size_px)
