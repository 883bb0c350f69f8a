"""Reading a board description, `table.toml` (DESIGN.md 7.1).

Three steps: the text has to be TOML, the tables have to have the right shape (`table_shapes`),
and what they say has to make sense (`table_checks`, `place_checks`).  Each failure is one sentence
that names the file, the key and what to do.

Unknown keys: inside the tables described here a key that is not known is refused, because a
misspelt key would otherwise be ignored in silence.  At the top level other tables may stand,
since other boards extend the same file, unless the name is nearly one of the known ones.
"""

from __future__ import annotations

import difflib
import tomllib
from collections.abc import Callable
from pathlib import Path
from typing import Any, NoReturn, TypeVar

import msgspec

from companion.board import (
    Area,
    Board,
    CameraModel,
    Dish,
    PointMm,
    PolygonArea,
    SectorArea,
    Tag,
    TokenKind,
    Tokens,
)
from companion.describing.place_checks import check_places
from companion.describing.table_checks import check_board, check_dish, check_marked
from companion.describing.table_numbers import NonsenseError, check_positive
from companion.describing.table_shapes import (
    AreaTable,
    CameraTable,
    DishTable,
    FamilyTable,
    PlaceTable,
    TableShape,
    TokenKindsTable,
    one_line,
    shape_sentence,
)
from companion.describing.table_text import dump_board, dump_places
from companion.errors import TableFileError
from companion.flow import Sentence
from companion.places import Family, KindPicture, Place, PlaceBoard, circle_outline_mm

__all__ = ["MAX_FILE_BYTES", "dump_board", "dump_places", "load_any", "load_board", "load_places"]

Described = TypeVar("Described", Board, PlaceBoard, Board | PlaceBoard)
MAX_FILE_BYTES = 1_000_000
_PICTURES = (b"\xff\xd8\xff", b"\x89PNG", b"RIFF", b"GIF8", b"II*\0", b"MM\0*", b"BM")


def load_board(path: Path) -> Board:
    """Read the description of a board with a dish; lengths in millimetres, angles in degrees.

    Pictures are found relative to the file and have to be readable; whether they show
    anything is for the readers to say.  Raises TableFileError with one sentence.
    """
    return _sense(path, lambda tables: _dish_board(tables, path), without=("place", "family"))


def load_places(path: Path) -> PlaceBoard:
    """Read the description of a board with places; otherwise as `load_board`."""
    return _sense(path, lambda tables: _place_board(tables, path))


def load_any(path: Path) -> Board | PlaceBoard:
    """Read whichever of the two the file describes; a board with places and a dish has places."""
    return _sense(
        path,
        lambda tables: _place_board(tables, path) if tables.place else _dish_board(tables, path),
    )


def _sense(
    path: Path, build: Callable[[TableShape], Described], without: tuple[str, ...] = ()
) -> Described:
    """What `build` makes of the file's tables; every refusal names the file.

    The tables of the names in `without` are not looked at.
    """
    tables = _parse(path, _read_text(path))
    try:
        _check_top_level(tables)
        tables = {name: table for name, table in tables.items() if name not in without}
        return build(msgspec.convert(tables, TableShape))
    except msgspec.ValidationError as error:
        raise TableFileError(f"{path}: {shape_sentence(str(error))}.") from None
    except NonsenseError as problem:
        raise TableFileError(f"{path}: {problem}.") from None


def _read_text(path: Path) -> str:
    try:
        if path.is_dir():
            _refuse(path, "is a folder; name the table.toml in it")
        with path.open("rb") as file:
            data = file.read(MAX_FILE_BYTES + 1)
    except FileNotFoundError:
        raise TableFileError(
            Sentence(
                "table_missing",
                "{path}: does not exist; name the table.toml of your board.",
                path=one_line(str(path)),
            )
        ) from None
    except (OSError, ValueError) as error:
        reason = getattr(error, "strerror", None) or "not a usable file name"
        _refuse(path, f"can't be read ({reason}); name a readable table.toml")
    if data.startswith(_PICTURES) and b"\0" in data:
        _refuse(path, "is a picture, not a board description; name the table.toml of your board")
    if len(data) > MAX_FILE_BYTES:
        _refuse(path, f"is larger than {MAX_FILE_BYTES // 1000} kB; name a board description")
    try:
        return data.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        _refuse(path, f"is not UTF-8 text (byte {error.start}); save it as UTF-8")


def _parse(path: Path, text: str) -> dict[str, Any]:
    try:
        return tomllib.loads(text)
    except RecursionError:
        _refuse(path, "nests its lists too deeply; write it as docs/board-description.md shows")
    except ValueError as error:
        _refuse(path, f"is not TOML, please correct it: {one_line(str(error))}")


def _refuse(path: Path, words: str) -> NoReturn:
    raise TableFileError(f"{one_line(str(path))}: {words}.") from None


def _check_top_level(tables: dict[str, Any]) -> None:
    known = TableShape.__struct_fields__
    for name in tables:
        if name in known:
            continue
        near = difflib.get_close_matches(name.lower(), known, n=1, cutoff=0.75)
        if near:
            raise NonsenseError(
                f"[{one_line(name)}]", f"is not known; if you mean [{near[0]}], write it so"
            )


