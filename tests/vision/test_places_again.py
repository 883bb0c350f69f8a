"""A table that is looked at many times: only what changed is read, and read as if from nothing."""

from __future__ import annotations

from dataclasses import replace
from functools import lru_cache

import cv2
import numpy as np
import pytest
from place_scenes import SCALE, describe, lie, photograph, prints

from companion.errors import HaltedError
from companion.flow import Frame, Observation, PlaceStatus, Status
from companion.places import PlaceBoard
from companion.prints import Lie
from hardware.simulated.conditions import conditions_named
from hardware.simulated.tabletop.layout import TableLayout
from hardware.simulated.tabletop.live import LiveTabletop
from hardware.simulated.tabletop.studio import TableStudio, copies_of
from vision.places.reader import PlaceReader, TableReader

BEFORE = (
    lie("1", "tile", "red bend", 2),
    lie("3", "tile", "blue fork", 1),
    lie("pool", "coin", "gold"),
    lie("card", "card", "moon"),
)


@pytest.fixture(scope="module")
def board(tmp_path_factory: pytest.TempPathFactory) -> PlaceBoard:
    return describe(tmp_path_factory.mktemp("garden"), prints())


@pytest.fixture
def reader(board: PlaceBoard) -> TableReader:
    return TableReader([board])


@lru_cache(maxsize=1)
def table() -> tuple[LiveTabletop, TableLayout]:
    """A camera fixed over the board, and what lies there at first."""
    studio = TableStudio(prints(), 7, conditions_named("mounted"), SCALE)
    boards = [(board, copy) for board, copy in copies_of(prints()) if copy == 0]
    live = LiveTabletop(studio, boards, 1)
    return live, live.laid(BEFORE, live.bare, 1)


@lru_cache(maxsize=10)
def pictured(lies: tuple[Lie, ...]) -> Frame:
    """The board from the same camera; what lay there at first is not touched."""
    live, first = table()
    layout = first if lies == BEFORE else live.laid(lies, first, 2)
    return Frame(live.picture(layout, None, 1), 0.0, "test")


def said(seen: Observation) -> dict[str, list[tuple[str, str | None]]]:
    return {
        place.place: sorted((piece.family, piece.kind) for piece in place.pieces)
        for place in seen.places
        if place.status is PlaceStatus.READ
    }


def changed(earlier: Observation, later: Observation) -> set[str]:
    pairs = zip(earlier.places, later.places, strict=True)
    return {place.place for other, place in pairs if other is not place}


def noisy(frame: Frame, seed: int) -> Frame:
    noise = np.random.default_rng(seed).normal(0, 2.0, frame.image_bgr.shape)
    image = np.clip(frame.image_bgr + noise, 0, 255).astype(np.uint8)
    return replace(frame, image_bgr=image, exposed_at_s=frame.exposed_at_s + seed)


def lit(frame: Frame, gain: float) -> Frame:
    return replace(frame, image_bgr=cv2.convertScaleAbs(frame.image_bgr, alpha=gain))


def test_what_did_not_change_is_the_same_object(reader: TableReader) -> None:
    frame = pictured(BEFORE)
    (first,) = reader.read(frame)
    (again,) = reader.read(noisy(frame, 1))
    assert again.places is first.places
    assert again.exposed_at_s == frame.exposed_at_s + 1


@pytest.mark.parametrize(
    ("after", "places"),
    [
        ((*BEFORE, lie("5", "tile", "blue bend", 3)), {"5"}),
        (BEFORE[1:], {"1"}),
        ((*BEFORE, lie("3", "gem", "red")), {"3"}),
        ((*BEFORE, lie("left", "pawn", "violet")), {"left", "card"}),
        (BEFORE[:-1], {"card", "left", "right"}),
        ((*BEFORE, lie("pool", "coin", "silver")), {"pool"}),
    ],
    ids=["laid", "taken", "onto a tile", "onto a card", "card taken", "beside another"],
)
def test_what_changed_is_read_as_if_from_nothing(
    reader: TableReader, board: PlaceBoard, after: tuple[Lie, ...], places: set[str]
) -> None:
    frame, next_ = pictured(BEFORE), pictured(after)
    (first,) = reader.read(frame)
    (glance,) = reader.glance(next_)
    (second,) = reader.read(next_)
    (fresh,) = TableReader([board]).read(next_)
    assert glance.found
    assert places <= set(glance.changed)
    assert places <= changed(first, second)
    assert len(changed(first, second)) < len(board.places)
    assert said(second) == said(fresh)


