"""The served table of a rehearsal: stopped, started again, looked at, asked over HTTP."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Any, Protocol

from companion.apps.live import LiveApp, LiveSettings
from companion.apps.play import PlaySettings
from companion.display.text import Text
from companion.flow import Observation, Press, Reason, Status
from companion.games.contract import AnyGame, Explanation
from companion.live.booking import ITSELF, Booking
from companion.live.expected import TableArt
from companion.live.understanding import Outcome
from companion.play.setting_up import begin_game, new_header
from companion.play.shelf import TABLE, Shelf
from companion.play.table import LookedInto, PlayTable
from companion.prints import Lie
from companion.rehearsal.asking import AskedByPhone
from companion.rehearsal.clock import SteppedClock
from companion.rehearsal.stand_in import StandIn
from companion.whole_game.history import CORRECT
from hardware.ports import Clock


class Stage(Protocol):
    """What a rehearsal needs of the scene in which its table is shown."""

    @property
    def art(self) -> TableArt | None:
        """The boards that are watched."""

    def boards(self, lies: Sequence[Lie]) -> tuple[Observation, ...]:
        """What truly lies on every board."""

    def show(self, shot: Any) -> None:
        """Have a shot seen and read; raises TimeoutError when nobody looks."""

    def lose(self, why: str) -> None:
        """Fail once in the place of a picture; raises TimeoutError when nobody looks."""

    def close(self) -> None:
        """Let whoever waits go."""


OpenStage = Callable[[LiveSettings], Stage]


def _stand_in(settings: LiveSettings) -> Stage:
    return StandIn()


@dataclass(frozen=True, slots=True)
class RehearsalSettings(LiveSettings):
    """Settings of a refereed game, the clock that is stepped on, and what opens the stage."""

    clock: SteppedClock = field(default_factory=SteppedClock)
    open_stage: OpenStage = _stand_in


class RehearsalApp(LiveApp):
    """`companion serve --game --camera` with a stage of its own and a stepped clock."""

    pace_s = 0.0

    def _new_clock(self, settings: PlaySettings) -> Clock:
        assert isinstance(settings, RehearsalSettings)
        return settings.clock

    def _open_scene(self, settings: LiveSettings) -> Any:
        assert isinstance(settings, RehearsalSettings)
        return settings.open_stage(settings)


@dataclass(frozen=True, slots=True)
class Sight:
    """What the referee makes of the table now.

    `put_right` counts corrections of earlier moves, `entries` those of the journal, `steps` the
    moves that stand, `number` the settled tables that differed; `newest_s` is when the newest
    picture was exposed.  `looking` says that a press waits, `named` are the clauses that
    everybody is told of, `by_itself` says that what is seen now is booked without a press.
    """

    outcome: Outcome | None
    certain: bool
    results: tuple[Explanation, ...]
    reasons: tuple[Reason, ...]
    state: Any
    past: Any
    over: bool
    put_right: int
    entries: int
    steps: int
    number: int
    newest_s: float
    status: Status
    said: Text | None
    named: tuple[str, ...]
    looking: bool
    by_itself: bool
    phase: str

    @property
    def ready(self) -> bool:
        """Whether there are moves that wait for the button."""
        return self.outcome is Outcome.MOVES and self.certain and not self.by_itself


class ServedTable(AskedByPhone):
    """The app in this process, and a phone that asks it over HTTP."""

    def __init__(
        self,
        game: AnyGame,
        seats: tuple[str, ...],
        folder: Path,
        booking: Booking | None = None,
        open_stage: OpenStage = _stand_in,
    ) -> None:
        super().__init__()
        self._open_stage = open_stage
        self._game, self._seats, self._folder = game, seats, folder
        self._booking = booking or Booking(ITSELF)
        self.clock = SteppedClock()

    def begin(self, setup: Any) -> None:
        """Write down the setup as it lies on the table, and start."""
        write_setup(self._game, self._seats, self._folder, setup, self.clock.now_s())
        self.start()

    def start(self) -> None:
        """Serve, on the same port as before, and join."""
        self.serve()
        self.post("join")

    def serve(self) -> None:
        """Serve, on the same port as before."""
        self.app = RehearsalApp(
            RehearsalSettings(
                "127.0.0.1",
                self.port,
                self._folder,
                self._game.name,
                dealer=TABLE,
                booking=self._booking,
                clock=self.clock,
                open_stage=self._open_stage,
            )
        )
        self.code = self.app.invitation.code
        self.port = int(self.app.invitation.by_number.rsplit(":", 1)[1])

    def place(self) -> tuple[int, str, TableArt | None]:
        """Where it is served, with which join code, and what is watched."""
        return self.port, self.code, self.scene.art

    def stop(self) -> None:
        """Stop, as at a power cut: nothing is written on the way."""
        self.scene.close()
        self.app.stop()

    @property
    def scene(self) -> Stage:
        """Where shots are shown."""
        scene: Any = self.app.scene
        stage: Stage = scene
        return stage

    def show(self, shot: Any) -> None:
        """Have a shot seen and read, and decided about."""
        self.scene.show(shot)
        self._looked(lambda running: None)  # readings are not queued: wait until it was taken

    def sight(self) -> Sight:
        """What the referee makes of the newest shot."""
        table = self.app.table
        referee = table.referee

        def look(running: Any) -> Sight:
            understood = referee.understood
            return Sight(
                understood.outcome if understood is not None else None,
                understood.certain if understood is not None else False,
                understood.results if understood is not None else (),
                understood.reasons if understood is not None else (),
                running.state,
                running.past,
                running.over,
                sum(entry.kind == CORRECT for entry in running.session.entries),
                len(running.session.entries),
                len(running.session.steps),
                referee.watching.number,
                referee.watching.now.exposed_at_s,
                referee.watching.status(self.clock.now_s()),
                None if table.verdict is None else table.verdict.text,
                () if table.verdict is None else table.verdict.clauses,
                referee.waiting is not None,
                referee.booking.way(referee.phase) == ITSELF,
                referee.phase,
            )

        found = self._looked(look)
        assert isinstance(found, Sight)
        return found

    def _looked(self, look: Callable[[Any], Any]) -> Any:
        asked = LookedInto(look, [])
        self.app.games.inbox.ask(asked, "rehearsal", 30.0)
        return asked.answer[0]

    def lose(self, why: str) -> None:
        """Have the camera fail once."""
        self.scene.lose(why)
        self._looked(lambda running: None)

    def push(self, press: Press) -> None:
        """Press a button at the table."""
        self.app.press(press)
        self._looked(lambda running: None)

    def moment(self) -> int:
        """The number of the newest entry."""
        return int(self._looked(lambda running: running.moment))


def write_setup(
    game: AnyGame, seats: tuple[str, ...], folder: Path, setup: Any, now_s: float
) -> None:
    """Begin a game in a data folder's journal, as it was set up on the table."""
    shelf = Shelf(folder / "games", None)
    try:
        header = replace(new_header(game, list(seats), {}), setup=setup)
        begin_game(PlayTable(shelf, now_s), header, TABLE, now_s)
    finally:
        shelf.close()
