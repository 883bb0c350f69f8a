"""Whether a board description makes sense: every number finite, every shape possible.

`check_board` walks through a description that has the right shape and raises `NonsenseError` at the
first thing that can't be true, with the key as it is written in the file.
"""

from __future__ import annotations

import math
from itertools import combinations, pairwise

from shapely import Polygon

from companion.board import (
    LIGHT_COLOURS,
    TOKEN_KINDS,
    Board,
    CameraModel,
    Dish,
    Marked,
    PointMm,
    SectorArea,
    Tag,
    Tokens,
)
from companion.describing.dictionaries import DICTIONARIES, find_dictionary
from companion.describing.outlines import area_outline, doubled_area
from companion.describing.table_numbers import (
    NonsenseError,
    check_finite_point,
    check_picture,
    check_positive,
)

MIN_TAGS = 4
# Areas that share an edge may overlap by this much on either side, from measuring and rounding.
EDGE_TOLERANCE_MM = 0.05
# A printed square measured with a ruler: sides and diagonals agree at least this well.
SQUARE_TOLERANCE_MM = 0.5
SQUARE_TOLERANCE_SHARE = 0.03
# A round or straight outline may end on the board's edge, give or take.
OUTLINE_TOLERANCE_MM = 1.0
DISTORTION_LENGTHS = (4, 5, 8, 12, 14)
MAX_COUNT = 100
MAX_SIDE_PX = 20_000


def check_board(board: Board) -> None:
    """Raise NonsenseError at the first thing in `board` that can't be true of a real board."""
    check_marked(board)
    check_dish(board.dish, board.size_mm)
    _check_tokens(board.tokens, board.dish)


def check_marked(board: Marked) -> None:
    """The same for what every board has: name, size, markers, lens."""
    _check_name(board.name)
    for key, size in zip(("board.size_mm[0]", "board.size_mm[1]"), board.size_mm, strict=True):
        check_positive(key, size)
    _check_dictionary(board)
    _check_tags(board)
    if board.camera is not None:
        check_camera(board.camera)


def check_dish(dish: Dish, size_mm: tuple[float, float]) -> None:
    """The same for a dish and its areas."""
    _check_dish(dish, size_mm)
    _check_areas(dish, size_mm)


def _check_name(name: str) -> None:
    if not name.strip() or len(name) > 100 or not name.isprintable():
        raise NonsenseError(
            "board.name", "has to be one line of 1 to 100 characters; shorten or fill it"
        )


def _check_dictionary(board: Marked) -> None:
    name = board.dictionary
    if find_dictionary(name) is None:
        shown = name if name.isprintable() and len(name) < 60 else "that text"
        known = ", ".join(known.name for known in DICTIONARIES)
        raise NonsenseError(
            "markers.dictionary", f"{shown!r} is not a dictionary of OpenCV; use one of {known}"
        )


def _check_tags(board: Marked) -> None:
    if len(board.tags) < MIN_TAGS:
        raise NonsenseError(
            "markers.tag",
            f"lists {len(board.tags)} markers; print and list at least {MIN_TAGS}",
        )
    dictionary = find_dictionary(board.dictionary)
    seen: dict[int, int] = {}
    for index, tag in enumerate(board.tags):
        key = f"markers.tag[{index}]"
        if dictionary is not None and not 0 <= tag.id < dictionary.count:
            raise NonsenseError(
                f"{key}.id",
                f"is {_brief(tag.id)}, but {board.dictionary} has the ids"
                f" 0 to {dictionary.count - 1}; use one of these",
            )
        if tag.id in seen:
            raise NonsenseError(
                f"{key}.id", f"is {tag.id}, as is that of tag[{seen[tag.id]}]; give each its own"
            )
        seen[tag.id] = index
        _check_square(key, tag, board.size_mm)
    for (one, first), (two, second) in combinations(enumerate(board.tags), 2):
        overlap = Polygon(first.corners_mm).intersection(Polygon(second.corners_mm))
        if not overlap.buffer(-EDGE_TOLERANCE_MM).is_empty:
            raise NonsenseError(
                f"markers.tag[{two}].corners_mm",
                f"overlaps the marker of tag[{one}]; measure both again",
            )