def test_a_glance_tells_stillness_from_movement(reader: TableReader) -> None:
    frame, other = pictured(BEFORE), pictured(BEFORE[1:])
    reader.read(frame)
    first, still, moved = (reader.glance(each)[0] for each in (frame, noisy(frame, 1), other))
    assert first.moving  # nothing to compare with
    assert (still.found, still.moving, still.changed) == (True, False, ())
    assert moved.moving
    assert "1" in moved.changed
    (later,) = reader.glance(noisy(other, 2))
    assert not later.moving
    assert "1" in later.changed  # until it is read
    reader.read(other)
    assert reader.glance(noisy(other, 3))[0].changed == ()


def test_before_the_first_reading_every_place_has_changed(
    reader: TableReader, board: PlaceBoard
) -> None:
    (glance,) = reader.glance(pictured(BEFORE))
    assert not glance.found
    assert len(glance.changed) == len(board.places)


@pytest.mark.parametrize("gain", [0.7, 0.95])
def test_an_evenly_changed_light_changes_no_place(reader: TableReader, gain: float) -> None:
    frame = pictured(BEFORE)
    (first,) = reader.read(frame)
    assert reader.read(lit(frame, gain))[0].places is first.places


def test_a_moved_board_is_read_in_full(reader: TableReader) -> None:
    (first,) = reader.read(photograph(BEFORE, 1))
    (second,) = reader.read(photograph(BEFORE, 2))
    assert changed(first, second) == {place.place for place in first.places}
    both = said(first).keys() & said(second).keys()
    assert len(both) >= 8  # a lamp may be mirrored in one
    assert all(said(first)[name] == said(second)[name] for name in both)


def test_a_marker_that_is_hidden_for_a_while_moves_nothing(
    reader: TableReader, board: PlaceBoard
) -> None:
    frame = pictured(BEFORE)
    (first,) = reader.read(frame)
    found = reader.readers[0].found
    assert found is not None
    image = frame.image_bgr.copy()
    corners = found.markers[0].corners_px
    cv2.fillConvexPoly(image, np.round(corners).astype(np.int32), (90, 120, 160))
    (second,) = reader.read(replace(frame, image_bgr=image))
    assert second.status is Status.READ
    assert second.places is first.places


def test_many_changes_are_never_missed_however_slowly_they_come(
    reader: TableReader, board: PlaceBoard
) -> None:
    """A place is compared with how it looked when it was read, not with the last frame."""
    frame, other = pictured(BEFORE), pictured(BEFORE[1:])
    reader.read(frame)
    for share in np.linspace(0, 1, 12):
        image = cv2.addWeighted(frame.image_bgr, 1 - share, other.image_bgr, float(share), 0)
        (seen,) = reader.read(replace(frame, image_bgr=image))
    assert said(seen)["1"] == []


def test_one_board_alone_is_read_by_frames(board: PlaceBoard) -> None:
    single = PlaceReader(board)
    first, again = (single.read(pictured(BEFORE)) for _ in range(2))
    assert again.places is first.places


def test_a_reading_can_be_ended_anywhere_and_the_next_one_is_as_from_nothing(
    board: PlaceBoard,
) -> None:
    """Whoever stops the companion does not wait until every board is read."""
    left = [10**9]

    def go_on() -> None:
        left[0] -= 1
        if left[0] < 0:
            raise HaltedError("enough")

    reader, frame = TableReader([board], go_on), pictured(BEFORE)
    (whole,) = reader.read(frame)
    asked = 10**9 - left[0]
    assert asked > 10, "a board is read in many steps"
    for steps in range(0, asked, max(1, asked // 4)):
        reader.forget()
        left[0] = steps
        with pytest.raises(HaltedError):
            reader.read(frame)
        left[0] = 10**9
        assert said(reader.read(frame)[0]) == said(whole)
