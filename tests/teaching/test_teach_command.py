"""`companion teach` from photographs to an edition that `companion read` takes."""

from __future__ import annotations

import json
import math
import shutil
from pathlib import Path

import msgspec
import pytest
from command_line import assert_one_sentence_on_stderr, run_companion
from second_art import STICKER_MM, second_art
from teaching_photos import board_photos, piece_photos, save, studio, write_plan

from companion.describing.table_file import load_places
from companion.games.catalogue import find_game, load_edition
from companion.prints import Lie, Prints
from companion.teaching.placing import middle_of
from companion.teaching.plan import BoardPlan, TeachPlan, read_plan

SCALE = 0.75
MARKERS = ("marker A", "marker B", "marker C", "marker D")


def score_art() -> Prints:
    game = find_game("girl")
    return second_art(game.prints(load_edition(game, game.default_edition)), "score")


@pytest.fixture(scope="module")
def taught(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder with `photos` and their plan, `edition`, and a photograph of a game, `game.jpg`."""
    root = tmp_path_factory.mktemp("teach")
    folder = root / "photos"
    folder.mkdir()
    prints = score_art()
    table = studio(prints, 3, scale=SCALE)
    names = [place.name for place in prints.boards[0].places]
    own = board_photos(folder, table, prints.boards[0], (names[0], names[9], names[-1]))
    pieces = piece_photos(folder, prints, prints.families, 3, SCALE)
    write_plan(folder, TeachPlan("girl", "mine", marker_mm=STICKER_MM, board=[own], pieces=pieces))
    board = prints.boards[0]
    lies = [Lie("score", 0, str(7 + 11 * i), "marker", kind) for i, kind in enumerate(MARKERS)]
    save(root / "game.jpg", table.arrange(9, [(board, 0)], lies))
    done = run_companion("teach", folder, "--out", root / "edition")
    (root / "said.txt").write_text(done.stdout + done.stderr, encoding="utf-8")
    assert done.returncode == 0, done
    return root


def test_it_says_what_it_understood_and_draws_it(taught: Path) -> None:
    said = (taught / "said.txt").read_text(encoding="utf-8")
    assert "score 1: 6 markers" in said
    assert "marker marker A" in said
    assert "is good" in said
    drawn = {path.name for path in (taught / "photos" / "understood").glob("*-seen.jpg")}
    assert "score-1-seen.jpg" in drawn
    assert len(drawn) == 3


def test_the_edition_reads_a_photograph_of_a_game(taught: Path) -> None:
    table = taught / "edition" / "score.toml"
    done = run_companion("read", taught / "game.jpg", "--table", table, "--json")
    assert done.returncode in (0, 3), done
    places = {place["place"]: place for place in json.loads(done.stdout)["boards"][0]["places"]}
    sure = {
        name: [piece["kind"] for piece in place["pieces"]]
        for name, place in places.items()
        if place["status"] == "read" and place["pieces"]
    }
    true = {str(7 + 11 * i): [kind] for i, kind in enumerate(MARKERS)}
    assert sure.items() <= true.items()
    assert len(sure) >= 3


def test_the_edition_is_whole_and_bears_moving(taught: Path, tmp_path: Path) -> None:
    moved = tmp_path / "elsewhere"
    shutil.copytree(taught / "edition", moved)
    board = load_places(moved / "score.toml")
    assert len(board.places) == 100
    assert board.families[0].kinds == MARKERS
    assert {path.parent.name for path in moved.rglob("*.jpg")} == {"photos"}
    done = run_companion("teach", "--check", moved)
    assert done.returncode == 0, done
    assert "100 of 100 places read empty" in done.stdout
    assert "8 pieces laid on made photographs" in done.stdout


def test_photographs_in_the_edition_tell_nothing_but_the_picture(taught: Path) -> None:
    for path in (taught / "edition" / "photos").glob("*.jpg"):
        assert b"Exif" not in path.read_bytes()[:4000]


def copied(taught: Path, to: Path) -> Path:
    shutil.copytree(taught / "photos", to)
    return to


def test_what_was_understood_is_not_worked_out_again(taught: Path, tmp_path: Path) -> None:
    folder = copied(taught, tmp_path / "again")
    kept = {path: path.stat().st_mtime_ns for path in (folder / "understood").glob("*.json")}
    done = run_companion("teach", folder, "--out", tmp_path / "edition")
    assert done.returncode == 0, done
    assert {path: path.stat().st_mtime_ns for path in kept} == kept


def changed(folder: Path, **board: object) -> None:
    plan = read_plan(folder)
    new: BoardPlan = msgspec.structs.replace(plan.board[0], **board)
    write_plan(folder, msgspec.structs.replace(plan, board=[new]))


@pytest.mark.parametrize(
    ("board", "words"),
    [
        ({"size_mm": (320.0, 206.0)}, "measure"),
        pytest.param({"nudge_mm": (4.0, 0.0)}, "off the outlines", marks=pytest.mark.slow),
        ({"marker_mm": 30.0}, "markers measure"),
    ],
)
def test_a_bad_fit_is_refused(
    taught: Path, tmp_path: Path, board: dict[str, object], words: str
) -> None:
    folder = copied(taught, tmp_path / "photos")
    changed(folder, **board)
    done = run_companion("teach", folder, "--out", tmp_path / "edition")
    assert done.returncode == 3, done
    assert words in done.stdout


@pytest.mark.slow
def test_places_that_lie_beside_their_print_can_snap_onto_it(taught: Path, tmp_path: Path) -> None:
    folder = copied(taught, tmp_path / "photos")
    changed(folder, nudge_mm=(1.8, -1.2), snap=True)
    done = run_companion("teach", folder, "--out", tmp_path / "edition")
    assert done.returncode == 0, done
    true = {place.name: middle_of(place.outline_mm) for place in score_art().boards[0].places}
    snapped = load_places(tmp_path / "edition" / "score.toml").places
    off = [math.dist(middle_of(place.outline_mm), true[place.name]) for place in snapped]
    assert sum(off) / len(off) < 0.7  # the handles alone leave 2 mm


def test_sheets_with_boxes_are_printed(tmp_path: Path) -> None:
    done = run_companion("teach", "--sheet", tmp_path / "boxes.pdf", "--paper", "letter")
    assert done.returncode == 0, done
    assert "2 pages" in done.stdout
    assert (tmp_path / "boxes.pdf").read_bytes().startswith(b"%PDF")


def test_a_plan_is_begun_once(tmp_path: Path) -> None:
    done = run_companion("teach", tmp_path, "--begin", "--game", "girl", "--grid", "7x8")
    assert done.returncode == 0, done
    assert read_plan(tmp_path).board[0].grid is not None
    assert_one_sentence_on_stderr(run_companion("teach", tmp_path, "--begin", "--game", "girl"), 2)


def test_photographs_that_are_not_there_are_said_first_and_once(tmp_path: Path) -> None:
    assert run_companion("teach", tmp_path, "--begin", "--game", "girl").returncode == 0
    done = run_companion("teach", tmp_path, "--out", tmp_path / "edition")
    assert done.returncode == 3, done
    said = done.stdout.splitlines()
    assert len(said) == 2, "what is missing with the photographs is not told as well"
    assert said[0].startswith("- photographs of the plan that are not in ")
    assert "23 (player.jpg, main.jpg, " in said[0]
    assert said[1].startswith("Nothing was written")


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        ([], "name the folder"),
        (["nowhere"], "no folder"),
        (["{folder}"], "--begin"),
        (["{folder}", "--begin"], "--game"),
        (["{folder}", "--begin", "--game", "girl", "--grid", "many"], "ROWSxCOLUMNS"),
        (["{folder}", "--begin", "--game", "chess"], "chess"),
        (["--check", "{folder}"], "no taught edition"),
    ],
)
def test_what_can_not_be_used_is_told_in_one_sentence(
    tmp_path: Path, arguments: list[str], words: str
) -> None:
    done = run_companion("teach", *[a.format(folder=tmp_path) for a in arguments])
    assert_one_sentence_on_stderr(done, 2)
    assert words in done.stderr
