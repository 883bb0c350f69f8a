"""The marker sheet: measured on the page as a printer would put it there."""

from __future__ import annotations

import os
import subprocess
import threading
from itertools import groupby
from pathlib import Path

import cv2
import numpy as np
import pytest
from command_line import assert_one_sentence_on_stderr, run_companion
from numpy.typing import NDArray
from reportlab.pdfbase import pdfmetrics

from companion.cli.markers import parse_ids
from companion.describing.dictionaries import DICTIONARIES
from companion.errors import InputError
from companion.keeping.whole_file import write_whole
from companion.printing.fonts import chinese_font
from companion.printing.marker_sheet import PrintedMarker, marker_sheet, quiet_mm
from companion.printing.sheet import PAPERS, Sheet
from vision.marker_art import marker_bits

PX_PER_MM = 10  # 254 dpi

Gray = NDArray[np.uint8]


def rasterise(pdf: bytes, folder: Path) -> list[Gray]:
    """The pages in grey at 10 px per mm."""
    (folder / "sheet.pdf").write_bytes(pdf)
    subprocess.run(
        ["pdftoppm", "-r", "254", "-gray", folder / "sheet.pdf", folder / "page"],
        check=True,
        timeout=120,
    )
    pages = sorted(folder.glob("page-*.pgm"))
    return [np.asarray(cv2.imread(str(page), cv2.IMREAD_GRAYSCALE), np.uint8) for page in pages]


def sheet_of(ids: range, size_mm: float, paper: str, dictionary: str = "DICT_4X4_50") -> bytes:
    markers = [PrintedMarker(tag_id, marker_bits(dictionary, tag_id)) for tag_id in ids]
    return marker_sheet(markers, dictionary, size_mm, PAPERS[paper])


def detect(page: Gray, dictionary: str) -> dict[int, NDArray[np.float32]]:
    """Marker id to its corners (4, 2) px, top-left first, at sub-pixel accuracy."""
    parameters = cv2.aruco.DetectorParameters()
    parameters.cornerRefinementMethod = cv2.aruco.CORNER_REFINE_SUBPIX
    table = cv2.aruco.getPredefinedDictionary(getattr(cv2.aruco, dictionary))
    corners, ids, _ = cv2.aruco.ArucoDetector(table, parameters).detectMarkers(page)
    assert ids is not None
    assert len(set(ids.ravel().tolist())) == len(ids)
    return {int(i): quad[0] for i, quad in zip(ids.ravel(), corners, strict=True)}


@pytest.mark.parametrize(
    ("dictionary", "size_mm", "paper", "ids"),
    [
        ("DICT_4X4_50", 24.0, "a4", range(4)),
        ("DICT_4X4_50", 8.75, "a4", range(50)),
        ("DICT_5X5_100", 40.0, "letter", range(90, 100)),
        ("DICT_APRILTAG_36h11", 30.0, "a3", range(580, 587)),
        ("DICT_4X4_50", 24.0, "a4", range(45)),
    ],
)
def test_markers_have_their_exact_size(
    tmp_path: Path, dictionary: str, size_mm: float, paper: str, ids: range
) -> None:
    pages = rasterise(sheet_of(ids, size_mm, paper, dictionary), tmp_path)
    found: list[int] = []
    for page in pages:
        width_mm, height_mm = page.shape[1] / PX_PER_MM, page.shape[0] / PX_PER_MM
        assert width_mm == pytest.approx(PAPERS[paper].width_mm, abs=0.15)
        assert height_mm == pytest.approx(PAPERS[paper].height_mm, abs=0.15)
        assert rule_mm(page) == pytest.approx(100.0, abs=0.11)
        markers = detect(page, dictionary)
        for corners in markers.values():
            sides = np.linalg.norm(corners - np.roll(corners, -1, axis=0), axis=1) / PX_PER_MM
            assert np.abs(sides - size_mm).max() < 0.1
            assert corners[0][0] < corners[1][0]
            assert corners[0][1] < corners[3][1]
            assert_white_edge(page, corners, size_mm)
        found += sorted(markers)
    assert sorted(found) == list(ids)


def rule_mm(page: Gray) -> float:
    """Length of the longest dark line in the top 30 mm of the page."""
    best = 0
    for row in page[: 30 * PX_PER_MM] < 200:
        runs = [len(list(run)) for dark, run in groupby(row.tolist()) if dark]
        best = max([best, *runs])
    return best / PX_PER_MM


def assert_white_edge(page: Gray, corners: NDArray[np.float32], size_mm: float) -> None:
    """Nothing is printed within the quiet zone beside, above and below the marker."""
    edge = int((quiet_mm(size_mm) - 0.3) * PX_PER_MM)
    (left, top), (right, bottom) = corners[0] - 1, corners[2] + 2
    window = page[int(top) - edge : int(bottom) + edge, int(left) - edge : int(right) + edge].copy()
    window[edge:-edge, edge:-edge] = 255
    assert window.min() > 250


def test_every_marker_looks_as_opencv_prints_it() -> None:
    for known in DICTIONARIES:
        bits = marker_bits(known.name, known.count - 1)
        assert len(bits) == known.cells + 2
        assert all(len(row) == known.cells + 2 for row in bits)
        assert all(bits[0])
        assert all(row[0] and row[-1] for row in bits)


