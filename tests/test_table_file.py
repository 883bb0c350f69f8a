"""The board description: every refusal is one sentence that names file, key and remedy."""

from __future__ import annotations

import math
import os
import re
from pathlib import Path

import pytest
from board_files import TABLE_TOML, write_table
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from companion.board import (
    Board,
    PolygonArea,
    SectorArea,
    TokenKind,
)
from companion.describing.outlines import area_outline
from companion.describing.table_file import MAX_FILE_BYTES, load_board
from companion.errors import TableFileError

CAMERA = """
[camera]
matrix = [[2000.0, 0.0, 1150.0], [0.0, 2000.0, 640.0], [0.0, 0.0, 1.0]]
distortion = [0.01, -0.02, 0.0, 0.0, 0.001]
size_wh = [2304, 1296]
"""
SECTOR = "from_deg = 330.0\nto_deg = 450.0"
POLYGON = "[[90.0, 100.0], [110.0, 100.0], [100.0, 130.0]]"
TAG_3 = "[[5.0, 5.0], [25.0, 5.0], [25.0, 25.0], [5.0, 25.0]]"

# (what is replaced, by what, what the sentence has to contain)
SPOILED = [
    ("[board]\n", "", r"\[board\] is missing"),
    ("[board]\n", "[board]\nsise_mm = 3\n", r"board\.sise_mm is not known"),
    ('name = "test dish"\n', "", r"board\.name is missing"),
    ('"test dish"', "7", r"board\.name is a whole number; it has to be text"),
    ('"test dish"', '"  "', r"board\.name"),
    ('"test dish"', '"a\\nb"', r"board\.name"),
    ('"test dish"', '"' + "x" * 101 + '"', r"board\.name"),
    ("[300.0, 280.0]", "[300.0]", r"board\.size_mm has 1 entries; give 2"),
    ("[300.0, 280.0]", '[300.0, "280"]', r"board\.size_mm\[1\] is text in quotes"),
    ("[300.0, 280.0]", "[0.0, 280.0]", r"board\.size_mm\[0\] is 0"),
    ("[300.0, 280.0]", "[300.0, nan]", r"board\.size_mm\[1\] is nan"),
    ("[300.0, 280.0]", "[inf, 280.0]", r"board\.size_mm\[0\] is inf"),
    ("[300.0, 280.0]", "[300.0, -280.0]", r"board\.size_mm\[1\] is -280"),
    ("[300.0, 280.0]", f"[300.0, 1{'0' * 400}]", r"board\.size_mm\[1\]"),
    ("[300.0, 280.0]", "[300.0, true]", r"board\.size_mm\[1\] is true or false"),
    ("DICT_4X4_50", "DICT_4X4_51", r"markers\.dictionary .*DICT_4X4_50"),
    ("DICT_4X4_50", "\\u0007", r"markers\.dictionary .*that text"),
    ("id = 3\n", "id = 50\n", r"markers\.tag\[0\]\.id is 50, .*0 to 49"),
    ("id = 3\n", "id = -1\n", r"markers\.tag\[0\]\.id is -1"),
    ("id = 3\n", f"id = {'9' * 60}\n", r"markers\.tag\[0\]\.id is a huge number"),
    ("id = 3\n", "id = 3.5\n", r"markers\.tag\[0\]\.id is a number; .*whole number"),
    ("id = 7\n", "id = 3\n", r"markers\.tag\[1\]\.id is 3, as is that of tag\[0\]"),
    (TAG_3, TAG_3.replace("25.0]]", "nan]]"), r"markers\.tag\[0\]\.corners_mm\[3\]\[1\] is nan"),
    (TAG_3, TAG_3.replace("[25.0, 25.0]", "[27.0, 25.0]"), r"tag\[0\].*not a square"),
    (TAG_3, "[[5, 5], [5, 5], [5, 5], [5, 5]]", r"tag\[0\].*not a square"),
    (TAG_3, "[[5, 5], [25, 25], [25, 5], [5, 25]]", r"tag\[0\].*not a square"),
    (TAG_3, "[[5, 5], [5, 25], [25, 25], [25, 5]]", r"tag\[0\].*anticlockwise"),
    (TAG_3, "[[905, 5], [925, 5], [925, 25], [905, 25]]", r"tag\[0\].*far off the board"),
    (TAG_3, "[[270, 5], [290, 5], [290, 25], [270, 25]]", r"tag\[1\].*overlaps .*tag\[0\]"),
    ("[[markers.tag]]\nid = 3\n" + f"corners_mm = {TAG_3}", "", r"lists 3 markers; .*at least 4"),
    ("[150.0, 140.0]", "[150.0, inf]", r"dish\.centre_mm\[1\] is inf"),
    ("[150.0, 140.0]", "[250.0, 140.0]", r"dish\.target_radius_mm .*past the board's edge"),
    ("= 100.0", "= nan", r"dish\.target_radius_mm is nan"),
    ("= 100.0", "= 145.0", r"dish\.target_radius_mm is 145, which reaches past"),
    ("= 20.0", "= 0.0", r"dish\.hub_radius_mm is 0"),
    ("= 20.0", "= 100.0", r"dish\.hub_radius_mm is 100, .*inside the target"),
    ('colour = "red"', 'colour = "green"', r"dish\.area\[0\]\.colour .*blue, red, yellow"),
    ('colour = "red"', "", r"dish\.area\[0\]\.colour is missing"),
    (SECTOR, "from_deg = 330.0\nto_deg = 330.0", r"dish\.area\[0\]\.to_deg is 330; .*more than"),
    (SECTOR, "from_deg = 330.0\nto_deg = 90.0", r"dish\.area\[0\]\.to_deg .*add 360"),
    (SECTOR, "from_deg = 0.0\nto_deg = 361.0", r"dish\.area\[0\]\.to_deg .*at most 360"),
    (SECTOR, "from_deg = nan\nto_deg = 361.0", r"dish\.area\[0\]\.from_deg"),
    (SECTOR, "from_deg = 3300.0\nto_deg = 3301.0", r"dish\.area\[0\]\.from_deg"),
    (SECTOR, "from_deg = 330.0", r"dish\.area\[0\] needs from_deg and to_deg"),
    (SECTOR, "", r"dish\.area\[0\] needs from_deg and to_deg, or polygon_mm"),
    (SECTOR, "from_deg = 330.0\nto_deg = 450.1", r"dish\.area\[1\] overlaps dish\.area\[0\]"),
    (SECTOR, "from_deg = 0.0\nto_deg = 360.0", r"dish\.area\[1\] overlaps dish\.area\[0\]"),
    (POLYGON, POLYGON + "\nfrom_deg = 3.0", r"dish\.area\[2\] has angles and polygon_mm"),
    (POLYGON, "[[90.0, 100.0], [110.0, 100.0]]", r"area\[2\]\.polygon_mm has 2 corners"),
    (POLYGON, "[[90, 100], [110, 100], [100, 100]]", r"area\[2\]\.polygon_mm crosses .*flat"),
    (POLYGON, "[[90, 100], [110, 130], [110, 100], [90, 130]]", r"polygon_mm crosses itself"),
    (POLYGON, "[[90, 100], [110, 100], [100, 300]]", r"polygon_mm\[2\] lies off the board"),
    (POLYGON, "[[90, 100], [110, nan], [100, 130]]", r"polygon_mm\[1\]\[1\] is nan"),
    (POLYGON, "[[150, 60], [170, 60], [160, 80]]", r"dish\.area\[2\] overlaps dish\.area\[0\]"),
    (POLYGON, "[90, 100]", r"dish\.area\[2\]\.polygon_mm\[0\] is a whole number; .*a list"),
    ("= 22.0", "= 0.0", r"token\.diameter_mm is 0"),
    ("= 22.0", "= 220.0", r"token\.diameter_mm is 220, too large"),
    ("= 3.0", "= -3.0", r"token\.thickness_mm is -3"),
    ("= 3.0", "= 30.0", r"token\.thickness_mm is 30, more than the diameter"),
    ("= 3.0", '= "3 mm"', r"token\.thickness_mm is text in quotes; it has to be a number"),
    ("x2 = {", "x3 = {", r"token\.kinds\.x3 is not known"),
    ("count = 3", "count = 0", r"token\.kinds\.x2\.count is 0"),
    ("count = 3", "count = 1000", r"token\.kinds\.x2\.count is 1000"),
    ("count = 3", "cuont = 3", r"token\.kinds\.x2\.(count is missing|cuont is not known)"),
    ("kinds/x2.png", "kinds/nothing.png", r"token\.kinds\.x2\.picture can't be read"),
    ("kinds/x2.png", "kinds", r"token\.kinds\.x2\.picture can't be read"),
    ("kinds/x2.png", "a\\u0000b", r"token\.kinds\.x2\.picture can't be read"),
    ("kinds/x2.png", "n" * 5000, r"token\.kinds\.x2\.picture can't be read"),
    ("kinds/x2.png", "empty.png", r"token\.kinds\.x2\.picture is empty"),
    ("[token.kinds]\n", "[camra]\n", r"\[camra\] is not known; if you mean \[camera\]"),
    ("[token]\n", "[tokens]\n", r"\[tokens\] is not known; if you mean \[token\]"),
    ("[token]", "[token", r"is not TOML"),
    ("[token]", "a = " + "[" * 5000 + "\n[token]", r"(is not TOML|nests its lists too deeply)"),
    ("[token]", "a = 1" + "0" * 5000 + "\n[token]", r"is not TOML"),
]


