"""All sheets of a game: boards, pieces, stand-ups and what to read first, as PDF files."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from types import MappingProxyType
from typing import Any

from companion.printing.board_pages import BoardSheet, boards_pdf
from companion.printing.notes_page import notes_pdf
from companion.printing.page_frame import Heading, Headings
from companion.printing.piece_pages import one_sided_pdf, two_sided_pdf
from companion.printing.sheet import Paper
from companion.printing.stand_pages import stands_pdf
from companion.printing.strip_pages import Strip, strips_of, strips_pdf
from companion.printing.tiling import Span
from companion.printing.words import BETWEEN_LANGUAGES, LANGUAGES, in_each, listed, sheet_words
from companion.prints import BoardPrint, Modules, PiecePrint, Prints, marked_board

Say = Callable[[str, str, Mapping[str, Any]], str]

NOTES_FILE = "read-me-first.pdf"
STRIPS_FILE = "marker-strips.pdf"


@dataclass(frozen=True, slots=True)
class SheetFile:
    """A finished file: its name, its bytes, how many pages it has."""

    name: str
    pdf: bytes
    pages: int


def game_sheets(
    prints: Prints,
    paper: Paper,
    say: Say,
    black: Mapping[int, Modules],
    languages: Sequence[str] = LANGUAGES,
) -> tuple[SheetFile, ...]:
    """Everything of `prints` on paper, what to read first as the first file.

    `say` is the game's; `black` gives the modules of every marker that a board carries.  The
    same prints give the same bytes.  Raises InputError for a piece that is larger than the paper.
    """
    titles = _Titles(say, languages)
    files = [SheetFile(*made) for made in _files(prints, paper, black, titles)]
    lines = [_note_lines(prints, say, language, files) for language in languages]
    pdf, pages = notes_pdf(lines, paper, titles.of("notes"))
    return (SheetFile(NOTES_FILE, pdf, pages), *files)


@dataclass(frozen=True, slots=True)
class _Titles:
    say: Say
    languages: Sequence[str]

    def of(self, what: str, crosses: bool = False) -> Headings:
        """Headings of one file.

        A part of a subject is a side, the key of a family's name in the game's words, or a title.
        """
        subject = in_each(what, self.languages)
        whole = Heading(self.said("game"), subject, self.languages, crosses)

        def heading(*parts: str) -> Heading:
            sides = [in_each(p, self.languages) for p in parts if p in ("front", "back")]
            others = [self.said(p) for p in parts if p not in ("front", "back")]
            words = [subject, *sides, ", ".join(others)]
            return replace(whole, subject="   ".join(filter(None, words)))

        return heading

    def said(self, key: str, values: Mapping[str, Any] = MappingProxyType({})) -> str:
        """What a key of the game's words says, in each language; a title says itself.

        A language that says the same and more, such as a Chinese name that begins with the
        English one, says it alone.
        """
        every = dict.fromkeys(self.say(key, language, values) for language in self.languages)
        said = [one for one in every if not any(one != more and one in more for more in every)]
        return BETWEEN_LANGUAGES.join(said).removeprefix("family.")


def _files(
    prints: Prints, paper: Paper, black: Mapping[int, Modules], titles: _Titles
) -> list[tuple[str, bytes, int]]:
    boards = [
        _board_sheet(board, copy, black, titles)
        for board in prints.boards
        for copy in range(board.count)
    ]
    flat = [piece for piece in prints.pieces if not piece.stands]
    one_sided = [piece for piece in flat if piece.back is None]
    two_sided = [piece for piece in flat if piece.back is not None]
    stands = [piece for piece in prints.pieces if piece.stands]
    files = []
    if boards:
        files.append(("boards.pdf", *boards_pdf(boards, paper, titles.of("boards"))))
        strips = _strips(prints.boards, titles)
        files.append((STRIPS_FILE, *strips_pdf(strips, paper, black, titles.of("strips"))))
    if any(piece.count for piece in one_sided):
        files.append(("pieces.pdf", *one_sided_pdf(one_sided, paper, titles.of("pieces"))))
    if any(piece.count for piece in two_sided):
        headings = titles.of("two_sided", crosses=True)
        files.append(("pieces-two-sided.pdf", *two_sided_pdf(two_sided, paper, headings)))
    if any(piece.count for piece in stands):
        files.append(("stand-ups.pdf", *stands_pdf(stands, paper, titles.of("stands"))))
    return files


def _strips(boards: Sequence[BoardPrint], titles: _Titles) -> list[Strip]:
    return [
        strip
        for board in boards
        for copy in range(board.count)
        for strip in strips_of(_title(board, copy, titles), board.tags[copy])
    ]


def _title(board: BoardPrint, copy: int, titles: _Titles) -> str:
    number = f"  {copy + 1}" if board.count > 1 else ""
    return titles.said(board.key, board.values) + number


def _board_sheet(
    board: BoardPrint, copy: int, black: Mapping[int, Modules], titles: _Titles
) -> BoardSheet:
    title = _title(board, copy, titles)
    boxes: list[tuple[Span, Span]] = []
    for tag in board.tags[copy]:
        xs, ys = [x for x, _ in tag.corners_mm], [y for _, y in tag.corners_mm]
        boxes.append(((min(xs), max(xs)), (min(ys), max(ys))))
    return BoardSheet(title, marked_board(board, copy, black), tuple(boxes))


def _note_lines(
    prints: Prints, say: Say, language: str, files: Sequence[SheetFile]
) -> tuple[str, ...]:
    """The numbered sentences of what to read first."""
    names = {file.name for file in files}
    lines = [sheet_words("how.scale", language)]
    if prints.boards:
        lines += [sheet_words("how.tiles", language), sheet_words("how.markers", language)]
        lines.append(sheet_words("how.strips", language, file=STRIPS_FILE))
    if "pieces-two-sided.pdf" in names:
        lines.append(sheet_words("how.two_sided", language))
    if "stand-ups.pdf" in names:
        lines.append(sheet_words("how.stands", language))
    if prints.pieces:
        lines.append(
            sheet_words("how.cut", language) + " " + _thickness(prints.pieces, say, language)
        )
    lines += [say(key, language, {}) for key in prints.notes]
    for file in files:
        key = "how.file_of_one" if file.pages == 1 else "how.file"
        lines.append(sheet_words(key, language, file=file.name, pages=file.pages))
    return tuple(lines)


def _thickness(pieces: Sequence[PiecePrint], say: Say, language: str) -> str:
    by_thickness: dict[float, list[str]] = {}
    for piece in pieces:
        families = by_thickness.setdefault(piece.thickness_mm, [])
        name = say(f"family.{piece.family}", language, {}).removeprefix("family.")
        if name not in families:
            families.append(name)
    sentences = [
        sheet_words(
            "how.thickness", language, family=listed(families, language), thickness=f"{thickness:g}"
        )
        for thickness, families in sorted(by_thickness.items())
    ]
    return " ".join(sentence[:1].upper() + sentence[1:] for sentence in sentences)
