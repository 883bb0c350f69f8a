"""The composition root of `companion serve --game --camera`: a whole game under a camera."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field, fields

from companion.devices import Panel, camera_name, open_panel
from companion.evidence import EvidenceFolder
from companion.flow import Frame, Press
from companion.live.booking import BUTTON, ITSELF, Booking, parse_booking
from companion.live.served import ServedLive
from companion.live.table import LiveTable
from companion.live_pictures import LivePictures
from companion.live_scene import SIMULATED, GameScene
from companion.pin_settings import Pins, parse_pins
from companion.play.served import ServedGames
from companion.play.shelf import COMPANION, TABLE, Shelf
from companion.play.table import PlayTable
from companion.play_app import PlayApp, PlaySettings
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

    def press(self, press: Press) -> None:
        """Take a press from pins or keys; none is sent before the table runs."""
        self.live.press(press)

    def past_help(self) -> bool:
        """Whether the camera hangs so that only a new process can have it."""
        return self.live.past_help

    def _open_table(self, settings: PlaySettings, shelf: Shelf) -> PlayTable:
        assert isinstance(settings, LiveSettings)
        clock = self.clock
        self.scene = GameScene(
            settings.camera,
            settings.sheets,
            clock,
            settings.seed,
            settings.data,
            settings.camera_file,
        )
        self._closing.callback(self.scene.close)
        evidence = EvidenceFolder(settings.data / "evidence", EVIDENCE_BYTES)
        self.pictures = LivePictures(lambda: self.scene.reader, evidence)
        table = LiveTable(shelf, clock.now_s(), self.scene, self.pictures, settings.booking)
        table.unfixed = lambda: self.scene.problem
        self.table = table
        return table

    def _open_games(self, settings: PlaySettings, table: PlayTable) -> ServedGames:
        assert isinstance(settings, LiveSettings)
        assert isinstance(table, LiveTable)
        self.panel = open_panel(settings.pins, self.clock, self.press)
        self._closing.callback(self.panel.close)
        table.notices = self.panel.problems
        table.referee.sync()  # the game that was asked for is watched from the first frame
        self.live = ServedLive(
            table,
            self.scene,
            self.scene,
            self.clock,
            PACE_S,
            MOST_STREAMS,
            self.pictures.find,
            self.panel.lamp.show,
            self.panel.buzzer.sound,
        )
        return self.live

    def _still(self, settings: PlaySettings) -> Callable[[float], Frame] | None:
        assert isinstance(settings, LiveSettings)
        return self.live.still if camera_name(settings.camera) else None

    def _started(self) -> None:
        self.panel.start()
