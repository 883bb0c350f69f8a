"""`companion accuracy` on whole tables: what counts as right, as clear, as wrong and sure."""

from __future__ import annotations

import json
from pathlib import Path
from xml.etree import ElementTree

import pytest
from click.testing import CliRunner

from companion.accuracy.place_report import (
    COLUMNS,
    added_up,
    cells,
    markdown_lines,
    reliability_lines,
)
from companion.accuracy.places import (
    PlaceScore,
    TrueBoard,
    TruePiece,
    is_table_set,
    load_table_truth,
    same_pieces,
    score_board,
)
from companion.accuracy.reliability_plot import reliability_svg
from companion.cli.accuracy import command
from companion.errors import InputError
from companion.places import Place, circle_outline_mm
from companion.reading.report import ReadBoard, ReadPiece, ReadPlace

WINDOW = (0, 0, 9, 9)
PLACES = {
    name: Place(name, circle_outline_mm((20.0 * x, 20.0), 9.0), ("tile",), up_deg=30.0)
    for x, name in enumerate("abc", 1)
}


def true(kind: str, turn_deg: float = 30.0, visible: float = 1.0) -> TruePiece:
    return TruePiece("tile", kind, turn_deg, 0, (0.0, 0.0), visible)


def read(kind: str | None, turn_deg: float | None = 0.0, period: float = 360.0) -> ReadPiece:
    return ReadPiece(
        "tile", kind, {"moon": 0.6, "sun": 0.3}, turn_deg, period, (0.0, 0.0), 0.3, 0, WINDOW
    )


def place(name: str, status: str, *pieces: ReadPiece, probability: float = 0.99) -> ReadPlace:
    return ReadPlace(name, status, pieces, probability, (), WINDOW, "")


def board(*places: ReadPlace, status: str = "read") -> ReadBoard:
    return ReadBoard("test", "test.toml", status, (), None, places)


@pytest.mark.parametrize(
    ("lies", "said", "same"),
    [
        ([true("sun")], [read("sun")], True),
        ([true("sun")], [read("moon")], False),
        ([true("sun")], [], False),
        ([], [read("sun")], False),
        ([true("sun", 90.0)], [read("sun", 60.0)], True),
        ([true("sun", 104.0)], [read("sun", 60.0)], True),
        ([true("sun", 150.0)], [read("sun", 60.0)], False),
        ([true("sun", 270.0)], [read("sun", 60.0, 180.0)], True),
        ([true("sun", 270.0)], [read("sun", None)], True),
        ([true("moon")], [read(None)], True),
        ([true("sun"), true("sun")], [read("sun"), read("sun")], True),
        ([true("sun"), true("sun")], [read("sun")], False),
        ([true("sun"), true("moon")], [read("moon"), read("sun")], True),
    ],
)
def test_the_same_pieces(lies: list[TruePiece], said: list[ReadPiece], same: bool) -> None:
    assert same_pieces(lies, said, 30.0) is same


def test_what_is_counted_of_a_board() -> None:
    lies = TrueBoard(
        "test",
        0,
        {"a": [true("sun")], "b": [true("sun", visible=0.5)], "c": [true("moon", visible=0.05)]},
    )
    said = board(
        place("a", "read", read("moon")),
        place("b", "unknown", read("sun"), probability=0.42),
        place("c", "read"),
    )
    score = score_board("one.jpg", lies, said, PLACES)
    assert (score.boards, score.flagged, score.places) == (1, 0, 3)
    assert (score.wrong_sure, score.clear, score.clear_unsure, score.hidden) == (1, 1, 0, 2)
    assert len(score.faults) == 1
    assert "one.jpg, a: ['tile moon 0.0'], but it is ['tile sun 0']" in score.faults[0]
    assert score.bins[8] == (1, 1, 0.42)
    assert score.bins[19] == (2, 1, pytest.approx(1.98))
    assert score.calibration_error == pytest.approx((abs(1 - 0.42) + abs(1 - 1.98)) / 3)


