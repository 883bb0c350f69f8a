"""The panel beside the annotated photograph: what each token is, touches and gives."""

from __future__ import annotations

from collections.abc import Sequence

from PIL import Image, ImageDraw

from vision.toss_ink import AREAS, DOUBT, FAINT, INK, PAPER, SURE, Rgb, TossMark, badge, font

PANEL_PX = 760

_LEFT_PX = 84
_MARGIN_PX = 16
_GAP_PX = 18
_LEAST_SIZE = 11


def draw_panel(
    headline: str, problems: Sequence[str], marks: Sequence[TossMark], height_px: int
) -> Image.Image:
    """The headline, the problems, and a row for each token."""
    panel = Image.new("RGB", (PANEL_PX, height_px), PAPER)
    pen = ImageDraw.Draw(panel)
    y = 24.0
    pen.text((28, y), headline, fill=INK, font=font(34))
    y += 56
    for problem in problems:
        for line in _wrapped(problem, 62):
            pen.text((28, y), line, fill=DOUBT, font=font(21))
            y += 28
        y += 6
    # Thirteen tokens must fit: the rows share what is left.
    row_px = min(84.0, (height_px - y - 10) / max(1, len(marks)))
    size = 22 if row_px > 70 else 18
    for number, mark in enumerate(marks, 1):
        _row(pen, y, size, number, mark)
        y += row_px
    return panel


def _row(pen: ImageDraw.ImageDraw, y: float, size: int, number: int, mark: TossMark) -> None:
    badge(pen, (46, y + 26), str(number), SURE if mark.certain else DOUBT)
    kind = mark.kind or "kind unknown"
    where = " on another" if mark.level else ""
    slide = ", slid inside" if mark.outside else ""
    title = f"{kind}{where}{slide}   \u00b1{mark.sigma_mm:.2f} mm"
    _line(pen, y, size + 2, [(title, INK)])
    touched = [
        (f"{area} {depth_mm:.1f} mm{'' if sure else '?'}", AREAS[area])
        for area, depth_mm, sure in mark.touches
    ]
    touched = touched or [("touches no area", FAINT)]
    _line(pen, y + size + 8, size - 2, [*touched, (f"gives {mark.gives}", INK)])
    close = ", ".join(
        f"{area} {gap_mm:.2f} mm {'inside' if touching else 'short'}"
        for area, gap_mm, touching in mark.close_calls
    )
    doubt = [f"too close to call: {close}"] if close else []
    doubt += [mark.note] if mark.note else []
    if doubt:
        _line(pen, y + 2 * size + 12, size - 4, [("; ".join(doubt), DOUBT)])


def _line(pen: ImageDraw.ImageDraw, y: float, size: int, parts: Sequence[tuple[str, Rgb]]) -> None:
    """Words side by side, each in its colour, in smaller type when they would not fit."""
    gaps_px = _GAP_PX * (len(parts) - 1)
    room_px = PANEL_PX - _LEFT_PX - _MARGIN_PX - gaps_px
    wide_px = sum(pen.textlength(words, font=font(size)) for words, _ in parts)
    if wide_px > room_px:
        size = max(_LEAST_SIZE, int(size * room_px / wide_px))
    x = float(_LEFT_PX)
    for words, colour in parts:
        pen.text((x, y), words, fill=colour, font=font(size))
        x += pen.textlength(words, font=font(size)) + _GAP_PX


def _wrapped(sentence: str, columns: int) -> list[str]:
    lines = [""]
    for word in sentence.split():
        if lines[-1] and len(lines[-1]) + 1 + len(word) > columns:
            lines.append("")
        lines[-1] = f"{lines[-1]} {word}".strip()
    return lines
