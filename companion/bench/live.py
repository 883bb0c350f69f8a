"""From the press of a button to the verdict on the page, at a refereed whole table."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator
from pathlib import Path
from statistics import median
from tempfile import TemporaryDirectory
from typing import TYPE_CHECKING

from companion.bench import Row, best_s
from companion.errors import CompanionError

if TYPE_CHECKING:
    from companion.apps.live import LiveApp
    from companion.display.model import Display

VERDICT_GOAL_S = 1.0
_GAME = "girl"
_SEATS = ("Ann", "Ben")
_PRESSES = 7
_READY_S = 240.0
_ANSWER_S = 20.0


def rows() -> Iterator[Row]:
    """Presses at a simulated table that lies still: the median, the slowest, and as a ratio."""
    from companion.apps.live import LiveApp, LiveSettings
    from companion.live.booking import Booking
    from companion.play.shelf import TABLE
    from vision.baseline import ArucoPass

    with TemporaryDirectory() as draft:
        settings = LiveSettings(
            "127.0.0.1", 0, Path(draft), _GAME, _SEATS, dealer=TABLE, booking=Booking()
        )
        with LiveApp(settings) as app:
            _wait(app, lambda display: display.status.key == "read", _READY_S)
            times = [_press_s(app) for _ in range(_PRESSES)]
            frame, _ = app.live.sight
            if frame is None or app.scene.reader is None:
                raise CompanionError("the simulated table gave no picture")
            image, reader = frame.frame.image_bgr, app.scene.reader
            aruco = ArucoPass(reader.boards[0].places.dictionary)
            pass_s = best_s(lambda: aruco.run(image))
    where = f"{len(reader.boards)} boards of {_GAME}, {_PRESSES} presses"
    yield Row("press to verdict on the page", median(times), "s", VERDICT_GOAL_S, where)
    yield Row("press to verdict, the slowest", max(times), "s", VERDICT_GOAL_S, where)
    yield Row("press to verdict", median(times) / pass_s, "ArUco passes", None, where)


def _press_s(app: LiveApp) -> float:
    """Press Look, and wait for what it led to."""
    from companion.flow import Press

    before = app.games.hub.newest.display.verdict
    began_s = time.monotonic()
    app.press(Press("look", app.clock.now_s(), "bench"))
    seen = [before]

    def answered(display: Display) -> bool:
        if display.verdict is not seen[-1]:
            seen.append(display.verdict)
        return len(seen) > 2  # first that it looks, then what it saw

    _wait(app, answered, _ANSWER_S)
    return time.monotonic() - began_s


def _wait(app: LiveApp, holds: Callable[[Display], bool], most_s: float) -> None:
    """Wait for a Display of which `holds` is true."""
    hub, deadline_s = app.games.hub, time.monotonic() + most_s
    newest = hub.newest
    while not holds(newest.display):
        left_s = deadline_s - time.monotonic()
        if left_s <= 0:
            status = newest.display.status.text.en
            raise CompanionError(f"the simulated table was not read in {most_s:.0f} s ({status})")
        newest = hub.wait_newer(newest.version, left_s) or hub.newest
