"""A stand-in for the camera and the readers: readings made of what lies on the table."""

from __future__ import annotations

import threading
from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Any

from companion.errors import CameraError
from companion.flow import Frame, Observation, PlaceReading, PlaceStatus, Sighting, Status
from companion.games.catalogue import load_edition
from companion.live.expected import TableArt
from companion.live.ports import TableHands, TableObservation, table_observation
from companion.play.running_game import RunningGame
from companion.printed.sheet_files import board_title
from companion.prints import Lie
from hardware.simulated.stand_in import DishSpots, blank_frame

SIZE_WH = (320, 180)
WAIT_S = 20.0
_TOKEN_SIGMA_MM = 0.3


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
        self._changed = threading.Condition()
        self._shot: Shot | None = None
        self._reading: Shot | None = None
        self._failure = ""
        self._idle = self._closed = False
        self._dishes: dict[str, DishSpots] = {}

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
        edition = load_edition(game, running.session.record().edition or game.default_edition)
        prints = game.prints(edition)
        used = {(lie.board, lie.copy) for lie in game.lies(running.state)}
        titles = {
            (board.name, copy): board_title(game, board, copy)
            for board in prints.boards
            for copy in range(board.count)
            if (board.name, copy) in used
        }
        self.art = TableArt(prints, titles)
        return self.art

    # -- camera and reader -----------------------------------------------------------------

    def frame(self, newer_than_s: float, wait_s: float) -> Frame:
        """Give the next shot's frame, however long it takes; raises CameraError when closed."""
        with self._changed:
            self._idle = True
            self._changed.notify_all()
            self._changed.wait_for(lambda: self._shot or self._failure or self._closed)
            if self._failure and not self._closed:
                why, self._failure, self._idle = self._failure, "", False
                raise CameraError("stopped", why)
            if self._shot is None:
                raise CameraError("stopped", "the rehearsal is over")
            self._reading, self._shot, self._idle = self._shot, None, False
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
        with self._changed:
            self._closed = True
            self._changed.notify_all()

    def show(self, shot: Shot) -> None:
        """Have a shot read; raises TimeoutError when nobody looks."""
        with self._changed:
            self._shot = shot
            self._looked_at()

    def lose(self, why: str) -> None:
        """Fail once in the place of a picture; raises TimeoutError when nobody looks."""
        with self._changed:
            self._failure = why
            self._looked_at()

    def _looked_at(self) -> None:
        """Wait until what there is was taken, and more is asked for."""
        self._changed.notify_all()
        if not self._changed.wait_for(self._is_idle, WAIT_S):
            raise TimeoutError("nobody looks at the table")

    def _is_idle(self) -> bool:
        return self._shot is None and not self._failure and self._idle

    # -- what lies there -------------------------------------------------------------------

    def boards(self, lies: Sequence[Lie]) -> tuple[Observation, ...]:
        """Every board as a reader that errs nowhere gives it."""
        art = self.art
        if art is None:
            return ()
        contents = art.contents(lies)
        found: dict[tuple[str, int], list[PlaceReading]] = {key: [] for key in art.titles}
        for number, spot in enumerate(art.places):
            window = (8 * (number % 38), 8 * (number // 38 % 20), 8, 8)
            like = PlaceReading(spot.place, PlaceStatus.READ, (), 1.0, (), window)
            reading = art.reading_of(spot, contents.get(spot, ()), like)
            found[spot.board, spot.copy].append(reading)
        return tuple(
            Observation(
                art.titles[key],
                0.0,
                Status.READ,
                sightings=tuple(self._dish(art, key, lies)),
                sharpness=1.0,
                uncovered=1.0,
                places=tuple(places),
            )
            for key, places in found.items()
        )

    def _dish(self, art: TableArt, key: tuple[str, int], lies: Sequence[Lie]) -> list[Sighting]:
        """Tokens in a board's dish; a token that stays keeps its spot."""
        tokens: list[Sighting] = []
        seen: dict[tuple[str, tuple[str, ...]], int] = {}
        for lie in lies:
            if (lie.board, lie.copy) != key or lie.place:
                continue
            alike = (lie.kind, lie.touches)
            seen[alike] = seen.get(alike, 0) + 1
            at_mm = self._spot(art, lie, seen[alike])
            kind = lie.kind
            tokens.append(
                Sighting(
                    kind, ((kind, 1.0),), at_mm, _TOKEN_SIGMA_MM, 0, (0, 0, 8, 8), family=lie.family
                )
            )
        return tokens

    def _spot(self, art: TableArt, lie: Lie, number: int) -> tuple[float, float]:
        if lie.board not in self._dishes:
            board = next(board for board in art.prints.boards if board.name == lie.board)
            assert board.dish is not None
            self._dishes[lie.board] = DishSpots(board.dish, art.families[lie.family].outline_mm)
        return self._dishes[lie.board].spot_mm(lie, number)


def at(boards: Sequence[Observation], exposed_at_s: float) -> Shot:
    """A shot of these boards."""
    return Shot(exposed_at_s, tuple(replace(each, exposed_at_s=exposed_at_s) for each in boards))
