"""The Girl's sheets as a camera would see them: whole boards on one page at exact millimetres."""

from __future__ import annotations

import itertools
import math
import subprocess
from functools import lru_cache
from pathlib import Path
from typing import Any

import cv2
import numpy as np
import pytest

from companion.games.contract import AnyGame
from companion.printed.sheet_files import markers_of
from companion.printing.game_sheets import game_sheets
from companion.printing.sheet import PAPERS
from companion.prints import BoardPrint, Prints, marked_board
from hardware.simulated.drawing_raster import Screen, drawing_bgr

DPI = 200
PX_PER_MM = DPI / 25.4
TOLERANCE_MM = 0.1


@pytest.fixture(scope="module")
def pdf(art: Prints, girl: AnyGame, tmp_path_factory: pytest.TempPathFactory) -> Path:
    made = game_sheets(art, PAPERS["a3"], girl.say, markers_of(art), ("en",))
    (boards,) = (file for file in made if file.name == "boards.pdf")
    assert boards.pages == sum(board.count for board in art.boards)  # each board whole
    path = tmp_path_factory.mktemp("sheets") / boards.name
    path.write_bytes(boards.pdf)
    return path


@lru_cache(maxsize=1)
def page_of(pdf: Path, number: int) -> Screen:
    """Page `number` (from 1) in pixels."""
    stem = pdf.with_name(f"page-{number}")
    command = ["pdftoppm", "-png", "-r", str(DPI), "-f", str(number), "-l", str(number)]
    subprocess.run([*command, "-singlefile", str(pdf), str(stem)], check=True, timeout=60)
    picture = cv2.imread(str(stem.with_suffix(".png")))
    assert picture is not None
    return np.asarray(picture, np.uint8)


@pytest.mark.parametrize(
    "name",
    [
        "main",
        "score",
        pytest.param("player", marks=pytest.mark.slow),
        pytest.param("sky", marks=pytest.mark.slow),
    ],
)
def test_nothing_else_on_a_board_looks_like_a_marker(art: Prints, name: str) -> None:
    """From near and from far; a number taken for a marker would be a wrong board."""
    board = next(board for board in art.boards if board.name == name)
    whole = drawing_bgr(marked_board(board, 0, markers_of(art)), 8.0)
    for px_per_mm in (8.0, 5.0, 3.0, 2.0):
        scale = px_per_mm / 8.0
        picture = cv2.resize(whole, None, fx=scale, fy=scale, interpolation=cv2.INTER_AREA)
        on_table = cv2.copyMakeBorder(
            picture, 20, 20, 20, 20, cv2.BORDER_CONSTANT, value=(140, 150, 160)
        )
        assert set(found_tags(art, on_table)) == {tag.id for tag in board.tags[0]}


def found_tags(art: Prints, picture: Screen) -> dict[int, Any]:
    """Corners of every marker in page millimetres."""
    dictionary = cv2.aruco.getPredefinedDictionary(getattr(cv2.aruco, art.dictionary))
    settings = cv2.aruco.DetectorParameters()
    settings.cornerRefinementMethod = cv2.aruco.CORNER_REFINE_SUBPIX
    corners, ids, _ = cv2.aruco.ArucoDetector(dictionary, settings).detectMarkers(picture)
    assert ids is not None
    # A pixel's own coordinates are those of its middle.
    return {
        int(tag): (corner[0] + 0.5) / PX_PER_MM
        for tag, corner in zip(ids.ravel(), corners, strict=True)
    }


@pytest.mark.parametrize(
    ("page", "name", "copy"),
    [
        (1, "player", 0),
        (5, "main", 0),
        pytest.param(4, "player", 3, marks=pytest.mark.slow),
        pytest.param(6, "sky", 0, marks=pytest.mark.slow),
        pytest.param(7, "score", 0, marks=pytest.mark.slow),
    ],
)
def test_markers_are_found_at_their_millimetres(
    art: Prints, pdf: Path, page: int, name: str, copy: int
) -> None:
    board = next(board for board in art.boards if board.name == name)
    found = found_tags(art, page_of(pdf, page))
    assert set(found) == {tag.id for tag in board.tags[copy]}
    middles = []
    for tag in board.tags[copy]:
        drawn, seen = np.array(tag.corners_mm), found[tag.id]
        sides = [math.dist(seen[number - 1], seen[number]) for number in range(4)]
        assert sides == pytest.approx([math.dist(drawn[0], drawn[1])] * 4, abs=2 * TOLERANCE_MM)
        middles.append((drawn.mean(axis=0), seen.mean(axis=0)))
    for (drawn, seen), (other, seen_other) in itertools.combinations(middles, 2):
        expected = math.dist(drawn, other)
        assert math.dist(seen, seen_other) == pytest.approx(expected, abs=TOLERANCE_MM)


def on_page(board: BoardPrint, found: dict[int, Any]) -> Any:
    """The turn and shift from board to page millimetres, from all markers."""
    drawn = np.array([corner for tag in board.tags[0] for corner in tag.corners_mm])
    seen = np.concatenate([found[tag.id] for tag in board.tags[0]])
    matrix, _ = cv2.estimateAffinePartial2D(drawn, seen)
    return matrix


def test_the_hexes_are_30_mm_apart(art: Prints, pdf: Path) -> None:
    """The golden lines between cells of one row, found by their brightness."""
    board = next(board for board in art.boards if board.name == "player")
    picture = page_of(pdf, 1)
    matrix = on_page(board, found_tags(art, picture))
    red = picture[..., 2].astype(np.float32)
    places = {place.name: place for place in board.places}
    cells = [np.mean(places[f"3,{column}"].outline_mm, axis=0) for column in range(7)]
    lines = []
    for left, right in itertools.pairwise(cells):
        steps = np.linspace(left, right, 1201) + np.array([0.0, 4.0])  # beside the star
        at = (steps @ matrix[:, :2].T + matrix[:, 2]) * PX_PER_MM - 0.5
        seen = cv2.remap(red, at[None, :, :].astype(np.float32), None, cv2.INTER_LINEAR)[0]
        bright = np.flatnonzero(seen > seen.max() * 0.7)
        assert bright.size
        lines.append(steps[bright].mean(axis=0)[0])
    assert np.diff(lines) == pytest.approx([30.0] * 5, abs=TOLERANCE_MM)


def test_the_dish_is_printed_at_its_radius(art: Prints, pdf: Path) -> None:
    """Its pale edge lies 90 mm round the middle, whichever way one looks."""
    board = next(board for board in art.boards if board.name == "sky")
    assert board.dish is not None
    picture = page_of(pdf, 6)
    matrix = on_page(board, found_tags(art, picture))
    dim = picture.min(axis=2).astype(np.float32)
    for angle in np.radians(np.arange(5, 365, 10)):
        reach = np.linspace(80.0, 96.0, 1601)
        ray = np.stack([np.sin(angle) * reach, -np.cos(angle) * reach], axis=1)
        at = ((ray + board.dish.centre_mm) @ matrix[:, :2].T + matrix[:, 2]) * PX_PER_MM - 0.5
        seen = cv2.remap(dim, at[None, :, :].astype(np.float32), None, cv2.INTER_LINEAR)[0]
        edge = reach[seen > 150]
        assert edge.mean() == pytest.approx(90.0, abs=TOLERANCE_MM)
        assert np.ptp(edge) == pytest.approx(1.2, abs=0.3)
