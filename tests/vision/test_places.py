"""The readers of places: what lies there is named, what can't be told is never guessed."""

from __future__ import annotations

import math
import random
from collections import Counter
from dataclasses import replace
from pathlib import Path

import cv2
import numpy as np
import pytest
from place_scenes import CELLS, describe, lie, photograph, prints

from companion.flow import Frame, Observation, PlaceReading, PlaceStatus, Status
from companion.places import PlaceBoard
from companion.prints import Lie
from vision.places.reader import PlaceReader, TableReader

FULL = (
    lie("1", "tile", "red bend", 2),
    lie("2", "tile", "red straight", 4),
    lie("2", "gem", "blue"),
    lie("3", "tile", "blue fork", 1),
    lie("4", "tile", "blank", 5),
    lie("4", "gem", "red"),
    lie("6", "gem", "red"),
    lie("6", "gem", "blue"),
    lie("pool", "coin", "gold"),
    lie("pool", "coin", "gold"),
    lie("pool", "coin", "silver"),
    lie("card", "card", "moon"),
    lie("right", "pawn", "violet"),
)


@pytest.fixture(scope="module")
def board(tmp_path_factory: pytest.TempPathFactory) -> PlaceBoard:
    return describe(tmp_path_factory.mktemp("garden"), prints())


@pytest.fixture(scope="module")
def reader(board: PlaceBoard) -> PlaceReader:
    return PlaceReader(board)


@pytest.fixture(autouse=True)
def anew(reader: PlaceReader) -> None:
    reader.forget()


def named(place: PlaceReading) -> Counter[tuple[str, str | None]]:
    return Counter((piece.family, piece.kind) for piece in place.pieces)


def by_name(seen: Observation) -> dict[str, PlaceReading]:
    return {place.place: place for place in seen.places}


def assert_right(seen: Observation, lies: tuple[Lie, ...]) -> None:
    """Every place is read, and holds exactly what lies there, turned as it lies."""
    assert seen.status is Status.READ, seen.problems
    for name, place in by_name(seen).items():
        here = [each for each in lies if each.place == name]
        assert place.status is PlaceStatus.READ, (name, place)
        assert named(place) == Counter((each.family, each.kind) for each in here), name
        for each in here:
            if each.family == "tile":
                tile = next(piece for piece in place.pieces if piece.family == "tile")
                assert tile.turn_deg is not None
                period = tile.turn_period_deg
                off = (60 * each.turn - tile.turn_deg + period / 2) % period - period / 2
                assert abs(off) < 1, (name, tile)


@pytest.mark.parametrize("condition", ["mounted", "dim", "warm"])
def test_a_full_board_is_read(reader: PlaceReader, condition: str) -> None:
    assert_right(reader.read(photograph(FULL, 1, condition)), FULL)


def test_an_empty_board_is_empty(reader: PlaceReader) -> None:
    seen = reader.read(photograph(()))
    assert_right(seen, ())
    assert seen.sightings == ()
    assert seen.covered == ()


@pytest.mark.slow
@pytest.mark.parametrize("number", range(12))
def test_whatever_lies_there_no_place_is_read_wrongly(reader: PlaceReader, number: int) -> None:
    rng = random.Random(number)
    lies = []
    for cell in CELLS:
        kind = rng.choice([None, "red bend", "red straight", "blue bend", "blue fork", "blank"])
        if kind is not None:
            lies.append(lie(cell, "tile", kind, rng.randrange(6)))
        lies += [lie(cell, "gem", rng.choice(["red", "blue"])) for _ in range(rng.randrange(2))]
    lies += [lie("pool", "coin", rng.choice(["gold", "silver"])) for _ in range(rng.randrange(5))]
    seen = reader.read(photograph(tuple(lies), number, "any"))
    assert seen.status is Status.READ
    for name, place in by_name(seen).items():
        if place.status is PlaceStatus.READ:
            here = Counter((each.family, each.kind) for each in lies if each.place == name)
            assert named(place) == here, name
    told = sum(place.status is PlaceStatus.READ for place in seen.places)
    assert told >= 0.8 * len(seen.places)


def test_where_pieces_lie_and_on_what(reader: PlaceReader) -> None:
    seen = by_name(reader.read(photograph(FULL, 1)))
    tile, gem = seen["2"].pieces
    assert (tile.level, gem.level) == (0, 1)
    assert math.dist(tile.centre_mm, (80, 40)) < 3
    assert all(piece.place == "2" for piece in seen["2"].pieces)
    pawn = seen["right"].pieces[0]
    assert pawn.level == 1
    assert math.dist(pawn.centre_mm, (144, 119)) < 4


def test_a_line_that_goes_straight_through_looks_the_same_after_half_a_turn(
    reader: PlaceReader,
) -> None:
    seen = by_name(reader.read(photograph(FULL, 1)))
    assert seen["2"].pieces[0].turn_period_deg == 180
    assert seen["3"].pieces[0].turn_period_deg == 120
    assert seen["1"].pieces[0].turn_period_deg == 360


def test_probabilities_are_given_with_what_else_it_may_be(reader: PlaceReader) -> None:
    for place in reader.read(photograph(FULL, 1)).places:
        assert 0.98 <= place.probability <= 1
        assert sum(p for _, p in place.alternatives) <= 1 - place.probability + 0.02
        left, top, width, height = place.crop_xywh_px
        assert min(left, top) >= 0
        assert min(width, height) > 10


