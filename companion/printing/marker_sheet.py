"""The sheet of square markers that are stuck round a dish or onto a board."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import groupby

from companion.errors import InputError
from companion.printing.sheet import Paper, Sheet

Modules = tuple[tuple[bool, ...], ...]

SMALLEST_MM = 5.0
MARGIN_MM = 12.0
_LABEL_MM = 5.5
_RULE_TOP_MM = 22.0
_GRID_TOP_MM = 66.0

HOW_TO = (
    'Print at 100 % ("actual size"), never "fit to page"; then the rule above is 100 mm long.',
    "Cut along the dashed lines. Keep the white edge: the camera needs it.",
    "Stick four or more flat round the dish, spread wide, where no token hides them.",
    "Measure where each black square's corners lie and write them into table.toml.",
)
HOW_TO_ZH = (
    "請以 100 % 實際大小列印，勿選「符合頁面」；上方的尺應剛好長 100 毫米。",
    "沿虛線剪下，請保留白邊：相機需要白邊才能辨認。",
    "把四個以上的標記平貼在盤子周圍，盡量分散，不要被指示物遮住。",
    "量出每個黑色方塊四角的位置，寫入 table.toml。",
)


@dataclass(frozen=True, slots=True)
class PrintedMarker:
    """One marker: its id and its modules with the black border, row by row, True for black."""

    id: int
    black: Modules


def marker_sheet(
    markers: Sequence[PrintedMarker], dictionary: str, size_mm: float, paper: Paper
) -> bytes:
    """A PDF with each marker's black square exactly `size_mm` wide, on as many pages as needed.

    Raises InputError when a marker of that size does not fit the paper or is too small to print.
    """
    sheet = Sheet(paper, f"Markers {dictionary}, {size_mm:g} mm")
    places = _places_of_a_page(size_mm, paper)
    for number, marker in enumerate(markers):
        page, place = divmod(number, len(places))
        if place == 0:
            if page:
                sheet.next_page()
            _head(sheet, dictionary, size_mm)
        _draw_marker(sheet, marker, places[place], size_mm)
    return sheet.pdf_bytes()


def quiet_mm(size_mm: float) -> float:
    """The white edge kept round a marker: two modules of a 4 x 4 marker, at least 3 mm."""
    return max(3.0, size_mm / 6)


def _places_of_a_page(size_mm: float, paper: Paper) -> list[tuple[float, float]]:
    """The top-left corner (mm) of each label that is cut out of one page, row by row."""
    width = size_mm + 2 * quiet_mm(size_mm)
    height = width + _LABEL_MM
    columns = int((paper.width_mm - 2 * MARGIN_MM) / width)
    rows = int((paper.height_mm - _GRID_TOP_MM - MARGIN_MM) / height)
    if columns < 1 or rows < 1 or size_mm < SMALLEST_MM:
        raise InputError(
            f"Markers of {size_mm:g} mm can't be printed on {paper.name};"
            f" use --size-mm from {SMALLEST_MM:g} to {_largest_mm(paper):g}."
        )
    return [
        (MARGIN_MM + column * width, _GRID_TOP_MM + row * height)
        for row in range(rows)
        for column in range(columns)
    ]


def _largest_mm(paper: Paper) -> int:
    room = min(
        paper.width_mm - 2 * MARGIN_MM,
        paper.height_mm - _GRID_TOP_MM - MARGIN_MM - _LABEL_MM,
    )
    return max(size for size in range(1, int(room)) if size + 2 * quiet_mm(size) <= room)


def _head(sheet: Sheet, dictionary: str, size_mm: float) -> None:
    sheet.text((MARGIN_MM, 16.0), f"Markers  {dictionary}  {size_mm:g} mm", 5.0, bold=True)
    sheet.rule((MARGIN_MM, _RULE_TOP_MM))
    for line, (english, chinese) in enumerate(zip(HOW_TO, HOW_TO_ZH, strict=True)):
        y = _RULE_TOP_MM + 10.5 + line * 8.4
        sheet.text((MARGIN_MM, y), f"{line + 1}.  {english}", 3.0)
        sheet.text((MARGIN_MM + 4.5, y + 4.0), chinese, 3.0)


def _draw_marker(
    sheet: Sheet, marker: PrintedMarker, at_mm: tuple[float, float], size_mm: float
) -> None:
    edge = quiet_mm(size_mm)
    x, y = at_mm
    right, bottom = x + size_mm + 2 * edge, y + size_mm + 2 * edge + _LABEL_MM
    sheet.cut_line([(x, y), (right, y), (right, bottom), (x, bottom), (x, y)])
    sheet.rectangles(black_runs(marker.black, (x + edge, y + edge), size_mm))
    label = f"id {marker.id}   {size_mm:g} mm"
    sheet.text((x + edge, bottom - 2.0), label, min(3.0, size_mm / 6))


def black_runs(
    black: Modules, at_mm: tuple[float, float], size_mm: float
) -> Iterator[tuple[float, float, float, float]]:
    """Runs of black modules along each row, as (x, y, width, height) in mm."""
    module = size_mm / len(black)
    for row, modules in enumerate(black):
        column = 0
        for is_black, run in groupby(modules):
            length = len(list(run))
            if is_black:
                x, y = at_mm[0] + column * module, at_mm[1] + row * module
                yield x, y, length * module, module
            column += length
