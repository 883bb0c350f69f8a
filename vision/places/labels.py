"""Names on what was read: as large as they fit, clear of other names and of what lies beside."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

import numpy as np
from PIL import ImageDraw

from vision.toss_ink import PAPER, Rgb, font

Box = tuple[float, float, float, float]
"""Left, top, right, bottom in pixels of the picture that is drawn on."""

_SPOTS = 5  # to a side of the room, where a name may stand
_EDGE_PX = 2
_FILLS = 0.96  # of its room


@dataclass(frozen=True, slots=True)
class Label:
    """Words, one piece a line; the room in which they stand, what they should not hide there."""

    words: str
    colour: Rgb
    room: Box
    pieces: tuple[Box, ...] = ()


def write_labels(
    pen: ImageDraw.ImageDraw, labels: Sequence[Label], least_px: int, most_px: int
) -> None:
    """Write every label in letters between `least_px` and `most_px` high."""
    taken: list[Box] = []
    for label in labels:
        size_px = _fitting(pen, label, least_px, most_px)
        width, height = _extent(pen, label.words, size_px)
        box = min(_boxes(label.room, width, height), key=lambda b: _hides(b, label.pieces, taken))
        taken.append(box)
        pen.rectangle(box, fill=PAPER)
        middle = ((box[0] + box[2]) / 2, (box[1] + box[3]) / 2)
        style = {"font": font(size_px), "anchor": "mm", "align": "center"}
        pen.multiline_text(middle, label.words, fill=label.colour, **style)


def _fitting(pen: ImageDraw.ImageDraw, label: Label, least_px: int, most_px: int) -> int:
    """The largest letters with which the words stay in their room."""
    left, top, right, bottom = label.room
    width, height = _extent(pen, label.words, most_px)
    share = min((right - left) / width, (bottom - top) / height) * _FILLS
    return max(least_px, min(most_px, int(most_px * share)))


def _extent(pen: ImageDraw.ImageDraw, words: str, size_px: int) -> tuple[float, float]:
    """Width and height of words with the paper around them."""
    box = pen.multiline_textbbox((0, 0), words, font=font(size_px), align="center")
    return box[2] - box[0] + 2 * _EDGE_PX, box[3] - box[1] + 2 * _EDGE_PX


def _boxes(room: Box, width: float, height: float) -> Iterator[Box]:
    """Where words of this size may stand, the middle of the room first."""
    left, top, right, bottom = room
    middle = ((left + right) / 2, (top + bottom) / 2)
    free = (max(0.0, right - left - width) / 2, max(0.0, bottom - top - height) / 2)
    steps = np.linspace(-1, 1, _SPOTS)
    spots = sorted(((a, b) for a in steps for b in steps), key=lambda spot: np.hypot(*spot))
    for across, down in spots:
        x, y = middle[0] + across * free[0], middle[1] + down * free[1]
        yield x - width / 2, y - height / 2, x + width / 2, y + height / 2


def _hides(box: Box, pieces: Sequence[Box], taken: Sequence[Box]) -> float:
    """How much of pieces and other names a box would hide, square pixels."""
    return sum(_shared(box, other) for other in (*pieces, *taken))


def _shared(one: Box, other: Box) -> float:
    width = min(one[2], other[2]) - max(one[0], other[0])
    height = min(one[3], other[3]) - max(one[1], other[1])
    return max(0.0, width) * max(0.0, height)
