"""What is true of a photograph, and what that truth means for the toss.

The geometry here is written apart from the rules' own (`companion.games`): outlines as shapes
with fine chords, so that a mistake in one place is not confirmed by the same mistake in the other.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path

import msgspec
from shapely import Point, Polygon, union_all

from companion.board import LIGHT_COLOURS, Board, PointMm
from companion.describing.outlines import area_outline
from companion.errors import InputError

_CHORD_DEG = 0.05
_DISC_QUARTER = 64  # chords of a quarter circle
TRUTH_FILE = "truth.json"


class TrueToken(msgspec.Struct, frozen=True):
    """A token as it lay: kind, centre of its footprint (board mm), height of its underside."""

    kind: str
    x: float
    y: float
    z: float = 0.0

    @property
    def centre_mm(self) -> PointMm:
        """Where its footprint's centre lay."""
        return self.x, self.y


class TruePhoto(msgspec.Struct, frozen=True):
    """One photograph: its file within the set, what lay there, whether a hand was in the way."""

    file: str
    tokens: tuple[TrueToken, ...]
    hand: bool = False


class _TrueSet(msgspec.Struct, frozen=True):
    photos: tuple[TruePhoto, ...]


@dataclass(frozen=True, slots=True)
class TrueLanding:
    """What a token's true place means: its Light, and how near (mm) that is to being otherwise."""

    light: tuple[str, ...]
    margin_mm: float


def load_truth(folder: Path) -> tuple[TruePhoto, ...]:
    """The photographs of a set, without its empty one.

    Raises InputError with one sentence when `truth.json` is absent or of another form.
    """
    path = folder / TRUTH_FILE
    try:
        known = msgspec.json.decode(path.read_bytes(), type=_TrueSet)
    except OSError as error:
        raise InputError(
            f"{path} can't be read ({error.strerror}); name a folder made by companion throw."
        ) from error
    except msgspec.DecodeError as error:
        raise InputError(
            f"{path} is not the truth of a photo set ({error}); make the set again."
        ) from error
    return tuple(photo for photo in known.photos if Path(photo.file).name != "empty.jpg")


@dataclass(frozen=True)
class TrueGeometry:
    """The exact lines of one board."""

    board: Board

    @cached_property
    def _outlines(self) -> tuple[tuple[str, Polygon], ...]:
        dish = self.board.dish
        return tuple((area.colour, area_outline(area, dish, _CHORD_DEG)) for area in dish.areas)

    def landing(self, token: TrueToken) -> TrueLanding:
        """What a token gives; not wholly inside the target, it counts just inside (GIRL-ASH-3)."""
        dish, radius_mm = self.board.dish, self.board.tokens.radius_mm
        from_centre_mm = math.dist(token.centre_mm, dish.centre_mm)
        limit_mm = dish.target_radius_mm - radius_mm
        share = min(1.0, limit_mm / from_centre_mm) if from_centre_mm > 0 else 1.0
        place = Point(
            dish.centre_mm[0] + (token.x - dish.centre_mm[0]) * share,
            dish.centre_mm[1] + (token.y - dish.centre_mm[1]) * share,
        )
        hub_mm = radius_mm + dish.hub_radius_mm - place.distance(Point(dish.centre_mm))
        reach_mm: dict[str, float] = {}
        for colour, outline in self._outlines:
            reach = radius_mm + _inside_mm(place, outline)
            reach_mm[colour] = max(reach, reach_mm.get(colour, -math.inf))
        to_limit_mm = abs(from_centre_mm - limit_mm)
        if hub_mm > 0:
            return TrueLanding(LIGHT_COLOURS, min(hub_mm, to_limit_mm))
        light = tuple(sorted(colour for colour, reach in reach_mm.items() if reach > 0))
        nearest_mm = min((abs(reach) for reach in reach_mm.values()), default=math.inf)
        return TrueLanding(light, min(nearest_mm, -hub_mm, to_limit_mm))

    def visible_share(self, token: TrueToken, tokens: Sequence[TrueToken]) -> float:
        """How much (0..1) of a token's top shows from straight above between `tokens`."""
        diameter_mm = self.board.tokens.diameter_mm
        above = [
            self._disc(other)
            for other in tokens
            if other.z > token.z and math.dist(other.centre_mm, token.centre_mm) < diameter_mm
        ]
        disc = self._disc(token)
        return float(disc.difference(union_all(above)).area / disc.area) if above else 1.0

    def _disc(self, token: TrueToken) -> Polygon:
        return Point(token.centre_mm).buffer(self.board.tokens.radius_mm, _DISC_QUARTER)


def _inside_mm(place: Point, outline: Polygon) -> float:
    distance_mm = float(outline.boundary.distance(place))
    return distance_mm if outline.contains(place) else -distance_mm
