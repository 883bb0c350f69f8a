"""`companion check-table`: a drawn board, photographed by arithmetic, fits its description.

Each way of describing it wrongly is named.
"""

from __future__ import annotations

import re
from dataclasses import replace
from pathlib import Path

import cv2
import numpy as np
import pytest
from board_files import TABLE_TOML, write_table
from command_line import assert_one_sentence_on_stderr, run_companion
from numpy.typing import NDArray

from companion.board import Board, SectorArea
from companion.describing.table_file import load_board
from companion.errors import PictureError
from vision.marker_art import marker_bits
from vision.overlay import draw_description
from vision.pictures import read_picture, write_picture
from vision.registration import find_board

Picture = NDArray[np.uint8]

BGR = {"red": (70, 70, 190), "yellow": (80, 190, 225), "blue": (165, 100, 55)}
GROUND = (60, 50, 45)
FLAT_PX_PER_MM = 6
CAMERA = np.array([[1500.0, 0, 800], [0, 1500, 600], [0, 0, 1]])
TILT = np.array([0.35, -0.12, 0.06])
DISTANCE_MM = 480.0


def flat_picture(board: Board) -> Picture:
    """The board from straight above."""
    scale = FLAT_PX_PER_MM
    width, height = (round(size * scale) for size in board.size_mm)
    flat = np.full((height, width, 3), GROUND, np.uint8)
    centre = tuple(round(at * scale) for at in board.dish.centre_mm)
    radius = round(board.dish.target_radius_mm * scale)
    cv2.circle(flat, centre, radius, (120, 120, 120), cv2.FILLED)
    for area in board.dish.areas:
        if isinstance(area, SectorArea):
            box = (radius, radius)
            angles = (area.from_deg - 90, area.to_deg - 90)
            cv2.ellipse(flat, centre, box, 0, *angles, BGR[area.colour], cv2.FILLED)
        else:
            outline = (np.array(area.polygon_mm) * scale).round().astype(np.int32)
            cv2.fillPoly(flat, [outline], BGR[area.colour])
    cv2.circle(flat, centre, round(board.dish.hub_radius_mm * scale), (200, 200, 200), cv2.FILLED)
    for tag in board.tags:
        bits = np.array(marker_bits(board.dictionary, tag.id))
        side = round((tag.corners_mm[1][0] - tag.corners_mm[0][0]) * scale)
        quiet = side // 6
        x, y = (round(at * scale) for at in tag.corners_mm[0])
        flat[y - quiet : y + side + quiet, x - quiet : x + side + quiet] = 245
        grey = np.where(bits, 25, 245).astype(np.uint8)
        art = cv2.resize(grey, (side, side), interpolation=cv2.INTER_NEAREST)
        flat[y : y + side, x : x + side] = art[:, :, None]
    return flat


def photograph(board: Board, aside_mm: float = 0.0) -> Picture:
    """The board as a pinhole camera of 1600 x 1200 pixels sees it, `aside_mm` to the left."""
    flat = flat_picture(board)
    rotation, _ = cv2.Rodrigues(TILT)
    middle = np.array([board.size_mm[0] / 2, board.size_mm[1] / 2, 0.0])
    shift = np.array([-aside_mm, 0.0, DISTANCE_MM]) - rotation @ middle
    to_mm = np.diag([1 / FLAT_PX_PER_MM, 1 / FLAT_PX_PER_MM, 1.0])
    warp = CAMERA @ np.column_stack([rotation[:, :2], shift]) @ to_mm
    picture = cv2.warpPerspective(
        flat, warp, (1600, 1200), flags=cv2.INTER_LINEAR, borderValue=(150, 170, 190)
    )
    return np.asarray(cv2.GaussianBlur(picture, (0, 0), 0.8), np.uint8)


def photograph_of_nothing() -> Picture:
    """A picture with edges and shades but without any marker."""
    picture = np.full((600, 800, 3), 60, np.uint8)
    cv2.circle(picture, (400, 300), 200, (200, 180, 160), cv2.FILLED)
    return picture


