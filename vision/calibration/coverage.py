"""What a set of pictures of the calibration sheet has shown so far, and what is still missing."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

import numpy as np

from companion.flow import Sentence
from vision.calibration.views import View

FEWEST_VIEWS = 10
CELLS_WH = (8, 6)  # the raster on which the corners are counted, for people to look at
LEANS = ("left", "right", "top", "bottom")
AREAS = (
    ("top left", "top", "top right"),
    ("left", "middle", "right"),
    ("bottom left", "bottom", "bottom right"),
)
_FEWEST_IN_AREA = 8
_OUTER = 0.62  # corners of the picture count from here, of half its diagonal
_NEAR_SHARE, _FAR_SHARE = 0.15, 0.08  # of the picture, within the sheet's corners
_FEWEST_LEANS = 3
_NEW_CELLS = 1


@dataclass(frozen=True, slots=True)
class Coverage:
    """Counts over a set of views.

    `cells` are the sheet's corners seen in each cell of a raster of CELLS_WH over the picture,
    row by row.  `areas` and `leans` are how often each was shown, `near` and `far` how many
    pictures show the sheet large and small.
    """

    views: int
    cells: tuple[tuple[int, ...], ...]
    areas: dict[str, int]
    leans: dict[str, int]
    near: int
    far: int

    @property
    def complete(self) -> bool:
        """Whether nothing is missing."""
        return not any(self.missing())

    def missing(self) -> Iterator[Sentence]:
        """What is still missing, each in one sentence."""
        areas = tuple(name for name, count in self.areas.items() if count < _FEWEST_IN_AREA)
        if areas:
            yield Sentence(
                "calibration_missing_areas",
                "Show the sheet in these parts of the picture, out to the edge: {areas}.",
                areas=areas,
            )
        leans = tuple(side for side in LEANS if not self.leans[side])
        if len(LEANS) - len(leans) < _FEWEST_LEANS:
            yield Sentence(
                "calibration_missing_leans",
                "Lean the sheet by 20 to 45 degrees so that these sides come nearer to the "
                "camera: {sides}.",
                sides=leans,
            )
        if not self.near:
            yield Sentence(
                "calibration_missing_near",
                "Show the sheet nearer, so that it nearly fills the picture from top to bottom.",
            )
        if not self.far:
            yield Sentence("calibration_missing_far", "Show the sheet from farther away, too.")
        if self.views < FEWEST_VIEWS:
            yield Sentence(
                "calibration_missing_views",
                "{views} usable pictures so far, at least {fewest} are needed.",
                views=str(self.views),
                fewest=str(FEWEST_VIEWS),
            )


def coverage_of(views: Sequence[View]) -> Coverage:
    """What the views show together; they are of one size."""
    columns, rows = CELLS_WH
    cells = np.zeros((rows, columns), np.int64)
    areas = dict.fromkeys((name for row in AREAS for name in row), 0)
    leans = dict.fromkeys((*LEANS, "flat"), 0)
    for view in views:
        cells += _cells(view)
        for name, count in _areas(view).items():
            areas[name] += count
        leans[view.lean] += 1
    return Coverage(
        len(views),
        tuple(tuple(int(count) for count in row) for row in cells),
        areas,
        leans,
        sum(view.share > _NEAR_SHARE for view in views),
        sum(view.share < _FAR_SHARE for view in views),
    )


def adds_something(view: View, views: Sequence[View]) -> bool:
    """Whether a view shows what the others do not: a part of the picture, a lean or a size."""
    before = coverage_of(views)
    seen = np.array(before.cells)
    if int(((seen == 0) & (_cells(view) > 0)).sum()) >= _NEW_CELLS:
        return True
    if not before.leans[view.lean]:
        return True
    if (view.share > _NEAR_SHARE and not before.near) or (
        view.share < _FAR_SHARE and not before.far
    ):
        return True
    if any(before.areas[name] < _FEWEST_IN_AREA for name in _areas(view)):
        return True
    return before.views < FEWEST_VIEWS and all(_differ(view, other) for other in views)


def _differ(view: View, other: View) -> bool:
    """Whether two views are no copies of each other."""
    if view.lean != other.lean:
        return True
    middle = view.corners_px.mean(axis=0) - other.corners_px.mean(axis=0)
    moved = float(np.linalg.norm(middle)) / max(view.size_wh)
    return moved > 0.08 or not 0.75 < view.share / max(other.share, 1e-6) < 1.33


def _cells(view: View) -> np.ndarray[tuple[int, int], np.dtype[np.int64]]:
    columns, rows = CELLS_WH
    place = view.corners_px / np.array(view.size_wh) * (columns, rows)
    x, y = np.clip(place.astype(int), 0, (columns - 1, rows - 1)).T
    cells = np.zeros((rows, columns), np.int64)
    np.add.at(cells, (y, x), 1)
    return cells


def _areas(view: View) -> dict[str, int]:
    """How many corners lie in each third; those of the picture's corners far enough out."""
    size = np.array(view.size_wh, np.float64)
    columns, rows = np.clip((view.corners_px / size * 3).astype(int), 0, 2).T
    out = np.linalg.norm(view.corners_px - size / 2, axis=1) / (np.linalg.norm(size) / 2)
    counts: dict[str, int] = {}
    for column, row, away in zip(columns, rows, out, strict=True):
        if column != 1 and row != 1 and away < _OUTER:
            continue
        name = AREAS[row][column]
        counts[name] = counts.get(name, 0) + 1
    return counts
