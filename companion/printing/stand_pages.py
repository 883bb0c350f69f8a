"""Stand-ups on pages: two pictures head to head, a fold between them, a foot at either end."""

from __future__ import annotations

from collections.abc import Sequence

from companion.board import PointMm
from companion.printing.packing import Item, Placed
from companion.printing.page_frame import Headings, draw_frame
from companion.printing.piece_pages import families_on, packed
from companion.printing.sheet import Paper, Sheet
from companion.prints import PiecePrint

FOOT_FLAP_MM = 8.0
_GAP_MM = 2.0


def stands_pdf(pieces: Sequence[PiecePrint], paper: Paper, heading: Headings) -> tuple[bytes, int]:
    """Stand-ups unfolded, and the number of pages.  Raises InputError: too large."""
    items = [Item(piece, _unfolded(piece), _GAP_MM) for piece in pieces for _ in range(piece.count)]
    pages = packed(items, paper)
    sheet = Sheet(paper, heading().title)
    for number, placed in enumerate(pages, 1):
        if number > 1:
            sheet.next_page()
        draw_frame(sheet, heading(*families_on(placed)), number, len(pages))
        for each in placed:
            _draw_stand(sheet, each)
    return sheet.pdf_bytes(), len(pages)


def _reach(piece: PiecePrint) -> tuple[float, float, float]:
    """Half the width, and how far the outline goes up and down from its middle; all positive."""
    half_width = max(abs(x) for x, _ in piece.outline_mm)
    ys = [y for _, y in piece.outline_mm]
    return half_width, -min(ys), max(ys)


def _unfolded(piece: PiecePrint) -> tuple[PointMm, ...]:
    """Foot, back head down, front, foot: a rectangle round the middle fold."""
    half_width, up, down = _reach(piece)
    reach = up + down + FOOT_FLAP_MM
    return (
        (-half_width, -reach),
        (half_width, -reach),
        (half_width, reach),
        (-half_width, reach),
    )


def _draw_stand(sheet: Sheet, placed: Placed[PiecePrint]) -> None:
    piece = placed.item.what
    half_width, up, down = _reach(piece)
    height = up + down

    def at(x: float, y: float) -> PointMm:
        dx, dy = (-y, x) if placed.angle_deg else (x, y)
        return placed.middle_mm[0] + dx, placed.middle_mm[1] + dy

    # Folded backwards over the middle line the back turns by half a turn, as it is printed.
    for drawing, side, turn_deg in ((piece.front, 1, 0.0), (piece.back or piece.front, -1, 180.0)):
        corners = [at(-half_width, 0.0), at(half_width, 0.0)]
        corners += [at(half_width, side * height), at(-half_width, side * height)]
        sheet.paint(drawing, at(0.0, side * up), placed.angle_deg + turn_deg, corners)
    for y in (-height, 0.0, height):
        sheet.fold_line(at(-half_width, y), at(half_width, y))
    outline = placed.outline_mm
    sheet.cut_line([*outline, outline[0]])
