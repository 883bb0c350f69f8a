"""The sheets of a game, measured on the page as a printer would put them there."""

from __future__ import annotations

import re
import subprocess
from collections.abc import Mapping
from dataclasses import replace
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from printed_pages import PX_PER_MM, Page, detect, ink_reach_mm, rasterise, rule_mm, spots_of
from sample_prints import (
    BLUE,
    DICTIONARY,
    DISCS,
    GREEN,
    HEXES,
    RED,
    TAG_MM,
    TAGS,
    markers,
    sample_prints,
    say,
)

from companion.drawing import Drawing
from companion.errors import InputError
from companion.printing.game_sheets import NOTES_FILE, game_sheets
from companion.printing.page_frame import MARGIN_MM
from companion.printing.sheet import PAPERS

CUT_LINE_MM = 0.15


def sheets(paper: str = "a4", languages: tuple[str, ...] = ("en", "zh-Hant")) -> dict[str, bytes]:
    made = game_sheets(sample_prints(), PAPERS[paper], say, markers(), languages)
    return {file.name: file.pdf for file in made}


@pytest.fixture(scope="module")
def a4(tmp_path_factory: pytest.TempPathFactory) -> dict[str, list[Page]]:
    folder = tmp_path_factory.mktemp("a4")
    return {name: rasterise(pdf, folder) for name, pdf in sheets().items()}


def test_every_file_is_there_and_the_same_each_time() -> None:
    once, again = sheets(), sheets()
    assert list(once) == [
        NOTES_FILE,
        "boards.pdf",
        "marker-strips.pdf",
        "pieces.pdf",
        "pieces-two-sided.pdf",
        "stand-ups.pdf",
    ]
    assert once == again
    assert all(b"/PrintScaling /None" in pdf for pdf in once.values())
    assert b"/DuplexFlipLongEdge" in once["pieces-two-sided.pdf"]
    assert b"/Duplex" not in once["pieces.pdf"]


def test_every_page_has_a_rule_of_100_mm_and_white_margins(a4: dict[str, list[Page]]) -> None:
    for name, pages in a4.items():
        for page in pages:
            assert page.shape[1] / PX_PER_MM == pytest.approx(210.0, abs=0.15)
            assert rule_mm(page) == pytest.approx(100.0, abs=0.11), name
            assert min(ink_reach_mm(page)) >= MARGIN_MM - 0.15, name


def test_markers_lie_at_exact_millimetres_over_all_parts_of_a_board(
    a4: dict[str, list[Page]],
) -> None:
    seen: dict[int, int] = {}
    for page in a4["boards.pdf"]:
        found = detect(page, DICTIONARY)
        offsets = []
        for number, corners in found.items():
            tag = TAGS[number % 10]
            sides = np.linalg.norm(corners - np.roll(corners, -1, axis=0), axis=1)
            assert np.abs(sides - TAG_MM).max() < 0.1
            offsets.append(corners - np.array(tag.corners_mm))
            seen[number] = seen.get(number, 0) + 1
        # All markers of a page are moved by the same amount from where the board has them.
        spread = np.ptp(np.concatenate(offsets), axis=0)
        assert spread.max() < 0.1
    assert sorted(seen) == [*range(8), *range(10, 18)]
    assert len(a4["boards.pdf"]) == 2 * 2


def test_strips_carry_every_marker_of_the_boards_in_its_size(a4: dict[str, list[Page]]) -> None:
    seen: set[int] = set()
    for page in a4["marker-strips.pdf"]:
        for number, corners in detect(page, DICTIONARY).items():
            sides = np.linalg.norm(corners - np.roll(corners, -1, axis=0), axis=1)
            assert np.abs(sides - TAG_MM).max() < 0.1
            assert number not in seen
            seen.add(number)
    assert seen == {*range(8), *range(10, 18)}


def test_parts_of_a_board_agree_where_they_overlap(a4: dict[str, list[Page]]) -> None:
    left, right = a4["boards.pdf"][:2]
    shared = set(detect(left, DICTIONARY)) | set(detect(right, DICTIONARY))
    assert shared == set(range(8))
    # The middle marker is whole on one of the pages, so that no seam spoils it.
    assert all(
        any(number in detect(page, DICTIONARY) for page in (left, right)) for number in (4, 5)
    )


def test_every_piece_is_on_the_sheets(a4: dict[str, list[Page]]) -> None:
    discs = [spot for page in a4["pieces.pdf"] for spot in spots_of(page, RED)]
    assert len(discs) == DISCS
    middle_areas = sorted(area for _, _, area in discs)
    # A disc of 10 mm with a bleed of 1 mm; its cut line takes little away.
    assert middle_areas[0] > 0.9 * np.pi * 5.0**2
    hexes = a4["pieces-two-sided.pdf"]
    fronts = sum(len(spots_of(page, "#ffffff")) - 1 for page in hexes[::2])
    backs = sum(len(spots_of(page, "#ffffff")) - 1 for page in hexes[1::2])
    assert (fronts, backs) == (HEXES, HEXES)
    assert sum(len(spots_of(page, BLUE)) for page in a4["stand-ups.pdf"]) == 3


