"""The served table in a process of its own, which may be killed at any instant."""

from __future__ import annotations

import logging
import multiprocessing
import threading
from multiprocessing.connection import Connection
from pathlib import Path
from typing import Any

from companion.errors import CompanionError
from companion.flow import Press
from companion.games.catalogue import find_game
from companion.live.booking import Booking
from companion.rehearsal.asking import AskedByPhone, GoneError
from companion.rehearsal.clock import SteppedClock
from companion.rehearsal.served import ServedTable, Sight, write_setup
from companion.rehearsal.stand_in import Shot, StandIn

WAIT_S = 60.0


class ServedElsewhere(AskedByPhone):
    """Like ServedTable, but in another process; the phone stays here and outlives it."""

    def __init__(
        self, game: Any, seats: tuple[str, ...], folder: Path, booking: Booking | None = None
    ) -> None:
        super().__init__()
        self._game, self._seats, self._folder = game, seats, folder
        self._booking = booking
        self.clock, self.scene = SteppedClock(), StandIn()
        self._line: Connection | None = None
        self._process: Any = None

    def begin(self, setup: Any) -> None:
        """Write down the setup as it lies on the table, start, and join."""
        write_setup(self._game, self._seats, self._folder, setup, self.clock.now_s())
        self.start()
        self.post("join")

    def start(self) -> None:
        """Serve, on the same port as before; raises GoneError when that fails."""
        context = multiprocessing.get_context("spawn")
        self._line, theirs = context.Pipe()
        options = (self._game.name, self._seats, self._folder, self._booking, self.port)
        self._process = context.Process(target=_serve, args=(theirs, options), daemon=True)
        self._process.start()
        theirs.close()
        self.port, self.code, self.scene.art = self._ask("place")

    def kill(self) -> None:
        """End the process at once, as a power cut would."""
        self._process.kill()
        self._process.join(WAIT_S)

    def kill_soon(self, after_s: float) -> threading.Timer:
        """Kill it in a moment, whatever it does then."""
        timer = threading.Timer(after_s, self.kill)
        timer.start()
        return timer

    def stop(self) -> None:
        """Stop, as at a power cut."""
        self.kill()

    def show(self, shot: Shot) -> None:
        """Have a shot seen and read, and decided about."""
        self._ask("show", shot)

    def lose(self, why: str) -> None:
        """Have the camera fail once."""
        self._ask("lose", why)

    def push(self, press: Press) -> None:
        """Press a button at the table."""
        self._ask("push", press)

    def sight(self) -> Sight:
        """What the referee makes of the newest shot."""
        found = self._ask("sight")
        assert isinstance(found, Sight)
        return found

    def moment(self) -> int:
        """The number of the newest entry."""
        return int(self._ask("moment"))

    def _ask(self, name: str, *given: Any) -> Any:
        """Have the process do something; raises GoneError when it ends before it answers."""
        line = self._line
        assert line is not None
        try:
            line.send((self.clock.now_s(), name, given))
            if not line.poll(WAIT_S):
                raise GoneError(f"the process does not answer: {name}")
            done, answer = line.recv()
        except (EOFError, OSError) as error:
            raise GoneError("the process has ended") from error
        if not done:
            raise CompanionError(answer)
        return answer


def _serve(line: Connection, options: tuple[Any, ...]) -> None:
    """Serve a table and do what is asked through `line`, until nobody asks any more."""
    logging.disable(logging.CRITICAL)
    name, seats, folder, booking, port = options
    served = ServedTable(find_game(name), seats, folder, booking)
    served.port = port
    served.serve()
    while True:
        try:
            at_s, what, given = line.recv()
        except EOFError:
            return
        served.clock.pass_s(max(0.0, at_s - served.clock.now_s()))
        try:
            line.send((True, getattr(served, what)(*given)))
        except CompanionError as error:
            line.send((False, str(error)))
