"""What is printed on a board and what may lie on it, in millimetres.

Board coordinates: origin at the board's top-left corner, x right, y down; angles in degrees
clockwise from 12 o'clock.  These are plain frozen data, read from `table.toml` by
`companion.describing.table_file`; readers and rules both work on them.
"""

from __future__ import annotations

import math
from dataclasses import dataclass
from pathlib import Path
from typing import Protocol

PointMm = tuple[float, float]

LIGHT_COLOURS = ("blue", "red", "yellow")
TOKEN_KINDS = ("x2", "scouting", "foraging", "offering", "recall", "stardust")


@dataclass(frozen=True, slots=True)
class Tag:
    """One printed square marker; corners top-left, top-right, bottom-right, bottom-left."""

    id: int
    corners_mm: tuple[PointMm, PointMm, PointMm, PointMm]

    @property
    def side_mm(self) -> float:
        """The mean length of its four sides."""
        top_left, top_right, bottom_right, bottom_left = self.corners_mm
        return (
            math.dist(top_left, top_right)
            + math.dist(top_right, bottom_right)
            + math.dist(bottom_right, bottom_left)
            + math.dist(bottom_left, top_left)
        ) / 4


@dataclass(frozen=True, slots=True)
class SectorArea:
    """A ring sector from the hub to the target edge; `to_deg` may pass 360."""

    colour: str
    from_deg: float
    to_deg: float


@dataclass(frozen=True, slots=True)
class PolygonArea:
    """A coloured area with straight sides, at least three corners, not crossing itself."""

    colour: str
    polygon_mm: tuple[PointMm, ...]


Area = SectorArea | PolygonArea


@dataclass(frozen=True, slots=True)
class Dish:
    """The Night Sky: a round target, a hub in its middle, coloured areas."""

    centre_mm: PointMm
    target_radius_mm: float
    hub_radius_mm: float
    areas: tuple[Area, ...]


@dataclass(frozen=True, slots=True)
class TokenKind:
    """One kind of Wood Ash token: how many there are and the square picture of its top."""

    name: str
    count: int
    picture: Path


@dataclass(frozen=True, slots=True)
class Tokens:
    """The round tokens of a board: all kinds share one diameter and thickness."""

    diameter_mm: float
    thickness_mm: float
    kinds: tuple[TokenKind, ...]

    @property
    def radius_mm(self) -> float:
        """Half of a token's diameter."""
        return self.diameter_mm / 2


@dataclass(frozen=True, slots=True)
class CameraModel:
    """A calibrated lens: pinhole matrix (3 x 3, pixels) and OpenCV distortion coefficients.

    One that was looked up by a camera's name is not `certain`: readers drop it when the markers
    contradict it.
    """

    matrix: tuple[tuple[float, float, float], ...]
    distortion: tuple[float, ...]
    size_wh: tuple[int, int]
    certain: bool = True

    def has_shape(self, size_wh: tuple[int, int]) -> bool:
        """Whether pictures of a size are the calibrated ones, at any scale."""
        (width, height), (other_width, other_height) = self.size_wh, size_wh
        return abs(width * other_height - height * other_width) < 0.01 * width * other_height

    def turned(self, quarters: int) -> CameraModel:
        """The lens of pictures that are turned clockwise by so many quarters.

        A picture file is often stored as the sensor saw it and turned upright when it is opened.
        """
        model = self
        for _ in range(quarters % 4):
            (fx, _, cx), (_, fy, cy), last = model.matrix
            width, height = model.size_wh
            matrix = ((fy, 0.0, height - 1 - cy), (0.0, fx, cx), last)
            distortion = model.distortion
            if len(distortion) >= 4:  # the tangential pair is the vector (p2, p1)
                first, second = distortion[2:4]
                distortion = (*distortion[:2], second, -first, *distortion[4:])
            model = CameraModel(matrix, distortion, (height, width), model.certain)
        return model


@dataclass(frozen=True)
class Board:
    """A whole board description (DESIGN.md 7.1)."""

    name: str
    size_mm: tuple[float, float]
    dictionary: str
    tags: tuple[Tag, ...]
    dish: Dish
    tokens: Tokens
    camera: CameraModel | None
    source: Path


class Marked(Protocol):
    """What every described board has: a size, markers that find it, perhaps a dish and a lens."""

    @property
    def name(self) -> str:
        """What people call the board."""

    @property
    def size_mm(self) -> tuple[float, float]:
        """Width and height."""

    @property
    def dictionary(self) -> str:
        """OpenCV's name of the markers' dictionary."""

    @property
    def tags(self) -> tuple[Tag, ...]:
        """The printed markers."""

    @property
    def dish(self) -> Dish | None:
        """The dish, if the board has one."""

    @property
    def camera(self) -> CameraModel | None:
        """The calibrated lens, if there is one."""