@pytest.mark.parametrize(("old", "new", "sentence"), SPOILED)
def test_a_spoiled_description_is_refused_in_one_sentence(
    tmp_path: Path, old: str, new: str, sentence: str
) -> None:
    assert old in TABLE_TOML
    path = write_table(tmp_path, TABLE_TOML.replace(old, new, 1))
    (tmp_path / "empty.png").write_bytes(b"")
    with pytest.raises(TableFileError) as caught:
        load_board(path)
    assert_one_sentence(str(caught.value), path)
    assert re.search(sentence, str(caught.value)), str(caught.value)


CAMERA_SPOILED = [
    ("0.001]", "]", r"camera\.distortion has 4", False),
    ("0.0, 0.001]", "]", r"camera\.distortion has 3 numbers; OpenCV's models have 4, 5", True),
    ("0.001]", "nan]", r"camera\.distortion\[4\] has to be a finite", True),
    ("[[2000.0", "[[-2000.0", r"camera\.matrix has to be \[\[fx", True),
    ("[0.0, 0.0, 1.0]", "[0.0, 0.0, 2.0]", r"camera\.matrix has to be", True),
    ("[0.0, 0.0, 1.0]", "[0.0, inf, 1.0]", r"camera\.matrix\[2\]\[1\] has to be a finite", True),
    (", [0.0, 0.0, 1.0]", "", r"camera\.matrix has 2 entries; give 3", True),
    ("[2304, 1296]", "[2304, 0]", r"camera\.size_wh\[1\] has to be 1 to", True),
    ("[2304, 1296]", "[2304.5, 3]", r"camera\.size_wh\[0\] is a number; .*whole number", True),
    ("distortion", "distorsion", r"camera\.distor", True),
]


