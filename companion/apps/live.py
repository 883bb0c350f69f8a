"""The composition root of `companion serve --game --camera`: a whole game under a camera."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field, fields

from companion.apps.doctor import pins_finding, seen_view
from companion.apps.live_pictures import LivePictures
from companion.apps.live_scene import SIMULATED, GameScene
from companion.apps.play import PlayApp, PlaySettings
from companion.devices.device_words import CAMERA_STARTS
from companion.devices.opening import Panel, camera_name, open_panel
from companion.devices.pin_settings import Pins, parse_pins
from companion.doctor.report import RunningDoctor
from companion.doctor.table_view import View
from companion.flow import Frame, Press, Status
from companion.keeping.evidence import EvidenceFolder
from companion.live.booking import BUTTON, ITSELF, Booking, parse_booking
from companion.live.ports import TableObservation
from companion.live.served import ServedLive
from companion.live.table import LiveTable
from companion.play.served import ServedGames
from companion.play.shelf import COMPANION, TABLE, Shelf
from companion.play.table import PlayTable
from companion.serving.invitation import Invitation
from companion.session.ports import Seen
from hardware.ports import InputState
from web.server import MOST_STREAMS

EVIDENCE_BYTES = 200_000_000
PACE_S = 0.2


@dataclass(frozen=True, slots=True)
class LiveSettings(PlaySettings):
    """What `companion serve` was told about a game that is refereed by a camera."""

    camera: str = SIMULATED
    seed: int = 1
    pins: Pins = field(default_factory=lambda: Pins("none"))
    booking: Booking = field(default_factory=Booking)


def live_settings(
    games: PlaySettings, camera: str, seed: int, pins: str, dealer: str | None, book: str | None
) -> LiveSettings:
    """Settings from what was typed; on a simulated table the companion draws, and books itself.

    Raises InputError for pins or a way of booking that can't be.
    """
    simulated = camera.partition(":")[0] == SIMULATED
    known = {each.name: getattr(games, each.name) for each in fields(games)}
    known["dealer"] = dealer or (COMPANION if simulated else TABLE)
    booking = parse_booking(book or (ITSELF if simulated else BUTTON))
    return LiveSettings(**known, camera=camera, seed=seed, pins=parse_pins(pins), booking=booking)


class LiveApp(PlayApp):
    """A served table that a camera referees; a context manager."""

    panel: Panel
    live: ServedLive
    table: LiveTable
    shut_down_at_the_table = False
    pace_s = PACE_S  # between two looks

    def press(self, press: Press) -> None:
        """Take a press from pins or keys; none is sent before the table runs."""
        self.live.press(press)

    def when_shut_down(self, stop: Callable[[], None]) -> None:
        """Have `stop` called when shutting down was confirmed at the table."""

        def shut_down() -> None:
            self.shut_down_at_the_table = True
            stop()

        self.table.shut_down = shut_down

    def past_help(self) -> bool:
        """Whether the camera hangs so that only a new process can have it."""
        return self.live.past_help

    def _open_table(self, settings: PlaySettings, shelf: Shelf) -> PlayTable:
        assert isinstance(settings, LiveSettings)
        clock = self.clock
        self.scene = self._open_scene(settings)
        self._closing.callback(self.scene.close)
        evidence = EvidenceFolder(settings.data / "evidence", EVIDENCE_BYTES)
        self.pictures = LivePictures(lambda: self.scene.reader, evidence)
        table = LiveTable(shelf, clock.now_s(), self.scene, self.pictures, settings.booking)
        table.unfixed = lambda: self.scene.problem
        self.table = table
        return table

    def _open_scene(self, settings: LiveSettings) -> GameScene:
        """The camera and the boards under it."""
        return GameScene(
            settings.camera,
            settings.sheets,
            self.clock,
            settings.seed,
            settings.data,
            settings.camera_file,
        )

    def _open_games(self, settings: PlaySettings, table: PlayTable) -> ServedGames:
        assert isinstance(settings, LiveSettings)
        assert isinstance(table, LiveTable)
        self.panel = open_panel(settings.pins, self.clock, self.press)
        self._closing.callback(self.panel.close)
        table.notices = self.panel.problems
        table.referee.begin()  # the game that was asked for is watched from the first frame
        self.live = ServedLive(
            table,
            self.scene,
            self.scene,
            self.clock,
            self.pace_s,
            MOST_STREAMS,
            self.pictures.find,
            self.panel.lamp.show,
            self.panel.buzzer.sound,
            self.scene.read_anew,
            self.scene.halt,
            self.scene.hands is not None,
        )
        return self.live

    def _doctor(self, settings: PlaySettings, invited: Callable[[], Invitation]) -> RunningDoctor:
        assert isinstance(settings, LiveSettings)
        ready = any(source.state is InputState.READY for source in self.panel.sources[1:])
        pins = pins_finding(settings.pins, ready, self.panel.problems)
        return RunningDoctor(invited, settings.data, self._view, pins)

    def _view(self) -> View:
        """What the camera sees of the first board that it finds, measured for the examination."""
        seen, why = self.live.sight
        reader = self.scene.reader
        if seen is None or why or reader is None:
            return View("", None, why or CAMERA_STARTS)
        observation = seen.observation
        boards = observation.boards if isinstance(observation, TableObservation) else ()
        number = next((n for n, b in enumerate(boards) if b.status is not Status.NO_BOARD), 0)
        one = Seen(seen.frame, boards[number]) if boards else seen
        found, board = reader.table.readers[number].found, reader.boards[number].places
        return seen_view(one, found, board, self.clock.now_s(), self.scene.problem)

    def _still(self, settings: PlaySettings) -> Callable[[float], Frame] | None:
        assert isinstance(settings, LiveSettings)
        return self.live.still if camera_name(settings.camera) else None

    def _started(self) -> None:
        self.panel.start()
