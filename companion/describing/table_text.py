"""A board description as the text of a `table.toml`; what is written reads back the same."""

from __future__ import annotations

import json
import os
from collections.abc import Iterable, Iterator, Mapping
from pathlib import Path

from companion.board import Area, Board, CameraModel, Dish, Marked, PointMm, SectorArea, Tokens
from companion.places import Family, KindPicture, Place, PlaceBoard, as_circle


def dump_board(board: Board) -> str:
    """The TOML text of `board`, for a file in the folder of `board.source`; reads back equal."""
    lines = [*_head(board, {}), *_dish_lines(board.dish)]
    lines += [*_token_lines(board.tokens, board.source.parent), *_camera_lines(board.camera)]
    return "\n".join(lines) + "\n"


def dump_places(board: PlaceBoard, tokens: Tokens | None = None) -> str:
    """The TOML text of a board with places, for a file in the folder of `board.source`.

    With `tokens` and a dish the same file can also be given to `companion toss`.  Lengths read
    back the same to a thousandth of a millimetre.
    """
    folder = board.source.parent
    said = {"game": board.game, "edition": board.edition}
    if board.empty is not None:
        said = {"picture": _relative(board.empty, folder), **said}
    lines = [*_head(board, said)]
    if board.dish is not None:
        lines += _dish_lines(board.dish)
    if tokens is not None:
        lines += _token_lines(tokens, folder)
    for family in board.families:
        lines += _family_lines(family, board.pictures, folder)
    for place in board.places:
        lines += _place_lines(place)
    lines += _camera_lines(board.camera)
    return "\n".join(lines) + "\n"


def _head(board: Marked, said: Mapping[str, str]) -> Iterator[str]:
    """Board and markers; of what else is `said` of the board, what is empty is left out."""
    yield from ("[board]", f"name = {_text(board.name)}", f"size_mm = {_list(board.size_mm)}")
    yield from (f"{key} = {_text(value)}" for key, value in said.items() if value)
    yield from ("", "[markers]", f"dictionary = {_text(board.dictionary)}")
    for tag in board.tags:
        yield from ("", "[[markers.tag]]", f"id = {tag.id}")
        yield f"corners_mm = {_points(tag.corners_mm)}"


def _dish_lines(dish: Dish) -> Iterator[str]:
    yield from ("", "[dish]", f"centre_mm = {_list(dish.centre_mm)}")
    yield f"target_radius_mm = {dish.target_radius_mm!r}"
    yield f"hub_radius_mm = {dish.hub_radius_mm!r}"
    for area in dish.areas:
        yield from ("", "[[dish.area]]", *_area_lines(area))


def _area_lines(area: Area) -> list[str]:
    colour = f"colour = {_text(area.colour)}"
    if isinstance(area, SectorArea):
        return [colour, f"from_deg = {area.from_deg!r}", f"to_deg = {area.to_deg!r}"]
    return [colour, f"polygon_mm = {_points(area.polygon_mm)}"]


def _token_lines(tokens: Tokens, folder: Path) -> Iterator[str]:
    yield from ("", "[token]", f"diameter_mm = {tokens.diameter_mm!r}")
    yield from (f"thickness_mm = {tokens.thickness_mm!r}", "", "[token.kinds]")
    for kind in tokens.kinds:
        picture = _text(_relative(kind.picture, folder))
        yield f"{kind.name} = {{ count = {kind.count}, picture = {picture} }}"


def _family_lines(family: Family, pictures: Iterable[KindPicture], folder: Path) -> Iterator[str]:
    yield from ("", "[[family]]", f"name = {_text(family.name)}")
    circle = as_circle(family.outline_mm)
    if circle is not None and max(map(abs, circle[0])) < 1e-3:
        yield f"diameter_mm = {2 * circle[1]!r}"
    else:
        yield f"outline_mm = {_points(_rounded(family.outline_mm))}"
    yield f"thickness_mm = {family.thickness_mm!r}"
    yield f"turns = {family.turns}"
    if family.lies_on:
        yield f"lies_on = [{', '.join(map(_text, family.lies_on))}]"
    own = [picture for picture in pictures if picture.family == family.name]
    if own:
        yield f"picture_mm = {_list(_rounded([own[0].size_mm])[0])}"
    yield from ("", "[family.kinds]")
    for picture in own:
        named = _text(_relative(picture.picture, folder))
        yield f"{_text(picture.kind)} = {{ picture = {named} }}"


def _place_lines(place: Place) -> Iterator[str]:
    yield from ("", "[[place]]", f"name = {_text(place.name)}")
    circle = as_circle(place.outline_mm)
    if circle is None:
        yield f"polygon_mm = {_points(_rounded(place.outline_mm))}"
    else:
        yield f"circle_mm = {{ centre = {_list(circle[0])}, radius = {circle[1]!r} }}"
    yield f"families = [{', '.join(map(_text, place.families))}]"
    if place.up_deg:
        yield f"up_deg = {place.up_deg!r}"
    if place.capacity != 1:
        yield f"capacity = {place.capacity}"


def _camera_lines(camera: CameraModel | None) -> Iterator[str]:
    if camera is None:
        return
    rows = ", ".join(_list(row) for row in camera.matrix)
    yield from ("", "[camera]", f"matrix = [{rows}]")
    yield f"distortion = {_list(camera.distortion)}"
    yield f"size_wh = {_list(camera.size_wh)}"


def _relative(picture: Path, folder: Path) -> str:
    return Path(os.path.relpath(picture, folder)).as_posix()


def _points(points: Iterable[PointMm]) -> str:
    return "[" + ", ".join(_list(point) for point in points) + "]"


def _rounded(points: Iterable[PointMm]) -> list[PointMm]:
    """Points to a ten thousandth of a millimetre, which nobody can cut."""
    return [(round(x, 4) + 0.0, round(y, 4) + 0.0) for x, y in points]


def _list(numbers: Iterable[float]) -> str:
    return "[" + ", ".join(repr(number) for number in numbers) + "]"


def _text(text: str) -> str:
    """A TOML basic string; JSON escapes the same characters except for DEL."""
    return json.dumps(text, ensure_ascii=False).replace("\x7f", "\\u007f")
