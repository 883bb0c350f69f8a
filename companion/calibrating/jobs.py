"""Steps of a calibration that are done in a process of their own; see companion.photos.process."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

from companion.flow import Sentence

if TYPE_CHECKING:
    from vision.calibration.session import CalibrationSession

_FINEST_PX = 4608  # more pixels than any camera of a table has


@dataclass(frozen=True, slots=True)
class CalibrationStep:
    """The pictures so far as text, what they cover, and what is to be said of the last step.

    `camera` is whose pictures they are; `stored` says that its calibration is kept now.
    """

    kept: str
    camera: str
    pictures: int
    cells: tuple[tuple[int, ...], ...]
    missing: tuple[Sentence, ...]
    said: Sentence | None = None
    refused: bool = False
    stored: bool = False


@dataclass(frozen=True, slots=True)
class LookJob:
    """Look at one more picture, or with none only at what there is already.

    `camera` is that of the pictures before, `taker` the one that took this picture; without a
    name the picture itself has to say it.
    """

    kept: str
    camera: str
    encoded: bytes = b""
    taker: str = ""

    def run(self) -> CalibrationStep:
        """Find the sheet.  Raises InputError for what is no picture."""
        from vision.calibration.views import NoView

        session = _session(self.kept)
        if not self.encoded:
            return _step(session, self.camera)
        name = Sentence("the_picture", "The picture")
        try:
            camera = self._look(session, name)
        except NoView as useless:
            said = useless.sentence
            assert isinstance(said, Sentence)
            return _step(session, self.camera, said, refused=True)
        taken = Sentence(
            "calibration_taken", "Picture {number} is good.", number=str(len(session.views))
        )
        return _step(session, camera, taken)

    def _look(self, session: CalibrationSession, name: Sentence) -> str:
        from vision.calibration.views import NoView
        from vision.pictures import decode_picture
        from vision.taken import taken_by

        frame = decode_picture(self.encoded, name, _FINEST_PX, upright=False)
        camera = self.taker or taken_by(self.encoded).camera
        if not camera:
            raise NoView(
                Sentence(
                    "calibration_nameless",
                    "{name} does not say which camera took it, so its calibration would not be "
                    "found again; send pictures as the camera stores them.",
                    name=name,
                )
            )
        if session.views and camera != self.camera:
            raise NoView(
                Sentence(
                    "calibration_other_camera",
                    "{name} is of the camera {camera}, those before are of {before}; start anew, "
                    "or go on with that one.",
                    name=name,
                    camera=camera,
                    before=self.camera,
                )
            )
        session.keep(session.look(frame.image_bgr, name), only_new=True)
        return camera


@dataclass(frozen=True, slots=True)
class FinishJob:
    """Fit and judge the lens, and keep the calibration for its camera in the folder `data`."""

    kept: str
    camera: str
    data: Path

    def run(self) -> CalibrationStep:
        """Calibrate; what keeps it from being good is said."""
        from companion.calibrating.lens_file import CameraFile, Quality, store_camera
        from vision.calibration.judge import NotCalibrated

        session = _session(self.kept)
        try:
            done = session.finish()
        except NotCalibrated as error:
            said = error.sentence
            assert isinstance(said, Sentence)
            return _step(session, self.camera, said, refused=True)
        quality = Quality(done.views, done.rms_px, done.held_out_px, done.uncertain_px)
        store_camera(self.data, CameraFile(self.camera, done.model, quality))
        said = Sentence(
            "calibration_done",
            "The lens of {camera} is known to {held_out_px} px in pictures left out of the "
            "calculation, from {views} pictures; it is used from now on.",
            camera=self.camera,
            held_out_px=f"{done.held_out_px:.2f}",
            views=str(done.views),
        )
        return _step(session, self.camera, said, stored=True)


@dataclass(frozen=True, slots=True)
class SheetJob:
    """Draw the calibration sheet for a paper, one of `companion.calibrating.sheet.SHEETS`."""

    paper: str

    def run(self) -> bytes:
        """The sheet as a PDF."""
        from companion.calibrating.sheet import SHEETS
        from companion.printing.calibration_page import calibration_page
        from companion.printing.sheet import PAPERS
        from vision.marker_art import marker_bits

        sheet = SHEETS[self.paper]
        black = {tag_id: marker_bits(sheet.dictionary, tag_id) for tag_id, _ in sheet.markers()}
        return calibration_page(sheet, black, PAPERS[self.paper])


def _session(kept: str) -> CalibrationSession:
    from vision.calibration.session import CalibrationSession

    session = CalibrationSession()
    session.load(kept)
    return session


def _step(
    session: CalibrationSession,
    camera: str,
    said: Sentence | None = None,
    refused: bool = False,
    stored: bool = False,
) -> CalibrationStep:
    coverage = session.coverage
    return CalibrationStep(
        session.dump(),
        camera if session.views else "",
        coverage.views,
        coverage.cells,
        tuple(coverage.missing()),
        said,
        refused,
        stored,
    )
