"""A stand-in for the camera and the readers: readings made of what lies on the table."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Any

from companion.errors import CameraError
from companion.flow import Frame, Observation
from companion.games.catalogue import load_edition
from companion.games.printable import boards_of
from companion.live.art_words import art_in_words
from companion.live.expected import TableArt
from companion.live.ports import TableHands, TableObservation, table_observation
from companion.play.running_game import RunningGame
from companion.printed.sheet_files import board_title
from companion.prints import Lie
from companion.rehearsal.exact import ExactReadings
from companion.rehearsal.gate import Gate
from hardware.simulated.stand_in import blank_frame

SIZE_WH = (320, 180)
WAIT_S = 20.0


@dataclass(frozen=True, slots=True)
class Shot:
    """What one frame shows: every board, at the moment of its exposure."""

    exposed_at_s: float
    boards: tuple[Observation, ...]


class StandIn:
    """Camera, reader and scene of a refereed game; shows one shot after another.

    `show` gives back when the shot has been read and the next one is waited for.
    """

    def __init__(self) -> None:
        self.reader = None
        self.problem = ""
        self.art: TableArt | None = None
        self._gate: Gate[Shot] = Gate(WAIT_S)
        self._reading: Shot | None = None
        self._exact: ExactReadings | None = None

    # -- scene -----------------------------------------------------------------------------

    @property
    def hands(self) -> TableHands | None:
        """Nobody lays pieces but the player."""
        return None

    def watch(self, running: RunningGame | None) -> TableArt | None:
        """Look at every board that the game has something on."""
        self.art = None
        if running is None:
            return None
        game: Any = running.game
        edition = load_edition(game, running.edition)
        prints = game.prints(edition)
        used = boards_of(game, running.state)
        titles = {
            (board.name, copy): board_title(game, board, copy)
            for board in prints.boards
            for copy in range(board.count)
            if (board.name, copy) in used
        }
        self.art = art_in_words(game, prints, titles, board_title, running.names)
        return self.art

    # -- camera and reader -----------------------------------------------------------------

    def frame(self, newer_than_s: float, wait_s: float) -> Frame:
        """Give the next shot's frame, however long it takes; raises CameraError when closed."""
        self._reading = self._gate.take()
        at_s = self._reading.exposed_at_s
        return blank_frame(SIZE_WH, at_s, "rehearsal")

    def read(self, frame: Frame) -> TableObservation:
        """What the frame's shot shows."""
        shot = self._reading
        boards = shot.boards if shot is not None else ()
        return table_observation(boards, frame.exposed_at_s)

    def moved(self) -> bool:
        """A rehearsal never rests."""
        return True

    def halt(self) -> None:
        """Reading takes no time here."""

    def read_anew(self) -> None:
        """Every frame is read here."""

    def settle(self) -> str:
        """Its light needs no measuring."""
        return ""

    def still(self, wait_s: float) -> Frame:
        """It takes no larger pictures."""
        raise CameraError("stopped", "a rehearsal takes no pictures")

    def close(self) -> None:
        """Let whoever waits go."""
        self._gate.close()

    def show(self, shot: Shot) -> None:
        """Have a shot read; raises TimeoutError when nobody looks."""
        self._gate.show(shot)

    def lose(self, why: str) -> None:
        """Fail once in the place of a picture; raises TimeoutError when nobody looks."""
        self._gate.lose(why)

    # -- what lies there -------------------------------------------------------------------

    def boards(self, lies: Sequence[Lie]) -> tuple[Observation, ...]:
        """Every board as a reader that errs nowhere gives it."""
        if self.art is None:
            return ()
        if self._exact is None or self._exact.art is not self.art:
            self._exact = ExactReadings(self.art)
        return self._exact.boards(lies)


def at(boards: Sequence[Observation], exposed_at_s: float) -> Shot:
    """A shot of these boards."""
    return Shot(exposed_at_s, tuple(replace(each, exposed_at_s=exposed_at_s) for each in boards))
