"""Lays pieces where a state says they lie: on their places, on each other, a little astray."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache

import numpy as np
from shapely.geometry import Point, Polygon

from companion.board import PointMm
from companion.errors import InputError
from companion.places import Family, Place
from companion.prints import Lie, PiecePrint, Prints
from hardware.simulated.tabletop.dish import DishFloor
from hardware.simulated.tabletop.heaping import heaped_spot, overlap
from hardware.simulated.tabletop.layout import LaidBoard, LaidPiece, TableLayout, turning

IN_DISH = ""  # the place of what was thrown
_TRIES = 60


@dataclass(frozen=True, slots=True)
class Habits:
    """How carefully people lay pieces: at most so far astray, turned by such a sigma.

    With `heaped`, pieces that lie at any angle touch each other or lie partly on each other.
    """

    astray_mm: float = 1.5
    turned_sigma_deg: float = 1.6
    turned_most_deg: float = 5.0
    lean_mm: float = 12.0
    heaped: bool = False


def lay_pieces(
    prints: Prints,
    boards: Sequence[LaidBoard],
    lies: Sequence[Lie],
    rng: np.random.Generator,
    habits: Habits = Habits(),
    before: TableLayout | None = None,
) -> TableLayout:
    """The table with every piece of `lies` whose board is among `boards`.

    A place that holds the same as `before`, from the lowest piece up, is not touched.
    Raises InputError for a piece or place that the prints do not have.
    """
    hand = _Laying(prints, boards, rng, habits)
    spots: dict[tuple[int, str], list[Lie]] = {}
    for lie in lies:
        number = hand.board_number(lie)
        if number is not None:
            spots.setdefault((number, lie.place), []).append(lie)
    lying = _by_place(before)
    # What lies on a large place is laid before what lies on a small one within it.
    for spot, here in sorted(spots.items(), key=lambda each: -hand.area_mm2(*each[0])):
        hand.lay(spot[0], here, lying.get(spot, []))
    return TableLayout(tuple(boards), tuple(hand.laid))


def _by_place(layout: TableLayout | None) -> dict[tuple[int, str], list[LaidPiece]]:
    found: dict[tuple[int, str], list[LaidPiece]] = {}
    for piece in layout.pieces if layout else ():
        found.setdefault((piece.board, piece.place), []).append(piece)
    return found


class _Laying:
    """One pair of hands."""

    def __init__(
        self,
        prints: Prints,
        boards: Sequence[LaidBoard],
        rng: np.random.Generator,
        habits: Habits,
    ) -> None:
        self._rng, self._habits = rng, habits
        self._arts = {(piece.family, piece.kind): piece for piece in prints.pieces}
        self._families = {family.name: family for family in prints.families}
        self._numbers = {(board.art.name, board.copy): n for n, board in enumerate(boards)}
        self._places = [{place.name: place for place in board.art.places} for board in boards]
        self.laid: list[LaidPiece] = []
        self._dishes = {
            board.name: DishFloor(board.dish) for board in prints.boards if board.dish is not None
        }
        self._known = {
            board.name: {place.name for place in board.places} for board in prints.boards
        }

    def board_number(self, lie: Lie) -> int | None:
        """Which of the boards it lies on; None when that board is not on this table."""
        if lie.place == IN_DISH and lie.board in self._dishes:
            return self._numbers.get((lie.board, lie.copy))
        if lie.place not in self._known.get(lie.board, ()):
            raise InputError(f"The board {lie.board!r} has no place called {lie.place!r}.")
        return self._numbers.get((lie.board, lie.copy))

    def area_mm2(self, number: int, place: str) -> float:
        """How large a place of a board is; a dish is larger than all of them."""
        if place == IN_DISH:
            return math.inf
        return float(_outline(self._places[number][place].outline_mm).area)

    def lay(self, number: int, lies: Sequence[Lie], lying: Sequence[LaidPiece]) -> None:
        """Lay the pieces of one place, the lowest first, on whatever lies there already.

        Of `lying`, what lay there before, those that agree from the lowest up stay as they are.
        """
        laid: list[LaidPiece] = []
        for lie, piece in zip(lies, lying, strict=False):
            if piece.lie != lie:
                break
            laid.append(piece)
        for lie in lies[len(laid) :]:
            art = self._arts.get((lie.family, lie.kind))
            if art is None:
                raise InputError(f"There is no piece {lie.kind!r} of the family {lie.family!r}.")
            if lie.place == IN_DISH:
                laid.append(self._throw(number, art, lie, laid))
            else:
                place = self._places[number][lie.place]
                laid.append(self._lay_one(number, place, art, lie, laid))
        self.laid += laid

    def _lay_one(
        self, number: int, place: Place, art: PiecePrint, lie: Lie, laid: Sequence[LaidPiece]
    ) -> LaidPiece:
        family = self._families[art.family]
        below = self._support(family, laid)
        ground = _outline(below.art.outline_mm if below else place.outline_mm)
        if below is not None:
            ground = _moved(ground, below.middle_mm, below.turn_deg)
        beside = [p for p in laid if below is None or p.level > below.level]
        heaped = self._habits.heaped and family.turns == 0 and below is None
        if heaped:
            return self._heap(number, family, place, art, lie, laid)
        x, y = self._spot(art, ground, beside, stacked=below is not None and below.art is art)
        turn_deg = self._turn_deg(family, place, lie.turn)
        astray_x, astray_y = self._astray()
        resting = [p for p in beside if math.dist(p.middle_mm, (x, y)) < 0.8 * _reach(p.art)]
        resting += [p for p in self.laid if p.board == number and _covers(p, (x, y))]
        resting += [] if below is None else [below]
        level = max((p.level + 1 for p in resting), default=0)
        base = max(map(_top_mm, resting), default=0.0)
        lean = self._rng.normal(0, self._habits.lean_mm, 2)
        return LaidPiece(
            art,
            lie,
            number,
            (round(x + astray_x, 3), round(y + astray_y, 3)),
            round(turn_deg, 2),
            base,
            level,
            (float(lean[0]), float(lean[1])),
        )

    def _heap(
        self,
        number: int,
        family: Family,
        place: Place,
        art: PiecePrint,
        lie: Lie,
        laid: Sequence[LaidPiece],
    ) -> LaidPiece:
        """A piece beside those that lie there, or partly on them, as far as there is room."""
        ground, turn_deg = _outline(place.outline_mm), self._turn_deg(family, place, lie.turn)
        shape = _moved(_outline(art.outline_mm), (0.0, 0.0), turn_deg)
        lying = [_moved(_outline(p.art.outline_mm), p.middle_mm, p.turn_deg) for p in laid]
        room = ground.buffer(-_reach(art))
        spot = heaped_spot(shape, room, lying, self._rng) if lying else None
        x, y = spot or self._spot(art, ground, laid, stacked=False)
        outline = _moved(_outline(art.outline_mm), (x, y), turn_deg)
        under = [p for p, other in zip(laid, lying, strict=True) if overlap(outline, other)]
        lean = self._rng.normal(0, self._habits.lean_mm, 2)
        return LaidPiece(
            art,
            lie,
            number,
            (round(x, 3), round(y, 3)),
            round(turn_deg, 2),
            max(map(_top_mm, under), default=0.0),
            max((p.level + 1 for p in under), default=0),
            (float(lean[0]), float(lean[1])),
        )

    def _throw(
        self, number: int, art: PiecePrint, lie: Lie, laid: Sequence[LaidPiece]
    ) -> LaidPiece:
        """A token somewhere in the dish, touching what it is said to touch."""
        taken = [piece.middle_mm for piece in laid]
        radius = _reach(art)
        x, y = self._dishes[lie.board].spot(radius, lie.touches, taken, self._rng)
        at = round(x, 3), round(y, 3)
        under = [piece for piece in laid if math.dist(piece.middle_mm, at) < 2 * radius]
        level = max((piece.level + 1 for piece in under), default=0)
        base = max(map(_top_mm, under), default=0.0)
        turn_deg = round(float(self._rng.uniform(0, 360)), 2)
        return LaidPiece(art, lie, number, at, turn_deg, base, level)

    def _support(self, family: Family, laid: Sequence[LaidPiece]) -> LaidPiece | None:
        """The piece that this family's next one is laid on: the one with the least on it."""
        under = [piece for piece in laid if piece.art.family in family.lies_on]
        if not under:
            return None
        if family.name in family.lies_on:
            return max(under, key=lambda piece: piece.level)
        burden = {
            id(piece): sum(
                math.dist(other.middle_mm, piece.middle_mm) < _reach(piece.art)
                for other in laid
                if other.level > piece.level
            )
            for piece in under
        }
        return min(under, key=lambda piece: burden[id(piece)])

    def _spot(
        self, art: PiecePrint, ground: Polygon, beside: Sequence[LaidPiece], stacked: bool
    ) -> PointMm:
        """A spot on the ground clear of what lies there, as far as there is room."""
        middle = ground.centroid.x, ground.centroid.y
        if stacked or not beside:
            return middle if stacked or _fits_tightly(art, ground) else self._near(middle, ground)
        room = ground.buffer(-0.75 * _reach(art))
        room = ground.buffer(-0.4 * _reach(art)) if room.is_empty else room
        room = Point(middle).buffer(1.0) if room.is_empty else room
        left, top, right, bottom = room.bounds
        best, best_gap = middle, -math.inf
        for x, y in self._rng.uniform((left, top), (right, bottom), (_TRIES, 2)):
            if not room.covers(Point(x, y)):
                continue
            gap = min(math.dist((x, y), p.middle_mm) - _reach(p.art) - _reach(art) for p in beside)
            if gap > best_gap:
                best, best_gap = (float(x), float(y)), gap
            if gap > 1.0:
                break
        return best

    def _near(self, middle: PointMm, ground: Polygon) -> PointMm:
        """People do not aim at the middle of a place that is much larger than the piece."""
        slack = 0.12 * math.sqrt(ground.area)
        dx, dy = self._rng.uniform(-slack, slack, 2)
        return middle[0] + float(dx), middle[1] + float(dy)

    def _turn_deg(self, family: Family, place: Place, turn: int) -> float:
        if family.turns == 0:
            return float(self._rng.uniform(0, 360))
        most = self._habits.turned_most_deg
        off = float(np.clip(self._rng.normal(0, self._habits.turned_sigma_deg), -most, most))
        return place.up_deg + turn * 360.0 / family.turns + off

    def _astray(self) -> PointMm:
        far = self._habits.astray_mm * math.sqrt(float(self._rng.uniform()))
        turn = float(self._rng.uniform(0, math.tau))
        return far * math.cos(turn), far * math.sin(turn)


def _top_mm(piece: LaidPiece) -> float:
    return piece.base_mm + piece.height_mm


def _covers(piece: LaidPiece, at_mm: PointMm) -> bool:
    """Whether something laid there would lie on the piece."""
    if math.dist(piece.middle_mm, at_mm) > 2 * _reach(piece.art):
        return False
    ground = _moved(_outline(piece.art.outline_mm), piece.middle_mm, piece.turn_deg)
    return bool(ground.covers(Point(at_mm)))


@lru_cache(maxsize=4096)
def _outline(corners_mm: tuple[PointMm, ...]) -> Polygon:
    return Polygon(corners_mm)


def _reach(art: PiecePrint) -> float:
    """A piece's half size (mm): the radius of a disc of its area."""
    return math.sqrt(_outline(art.outline_mm).area / math.pi)


def _fits_tightly(art: PiecePrint, ground: Polygon) -> bool:
    return float(2.2 * _outline(art.outline_mm).area) > float(ground.area)


def _moved(outline: Polygon, middle_mm: PointMm, turn_deg: float) -> Polygon:
    corners = np.asarray(outline.exterior.coords)[:, :2] @ turning(turn_deg)
    return Polygon(corners + middle_mm)
