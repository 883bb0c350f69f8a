"""Pieces on pages: laid out by outline, with cut lines, both sides for duplex.

The back of a sheet is its mirror image left to right: printed on both sides and flipped on the
long edge, every back comes to lie behind its front.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import replace

from companion.drawing import Drawing, PointMm
from companion.errors import InputError
from companion.printing.packing import Item, Placed, TooLargeError, pack
from companion.printing.page_frame import Headings, Window, draw_frame, window_of
from companion.printing.sheet import PAPERS, Paper, Sheet
from companion.prints import PiecePrint

BLEED_MM = 3.0  # beyond the cut line of two-sided pieces, for sheets that do not quite coincide
_THIN_BLEED_MM = 1.0
_APART_MM = 0.6  # between the bleeds of neighbours


def one_sided_pdf(
    pieces: Sequence[PiecePrint], paper: Paper, heading: Headings
) -> tuple[bytes, int]:
    """Pieces with a blank back, and the number of pages.  Raises InputError: too large."""
    pages = packed(_items(pieces, _THIN_BLEED_MM), paper, _THIN_BLEED_MM)
    sheet = Sheet(paper, heading().title)
    for number, placed in enumerate(pages, 1):
        if number > 1:
            sheet.next_page()
        draw_frame(sheet, heading(*families_on(placed)), number, len(pages))
        for each in placed:
            _draw_piece(sheet, each.item.what.front, each.outline_mm, each, _THIN_BLEED_MM)
    return sheet.pdf_bytes(), len(pages)


def two_sided_pdf(
    pieces: Sequence[PiecePrint], paper: Paper, heading: Headings
) -> tuple[bytes, int]:
    """Fronts and backs by turns, and the number of pages.  Raises InputError: too large."""
    pages = packed(_items(pieces, BLEED_MM), paper, BLEED_MM)
    sheet = Sheet(paper, heading().title, two_sided=True)
    for number, placed in enumerate(pages):
        if number:
            sheet.next_page()
        draw_frame(sheet, heading("front", *families_on(placed)), 2 * number + 1, 2 * len(pages))
        for each in placed:
            _draw_piece(sheet, each.item.what.front, each.outline_mm, each, BLEED_MM)
        sheet.next_page()
        draw_frame(sheet, heading("back", *families_on(placed)), 2 * number + 2, 2 * len(pages))
        for each in placed:
            back = each.item.what.back or each.item.what.front
            mirrored = _mirrored(each, paper)
            outline = tuple((paper.width_mm - x, y) for x, y in each.outline_mm)
            _draw_piece(sheet, back, outline, mirrored, BLEED_MM, cut=False)
    return sheet.pdf_bytes(), 2 * len(pages)


def _items(pieces: Sequence[PiecePrint], bleed_mm: float) -> list[Item[PiecePrint]]:
    return [
        Item(piece, piece.outline_mm, 2 * bleed_mm + _APART_MM)
        for piece in pieces
        for _ in range(piece.count)
    ]


def packed(
    items: list[Item[PiecePrint]], paper: Paper, bleed_mm: float = 0.0
) -> list[list[Placed[PiecePrint]]]:
    """The items on pages of this paper.  Raises InputError for a piece that fits none."""
    try:
        return pack(items, _inner(paper, bleed_mm))
    except TooLargeError as error:
        item = error.item
        larger = [name for name, other in PAPERS.items() if _fits(item, other, bleed_mm)]
        what = item.what.kind if isinstance(item.what, PiecePrint) else "a piece"
        advice = f"use --paper {larger[0]}" if larger else "no paper is large enough"
        raise InputError(f"{what} does not fit on {paper.name} paper; {advice}.") from None


def families_on(page: Sequence[Placed[PiecePrint]]) -> list[str]:
    """What lies on a page: keys of the families' names, each once."""
    return list(dict.fromkeys(f"family.{each.item.what.family}" for each in page))


def _inner(paper: Paper, bleed_mm: float) -> Window:
    """Where cut lines may lie: bleeds stay in the page's window."""
    window = window_of(paper)
    return Window(
        window.left + bleed_mm,
        window.top + bleed_mm,
        window.width - 2 * bleed_mm,
        window.height - 2 * bleed_mm,
    )


def _fits(item: Item[object], paper: Paper, bleed_mm: float) -> bool:
    try:
        pack([item], _inner(paper, bleed_mm))
    except TooLargeError:
        return False
    return True


def _mirrored(placed: Placed[PiecePrint], paper: Paper) -> Placed[PiecePrint]:
    x, y = placed.middle_mm
    return Placed(placed.item, (paper.width_mm - x, y), -placed.angle_deg)


def _draw_piece(
    sheet: Sheet,
    drawing: Drawing,
    outline_mm: tuple[PointMm, ...],
    placed: Placed[PiecePrint],
    bleed_mm: float,
    cut: bool = True,
) -> None:
    """The piece's art with its bleed, and its cut line on top.

    The bleed is the lowest shape of the art, its ground, made larger, and whatever of the art
    reaches over the cut line itself.
    """
    grown = grown_mm(outline_mm, bleed_mm)
    half = max(1.0, min(_reach(outline_mm, placed.middle_mm)))
    scale = (half + bleed_mm) / half
    ground = replace(drawing, shapes=drawing.shapes[:1])
    sheet.paint(ground, placed.middle_mm, placed.angle_deg, grown, scale)
    sheet.paint(drawing, placed.middle_mm, placed.angle_deg, grown)
    if cut:
        sheet.cut_line([*outline_mm, outline_mm[0]])


def _reach(outline_mm: Sequence[PointMm], middle_mm: PointMm) -> tuple[float, float]:
    """Half width and half height of an outline round a middle."""
    return (
        max(abs(x - middle_mm[0]) for x, _ in outline_mm),
        max(abs(y - middle_mm[1]) for _, y in outline_mm),
    )


def grown_mm(outline_mm: Sequence[PointMm], by_mm: float) -> tuple[PointMm, ...]:
    """An outline moved outwards: every side by `by_mm`, corners as sharp as they are.

    The way round does not matter.  Very pointed corners are blunted.
    """
    points = [
        p for p, q in zip(outline_mm, (*outline_mm[1:], outline_mm[0]), strict=True) if p != q
    ]
    area = sum(
        a[0] * b[1] - b[0] * a[1] for a, b in zip(points, (*points[1:], points[0]), strict=True)
    )
    side = by_mm if area > 0 else -by_mm
    grown = []
    for before, here, after in zip(
        (points[-1], *points[:-1]), points, (*points[1:], points[0]), strict=True
    ):
        one, other = _normal(before, here), _normal(here, after)
        half = math.hypot(one[0] + other[0], one[1] + other[1])
        if half < 0.5:
            bisector, stretch = one, 1.0
        else:
            bisector = ((one[0] + other[0]) / half, (one[1] + other[1]) / half)
            stretch = 2 / half
        grown.append(
            (here[0] + bisector[0] * side * stretch, here[1] + bisector[1] * side * stretch)
        )
    return tuple(grown)


def _normal(a: PointMm, b: PointMm) -> PointMm:
    length = math.hypot(b[0] - a[0], b[1] - a[1])
    return (b[1] - a[1]) / length, (a[0] - b[0]) / length