@pytest.mark.parametrize(
    ("name", "tag_id"), [("DICT_4X4_50", 50), ("DICT_4X4_50", -1), ("DICT_9X9", 0), ("aruco", 0)]
)
def test_unknown_markers_are_refused(name: str, tag_id: int) -> None:
    with pytest.raises(ValueError, match=r"has no marker|is not a dictionary"):
        marker_bits(name, tag_id)


def test_the_same_sheet_has_the_same_bytes_and_asks_not_to_be_scaled() -> None:
    one, other = sheet_of(range(4), 24.0, "a4"), sheet_of(range(4), 24.0, "a4")
    assert one == other
    assert b"/PrintScaling /None" in one


@pytest.mark.parametrize("size_mm", [4.0, 200.0, -3.0])
def test_a_size_that_does_not_fit_is_refused_with_the_sizes_that_do(size_mm: float) -> None:
    with pytest.raises(InputError, match=r"use --size-mm from 5 to 139\."):
        sheet_of(range(1), size_mm, "a4")


def test_the_largest_size_that_is_offered_fits(tmp_path: Path) -> None:
    (page,) = rasterise(sheet_of(range(1), 139.0, "a4"), tmp_path)
    assert list(detect(page, "DICT_4X4_50")) == [0]


@pytest.mark.parametrize("installed", [True, False])
def test_chinese_words_leave_ink_in_as_many_places_as_there_are(
    tmp_path: Path, installed: bool
) -> None:
    words = "沿虛線剪下請保留白邊"
    sheet = Sheet(PAPERS["a4"], "words")
    if installed:
        sheet.text((20.0, 50.0), words, 8.0)
    else:
        sheet._canvas.setFont(chinese_font(files=()), 8.0 * 72 / 25.4)
        sheet._canvas.drawString(20 * 72 / 25.4, (297 - 50) * 72 / 25.4, words)
    (page,) = rasterise(sheet.pdf_bytes(), tmp_path)
    cells = [
        page[42 * PX_PER_MM : 52 * PX_PER_MM, int((20 + 8 * n) * PX_PER_MM) :][:, : 8 * PX_PER_MM]
        for n in range(len(words))
    ]
    inked = [float((cell < 128).mean()) for cell in cells]
    assert all(0.05 < share < 0.5 for share in inked), inked
    assert len({cell.tobytes() for cell in cells}) == len(words)


def test_without_an_installed_font_the_standard_one_is_named() -> None:
    assert chinese_font(files=(Path("/nonexistent.ttc"),)) == "MSung-Light"
    assert "MSung-Light" in pdfmetrics.getRegisteredFontNames()


@pytest.mark.parametrize(
    ("text", "ids"),
    [("0-3", [0, 1, 2, 3]), ("7", [7]), (" 4 , 0-1,9", [4, 0, 1, 9]), ("49-49", [49])],
)
def test_ids_are_read(text: str, ids: list[int]) -> None:
    assert parse_ids(text, 50) == ids


@pytest.mark.parametrize(
    "text", ["", "a", "3-1", "50", "0-50", "1,,2", "1,1", "0-3,2", "-1", "1-2-3", "٣", "9999999"]
)
def test_ids_that_are_none_are_refused(text: str) -> None:
    with pytest.raises(InputError, match=r"--ids .*\.$"):
        parse_ids(text, 50)


def test_too_many_ids_are_refused() -> None:
    with pytest.raises(InputError, match="at most 500"):
        parse_ids("0-999", 1000)


def test_the_command_writes_a_whole_file_or_none(tmp_path: Path) -> None:
    out = tmp_path / "markers.pdf"
    done = run_companion("markers", "--out", out, "--ids", "0-5", "--size-mm", "20")
    assert (done.returncode, done.stderr) == (0, "")
    assert out.read_bytes().startswith(b"%PDF-")
    assert list(tmp_path.iterdir()) == [out]


@pytest.mark.parametrize(
    "arguments",
    [
        ["--out", "no/such/folder/m.pdf"],
        ["--out", "."],
        ["--out", "m.pdf", "--dictionary", "DICT_9X9"],
        ["--out", "m.pdf", "--ids", "60"],
        ["--out", "m.pdf", "--size-mm", "nan"],
        ["--out", "m.pdf", "--size-mm", "500"],
        ["--out", "m.pdf", "--paper", "b5"],
        [],
    ],
)
def test_bad_arguments_get_one_sentence(arguments: list[str]) -> None:
    done = run_companion("markers", *arguments)
    assert_one_sentence_on_stderr(done, 2)
    assert not Path("m.pdf").exists()


def test_nothing_is_left_behind_when_the_file_can_not_be_replaced(tmp_path: Path) -> None:
    (tmp_path / "m.pdf").mkdir()
    (tmp_path / "m.pdf" / "full").write_text("")
    with pytest.raises(InputError, match=r"m\.pdf can't be written"):
        write_whole(tmp_path / "m.pdf", b"data")
    assert [path.name for path in tmp_path.iterdir()] == ["m.pdf"]


def test_what_is_no_file_is_written_to_and_stays(tmp_path: Path) -> None:
    os.mkfifo(tmp_path / "pipe")
    read: list[bytes] = []
    reader = threading.Thread(target=lambda: read.append((tmp_path / "pipe").read_bytes()))
    reader.start()
    write_whole(tmp_path / "pipe", b"data")
    reader.join(5.0)
    assert read == [b"data"]
    assert (tmp_path / "pipe").is_fifo()
