"""What to read first: how to print, cut and assemble, in each language."""

from __future__ import annotations

from collections.abc import Sequence

from companion.printing.page_frame import Headings, draw_frame, window_of
from companion.printing.sheet import Paper, Sheet, wrapped

_TEXT_MM = 3.6
_LINE_MM = 5.6
_BETWEEN_MM = 2.4
_NUMBER_MM = 8.0


def notes_pdf(texts: Sequence[Sequence[str]], paper: Paper, heading: Headings) -> tuple[bytes, int]:
    """Numbered sentences, each language on pages of its own, and the number of pages."""
    window = window_of(paper)
    pages: list[list[tuple[float, str, str]]] = []
    for sentences in texts:
        pages += _pages(sentences, window.width - _NUMBER_MM, window.height)
    sheet = Sheet(paper, heading().title)
    for number, lines in enumerate(pages, 1):
        if number > 1:
            sheet.next_page()
        draw_frame(sheet, heading(), number, len(pages))
        for y, mark, words in lines:
            sheet.text((window.left, window.top + y), mark, _TEXT_MM, bold=True)
            sheet.text((window.left + _NUMBER_MM, window.top + y), words, _TEXT_MM)
    return sheet.pdf_bytes(), len(pages)


def _pages(
    sentences: Sequence[str], width_mm: float, height_mm: float
) -> list[list[tuple[float, str, str]]]:
    """Lines as (mm below the top, number of the sentence or nothing, words), page by page."""
    pages: list[list[tuple[float, str, str]]] = [[]]
    y = _LINE_MM
    for number, sentence in enumerate(sentences, 1):
        for place, words in enumerate(wrapped(sentence, _TEXT_MM, width_mm)):
            if y > height_mm:
                pages.append([])
                y = _LINE_MM
            pages[-1].append((y, f"{number}." if place == 0 else "", words))
            y += _LINE_MM
        y += _BETWEEN_MM
    return pages
