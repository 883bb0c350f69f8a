"""Real pixels: the simulated table, its camera, the readers, the loop, the journal, HTTP."""

from __future__ import annotations

import threading
import time
from collections.abc import Callable
from pathlib import Path

import pytest
from http_calls import call, post

from companion.apps.live import LiveApp, LiveSettings, live_settings
from companion.apps.play import PlaySettings
from companion.display.model import Display, Tone
from companion.errors import InputError
from companion.flow import Press
from companion.live.booking import Booking
from companion.play.shelf import TABLE
from companion.prints import Lie

TILE = Lie("player", 0, "3,1", "star", "T31", 1)
WRONG = Lie("player", 0, "4,1", "star", "T02", 1)
PLACED = ["draw A T31 ? ?", "place A T31 3,1 r1 front"]
READY_S = 180.0
ANSWER_S = 60.0


class Table:
    """`companion serve --game girl --camera simulated`, in this process."""

    def __init__(self, folder: Path) -> None:
        settings = LiveSettings(
            "127.0.0.1", 0, folder, "girl", ("Ann", "Ben"), dealer=TABLE, booking=Booking()
        )
        self.app = LiveApp(settings)
        self.code = self.app.invitation.code
        self.port = int(self.app.invitation.by_number.rsplit(":", 1)[1])
        self.host = "127.0.0.1"

    def wait(self, holds: Callable[[Display], bool], most_s: float = ANSWER_S) -> Display:
        hub, deadline_s = self.app.games.hub, time.monotonic() + most_s
        newest = hub.newest
        while not holds(newest.display):
            left_s = deadline_s - time.monotonic()
            assert left_s > 0, (newest.display.status, newest.display.verdict)
            newest = hub.wait_newer(newest.version, left_s) or hub.newest
        return newest.display

    @property
    def moves(self) -> list[str]:
        running = self.app.table.running
        assert running is not None
        return [move for step in running.session.steps for move in step.moves]

    def lies(self) -> tuple[Lie, ...]:
        running = self.app.table.running
        assert running is not None
        return tuple(running.game.lies(running.state))  # type: ignore[attr-defined]

    def press(self, tone: Tone) -> Display:
        """Press Next, and wait for a verdict of this tone."""
        before = self.app.games.hub.newest.display.verdict
        self.app.press(Press("next", self.app.clock.now_s(), "test"))
        return self.wait(
            lambda display: (
                display.verdict is not None
                and display.verdict is not before
                and display.verdict.tone is tone
            )
        )


def shows(section: str) -> Callable[[Display], bool]:
    return lambda display: section in {each.id for each in display.sections}


@pytest.mark.slow
def test_laid_seen_booked_refused_and_taken_up_again(tmp_path: Path) -> None:
    """A tile is laid by hand and booked; a wrong one is refused; a restart stands there."""
    table = Table(tmp_path)
    try:
        table.wait(lambda display: display.status.key == "read", READY_S)
        table.app.scene.show((*table.lies(), TILE))
        table.wait(lambda shown: shown.verdict is not None and "seen" in shown.verdict.text.en)
        assert table.moves == []
        booked = table.press(Tone.OK)
        assert table.moves == PLACED
        assert booked.verdict is not None
        assert booked.verdict.crop is not None
        picture = call(table, "GET", booked.verdict.crop.picture)
        assert (picture.status, picture.body[:2]) == (200, b"\xff\xd8")
        table.app.scene.show((*table.lies(), WRONG))
        table.wait(shows("mismatches"))
        refused = table.press(Tone.REFUSED).verdict
        assert refused is not None
        assert "GIRL-STAR-5" in refused.clauses
        assert "4,1" in refused.where
        assert post(table, "/api/press", {"button": "look"}).status == 409  # nobody sits there
    finally:
        table.app.stop()
    again = Table(tmp_path)
    try:
        again.wait(lambda display: display.status.key == "read", READY_S)
        assert again.moves == PLACED
    finally:
        again.app.stop()


@pytest.mark.parametrize(
    ("camera", "dealer", "book", "expected"),
    [
        ("simulated", None, None, ("companion", "self")),
        ("simulated:lamplight", "table", "button", ("table", "button")),
        ("usb:0", None, None, ("table", "button")),
        ("pi", "companion", "self", ("companion", "self")),
    ],
)
def test_what_is_meant_when_nothing_is_said(
    tmp_path: Path, camera: str, dealer: str | None, book: str | None, expected: tuple[str, str]
) -> None:
    games = PlaySettings("127.0.0.1", 0, tmp_path, "girl")
    settings = live_settings(games, camera, 1, "none", dealer, book)
    assert (settings.dealer, settings.booking.usual) == expected


@pytest.mark.parametrize(
    ("camera", "sheets", "says"),
    [
        ("simulated", "sheets", "has its own boards; leave out --table"),
        ("simulated:moon", None, "no conditions called 'moon'"),
        ("usb:0", None, "needs --table with the folder of your sheets"),
        ("banana", "sheets", "no camera called 'banana'"),
        ("pi:first", "sheets", "no camera called 'pi:first'"),
        ("usb:0", "empty", "describes no board of this game"),
        ("usb:0", "nowhere", "nowhere does not exist; name the folder that companion sheets"),
        ("usb:0", "sheets/main.toml", "main.toml is a file; name the folder"),
    ],
)
def test_what_was_typed_wrong_is_told_at_the_start(
    tmp_path: Path, camera: str, sheets: str | None, says: str
) -> None:
    (tmp_path / "sheets").mkdir()
    (tmp_path / "empty").mkdir()
    (tmp_path / "sheets" / "main.toml").touch()
    games = PlaySettings(
        "127.0.0.1",
        0,
        tmp_path / "data",
        "girl",
        ("Ann", "Ben"),
        sheets=None if sheets is None else tmp_path / sheets,
    )
    with pytest.raises(InputError, match=says):
        LiveApp(live_settings(games, camera, 1, "none", None, None))


def test_a_folder_that_is_not_there_is_told_before_a_game_begins(tmp_path: Path) -> None:
    games = PlaySettings("127.0.0.1", 0, tmp_path / "data", "girl", sheets=tmp_path / "nowhere")
    with pytest.raises(InputError, match="nowhere does not exist"):
        LiveApp(live_settings(games, "usb:0", 1, "none", None, None))


@pytest.mark.parametrize("book", ["never", "self,act"])
def test_a_wrong_way_of_booking_is_told_at_the_start(tmp_path: Path, book: str) -> None:
    games = PlaySettings("127.0.0.1", 0, tmp_path, "girl")
    with pytest.raises(InputError, match="--book is button or self"):
        live_settings(games, "simulated", 1, "none", None, book)


@pytest.mark.slow
@pytest.mark.parametrize("after_s", [0.0, 0.4, 1.1])
def test_a_table_that_is_being_read_stops_within_three_seconds(
    tmp_path: Path, after_s: float
) -> None:
    table = Table(tmp_path)
    table.wait(lambda display: display.status.key == "read", READY_S)
    table.app.scene.show([*table.lies(), TILE])
    time.sleep(after_s)
    began_s = time.monotonic()
    table.app.stop()
    assert time.monotonic() - began_s < 3.0
    assert not {"web", "loop", "eyes"} & {thread.name for thread in threading.enumerate()}
