"""All boards and pieces of an edition, as they are printed."""

from __future__ import annotations

from companion.games.contract import EditionError
from companion.games.girl.art.bonus import BonusShape, bonus_shape
from companion.games.girl.art.families import families_of
from companion.games.girl.art.fitting import check_fit
from companion.games.girl.art.main_board import main_board
from companion.games.girl.art.pieces_list import pieces_of
from companion.games.girl.art.player_board import player_board
from companion.games.girl.art.score_board import score_board
from companion.games.girl.art.sky_board import sky_board
from companion.games.girl.edition import Edition
from companion.games.girl.edition_print import PrintDoc
from companion.prints import Prints

NOTES = (
    "print.note.bags",
    "print.note.bonus",
    "print.note.dish",
    "print.note.shapes",
)


def prints(edition: Edition) -> Prints:
    """The art of an edition; raises EditionError when its file does not say enough to draw it."""
    sizes = edition.printed_shapes
    if sizes is None:
        raise EditionError(
            f"{edition.name} has no table [print]; copy the one of the reference edition into it"
        )
    bonus = _bonus_shape(edition, sizes)
    boards = (
        player_board(edition, sizes),
        main_board(edition, sizes),
        sky_board(edition, sizes),
        score_board(edition, sizes),
    )
    check_fit(edition, sizes, boards)
    return Prints(
        dictionary=sizes.dictionary,
        boards=boards,
        pieces=tuple(pieces_of(edition, sizes, bonus)),
        families=families_of(edition, sizes, bonus),
        notes=NOTES,
    )


def _bonus_shape(edition: Edition, sizes: PrintDoc) -> BonusShape:
    """The one shape of all Bonus tokens."""
    field = edition.field
    shapes = []
    for corner in field.corners:
        cells = [field.cells[cell] for cell in corner.cells]
        try:
            shapes.append(bonus_shape(cells, sizes))
        except ValueError as error:
            raise EditionError(
                f"{edition.name}: board.bonus: {corner.name} covers {error}; a token is one piece"
            ) from None
        if _rounded(shapes[-1]) != _rounded(shapes[0]):
            raise EditionError(
                f"{edition.name}: board.bonus: {corner.name} has another shape than"
                f" {field.corners[0].name}; Bonus tokens can be drawn when all lie alike"
            )
    return shapes[0]


def _rounded(shape: BonusShape) -> frozenset[tuple[float, float]]:
    return frozenset((round(x, 2), round(y, 2)) for x, y in shape.outline_mm)
