"""What photographs of a bare board teach: its markers, and its picture with the lamp taken out."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import cast

import numpy as np
from numpy.typing import NDArray

from companion.board import Marked, PointMm, Tag
from companion.errors import InputError
from companion.flow import Frame, Sentence
from vision.graying import to_gray
from vision.markers import MarkerFinder
from vision.pose import Pose
from vision.rectify import Grid
from vision.registration import BoardNotFound, find_board
from vision.teaching.gloss import without_gloss
from vision.teaching.layout import Layout, layout_of
from vision.teaching.paper import PaperView
from vision.teaching.photographed import Outline, Photographed

Array = NDArray[np.float64]
Picture = NDArray[np.uint8]
Corners = tuple[PointMm, PointMm, PointMm, PointMm]

_FINEST_PX_PER_MM, _COARSEST_PX_PER_MM = 5.0, 1.5
_LONGEST_PX = 2400
_GLOSS_MM = 10.0  # a mirrored lamp is smoother than this


@dataclass(frozen=True)
class View:
    """One photograph in which the board was found: its number, its pose, the markers seen."""

    number: int
    pose: Pose
    ids: tuple[int, ...]


@dataclass(frozen=True)
class TaughtBoard:
    """A bare board as photographs show it.

    `picture_bgr` is the board edge to edge at `px_per_mm`, at paper levels.  `rms_px`,
    `sigma_mm` and `corner_mm` as in `Layout`; `corner_mm` is None when the markers alone gave
    the frame.
    """

    size_mm: tuple[float, float]
    tags: tuple[Tag, ...]
    views: tuple[View, ...]
    picture_bgr: Picture
    px_per_mm: float
    rms_px: float
    sigma_mm: float
    corner_mm: float | None


def markers_in(frame: Frame, dictionary: str) -> dict[int, Array]:
    """Every marker of a photograph by its id, corners (4, 2) px.

    Raises InputError when a marker is seen twice.
    """
    found = MarkerFinder(dictionary).everywhere(to_gray(frame.image_bgr))
    ids = [marker.id for marker in found]
    twice = sorted({tag_id for tag_id in ids if ids.count(tag_id) > 1})
    if twice:
        raise InputError(
            Sentence(
                "teach_twice",
                "marker {id} is seen twice in {photo}; every marker on a table needs a number of "
                "its own",
                id=str(twice[0]),
                photo=frame.camera,
            )
        )
    return {marker.id: marker.corners_px for marker in found}


def teach_board(
    frames: Sequence[Frame], dictionary: str, side_mm: float, outline: Outline
) -> TaughtBoard:
    """Learn a board from its corners in the first photograph and the markers stuck onto it.

    Raises InputError with one sentence when the photographs do not fit together.
    """
    photos = [Photographed(markers_in(frame, dictionary), frame.size_wh) for frame in frames]
    laid = layout_of(photos, side_mm, outline)
    tags = tuple(
        Tag(tag_id, cast("Corners", tuple((float(x), float(y)) for x, y in corners)))
        for tag_id, corners in zip(laid.ids, laid.corners_mm, strict=True)
    )
    views = [
        View(number, pose, tuple(i for i in laid.ids if i in photos[number].seen))
        for number, pose in zip(laid.used, laid.poses, strict=True)
    ]
    return _taught(frames, outline.size_mm, tags, views, laid)


def teach_known(frames: Sequence[Frame], known: Marked) -> TaughtBoard:
    """Learn a board whose markers lie where a description says, as on printed sheets.

    Raises InputError when the first photograph does not show it so.
    """
    views, worst_px, sigma_mm = [], 0.0, 0.0
    for number, frame in enumerate(frames):
        try:
            found = find_board(frame, known)
        except BoardNotFound as error:
            if number:
                continue
            raise InputError(
                Sentence(
                    "teach_unknown_markers",
                    "without corners the markers have to lie where those of {board} do, but: {why} "
                    "Give the board's four corners and its measured size instead",
                    board=known.name,
                    why=error.sentence,
                )
            ) from None
        views.append(View(number, found.pose, tuple(marker.id for marker in found.markers)))
        worst_px = max(worst_px, found.registration.rms_px)
        sigma_mm = max(sigma_mm, found.registration.sigma_mm)
    layout = Layout((), np.empty((0, 4, 2)), (), (), worst_px, sigma_mm, 0.0)
    return _taught(frames, known.size_mm, known.tags, views, layout, with_corners=False)


def _taught(
    frames: Sequence[Frame],
    size_mm: tuple[float, float],
    tags: tuple[Tag, ...],
    views: Sequence[View],
    laid: Layout,
    with_corners: bool = True,
) -> TaughtBoard:
    middle = (size_mm[0] / 2, size_mm[1] / 2)
    sharpest = max(view.pose.px_per_mm(middle) for view in views)
    most = min(_FINEST_PX_PER_MM, _LONGEST_PX / max(size_mm))
    scale = float(np.clip(sharpest, _COARSEST_PX_PER_MM, most))
    looks = [_paper(frames[view.number], view, size_mm, tags, scale) for view in views]
    picture = without_gloss(looks, _GLOSS_MM * scale)
    return TaughtBoard(
        size_mm,
        tags,
        tuple(views),
        picture,
        scale,
        laid.rms_px,
        laid.sigma_mm,
        laid.corner_mm if with_corners else None,
    )


def _paper(
    frame: Frame, view: View, size_mm: tuple[float, float], tags: tuple[Tag, ...], scale: float
) -> Picture:
    """The board seen flat at paper levels, cut to its size."""
    grid = Grid.over((0.0, 0.0), size_mm, scale)
    flat = PaperView(frame, view.pose, size_mm, tags, view.ids).on(grid)
    width, height = (max(1, round(side * scale)) for side in size_mm)
    return np.ascontiguousarray(flat[:height, :width])


def flat_mm(board: TaughtBoard, points_px: Sequence[PointMm]) -> list[PointMm]:
    """Points of the first photograph, pixels, as board mm."""
    if not points_px:
        return []
    found = board.views[0].pose.to_board_mm(np.array(points_px, np.float64))
    return [(float(x), float(y)) for x, y in found]
