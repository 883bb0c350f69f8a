"""The teaching sheets as a PDF."""

from __future__ import annotations

from companion.printing.board_pages import BoardSheet, boards_pdf
from companion.printing.page_frame import Heading
from companion.printing.sheet import PAPERS
from companion.printing.words import LANGUAGES
from companion.prints import marked_board
from companion.teaching.boxes import DICTIONARY, SHEETS, sheet_print
from vision.marker_art import marker_bits

TITLE = "Teaching sheet  教學紙"
HOW = "one piece in each box, its top at the arrow  每格放一個，上方朝箭頭"


def teaching_pdf(paper: str) -> tuple[bytes, int]:
    """Both sheets with boxes at exact millimetres, and the number of pages."""
    pages = []
    for sheet in SHEETS:
        black = {tag.id: marker_bits(DICTIONARY, tag.id) for tag in sheet.tags}
        drawing = marked_board(sheet_print(sheet), 0, black)
        pages.append(BoardSheet(HOW, drawing, ()))

    def heading(*parts: str) -> Heading:
        return Heading(TITLE, "   ".join(parts), LANGUAGES)

    return boards_pdf(pages, PAPERS[paper], heading)
