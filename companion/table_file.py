"""Reading and writing a board description, `table.toml` (DESIGN.md 7.1).

Three steps: the text has to be TOML, the tables have to have the right shape (here), and what
they say has to make sense (`companion.table_checks`).  Each failure is one sentence that names
the file, the key and what to do.

Unknown keys: inside the tables described here a key that is not known is refused, because a
misspelt key would otherwise be ignored in silence.  At the top level other tables may stand,
since other boards extend the same file, unless the name is nearly one of the known ones.
"""

from __future__ import annotations

import difflib
import json
import os
import re
import tomllib
from pathlib import Path
from typing import Any, NoReturn

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
from companion.errors import TableFileError
from companion.table_checks import NonsenseError, check_board

MAX_FILE_BYTES = 1_000_000


class _Shape(msgspec.Struct, forbid_unknown_fields=True, frozen=True):
    """A table of the file; unknown keys are refused."""


class _BoardTable(_Shape, frozen=True):
    name: str
    size_mm: PointMm


class _TagTable(_Shape, frozen=True):
    id: int
    corners_mm: tuple[PointMm, PointMm, PointMm, PointMm]


class _MarkersTable(_Shape, frozen=True):
    dictionary: str
    tag: list[_TagTable]


class _AreaTable(_Shape, frozen=True):
    colour: str
    from_deg: float | None = None
    to_deg: float | None = None
    polygon_mm: list[PointMm] | None = None


class _DishTable(_Shape, frozen=True):
    centre_mm: PointMm
    target_radius_mm: float
    hub_radius_mm: float
    area: list[_AreaTable]


class _KindTable(_Shape, frozen=True):
    count: int
    picture: str


class _KindsTable(_Shape, frozen=True):
    x2: _KindTable | None = None
    scouting: _KindTable | None = None
    foraging: _KindTable | None = None
    offering: _KindTable | None = None
    recall: _KindTable | None = None
    stardust: _KindTable | None = None


class _TokenTable(_Shape, frozen=True):
    diameter_mm: float
    thickness_mm: float
    kinds: _KindsTable


_Row = tuple[float, float, float]


class _CameraTable(_Shape, frozen=True):
    matrix: tuple[_Row, _Row, _Row]
    distortion: list[float]
    size_wh: tuple[int, int]


class _File(msgspec.Struct, frozen=True):
    board: _BoardTable
    markers: _MarkersTable
    dish: _DishTable
    token: _TokenTable
    camera: _CameraTable | None = None


def load_board(path: Path) -> Board:
    """Read the board description at `path`; lengths in millimetres, angles in degrees.

    Pictures are found relative to the file and have to be readable; whether they show
    anything is for the readers to say.  Raises TableFileError with one sentence.
    """
    tables = _parse(path, _read_text(path))
    try:
        _check_top_level(tables)
        board = _build(msgspec.convert(tables, _File), path)
        check_board(board)
    except msgspec.ValidationError as error:
        raise TableFileError(f"{path}: {_shape_sentence(str(error))}.") from None
    except NonsenseError as problem:
        raise TableFileError(f"{path}: {problem}.") from None
    return board


def dump_board(board: Board) -> str:
    """The TOML text of `board`, for a file in the folder of `board.source`; reads back equal."""
    lines = ["[board]", f"name = {_text(board.name)}", f"size_mm = {_list(board.size_mm)}"]
    lines += ["", "[markers]", f"dictionary = {_text(board.dictionary)}"]
    for tag in board.tags:
        corners = ", ".join(_list(corner) for corner in tag.corners_mm)
        lines += ["", "[[markers.tag]]", f"id = {tag.id}", f"corners_mm = [{corners}]"]
    lines += ["", "[dish]", f"centre_mm = {_list(board.dish.centre_mm)}"]
    lines += [f"target_radius_mm = {board.dish.target_radius_mm!r}"]
    lines += [f"hub_radius_mm = {board.dish.hub_radius_mm!r}"]
    for area in board.dish.areas:
        lines += ["", "[[dish.area]]", *_area_lines(area)]
    lines += ["", "[token]", f"diameter_mm = {board.tokens.diameter_mm!r}"]
    lines += [f"thickness_mm = {board.tokens.thickness_mm!r}", "", "[token.kinds]"]
    for kind in board.tokens.kinds:
        picture = _text(_relative(kind.picture, board.source.parent))
        lines += [f"{kind.name} = {{ count = {kind.count}, picture = {picture} }}"]
    if board.camera is not None:
        rows = ", ".join(_list(row) for row in board.camera.matrix)
        lines += ["", "[camera]", f"matrix = [{rows}]"]
        lines += [f"distortion = {_list(board.camera.distortion)}"]
        lines += [f"size_wh = {_list(board.camera.size_wh)}"]
    return "\n".join(lines) + "\n"


