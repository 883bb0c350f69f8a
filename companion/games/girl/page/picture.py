"""The printed art, ready to be laid out on the page: boards, and pieces on their places."""

from __future__ import annotations

import math
from collections import defaultdict
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, replace
from functools import lru_cache

import msgspec

from companion.drawing import Drawing, PointMm, Shape, Stroke, turned
from companion.games.contract import EditionError
from companion.games.girl.art import prints
from companion.games.girl.edition import Edition
from companion.places import Place
from companion.prints import BoardPrint, Lie, PiecePrint

FULL_TURN_DEG = 360.0
_NEARLY_ROUND = 1.2  # the outline of a hex or disc: farthest against nearest from the middle


@dataclass(frozen=True, eq=False)
class Picture:
    """The boards, their places and the pieces of an edition by name."""

    boards: dict[str, BoardPrint]
    places: dict[tuple[str, str], Place]
    pieces: dict[tuple[str, str], PiecePrint]
    turns: dict[str, int]
    sizes_mm: dict[str, tuple[float, float]]  # of a family's outline


@lru_cache(maxsize=8)
def picture(edition: Edition) -> Picture | None:
    """The art without bleed; None for an edition that does not say enough to be drawn."""
    shapes = edition.printed_shapes
    if shapes is None:
        return None
    cut = replace(edition, printed_shapes=msgspec.structs.replace(shapes, bleed_mm=0.0))
    try:
        art = prints(cut)
    except EditionError:
        return None
    pieces = {(piece.family, piece.kind): _cut_out(piece) for piece in art.pieces}
    return Picture(
        boards={board.name: board for board in art.boards},
        places={(b.name, place.name): place for b in art.boards for place in b.places},
        pieces=pieces,
        turns={family.name: family.turns for family in art.families},
        sizes_mm={family.name: _size(family.outline_mm) for family in art.families},
    )


def _cut_out(piece: PiecePrint) -> PiecePrint:
    """The piece without what the scissors take away: lines that run on over its cut line."""
    sides = zip(piece.outline_mm, (*piece.outline_mm[1:], piece.outline_mm[0]), strict=True)
    inner = min(_from_origin(start, end) for start, end in sides)
    outer = max(math.hypot(x, y) for x, y in piece.outline_mm)
    if outer > inner * _NEARLY_ROUND:
        return piece
    back = None if piece.back is None else _within(piece.back, inner)
    return replace(piece, front=_within(piece.front, inner), back=back)


def _from_origin(start: PointMm, end: PointMm) -> float:
    """The distance of a side's line from the origin."""
    cross = start[0] * end[1] - start[1] * end[0]
    return abs(cross) / math.dist(start, end)


def _within(drawing: Drawing, reach_mm: float) -> Drawing:
    """The drawing with its lines ending at a distance from its middle, their round ends too."""
    shapes: list[Shape] = []
    for shape in drawing.shapes:
        if isinstance(shape, Stroke):
            limit = reach_mm - shape.ink.stroke_mm / 2
            points = _pulled_in(shape.points_mm, drawing.size_mm, limit)
            if points:
                shapes.append(replace(shape, points_mm=points))
        else:
            shapes.append(shape)
    return Drawing(drawing.size_mm, tuple(shapes))


def _pulled_in(
    points_mm: tuple[PointMm, ...], size_mm: tuple[float, float], limit_mm: float
) -> tuple[PointMm, ...]:
    """A ray from the middle made shorter; of a longer line the points that are near enough."""
    x, y = size_mm[0] / 2, size_mm[1] / 2
    far = [math.dist(point, (x, y)) for point in points_mm]
    if max(far) <= limit_mm:
        return points_mm
    if len(points_mm) > 2:
        near = tuple(p for p, away in zip(points_mm, far, strict=True) if away <= limit_mm)
        return near if len(near) > 1 else ()
    return tuple(
        (x + (px - x) * min(1.0, limit_mm / away), y + (py - y) * min(1.0, limit_mm / away))
        if away
        else (px, py)
        for (px, py), away in zip(points_mm, far, strict=True)
    )


def _size(outline_mm: tuple[PointMm, ...]) -> tuple[float, float]:
    xs, ys = zip(*outline_mm, strict=True)
    return max(xs) - min(xs), max(ys) - min(ys)


def middle_of(outline_mm: tuple[PointMm, ...]) -> PointMm:
    """The middle of an outline's bounding box."""
    xs, ys = zip(*outline_mm, strict=True)
    return (min(xs) + max(xs)) / 2, (min(ys) + max(ys)) / 2


@lru_cache(maxsize=8192)
def piece_at(
    edition: Edition,
    family: str,
    kind: str,
    back: bool,
    middle_mm: PointMm,
    angle_deg: float = 0.0,
) -> tuple[Shape, ...]:
    """A piece with its middle at a point, turned; nothing when it is not printed."""
    art = picture(edition)
    piece = None if art is None else art.pieces.get((family, kind))
    if piece is None:
        return ()
    face = piece.back if back and piece.back is not None else piece.front
    return turned(face, middle_mm, angle_deg)


def laid(edition: Edition, board: BoardPrint, lies: Iterable[Lie]) -> Drawing:
    """A board with what lies on it."""
    at: dict[tuple[str, str], list[Lie]] = defaultdict(list)
    for lie in lies:
        at[lie.place, lie.family].append(lie)
    shapes: list[Shape] = []
    for (place, family), group in at.items():
        shapes += _group(edition, board.name, place, family, group)
    return board.drawing.with_shapes(shapes)


def _group(
    edition: Edition, board: str, name: str, family: str, group: list[Lie]
) -> Iterator[Shape]:
    """Pieces of one family on one place: one on top of another, or side by side."""
    art = picture(edition)
    if art is None or (board, name) not in art.places:
        return
    place = art.places[board, name]
    step_deg = FULL_TURN_DEG / max(1, art.turns[family])
    middles = _spread(place.outline_mm, art.sizes_mm[family], len(group))
    for lie, middle in zip(group, middles, strict=True):
        angle = place.up_deg + lie.turn * step_deg
        yield from piece_at(edition, family, lie.kind, lie.back, middle, angle)


def _spread(
    outline_mm: tuple[PointMm, ...], size_mm: tuple[float, float], count: int
) -> list[PointMm]:
    """Middles of so many pieces: rows within the outline's box, closer when they are many."""
    x, y = middle_of(outline_mm)
    wide, tall = _size(outline_mm)
    columns = max(1, min(count, int(wide / size_mm[0])))
    while columns < count and math.ceil(count / columns) * size_mm[1] > tall * 1.01:
        columns += 1
    rows = math.ceil(count / columns)
    step_x = min(size_mm[0] * 1.05, (wide - size_mm[0]) / (columns - 1)) if columns > 1 else 0.0
    step_y = min(size_mm[1] * 1.05, (tall - size_mm[1]) / (rows - 1)) if rows > 1 else 0.0
    found = []
    for number in range(count):
        row, column = divmod(number, columns)
        in_row = min(columns, count - row * columns)
        found.append(
            (x + (column - (in_row - 1) / 2) * step_x, y + (row - (rows - 1) / 2) * step_y)
        )
    return found
