"""`companion toss` with a description that can't be used: one sentence with file and key."""

from __future__ import annotations

from pathlib import Path

import pytest
from board_files import TABLE_TOML, write_table
from photographs import Photographs
from toss_calls import Call


@pytest.fixture(scope="module")
def photo(photographs: Photographs) -> Path:
    return photographs.file(photographs.take("night"), "bare")


# What is replaced in a small description, by what, and the key that the sentence has to name.
BAD_TABLES = [
    ("hub_radius_mm = 20.0\n", "", "dish.hub_radius_mm"),
    ("target_radius_mm = 100.0", "target_radius_mm = -100.0", "dish.target_radius_mm"),
    ("to_deg = 450.0", "to_deg = 470.0", "dish.area[1]"),
    ("diameter_mm = 22.0", "diameter_mm = nan", "token.diameter_mm"),
    (', picture = "kinds/x2.png"', "", "token.kinds.x2.picture"),
    ('"kinds/x2.png"', '"kinds/nothing.png"', "token.kinds.x2.picture"),
    ("[dish]", "[dish", "TOML"),
]


@pytest.mark.parametrize(("old", "new", "key"), BAD_TABLES)
def test_a_description_that_says_no_board(
    old: str, new: str, key: str, call: Call, photo: Path, tmp_path: Path
) -> None:
    assert old in TABLE_TOML
    table = write_table(tmp_path, TABLE_TOML.replace(old, new, 1))
    out = tmp_path / "verdict.png"
    done = call("toss", photo, "--table", table, "--json", "--annotate", out)
    assert str(table) in done.refusal
    assert key in done.refusal
    assert not out.exists()


def test_a_kind_s_picture_that_can_be_opened_but_not_used(
    call: Call, photo: Path, tmp_path: Path
) -> None:
    table = write_table(tmp_path)
    (tmp_path / "kinds" / "x2.png").write_text("no picture")
    done = call("toss", photo, "--table", table, "--json")
    assert "token.kinds.x2.picture" in done.refusal
    assert str(table) in done.refusal


@pytest.mark.parametrize("name", ["missing.toml", "folder"])
def test_a_description_that_is_not_there(
    name: str, call: Call, photo: Path, tmp_path: Path
) -> None:
    (tmp_path / "folder").mkdir()
    assert str(tmp_path / name) in call("toss", photo, "--table", tmp_path / name).refusal
