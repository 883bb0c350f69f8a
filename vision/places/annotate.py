"""The photograph with every place's reading drawn over it, so that two people can agree on it.

Green outlines are read, amber ones can't be told, red ones can't be seen; a name stands on every
place that is not empty.  Returns a new picture; the frame is never drawn on.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from textwrap import wrap

import cv2
import numpy as np
from numpy.typing import NDArray
from PIL import Image, ImageDraw

from companion.flow import Frame, Observation, PlaceReading, PlaceStatus, Sighting
from companion.places import PlaceBoard
from vision.places.labels import Box, Label, write_labels
from vision.registration import FoundBoard
from vision.toss_ink import INK, PAPER, Rgb, font

Picture = NDArray[np.uint8]
Points = NDArray[np.float64]
Window = tuple[int, int, int, int]

_LONGEST_PX = 2304
_PAGE_PX = 1600
_COLOURS: dict[PlaceStatus, Rgb] = {
    PlaceStatus.READ: (96, 230, 130),
    PlaceStatus.UNKNOWN: (255, 176, 46),
    PlaceStatus.COVERED: (255, 96, 96),
}
_EMPTY: Rgb = (120, 150, 190)
_LINE = 1.35  # of a letter's height
_LEAST_WORDS_PX = 20
_LETTERS_ACROSS = 40  # so many letters' heights are as wide as the picture
_LETTERS_TO_A_HEIGHT = 1.8  # so many letters stand on a letter's height, at least
_LEAST_MM = 3.2  # of a letter's height
_LARGE_PX = 42  # of a letter's height: legible on a phone that shows the whole picture
_LARGE_PIECE_PX = 70
_MOST_SCALE = 1.5
_MARGIN = 0.03  # of the boards' extent


def draw_reading(
    frame: Frame,
    boards: Sequence[PlaceBoard],
    found: Sequence[FoundBoard | None],
    observations: Sequence[Observation],
) -> Picture:
    """The boards with their readings, BGR (height, width, 3) uint8, with sentences below it."""
    window = around_boards(frame, boards, found)
    photo = _drawn(frame, boards, found, observations, window, _LONGEST_PX)
    size_px = max(_LEAST_WORDS_PX, photo.width // _LETTERS_ACROSS)
    lines = list(_lines(boards, observations, int(photo.width / size_px * _LETTERS_TO_A_HEIGHT)))
    line_px = round(_LINE * size_px)
    sheet = Image.new("RGB", (photo.width, photo.height + line_px * len(lines) + size_px), PAPER)
    sheet.paste(photo, (0, 0))
    words = ImageDraw.Draw(sheet)
    for number, line in enumerate(lines):
        at = (size_px // 2, photo.height + size_px // 2 + number * line_px)
        words.text(at, line, fill=INK, font=font(size_px))
    return np.asarray(cv2.cvtColor(np.asarray(sheet), cv2.COLOR_RGB2BGR), np.uint8)


def draw_table(
    frame: Frame,
    boards: Sequence[PlaceBoard],
    found: Sequence[FoundBoard | None],
    observations: Sequence[Observation],
    window_xywh: Window | None = None,
) -> Picture:
    """A window of the annotated picture alone, or all of it; BGR (height, width, 3) uint8."""
    window = window_xywh or (0, 0, *frame.size_wh)
    photo = _drawn(frame, boards, found, observations, window, _PAGE_PX)
    return np.asarray(cv2.cvtColor(np.asarray(photo), cv2.COLOR_RGB2BGR), np.uint8)


def around_boards(
    frame: Frame, boards: Sequence[PlaceBoard], found: Sequence[FoundBoard | None]
) -> Window:
    """The part of the frame that shows the boards that were found; all of it when none was."""
    corners = []
    for board, where in zip(boards, found, strict=True):
        if where is not None:
            w, h = board.size_mm
            corners.append(where.project_mm(np.array([[0, 0], [w, 0], [w, h], [0, h]], np.float64)))
    if not corners:
        return 0, 0, *frame.size_wh
    pixels = np.concatenate(corners)
    low, high = pixels.min(axis=0), pixels.max(axis=0)
    margin = _MARGIN * (high - low)
    left, top = (int(v) for v in np.maximum(low - margin, 0))
    right, bottom = (int(v) for v in np.minimum(high + margin, frame.size_wh))
    return left, top, right - left, bottom - top


def _drawn(
    frame: Frame,
    boards: Sequence[PlaceBoard],
    found: Sequence[FoundBoard | None],
    observations: Sequence[Observation],
    window_xywh: Window,
    longest_px: int,
) -> Image.Image:
    left, top, width, height = window_xywh
    scale = min(_MOST_SCALE, longest_px / max(width, height))
    part = frame.image_bgr[top : top + height, left : left + width]
    how = cv2.INTER_AREA if scale < 1 else cv2.INTER_LINEAR
    small = cv2.resize(part, None, fx=scale, fy=scale, interpolation=how)
    photo = Image.fromarray(cv2.cvtColor(small, cv2.COLOR_BGR2RGB))
    pen = ImageDraw.Draw(photo)
    for board, where, seen in zip(boards, found, observations, strict=True):
        if where is not None:
            _draw_board(pen, board, where, seen, _Shown((left, top), scale))
    return photo


@dataclass(frozen=True, slots=True)
class _Shown:
    """How the picture shows the frame: from which pixel on, how much larger."""

    corner_xy_px: tuple[int, int]
    scale: float

    def pixels(self, frame_px: Points) -> Points:
        """Where points (n, 2) of the frame are in the picture."""
        return np.asarray((frame_px - np.array(self.corner_xy_px)) * self.scale, np.float64)

    def box(self, window_xywh: Window) -> Box:
        """Where a window of the frame is in the picture."""
        x, y, width, height = window_xywh
        (left, top), (right, bottom) = self.pixels(
            np.array([[x, y], [x + width, y + height]], np.float64)
        )
        return float(left), float(top), float(right), float(bottom)


def _lines(
    boards: Sequence[PlaceBoard], observations: Sequence[Observation], letters: int
) -> Iterator[str]:
    """What is said below the picture, in lines of at most so many letters."""
    for board, seen in zip(boards, observations, strict=True):
        yield from wrap(f"{board.name}: {_headline(seen)}", letters)
        for problem in seen.problems:
            yield from wrap(problem, letters, initial_indent="    ", subsequent_indent="    ")


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
    shown: _Shown,
) -> None:
    readings = {place.place: place for place in seen.places}
    least_px = max(9, round(_LEAST_MM * shown.scale * found.pose.px_per_mm(_middle(board))))
    lying = tuple(shown.box(p.crop_xywh_px) for place in seen.places for p in place.pieces)
    labels: list[Label] = []
    for place in board.places:
        reading = readings.get(place.name)
        if reading is None:
            continue
        pixels = shown.pixels(found.project_mm(np.array(place.outline_mm)))
        corners = [(float(x), float(y)) for x, y in pixels]
        empty = reading.status is PlaceStatus.READ and not reading.pieces
        colour = _EMPTY if empty else _COLOURS[reading.status]
        pen.line([*corners, corners[0]], fill=colour, width=1 if empty else 2)
        if not empty:
            (left, top), (right, bottom) = pixels.min(axis=0), pixels.max(axis=0)
            room = (float(left), float(top), float(right), float(bottom))
            labels += _labels(reading, room, colour, shown, lying)
    write_labels(pen, labels, least_px, max(least_px, _LARGE_PX))


def _labels(
    reading: PlaceReading, room: Box, colour: Rgb, shown: _Shown, lying: tuple[Box, ...]
) -> Iterator[Label]:
    """A name on each piece that is large enough for one, else one for all that lies there.

    `lying` is what lies on the board, which a name beside pieces leaves free.
    """
    boxes = tuple(shown.box(piece.crop_xywh_px) for piece in reading.pieces)
    alone = len(boxes) == 1 or _one_on_the_other(boxes)
    if alone or not all(_is_large(box) for box in boxes):
        yield Label(_short(reading), colour, room, () if alone else lying)
        return
    for piece, box in zip(reading.pieces, boxes, strict=True):
        doubt = "" if piece.kind else " ?"
        yield Label(_name(piece) + doubt, colour, box)
    if reading.status is not PlaceStatus.READ:
        yield Label("?", colour, room, lying)


def _is_large(box: Box) -> bool:
    return min(box[2] - box[0], box[3] - box[1]) >= _LARGE_PIECE_PX


def _one_on_the_other(boxes: Sequence[Box]) -> bool:
    """Whether pieces lie in a stack, so that their names would, too."""
    middles = np.array([[(b[0] + b[2]) / 2, (b[1] + b[3]) / 2] for b in boxes])
    if len(middles) < 2:
        return False
    apart = np.abs(middles[:, None] - middles[None]).max(axis=2)
    return bool(apart[~np.eye(len(middles), dtype=bool)].min() < _LARGE_PX)


def _short(reading: PlaceReading) -> str:
    """What lies there, one piece a line; a question mark where that is not sure."""
    if reading.status is PlaceStatus.COVERED:
        return "?"
    names: dict[str, int] = {}
    for piece in reading.pieces:
        names[_name(piece)] = names.get(_name(piece), 0) + 1
    said = [name + (f" x{count}" if count > 1 else "") for name, count in names.items()]
    if reading.status is not PlaceStatus.READ:
        said.append("?")
    return "\n".join(said)


def _name(piece: Sighting) -> str:
    """What a piece most likely is, and how it is turned."""
    likeliest = piece.kind or (piece.kinds[0][0] if piece.kinds else piece.family)
    return likeliest + (f" {piece.turn_deg:.0f}°" if piece.turn_deg else "")


def _middle(board: PlaceBoard) -> tuple[float, float]:
    return board.size_mm[0] / 2, board.size_mm[1] / 2
