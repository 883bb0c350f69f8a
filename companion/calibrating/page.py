"""Calibrating a camera from the page: pictures come one by one, and the work can be taken up again.

What was found is kept in a file, so that a restart loses nothing.
"""

from __future__ import annotations

import contextlib
import threading
from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING

import msgspec

from companion.calibrating.jobs import CalibrationStep, FinishJob, LookJob, SheetJob
from companion.calibrating.sheet import SHEETS
from companion.display.calibration import CalibrationState
from companion.display.model import Note, Tone
from companion.errors import CompanionError
from companion.flow import Sentence
from companion.keeping.whole_file import write_whole
from companion.photos.process import PhotoProcess
from companion.session.reader_words import in_both

if TYPE_CHECKING:
    from companion.flow import Frame

FILE_NAME = "calibration-begun.json"
STILL_WAIT_S = 15.0
_JPEG_QUALITY = 95
_EMPTY = CalibrationStep("", "", 0, ((0,) * 8,) * 6, ())


class _Kept(msgspec.Struct, frozen=True):
    """The file: the camera, and the views as the session writes them."""

    camera: str
    views: str


class PageCalibration:
    """One calibration at a time; safe to call from any thread.

    `still` takes a picture of full size with the table's camera; None without one.
    """

    def __init__(self, data: Path, still: Callable[[float], Frame] | None = None) -> None:
        self._data, self._still = data, still
        self._path = data / FILE_NAME
        self._process, self._lock = PhotoProcess(), threading.Lock()
        self._step: CalibrationStep | None = None
        self._sheets: dict[str, bytes] = {}

    def state(self) -> CalibrationState:
        """How far it is."""
        with self._lock:
            return self._shown(self._now())

    def take(self) -> CalibrationState:
        """Take a picture with the table's camera."""
        from vision.pictures import encode_jpeg

        if self._still is None:
            none = Sentence("calibration_no_camera", "This table has no camera of its own.")
            return self._refused(none, 409)
        try:
            frame = self._still(STILL_WAIT_S)
        except CompanionError as error:
            return self._refused(error.sentence, error.http_status)
        return self._look(encode_jpeg(frame.image_bgr, _JPEG_QUALITY), frame.camera)

    def add(self, encoded: bytes) -> CalibrationState:
        """Look at a picture that a phone sent."""
        return self._look(encoded, "")

    def finish(self) -> CalibrationState:
        """Fit, judge and store; what was collected is put away when that worked."""
        with self._lock:
            now = self._now()
            try:
                step = self._process.run(FinishJob(now.kept, now.camera, self._data))
            except CompanionError as error:
                return self._refused_now(error.sentence, error.http_status)
            if step.stored:
                self._put_away()
                shown = self._shown(step)
                self._step = _EMPTY
                return shown
            self._step = step
            return self._shown(step)

    def forget(self) -> CalibrationState:
        """Start anew."""
        with self._lock:
            self._put_away()
            self._step = None
            return self._shown(self._now())

    def sheet(self, paper: str) -> bytes | None:
        """The calibration sheet as a PDF; None for a paper that there is not."""
        if paper not in SHEETS:
            return None
        with self._lock:
            if paper not in self._sheets:
                self._sheets[paper] = self._process.run(SheetJob(paper))
            return self._sheets[paper]

    def _look(self, encoded: bytes, taker: str) -> CalibrationState:
        with self._lock:
            now = self._now()
            try:
                step = self._process.run(LookJob(now.kept, now.camera, encoded, taker))
                self._keep(step)
            except CompanionError as error:
                return self._refused_now(error.sentence, error.http_status)
            self._step = step
            return self._shown(step)

    def _now(self) -> CalibrationStep:
        """The newest step; after a start what the file says."""
        if self._step is None:
            kept = self._read()
            begun = LookJob(kept.views, kept.camera)
            self._step = self._process.run(begun) if kept.views else _EMPTY
        return self._step

    def _read(self) -> _Kept:
        try:
            return msgspec.json.decode(self._path.read_bytes(), type=_Kept)
        except (OSError, msgspec.DecodeError):
            return _Kept("", "")

    def _keep(self, step: CalibrationStep) -> None:
        self._data.mkdir(parents=True, exist_ok=True)
        write_whole(self._path, msgspec.json.encode(_Kept(step.camera, step.kept)))

    def _put_away(self) -> None:
        with contextlib.suppress(FileNotFoundError):
            self._path.unlink()

    def _refused(self, sentence: str, http_status: int) -> CalibrationState:
        with self._lock:
            return self._refused_now(sentence, http_status)

    def _refused_now(self, sentence: str, http_status: int) -> CalibrationState:
        note = Note(Tone.REFUSED, in_both(sentence))
        return self._shown(self._step or _EMPTY, note, http_status)

    def _shown(
        self, step: CalibrationStep, note: Note | None = None, http_status: int = 200
    ) -> CalibrationState:
        if note is None and step.said is not None:
            note = Note(Tone.REFUSED if step.refused else Tone.OK, in_both(step.said))
        return CalibrationState(
            step.camera,
            step.pictures,
            step.cells,
            tuple(map(in_both, step.missing)),
            self._still is not None,
            note,
            step.stored,
            http_status,
        )
