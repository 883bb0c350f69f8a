"""The composition root of `companion serve`: builds everything, runs it, closes it again."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING

from companion.apps.doctor import pins_finding, seen_view
from companion.board import Board
from companion.calibrating.lens_choice import lens_of, with_lens
from companion.calibrating.page import PageCalibration
from companion.devices.device_words import CAMERA_STARTS
from companion.devices.opening import Panel, Scene, camera_name, open_panel, open_scene
from companion.devices.pin_settings import Pins
from companion.display.findings import Finding
from companion.doctor.alerts import Alerts, computer
from companion.doctor.background import Background
from companion.doctor.report import RunningDoctor
from companion.doctor.table_view import View
from companion.flow import Frame, Press, Sighting
from companion.games.catalogue import find_game, load_edition
from companion.games.girl.casting_track import TrackLimits
from companion.games.girl.wood_ash import Landing, land
from companion.keeping.evidence import EvidenceFolder
from companion.keeping.journal import Journal
from companion.photos.sent import DishPhotos
from companion.running.gallery import Drawn, Gallery
from companion.running.opened import Opened
from companion.running.running_table import RunningTable, join_code
from companion.serving.announced import announced
from companion.serving.invitation import Invitation, invite, own_names
from companion.session.live import LiveToken
from companion.session.ports import Seen, SessionRules
from companion.session.view import TableView
from companion.session.wood_ash import WoodAshSession
from companion.teaching_app.page import PageSetup
from hardware.clock import MonotonicClock
from hardware.ports import InputState
from vision.page_picture import Mark, page_picture
from vision.pictures import encode_jpeg
from vision.steady import SteadyReader
from vision.toss import TossReader
from web import WebConfig, create_app
from web.server import MOST_STREAMS, Server, listen_on

if TYPE_CHECKING:
    from companion.games.girl.edition import Edition

JOURNAL_NAME = "wood-ash.db"
EVIDENCE_BYTES = 200_000_000
PACE_S = 0.2
REDRAW_MS = 1000.0
PAGE_QUALITY = 82
EVIDENCE_QUALITY = 90


@dataclass(frozen=True, slots=True)
class Settings:
    """What `companion serve` was told."""

    camera: str
    table: Path | None
    host: str
    port: int
    seed: int
    pins: Pins
    players: int
    data: Path
    names: tuple[str, ...] = ()
    camera_file: Path | None = None


class BoardGround:
    """Where tokens count on one board."""

    def __init__(self, board: Board) -> None:
        self._board = board

    @property
    def token_radius_mm(self) -> float:
        """Half a token's diameter."""
        return self._board.tokens.radius_mm

    def land(self, sighting: Sighting) -> Landing:
        """Judge where a sighting lies."""
        board = self._board
        return land(sighting.centre_mm, sighting.sigma_mm, board.dish, board.tokens.radius_mm)


def limits_of(edition: Edition) -> TrackLimits:
    """Take from an edition what it says about the Night Sky track (GIRL-Q3)."""
    start = edition.girl_starts[0]
    return TrackLimits(
        start + edition.rounds - 1, edition.girl_starts[0], edition.printed.villagers
    )