def test_backs_lie_behind_their_fronts(a4: dict[str, list[Page]]) -> None:
    """The sample's back is its front seen through the paper: mirrored, the sheets are equal."""
    pages = a4["pieces-two-sided.pdf"]
    for front, back in zip(pages[::2], pages[1::2], strict=True):
        window = slice(17 * PX_PER_MM, 278 * PX_PER_MM)
        through = back[window, ::-1].astype(np.int16)
        differ = np.abs(front[window].astype(np.int16) - through).max(axis=2) > 60
        # Only the dashed cut lines of the front differ, and edges by a pixel.
        assert differ.mean() < 0.02
        marks = sorted((x, y) for x, y, area in spots_of(front, "#ffffff") if area < 40)
        mirrored = sorted((210.0 - x, y) for x, y, area in spots_of(back, "#ffffff") if area < 40)
        assert np.abs(np.array(marks) - np.array(mirrored)).max() < 0.15
        for x in (10.0, 200.0):
            assert_cross(front, x, 10.0)
            assert_cross(back, x, 287.0)


def assert_cross(page: Page, x_mm: float, y_mm: float) -> None:
    """The darkest row and column of a small window cross at the middle."""
    x, y = round(x_mm * PX_PER_MM), round(y_mm * PX_PER_MM)
    window = 255.0 - page[y - 28 : y + 28, x - 28 : x + 28].min(axis=2)
    assert abs(int(window.sum(axis=0).argmax()) - 28) <= 1
    assert abs(int(window.sum(axis=1).argmax()) - 28) <= 1
    assert window.sum(axis=0).max() > 40 * 128


def test_the_back_bleeds_over_the_cut_line(a4: dict[str, list[Page]]) -> None:
    back = a4["pieces-two-sided.pdf"][1]
    spots = sorted(spots_of(back, "#ffffff"), key=lambda spot: -spot[2])[1:]
    x, y = min(spots, key=lambda spot: (round(spot[1]), spot[0]))[:2]
    middle = x - 6.0  # the mark is 6 mm right of the middle of a back
    top = round((y - 15.0 - 1.5) * PX_PER_MM)
    assert spots_of(
        back[top : top + 60, round((middle - 3) * 10) : round((middle + 3) * 10)], GREEN
    )


def test_stand_ups_have_their_heads_at_the_fold(a4: dict[str, list[Page]]) -> None:
    (page,) = a4["stand-ups.pdf"]
    blues, reds, greens = (spots_of(page, colour) for colour in (BLUE, RED, GREEN))
    for (bx, by, area), red, green in zip(blues, reds, greens, strict=True):
        # Front 16 x 6 and back 8 x 6 touch at the fold and are one spot.
        assert area == pytest.approx(16 * 6 + 8 * 6, rel=0.05)
        assert np.hypot(red[0] - bx, red[1] - by) < 16
        assert np.hypot(green[0] - bx, green[1] - by) < 16


def text_of(pdf: bytes, scratch: Path) -> str:
    scratch.write_bytes(pdf)
    done = subprocess.run(
        ["pdftotext", "-layout", scratch, "-"],
        check=True,
        capture_output=True,
        text=True,
        timeout=60,
    )
    return done.stdout


def test_notes_say_how_in_each_language(tmp_path: Path) -> None:
    text = text_of(sheets()[NOTES_FILE], tmp_path / "notes.pdf")
    assert "Glue it well." in text
    assert "actual size" in text
    assert "實際大小" in text
    assert "boards.pdf: 4 pages" in text
    sentences = re.findall(r"(\w+): [\d.]+ mm thick\.", text)
    assert sentences
    assert all(first[0].isupper() for first in sentences)
    alone = text_of(sheets(languages=("zh-Hant",))[NOTES_FILE], tmp_path / "notes.pdf")
    assert "實際大小" in alone
    assert "actual size" not in alone


def test_a_name_that_holds_the_other_languages_stands_once(tmp_path: Path) -> None:
    def called(key: str, language: str, values: Mapping[str, Any]) -> str:
        return {"en": "Sample", "zh-Hant": "Sample 範例"}[language] if key == "game" else key

    made = game_sheets(sample_prints(), PAPERS["a4"], called, markers(), ("en", "zh-Hant"))
    text = text_of(made[0].pdf, tmp_path / "notes.pdf")
    assert text.split()[:3] == ["Sample", "範例", "Read"]


@pytest.mark.parametrize(("paper", "pages"), [("a3", 2), ("letter", 4)])
def test_other_papers_hold_the_same(tmp_path: Path, paper: str, pages: int) -> None:
    found = rasterise(sheets(paper)["boards.pdf"], tmp_path)
    assert len(found) == pages
    for page in found:
        assert rule_mm(page) == pytest.approx(100.0, abs=0.11)
        assert min(ink_reach_mm(page)) >= MARGIN_MM - 0.15
    ids = {number for page in found for number in detect(page, DICTIONARY)}
    assert ids == {*range(8), *range(10, 18)}


def test_a_piece_that_is_too_large_names_a_paper_that_is_not() -> None:
    prints = sample_prints()
    wide = tuple((10 * x, 20 * y) for x, y in prints.pieces[0].outline_mm)
    huge = replace(prints.pieces[0], outline_mm=wide, front=Drawing((100.0, 200.0)), count=1)
    fits = replace(prints, pieces=(huge,))
    assert game_sheets(fits, PAPERS["a4"], say, markers())
    wide = tuple((27 * x, 20 * y) for x, y in prints.pieces[0].outline_mm)
    huge = replace(huge, outline_mm=wide)
    with pytest.raises(InputError, match="red disc does not fit on A4 paper; use --paper a3"):
        game_sheets(replace(prints, pieces=(huge,)), PAPERS["a4"], say, markers())
    wide = tuple((400 * x, 20 * y) for x, y in prints.pieces[0].outline_mm)
    with pytest.raises(InputError, match="no paper is large enough"):
        game_sheets(
            replace(prints, pieces=(replace(huge, outline_mm=wide),)),
            PAPERS["a4"],
            say,
            markers(),
        )
