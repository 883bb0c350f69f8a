"""Find a board by its markers, check that the pose is beyond doubt, and keep track of it."""

from __future__ import annotations

from collections.abc import Sequence
from contextlib import suppress
from dataclasses import dataclass, replace
from itertools import product

import numpy as np
from numpy.typing import NDArray

from companion.board import CameraModel, Marked, Tag
from companion.errors import CompanionError
from companion.flow import Frame, Registration, Sentence
from vision.board_words import (
    MIRRORED,
    NO_POSITION,
    contradiction,
    marker_moved,
    of_another_board,
    of_another_dictionary,
    seen_twice,
    too_coarse,
    too_few,
    unlit,
)
from vision.camera_memory import CameraMemory
from vision.dish_points import dish_points_mm
from vision.focus import blur_px
from vision.graying import Gray, to_gray
from vision.lens_prior import LensPrior
from vision.markers import Marker, MarkerFinder, foreign_dictionary, stood_still
from vision.pose import Pose, fit_pose

Array = NDArray[np.float64]

FEWEST_MARKERS, _MOST_COMBINATIONS = 3, 64
_GOOD_RMS_SHARE = 0.0045  # of a marker's side: residual of a sound fit
_GOOD_RMS_PX = 0.28
_GOOD_RMS_BLURS = 0.15  # of the blur's standard deviation: corners are no sharper than edges
_READ_WRONG_MM = 1.0  # nearer to its place a marker is rather misread than moved
_COARSEST_SIGMA_MM = 0.8


class BoardNotFound(CompanionError):
    """No board can be read in this picture; the sentence says why and what to do."""


@dataclass(frozen=True, slots=True)
class FoundBoard:
    """A board whose pose is verified: by which markers, and how well."""

    pose: Pose
    markers: tuple[Marker, ...]
    registration: Registration

    def project_mm(self, points_mm: Array, z_mm: float = 0.0) -> Array:
        """Board points (n, 2) mm at height `z_mm` to picture pixels (n, 2)."""
        return self.pose.project_px(np.asarray(points_mm, np.float64), z_mm)


