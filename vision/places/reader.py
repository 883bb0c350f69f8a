"""Read boards with places: one frame in, one observation for each board out."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace

import numpy as np
from numpy.typing import NDArray

from companion.flow import Frame, Observation, PlaceReading, PlaceStatus, Status
from companion.places import PlaceBoard
from vision.camera_memory import CameraMemory
from vision.focus import blur_px, white_level
from vision.graying import Gray
from vision.lens_doubt import blamed, lens_notes
from vision.markers import MarkerFinder
from vision.places.begun import Begun, Known, Seen
from vision.places.board_reader import BoardReader
from vision.places.coverage import CoarseBoard, Coverage, coverage
from vision.places.decide import SURE
from vision.places.glimpse import Glance, differ
from vision.places.observe import Window, piece_crops, place_reading, windows
from vision.places.other_print import other_print_problem
from vision.places.painting import BankStore
from vision.places.pile_places import PilePlaces, lying_in, with_piles
from vision.places.piles import Pile
from vision.places.planes import Planar
from vision.places.print_shift import print_shift_mm
from vision.places.sentences import TOO_BLURRED, TOO_DARK, TOO_SMALL, place_problems, print_off
from vision.places.shot import OnceFinder, Shot
from vision.places.spot_read import SpotRead
from vision.places.together import Job, Together
from vision.pose import Pose
from vision.registration import BoardFinder, BoardNotFound, FoundBoard

Picture = NDArray[np.uint8]

_BENT_MM = 0.25  # a sheet that does not lie flat
_TOO_DARK = 30.0  # grey level of the markers' white
_TOO_BLURRED_MM = 1.6
_TOO_COARSE_PX_PER_MM = 1.0
_VEILED = 20.0  # levels of white over a place: then gloss is looked for
_MOST_CHANGED = 0.6  # of the places: beyond it the board is read in full


class TableReader:
    """Reads several boards in frames of one camera, keeping track of each between frames."""

    def __init__(self, boards: Sequence[PlaceBoard], go_on: Callable[[], object] = bool) -> None:
        """Raises TableFileError or PictureError when a description's pictures can't be used.

        `go_on` is called again and again while boards are read, and may raise to end that.
        """
        finders = {name: OnceFinder(name) for name in {board.dictionary for board in boards}}
        memory, store = CameraMemory(), BankStore()
        known = [BoardReader(board, store, number) for number, board in enumerate(boards)]
        self._together = Together(known, go_on)
        self.readers = tuple(
            PlaceReader(board, finders[board.dictionary], memory, (one, self._together), go_on)
            for board, one in zip(boards, known, strict=True)
        )

    def forget(self) -> None:
        """Look for every board anew in the next frame, and read it in full."""
        for reader in self.readers:
            reader.forget()

    def glance(self, frame: Frame) -> list[Glance]:
        """Which places of each board changed, in the order of the boards; nothing is read."""
        shot = Shot(frame)
        return [reader.glance(shot) for reader in self.readers]

    def read(self, frame: Frame) -> list[Observation]:
        """What lies on each board, in the order of the boards.

        Only what changed since the last reading is read; what did not is the same object.
        """
        shot = Shot(frame)
        begun = [reader.begin(shot) for reader in self.readers]
        jobs = [each.job for each in begun if isinstance(each, Begun)]
        reads = iter(self._together.read(jobs))
        return [
            reader.end(each, next(reads)) if isinstance(each, Begun) else each
            for reader, each in zip(self.readers, begun, strict=True)
        ]


class PlaceReader:
    """Reads one board with places in frames of one camera."""

    def __init__(
        self,
        board: PlaceBoard,
        finder: MarkerFinder | None = None,
        memory: CameraMemory | None = None,
        known: tuple[BoardReader, Together] | None = None,
        go_on: Callable[[], object] = bool,
    ) -> None:
        """`known` is what boards that are read together know of this one and of each other."""
        self.board, self._go_on = board, go_on
        self.found: FoundBoard | None = None
        self._markers = finder
        self._finder = BoardFinder(board, finder, _BENT_MM, memory)
        if known is None:
            alone = BoardReader(board)
            known = alone, Together([alone], go_on)
        self._reader, self._together = known
        self._coarse = CoarseBoard(board, self._reader.bare_bgr, self._reader.grid)
        self._piles = PilePlaces(board, self._reader.spots, BankStore(), self._reader.grid)
        self._known: Known | None = None
        self._glanced: Picture | None = None
        self._windows: tuple[Pose, tuple[Window, ...]] | None = None

    def forget(self) -> None:
        """Look for the board anew in the next frame, and read it in full."""
        self._finder.forget()
        self._known = self._glanced = None

    def glance(self, shot: Shot) -> Glance:
        """Which places changed since they were read; nothing is searched for, nothing read."""
        known, earlier = self._known, self._glanced
        found = self._finder.track(shot.gray)
        if known is None or found is None or found.pose is not known.pose:
            self._glanced = None
            every = tuple(place.name for place in self.board.places)
            return Glance(self.board.name, False, True, every)
        now = self._glanced = self._reader.glimpse(shot.half_bgr, found.pose)
        changed = self._reader.changed(now, known.glimpse)
        return Glance(
            self.board.name,
            True,
            earlier is None or differ(now, earlier),
            tuple(self.board.places[number].name for number in sorted(changed)),
        )

    def read(self, shot: Shot | Frame) -> Observation:
        """What lies on the board; one that is not found gives a blocked observation."""
        begun = self.begin(Shot(shot) if isinstance(shot, Frame) else shot)
        if isinstance(begun, Observation):
            return begun
        return self.end(begun, self._together.read([begun.job])[0])

    def begin(self, shot: Shot) -> Observation | Begun:
        """Find the board; what is known of it already, or that it has to be read."""
        known, self._known = self._known, None
        self._go_on()
        try:
            found = self.found = self._finder.find(shot.gray)
        except BoardNotFound as error:
            self.found = None
            why = blamed(error, self.board, shot.gray, self._markers)
            return self._blocked(shot.frame, Status.NO_BOARD, why)
        blur = blur_px(shot.gray, found.markers) / self._px_per_mm(found)
        trouble = self._too_bad(shot.gray, found, blur)
        if trouble is not None:
            return self._blocked(shot.frame, Status.BAD_LIGHT, trouble)
        glimpse = self._reader.glimpse(shot.half_bgr, found.pose)
        anew: frozenset[int] | None = None
        if known is not None and known.pose is found.pose:
            anew = self._reader.changed(glimpse, known.glimpse)
            if not anew:
                self._known = known
                return replace(known.observation, exposed_at_s=shot.frame.exposed_at_s)
            if not known.reads or len(anew) > _MOST_CHANGED * len(self.board.places):
                anew = None
        return self._begun(Seen(shot, found, blur, glimpse), known, anew)

    def _begun(
        self, seen: Seen, known: Known | None, anew: frozenset[int] | None
    ) -> Observation | Begun:
        """What is to be read of a board that was found: the places `anew`, or all."""
        ids = [marker.id for marker in seen.found.markers]
        view = self._reader.view(seen.shot.frame.image_bgr, seen.found.pose, ids)
        if known is None or anew is None:
            shift = self._print_shift_mm(view)
            if shift is not None:
                sentence = print_off(self.board.source.name, shift)
                return self._ended(
                    seen, (), self._blocked(seen.shot.frame, Status.NO_BOARD, sentence)
                )
            return Begun(seen, Job(self._reader.number, view, seen.blur_mm), None)
        job = Job(self._reader.number, view, seen.blur_mm, known.reads, anew)
        return Begun(seen, job, known)

    def end(self, begun: Begun, reads: Sequence[SpotRead]) -> Observation:
        """The observation of a board whose places were read."""
        seen, known = begun.seen, begun.known
        self._go_on()
        piles = self._piles.read(reads, begun.job.view, self._reader.bare_bgr)
        reads = self._together.amended(begun.job, reads, lying_in(piles))
        observation = self._observed(begun, reads, piles)
        if observation.status is Status.NO_BOARD:
            reads = ()
        glimpse = seen.glimpse
        if known is not None and begun.job.anew is not None:
            glimpse = self._reader.with_kept(glimpse, known.glimpse, begun.job.anew)
            seen = replace(seen, glimpse=glimpse)
        return self._ended(seen, reads, observation)

    def _ended(
        self, seen: Seen, reads: Sequence[SpotRead], observation: Observation
    ) -> Observation:
        """Keep what was read for the next frame."""
        self._known = Known(seen.found.pose, seen.glimpse, reads, observation)
        return observation

    def _seen_where(self, pose: Pose) -> tuple[Window, ...]:
        """Where in the frame each place is seen; worked out once for a pose."""
        if self._windows is None or self._windows[0] is not pose:
            self._windows = pose, windows(self.board.places, pose)
        return self._windows[1]

    def _px_per_mm(self, found: FoundBoard) -> float:
        width, height = self.board.size_mm
        return found.pose.px_per_mm((width / 2, height / 2))

    def _too_bad(self, gray: Gray, found: FoundBoard, blur_mm: float) -> str | None:
        if white_level(gray, found.markers) < _TOO_DARK:
            return TOO_DARK
        if self._px_per_mm(found) < _TOO_COARSE_PX_PER_MM:
            return TOO_SMALL
        if blur_mm > _TOO_BLURRED_MM:
            return TOO_BLURRED
        return None

    def _observed(
        self, begun: Begun, reads: Sequence[SpotRead], piles: Mapping[int, Pile]
    ) -> Observation:
        """What the readings of all places come to."""
        seen, known, view = begun.seen, begun.known, begun.job.view
        found = seen.found
        doubtful = any(
            read.weighed.probability < SURE or read.content.base.lie[4] > _VEILED for read in reads
        )
        hidden = None
        if doubtful:
            self._go_on()
            hidden = coverage(view, self._coarse, reads, list(piles.values()))
        kept: dict[int, PlaceReading] = {}
        if known is None:
            doubt = other_print_problem(self.board, reads, hidden)
            if doubt is not None:
                return self._blocked(seen.shot.frame, Status.NO_BOARD, doubt)
        else:
            pairs = zip(known.reads, known.observation.places, strict=True)
            kept = {id(read): place for read, place in pairs}
        crops, sigma_mm = piece_crops(reads, found.pose), found.registration.sigma_mm
        places = tuple(
            kept.get(id(read))
            or with_piles(place_reading(read, window, own, sigma_mm, hidden), read, piles, found)
            for read, window, own in zip(reads, self._seen_where(found.pose), crops, strict=True)
        )
        return self._observation(seen.shot.frame, found, seen.blur_mm, places, hidden)

    def _observation(
        self,
        frame: Frame,
        found: FoundBoard,
        blur_mm: float,
        places: tuple[PlaceReading, ...],
        hidden: Coverage | None,
    ) -> Observation:
        covered = tuple((p.place, p.why) for p in places if p.status is PlaceStatus.COVERED)
        return Observation(
            self.board.name,
            frame.exposed_at_s,
            Status.READ,
            tuple(place_problems(places)),
            tuple(piece for place in places for piece in place.pieces),
            covered,
            found.registration,
            sharpness=min(1.0, 1.0 / max(blur_mm * self._px_per_mm(found), 0.1)),
            hand_present=hidden is not None and bool(hidden.foreign.any()),
            uncovered=1 - len(covered) / max(len(places), 1),
            notes=tuple(lens_notes(self._finder, frame.size_wh)),
            places=places,
        )

    def _print_shift_mm(self, view: Planar) -> float | None:
        """How far the print lies from where the markers say, when that is beyond doubt."""
        bare = self._reader.bare_bgr
        if bare is None:
            return None
        return print_shift_mm(view.paper, bare, view.grid, self.board.tags)

    def _blocked(self, frame: Frame, status: Status, sentence: str) -> Observation:
        return Observation(
            self.board.name,
            frame.exposed_at_s,
            status,
            (sentence,),
            registration=self.found.registration if self.found else None,
        )
