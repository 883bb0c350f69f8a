"""What lies beside a board, drawn as a strip below it, from left to right."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

from companion.drawing import Drawing, PointMm, Polygon, Shape, Words
from companion.games.girl.art import palette
from companion.games.girl.art.outlines import box, box_around
from companion.games.playable import Spot

GAP_MM = 4.0
_COUNT_MM = 4.2
_COUNT_ROOM_MM = 11.0


@dataclass(slots=True)
class Strip:
    """A strip of a width, filled from the left; a further row begins when one is full."""

    width_mm: float
    top_mm: float
    row_mm: float
    shapes: list[Shape] = field(default_factory=list)
    spots: list[Spot] = field(default_factory=list)
    x_mm: float = GAP_MM
    rows: int = 1

    @property
    def bottom_mm(self) -> float:
        """Where the strip ends."""
        return self.top_mm + self.rows * (self.row_mm + GAP_MM) + GAP_MM

    def room(self, size_mm: tuple[float, float], counted: bool = False) -> PointMm:
        """The middle of the next thing, with room for its count on its right."""
        width = size_mm[0] + (_COUNT_ROOM_MM if counted else 0.0)
        if self.x_mm + width + GAP_MM > self.width_mm and self.x_mm > GAP_MM:
            self.x_mm, self.rows = GAP_MM, self.rows + 1
        left, self.x_mm = self.x_mm, self.x_mm + width + GAP_MM
        y = self.top_mm + GAP_MM + (self.rows - 0.5) * self.row_mm + (self.rows - 1) * GAP_MM
        return left + size_mm[0] / 2, y

    def put(
        self,
        drawing: Drawing,
        spot_id: str,
        key: str,
        values: Mapping[str, Any],
        count: int | None = None,
    ) -> PointMm:
        """Lay a piece that can be tapped, with how many there are; gives its middle."""
        middle = self.room(drawing.size_mm, count is not None)
        return self.put_at(middle, drawing, spot_id, key, values, count)

    def put_at(
        self,
        middle: PointMm,
        drawing: Drawing,
        spot_id: str,
        key: str,
        values: Mapping[str, Any],
        count: int | None = None,
    ) -> PointMm:
        """Lay a piece at a place of its own."""
        self.shapes += Drawing((0.0, 0.0)).placed(drawing, middle).shapes
        if count is not None:
            x = middle[0] + drawing.size_mm[0] / 2 + _COUNT_ROOM_MM / 2
            self.shapes.append(
                Words(f"x{count}", (x, middle[1]), _COUNT_MM, palette.IVORY, bold=True)
            )
        self.spots.append(Spot(spot_id, box_around(middle, drawing.size_mm), key, values))
        return middle

    def below(self, board: Drawing) -> Drawing:
        """The board with the strip under it."""
        size = (self.width_mm, self.bottom_mm)
        ground = Polygon(
            box(0.0, self.top_mm, self.width_mm, self.bottom_mm - self.top_mm),
            palette.fill(palette.NIGHT),
        )
        return Drawing(size, (*board.shapes, ground, *self.shapes))
