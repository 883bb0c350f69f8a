"""`companion photograph`: a whole set or one clear sentence."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import cv2
import numpy as np
import pytest
from command_line import assert_one_sentence_on_stderr, run_companion
from small_game import small_lies, small_prints

from companion.records.document import read_record
from companion.records.positions import positions_of
from hardware.simulated.conditions import conditions_named
from hardware.simulated.tabletop.photo_set import Wanted, write_table_set
from hardware.simulated.tabletop.studio import TableStudio, copies_of

PRINTS = small_prints(2)


def written(folder: Path, seed: int = 1, photos: int = 2) -> dict[str, Any]:
    """The truth of a set of small pictures of the pretend game."""
    rng = np.random.default_rng(seed)
    wanted = [
        Wanted(copies_of(PRINTS), small_lies(PRINTS, rng, 2), {"slips": 0}) for _ in range(photos)
    ]
    studio = TableStudio(PRINTS, seed, conditions_named("any"), scale=0.25)
    write_table_set(studio, wanted, {"kinds/a.png": b"png"}, {"game": "small"}, folder)
    truth: dict[str, Any] = json.loads((folder / "truth.json").read_text("utf-8"))
    return truth


def test_a_set_has_pictures_descriptions_and_truth(tmp_path: Path) -> None:
    truth = written(tmp_path / "set")
    assert truth["game"] == "small"
    assert [photo["file"] for photo in truth["photos"]] == ["photos/001.jpg", "photos/002.jpg"]
    assert (tmp_path / "set" / "kinds" / "a.png").read_bytes() == b"png"
    for photo in truth["photos"]:
        picture = cv2.imread(str(tmp_path / "set" / photo["file"]))
        assert picture is not None
        assert picture.shape == (324, 576, 3)
        assert {board["copy"] for board in photo["boards"]} == {0, 1}
        for board in photo["boards"]:
            for pieces in board["places"].values():
                assert all(0 <= piece["visible"] <= 1 for piece in pieces)


def test_the_same_seed_gives_the_same_bytes(tmp_path: Path) -> None:
    written(tmp_path / "one")
    written(tmp_path / "two")
    written(tmp_path / "other", seed=2)
    first, same, other = (
        (tmp_path / name / "photos" / "001.jpg").read_bytes() for name in ("one", "two", "other")
    )
    assert first == same
    assert first != other


def test_a_set_that_fails_half_way_leaves_nothing(tmp_path: Path) -> None:
    studio = TableStudio(PRINTS, 1, conditions_named("any"), scale=0.25)

    def failing() -> Any:
        yield Wanted(copies_of(PRINTS)[:1], (), {})
        raise RuntimeError("the second one")

    with pytest.raises(RuntimeError, match="second"):
        write_table_set(studio, failing(), {}, {}, tmp_path / "set")
    assert list(tmp_path.iterdir()) == []


def test_the_girls_score_board_is_photographed(tmp_path: Path) -> None:
    folder = tmp_path / "score"
    done = run_companion(
        "photograph", "girl", "--boards", "score", "--photos", "1", "--players", "3",
        "--hand-share", "0", "--out", str(folder),
    )  # fmt: skip
    assert done.returncode == 0, done.stderr
    assert "1 photograph, the boards' descriptions and the truth" in done.stdout
    photo, table = folder / "photos" / "001.jpg", folder / "score.toml"
    assert f"companion read {photo} --table {table}" in done.stdout
    truth = json.loads((folder / "truth.json").read_text("utf-8"))
    (board,) = truth["photos"][0]["boards"]
    markers = [piece["kind"] for pieces in board["places"].values() for piece in pieces]
    assert sorted(markers) == ["marker A", "marker B", "marker C"]
    assert all((folder / table["table"]).exists() for table in truth["tables"])


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        (["chess"], "there is no game called 'chess'"),
        (["girl", "--players", "7"], "not played by 7"),
        (["girl", "--boards", "moon"], "There is no board called 'moon'; choose one of"),
        (["girl", "--condition", "fog"], "no conditions called 'fog'"),
        (["girl", "--state", "nowhere.json"], "nowhere.json can't be read"),
        (["girl", "--edition", "GIRL-9"], "no edition called 'GIRL-9'"),
    ],
)
def test_what_can_not_be_photographed_is_said_in_a_sentence(
    tmp_path: Path, arguments: list[str], said: str
) -> None:
    done = run_companion("photograph", *arguments, "--out", str(tmp_path / "set"))
    assert_one_sentence_on_stderr(done, 2)
    assert said in done.stderr
    assert not (tmp_path / "set").exists()


def test_a_folder_that_holds_something_is_left_alone(tmp_path: Path) -> None:
    (tmp_path / "mine.txt").write_text("mine", "utf-8")
    done = run_companion(
        "photograph", "girl", "--boards", "score", "--photos", "1", "--out", str(tmp_path)
    )
    assert_one_sentence_on_stderr(done, 2)
    assert "not empty" in done.stderr
    assert [path.name for path in tmp_path.iterdir()] == ["mine.txt"]


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        (["--game", "chess"], "there is no game called 'chess'"),
        (["--game", "girl", "--conditions", "any,fog"], "no conditions called 'fog'"),
    ],
)
def test_accuracy_of_what_can_not_be_photographed_is_refused(
    arguments: list[str], said: str
) -> None:
    done = run_companion("accuracy", *arguments)
    assert_one_sentence_on_stderr(done, 2)
    assert said in done.stderr


@pytest.mark.slow
def test_accuracy_photographs_reads_and_prints_a_row_for_each_board() -> None:
    done = run_companion(
        "accuracy", "--game", "girl", "--view", "board", "--photos", "4", "--markdown",
        "--conditions", "mounted,bright", timeout_s=600,
    )  # fmt: skip
    assert done.returncode in (0, 1), done.stderr
    rows = [line for line in done.stdout.splitlines() if line.startswith("| girl-quick |")]
    assert {row.split("|")[2].strip() for row in rows} == {"mounted", "bright"}


def test_the_last_position_of_a_record_is_photographed(tmp_path: Path) -> None:
    record, folder = tmp_path / "game.json", tmp_path / "last"
    played = run_companion(
        "simulate", "girl", "--players", "2", "--games", "1", "--seed", "3", "--out", str(record)
    )
    assert played.returncode == 0, played.stderr
    done = run_companion(
        "photograph", "girl", "--state", str(record), "--last", "--boards", "score", "--photos",
        "1", "--hand-share", "0", "--out", str(folder),
    )  # fmt: skip
    assert done.returncode == 0, done.stderr
    states = positions_of(read_record(record.read_bytes(), record.name))
    assert len(states) == len(json.loads(record.read_text("utf-8"))["moves"]) + 1
    (board,) = json.loads((folder / "truth.json").read_text("utf-8"))["photos"][0]["boards"]
    scores = {
        piece["kind"]: int(place) for place, pieces in board["places"].items() for piece in pieces
    }
    expected = [player.score % 100 for player in states[-1].players]
    assert [scores["marker A"], scores["marker B"]] == expected


def test_a_record_of_another_game_is_refused(tmp_path: Path) -> None:
    record = tmp_path / "game.json"
    assert run_companion("simulate", "solani", "--games", "1", "--players", "2", "--out",
                         str(record)).returncode == 0  # fmt: skip
    done = run_companion("photograph", "girl", "--state", str(record), "--out", str(tmp_path / "x"))
    assert_one_sentence_on_stderr(done, 2)
    assert "is a record of solani, not of girl" in done.stderr
