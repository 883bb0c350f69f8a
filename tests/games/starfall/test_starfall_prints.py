"""What is printed of StarFall: complete by the component list, exact in millimetres."""

from __future__ import annotations

import tomllib
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from command_line import run_companion
from games.starfall.test_starfall_edition import other_box
from printed_pages import detect, ink_reach_mm, rasterise, rule_mm
from shapely.geometry import Polygon, box

from companion.drawing import Words
from companion.games.starfall.pieces import SEATS
from companion.printing.page_frame import MARGIN_MM
from companion.prints import Prints


@pytest.fixture(scope="module")
def prints(starfall: Any, reference: Any) -> Prints:
    made: Prints = starfall.prints(reference)
    return made


@pytest.fixture(scope="module")
def sheets(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("sheets")
    done = run_companion("sheets", "starfall", "--out", folder / "new")
    assert (done.returncode, done.stderr) == (0, "")
    return folder / "new"


@pytest.mark.clause("STAR-COMP-1", "STAR-SET-2")
def test_counts_are_those_of_the_component_list(prints: Prints) -> None:
    counts: dict[str, int] = {}
    for piece in prints.pieces:
        counts[piece.kind] = counts.get(piece.kind, 0) + piece.count
    tiles = {kind: count for kind, count in counts.items() if kind.startswith("S")}
    assert len(tiles) == sum(tiles.values()) == 27
    assert (counts["white"], counts["orange"], counts["player aid"]) == (40, 20, 4)
    assert [board.name for board in prints.boards] == [
        "stargazer",
        *(f"area-{seat.lower()}" for seat in SEATS),
    ]


@pytest.mark.clause("STAR-COMP-2")
def test_every_tile_is_told_without_colour(prints: Prints) -> None:
    """Outlines alone, with no colour at all, differ from tile to tile; each says its name."""
    faces = [piece.front for piece in prints.pieces if piece.family == "sky tile"]
    plain = {
        tuple(
            getattr(shape, "points_mm", None) or (getattr(shape, "centre_mm", ()),)
            for shape in face.shapes
            if not isinstance(shape, Words)
        )
        for face in faces
    }
    assert len(plain) == len(faces)
    for piece in prints.pieces:
        if piece.family == "sky tile":
            words = [shape.text for shape in piece.front.shapes if isinstance(shape, Words)]
            assert words.count(piece.kind) == 2


def places_lie_apart(prints: Prints) -> None:
    for board in prints.boards:
        whole = box(0, 0, *board.drawing.size_mm).buffer(1e-6)
        outlines = [Polygon(place.outline_mm) for place in board.places]
        assert all(whole.covers(outline) for outline in outlines)
        for number, one in enumerate(outlines):
            assert all(one.intersection(other).area < 1e-3 for other in outlines[:number])
        for tag in (Polygon(tag.corners_mm) for tag in board.tags[0]):
            quiet = tag.buffer(tag.length / 4 / 8)
            assert whole.covers(quiet)
            assert not any(quiet.intersects(outline) for outline in outlines)
    ids = [tag.id for board in prints.boards for tags in board.tags for tag in tags]
    assert len(set(ids)) == len(ids)


def test_places_and_markers_lie_apart_on_their_boards(prints: Prints) -> None:
    places_lie_apart(prints)
    assert all(len(board.tags[0]) == 6 for board in prints.boards)


def test_the_numbers_run_clockwise_from_the_highest(prints: Prints, reference: Any) -> None:
    board = prints.boards[0]
    half = board.drawing.size_mm[0] / 2
    angles = []
    for place in board.places:
        centre = Polygon(place.outline_mm).centroid
        angles.append((np.degrees(np.arctan2(centre.x - half, half - centre.y)) + 1) % 360 - 1)
    assert [place.name for place in board.places] == [str(n) for n in reference.numbers]
    assert angles == pytest.approx([36.0 * n for n in range(10)], abs=0.01)


def test_another_box_is_drawn_as_it_is(starfall: Any) -> None:
    made = starfall.prints(starfall.read_edition(other_box(), "other.toml"))
    places_lie_apart(made)
    assert [place.name for place in made.boards[0].places] == ["12", "9", "6", "3", "0"]
    assert {piece.kind for piece in made.pieces} >= {"tiny", "mid", "big"}
    assert len(made.boards) == 4


def test_printed_boards_have_exact_millimetres(
    sheets: Path, prints: Prints, tmp_path: Path
) -> None:
    pages = rasterise((sheets / "boards.pdf").read_bytes(), tmp_path)
    tags = {tag.id: tag for board in prints.boards for each in board.tags for tag in each}
    assert len(pages) == 10
    found = set()
    for page in pages:
        assert rule_mm(page) == pytest.approx(100.0, abs=0.11)
        assert min(ink_reach_mm(page)) >= MARGIN_MM - 0.15
        seen = detect(page, prints.dictionary)
        found |= set(seen)
        moved = [corners - np.array(tags[n].corners_mm) for n, corners in seen.items()]
        if moved:
            assert np.ptp(np.concatenate(moved), axis=0).max() < 0.1
    assert found == set(tags)


def test_the_camera_is_told_what_lies_where(sheets: Path, prints: Prints) -> None:
    for board in prints.boards:
        tables = tomllib.loads((sheets / f"{board.name}.toml").read_text("utf-8"))
        assert {p["name"] for p in tables["place"]} == {place.name for place in board.places}
        assert (sheets / tables["board"]["picture"]).is_file()
        kinds = {kind for family in tables["family"] for kind in family["kinds"]}
        assert len(kinds) == (27 if board.name == "stargazer" else 29)


def test_every_word_of_the_sheets_is_in_both_languages(starfall: Any, prints: Prints) -> None:
    keys = {*prints.notes, *(board.key for board in prints.boards)}
    keys |= {f"family.{piece.family}" for piece in prints.pieces}
    for language in ("en", "zh-Hant"):
        assert all(starfall.say(key, language, {}) != key for key in keys)


def test_the_two_languages_on_a_board_stand_apart(prints: Prints) -> None:
    printed = {
        shape.text
        for board in prints.boards
        for shape in board.drawing.shapes
        if isinstance(shape, Words)
    }
    assert "area of A · A 的區域" in printed
    assert "StarFall · 星隕" in printed
