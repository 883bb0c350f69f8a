"""Read boards with places: one frame in, one observation for each board out."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

import numpy as np
from numpy.typing import NDArray

from companion.flow import Frame, Observation, PlaceReading, PlaceStatus, Status
from companion.places import PlaceBoard
from vision.focus import blur_px, white_level
from vision.graying import to_gray
from vision.markers import Marker, MarkerFinder
from vision.places.board_reader import BoardReader, SpotRead
from vision.places.coverage import Coverage, coverage
from vision.places.decide import SURE
from vision.places.observe import place_reading
from vision.places.planes import Planar
from vision.places.print_shift import print_shift_mm
from vision.registration import BoardFinder, BoardNotFound, FoundBoard

Gray = NDArray[np.uint8]

_BENT_MM = 0.25  # a sheet that does not lie flat
_TOO_DARK = 30.0  # grey level of the markers' white
_TOO_BLURRED_MM = 1.6
_TOO_COARSE_PX_PER_MM = 1.0
_FOREIGN_PRINT = 0.45
_MOST_STRANGE = 0.5  # of the places: then it is another edition
_MOST_OFF_MM = 1.6
_FEWEST_BARE = 4
_FITS_COST = 2.5


class TableReader:
    """Reads several boards in frames of one camera, keeping track of each between frames."""

    def __init__(self, boards: Sequence[PlaceBoard]) -> None:
        """Raises TableFileError or PictureError when a description's pictures can't be used."""
        finders = {name: _OnceFinder(name) for name in {board.dictionary for board in boards}}
        self.readers = tuple(PlaceReader(board, finders[board.dictionary]) for board in boards)

    def forget(self) -> None:
        """Look for every board anew in the next frame, and read it in full."""
        for reader in self.readers:
            reader.forget()

    def read(self, frame: Frame) -> list[Observation]:
        """What lies on each board, in the order of the boards."""
        gray = to_gray(frame.image_bgr)
        return [reader.read(frame, gray) for reader in self.readers]


class PlaceReader:
    """Reads one board with places in frames of one camera."""

    def __init__(self, board: PlaceBoard, finder: MarkerFinder | None = None) -> None:
        self.board = board
        self.found: FoundBoard | None = None
        self._finder = BoardFinder(board, finder, _BENT_MM)
        self._reader = BoardReader(board)
        self._last: tuple[Planar, Observation] | None = None

    def forget(self) -> None:
        """Look for the board anew in the next frame, and read it in full."""
        self._finder.forget()
        self._last = None

    def read(self, frame: Frame, gray: Gray | None = None) -> Observation:
        """What lies on the board; one that is not found gives a blocked observation."""
        gray = to_gray(frame.image_bgr) if gray is None else gray
        try:
            found = self._finder.find(gray)
        except BoardNotFound as error:
            self.found = self._last = None
            return self._blocked(frame, Status.NO_BOARD, str(error))
        self.found = found
        blur = blur_px(gray, found.markers) / self._px_per_mm(found)
        trouble = self._too_bad(gray, found, blur)
        if trouble is not None:
            self._last = None
            return self._blocked(frame, Status.BAD_LIGHT, trouble)
        ids = [marker.id for marker in found.markers]
        view = self._reader.view(frame.image_bgr, found.pose, ids)
        if self._last is not None and not view.differs_from(self._last[0]):
            return replace(self._last[1], exposed_at_s=frame.exposed_at_s)
        observation = self._observe(frame, view, found, blur)
        self._last = view, observation
        return observation

    def _px_per_mm(self, found: FoundBoard) -> float:
        width, height = self.board.size_mm
        return found.pose.px_per_mm((width / 2, height / 2))

    def _too_bad(self, gray: Gray, found: FoundBoard, blur_mm: float) -> str | None:
        if white_level(gray, found.markers) < _TOO_DARK:
            return "The picture is too dark to tell the pieces; give the table more light."
        if self._px_per_mm(found) < _TOO_COARSE_PX_PER_MM:
            return (
                "The board is too small in the picture to tell the pieces; bring the camera nearer."
            )
        if blur_mm > _TOO_BLURRED_MM:
            return "The picture is too blurred to tell the pieces; focus, or hold the camera still."
        return None

    def _observe(
        self, frame: Frame, view: Planar, found: FoundBoard, blur_mm: float
    ) -> Observation:
        shift = self._print_shift_mm(view)
        if shift is not None:
            return self._blocked(frame, Status.NO_BOARD, self._off_sentence(shift))
        reads = self._reader.read(view, blur_mm)
        doubtful = any(read.weighed.probability < SURE for read in reads)
        hidden = None
        if doubtful:
            hidden = coverage(view, self._reader.bare_bgr, reads, self.board.tags)
        doubt = self._other_print(reads, hidden)
        if doubt is not None:
            return self._blocked(frame, Status.NO_BOARD, doubt)
        sigma = found.registration.sigma_mm
        places = tuple(place_reading(read, found.pose, sigma, hidden) for read in reads)
        covered = tuple((p.place, p.why) for p in places if p.status is PlaceStatus.COVERED)
        foreign = hidden is not None and bool(hidden.foreign.any())
        return Observation(
            self.board.name,
            frame.exposed_at_s,
            Status.READ,
            tuple(_problems(places)),
            tuple(piece for place in places for piece in place.pieces),
            covered,
            found.registration,
            sharpness=min(1.0, 1.0 / max(blur_mm * self._px_per_mm(found), 0.1)),
            hand_present=foreign,
            uncovered=1 - len(covered) / max(len(places), 1),
            places=places,
        )

    def _other_print(self, reads: Sequence[SpotRead], hidden: Coverage | None) -> str | None:
        """A sentence when another print lies there than the one described."""
        file = self.board.source.name
        off_mm = _print_off_mm(reads)
        if off_mm is not None and off_mm > _MOST_OFF_MM:
            return self._off_sentence(off_mm)
        if hidden is None:
            return None
        strange = np.array([read.weighed.strange > 0.5 for read in reads])
        free = np.array([hidden.share(hidden.foreign | hidden.glare, read) < 0.1 for read in reads])
        other_print = hidden.foreign_print is not None and hidden.foreign_print > _FOREIGN_PRINT
        all_strange = free.sum() >= 3 and strange[free].mean() > _MOST_STRANGE
        if not (other_print or all_strange) or free.mean() < 0.3:
            return None
        return (
            f"What lies there is not the board that {file} describes, though it has its markers: "
            "another edition, other pieces or other pictures; name the description that was made "
            "with these sheets."
        )

    def _print_shift_mm(self, view: Planar) -> float | None:
        """How far the print lies from where the markers say, when that is beyond doubt."""
        bare = self._reader.bare_bgr
        if bare is None:
            return None
        return print_shift_mm(view.paper, bare, view.grid, self.board.tags)

    def _off_sentence(self, off_mm: float) -> str:
        return (
            f"The board's print lies about {off_mm:.1f} mm from where {self.board.source.name} puts"
            " it: another edition lies there, or markers were moved; companion check-table shows"
            " where."
        )

    def _blocked(self, frame: Frame, status: Status, sentence: str) -> Observation:
        return Observation(
            self.board.name,
            frame.exposed_at_s,
            status,
            (sentence,),
            registration=self.found.registration if self.found else None,
        )


class _OnceFinder(MarkerFinder):
    """Looks through a picture once for all boards of a dictionary."""

    def __init__(self, dictionary: str) -> None:
        super().__init__(dictionary)
        self._seen: dict[str, tuple[Gray, list[Marker]]] = {}

    def everywhere(self, gray: Gray) -> list[Marker]:
        """All markers of the dictionary in a grey picture."""
        return self._once("everywhere", gray)

    def coarse(self, gray: Gray) -> list[Marker]:
        """Markers found at half size."""
        return self._once("coarse", gray)

    def _once(self, how: str, gray: Gray) -> list[Marker]:
        known = self._seen.get(how)
        if known is None or known[0] is not gray:
            found = super().everywhere(gray) if how == "everywhere" else super().coarse(gray)
            self._seen[how] = known = gray, found
        return list(known[1])


def _print_off_mm(reads: Sequence[SpotRead]) -> float | None:
    """How far bare print lies from where it should, over the places where that shows."""
    shifts = []
    for read in reads:
        base = read.content.base
        if (
            base.family is None
            and base.cost < 2.5
            and not read.content.pieces
            and not read.floor_mm
        ):
            shifts.append(np.subtract(base.centre_mm, read.spot.centre_mm))
    if len(shifts) < _FEWEST_BARE:
        return None
    return float(np.linalg.norm(np.median(np.array(shifts), axis=0)))


def _problems(places: Sequence[PlaceReading]) -> list[str]:
    """What a person should know, in sentences."""
    said = []
    for status, words in (
        (PlaceStatus.COVERED, "can't be seen"),
        (PlaceStatus.UNKNOWN, "can't be told"),
    ):
        names = [place.place for place in places if place.status is status]
        if names:
            shown = ", ".join(names[:6]) + (f" and {len(names) - 6} more" if len(names) > 6 else "")
            count = "1 place" if len(names) == 1 else f"{len(names)} places"
            said.append(f"{count} {words}: {shown}.")
    return said
