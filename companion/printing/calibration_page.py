"""The page with the chessboard that a lens is calibrated with."""

from __future__ import annotations

from collections.abc import Mapping

from companion.calibrating.sheet import CalibrationSheet
from companion.printing.marker_sheet import Modules, black_runs
from companion.printing.sheet import Paper, Sheet

_TOP_MM = 14.0
_GRID_TOP_MM = 52.0
_LEFT_MM = 12.0
_BEHIND_MM = 10.0  # from the rule to the first sentence

_HOW_TO = (
    "Print at 100 %. Whole, the chessboard is {width:g} mm across and {height:g} mm down;"
    " a sheet that is stretched one way is of no use.",
    "Glue it onto something stiff and flat. Give `companion calibrate` 12 or more photographs:",
    "near and far, in every corner of the picture, leaning to each of the four sides.",
)
_HOW_TO_ZH = (
    "請以 100 % 列印。整個棋盤寬 {width:g} 毫米、高 {height:g} 毫米；若單向被拉長就不能用。",
    "把它貼在又硬又平的板子上，拍至少 12 張交給 companion calibrate：",
    "有近有遠，畫面每個角落都要拍到，並分別向四邊傾斜。",
)


def calibration_page(sheet: CalibrationSheet, black: Mapping[int, Modules], paper: Paper) -> bytes:
    """A PDF of one page with the chessboard at exact millimetres.

    `black` gives the modules of every marker with the black border, True for black.
    """
    page = Sheet(paper, f"Calibration sheet, squares of {sheet.square_mm:g} mm")
    head = f"Calibration sheet  校正圖  {sheet.columns} x {sheet.rows}  {sheet.square_mm:g} mm"
    page.text((_LEFT_MM, _TOP_MM), head, 4.6)
    page.rule((_LEFT_MM, _TOP_MM + 4.0))
    width_mm, height_mm = sheet.size_mm
    first_mm = _TOP_MM + 4.0 + _BEHIND_MM
    for line, words in enumerate((*_HOW_TO, *_HOW_TO_ZH)):
        said = words.format(width=width_mm, height=height_mm)
        page.text((_LEFT_MM, first_mm + 3.6 * line), said, 2.7)
    left_mm = (paper.width_mm - width_mm) / 2
    top_mm = _GRID_TOP_MM
    page.rectangles(
        (
            left_mm + column * sheet.square_mm,
            top_mm + row * sheet.square_mm,
            sheet.square_mm,
            sheet.square_mm,
        )
        for column, row in sheet.black_squares()
    )
    for tag_id, (x, y) in sheet.markers():
        at_mm = (left_mm + x, top_mm + y)
        page.rectangles(black_runs(black[tag_id], at_mm, sheet.marker_mm))
    return page.pdf_bytes()
