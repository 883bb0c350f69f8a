"""Whether the places and families of a board description make sense."""

from __future__ import annotations

import math
from collections.abc import Iterable

from shapely import Polygon

from companion.board import PointMm
from companion.describing.table_checks import EDGE_TOLERANCE_MM, MAX_COUNT, OUTLINE_TOLERANCE_MM
from companion.describing.table_numbers import (
    NonsenseError,
    check_finite_point,
    check_picture,
    check_positive,
)
from companion.places import Family, PlaceBoard

MAX_TURNS = 360
MAX_NAME = 60


def check_places(board: PlaceBoard) -> None:
    """Raise NonsenseError at the first thing about places or pieces that can't be true."""
    if board.empty is not None:
        check_picture("board.picture", board.empty, "a picture of the bare board")
    names = [family.name for family in board.families]
    _check_names("family", names)
    for index, family in enumerate(board.families):
        _check_family(f"family[{index}]", family, names)
    for picture in board.pictures:
        key = f"family[{names.index(picture.family)}]"
        check_picture(
            f"{key}.kinds.{picture.kind}.picture", picture.picture, "a picture of the piece's top"
        )
        for axis, side_mm in enumerate(picture.size_mm):
            check_positive(f"{key}.picture_mm[{axis}]", side_mm)
    _check_names("place", [place.name for place in board.places])
    for index, place in enumerate(board.places):
        key = f"place[{index}]"
        _check_on_board(key, place.outline_mm, board.size_mm)
        _check_outline(key, place.outline_mm)
        _check_known(f"{key}.families", place.families, names)
        if not place.families:
            raise NonsenseError(f"{key}.families", "is empty; name what may lie there")
        if not math.isfinite(place.up_deg) or abs(place.up_deg) > 720:
            raise NonsenseError(f"{key}.up_deg", "has to be a number of degrees from -720 to 720")
        if not 1 <= place.capacity <= MAX_COUNT:
            raise NonsenseError(f"{key}.capacity", f"has to be 1 to {MAX_COUNT}")


def _check_family(key: str, family: Family, names: list[str]) -> None:
    check_positive(f"{key}.thickness_mm", family.thickness_mm)
    _check_outline(key, family.outline_mm)
    if (
        not Polygon(family.outline_mm)
        .buffer(EDGE_TOLERANCE_MM)
        .contains(Polygon([(-0.01, -0.01), (0.01, -0.01), (0.0, 0.01)]))
    ):
        raise NonsenseError(
            f"{key}.outline_mm", "has to go round the piece's middle, which is [0, 0]; move it"
        )
    if not 0 <= family.turns <= MAX_TURNS:
        raise NonsenseError(f"{key}.turns", f"has to be 0 to {MAX_TURNS}; 0 means any angle")
    if not family.kinds:
        raise NonsenseError(f"{key}.kinds", "is empty; list at least one kind")
    for kind in family.kinds:
        _check_name(f"{key}.kinds", kind)
    _check_known(f"{key}.lies_on", family.lies_on, names)


def _check_outline(key: str, outline_mm: tuple[PointMm, ...]) -> None:
    if len(outline_mm) < 3:
        raise NonsenseError(key, f"has {len(outline_mm)} corners; give at least 3")
    for index, corner in enumerate(outline_mm):
        check_finite_point(f"{key} corner [{index}]", corner)
    polygon = Polygon(outline_mm)
    if not polygon.is_valid or polygon.area <= EDGE_TOLERANCE_MM:
        raise NonsenseError(key, "crosses itself or is flat; list its corners in order round it")


def _check_on_board(key: str, outline_mm: Iterable[PointMm], size_mm: tuple[float, float]) -> None:
    for index, corner in enumerate(outline_mm):
        check_finite_point(f"{key} corner [{index}]", corner)
        if any(
            not -OUTLINE_TOLERANCE_MM <= at <= size + OUTLINE_TOLERANCE_MM
            for at, size in zip(corner, size_mm, strict=True)
        ):
            raise NonsenseError(
                key, f"reaches past the board of {size_mm[0]:g} x {size_mm[1]:g} mm; correct it"
            )


def _check_names(table: str, names: list[str]) -> None:
    seen: dict[str, int] = {}
    for index, name in enumerate(names):
        key = f"{table}[{index}].name"
        _check_name(key, name)
        if name in seen:
            raise NonsenseError(
                key, f"is {name}, as is that of {table}[{seen[name]}]; give each its own"
            )
        seen[name] = index


def _check_name(key: str, name: str) -> None:
    if not name.strip() or len(name) > MAX_NAME or not name.isprintable():
        raise NonsenseError(
            key, f"has to be one line of 1 to {MAX_NAME} characters; shorten or fill it"
        )


def _check_known(key: str, wanted: Iterable[str], names: list[str]) -> None:
    for name in wanted:
        if name not in names:
            shown = name if name.isprintable() and len(name) <= MAX_NAME else "that text"
            raise NonsenseError(
                key, f"names {shown!r}, which is no [[family]] of this file; describe or remove it"
            )
