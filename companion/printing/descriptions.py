"""What readers are told of a printed board: the description, and the pictures that it names."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path

from companion.board import TOKEN_KINDS, TokenKind, Tokens
from companion.drawing import Drawing
from companion.places import Family, KindPicture, PlaceBoard
from companion.prints import BoardPrint, PiecePrint, Prints

BACK = " back"  # a kind with this behind another's name is its other side
PICTURES_FOLDER = "pictures"


@dataclass(frozen=True, slots=True)
class Picture:
    """A picture file to be made: where, and of what, edge to edge."""

    path: Path
    drawing: Drawing


@dataclass(frozen=True, slots=True)
class Description:
    """One copy of a board for readers; `tokens` is there when the board has a dish."""

    board: PlaceBoard
    tokens: Tokens | None


def description_of(
    prints: Prints, board: BoardPrint, copy: int, title: str, file: Path
) -> Description:
    """What `file`, in the folder of the sheets, says of copy number `copy` (from 0) of a board."""
    families = _families_on(prints, board)
    folder = file.parent
    return Description(
        PlaceBoard(
            name=title,
            size_mm=board.drawing.size_mm,
            dictionary=prints.dictionary,
            tags=board.tags[copy],
            places=board.places,
            families=tuple(families),
            pictures=tuple(_kind_pictures(prints.pieces, families, folder)),
            empty=folder / PICTURES_FOLDER / f"board-{file.stem}.png",
            dish=board.dish,
            camera=None,
            source=file,
        ),
        _tokens(prints, folder) if board.dish is not None else None,
    )


def pictures_of(prints: Prints, folder: Path) -> list[Picture]:
    """The picture of every kind of piece, in the order of families and kinds."""
    drawings = []
    for family in prints.families:
        size = picture_size_mm(family)
        for kind in family.kinds:
            art = _art_of(prints.pieces, family.name, kind)
            if art is not None:
                whole = Drawing(size).placed(art, (size[0] / 2, size[1] / 2))
                drawings.append(Picture(kind_picture_path(folder, family.name, kind), whole))
    return drawings


def picture_size_mm(family: Family) -> tuple[float, float]:
    """Width and height of the picture of a piece: its outline fits in, its middle is the middle."""
    half_width = max(abs(x) for x, _ in family.outline_mm)
    half_height = max(abs(y) for _, y in family.outline_mm)
    return 2 * half_width, 2 * half_height


def _families_on(prints: Prints, board: BoardPrint) -> list[Family]:
    """The families of the board's places, and those that lie on them or below them."""
    names = {name for place in board.places for name in place.families}
    while True:
        more = {f.name for f in prints.families if names & set(f.lies_on)}
        more |= {below for f in prints.families if f.name in names for below in f.lies_on}
        if more <= names:
            return [family for family in prints.families if family.name in names]
        names |= more


def _kind_pictures(
    pieces: Sequence[PiecePrint], families: Sequence[Family], folder: Path
) -> Iterator[KindPicture]:
    for family in families:
        for kind in family.kinds:
            if _art_of(pieces, family.name, kind) is not None:
                path = kind_picture_path(folder, family.name, kind)
                yield KindPicture(family.name, kind, path, picture_size_mm(family))


def _art_of(pieces: Sequence[PiecePrint], family: str, kind: str) -> Drawing | None:
    """What a kind shows, None when nothing of it is printed."""
    own = [piece for piece in pieces if piece.family == family]
    for piece in own:
        if piece.kind == kind:
            return piece.front
    for piece in own:
        if kind in (piece.back_kind, piece.kind + BACK):
            return piece.back
    return None


def _tokens(prints: Prints, folder: Path) -> Tokens | None:
    """The tokens that are thrown into a dish: the family that has all of their kinds."""
    for family in prints.families:
        if not set(TOKEN_KINDS) <= set(family.kinds):
            continue
        counts = dict.fromkeys(TOKEN_KINDS, 0)
        for piece in prints.pieces:
            if piece.family == family.name and piece.kind in counts:
                counts[piece.kind] += piece.count
        kinds = tuple(
            TokenKind(kind, counts[kind], kind_picture_path(folder, family.name, kind))
            for kind in TOKEN_KINDS
        )
        return Tokens(picture_size_mm(family)[0], family.thickness_mm, kinds)
    return None


def kind_picture_path(folder: Path, family: str, kind: str) -> Path:
    """Where the picture of a kind lies in a folder of descriptions."""
    plain = "".join(c if c.isalnum() or c in "-_" else "-" for c in f"{family}-{kind}")
    return folder / PICTURES_FOLDER / f"{plain}.png"
