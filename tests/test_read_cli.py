"""`companion read` as a person runs it: the document, the picture, the exit status."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import cv2
import numpy as np
import pytest
from command_line import assert_one_sentence_on_stderr, run_companion
from place_boards import PLACES_TOML, write_places
from place_scenes import describe, lie, photograph, prints

LIES = (
    lie("1", "tile", "red bend", 2),
    lie("1", "gem", "blue"),
    lie("pool", "coin", "gold"),
)


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A description, its pictures and two photographs."""
    made = tmp_path_factory.mktemp("garden")
    describe(made, prints())
    for name, frame in (
        ("full", photograph(LIES, 1)),
        ("dark", photograph(LIES, 1).image_bgr // 12),
        ("table", np.full((600, 800, 3), 128, np.uint8)),
    ):
        image = frame if isinstance(frame, np.ndarray) else frame.image_bgr
        cv2.imwrite(str(made / f"{name}.png"), image)
    return made


def read_json(folder: Path, photo: str, *more: str | Path) -> tuple[int, dict[str, Any]]:
    done = run_companion(
        "read", folder / photo, "--table", folder / "garden-1.toml", "--json", *more
    )
    assert done.stderr == ""
    return done.returncode, json.loads(done.stdout)


def test_the_document(folder: Path, tmp_path: Path) -> None:
    picture = tmp_path / "seen.png"
    status, document = read_json(folder, "full.png", "--annotate", picture)
    assert status == 0
    assert document["status"] == "read"
    (board,) = document["boards"]
    assert (board["board"], board["status"], board["problems"]) == ("garden 1", "read", [])
    assert board["registration"]["markers"] >= 3
    places = {place["place"]: place for place in board["places"]}
    assert list(places) == ["1", "2", "3", "4", "5", "6", "pool", "card", "left", "right"]
    tile, gem = places["1"]["pieces"]
    assert (tile["family"], tile["kind"], tile["turn_deg"], tile["level"]) == (
        "tile",
        "red bend",
        120.0,
        0,
    )
    assert (gem["family"], gem["kind"], gem["turn_deg"], gem["level"]) == ("gem", "blue", None, 1)
    assert gem["kinds"]["blue"] > 0.98
    assert places["2"]["pieces"] == []
    assert places["2"]["status"] == "read"
    seen = cv2.imread(str(picture))
    assert seen is not None
    # The board alone, as fine as it was photographed or finer.
    width_px, height_px = photograph(LIES, 1).size_wh
    assert width_px / 2 < seen.shape[1] < width_px
    assert seen.shape[0] > seen.shape[1] * height_px / width_px


def test_sentences_for_people(folder: Path) -> None:
    done = run_companion("read", folder / "full.png", "--table", folder / "garden-1.toml")
    assert done.returncode == 0
    assert "  1: tile red bend turned 120° + gem blue" in done.stdout.splitlines()
    assert "  8 of 10 places are empty." in done.stdout.splitlines()


@pytest.mark.parametrize(
    ("photo", "sentence"), [("dark.png", "dark"), ("table.png", "grey all over")]
)
def test_no_reading_is_a_status_and_a_sentence(folder: Path, photo: str, sentence: str) -> None:
    status, document = read_json(folder, photo)
    assert status == 3
    assert document["status"] == "blocked"
    (board,) = document["boards"]
    assert (board["status"], board["places"]) == ("blocked", [])
    assert sentence in board["problems"][0]


def test_a_second_board_that_is_not_there_leaves_the_first_one_read(folder: Path) -> None:
    describe(folder, prints(), 1)
    status, document = read_json(folder, "full.png", "--table", folder / "garden-2.toml")
    assert status == 3
    assert document["status"] == "unsure"
    assert [board["status"] for board in document["boards"]] == ["read", "blocked"]


def test_the_same_markers_twice_are_refused(folder: Path) -> None:
    table = folder / "garden-1.toml"
    done = run_companion("read", folder / "full.png", "--table", table, "--table", table)
    assert_one_sentence_on_stderr(done, 2)
    assert "marker 0" in done.stderr


@pytest.mark.parametrize(
    ("photo", "table", "sentence"),
    [
        ("no.png", "garden-1.toml", "does not exist"),
        ("garden-1.toml", "garden-1.toml", "is not a picture"),
        ("full.png", "no.toml", "does not exist"),
        ("full.png", "pictures/gem-red.png", "is a picture, not a board description"),
        ("full.png", "dish.toml", r"[[place]] is missing"),
        ("full.png", "grey.toml", "the picture of tile blue P1 can't be used"),
    ],
)
def test_bad_input_is_one_sentence(
    folder: Path, tmp_path: Path, photo: str, table: str, sentence: str
) -> None:
    (folder / "dish.toml").write_text(PLACES_TOML.split("[[family]]")[0], encoding="utf-8")
    if table == "grey.toml":
        path = write_places(tmp_path)
        (tmp_path / "kinds" / "x2.png").write_bytes(b"no picture")
    else:
        path = folder / table
    done = run_companion("read", folder / photo, "--table", path)
    assert_one_sentence_on_stderr(done, 2)
    assert sentence in done.stderr


@pytest.mark.parametrize("target", ["full.png", "pictures/gem-red.png"])
def test_a_picture_that_is_read_is_never_drawn_over(folder: Path, target: str) -> None:
    out = folder / target
    before = out.read_bytes()
    table = folder / "garden-1.toml"
    done = run_companion("read", folder / "full.png", "--table", table, "--annotate", out)
    assert_one_sentence_on_stderr(done, 2)
    assert f"{out} is one of the pictures to be read" in done.stderr
    assert out.read_bytes() == before


def test_a_picture_that_can_not_be_written_is_one_sentence(folder: Path, tmp_path: Path) -> None:
    table = folder / "garden-1.toml"
    out = tmp_path / "no" / "seen.png"
    done = run_companion("read", folder / "full.png", "--table", table, "--annotate", out)
    assert_one_sentence_on_stderr(done, 2)