def _read_text(path: Path) -> str:
    try:
        if path.is_dir():
            _refuse(path, "is a folder; name the table.toml in it")
        with path.open("rb") as file:
            data = file.read(MAX_FILE_BYTES + 1)
    except FileNotFoundError:
        _refuse(path, "does not exist; name the table.toml of your board")
    except (OSError, ValueError) as error:
        reason = getattr(error, "strerror", None) or "not a usable file name"
        _refuse(path, f"can't be read ({reason}); name a readable table.toml")
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
        _refuse(path, f"is not TOML, please correct it: {_one_line(str(error))}")


def _refuse(path: Path, words: str) -> NoReturn:
    raise TableFileError(f"{_one_line(str(path))}: {words}.") from None


def _one_line(text: str) -> str:
    """Text without line breaks or control characters, at most 200 characters."""
    shown = "".join(char if char.isprintable() else "?" for char in text)
    return shown if len(shown) <= 200 else shown[:199] + "…"


def _check_top_level(tables: dict[str, Any]) -> None:
    known = _File.__struct_fields__
    for name in tables:
        if name in known:
            continue
        near = difflib.get_close_matches(name.lower(), known, n=1, cutoff=0.75)
        if near:
            raise NonsenseError(
                f"[{_one_line(name)}]", f"is not known; if you mean [{near[0]}], write it so"
            )


_NOUNS = {
    "float": "a number",
    "int": "a whole number",
    "str": "text in quotes",
    "array": "a list in [ ]",
    "object": "a table",
    "bool": "true or false",
    "null": "nothing",
}


def _shape_sentence(message: str) -> str:
    """Our sentence for a shape error of the decoder, whose text names what and where."""
    what, _, where = message.partition(" - at `$")
    key = where.rstrip("`").removeprefix(".")
    dotted = f"{key}." if key else ""
    if match := re.fullmatch(r"Object missing required field `(.+)`", what):
        missing = f"{dotted}{match[1]}" if key else f"[{match[1]}]"
        return f"{missing} is missing; add it as docs/board-description.md shows"
    if match := re.fullmatch(r"Object contains unknown field `(.+)`", what, re.DOTALL):
        return f"{dotted}{_one_line(match[1])} is not known; correct its spelling or remove it"
    if match := re.fullmatch(r"Expected `array` of length (\d+), got (\d+)", what):
        return f"{key} has {match[2]} entries; give {match[1]}"
    if match := re.fullmatch(r"Expected `(.+)`, got `(\w+)`", what):
        wanted = match[1].split(" | ")[0]
        expected, got = (_NOUNS.get(name, name) for name in (wanted, match[2]))
        return f"{key} is {got}; it has to be {expected}"
    return f"{key or 'the file'} can't be used ({_one_line(what)}); correct it"


def _build(tables: _File, path: Path) -> Board:
    """The tables as plain data, paths resolved; what they say is checked afterwards."""
    dish, token, camera = tables.dish, tables.token, tables.camera
    kinds = tuple(
        TokenKind(name, kind.count, path.parent / kind.picture)
        for name in _KindsTable.__struct_fields__
        if (kind := getattr(token.kinds, name)) is not None
    )
    areas = tuple(_area(area, index) for index, area in enumerate(dish.area))
    return Board(
        name=tables.board.name,
        size_mm=tables.board.size_mm,
        dictionary=tables.markers.dictionary,
        tags=tuple(Tag(tag.id, tag.corners_mm) for tag in tables.markers.tag),
        dish=Dish(dish.centre_mm, dish.target_radius_mm, dish.hub_radius_mm, areas),
        tokens=Tokens(token.diameter_mm, token.thickness_mm, kinds),
        camera=None if camera is None else _camera(camera),
        source=path,
    )


def _camera(camera: _CameraTable) -> CameraModel:
    return CameraModel(camera.matrix, tuple(camera.distortion), camera.size_wh)


def _area(area: _AreaTable, index: int) -> Area:
    """One area, which is either a sector (two angles) or a polygon, never both."""
    key, angles = f"dish.area[{index}]", (area.from_deg, area.to_deg)
    if area.polygon_mm is not None:
        if angles != (None, None):
            raise NonsenseError(key, "has angles and polygon_mm; keep one of the two")
        return PolygonArea(area.colour, tuple(area.polygon_mm))
    if area.from_deg is None or area.to_deg is None:
        raise NonsenseError(key, "needs from_deg and to_deg, or polygon_mm; add what is missing")
    return SectorArea(area.colour, area.from_deg, area.to_deg)


def _area_lines(area: Area) -> list[str]:
    colour = f"colour = {_text(area.colour)}"
    if isinstance(area, SectorArea):
        return [colour, f"from_deg = {area.from_deg!r}", f"to_deg = {area.to_deg!r}"]
    corners = ", ".join(_list(corner) for corner in area.polygon_mm)
    return [colour, f"polygon_mm = [{corners}]"]


def _relative(picture: Path, folder: Path) -> str:
    return Path(os.path.relpath(picture, folder)).as_posix()


def _list(numbers: tuple[float, ...]) -> str:
    return "[" + ", ".join(repr(number) for number in numbers) + "]"


def _text(text: str) -> str:
    """A TOML basic string; JSON escapes the same characters except for DEL."""
    return json.dumps(text, ensure_ascii=False).replace("\x7f", "\\u007f")