@pytest.mark.parametrize(("old", "new", "sentence", "refused"), CAMERA_SPOILED)
def test_camera_table(tmp_path: Path, old: str, new: str, sentence: str, refused: bool) -> None:
    assert old in CAMERA
    path = write_table(tmp_path, TABLE_TOML + CAMERA.replace(old, new, 1))
    if not refused:
        assert load_board(path).camera is not None
        return
    with pytest.raises(TableFileError) as caught:
        load_board(path)
    assert_one_sentence(str(caught.value), path)
    assert re.search(sentence, str(caught.value)), str(caught.value)


def assert_one_sentence(text: str, path: Path) -> None:
    assert text.startswith(f"{path}: ")
    assert text.isprintable()
    assert "`" not in text
    assert re.search(r"[^.]\.$", text)
    assert len(text) < len(str(path)) + 700


def test_a_complete_description_is_read(tmp_path: Path) -> None:
    board = load_board(write_table(tmp_path, TABLE_TOML + CAMERA))
    assert board.name == "test dish"
    assert [tag.id for tag in board.tags] == [3, 7, 11, 12]
    assert board.dish.areas[0] == SectorArea("red", 330.0, 450.0)
    assert isinstance(board.dish.areas[2], PolygonArea)
    assert board.tokens.kinds[0] == TokenKind("x2", 3, tmp_path / "kinds" / "x2.png")
    assert board.camera is not None
    assert board.camera.size_wh == (2304, 1296)


def test_tables_of_other_boards_are_let_stand(tmp_path: Path) -> None:
    extended = TABLE_TOML + '\n[[place]]\nname = "bridge"\n'
    assert load_board(write_table(tmp_path, extended)).name == "test dish"


