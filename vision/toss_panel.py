"""The panel beside the annotated photograph: what each token is, touches and gives."""

from __future__ import annotations

from collections.abc import Sequence

from PIL import Image, ImageDraw

from vision.toss_ink import AREAS, DOUBT, FAINT, INK, PAPER, SURE, TossMark, badge, font

PANEL_PX = 760


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
    pen.text((84, y), title, fill=INK, font=font(size + 2))
    x = 84.0
    for area, depth_mm, sure in mark.touches:
        words = f"{area} {depth_mm:.1f} mm{'' if sure else '?'}"
        pen.text((x, y + size + 8), words, fill=AREAS[area], font=font(size - 2))
        x += pen.textlength(words, font=font(size - 2)) + 18
    if not mark.touches:
        pen.text((x, y + size + 8), "touches no area", fill=FAINT, font=font(size - 2))
        x += 170
    light = ", ".join(mark.light) or "no Light"
    pen.text((x, y + size + 8), f"gives {light}", fill=INK, font=font(size - 2))
    doubt = [
        f"{area}: {gap_mm:.2f} mm {'inside' if touching else 'short'}, too close to call"
        for area, gap_mm, touching in mark.close_calls
    ]
    doubt += [mark.note] if mark.note else []
    if doubt:
        pen.text((84, y + 2 * size + 12), "; ".join(doubt), fill=DOUBT, font=font(size - 4))


def _wrapped(sentence: str, columns: int) -> list[str]:
    lines = [""]
    for word in sentence.split():
        if lines[-1] and len(lines[-1]) + 1 + len(word) > columns:
            lines.append("")
        lines[-1] = f"{lines[-1]} {word}".strip()
    return lines
