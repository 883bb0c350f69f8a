"""The composition root of `companion doctor`; opens what is to be examined."""

from __future__ import annotations

import tempfile
from dataclasses import dataclass, replace
from pathlib import Path

from companion.board import Marked
from companion.devices.opening import FrameSource, Scene, check_scene, open_panel, open_scene
from companion.devices.pin_settings import Pins, parse_pins
from companion.display.findings import Finding, Report
from companion.doctor.network import others_served, port, running_report
from companion.doctor.pins import pins
from companion.doctor.report import ROOT, computer_findings, report_of
from companion.doctor.table_view import Sight, View, view_findings
from companion.doctor.words import finding
from companion.errors import CameraError, InputError
from companion.flow import Frame, Sentence, Status, together
from companion.serving.announced import served_ports
from companion.serving.invitation import invite
from companion.session.ports import Seen
from hardware.ports import Clock, InputState
from vision.camera_check import CameraCheck, check_camera, check_read
from vision.registration import FoundBoard

TRIES = 2
# Longer than ReopeningCamera rests between two attempts.
BETWEEN_TRIES_S = 2.5
FRAME_WAIT_S = 5.0
TABLE_CHECKS = ("camera", "focus", "light", "markers", "board", "pins")


@dataclass(frozen=True, slots=True)
class DoctorSettings:
    """What is examined: the same settings as `companion serve`; `camera` None plays without."""

    camera: str | None
    table: Path | None
    pins: str
    host: str
    port: int
    data: Path
    root: Path = ROOT


def examine(settings: DoctorSettings, clock: Clock) -> Report:
    """Examine everything; what a running companion holds is asked of that one."""
    running = running_report(settings.host, settings.port)
    if running is not None:
        found = [each for each in running.findings if each.check in TABLE_CHECKS]
        found += _given_findings(settings)
    else:
        found = [*_camera_findings(settings, clock), _pins_finding(settings.pins, clock)]
    found += computer_findings(settings.data, settings.root)
    found.append(port(settings.host, settings.port, running))
    found += others_served(settings.port, served_ports(settings.root))
    return report_of(found, invite(settings.host, settings.port, "", settings.root))


def _given_findings(settings: DoctorSettings) -> list[Finding]:
    """What is wrong with the settings given here, while a companion runs with others."""
    found = []
    try:
        if settings.camera is not None:
            check_scene(settings.camera, settings.table)
    except InputError as error:
        found.append(finding("camera_given", problem=_unended(error)))
    try:
        parse_pins(settings.pins)
    except InputError as error:
        found.append(finding("pins_given", problem=_unended(error)))
    return found


def _unended(error: InputError) -> str:
    """What an error says, to stand within another sentence."""
    said = error.sentence
    return said.unended() if isinstance(said, Sentence) else said.rstrip(".")


def pins_finding(settings: Pins, ready: bool, problems: tuple[str, ...]) -> Finding:
    """What opening a panel said; `ready` tells that its pins are there."""
    return pins(settings.kind != "none", ready, problems)


def _pins_finding(text: str, clock: Clock) -> Finding:
    try:
        settings = parse_pins(text)
    except InputError as error:
        return finding("pins_bad", problem=error.sentence)
    panel = open_panel(settings, clock, lambda press: None)
    try:
        ready = any(source.state is InputState.READY for source in panel.sources[1:])
        return pins_finding(settings, ready, panel.problems)
    finally:
        panel.close()


def _camera_findings(settings: DoctorSettings, clock: Clock) -> list[Finding]:
    """Open the camera, let it settle, measure one picture, let it go."""
    if settings.camera is None:
        return [finding("camera_none")]
    with tempfile.TemporaryDirectory(prefix="companion-doctor-") as scratch:
        try:
            scene = open_scene(settings.camera, settings.table, clock, 1, Path(scratch))
        except InputError as error:
            unknown = ("focus_unknown", "light_unknown", "markers_unknown", "board_unknown")
            setting = finding("camera_setting", problem=_unended(error))
            return [setting, *map(finding, unknown)]
        except CameraError as error:
            return view_findings(View(settings.camera, None, error.sentence))
        try:
            return view_findings(_first_view(settings.camera, scene, clock))
        finally:
            scene.camera.close()


def _first_view(camera: str, scene: Scene, clock: Clock) -> View:
    for left in reversed(range(TRIES)):
        try:
            unfixed, frame = _first_frame(scene.camera, clock)
        except CameraError as error:
            if not left:
                return View(camera, None, error.sentence)
            clock.wait_s(BETWEEN_TRIES_S)
        else:
            measured = check_camera(frame, scene.board)
            return view_of(frame, measured, len(scene.board.tags), clock.now_s(), unfixed)
    raise AssertionError("the last try returns")


def _first_frame(camera: FrameSource, clock: Clock) -> tuple[str, Frame]:
    unfixed = camera.settle()
    return unfixed, camera.frame(clock.now_s(), FRAME_WAIT_S)


def view_of(
    frame: Frame, measured: CameraCheck, markers_of: int, now_s: float, unfixed: str = ""
) -> View:
    """What was measured in a frame, for the findings."""
    age_s = max(0.0, now_s - frame.exposed_at_s)
    sight = Sight(frame.size_wh, age_s, measured.white, markers_of, measured.why)
    registration = measured.registration
    if registration is not None:
        sight = replace(
            sight,
            markers=registration.markers,
            blur_px=measured.blur_px,
            rms_px=registration.rms_px,
            sigma_mm=registration.sigma_mm,
        )
    return View(frame.camera, sight, unfixed=unfixed)


def seen_view(
    seen: Seen, found: FoundBoard | None, board: Marked, now_s: float, unfixed: str = ""
) -> View:
    """The same for a frame that a reader has read: `found` is where it has the board now."""
    lost = seen.observation.status is Status.NO_BOARD
    why = together(*seen.observation.problems) if lost else ""
    if found is None and not lost:  # it is just being looked for again
        measured = check_camera(seen.frame, board)
    else:
        measured = check_read(seen.frame, None if lost else found, why)
    return view_of(seen.frame, measured, len(board.tags), now_s, unfixed)
