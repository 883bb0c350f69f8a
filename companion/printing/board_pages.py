"""Boards on pages: whole, or in parts that are glued together, at exact millimetres."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from companion.drawing import Drawing, PointMm
from companion.printing.page_frame import (
    BOARD_FOOT_MM,
    MARGIN_MM,
    Headings,
    board_window_of,
    draw_frame,
)
from companion.printing.sheet import Paper, Sheet, width_of
from companion.printing.tiling import Span, Tile, tile_name, tiles_of
from companion.printing.words import in_each

_LABEL_MM = 2.6
_MAP_CELL_MM = 3.2
_STRIP_GREY = 0.6


@dataclass(frozen=True, slots=True)
class BoardSheet:
    """One board to print: its title, its art with markers, boxes that no seam should cross."""

    title: str
    drawing: Drawing
    keep_whole: tuple[tuple[Span, Span], ...]

    def turned(self) -> BoardSheet:
        """The same board turned by a quarter, clockwise."""
        width, height = self.drawing.size_mm
        drawing = Drawing((height, width)).placed(self.drawing, (height / 2, width / 2), 90.0)
        boxes = tuple(
            ((height - y2, height - y1), (x1, x2)) for (x1, x2), (y1, y2) in self.keep_whole
        )
        return BoardSheet(self.title, drawing, boxes)


@dataclass(frozen=True, slots=True)
class _Page:
    board: BoardSheet
    tile: Tile
    tiles: tuple[Tile, ...]
    paper: Paper


def boards_pdf(boards: Sequence[BoardSheet], paper: Paper, heading: Headings) -> tuple[bytes, int]:
    """All boards as one file, and its number of pages; `heading` heads a page by its subject."""
    pages = [page for board in boards for page in _pages_of(board, paper)]
    sheet = Sheet(pages[0].paper, heading().title)
    for number, page in enumerate(pages, 1):
        if number > 1:
            sheet.next_page(page.paper)
        subject = page.board.title + (f"   {page.tile.name}" if len(page.tiles) > 1 else "")
        head = heading(subject)
        room = _map_size_mm(page.tiles)[1] + 3.0 if len(page.tiles) > 1 else 0.0
        draw_frame(sheet, head, number, len(pages), room)
        _draw_tile(sheet, page, head.languages)
    return sheet.pdf_bytes(), len(pages)


def _pages_of(board: BoardSheet, paper: Paper) -> list[_Page]:
    """The board's tiles on upright paper, or on its side or turned when that takes fewer."""

    def tiles_on(each: Paper, lying: BoardSheet) -> tuple[Tile, ...]:
        window = board_window_of(each)
        return tiles_of(lying.drawing.size_mm, (window.width, window.height), lying.keep_whole)

    ways = ((paper, board), (paper.on_its_side, board), (paper, board.turned()))
    choices = [(tiles_on(each, lying), each, lying) for each, lying in ways]
    tiles, chosen, lying = min(choices, key=lambda choice: len(choice[0]))
    return [_Page(lying, tile, tiles, chosen) for tile in tiles]


def _draw_tile(sheet: Sheet, page: _Page, languages: Sequence[str]) -> None:
    tile, window = page.tile, board_window_of(page.paper)
    (left, top), (right, bottom) = tile.from_mm, tile.to_mm
    x0 = window.left + (window.width - (right - left)) / 2
    y0 = window.top + (window.height - (bottom - top)) / 2

    def at(x: float, y: float) -> PointMm:
        return x0 + x - left, y0 + y - top

    width, height = page.board.drawing.size_mm
    corners = [at(left, top), at(right, top), at(right, bottom), at(left, bottom)]
    sheet.paint(page.board.drawing, at(width / 2, height / 2), clip_mm=corners)
    sheet.cut_line([*corners, corners[0]])
    column, row = tile.column, tile.row
    if tile.next_x is not None:
        sheet.line([at(tile.next_x, top), at(tile.next_x, bottom)], grey=_STRIP_GREY)
        words = in_each("glue", languages, tile=tile_name(column + 1, row))
        middle = at((tile.next_x + right) / 2, (top + bottom) / 2)
        _label(sheet, words, middle, upright=False)
    if tile.next_y is not None:
        sheet.line([at(left, tile.next_y), at(right, tile.next_y)], grey=_STRIP_GREY)
        words = in_each("glue", languages, tile=tile_name(column, row + 1))
        middle = at((left + (tile.next_x or right)) / 2, (tile.next_y + bottom) / 2)
        _label(sheet, words, middle, upright=True)
    if len(page.tiles) > 1:
        _draw_map(sheet, page)


def _label(sheet: Sheet, words: str, middle_mm: PointMm, upright: bool) -> None:
    """Words in a white box across a strip, turned by a quarter on a standing one."""
    half_w, half_h = width_of(words, _LABEL_MM) / 2 + 1.5, 2.2
    if not upright:
        half_w, half_h = half_h, half_w
    x, y = middle_mm
    sheet.box((x - half_w, y - half_h), (2 * half_w, 2 * half_h), grey=1.0)
    sheet.middle_text(middle_mm, words, _LABEL_MM, 0.0 if upright else 90.0)


def _map_size_mm(tiles: Sequence[Tile]) -> tuple[float, float]:
    """The side of a cell of the small map, and the map's width."""
    columns, rows = tiles[-1].column + 1, tiles[-1].row + 1
    cell = min(_MAP_CELL_MM, (BOARD_FOOT_MM - 2.0) / rows)
    return cell, cell * columns


def _draw_map(sheet: Sheet, page: _Page) -> None:
    """A small map of the board's parts in the foot's corner; this page's one is filled."""
    cell, width = _map_size_mm(page.tiles)
    left = page.paper.width_mm - MARGIN_MM - width
    top = page.paper.height_mm - MARGIN_MM - (page.tiles[-1].row + 1) * cell
    for tile in page.tiles:
        corner = (left + tile.column * cell, top + tile.row * cell)
        sheet.box(corner, (cell, cell), grey=0.2 if tile == page.tile else 1.0, outlined=True)
