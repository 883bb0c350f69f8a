"""Large pieces in any arrangement: told by their marks, also partly under each other."""

from __future__ import annotations

import math
import random
from collections import Counter
from dataclasses import replace
from functools import cache
from typing import Any

import numpy as np
import pytest
from place_scenes import describe_board
from shapely.geometry import Polygon

from companion.flow import Frame, PlaceReading, PlaceStatus, Status
from companion.games.catalogue import find_game, load_edition
from companion.prints import BoardPrint, Lie, Prints
from hardware.simulated.conditions import conditions_named, fixed
from hardware.simulated.tabletop.layout import LaidPiece, TableLayout, turning
from hardware.simulated.tabletop.studio import TableStudio
from vision.places.reader import PlaceReader

BOARD, PLACE, FAMILY = "area-a", "tiles", "sky tile"
SIDE_MM = 50.0
Lying = tuple[str, tuple[float, float], float]


def prints() -> Prints:
    game: Any = find_game("starfall")
    made: Prints = game.prints(load_edition(game, game.default_edition))
    return made


def area() -> BoardPrint:
    return next(board for board in prints().boards if board.name == BOARD)


@cache
def studio(condition: str, hand: bool) -> TableStudio:
    """One for all photographs under its conditions, since it draws whatever is printed."""
    return TableStudio(prints(), 5, fixed(conditions_named(condition), hand_share=float(hand)))


@pytest.fixture(scope="module")
def reader(tmp_path_factory: pytest.TempPathFactory) -> PlaceReader:
    return PlaceReader(describe_board(tmp_path_factory.mktemp("area"), prints(), area()))


@pytest.fixture(autouse=True)
def anew(reader: PlaceReader) -> None:
    reader.forget()


def square(middle: tuple[float, float], turn_deg: float) -> Polygon:
    half = SIDE_MM / 2
    corners = [(-half, -half), (half, -half), (half, half), (-half, half)]
    return Polygon(np.array(corners) @ turning(turn_deg) + middle)


def photograph(
    lying: list[Lying], number: int, condition: str = "mounted", hand: bool = False
) -> Frame:
    """A photograph of tiles that lie just so, the first lowest."""
    shot = studio(condition, hand).arrange(number, [(area(), 0)], [])
    arts = {piece.kind: piece for piece in prints().pieces}
    laid: list[tuple[LaidPiece, Polygon]] = []
    for kind, middle, turn_deg in lying:
        outline = square(middle, turn_deg)
        under = [piece for piece, other in laid if outline.intersection(other).area > 1]
        base = max((piece.base_mm + piece.height_mm for piece in under), default=0.0)
        level = max((piece.level + 1 for piece in under), default=0)
        lie = Lie(BOARD, 0, PLACE, FAMILY, kind)
        piece = LaidPiece(arts[kind], lie, 0, middle, turn_deg, base, level, (0.0, 0.0))
        laid.append((piece, outline))
    boards = shot.scene.layout.boards
    layout = TableLayout(boards, tuple(piece for piece, _ in laid))
    taken = replace(shot, scene=replace(shot.scene, layout=layout)).photograph()
    return Frame(taken.image_bgr, 0.0, "test")


def pile_of(reader: PlaceReader, frame: Frame) -> PlaceReading:
    seen = reader.read(frame)
    assert seen.status is Status.READ, seen.problems
    return next(place for place in seen.places if place.place == PLACE)


def heap(seed: int, most_covered: float) -> list[Lying]:
    """Tiles that all touch or cover another one; none is covered by more than that share."""
    chance = random.Random(seed)
    lying: list[Lying] = []
    outlines: list[Polygon] = []
    names = chance.sample([f"S{n:02}" for n in range(1, 28)], chance.randrange(3, 7))
    for name in names:
        for _ in range(5000):
            middle = chance.uniform(40, 260), chance.uniform(62, 188)
            turn_deg = chance.uniform(0, 360)
            new = square(middle, turn_deg)
            covered = [new.intersection(old).area / SIDE_MM**2 for old in outlines]
            above = [
                covered[n] + sum(o.intersection(old).area for o in outlines[n + 1 :]) / SIDE_MM**2
                for n, old in enumerate(outlines)
            ]
            if max(above, default=0.0) <= most_covered and (
                not outlines or max(covered) > most_covered / 3
            ):
                lying.append((name, middle, turn_deg))
                outlines.append(new)
                break
    return lying