def _check_square(key: str, tag: Tag, size_mm: tuple[float, float]) -> None:
    key = f"{key}.corners_mm"
    near = max(size_mm) / 2
    for index, corner in enumerate(tag.corners_mm):
        check_finite_point(f"{key}[{index}]", corner)
        if any(not -near <= at <= size + near for at, size in zip(corner, size_mm, strict=True)):
            raise NonsenseError(
                f"{key}[{index}]",
                f"lies far off the board of {size_mm[0]:g} x {size_mm[1]:g} mm; correct it",
            )
    top_left, top_right, bottom_right, bottom_left = tag.corners_mm
    sides = [math.dist(a, b) for a, b in pairwise((*tag.corners_mm, top_left))]
    diagonals = [math.dist(top_left, bottom_right), math.dist(top_right, bottom_left)]
    side = sum(sides) / 4
    tolerance = max(SQUARE_TOLERANCE_MM, SQUARE_TOLERANCE_SHARE * side)
    wrong = [abs(length - side) for length in sides]
    wrong += [abs(length - side * math.sqrt(2)) for length in diagonals]
    if side <= 2 * tolerance or max(wrong) > tolerance:
        raise NonsenseError(
            key,
            "is not a square going round from top-left to top-right, bottom-right and"
            " bottom-left; measure it again",
        )
    if doubled_area(tag.corners_mm) < 0:
        raise NonsenseError(
            key, "goes round anticlockwise; order it top-left, top-right, bottom-right, bottom-left"
        )


def _check_dish(dish: Dish, size_mm: tuple[float, float]) -> None:
    check_finite_point("dish.centre_mm", dish.centre_mm)
    check_positive("dish.target_radius_mm", dish.target_radius_mm)
    check_positive("dish.hub_radius_mm", dish.hub_radius_mm)
    if dish.hub_radius_mm >= dish.target_radius_mm:
        raise NonsenseError(
            "dish.hub_radius_mm",
            f"is {dish.hub_radius_mm:g}, but the hub lies inside the target of radius"
            f" {dish.target_radius_mm:g}; correct one of them",
        )
    reach = dish.target_radius_mm - OUTLINE_TOLERANCE_MM
    for centre, size in zip(dish.centre_mm, size_mm, strict=True):
        if not reach <= centre <= size - reach:
            raise NonsenseError(
                "dish.target_radius_mm",
                f"is {dish.target_radius_mm:g}, which reaches past the board's edge;"
                " correct it, dish.centre_mm or board.size_mm",
            )


def _check_areas(dish: Dish, size_mm: tuple[float, float]) -> None:
    areas = dish.areas
    if not areas:
        raise NonsenseError("dish.area", "is empty; list the coloured areas of the dish")
    outlines: list[Polygon] = []
    for index, area in enumerate(areas):
        key = f"dish.area[{index}]"
        if area.colour not in LIGHT_COLOURS:
            raise NonsenseError(f"{key}.colour", f"has to be one of {', '.join(LIGHT_COLOURS)}")
        if isinstance(area, SectorArea):
            _check_sector(key, area)
        else:
            _check_polygon(f"{key}.polygon_mm", area.polygon_mm, size_mm)
        outlines.append(area_outline(area, dish))
    for (one, first), (two, second) in combinations(enumerate(outlines), 2):
        if not first.intersection(second).buffer(-EDGE_TOLERANCE_MM).is_empty:
            raise NonsenseError(
                f"dish.area[{two}]", f"overlaps dish.area[{one}]; let each place have one colour"
            )


