"""The printed calibration sheet: exact millimetres, found by the calibration itself."""

from __future__ import annotations

from pathlib import Path

import cv2
import numpy as np
import pytest
from command_line import run_companion
from printed_pages import PX_PER_MM, detect, ink_reach_mm, rasterise

from companion.calibrating.sheet import SHEETS
from vision.calibration.views import SheetFinder

TOLERANCE_MM = 0.05
PRINTERS_EDGE_MM = 6.0


@pytest.mark.parametrize("paper", SHEETS)
def test_the_sheet_has_its_exact_size_and_is_found(paper: str, tmp_path: Path) -> None:
    sheet, pdf = SHEETS[paper], tmp_path / "chessboard.pdf"
    done = run_companion("markers", "--charuco", "--paper", paper, "--out", pdf)
    assert done.returncode == 0, done.stderr
    assert f"{sheet.size_mm[0]:g} x {sheet.size_mm[1]:g} mm" in done.stdout
    (page,) = rasterise(pdf.read_bytes(), tmp_path)
    assert min(ink_reach_mm(page)) > PRINTERS_EDGE_MM
    tags = detect(page, sheet.dictionary)
    assert len(tags) == len(list(sheet.markers()))
    sides = [np.linalg.norm(quad[1] - quad[0]) for quad in tags.values()]
    assert np.abs(np.array(sides) - sheet.marker_mm).max() < TOLERANCE_MM
    finder = SheetFinder(sheet)
    gray = np.asarray(cv2.cvtColor(page, cv2.COLOR_BGR2GRAY), np.uint8)
    view = finder.find(gray, "page")
    assert len(view.ids) == sheet.corners
    assert view.lean == "flat"
    expected = finder.corners_mm[view.ids]
    seen = view.corners_px / PX_PER_MM
    off = (seen - seen.mean(axis=0)) - (expected - expected.mean(axis=0))
    assert np.abs(off).max() < TOLERANCE_MM


def test_viewers_are_asked_not_to_scale_it(tmp_path: Path) -> None:
    done = run_companion("markers", "--charuco", "--out", tmp_path / "sheet.pdf")
    assert done.returncode == 0
    assert b"PrintScaling" in (tmp_path / "sheet.pdf").read_bytes()
