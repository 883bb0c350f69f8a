"""Boards with places: every refusal is one sentence; what is written reads back the same."""

from __future__ import annotations

import math
from dataclasses import replace
from pathlib import Path

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from place_boards import DISH, PLACES_TOML, write_places

from companion.describing.table_file import dump_places, load_any, load_board, load_places
from companion.errors import TableFileError
from companion.places import PlaceBoard, as_circle, circle_outline_mm

HEX = PLACES_TOML.split("outline_mm = ")[1].split("\n")[0]
CELL = PLACES_TOML.split("polygon_mm = ")[1].split("\n")[0]
CIRCLE = "circle_mm = { centre = [200.0, 150.0], radius = 25.0 }"

# (what is replaced, by what, what the sentence has to contain)
SPOILED = [
    ('"empty.png"', '"nothing.png"', r"board\.picture can't be read"),
    ('name = "tile"', "", r"family\[0\]\.name is missing"),
    ('name = "tile"', 'name = "crystal"', r"family\[1\]\.name is crystal, as is .*family\[0\]"),
    ('name = "tile"', 'name = " "', r"family\[0\]\.name has to be one line"),
    (f"outline_mm = {HEX}", "", r"family\[0\] needs outline_mm or diameter_mm"),
    ("diameter_mm = 10.0", f"diameter_mm = 10.0\noutline_mm = {HEX}", r"family\[1\] needs"),
    ("diameter_mm = 10.0", "diameter_mm = 0.0", r"family\[1\]\.diameter_mm is 0"),
    ("diameter_mm = 10.0", "diameter_mm = inf", r"family\[1\]\.diameter_mm is inf"),
    (HEX, "[[0, 0], [10, 0]]", r"family\[0\] has 2 corners"),
    (HEX, "[[0, 0], [10, 10], [10, 0], [0, 10]]", r"family\[0\] crosses itself"),
    (HEX, "[[30, 30], [40, 30], [35, 40]]", r"family\[0\]\.outline_mm .*middle"),
    (HEX, "[[0, nan], [10, 0], [5, 9]]", r"family\[0\] corner \[0\]\[1\] is nan"),
    ("thickness_mm = 2.0", "thickness_mm = -2.0", r"family\[0\]\.thickness_mm is -2"),
    ("thickness_mm = 2.0", "", r"family\[0\]\.thickness_mm is missing"),
    ("turns = 6", "turns = -1", r"family\[0\]\.turns has to be 0"),
    ("turns = 6", "turns = 6.5", r"family\[0\]\.turns is a number; .*whole"),
    ("turns = 6", "trns = 6", r"family\[0\]\.trns is not known"),
    ('lies_on = ["tile"]', 'lies_on = ["tyle"]', r"family\[1\]\.lies_on names 'tyle'"),
    ("picture_mm = [12.0, 12.0]", "picture_mm = [12.0]", r"picture_mm has 1 entries; give 2"),
    ("picture_mm = [12.0, 12.0]", "picture_mm = [12.0, 0.0]", r"family\[1\]\.picture_mm\[1\]"),
    ('red = { picture = "kinds/x2.png" }', "", r"family\[1\]\.kinds is empty"),
    ('red = { picture = "kinds/x2.png" }', "red = 3", r"family\[1\]\.kinds"),
    ("back = { picture", "back = { pcture", r"picture is missing|pcture is not known"),
    ("kinds/recall.png", "kinds/no.png", r"family\[0\]\.kinds\.back\.picture can't be read"),
    ('name = "pool"', 'name = "1,1"', r"place\[1\]\.name is 1,1, as is that of place\[0\]"),
    (CIRCLE, "", r"place\[1\] needs polygon_mm or circle_mm"),
    (CIRCLE, CIRCLE + f"\npolygon_mm = {CELL}", r"place\[1\] needs"),
    (CIRCLE, CIRCLE.replace("25.0", "-25.0"), r"place\[1\]\.circle_mm\.radius is -25"),
    (CIRCLE, CIRCLE.replace("200.0", "290.0"), r"place\[1\] reaches past the board"),
    (CIRCLE, CIRCLE.replace("centre", "center"), r"place\[1\]\.circle_mm"),
    (CELL, "[[100, 82], [115, 91]]", r"place\[0\] has 2 corners"),
    (CELL, "[[100, 82], [115, 109], [115, 91], [100, 118]]", r"place\[0\] crosses itself"),
    ('families = ["crystal"]', "families = []", r"place\[1\]\.families is empty"),
    ('families = ["crystal"]', 'families = ["gem"]', r"place\[1\]\.families names 'gem'"),
    ("up_deg = 30.0", "up_deg = nan", r"place\[0\]\.up_deg"),
    ("capacity = 6", "capacity = 0", r"place\[1\]\.capacity has to be 1"),
]  # fmt: skip


