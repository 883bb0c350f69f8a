"""Whether the printed parts of an edition fit each other; every failure is one sentence."""

from __future__ import annotations

import math
from collections.abc import Iterator

from companion.board import Tag
from companion.drawing import PointMm
from companion.games.contract import EditionError
from companion.games.girl.edition import Edition
from companion.games.girl.edition_print import PrintDoc
from companion.places import Place
from companion.prints import BoardPrint

_TOUCH_MM = 1e-6
_SEVEN_IN_A_HEX = 1 + math.sqrt(3)  # flat side to flat side, in diameters of seven equal discs


def check_fit(edition: Edition, sizes: PrintDoc, boards: tuple[BoardPrint, ...]) -> None:
    """Raises EditionError for the first part that does not fit, naming its key."""
    for complaint in _complaints(edition, sizes, boards):
        raise EditionError(f"{edition.name}: print.{complaint}")


def _complaints(edition: Edition, sizes: PrintDoc, boards: tuple[BoardPrint, ...]) -> Iterator[str]:
    yield from _pieces(edition, sizes)
    yield from _ids(boards)
    for board in boards:
        yield from _on_board(board)


def _pieces(edition: Edition, sizes: PrintDoc) -> Iterator[str]:
    """Pieces that are too large for where they lie."""
    wide = sizes.diameter_mm
    most = sizes.hex_mm / _SEVEN_IN_A_HEX
    if wide.stardust > most:
        yield f"diameter_mm.stardust: at most {most:.1f}, so that six fit into a hex"
    if sizes.tile_play_mm >= sizes.hex_mm / 2:
        yield "tile_play_mm: leaves nothing of the tiles"
    if sizes.line_mm >= sizes.hex_mm / 4:
        yield f"line_mm: lines are narrower than {sizes.hex_mm / 4:g}, or they can't be told apart"
    for key, piece, room in (
        ("crystal", wide.crystal, sizes.main.space_mm),
        ("villager", wide.villager, sizes.main.early_bird_mm),
        ("stardust", wide.stardust, sizes.main.mark_mm),
        ("food", wide.food, sizes.main.site_mm),
        ("girl", wide.girl, sizes.sky.space_mm),
        ("elder", wide.elder, sizes.sky.space_mm),
        ("marker", wide.marker, sizes.score.space_mm),
    ):
        if piece > room:
            yield f"diameter_mm.{key}: {piece:g} does not fit a space of {room:g}"


def _ids(boards: tuple[BoardPrint, ...]) -> Iterator[str]:
    """Markers that are on two boards, by which they would be taken for each other."""
    owner: dict[int, str] = {}
    for board in boards:
        for tag in (tag for tags in board.tags for tag in tags):
            if tag.id in owner:
                yield (
                    f"{board.name}.tags.first_id: marker {tag.id} is on {owner[tag.id]}, too;"
                    " every board has its own"
                )
            owner[tag.id] = board.name


def _on_board(board: BoardPrint) -> Iterator[str]:
    """Places and markers that reach over the board's edge, or into each other."""
    width, height = board.drawing.size_mm
    for place in board.places:
        if not _within(place.outline_mm, width, height):
            yield f"{board.name}: {place.name} reaches over the board's edge"
    for number, tag in enumerate(board.tags[0]):
        key = f"{board.name}.tags.corners_mm[{number}]"
        if not _within(tag.corners_mm, width, height):
            yield f"{key}: the marker reaches over the board's edge"
        for place in board.places:
            if _meet(tag, place):
                yield f"{key}: the marker lies on {place.name}"
    if board.dish is not None:
        (x, y), reach = board.dish.centre_mm, board.dish.target_radius_mm
        if not _within(((x - reach, y - reach), (x + reach, y + reach)), width, height):
            yield f"{board.name}.dish_at_mm: the dish reaches over the board's edge"


def _within(points: tuple[PointMm, ...], width: float, height: float) -> bool:
    return all(
        -_TOUCH_MM <= x <= width + _TOUCH_MM and -_TOUCH_MM <= y <= height + _TOUCH_MM
        for x, y in points
    )


def _meet(tag: Tag, place: Place) -> bool:
    """Whether a corner of one lies inside the other."""
    (left, top), _, (right, bottom), _ = tag.corners_mm
    if any(left < x < right and top < y < bottom for x, y in place.outline_mm):
        return True
    return any(_inside(corner, place.outline_mm) for corner in tag.corners_mm)


def _inside(point: PointMm, outline: tuple[PointMm, ...]) -> bool:
    """Whether a point lies in an outline: a ray to the right crosses it an odd number of times."""
    x, y = point
    inside = False
    for (ax, ay), (bx, by) in zip(outline, (*outline[1:], outline[0]), strict=True):
        if (ay > y) != (by > y) and x < ax + (y - ay) * (bx - ax) / (by - ay):
            inside = not inside
    return inside
