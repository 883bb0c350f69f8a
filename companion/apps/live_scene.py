"""What stands under the camera of a refereed table: real boards, or a simulated table."""

from __future__ import annotations

import threading
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any

from companion.apps.live_reader import Described, LiveReader, described, token_family
from companion.calibrating.lens_choice import lens_of
from companion.devices.opening import CAMERAS, FrameSource, camera_name, open_camera
from companion.errors import CameraError, CompanionError, HaltedError, InputError
from companion.flow import Frame
from companion.games.catalogue import load_edition
from companion.games.printable import Lying, boards_of
from companion.live.art_words import art_in_words
from companion.live.expected import TableArt
from companion.live.ports import TableHands, TableObservation, at_time
from companion.play.running_game import RunningGame
from companion.printed.printed_boards import (
    check_folder_of_sheets,
    described_boards,
    keep_descriptions,
)
from companion.printed.sheet_files import board_title
from companion.prints import Lie, Prints
from hardware.ports import Clock
from vision.steady import SteadyReader

if TYPE_CHECKING:
    from hardware.simulated.camera_table import TableCamera

SIMULATED = "simulated"
_CONDITION = "mounted"
_NO_GAME = CameraError("starting", "no game has begun yet")


@dataclass(frozen=True)
class Watched:
    """The boards of one game that are looked at; what describes them and opens their camera."""

    prints: Prints
    describe: Callable[[], tuple[Described, ...]]
    open_camera: Callable[[], FrameSource]