@pytest.fixture(scope="module")
def photo(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A picture of the board that `TABLE_TOML` describes."""
    folder = tmp_path_factory.mktemp("photo")
    path = folder / "photo.png"
    write_picture(path, photograph(load_board(write_table(folder))))
    return path


def test_the_true_description_fits(tmp_path: Path, photo: Path) -> None:
    out = tmp_path / "overlay.png"
    done = run_companion("check-table", write_table(tmp_path), photo, "--out", out)
    assert (done.returncode, done.stderr) == (0, ""), done.stdout
    assert " fits " in done.stdout
    assert "4 markers" in done.stdout
    assert read_picture(out).size_wh == (1600, 1200)


WRONG = [
    ('"red"', '"blue"', r"dish\.area\[0\] is described as blue but looks red"),
    ("from_deg = 330.0", "from_deg = 318.0", r"dish\.area\[0\] reaches past the red"),
    ("[150.0, 140.0]", "[158.0, 140.0]", r"reaches past the (red|yellow)"),
    ("[[90.0, 100.0], [110.0, 100.0]", "[[60.0, 100.0], [80.0, 100.0]", r"area\[2\].* only \d+%"),
    ("[150.0, 140.0]", "[152.0, 140.0]", r"- The dish's printed lines lie [12]\.\d mm to the left"),
    ("[150.0, 140.0]", "[150.0, 139.2]", r"\nThe dish's printed lines lie .*, 0\.\d mm below"),
    ("id = 11", "id = 20", r"Marker 20 \(markers\.tag\[2\]\) is not seen"),
    ("DICT_4X4_50", "DICT_6X6_50", r"DICT_4X4_50"),
    (
        "hub_radius_mm = 20.0",
        "hub_radius_mm = 23.0",
        r"edge shows at about (19\.[5-9]|20\.[0-5]) mm",
    ),
    (
        "hub_radius_mm = 20.0",
        "hub_radius_mm = 17.0",
        r"edge shows at about (19\.[5-9]|20\.[0-5]) mm",
    ),
    ("= 100.0\nhub", "= 92.0\nhub", r"The red of dish\.area\[0\] goes on beyond"),
    (
        "[[275.0, 5.0], [295.0, 5.0], [295.0, 25.0], [275.0, 25.0]]",
        "[[271.0, 5.0], [291.0, 5.0], [291.0, 25.0], [271.0, 25.0]]",
        r"(Marker|because of marker) 7\b",
    ),
]


@pytest.mark.parametrize(("old", "new", "sentence"), WRONG)
def test_what_does_not_fit_is_named(
    tmp_path: Path, photo: Path, old: str, new: str, sentence: str
) -> None:
    assert old in TABLE_TOML
    table = write_table(tmp_path, TABLE_TOML.replace(old, new, 1))
    done = run_companion("check-table", table, photo)
    assert re.search(sentence, done.stdout), done
    note_only = "goes on beyond" in sentence or sentence.startswith(r"\n")
    assert done.returncode == (0 if note_only else 3), done
    assert done.stderr == ""


@pytest.mark.parametrize("absent", range(4))
def test_three_markers_of_four_find_the_same_board(photo: Path, absent: int) -> None:
    board, frame = load_board(photo.with_name("table.toml")), read_picture(photo)
    tags = tuple(tag for index, tag in enumerate(board.tags) if index != absent)
    whole, part = find_board(frame, board), find_board(frame, replace(board, tags=tags))
    centre_mm = np.array([board.dish.centre_mm])
    apart_mm = np.linalg.norm(part.pose.to_board_mm(whole.project_mm(centre_mm)) - centre_mm)
    assert apart_mm < 0.3


def test_a_dish_that_is_cut_off_does_not_fit(tmp_path: Path) -> None:
    board = load_board(write_table(tmp_path))
    path = tmp_path / "photo.png"
    write_picture(path, photograph(board, aside_mm=160.0))
    done = run_companion("check-table", board.source, path)
    assert done.returncode == 3, done
    assert re.search(r"not found|not seen|outside the picture", done.stdout)


def test_a_picture_without_a_board_does_not_fit(tmp_path: Path) -> None:
    path = tmp_path / "nothing.png"
    write_picture(path, photograph_of_nothing())
    done = run_companion("check-table", write_table(tmp_path), path)
    assert done.returncode == 3, done
    assert re.search(r"no marker was seen|board is not found", done.stdout)


def test_files_that_can_not_be_used_are_bad_input(tmp_path: Path, photo: Path) -> None:
    table = write_table(tmp_path)
    for arguments in (
        [table, tmp_path / "absent.jpg"],
        [tmp_path / "absent.toml", photo],
        [table, table],
        [table, photo, "--out", tmp_path / "no" / "folder.png"],
        [table, photo, "--out", tmp_path / "overlay.gif"],
    ):
        assert_one_sentence_on_stderr(run_companion("check-table", *arguments), 2)


def test_the_overlay_leaves_the_photograph_alone_and_draws_where_the_board_is(
    tmp_path: Path, photo: Path
) -> None:
    board, frame = load_board(write_table(tmp_path)), read_picture(photo)
    before = frame.image_bgr.copy()
    found = find_board(frame, board)
    drawn = draw_description(frame, board, found)
    assert (frame.image_bgr == before).all()
    changed = (drawn != before).any(axis=2)
    top_of_target = found.project_mm(np.array([[150.0, 40.0]]))[0].round().astype(int)
    x, y = top_of_target.tolist()
    assert changed[y - 2 : y + 3, x - 2 : x + 3].any()
    assert not changed[:80, :200].any()
    assert 0.005 < changed.mean() < 0.1


def test_an_overlay_in_an_unknown_format_is_refused(tmp_path: Path) -> None:
    with pytest.raises(PictureError, match=r"\.png or \.jpg"):
        write_picture(tmp_path / "overlay.gif", np.zeros((4, 4, 3), np.uint8))