def _check_sector(key: str, area: SectorArea) -> None:
    for name, angle in (("from_deg", area.from_deg), ("to_deg", area.to_deg)):
        if not math.isfinite(angle) or abs(angle) > 720:
            raise NonsenseError(f"{key}.{name}", "has to be a number of degrees from -720 to 720")
    span = area.to_deg - area.from_deg
    if not 0 < span <= 360:
        raise NonsenseError(
            f"{key}.to_deg",
            f"is {area.to_deg:g}; it has to be more than from_deg ({area.from_deg:g}),"
            " by at most 360 (add 360 to pass 12 o'clock)",
        )


def _check_polygon(key: str, corners_mm: tuple[PointMm, ...], size_mm: tuple[float, float]) -> None:
    if len(corners_mm) < 3:
        raise NonsenseError(key, f"has {len(corners_mm)} corners; give at least 3")
    for index, corner in enumerate(corners_mm):
        check_finite_point(f"{key}[{index}]", corner)
        if any(
            not -OUTLINE_TOLERANCE_MM <= at <= size + OUTLINE_TOLERANCE_MM
            for at, size in zip(corner, size_mm, strict=True)
        ):
            raise NonsenseError(f"{key}[{index}]", "lies off the board; correct it")
    polygon = Polygon(corners_mm)
    if not polygon.is_valid or polygon.area <= EDGE_TOLERANCE_MM**2:
        raise NonsenseError(
            key, "crosses itself or is flat; list its corners in order round the area"
        )


def _check_tokens(tokens: Tokens, dish: Dish) -> None:
    check_positive("token.diameter_mm", tokens.diameter_mm)
    check_positive("token.thickness_mm", tokens.thickness_mm)
    if tokens.diameter_mm >= dish.target_radius_mm:
        raise NonsenseError(
            "token.diameter_mm",
            f"is {tokens.diameter_mm:g}, too large for a target of radius"
            f" {dish.target_radius_mm:g}; correct one of them",
        )
    if tokens.thickness_mm > tokens.diameter_mm:
        raise NonsenseError(
            "token.thickness_mm",
            f"is {tokens.thickness_mm:g}, more than the diameter of {tokens.diameter_mm:g};"
            " correct one of them",
        )
    if not tokens.kinds:
        raise NonsenseError(
            "token.kinds", f"is empty; list the kinds, from {', '.join(TOKEN_KINDS)}"
        )
    for kind in tokens.kinds:
        if not 1 <= kind.count <= MAX_COUNT:
            raise NonsenseError(
                f"token.kinds.{kind.name}.count",
                f"is {_brief(kind.count)}; give 1 to {MAX_COUNT}, or remove a kind you lack",
            )
        check_picture(
            f"token.kinds.{kind.name}.picture", kind.picture, "a square picture of the token's top"
        )


def check_camera(camera: CameraModel) -> None:
    """Raise NonsenseError for a lens that can't be, naming its key."""
    for row, numbers in enumerate(camera.matrix):
        for column, number in enumerate(numbers):
            if not math.isfinite(number):
                raise NonsenseError(f"camera.matrix[{row}][{column}]", "has to be a finite number")
    (fx, _, _), (_, fy, _), last = camera.matrix
    if fx <= 0 or fy <= 0 or last != (0.0, 0.0, 1.0):
        raise NonsenseError(
            "camera.matrix",
            "has to be [[fx, 0, cx], [0, fy, cy], [0, 0, 1]] with positive fx and fy;"
            " copy it from the calibration",
        )
    if len(camera.distortion) not in DISTORTION_LENGTHS:
        lengths = ", ".join(map(str, DISTORTION_LENGTHS))
        raise NonsenseError(
            "camera.distortion",
            f"has {len(camera.distortion)} numbers; OpenCV's models have {lengths}",
        )
    for index, number in enumerate(camera.distortion):
        if not math.isfinite(number):
            raise NonsenseError(f"camera.distortion[{index}]", "has to be a finite number")
    for index, side in enumerate(camera.size_wh):
        if not 1 <= side <= MAX_SIDE_PX:
            raise NonsenseError(f"camera.size_wh[{index}]", f"has to be 1 to {MAX_SIDE_PX} pixels")


def _brief(number: int) -> str:
    return str(number) if abs(number) < 10**9 else "a huge number"