@pytest.mark.parametrize(("old", "new", "sentence"), SPOILED)
def test_every_slip_is_one_sentence(tmp_path: Path, old: str, new: str, sentence: str) -> None:
    assert old in PLACES_TOML
    path = write_places(tmp_path, PLACES_TOML.replace(old, new, 1))
    with pytest.raises(TableFileError, match=sentence) as caught:
        load_places(path)
    assert str(caught.value).startswith(str(path))
    assert "\n" not in str(caught.value)


def test_a_misspelt_table_is_not_ignored(tmp_path: Path) -> None:
    path = write_places(tmp_path, PLACES_TOML.replace("[[place]]", "[[places]]"))
    with pytest.raises(TableFileError, match=r"\[places\] is not known; if you mean \[place\]"):
        load_places(path)


def test_what_the_small_description_says(tmp_path: Path) -> None:
    board = load_places(write_places(tmp_path))
    tile, crystal = board.families
    assert (tile.kinds, tile.turns, tile.lies_on) == (("blue P1", "back"), 6, ())
    assert crystal.lies_on == ("tile",)
    assert as_circle(crystal.outline_mm) == ((0.0, 0.0), 5.0)
    assert [picture.size_mm for picture in board.pictures] == [(30.0, 34.64)] * 2 + [(12.0, 12.0)]
    cell, pool = board.places
    assert (cell.up_deg, cell.capacity, pool.capacity) == (30.0, 1, 6)
    assert as_circle(cell.outline_mm) is None
    assert board.empty == tmp_path / "empty.png"
    assert board.dish is None


def test_a_board_with_places_and_a_dish_serves_both_readers(tmp_path: Path) -> None:
    path = write_places(tmp_path, PLACES_TOML + DISH)
    assert load_places(path).dish == load_board(path).dish
    assert isinstance(load_any(path), PlaceBoard)


def test_the_dish_of_such_a_board_is_checked_too(tmp_path: Path) -> None:
    path = write_places(
        tmp_path, PLACES_TOML + DISH.replace("hub_radius_mm = 20", "hub_radius_mm = 200")
    )
    with pytest.raises(TableFileError, match=r"dish\.hub_radius_mm"):
        load_places(path)


def test_each_reader_says_what_it_misses(tmp_path: Path) -> None:
    path = write_places(tmp_path)
    with pytest.raises(TableFileError, match=r"\[dish\] is missing"):
        load_board(path)
    path.write_text(PLACES_TOML.split("[[family]]")[0] + DISH, encoding="utf-8")
    with pytest.raises(TableFileError, match=r"\[\[place\]\] is missing"):
        load_places(path)
    assert not isinstance(load_any(path), PlaceBoard)


@settings(max_examples=60, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(
    name=st.text(st.characters(exclude_categories=["C", "Z"]), min_size=1, max_size=30),
    kind=st.text(st.characters(exclude_categories=["C", "Z"]), min_size=1, max_size=30),
    numbers=st.tuples(st.integers(0, 12), st.integers(1, 9), st.floats(-360, 360)),
    circle=st.tuples(st.floats(40, 200), st.floats(40, 200), st.floats(1, 39)),
)
def test_what_is_written_reads_back(
    tmp_path: Path,
    name: str,
    kind: str,
    numbers: tuple[int, int, float],
    circle: tuple[float, float, float],
) -> None:
    board = load_places(write_places(tmp_path))
    first = replace(board.families[0], kinds=(kind, "back"), turns=numbers[0])
    pictures = (replace(board.pictures[0], kind=kind), *board.pictures[1:])
    place = replace(
        board.places[1],
        name=name,
        capacity=numbers[1],
        up_deg=numbers[2],
        outline_mm=circle_outline_mm(circle[:2], circle[2]),
    )
    if kind == "back" or name == "1,1":
        return
    changed = replace(
        board,
        families=(first, board.families[1]),
        pictures=pictures,
        places=(board.places[0], place),
    )
    board.source.write_text(dump_places(changed), encoding="utf-8")
    back = load_places(board.source)
    assert replace(back, places=()) == replace(changed, places=())
    for read, written in zip(back.places, changed.places, strict=True):
        assert replace(read, outline_mm=()) == replace(written, outline_mm=())
        assert max(map(math.dist, read.outline_mm, written.outline_mm)) < 1e-3