def _dish_board(tables: TableShape, path: Path) -> Board:
    """A board with a dish and tokens, checked."""
    dish, token = tables.dish, tables.token
    if dish is None:
        raise NonsenseError(
            "[dish]",
            "is missing; add it as docs/board-description.md shows, "
            "or have a board without a dish read by companion read",
        )
    if token is None:
        raise NonsenseError("[token]", "is missing; add it as docs/board-description.md shows")
    kinds = tuple(
        TokenKind(name, kind.count, path.parent / kind.picture)
        for name in TokenKindsTable.__struct_fields__
        if (kind := getattr(token.kinds, name)) is not None
    )
    board = Board(
        name=tables.board.name,
        size_mm=tables.board.size_mm,
        dictionary=tables.markers.dictionary,
        tags=_tags(tables),
        dish=_dish(dish),
        tokens=Tokens(token.diameter_mm, token.thickness_mm, kinds),
        camera=_camera(tables.camera),
        source=path,
    )
    check_board(board)
    return board


def _place_board(tables: TableShape, path: Path) -> PlaceBoard:
    """A board with places, checked; tokens of its dish are checked when they are described."""
    if not tables.place:
        raise NonsenseError("[[place]]", "is missing; add it as docs/board-description.md shows")
    if tables.dish is not None and tables.token is not None:
        _dish_board(tables, path)
    families = tuple(_family(family, index) for index, family in enumerate(tables.family))
    empty = tables.board.picture
    board = PlaceBoard(
        name=tables.board.name,
        size_mm=tables.board.size_mm,
        dictionary=tables.markers.dictionary,
        tags=_tags(tables),
        places=tuple(_place(place, index) for index, place in enumerate(tables.place)),
        families=families,
        pictures=tuple(
            KindPicture(shape.name, kind, path.parent / named.picture, _picture_mm(shape, family))
            for shape, family in zip(tables.family, families, strict=True)
            for kind, named in shape.kinds.items()
        ),
        empty=None if empty is None else path.parent / empty,
        dish=None if tables.dish is None else _dish(tables.dish),
        camera=_camera(tables.camera),
        source=path,
        game=tables.board.game,
        edition=tables.board.edition,
    )
    check_marked(board)
    if board.dish is not None:
        check_dish(board.dish, board.size_mm)
    check_places(board)
    return board


def _family(shape: FamilyTable, index: int) -> Family:
    """One family, which has either an outline or a diameter."""
    key = f"family[{index}]"
    if (shape.outline_mm is None) == (shape.diameter_mm is None):
        raise NonsenseError(key, "needs outline_mm or diameter_mm; give one of the two")
    if shape.diameter_mm is None:
        outline = tuple(shape.outline_mm or ())
    else:
        check_positive(f"{key}.diameter_mm", shape.diameter_mm)
        outline = circle_outline_mm((0.0, 0.0), shape.diameter_mm / 2)
    return Family(
        shape.name,
        tuple(shape.kinds),
        outline,
        shape.thickness_mm,
        shape.turns,
        tuple(shape.lies_on),
    )


def _picture_mm(shape: FamilyTable, family: Family) -> PointMm:
    """What the pictures show: as said, or else the smallest rectangle around the middle."""
    if shape.picture_mm is not None:
        return shape.picture_mm
    return (
        2 * max((abs(x) for x, _ in family.outline_mm), default=0.0),
        2 * max((abs(y) for _, y in family.outline_mm), default=0.0),
    )


def _place(shape: PlaceTable, index: int) -> Place:
    """One place, which is either a polygon or a circle."""
    key = f"place[{index}]"
    if (shape.polygon_mm is None) == (shape.circle_mm is None):
        raise NonsenseError(key, "needs polygon_mm or circle_mm; give one of the two")
    if shape.circle_mm is None:
        outline = tuple(shape.polygon_mm or ())
    else:
        check_positive(f"{key}.circle_mm.radius", shape.circle_mm.radius)
        outline = circle_outline_mm(shape.circle_mm.centre, shape.circle_mm.radius)
    return Place(shape.name, outline, tuple(shape.families), shape.up_deg, shape.capacity)


def _tags(tables: TableShape) -> tuple[Tag, ...]:
    return tuple(Tag(tag.id, tag.corners_mm) for tag in tables.markers.tag)


def _dish(dish: DishTable) -> Dish:
    areas = tuple(_area(area, index) for index, area in enumerate(dish.area))
    return Dish(dish.centre_mm, dish.target_radius_mm, dish.hub_radius_mm, areas)


def _camera(camera: CameraTable | None) -> CameraModel | None:
    if camera is None:
        return None
    return CameraModel(camera.matrix, tuple(camera.distortion), camera.size_wh)


def _area(area: AreaTable, index: int) -> Area:
    """One area, which is either a sector (two angles) or a polygon, never both."""
    key, angles = f"dish.area[{index}]", (area.from_deg, area.to_deg)
    if area.polygon_mm is not None:
        if angles != (None, None):
            raise NonsenseError(key, "has angles and polygon_mm; keep one of the two")
        return PolygonArea(area.colour, tuple(area.polygon_mm))
    if area.from_deg is None or area.to_deg is None:
        raise NonsenseError(key, "needs from_deg and to_deg, or polygon_mm; add what is missing")
    return SectorArea(area.colour, area.from_deg, area.to_deg)
