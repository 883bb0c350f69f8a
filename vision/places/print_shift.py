"""Does the print lie where the markers say?  Lines of the picture are laid over lines of the print.

Markers that were moved together, or measured from another corner, give a pose that explains them
perfectly and everything else wrongly.
"""

from __future__ import annotations

from collections.abc import Sequence

import cv2
import numpy as np
from numpy.typing import NDArray

from companion.board import Tag
from vision.rectify import Grid

Picture = NDArray[np.uint8]
Plane = NDArray[np.float32]

_REACH_MM = 18.0
_LEAST_LIKENESS = 0.3  # of lines to lines: below it nothing can be said
_CLEARLY = 1.05  # times as alike as where the markers say
_NEAR_MM = 2.0
_FAINT = 12.0  # grey levels of a line that counts


def print_shift_mm(
    paper_bgr: Picture, bare_bgr: Picture, grid: Grid, tags: Sequence[Tag]
) -> float | None:
    """How far (mm) the print lies from its place when that is beyond doubt, else None.

    Both pictures lie on `grid`; the markers themselves, which agree by definition, are left out.
    """
    coarse = grid.halved()
    reach = round(_REACH_MM * coarse.px_per_mm)
    width, height = coarse.size_wh
    if min(width, height) < 4 * reach:
        return None
    seen, printed = (_lines(image, coarse, tags) for image in (paper_bgr, bare_bgr))
    inner = printed[reach : height - reach, reach : width - reach]
    if float(inner.std()) < 1.0:
        return None
    alike = np.asarray(cv2.matchTemplate(seen, inner, cv2.TM_CCOEFF_NORMED), np.float32)
    y, x = np.unravel_index(int(alike.argmax()), alike.shape)
    near = round(_NEAR_MM * coarse.px_per_mm)
    here = float(alike[reach - near : reach + near + 1, reach - near : reach + near + 1].max())
    best = float(alike[y, x])
    if best < _LEAST_LIKENESS or best < _CLEARLY * here:
        return None
    return float(np.hypot(x - reach, y - reach) / coarse.px_per_mm)


def _lines(image: Picture, grid: Grid, tags: Sequence[Tag]) -> Plane:
    """How strong lines are at each pixel, capped so that pieces count no more than print."""
    gray = cv2.cvtColor(image, cv2.COLOR_BGR2GRAY)
    small = cv2.resize(gray, grid.size_wh, interpolation=cv2.INTER_AREA).astype(np.float32)
    across = cv2.Sobel(small, cv2.CV_32F, 1, 0, scale=0.25)
    down = cv2.Sobel(small, cv2.CV_32F, 0, 1, scale=0.25)
    lines = np.minimum(cv2.magnitude(across, down), _FAINT)
    for tag in tags:
        corners = np.array(tag.corners_mm)
        middle = corners.mean(axis=0)
        pixels = np.round(grid.to_px(middle + 1.7 * (corners - middle))).astype(np.int32)
        cv2.fillConvexPoly(lines, pixels, 0.0)
    return np.asarray(cv2.GaussianBlur(lines, (0, 0), 1.0), np.float32)
