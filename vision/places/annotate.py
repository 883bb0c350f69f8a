"""The photograph with every place's reading drawn over it, so that two people can agree on it.

Green outlines are read, amber ones can't be told, red ones can't be seen; a name stands on every
place that is not empty.  Returns a new picture; the frame is never drawn on.
"""

from __future__ import annotations

from collections.abc import Sequence

import cv2
import numpy as np
from numpy.typing import NDArray
from PIL import Image, ImageDraw

from companion.flow import Frame, Observation, PlaceReading, PlaceStatus
from companion.places import PlaceBoard
from vision.registration import FoundBoard
from vision.toss_ink import INK, PAPER, Rgb, font

Picture = NDArray[np.uint8]

_LONGEST_PX = 2304
_PAGE_PX = 1600
_COLOURS: dict[PlaceStatus, Rgb] = {
    PlaceStatus.READ: (96, 230, 130),
    PlaceStatus.UNKNOWN: (255, 176, 46),
    PlaceStatus.COVERED: (255, 96, 96),
}
_EMPTY: Rgb = (120, 150, 190)
_LINE_PX = 34


def draw_reading(
    frame: Frame,
    boards: Sequence[PlaceBoard],
    found: Sequence[FoundBoard | None],
    observations: Sequence[Observation],
) -> Picture:
    """The annotated picture, BGR (height, width, 3) uint8, with sentences below it."""
    photo = _drawn(frame, boards, found, observations, _LONGEST_PX)
    lines: list[str] = []
    for board, seen in zip(boards, observations, strict=True):
        lines.append(f"{board.name}: {_headline(seen)}")
        lines += [f"    {problem}" for problem in seen.problems]
    sheet = Image.new("RGB", (photo.width, photo.height + _LINE_PX * len(lines) + 16), PAPER)
    sheet.paste(photo, (0, 0))
    words = ImageDraw.Draw(sheet)
    for number, line in enumerate(lines):
        words.text((14, photo.height + 8 + number * _LINE_PX), line, fill=INK, font=font(24))
    return np.asarray(cv2.cvtColor(np.asarray(sheet), cv2.COLOR_RGB2BGR), np.uint8)


def draw_table(
    frame: Frame,
    boards: Sequence[PlaceBoard],
    found: Sequence[FoundBoard | None],
    observations: Sequence[Observation],
    longest_px: int = _PAGE_PX,
) -> Picture:
    """The annotated picture alone, BGR (height, width, 3) uint8, at most `longest_px` long."""
    photo = _drawn(frame, boards, found, observations, longest_px)
    return np.asarray(cv2.cvtColor(np.asarray(photo), cv2.COLOR_RGB2BGR), np.uint8)


def _drawn(
    frame: Frame,
    boards: Sequence[PlaceBoard],
    found: Sequence[FoundBoard | None],
    observations: Sequence[Observation],
    longest_px: int,
) -> Image.Image:
    scale = min(1.0, longest_px / max(frame.size_wh))
    small = cv2.resize(frame.image_bgr, None, fx=scale, fy=scale, interpolation=cv2.INTER_AREA)
    photo = Image.fromarray(cv2.cvtColor(small, cv2.COLOR_BGR2RGB))
    pen = ImageDraw.Draw(photo)
    for board, where, seen in zip(boards, found, observations, strict=True):
        if where is not None:
            _draw_board(pen, board, where, seen, scale)
    return photo


def _headline(seen: Observation) -> str:
    if not seen.places:
        return seen.status.value
    told = sum(place.status is PlaceStatus.READ for place in seen.places)
    return f"{told} of {len(seen.places)} places read"


def _draw_board(
    pen: ImageDraw.ImageDraw,
    board: PlaceBoard,
    found: FoundBoard,
    seen: Observation,
    scale: float,
) -> None:
    readings = {place.place: place for place in seen.places}
    size_px = max(9, round(3.2 * scale * found.pose.px_per_mm(_middle(board))))
    for place in board.places:
        reading = readings.get(place.name)
        if reading is None:
            continue
        pixels = found.project_mm(np.array(place.outline_mm)) * scale
        corners = [(float(x), float(y)) for x, y in pixels]
        empty = reading.status is PlaceStatus.READ and not reading.pieces
        colour = _EMPTY if empty else _COLOURS[reading.status]
        pen.line([*corners, corners[0]], fill=colour, width=1 if empty else 2)
        if not empty:
            x, y = pixels.mean(axis=0)
            _label(pen, (float(x), float(y)), _short(reading), colour, size_px)


def _label(
    pen: ImageDraw.ImageDraw, at: tuple[float, float], words: str, colour: Rgb, size_px: int
) -> None:
    box = pen.multiline_textbbox(at, words, font=font(size_px), anchor="mm", align="center")
    pen.rectangle([box[0] - 2, box[1] - 1, box[2] + 2, box[3] + 1], fill=PAPER)
    pen.multiline_text(at, words, fill=colour, font=font(size_px), anchor="mm", align="center")


def _short(reading: PlaceReading) -> str:
    """What lies there, one piece a line; a question mark where that is not sure."""
    if reading.status is PlaceStatus.COVERED:
        return "?"
    names: dict[str, int] = {}
    for piece in reading.pieces:
        likeliest = piece.kind or (piece.kinds[0][0] if piece.kinds else piece.family)
        turned = f" {piece.turn_deg:.0f}°" if piece.turn_deg else ""
        names[likeliest + turned] = names.get(likeliest + turned, 0) + 1
    said = [name + (f" x{count}" if count > 1 else "") for name, count in names.items()]
    if reading.status is not PlaceStatus.READ:
        said.append("?")
    return "\n".join(said)


def _middle(board: PlaceBoard) -> tuple[float, float]:
    return board.size_mm[0] / 2, board.size_mm[1] / 2
