"""The composition root of `companion serve --game`: a table without a camera."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from functools import partial
from pathlib import Path

from companion.calibrating.page import PageCalibration
from companion.doctor.alerts import Alerts, computer
from companion.doctor.background import Background
from companion.doctor.report import RunningDoctor
from companion.flow import Frame
from companion.games.catalogue import find_game, load_edition, names_file
from companion.photos.sent import BoardPhotos
from companion.play.served import ServedGames
from companion.play.setting_up import begin_game, new_header, put_away, read_rulings, with_deal
from companion.play.shelf import COMPANION, Shelf
from companion.play.table import PlayTable
from companion.running.opened import Opened
from companion.running.running_table import join_code
from companion.serving.announced import announced
from companion.serving.invitation import Invitation, invite, own_names
from companion.teaching_app.page import PageSetup
from hardware.clock import MonotonicClock
from hardware.ports import Clock
from web import WebConfig, create_app
from web.server import MOST_STREAMS, Server, listen_on

# A record is pasted whole.
BODY_BYTES = 1_000_000


@dataclass(frozen=True, slots=True)
class PlaySettings:
    """What `companion serve` was told about whole games.

    Without `game` or without `players` the page asks.  `journal` is one file to keep a game in;
    None keeps games in the folder `data`, one journal each.  `sheets` is the folder with the
    boards' descriptions, for photographs and a camera; without it they are the printed ones.
    `camera_file` is the calibration of the camera.
    """

    host: str
    port: int
    data: Path
    game: str = ""
    players: tuple[str, ...] = ()
    edition: str = ""
    rulings: Mapping[str, str] = field(default_factory=dict)
    dealer: str = COMPANION
    journal: Path | None = None
    names: tuple[str, ...] = ()
    sheets: Path | None = None
    camera_file: Path | None = None


class PlayApp(Opened[PlaySettings]):
    """A served table that plays whole games; a context manager."""

    def beat_at_s(self) -> float:
        """When the deciding loop last went round."""
        return self.games.beat_at_s

    def _build(self, settings: PlaySettings) -> None:
        self.clock = clock = self._new_clock(settings)
        shelf = Shelf(settings.data / "games", settings.journal)
        self._closing.callback(shelf.close)
        table = self._open_table(settings, shelf)
        _set_up(table, settings, clock.now_s())
        self.games = games = self._open_games(settings, table)
        games.photos, table.takes_photos = BoardPhotos(settings.data, settings.sheets), True
        listener = listen_on(settings.host, settings.port)
        port = listener.getsockname()[1]
        note = announced(settings.data, settings.host, port, shelf.journal.path)
        self._closing.enter_context(note)
        code = join_code(shelf.journal)
        invited = partial(invite, settings.host, port, code)
        self.invitation: Invitation = invited()
        names = own_names(settings.host, settings.names)
        url = self.invitation.join_url
        config = WebConfig(
            code, url, join_url_now=lambda: invited().join_url, body_bytes=BODY_BYTES, names=names
        )
        doctor = Background(self._doctor(settings, invited).examine, clock)
        still = self._still(settings)
        app = create_app(
            games,
            config,
            doctor,
            PageCalibration(settings.data, still),
            PageSetup(settings.data, still),
        )
        server = Server(app, listener)
        self._closing.callback(server.stop)
        self._closing.callback(games.stop)
        look = partial(computer, settings.data)
        games.beside("alerts", Alerts(look, games.hub.alert).run)
        games.start()
        server.start()
        self._started()

    def _new_clock(self, settings: PlaySettings) -> Clock:
        """What tells the time."""
        return MonotonicClock()

    def _open_table(self, settings: PlaySettings, shelf: Shelf) -> PlayTable:
        """The game on everybody's phones."""
        return PlayTable(shelf, self.clock.now_s())

    def _open_games(self, settings: PlaySettings, table: PlayTable) -> ServedGames:
        """The loop round it."""
        return ServedGames(table, self.clock, MOST_STREAMS)

    def _doctor(self, settings: PlaySettings, invited: Callable[[], Invitation]) -> RunningDoctor:
        """Who examines what runs here."""
        return RunningDoctor(invited, settings.data)

    def _still(self, settings: PlaySettings) -> Callable[[float], Frame] | None:
        """What takes a picture of full size with the table's camera, if it has one."""
        return None

    def _started(self) -> None:
        """Do what has to wait until everything runs."""


def _set_up(table: PlayTable, settings: PlaySettings, now_s: float) -> None:
    """Go on with the game that was asked for, begin it, or leave the rest to the page."""
    if not settings.game:
        return
    game = find_game(settings.game)
    if names_file(settings.edition):
        load_edition(game, settings.edition)  # wrong files are told now, not on the page
        table.own_editions[game.name] = settings.edition
    running = table.running
    if running is not None:
        players = tuple(running.names.values())
        same = running.game.name == game.name and settings.players in ((), players)
        if same and not running.over:
            return
        put_away(table)
    rulings = read_rulings(game, settings.edition, settings.rulings)
    if not settings.players:
        table.draft = game.name
        return
    header = new_header(game, list(settings.players), rulings, settings.edition)
    if settings.dealer == COMPANION:
        header = with_deal(header, table.seed)
    begin_game(table, header, settings.dealer, now_s)