def test_whole_numbers_serve_as_lengths_and_a_byte_order_mark_is_no_obstacle(
    tmp_path: Path,
) -> None:
    text = "\ufeff" + TABLE_TOML.replace("[300.0, 280.0]", "[300, 280]")
    assert load_board(write_table(tmp_path, text)).size_mm == (300.0, 280.0)


@pytest.mark.parametrize("overlap_mm", [0.0, 0.08, 0.2])
def test_areas_may_share_an_edge_but_not_a_place(tmp_path: Path, overlap_mm: float) -> None:
    left = "[[90.0, 100.0], [110.0, 100.0], [110.0, 130.0], [90.0, 130.0]]"
    edge = 90.0 + overlap_mm
    right = f"[[70.0, 100.0], [{edge}, 100.0], [{edge}, 130.0], [70.0, 130.0]]"
    more = f'\n[[dish.area]]\ncolour = "red"\npolygon_mm = {right}\n'
    text = TABLE_TOML.replace(POLYGON, left + more)
    path = write_table(tmp_path, text)
    if overlap_mm < 0.1:
        assert len(load_board(path).dish.areas) == 4
    else:
        with pytest.raises(TableFileError, match="overlaps"):
            load_board(path)


def test_a_full_ring_is_one_area(tmp_path: Path) -> None:
    text = TABLE_TOML.replace(SECTOR, "from_deg = -90\nto_deg = 270")
    first, *rest = text.split("[[dish.area]]")
    red = rest[0]
    token = "[token]" + text.split("[token]", 1)[1]
    board = load_board(write_table(tmp_path, f"{first}[[dish.area]]{red}\n{token}"))
    ring = area_outline(board.dish.areas[0], board.dish)
    assert ring.is_valid
    assert ring.area == pytest.approx(math.pi * (100**2 - 20**2), rel=1e-3)


@pytest.mark.parametrize(
    ("make", "sentence"),
    [
        (lambda path: None, "does not exist"),
        (lambda path: path.mkdir(), "is a folder"),
        (lambda path: path.write_bytes(b"\xff\xfe\x00"), "is not UTF-8"),
        (lambda path: path.write_bytes(b"\xff\xd8\xff\xe0\0\x10JFIF"), "is a picture, not a board"),
        (lambda path: path.write_bytes(b"\x89PNG\r\n\0" + bytes(2_000_000)), "is a picture, not"),
        (lambda path: path.write_bytes(b"BMI = 3"), r"\[board\] is missing"),
        (lambda path: path.write_bytes(b""), r"\[board\] is missing"),
        (lambda path: path.write_bytes(b"#" * (MAX_FILE_BYTES + 1)), "is larger than 1000 kB"),
        (lambda path: path.symlink_to(path), "can't be read"),
    ],
)
def test_files_that_are_no_description(tmp_path: Path, make: object, sentence: str) -> None:
    path = tmp_path / "table.toml"
    make(path)  # type: ignore[operator]
    with pytest.raises(TableFileError, match=sentence) as caught:
        load_board(path)
    assert_one_sentence(str(caught.value), path)


def test_a_file_name_no_system_takes() -> None:
    with pytest.raises(TableFileError, match="can't be read"):
        load_board(Path("a\0b"))


@pytest.mark.skipif(os.geteuid() == 0, reason="root reads every file")
def test_a_file_without_permission(tmp_path: Path) -> None:
    path = write_table(tmp_path)
    path.chmod(0)
    with pytest.raises(TableFileError, match="can't be read"):
        load_board(path)


SOME_TOML = st.one_of(
    st.binary(max_size=200),
    st.text(max_size=200).map(lambda text: text.encode("utf-8", "replace")),
    st.tuples(
        st.integers(0, len(TABLE_TOML)), st.integers(0, 12), st.text('[]{}=,."-0e\n', max_size=3)
    ).map(lambda cut: (TABLE_TOML[: cut[0]] + cut[2] + TABLE_TOML[cut[0] + cut[1] :]).encode()),
)


@settings(max_examples=150, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(data=SOME_TOML)
def test_whatever_the_bytes_a_board_or_one_sentence(tmp_path: Path, data: bytes) -> None:
    path = write_table(tmp_path)
    path.write_bytes(data)
    try:
        board = load_board(path)
    except TableFileError as error:
        assert_one_sentence(str(error), path)
    else:
        assert isinstance(board, Board)
