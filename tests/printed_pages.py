"""PDF pages as pictures, and what can be measured on them."""

from __future__ import annotations

import subprocess
from itertools import groupby
from pathlib import Path

import cv2
import numpy as np
from numpy.typing import NDArray

PX_PER_MM = 10  # 254 dpi
Page = NDArray[np.uint8]


def rasterise(pdf: bytes, folder: Path, last: int = 99) -> list[Page]:
    """The pages in BGR at 10 px per mm, at most `last` of them."""
    (folder / "sheet.pdf").write_bytes(pdf)
    command = ["pdftoppm", "-r", "254", "-l", str(last), "sheet.pdf", "page"]
    subprocess.run(command, cwd=folder, check=True, timeout=120)
    paths = sorted(folder.glob("page-*.ppm"))
    pages = [np.asarray(cv2.imread(str(path)), np.uint8) for path in paths]
    for path in paths:
        path.unlink()
    return pages


def rule_mm(page: Page) -> float:
    """Length of the longest dark line in the lowest 15 mm of the page."""
    best = 0
    for row in page[-15 * PX_PER_MM :].max(axis=2) < 200:
        runs = [len(list(run)) for dark, run in groupby(row.tolist()) if dark]
        best = max([best, *runs])
    return best / PX_PER_MM


def ink_reach_mm(page: Page) -> tuple[float, float, float, float]:
    """How far ink stays away from the left, top, right and bottom edge of the paper."""
    inked = page.min(axis=2) < 250
    columns, rows = inked.any(axis=0).nonzero()[0], inked.any(axis=1).nonzero()[0]
    height, width = inked.shape
    left, right = columns[0] / PX_PER_MM, (width - 1 - columns[-1]) / PX_PER_MM
    return left, rows[0] / PX_PER_MM, right, (height - 1 - rows[-1]) / PX_PER_MM


def detect(page: Page, dictionary: str) -> dict[int, NDArray[np.float64]]:
    """Marker id to its corners (4, 2) in mm from the page's top-left corner."""
    parameters = cv2.aruco.DetectorParameters()
    parameters.cornerRefinementMethod = cv2.aruco.CORNER_REFINE_SUBPIX
    table = cv2.aruco.getPredefinedDictionary(getattr(cv2.aruco, dictionary))
    corners, ids, _ = cv2.aruco.ArucoDetector(table, parameters).detectMarkers(page)
    if ids is None:
        return {}
    # The middle of the first pixel lies half a pixel inside the page.
    return {
        int(i): (quad[0].astype(np.float64) + 0.5) / PX_PER_MM
        for i, quad in zip(ids.ravel(), corners, strict=True)
    }


def spots_of(page: Page, colour_rgb: str) -> list[tuple[float, float, float]]:
    """(x, y, area) in mm of every connected spot of nearly this colour, larger than 4 mm2."""
    bgr = [int(colour_rgb[i : i + 2], 16) for i in (5, 3, 1)]
    near = (np.abs(page.astype(np.int16) - np.array(bgr, np.int16)).max(axis=2) < 40).astype(
        np.uint8
    )
    count, _, stats, middles = cv2.connectedComponentsWithStats(near)
    areas = stats[:, cv2.CC_STAT_AREA] / PX_PER_MM**2
    return [
        (middles[i][0] / PX_PER_MM, middles[i][1] / PX_PER_MM, float(areas[i]))
        for i in range(1, count)
        if areas[i] > 4.0
    ]