def test_a_hidden_place_is_not_clear_and_a_blocked_board_is_flagged() -> None:
    lies = TrueBoard("test", 0, {"a": [true("sun")]}, {"a": 0.3})
    score = score_board("one.jpg", lies, board(status="blocked"), PLACES)
    assert (score.flagged, score.blocked, score.clear, score.clear_unsure) == (1, 1, 2, 2)


def test_scores_add_up_and_make_a_row() -> None:
    lies = TrueBoard("test", 0, {"a": [true("sun")]})
    good = score_board("1", lies, board(place("a", "read", read("sun"))), PLACES)
    bad = score_board("2", lies, board(place("a", "read", read("moon"))), PLACES)
    both = good + bad
    row = ("set", "any", "test", both)
    assert dict(zip(COLUMNS, cells(row), strict=True)) == {
        "set": "set",
        "condition": "any",
        "board": "test",
        "boards": "2",
        "perfect or flagged %": "50.0",
        "places": "2",
        "wrong and sure": "1",
        "clear": "2",
        "clear but unsure %": "0.0",
        "hidden": "0",
        "blocked": "0",
        "ECE": "0.490",
    }
    assert len(list(markdown_lines([row]))) == 3
    assert list(reliability_lines(both))[-1] == "| 95 to 100 % | 2 | 50.0 | 99.0 |"
    assert both + PlaceScore() == both


def test_a_set_of_tables_is_known_by_its_truth(tmp_path: Path) -> None:
    assert not is_table_set(tmp_path)
    with pytest.raises(InputError, match="companion photograph"):
        load_table_truth(tmp_path)
    (tmp_path / "truth.json").write_text(json.dumps({"photos": []}), encoding="utf-8")
    assert not is_table_set(tmp_path)
    with pytest.raises(InputError, match="is not the truth"):
        load_table_truth(tmp_path)
    whole = {"photos": [], "tables": [{"board": "b", "copy": 0, "table": "b.toml"}]}
    (tmp_path / "truth.json").write_text(json.dumps(whole), encoding="utf-8")
    assert is_table_set(tmp_path)
    assert load_table_truth(tmp_path).tables[0].table == "b.toml"


def test_rows_of_one_condition_are_added_up() -> None:
    one, two = PlaceScore(boards=1, places=5), PlaceScore(boards=2, places=7)
    rows = [("a", "dim", "main", one), ("a", "warm", "main", one), ("a", "dim", "main", two)]
    assert [(row[1], row[3].boards, row[3].places) for row in added_up(rows)] == [
        ("dim", 3, 12),
        ("warm", 1, 5),
    ]


def test_the_plot_has_a_dot_where_something_was_said(tmp_path: Path) -> None:
    bins = [(0, 0, 0.0)] * 20
    bins[10], bins[19] = (10, 5, 5.2), (1000, 999, 998.0)
    drawn = ElementTree.fromstring(reliability_svg(PlaceScore(bins=tuple(bins))))
    dots = [dot for dot in drawn.iter() if dot.tag.endswith("circle")]
    assert len(dots) == 2
    few, many = ({name: float(dot.get(name, "0")) for name in ("cx", "cy", "r")} for dot in dots)
    assert few["cx"] < many["cx"]
    assert few["cy"] > many["cy"]  # right less often: lower
    assert few["r"] < many["r"]
    titles = [dot[0].text for dot in dots]
    assert titles == ["50 to 55 % said: 5 of 10 right", "95 to 100 % said: 999 of 1000 right"]


@pytest.mark.slow
def test_photographs_that_are_kept_are_taken_once(tmp_path: Path) -> None:
    kept, plot = tmp_path / "kept", tmp_path / "plot.svg"
    options = ["--game", "solani", "--view", "board", "--photos", "1", "--conditions", "bright"]
    options += ["--keep", str(kept), "--plot", str(plot), "--jobs", "1"]
    first = CliRunner().invoke(command, options)
    assert first.exit_code in (0, 1), first.output
    (photo,) = kept.rglob("*.jpg")
    before = photo.stat().st_mtime_ns
    second = CliRunner().invoke(command, options)
    assert second.stdout == first.stdout
    assert photo.stat().st_mtime_ns == before
    assert "solani quick" in second.stdout
    assert ElementTree.parse(plot).getroot().tag.endswith("svg")