class App(Opened[Settings]):
    """A served table with a camera; a context manager."""

    def _build(self, settings: Settings) -> None:
        self.clock = clock = MonotonicClock()
        game = find_game("girl")
        limits = limits_of(load_edition(game, game.default_edition))
        journal = self._closing.enter_context(Journal(settings.data / JOURNAL_NAME))
        scene = open_scene(settings.camera, settings.table, clock, settings.seed, settings.data)
        lens = lens_of(settings.camera_file, settings.data, camera_name(settings.camera))
        scene = replace(scene, board=with_lens(scene.board, lens))
        self._closing.callback(scene.camera.close)
        self._reader = reader = TossReader(scene.board)
        gallery = _gallery(scene, reader, settings.data)
        view = TableView(BoardGround(scene.board), gallery, REDRAW_MS)
        rules = SessionRules(limits, settings.players)
        session = WoodAshSession(journal, view, rules, scene.hands)
        self.panel: Panel = open_panel(settings.pins, clock, self.press)
        self._closing.callback(self.panel.close)
        self._steady = SteadyReader(reader)
        self.table = RunningTable(
            journal,
            session,
            gallery,
            scene.camera,
            self._steady,
            clock,
            self.panel.lamp.show,
            PACE_S,
            MOST_STREAMS,
            self.panel.problems,
            self.panel.buzzer.sound,
            lambda: scene.camera.problem,
            scene.hands is not None,
        )
        self.table.photos = DishPhotos(scene.board, settings.data)
        self._serve(settings, scene, join_code(journal))
        session.begin(clock.now_s())
        self._start(settings)

    def _serve(self, settings: Settings, scene: Scene, code: str) -> None:
        """Open the port before anything runs, so that a port in use stops the start."""
        listener = listen_on(settings.host, settings.port)
        port = listener.getsockname()[1]
        note = announced(settings.data, settings.host, port, settings.data / JOURNAL_NAME)
        self._closing.enter_context(note)
        invited = partial(invite, settings.host, port, code)
        self.invitation: Invitation = invited()
        names = own_names(settings.host, settings.names)
        config = WebConfig(
            code, self.invitation.join_url, join_url_now=lambda: invited().join_url, names=names
        )
        doctor = RunningDoctor(
            invited, settings.data, lambda: self._view(scene), self._panel_finding(settings)
        )
        app = create_app(
            self.table,
            config,
            Background(doctor.examine, self.clock),
            PageCalibration(settings.data, self._still(settings)),
            PageSetup(settings.data, self.table.still),
        )
        self._server = Server(app, listener)
        self._closing.callback(self._server.stop)

    def _still(self, settings: Settings) -> Callable[[float], Frame] | None:
        """What takes a picture with the table's camera; a simulated lens needs no calibration."""
        return self.table.still if camera_name(settings.camera) else None

    def _view(self, scene: Scene) -> View:
        """What the camera sees, measured for the examination."""
        seen, why = self.table.sight
        if seen is None or why:
            return View("", None, why or CAMERA_STARTS)
        found, unfixed = self._reader.found, scene.camera.problem
        return seen_view(seen, found, scene.board, self.clock.now_s(), unfixed)

    def _panel_finding(self, settings: Settings) -> Finding:
        ready = any(source.state is InputState.READY for source in self.panel.sources[1:])
        return pins_finding(settings.pins, ready, self.panel.problems)

    def _start(self, settings: Settings) -> None:
        self._closing.callback(self.table.stop)
        look = partial(computer, settings.data)
        self.table.beside("alerts", Alerts(look, self.table.hub.alert).run)
        self.table.start()
        self._server.start()
        self.panel.start()

    def beat_at_s(self) -> float:
        """When the deciding loop last went round."""
        return self.table.beat_at_s

    def past_help(self) -> bool:
        """Whether the camera hangs so that only a new process can have it."""
        return self.table.past_help

    def press(self, press: Press) -> None:
        """Take a press from pins or keys; none is sent before the table runs."""
        self._steady.forget()  # whoever presses wants it looked at, however little it changed
        self.table.press(press)


def _gallery(scene: Scene, reader: TossReader, data: Path) -> Gallery:
    def draw(seen: Seen, tokens: Sequence[LiveToken] | None) -> Drawn:
        found = reader.found
        marks = None
        if tokens is not None:
            marks = [mark for live in tokens if (mark := _mark(live)) is not None]
        page = page_picture(seen.frame, scene.board, found, marks)
        height, width = page.image_bgr.shape[:2]
        jpeg = encode_jpeg(page.image_bgr, PAGE_QUALITY)
        return Drawn(jpeg, (width, height), page.window_xywh)

    def encode(frame: Frame) -> bytes:
        return encode_jpeg(frame.image_bgr, EVIDENCE_QUALITY)

    return Gallery(draw, encode, EvidenceFolder(data / "evidence", EVIDENCE_BYTES))


def _mark(live: LiveToken) -> Mark | None:
    if live.sighting is None or live.landing is None:
        return None
    sure = not live.token.doubtful
    settled_mm = live.landing.settled_mm if live.landing.outside else None
    seen = live.sighting
    number = str(live.number)
    return Mark(number, seen.centre_mm, seen.level, sure, settled_mm, seen.may_hide_mm)
