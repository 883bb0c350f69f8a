"""The served table of a rehearsal: stopped, started again, looked at, asked over HTTP."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Any

from companion.apps.live import LiveApp, LiveSettings
from companion.apps.play import PlaySettings
from companion.errors import CompanionError
from companion.flow import Reason
from companion.games.contract import AnyGame, Explanation
from companion.live.booking import ITSELF, Booking
from companion.live.understanding import Outcome
from companion.play.setting_up import begin_game, new_header
from companion.play.shelf import TABLE, Shelf
from companion.play.table import LookedInto, PlayTable
from companion.rehearsal.clock import SteppedClock
from companion.rehearsal.stand_in import Shot, StandIn
from companion.soak.phone import Phone
from companion.whole_game.history import CORRECT
from hardware.ports import Clock

_REFUSED = 409


@dataclass(frozen=True, slots=True)
class RehearsalSettings(LiveSettings):
    """Settings of a refereed game, and the clock that is stepped on."""

    clock: SteppedClock = field(default_factory=SteppedClock)


class RehearsalApp(LiveApp):
    """`companion serve --game --camera` with a stand-in for the camera and a stepped clock."""

    pace_s = 0.0

    def _new_clock(self, settings: PlaySettings) -> Clock:
        assert isinstance(settings, RehearsalSettings)
        return settings.clock

    def _open_scene(self, settings: LiveSettings) -> Any:
        return StandIn()


@dataclass(frozen=True, slots=True)
class Sight:
    """What the referee makes of the table now; `put_right` counts corrections of earlier moves."""

    outcome: Outcome | None
    certain: bool
    results: tuple[Explanation, ...]
    reasons: tuple[Reason, ...]
    state: Any
    over: bool
    put_right: int


class ServedTable:
    """The app in this process, and a phone that asks it over HTTP."""

    def __init__(self, game: AnyGame, edition: Any, seats: tuple[str, ...], folder: Path) -> None:
        self._game, self._edition, self._seats = game, edition, seats
        self._folder, self.port, self.clock = folder, 0, SteppedClock()
        self.code = ""
        self._phone = Phone(self)

    def begin(self, setup: Any) -> None:
        """Write down the setup as it lies on the table, and start."""
        shelf = Shelf(self._folder / "games", None)
        try:
            table = PlayTable(shelf, self.clock.now_s())
            header = replace(new_header(self._game, list(self._seats), {}), setup=setup)
            begin_game(table, header, TABLE, self.clock.now_s())
        finally:
            shelf.close()
        self.start()

    def start(self) -> None:
        """Serve, on the same port as before."""
        self.app = RehearsalApp(
            RehearsalSettings(
                "127.0.0.1",
                self.port,
                self._folder,
                self._game.name,
                dealer=TABLE,
                booking=Booking(ITSELF),
                clock=self.clock,
            )
        )
        self.code = self.app.invitation.code
        self.port = int(self.app.invitation.by_number.rsplit(":", 1)[1])
        self.post("join")

    def stop(self) -> None:
        """Stop, as at a power cut: nothing is written on the way."""
        self.scene.close()
        self.app.stop()

    @property
    def scene(self) -> StandIn:
        """Where shots are shown."""
        scene: object = self.app.scene
        assert isinstance(scene, StandIn)
        return scene

    def show(self, shot: Shot) -> None:
        """Have a shot seen and read, and decided about."""
        self.scene.show(shot)
        self._looked(lambda running: None)  # readings are not queued: wait until it was taken

    def sight(self) -> Sight:
        """What the referee makes of the newest shot."""
        referee = self.app.table.referee

        def look(running: Any) -> Sight:
            understood = referee.understood
            return Sight(
                understood.outcome if understood is not None else None,
                understood.certain if understood is not None else False,
                understood.results if understood is not None else (),
                understood.reasons if understood is not None else (),
                running.state,
                running.over,
                sum(entry.kind == CORRECT for entry in running.session.entries),
            )

        found = self._looked(look)
        assert isinstance(found, Sight)
        return found

    def _looked(self, look: Callable[[Any], Any]) -> Any:
        asked = LookedInto(look, [])
        self.app.games.inbox.ask(asked, "rehearsal", 30.0)
        return asked.answer[0]

    def bounce(self, button: str) -> None:
        """The same button once more, as a worn one does; the table may say that it means nothing.

        Raises CompanionError when it is not even answered.
        """
        reply = self._phone.post("/api/press", {"button": button})
        if reply.status not in (200, _REFUSED):
            raise CompanionError(f"a bouncing button was answered {reply.status}")

    def post(self, act: str, **body: Any) -> None:
        """Ask for something as a phone does; raises CompanionError when it is refused."""
        reply = self._phone.post(f"/api/{act}", body)
        if reply.status != 200:
            raise CompanionError(f"/api/{act} {body} was answered {reply.status}: {reply.json}")
