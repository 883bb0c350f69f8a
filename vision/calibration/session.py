"""A calibration as it goes on: pictures in, what they show together and what is missing out."""

from __future__ import annotations

import json
from collections.abc import Callable, Sequence

import cv2
import numpy as np
from numpy.typing import NDArray

from companion.calibrating.sheet import SHEETS
from companion.flow import Sentence
from vision.calibration.coverage import Coverage, adds_something, coverage_of
from vision.calibration.judge import Calibration, calibrate, differs_in_size
from vision.calibration.views import NoView, SheetFinder, View
from vision.graying import to_gray

Picture = NDArray[np.uint8]

MOST_VIEWS = 60
# Far more pixels than these make no corner more exact, and take long to search.
_LONGEST_PX = 3000
_STILL_SHARE = 0.0012  # of the picture's longer side, between two pictures


class CalibrationSession:
    """Collects views of the calibration sheet by one camera.

    All sheets have the same squares in the same order, and the lens does not depend on how large
    they are, so any of them may be shown.
    """

    def __init__(self) -> None:
        self._finder = SheetFinder(SHEETS["a4"])
        self.views: list[View] = []

    @property
    def coverage(self) -> Coverage:
        """What has been shown so far."""
        return coverage_of(self.views)

    def look(self, image_bgr: Picture, name: str) -> View:
        """The sheet in a BGR picture (height, width, 3) uint8, which is not kept yet.

        Raises NoView when the picture is of no use.
        """
        height, width = image_bgr.shape[:2]
        gray = to_gray(image_bgr)
        scale = min(1.0, _LONGEST_PX / max(width, height))
        if scale < 1:
            small = cv2.resize(gray, None, fx=scale, fy=scale, interpolation=cv2.INTER_AREA)
            gray = np.asarray(small, np.uint8)
        return self._finder.find(gray, name).at_size((width, height))

    def is_new(self, view: View) -> bool:
        """Whether a view, perhaps of a smaller picture, shows what was not shown yet."""
        if not self.views:
            return True
        return adds_something(view.at_size(self.views[0].size_wh), self.views)

    def keep(self, view: View, only_new: bool = False) -> None:
        """Keep a view.  Raises NoView for one of another size, or `only_new` shows nothing new."""
        if self.views and view.size_wh != self.views[0].size_wh:
            raise NoView(differs_in_size(view, self.views[0].size_wh))
        if len(self.views) >= MOST_VIEWS or (only_new and not self.is_new(view)):
            raise NoView(nothing_new(view.name))
        self.views.append(view)

    def dump(self) -> str:
        """The views as text, to go on with another time."""
        return json.dumps(
            [
                {
                    **{key: getattr(view, key) for key in ("name", "size_wh", "lean", "share")},
                    "ids": view.ids.tolist(),
                    "corners_px": np.round(view.corners_px, 3).tolist(),
                }
                for view in self.views
            ]
        )

    def load(self, text: str) -> None:
        """Go on with the views of `dump`; with none when the text is not of that form."""
        try:
            self.views = [_view(**each) for each in json.loads(text)]
        except (ValueError, TypeError, KeyError):
            self.views = []

    def finish(self, told: Callable[[], None] = lambda: None) -> Calibration:
        """Fit and judge the lens.  Raises NotCalibrated with one sentence."""
        return calibrate(self.views, self._finder, told)


def _view(
    name: str,
    size_wh: Sequence[int],
    ids: Sequence[int],
    corners_px: Sequence[Sequence[float]],
    lean: str,
    share: float,
) -> View:
    width, height = size_wh
    corners = np.array(corners_px, np.float64).reshape(len(ids), 2)
    return View(name, (width, height), np.array(ids, np.int64), corners, lean, share)


def nothing_new(name: str) -> Sentence:
    """What is said of a picture that is like those before."""
    return Sentence(
        "calibration_same",
        "{name}: too much like the pictures before, it shows nothing new.",
        name=name,
    )


def stood_still(before: View | None, now: View) -> bool:
    """Whether the sheet was held still between two pictures."""
    if before is None or before.size_wh != now.size_wh:
        return False
    _, first, second = np.intersect1d(before.ids, now.ids, return_indices=True)
    if len(first) < len(now.ids) // 2:
        return False
    moved = np.linalg.norm(before.corners_px[first] - now.corners_px[second], axis=1)
    return bool(moved.mean() < _STILL_SHARE * max(now.size_wh))