def test_a_piece_of_no_kind_that_is_described_is_not_taken_for_another(
    board: PlaceBoard,
) -> None:
    fewer = [
        replace(family, kinds=tuple(kind for kind in family.kinds if kind != "blue fork"))
        for family in board.families
    ]
    pictures = tuple(picture for picture in board.pictures if picture.kind != "blue fork")
    poorer = replace(board, families=tuple(fewer), pictures=pictures)
    seen = by_name(PlaceReader(poorer).read(photograph(FULL, 1)))
    assert seen["3"].status is PlaceStatus.UNKNOWN
    assert seen["3"].why
    assert seen["1"].status is PlaceStatus.READ


def test_a_hand_hides_places_and_leaves_the_others(reader: PlaceReader) -> None:
    frame = photograph(FULL, 3, hand=True)
    seen = reader.read(frame)
    if seen.status is not Status.READ:
        assert seen.problems
        return
    states = Counter(place.status for place in seen.places)
    assert states[PlaceStatus.READ] < len(seen.places)
    for name, place in by_name(seen).items():
        if place.status is PlaceStatus.READ:
            here = Counter((each.family, each.kind) for each in FULL if each.place == name)
            assert named(place) == here, name


def covered_with(frame: Frame, reader: PlaceReader, corners_mm: list[tuple[int, int]]) -> Frame:
    """The frame with a flat thing of one colour laid over part of the board."""
    reader.read(frame)
    assert reader.found is not None
    image = frame.image_bgr.copy()
    pixels = reader.found.project_mm(np.array(corners_mm, float)).round().astype(np.int32)
    cv2.fillConvexPoly(image, pixels, (120, 150, 205), cv2.LINE_AA)
    return Frame(image, 0.0, "test")


def test_what_lies_over_places_covers_them(reader: PlaceReader) -> None:
    frame = covered_with(photograph(FULL, 1), reader, [(33, 24), (98, 24), (98, 56), (33, 56)])
    seen = by_name(reader.read(frame))
    assert {seen["1"].status, seen["2"].status} <= {PlaceStatus.COVERED, PlaceStatus.UNKNOWN}
    assert seen["1"].why
    assert seen["pool"].status is PlaceStatus.READ


def test_black_cloth_is_not_an_empty_place(reader: PlaceReader) -> None:
    reader.read(photograph(()))
    assert reader.found is not None
    image = photograph(()).image_bgr.copy()
    cell = np.array([(36.0, 25.0), (64.0, 25.0), (64.0, 55.0), (36.0, 55.0)])
    pixels = reader.found.project_mm(cell).round().astype(np.int32)
    cv2.fillConvexPoly(image, pixels, (4, 4, 4))
    seen = by_name(reader.read(Frame(image, 0.0, "test")))
    assert seen["1"].status is not PlaceStatus.READ


def test_another_edition_of_the_board_is_refused(reader: PlaceReader) -> None:
    seen = reader.read(photograph(FULL, 1, ground="#c8b070"))
    assert seen.status is Status.NO_BOARD
    assert "garden-1.toml" in seen.problems[0]
    assert seen.places == ()


def test_a_board_face_down_is_not_found(reader: PlaceReader) -> None:
    blank = np.full((600, 800, 3), 90, np.uint8)
    cv2.rectangle(blank, (150, 100), (650, 480), (170, 190, 200), cv2.FILLED)
    blank += np.random.default_rng(1).integers(0, 12, blank.shape, np.uint8)
    seen = reader.read(Frame(blank, 0.0, "test"))
    assert seen.status is Status.NO_BOARD
    assert "no marker was seen" in seen.problems[0]


def test_a_board_upside_down_before_the_camera_reads_the_same(reader: PlaceReader) -> None:
    turned = np.ascontiguousarray(photograph(FULL, 1).image_bgr[::-1, ::-1])
    assert_right(reader.read(Frame(turned, 0.0, "test")), FULL)


def test_two_copies_of_a_board_are_told_apart(tmp_path: Path) -> None:
    boards = [describe(tmp_path, prints(), copy) for copy in (0, 1)]
    other = (lie("1", "tile", "blank", 3, copy=1), lie("pool", "coin", "silver", copy=1))
    frame = photograph((*FULL, *other), 2, copies=(0, 1))
    first, second = TableReader(boards).read(frame)
    assert_right(first, FULL)
    assert_right(second, other)


def test_what_does_not_change_is_not_read_again_and_what_changes_is(board: PlaceBoard) -> None:
    reader = PlaceReader(board)
    frame = photograph(FULL, 1)
    first = reader.read(frame)
    noisy = frame.image_bgr.astype(np.int16)
    noisy += np.random.default_rng(2).integers(-2, 3, noisy.shape, np.int16)
    again = reader.read(Frame(np.clip(noisy, 0, 255).astype(np.uint8), 4.0, "test"))
    assert again.places is first.places
    assert again.exposed_at_s == 4.0
    changed = reader.read(covered_with(frame, reader, [(40, 30), (60, 30), (60, 50), (40, 50)]))
    assert by_name(changed)["1"] != by_name(first)["1"]
