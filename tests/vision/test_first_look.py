"""The first look at places: it settles bare ones, and never one in which anything lies."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

import cv2
import numpy as np
import pytest
from place_scenes import CELLS, describe, lie, photograph, prints

from companion.flow import Frame
from companion.places import PlaceBoard
from vision.places import first_look, together
from vision.places.bank import Bank
from vision.places.reader import PlaceReader
from vision.places.sheet import Sheet
from vision.places.spot_read import SpotRead
from vision.places.spots import Spot
from vision.places.stands import Numbers

PIECES = (
    lie("1", "tile", "blank", 3),
    lie("2", "gem", "blue"),
    lie("4", "gem", "red"),
    lie("6", "tile", "red bend", 1),
)


@pytest.fixture(scope="module")
def board(tmp_path_factory: pytest.TempPathFactory) -> PlaceBoard:
    return describe(tmp_path_factory.mktemp("garden"), prints())


@pytest.fixture
def settled(monkeypatch: pytest.MonkeyPatch) -> set[str]:
    """The names of the places that a first look settles, however few are alike."""
    names: set[str] = set()

    def watched(
        spots: Sequence[Spot], bank: Bank, rows: Numbers, sheet: Sheet
    ) -> Iterator[SpotRead]:
        for read in first_look.seen_bare(spots, bank, rows, sheet):
            names.add(read.spot.place.name)
            yield read

    monkeypatch.setattr(together, "seen_bare", watched)
    monkeypatch.setattr(together, "FEWEST", 1)
    return names


@pytest.mark.parametrize("condition", ["mounted", "dim", "warm"])
def test_bare_places_are_settled_and_no_others(
    board: PlaceBoard, settled: set[str], condition: str
) -> None:
    PlaceReader(board).read(photograph(PIECES, 1, condition))
    assert settled.isdisjoint(each.place for each in PIECES)
    assert len(settled & set(CELLS)) >= 2


@pytest.mark.parametrize("number", range(4))
def test_they_are_read_as_a_close_look_reads_them(
    board: PlaceBoard, settled: set[str], monkeypatch: pytest.MonkeyPatch, number: int
) -> None:
    frame = photograph(PIECES[number:], number)
    quick = PlaceReader(board).read(frame)
    assert settled
    monkeypatch.setattr(together, "FEWEST", len(board.places) + 1)
    close = PlaceReader(board).read(frame)
    for one, other in zip(quick.places, close.places, strict=True):
        assert (one.place, one.status) == (other.place, other.status)
        kinds = [[(piece.family, piece.kind) for piece in each.pieces] for each in (one, other)]
        assert kinds[0] == kinds[1], one.place


@pytest.mark.parametrize("level", [4, 128, 250])
def test_what_is_evenly_hidden_is_not_settled(
    board: PlaceBoard, settled: set[str], level: int
) -> None:
    reader = PlaceReader(board)
    frame = photograph(())
    reader.read(frame)
    assert reader.found is not None
    assert "1" in settled
    image = frame.image_bgr.copy()
    cell = np.array([(36.0, 25.0), (64.0, 25.0), (64.0, 55.0), (36.0, 55.0)])
    pixels = reader.found.project_mm(cell).round().astype(np.int32)
    cv2.fillConvexPoly(image, pixels, (level, level, level))
    settled.clear()
    reader.forget()
    reader.read(Frame(image, 0.0, "test"))
    assert "1" not in settled