def kinds(place: PlaceReading) -> Counter[str]:
    return Counter(piece.kinds[0][0] for piece in place.pieces)


def test_tiles_side_by_side(reader: PlaceReader) -> None:
    """Touching edge to edge, upright and upside down."""
    lying = [
        ("S01", (60.0, 90.0), 0.0),
        ("S02", (110.2, 90.0), 180.0),
        ("S03", (60.0, 140.2), 90.0),
    ]
    place = pile_of(reader, photograph(lying, 1))
    assert place.status is PlaceStatus.READ
    assert kinds(place) == Counter(name for name, *_ in lying)
    for piece in place.pieces:
        middle = next(where for name, where, _ in lying if name == piece.kind)
        assert math.dist(piece.centre_mm, middle) < 1.0
        assert piece.level == 0


@pytest.mark.parametrize("seed", [1, 2])
def test_tiles_up_to_two_fifths_under_others(reader: PlaceReader, seed: int) -> None:
    lying = heap(seed, 0.4)
    place = pile_of(reader, photograph(lying, seed))
    assert kinds(place) == Counter(name for name, *_ in lying)
    assert place.status is PlaceStatus.READ
    assert max(piece.level for piece in place.pieces) > 0


@pytest.mark.slow
@pytest.mark.parametrize("condition", ["any", "glare", "low-lamp", "steep", "hands"])
@pytest.mark.parametrize("seed", range(20, 32))
def test_no_pile_is_read_wrongly(reader: PlaceReader, seed: int, condition: str) -> None:
    lying = heap(seed, 0.4)
    frame = photograph(lying, seed, condition, hand=condition == "hands")
    seen = reader.read(frame)
    for place in seen.places:
        if place.place == PLACE and place.status is PlaceStatus.READ:
            assert kinds(place) == Counter(name for name, *_ in lying)


def test_a_tile_hidden_but_for_a_corner_makes_the_pile_unknown(reader: PlaceReader) -> None:
    lying = [("S05", (100.0, 100.0), 0.0), ("S11", (108.0, 108.0), 0.0)]
    place = pile_of(reader, photograph(lying, 4))
    assert place.status is not PlaceStatus.READ
    assert "S11" in kinds(place)


def test_an_empty_place_is_empty(reader: PlaceReader) -> None:
    place = pile_of(reader, photograph([], 5))
    assert (place.status, place.pieces) == (PlaceStatus.READ, ())


def test_a_pile_that_did_not_change_is_kept(reader: PlaceReader) -> None:
    frame = photograph([("S01", (60.0, 90.0), 10.0)], 6)
    first = reader.read(frame)
    assert reader.read(frame).places is first.places


@pytest.mark.parametrize("turn_deg", [5.0, 38.0])
def test_a_tile_that_reaches_into_the_stardust_leaves_no_doubt_about_the_heap(
    reader: PlaceReader, turn_deg: float
) -> None:
    heap_place = next(place for place in reader.board.places if place.name == "stardust")
    left, top = np.min(heap_place.outline_mm, axis=0)
    right, bottom = np.max(heap_place.outline_mm, axis=0)
    middle = (left + right) / 2
    tile = "S27", (left - SIDE_MM / 4, (top + bottom) / 2), turn_deg
    pieces = [("white", (middle, top + 20.0), 0.0), ("white", (middle, bottom - 20.0), 0.0)]
    seen = reader.read(photograph([tile, *pieces], 11, "window"))
    dust = next(place for place in seen.places if place.place == "stardust")
    assert dust.status is PlaceStatus.READ, dust.why
    assert kinds(dust) == Counter({"white": 2})
    assert kinds(next(place for place in seen.places if place.place == PLACE)) == Counter(
        {"S27": 1}
    )
