"""A table that is filmed: drawn, photographed by the simulated camera, read by the real readers."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from typing import Any

from companion.apps.live import LiveSettings
from companion.apps.live_scene import SIMULATED, GameScene, Watched
from companion.devices.opening import FrameSource
from companion.errors import CameraError
from companion.flow import Frame, Observation
from companion.games.printable import Lying
from companion.live.expected import TableArt
from companion.live.ports import TableHands
from companion.play.running_game import RunningGame
from companion.prints import Lie, Prints
from companion.rehearsal.clock import SteppedClock
from companion.rehearsal.exact import ExactReadings
from companion.rehearsal.gate import Gate
from hardware.simulated.camera_table import TableCamera
from hardware.simulated.tabletop.disturbance import NOTHING, Disturbance

CONDITION = "window"  # daylight from the side: no lamp is mirrored in the boards
WAIT_S = 600.0  # opening a table draws it and looks for every board


@dataclass(frozen=True, slots=True)
class Take:
    """One picture to be taken now.

    With `exposed_at_s` it is the last picture once more, as if it had been on its way since then.
    """

    disturbance: Disturbance = NOTHING
    exposed_at_s: float | None = None


class FilmedTable:
    """The table and the camera over it; they outlive the companion's restarts."""

    def __init__(self, clock: SteppedClock) -> None:
        self.clock = clock
        self._camera: TableCamera | None = None
        self._lies: tuple[Lie, ...] = ()
        self._last: Frame | None = None

    def opened(self, open_camera: Callable[[], FrameSource]) -> None:
        """Put up the camera, unless it stands already."""
        if self._camera is None:
            camera = open_camera()
            assert isinstance(camera, TableCamera)
            self._camera = camera
            camera.show(self._lies, with_hand=False)

    def lay(self, lies: Sequence[Lie], with_hand: bool) -> None:
        """Lay exactly these pieces; what lay so before is not touched."""
        self._lies = tuple(lies)
        if self._camera is not None:
            self._camera.show(self._lies, with_hand)

    def picture(self, take: Take, newer_than_s: float, wait_s: float) -> Frame:
        """Take a picture; raises CameraError like a camera."""
        camera = self._camera
        if camera is None:
            raise CameraError("starting", "the camera of this rehearsal does not stand yet")
        if take.exposed_at_s is not None and self._last is not None:
            return replace(self._last, exposed_at_s=take.exposed_at_s)
        camera.disturb(take.disturbance)
        self._last = camera.frame(newer_than_s, wait_s)
        return self._last


class FilmedScene(GameScene):
    """The simulated table of a refereed game, whose pictures are taken when they are asked for."""

    def __init__(self, table: FilmedTable, settings: LiveSettings, seed: int) -> None:
        super().__init__(f"{SIMULATED}:{CONDITION}", None, table.clock, seed, settings.data)
        self._table = table
        self._gate: Gate[Take] = Gate(WAIT_S)
        self._exact: ExactReadings | None = None
        self.art: TableArt | None = None

    @property
    def hands(self) -> TableHands | None:
        """Nobody lays pieces but the player."""
        return None

    def watch(self, running: RunningGame | None) -> TableArt | None:
        """Look at the boards of this game from now on."""
        self.art = super().watch(running)
        self._exact = None if self.art is None else ExactReadings(self.art)
        return self.art

    def frame(self, newer_than_s: float, wait_s: float) -> Frame:
        """Take the picture that is asked for next; raises CameraError when closed."""
        self._open()
        return self._table.picture(self._gate.take(), newer_than_s, wait_s)

    def show(self, shot: Any) -> None:
        """Have a picture taken, read and decided about; raises TimeoutError when nobody looks."""
        assert isinstance(shot, Take)
        self._gate.show(shot)

    def lose(self, why: str) -> None:
        """Fail once in the place of a picture; raises TimeoutError when nobody looks."""
        self._gate.lose(why)

    def boards(self, lies: Sequence[Lie]) -> tuple[Observation, ...]:
        """What truly lies on every board: what the player knows, not what is read."""
        return () if self._exact is None else self._exact.boards(lies)

    def halt(self) -> None:
        """Look no longer; the table stays as it is."""
        self._gate.close()
        super().halt()

    def _simulate(
        self, game: Lying, prints: Prints, used: frozenset[tuple[str, int]]
    ) -> tuple[Watched, dict[tuple[str, int], str]]:
        watched, titles = super()._simulate(game, prints, used)

        def put_up() -> FrameSource:
            self._table.opened(watched.open_camera)
            return _Eyepiece()

        return replace(watched, open_camera=put_up), titles


class _Eyepiece:
    """What a scene holds of a camera that it does not own."""

    problem = ""

    def frame(self, newer_than_s: float, wait_s: float) -> Frame:
        """Pictures come from the table; see FilmedScene.frame."""
        raise CameraError("stopped", "a rehearsal's pictures are taken one by one")

    def moved(self) -> bool:
        """A rehearsal never rests."""
        return True

    def settle(self) -> str:
        """Its light needs no measuring."""
        return ""

    def still(self, wait_s: float) -> Frame:
        """It takes no larger pictures."""
        raise CameraError("stopped", "a rehearsal takes no larger pictures")

    def close(self) -> None:
        """The camera stays."""
