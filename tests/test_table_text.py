"""The board description written: it reads back equal, whatever the board."""

from __future__ import annotations

import math
from pathlib import Path

import pytest
from board_files import write_table
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from companion.board import (
    LIGHT_COLOURS,
    TOKEN_KINDS,
    Board,
    CameraModel,
    Dish,
    SectorArea,
    Tag,
    TokenKind,
    Tokens,
)
from companion.describing.dictionaries import DICTIONARIES, find_dictionary
from companion.describing.table_file import dump_board, load_board


@st.composite
def boards(draw: st.DrawFn, folder: Path) -> Board:
    """Any description that makes sense, its pictures in `folder`/kinds."""
    length = st.floats(100, 1000)
    size = (draw(length), draw(length))
    target = draw(st.floats(10, min(size) / 2))
    known = draw(st.sampled_from(DICTIONARIES))
    ids = draw(st.lists(st.integers(0, known.count - 1), min_size=4, max_size=6, unique=True))
    tags = tuple(draw(_tag(tag_id, index)) for index, tag_id in enumerate(ids))
    tilt = draw(st.floats(-360, 360))
    cuts = sorted(draw(st.lists(st.floats(1, 359), min_size=1, max_size=4, unique=True)))
    areas = tuple(
        SectorArea(draw(st.sampled_from(LIGHT_COLOURS)), tilt + start, tilt + end)
        for start, end in zip((0.0, *cuts), cuts, strict=False)
    )
    diameter = draw(st.floats(1, target * 0.99))
    names = draw(st.lists(st.sampled_from(TOKEN_KINDS), min_size=1, unique=True))
    kinds = tuple(
        TokenKind(name, draw(st.integers(1, 100)), folder / "kinds" / f"{name} 一.png")
        for name in TOKEN_KINDS
        if name in names
    )
    name = draw(st.text(st.characters(exclude_categories=["C", "Z"]), min_size=1, max_size=30))
    return Board(
        name=name,
        size_mm=size,
        dictionary=known.name,
        tags=tags,
        dish=Dish((size[0] / 2, size[1] / 2), target, draw(st.floats(0.1, target * 0.9)), areas),
        tokens=Tokens(diameter, draw(st.floats(0.1, diameter)), kinds),
        camera=draw(st.none() | _cameras()),
        source=folder / "table.toml",
    )


@st.composite
def _tag(draw: st.DrawFn, tag_id: int, index: int) -> Tag:
    """A square of 10 to 14 mm, turned by any angle, in its own cell of a 20 mm row."""
    side, angle = draw(st.floats(10, 14)), math.radians(draw(st.floats(0, 360)))
    at = [
        (
            10 + 20 * index + side / math.sqrt(2) * math.cos(angle + quarter * math.pi / 2),
            10 + side / math.sqrt(2) * math.sin(angle + quarter * math.pi / 2),
        )
        for quarter in range(4)
    ]
    return Tag(tag_id, (at[0], at[1], at[2], at[3]))


@st.composite
def _cameras(draw: st.DrawFn) -> CameraModel:
    number = st.floats(-1e6, 1e6)
    focal = st.floats(0.1, 1e5)
    matrix = ((draw(focal), 0.0, draw(number)), (0.0, draw(focal), draw(number)), (0.0, 0.0, 1.0))
    count = draw(st.sampled_from([4, 5, 8, 12, 14]))
    distortion = tuple(draw(st.lists(number, min_size=count, max_size=count)))
    side = st.integers(1, 9000)
    return CameraModel(matrix, distortion, (draw(side), draw(side)))


@settings(max_examples=60, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(data=st.data())
def test_a_dumped_board_reads_back_equal(tmp_path: Path, data: st.DataObject) -> None:
    (tmp_path / "kinds").mkdir(exist_ok=True)
    for name in TOKEN_KINDS:
        (tmp_path / "kinds" / f"{name} 一.png").write_bytes(b"some picture")
    board = data.draw(boards(tmp_path))
    board.source.write_text(dump_board(board), encoding="utf-8")
    assert load_board(board.source) == board


def test_a_dumped_polygon_reads_back_equal(tmp_path: Path) -> None:
    board = load_board(write_table(tmp_path))
    board.source.write_text(dump_board(board), encoding="utf-8")
    assert load_board(board.source) == board


def test_the_dictionaries_are_those_of_opencv() -> None:
    cv2 = pytest.importorskip("cv2")
    names = {name for name in dir(cv2.aruco) if name.startswith("DICT_")}
    assert {name for name in names if find_dictionary(name) is None} == set()
    for known in DICTIONARIES:
        theirs = cv2.aruco.getPredefinedDictionary(getattr(cv2.aruco, known.name))
        assert (len(theirs.bytesList), theirs.markerSize) == (known.count, known.cells)