class BoardFinder:
    """Finds one board in pictures of one camera.

    The camera's constants learnt in one picture help in the next of the same size.  Boards in
    one picture may share a `finder` and a `memory`, so that the lens is learnt once.  `slack_mm`
    is how far corners may scatter beside what a sharp picture of a flat board lets expect.
    """

    def __init__(
        self,
        board: Marked,
        finder: MarkerFinder | None = None,
        slack_mm: float = 0.0,
        memory: CameraMemory | None = None,
    ) -> None:
        self.board = board
        self._finder = finder or MarkerFinder(board.dictionary)
        self._tags = {tag.id: tag for tag in board.tags}
        self._slack_mm = slack_mm
        self._memory = CameraMemory() if memory is None else memory
        self._last: FoundBoard | None = None
        self._gray: Gray | None = None

    def forget(self) -> None:
        """Drop what was tracked: the next picture is searched as if it were the first."""
        self._last = None

    @property
    def last_markers(self) -> tuple[Marker, ...]:
        """The markers by which the board was found last; none when that is forgotten."""
        return () if self._last is None else self._last.markers

    def find(self, gray: Gray) -> FoundBoard:
        """The board in a grey picture.  Raises BoardNotFound with one sentence for people."""
        size_wh, self._gray = (gray.shape[1], gray.shape[0]), gray
        try:
            return self._track(gray, size_wh) or self._kept(self._search(gray, size_wh))
        except BoardNotFound:
            if self.camera is None or self.camera.certain or not self.camera.has_shape(size_wh):
                raise
            return self._kept(self._without_camera(gray, size_wh))

    @property
    def camera(self) -> CameraModel | None:
        """The calibrated lens that is believed."""
        return self._memory.believed(self.board.camera)

    def track(self, gray: Gray) -> FoundBoard | None:
        """The board where it was, or about; None when it has to be searched for.

        The picture need only hold what is around `last_markers`.
        """
        self._gray = gray
        return self._track(gray, (gray.shape[1], gray.shape[0]))

    def _kept(self, found: FoundBoard) -> FoundBoard:
        """Keep what was found, to be tracked and to help with other boards."""
        self._last, self._memory.pose = found, found.pose
        return found

    def _prior(self, size_wh: tuple[int, int]) -> LensPrior:
        own = None if self._last is None else self._last.pose
        return self._memory.prior(self.camera, size_wh, own)

    def _without_camera(self, gray: Gray, size_wh: tuple[int, int]) -> FoundBoard:
        """Find the board without its calibration, which is distrusted when that helps."""
        self._memory.distrusted, self._last = True, None
        try:
            return self._search(gray, size_wh)
        except BoardNotFound:
            self._memory.distrusted = False
            raise

    def _track(self, gray: Gray, size_wh: tuple[int, int]) -> FoundBoard | None:
        """Look where the markers were; None when that does not give a sound pose."""
        last = self._last
        if last is None or last.pose.size_wh != size_wh:
            return None
        expected = {m.id: m.corners_px for m in last.markers}
        markers = tuple(self._finder.near(gray, expected))
        if len(markers) < FEWEST_MARKERS:
            return None
        if stood_still(last.markers, markers):
            # What hides a marker for a while moves no board: the others vouch for the pose.
            return last if len(markers) == len(last.markers) else replace(last, markers=markers)
        if len(markers) < len(last.markers):
            return None
        pose = self._fit(markers, size_wh, last.pose)
        return self._kept(self._accepted(pose, markers)) if self._sound(pose, markers) else None

    def _search(self, gray: Gray, size_wh: tuple[int, int]) -> FoundBoard:
        pose, used = self._first_fit(gray, size_wh)
        more = self._finder.near(gray, self._missing(pose, used))
        if more:
            better = self._fit([*used, *more], size_wh, pose)
            if self._sound(better, [*used, *more]):
                pose, used = better, [*used, *more]
        return self._accepted(pose, used)

    def _first_fit(self, gray: Gray, size_wh: tuple[int, int]) -> tuple[Pose, list[Marker]]:
        """Pose and markers found at half size, where corners of small ones slip, or else larger."""
        markers = self._own(self._finder.coarse(gray))
        if len({m.id for m in markers}) >= FEWEST_MARKERS:
            with suppress(BoardNotFound):
                return self._consensus(markers, size_wh)
        markers = self._own(self._finder.everywhere(gray))
        if len(markers) == FEWEST_MARKERS - 1 == len({m.id for m in markers}):
            with suppress(BoardNotFound):  # two say where to look for the others
                expected = self._missing(self._fit(markers, size_wh), markers)
                markers += self._finder.near(gray, expected)
        if 0 < len({m.id for m in markers}) < FEWEST_MARKERS:
            markers = self._own(self._finder.finely(gray)) or markers
        if len({m.id for m in markers}) < FEWEST_MARKERS:
            raise BoardNotFound(self._why_not_found(gray, markers))
        return self._consensus(markers, size_wh)

    def _own(self, markers: Sequence[Marker]) -> list[Marker]:
        return [marker for marker in markers if marker.id in self._tags]

    def _fit(
        self, markers: Sequence[Marker], size_wh: tuple[int, int], start: Pose | None = None
    ) -> Pose:
        tags_mm = np.array([self._tags[m.id].corners_mm for m in markers])
        tags_px = np.array([m.corners_px for m in markers])
        try:
            return fit_pose(tags_mm, tags_px, size_wh, self._prior(size_wh), start)
        except (ValueError, np.linalg.LinAlgError) as error:
            raise BoardNotFound(NO_POSITION) from error

    def _consensus(
        self, markers: list[Marker], size_wh: tuple[int, int]
    ) -> tuple[Pose, list[Marker]]:
        """The largest set of markers, one for each id, that one pose explains."""
        chosen, spare = self._one_each(markers, size_wh)
        if len(spare) >= FEWEST_MARKERS or 2 <= len({m.id for m in spare}) == len(spare):
            raise BoardNotFound(seen_twice(_ids(spare)))
        pose = self._fit(chosen, size_wh)
        if not self._sound(pose, chosen):
            pose, chosen = self._without_the_odd_one(chosen, size_wh, pose)
        return pose, chosen

    def _sound(self, pose: Pose, markers: Sequence[Marker]) -> bool:
        """Whether a pose explains its markers as well as this picture's sharpness allows."""
        side_px = float(np.mean([m.side_px for m in markers]))
        side_mm = float(np.mean([self._tags[m.id].side_mm for m in markers]))
        slack_px = self._slack_mm * side_px / side_mm
        limit_px = max(_GOOD_RMS_PX, _GOOD_RMS_SHARE * side_px, slack_px)
        if limit_px <= pose.rms_px < 3 * limit_px and self._gray is not None:
            limit_px = max(limit_px, _GOOD_RMS_BLURS * blur_px(self._gray, markers))
        return pose.rms_px < limit_px and bool(pose.camera_mm[2] > 0)

    def _one_each(
        self, markers: list[Marker], size_wh: tuple[int, int]
    ) -> tuple[list[Marker], list[Marker]]:
        """One marker for each id (the combination that fits best) and what is left over."""
        by_id: dict[int, list[Marker]] = {}
        for marker in markers:
            by_id.setdefault(marker.id, []).append(marker)
        choices = list(product(*by_id.values()))[:_MOST_COMBINATIONS]
        best = list(choices[0])
        if len(choices) > 1:
            best = list(min(choices, key=lambda choice: self._misfit_px(list(choice), size_wh)))
        return best, [m for m in markers if all(m is not kept for kept in best)]

    def _misfit_px(self, markers: Sequence[Marker], size_wh: tuple[int, int]) -> float:
        """The residual of a fit; markers of two boards together may allow none at all."""
        try:
            return self._fit(markers, size_wh).rms_px
        except BoardNotFound:
            return np.inf

    def _without_the_odd_one(
        self, markers: list[Marker], size_wh: tuple[int, int], pose: Pose
    ) -> tuple[Pose, list[Marker]]:
        """Leave out the one marker that does not fit; refuse when it was moved on the board."""
        side_px = float(np.mean([m.side_px for m in markers]))
        if len(markers) <= FEWEST_MARKERS:
            raise BoardNotFound(contradiction(pose.rms_px, side_px))
        rests = [([m for m in markers if m is not odd], odd) for odd in markers]
        trials = [(self._fit(rest, size_wh), rest, odd) for rest, odd in rests]
        best, rest, odd = min(trials, key=lambda trial: trial[0].rms_px)
        if not self._sound(best, rest):
            raise BoardNotFound(contradiction(best.rms_px, side_px))
        moved_mm = self._moved_mm(best, odd)
        if moved_mm is not None and moved_mm > _READ_WRONG_MM:
            raise BoardNotFound(marker_moved(odd.id, moved_mm))
        return best, rest

    def _moved_mm(self, pose: Pose, marker: Marker) -> float | None:
        """How far a marker was moved as a whole; None when it is misread (cut off, bent)."""
        expected = np.array(self._tags[marker.id].corners_mm)
        seen = pose.to_board_mm(marker.corners_px)
        side = np.linalg.norm(expected - np.roll(expected, 1, axis=0), axis=1)
        seen_side = np.linalg.norm(seen - np.roll(seen, 1, axis=0), axis=1)
        diagonals = np.linalg.norm(seen[:2] - seen[2:], axis=1)
        if np.ptp(seen_side) > 0.08 * side.mean() or np.ptp(diagonals) > 0.08 * side.mean():
            return None
        return float(np.linalg.norm((seen - expected).mean(axis=0)))

    def _missing(self, pose: Pose, used: Sequence[Marker]) -> dict[int, Array]:
        """Where the markers not yet seen must be, as far as that is inside the picture."""
        places, last_px = {}, np.array(pose.size_wh) - 1
        seen = {marker.id for marker in used}
        for tag in (tag for tag in self._tags.values() if tag.id not in seen):
            corners_px = pose.project_px(np.array(tag.corners_mm))
            if ((corners_px > 0) & (corners_px < last_px)).all():
                places[tag.id] = corners_px
        return places

    def _accepted(self, pose: Pose, markers: Sequence[Marker]) -> FoundBoard:
        sigma_mm = pose.sigma_mm(dish_points_mm(self.board))
        if sigma_mm > _COARSEST_SIGMA_MM:
            raise BoardNotFound(too_coarse(sigma_mm))
        lens = self._memory.lens(self.board.camera, pose.size_wh)
        registration = Registration(len(markers), pose.rms_px, sigma_mm, lens)
        return FoundBoard(pose, tuple(markers), registration)

    def _why_not_found(self, gray: Gray, markers: Sequence[Marker]) -> Sentence:
        if (nothing := unlit(gray)) is not None:
            return nothing
        mirrored = self._own(self._finder.everywhere(np.ascontiguousarray(gray[:, ::-1])))
        if len({m.id for m in mirrored}) >= FEWEST_MARKERS:
            return MIRRORED
        if (foreign := foreign_dictionary(gray, self.board.dictionary)) is not None:
            return of_another_dictionary(foreign, self.board.dictionary)
        others = [] if markers else self._finder.everywhere(gray)
        if len({m.id for m in others}) >= FEWEST_MARKERS:
            return of_another_board(_ids(others), _ids(list(self._tags.values())))
        return too_few(_ids(markers), _ids(list(self._tags.values())), FEWEST_MARKERS)


def find_board(frame: Frame, board: Marked) -> FoundBoard:
    """The board in one frame on its own.  Raises BoardNotFound with one sentence."""
    return BoardFinder(board).find(to_gray(frame.image_bgr))


def _ids(markers: Sequence[Marker] | Sequence[Tag]) -> str:
    return ", ".join(str(i) for i in sorted({m.id for m in markers}))
