"""What stands on every page: title, what it is, page number, the rule, registration crosses."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass

from companion.printing.sheet import Paper, Sheet, width_of
from companion.printing.words import in_each

MARGIN_MM = 7.0  # printers leave this much white; nothing is put there
_HEAD_MM = 10.0  # the crosses of two-sided sheets reach so far down
FOOT_MM = 11.0
_BOARD_HEAD_MM = 5.0
BOARD_FOOT_MM = 9.0
_TITLE_MM = 3.8  # from the margin down to the title's baseline
_TEXT_MM = 3.2
_CROSS_IN_MM = 3.0


@dataclass(frozen=True, slots=True)
class Window:
    """The part of a page that is free for pieces, in mm from the page's top-left corner."""

    left: float
    top: float
    width: float
    height: float


@dataclass(frozen=True, slots=True)
class Heading:
    """What the frame says: the game, what the page shows, languages of the standard texts."""

    title: str
    subject: str
    languages: Sequence[str]
    crosses: bool = False


# Heads a page by what is on it; by nothing for what a whole file is about.
Headings = Callable[..., Heading]


def window_of(paper: Paper) -> Window:
    """The free part of a page of this paper."""
    return Window(
        MARGIN_MM,
        MARGIN_MM + _HEAD_MM,
        paper.width_mm - 2 * MARGIN_MM,
        paper.height_mm - 2 * MARGIN_MM - _HEAD_MM - FOOT_MM,
    )


def board_window_of(paper: Paper) -> Window:
    """The part of a page that is free for a board: larger, for boards have no crosses."""
    return Window(
        MARGIN_MM,
        MARGIN_MM + _BOARD_HEAD_MM,
        paper.width_mm - 2 * MARGIN_MM,
        paper.height_mm - 2 * MARGIN_MM - _BOARD_HEAD_MM - BOARD_FOOT_MM,
    )


def draw_frame(
    sheet: Sheet, heading: Heading, page: int, pages: int, foot_room_mm: float = 0.0
) -> None:
    """Draw the frame of page number `page` (from 1) of `pages`.

    Nothing is put into the rightmost `foot_room_mm` of the foot.
    """
    paper, inset = sheet.paper, 8.0 if heading.crosses else 0.0
    baseline = MARGIN_MM + (5.0 if heading.crosses else _TITLE_MM)
    left, right = MARGIN_MM + inset, paper.width_mm - MARGIN_MM - inset
    number = in_each("page", heading.languages, page=page, pages=pages)
    number_width = width_of(number, _TEXT_MM)
    sheet.text((right - number_width, baseline), number, _TEXT_MM)
    room = right - number_width - 4.0 - left
    title = fitted(f"{heading.title}   {heading.subject}", _TEXT_MM, room)
    sheet.text((left, baseline), title, _TEXT_MM, bold=True)
    rule_y = paper.height_mm - MARGIN_MM - 5.0
    sheet.rule((left, rule_y))
    scale, at_x = in_each("scale", heading.languages), left + 116.0
    size = min(2.8, 2.8 * (right - foot_room_mm - at_x) / width_of(scale, 2.8))
    sheet.text((at_x, rule_y + 3.5), scale, size)
    if heading.crosses:
        _crosses(sheet)


def fitted(words: str, size_mm: float, room_mm: float) -> str:
    """The words, cut short by an ellipsis where they are longer than the room."""
    if width_of(words, size_mm, bold=True) <= room_mm:
        return words
    while words and width_of(words + "...", size_mm, bold=True) > room_mm:
        words = words[:-1]
    return words.rstrip() + "..."


def _crosses(sheet: Sheet) -> None:
    """One cross in each corner; left and right ones mirror each other for the other side."""
    paper = sheet.paper
    for x in (MARGIN_MM + _CROSS_IN_MM, paper.width_mm - MARGIN_MM - _CROSS_IN_MM):
        for y in (MARGIN_MM + _CROSS_IN_MM, paper.height_mm - MARGIN_MM - _CROSS_IN_MM):
            sheet.cross((x, y))