class GameScene:
    """Camera and reader of whichever game is on the table; see companion.live.ports.Scene.

    The game is told by the thread that decides, pictures are asked for by the one that looks:
    that one opens the camera, and again for the boards of another game.
    """

    def __init__(
        self,
        spec: str,
        sheets: Path | None,
        clock: Clock,
        seed: int,
        folder: Path,
        camera_file: Path | None = None,
    ) -> None:
        from hardware.simulated.conditions import conditions_named

        kind, _, detail = spec.partition(":")
        self._simulated = kind == SIMULATED
        if self._simulated and sheets is not None:
            raise InputError("the simulated table has its own boards; leave out --table")
        if not self._simulated and sheets is None:
            raise InputError(
                f"--camera {spec} needs --table with the folder of your sheets, as companion "
                "sheets wrote it"
            )
        # A wrong name is told now, and not on the page.
        if self._simulated:
            conditions_named(detail or _CONDITION)
        elif not camera_name(spec):
            raise InputError(f"there is no camera called {spec!r}; --camera is {CAMERAS}")
        elif sheets is not None:
            check_folder_of_sheets(sheets)
        self._spec, self._sheets, self._clock = spec, sheets, clock
        self._seed, self._folder, self._detail = seed, folder, detail
        self._camera_file = camera_file
        self._camera: FrameSource | None = None
        self.reader: LiveReader | None = None
        self._steady: SteadyReader[TableObservation] | None = None
        self._wanted: Watched | None = None
        self._opened: Watched | None = None
        self._lies: tuple[Lie, ...] | None = None
        self._halted = threading.Event()

    # -- asked by the thread that decides --------------------------------------------------

    @property
    def hands(self) -> TableHands | None:
        """The hands of a simulated table."""
        return self if self._simulated else None

    def show(self, lies: Sequence[Lie]) -> None:
        """Have exactly these pieces lie on the simulated table."""
        self._lies = tuple(lies)
        camera = self._camera
        if camera is not None and self._opened is self._wanted:
            _table_camera(camera).show(self._lies)

    def watch(self, running: RunningGame | None) -> TableArt | None:
        """Look at the boards of this game from now on."""
        self._lies = None
        if running is None:
            self._wanted = None
            return None
        game = running.game
        if not isinstance(game, Lying):
            raise InputError(
                f"{game.name} can't be watched: it does not say what lies where; leave out --camera"
            )
        edition = load_edition(_any_game(game), running.edition)
        prints = game.prints(edition)
        used = boards_of(game, running.state)
        if self._simulated:
            watched, titles = self._simulate(game, prints, used)
        else:
            watched, titles = self._described(prints, used)
        self._wanted = watched
        return art_in_words(_any_game(game), prints, titles, board_title, running.names)

    def _described(
        self, prints: Prints, used: frozenset[tuple[str, int]]
    ) -> tuple[Watched, dict[tuple[str, int], str]]:
        """Boards as the folder of sheets describes them; those without a description go unseen."""
        assert self._sheets is not None
        files = described_boards(self._sheets, prints, used)
        titles = {board: places.name for board, places in files.items()}
        lens = lens_of(self._camera_file, self._folder, camera_name(self._spec))
        boards = tuple(described(each, lens) for each in files.values())
        return Watched(prints, lambda: boards, lambda: open_camera(self._spec, self._clock)), titles

    def _simulate(
        self, game: Lying, prints: Prints, used: frozenset[tuple[str, int]]
    ) -> tuple[Watched, dict[tuple[str, int], str]]:
        """A simulated table with the boards that are played on."""
        from hardware.simulated.camera_table import TableCamera
        from hardware.simulated.conditions import conditions_named
        from hardware.simulated.tabletop.studio import TableStudio, copies_of

        copies = [(board, copy) for board, copy in copies_of(prints) if (board.name, copy) in used]
        titles = {
            (board.name, copy): board_title(_any_game(game), board, copy) for board, copy in copies
        }

        def describe() -> tuple[Described, ...]:
            folder = keep_descriptions(self._folder, _any_game(game), prints)
            files = described_boards(folder, prints, used)
            return tuple(described(each, None) for each in files.values())

        def build() -> FrameSource:
            studio = TableStudio(prints, self._seed, conditions_named(self._detail or _CONDITION))
            camera = TableCamera(studio, copies, self._clock, seed=self._seed)
            if self._lies is not None:
                camera.show(self._lies, with_hand=False)
            return camera

        return Watched(prints, describe, build), titles

    # -- asked by the thread that looks ----------------------------------------------------

    @property
    def problem(self) -> str:
        """What the camera can't keep fixed, or nothing."""
        camera = self._camera
        return camera.problem if camera is not None else ""

    def frame(self, newer_than_s: float, wait_s: float) -> Frame:
        """Give a frame of the game that is on the table; raises CameraError."""
        return self._open().frame(newer_than_s, wait_s)

    def read(self, frame: Frame) -> TableObservation:
        """What lies on each board."""
        steady = self._steady
        if steady is None:
            raise _NO_GAME
        return steady.read(frame)

    def read_anew(self) -> None:
        """Read the next frame however little it changed."""
        steady = self._steady
        if steady is not None:
            steady.forget()

    def moved(self) -> bool:
        """Whether something moved in view; see hardware.ports.Camera."""
        camera = self._camera
        return camera is not None and camera.moved()

    def settle(self) -> str:
        """Measure and fix light and focus; see hardware.ports.Camera."""
        return self._open().settle()

    def still(self, wait_s: float) -> Frame:
        """Give a picture of full size; see hardware.ports.Camera."""
        return self._open().still(wait_s)

    def halt(self) -> None:
        """Read nothing more, and end a reading that goes on; from any thread."""
        self._halted.set()

    def _go_on(self) -> None:
        if self._halted.is_set():
            raise HaltedError("The table ends.")

    def close(self) -> None:
        """Let the device go."""
        camera, self._camera = self._camera, None
        if camera is not None:
            camera.close()

    def _open(self) -> FrameSource:
        self._go_on()
        wanted = self._wanted
        if wanted is None:
            self.close()
            self._opened = None
            raise _NO_GAME
        if self._camera is None or self._opened is not wanted:
            self.close()
            try:
                boards = wanted.describe()
                self._go_on()
                self.reader = LiveReader(boards, token_family(wanted.prints), self._go_on)
                self._steady = SteadyReader(self.reader, at_time)
                self._go_on()
                self._camera = wanted.open_camera()
            except (CameraError, HaltedError):
                raise
            except CompanionError as error:
                raise CameraError("stopped", error.sentence) from error
            self._opened = wanted
            self._lay_what_came_meanwhile(self._camera)
        return self._camera

    def _lay_what_came_meanwhile(self, camera: FrameSource) -> None:
        """Lay what was told to lie there while the simulated camera was being opened."""
        lies = self._lies
        if self._simulated and lies is not None and _table_camera(camera).lying != lies:
            _table_camera(camera).show(lies, with_hand=False)


def _any_game(game: Lying) -> Any:
    """The same game, for what asks for a game of the contract."""
    return game


def _table_camera(camera: FrameSource) -> TableCamera:
    from hardware.simulated.camera_table import TableCamera

    assert isinstance(camera, TableCamera)
    return camera
