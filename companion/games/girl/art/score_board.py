"""The score board: rows of spaces, numbered from 0, each with room for every player's marker."""

from __future__ import annotations

from collections.abc import Iterator

from companion.drawing import Drawing, PointMm, Polygon, Shape, Words
from companion.games.girl.art import palette
from companion.games.girl.art.decor import decor
from companion.games.girl.art.outlines import bands, box, sprinkled
from companion.games.girl.art.tags import tags_of
from companion.games.girl.edition import Edition
from companion.games.girl.edition_print import PrintDoc, ScoreDoc
from companion.places import Place
from companion.prints import BoardPrint

NAME = "score"
_EVERY = 5  # such numbers stand out


def score_board(edition: Edition, sizes: PrintDoc) -> BoardPrint:
    """The board with its spaces, named by their numbers."""
    board = sizes.score
    players = max(edition.players)
    places = tuple(
        Place(str(space), _space(board, space), ("marker",), capacity=players)
        for space in range(board.spaces)
    )
    drawing = Drawing(board.size_mm, tuple(_shapes(board)))
    return BoardPrint(NAME, "print.board.score", drawing, (tags_of(board.tags),), places)


def _space(board: ScoreDoc, space: int) -> tuple[PointMm, ...]:
    row, column = divmod(space, board.columns)
    left = board.first_mm[0] + column * board.space_mm
    return box(left, board.first_mm[1] + row * board.space_mm, board.space_mm, board.space_mm)


def _shapes(board: ScoreDoc) -> Iterator[Shape]:
    width, height = board.size_mm
    yield from bands(board.size_mm, palette.DUSK)
    yield from sprinkled(board.size_mm, 300)
    yield from decor(board)
    yield Polygon(box(2.0, 2.0, width - 4.0, height - 4.0, 3.0), palette.line(palette.GOLD, 0.5))
    for space in range(board.spaces):
        outline = _space(board, space)
        left, top = outline[0]
        middle = (left + board.space_mm / 2, top + board.space_mm / 2)
        odd = (space // board.columns + space % board.columns) % 2
        yield Polygon(outline, palette.fill(palette.CELL if odd else palette.NIGHT))
        yield Polygon(outline, palette.line(palette.GOLD, 0.35))
        # Small and thin: bold figures in a dark square can look like a marker to a camera.
        if space % _EVERY == 0:
            yield Words(str(space), middle, board.space_mm * 0.23, palette.GOLD)
        else:
            yield Words(str(space), middle, board.space_mm * 0.16, palette.SAND)
