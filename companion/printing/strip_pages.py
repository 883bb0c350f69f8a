"""Strips of markers to stick beside the boards of a bought copy, which carry none themselves."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from companion.board import Tag
from companion.drawing import Drawing, Shape, Words
from companion.printing.packing import Item, pack
from companion.printing.page_frame import Headings, board_window_of, draw_frame
from companion.printing.sheet import Paper, Sheet
from companion.prints import Modules, marker_shapes

_GAP_SHARE = 0.25  # white between markers and round them, in sides of a marker
_LABEL_MM = 2.6
_APART_MM = 1.0


@dataclass(frozen=True, slots=True)
class Strip:
    """One strip: which board it is for, the ids of its markers, their side."""

    title: str
    ids: tuple[int, ...]
    side_mm: float


def strips_of(title: str, tags: Sequence[Tag]) -> tuple[Strip, ...]:
    """Two strips with a board's markers, one for each of two opposite sides."""
    half = (len(tags) + 1) // 2
    side_mm = min(tag.corners_mm[1][0] - tag.corners_mm[0][0] for tag in tags)
    parts = (tags[:half], tags[half:])
    return tuple(
        Strip(f"{title}  {number}/2", tuple(tag.id for tag in part), side_mm)
        for number, part in enumerate(parts, 1)
        if part
    )


def strips_pdf(
    strips: Sequence[Strip], paper: Paper, black: Mapping[int, Modules], heading: Headings
) -> tuple[bytes, int]:
    """All strips, and the number of pages; one too long for the paper is parted."""
    drawn = [(strip, _drawing(strip, black)) for strip in _short_enough(strips, paper)]
    pages = pack([_item(drawing) for _, drawing in drawn], board_window_of(paper))
    sheet = Sheet(paper, heading().title)
    for number, placed in enumerate(pages, 1):
        if number > 1:
            sheet.next_page()
        draw_frame(sheet, heading(), number, len(pages))
        for each in placed:
            sheet.paint(each.item.what, each.middle_mm, each.angle_deg)
            sheet.cut_line([*each.outline_mm, each.outline_mm[0]])
    return sheet.pdf_bytes(), len(pages)


def _short_enough(strips: Sequence[Strip], paper: Paper) -> list[Strip]:
    window = board_window_of(paper)
    found = []
    for strip in strips:
        gap = strip.side_mm * _GAP_SHARE
        room = max(1, int((max(window.width, window.height) - gap) / (strip.side_mm + gap)))
        for first in range(0, len(strip.ids), room):
            found.append(Strip(strip.title, strip.ids[first : first + room], strip.side_mm))
    return found


def _drawing(strip: Strip, black: Mapping[int, Modules]) -> Drawing:
    side, gap = strip.side_mm, strip.side_mm * _GAP_SHARE
    width = len(strip.ids) * (side + gap) + gap
    height = side + 2 * gap + _LABEL_MM
    shapes: list[Shape] = []
    for place, tag_id in enumerate(strip.ids):
        left, top = gap + place * (side + gap), gap
        right, bottom = left + side, top + side
        corners = ((left, top), (right, top), (right, bottom), (left, bottom))
        shapes += marker_shapes(Tag(tag_id, corners), black[tag_id])
    ids = ", ".join(map(str, strip.ids))
    label = f"{strip.title}   id {ids}   {side:g} mm"
    size = min(_LABEL_MM * 0.72, 1.25 * width / len(label))
    shapes.append(Words(label, (width / 2, height - gap / 2 - _LABEL_MM / 2), size, "#000000"))
    return Drawing((width, height), tuple(shapes))


def _item(drawing: Drawing) -> Item[Drawing]:
    half_w, half_h = drawing.size_mm[0] / 2, drawing.size_mm[1] / 2
    corners = ((-half_w, -half_h), (half_w, -half_h), (half_w, half_h), (-half_w, half_h))
    return Item(drawing, corners, _APART_MM)
