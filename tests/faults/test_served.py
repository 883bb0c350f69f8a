"""Faults of phones, network, clock and camera at a table that is served over real sockets."""

from __future__ import annotations

import socket
import threading
import time
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from statistics import median

import numpy as np
import pytest
from camera_fakes import FakeCapture, claim
from http_calls import call, post
from session_fakes import Lying
from web_fakes import ServedTable, threads_named

from companion.flow import Frame
from companion.soak.phone import DeafPhone, Watcher
from hardware.camera_usb import UsbCamera
from hardware.clock import MonotonicClock

TOSS: list[Lying] = [("x2", 0.0, 60.0), ("scouting", 60.0, 70.0), ("recall", 200.0, 80.0)]
WAIT_S = 10.0
ANSWER_S = 0.3
BACK_WITHIN_S = 3.0
NOTICED_WITHIN_S = 2.0
SEEN_AGAIN_WITHIN_S = 10.0
HOUR_S = 3600.0


@pytest.fixture
def served(tmp_path: Path) -> Iterator[ServedTable]:
    table = ServedTable(tmp_path)
    yield table
    table.stop()


@pytest.fixture
def watchers(served: ServedTable) -> Iterator[Callable[[int], list[Watcher]]]:
    opened: list[Watcher] = []

    def watch(count: int) -> list[Watcher]:
        opened.extend(Watcher(served) for _ in range(count))
        for watcher in opened:
            assert watcher.arrival_s(0, WAIT_S) is not None
        return opened

    yield watch
    for watcher in opened:
        watcher.close()


def accepted(served: ServedTable) -> None:
    """A toss is shown and booked."""
    served.scripted.lying = TOSS
    served.wait_until(lambda display: display.buttons[2].label.en == "Accept")
    assert post(served, "/api/press", {"button": "next"}).status == 200
    served.wait_until(lambda display: display.prompt.en.startswith("A selects"))


def seconds(action: Callable[[], object]) -> float:
    began_s = time.monotonic()
    action()
    return time.monotonic() - began_s


# -- phones ------------------------------------------------------------------------------


def test_twenty_phones_of_which_five_never_read(
    served: ServedTable, watchers: Callable[[int], list[Watcher]]
) -> None:
    deaf = [DeafPhone(served) for _ in range(5)]
    reading = watchers(15)
    took: list[float] = []
    pages: list[float] = []
    for step in range(20):
        players = 2 + step % 3
        began_s = time.monotonic()
        answer = post(served, "/api/track", {"players": players})
        assert answer.status == 200
        for watcher in reading:
            at_s = watcher.arrival_s(answer.json["version"], WAIT_S)
            assert at_s is not None, f"step {step}: a phone was not told"
            took.append(at_s - began_s)
        pages.append(seconds(lambda: call(served, "GET", "/api/table")))
    assert sum(watcher.falls for watcher in reading) == 0
    assert median(took) < ANSWER_S
    assert median(pages) < ANSWER_S
    assert post(served, "/api/track", {"players": 2}).status == 200
    accepted(served)
    for phone in deaf:
        phone.close()


def test_a_storm_of_presses_is_answered_and_books_nothing_twice(served: ServedTable) -> None:
    accepted(served)
    booked = served.journal.last_seq

    def press(number: int) -> int:
        if number % 3:
            return post(served, "/api/press", {"button": ("look", "next")[number % 2]}).status
        return post(served, "/api/pick", {"token": 2, "keep": True, "player": "A"}).status

    with ThreadPoolExecutor(16) as hands:
        statuses = list(hands.map(press, range(240)))
    assert set(statuses) <= {200, 409, 503}
    # One selection counts, 79 find the token taken, and no press has booked anything.
    assert [entry.kind for entry in served.journal.entries[booked:]] == ["pick"]
    assert seconds(lambda: call(served, "GET", "/api/table")) < WAIT_S
    for _ in range(2):  # the first may end the waiting for a reading that was asked for
        assert post(served, "/api/press", {"button": "undo"}).status in (200, 409)
    assert "undo" in [entry.kind for entry in served.journal.entries[booked:]]


def test_phones_that_press_and_hang_up_do_no_harm(served: ServedTable) -> None:
    accepted(served)
    said = (
        f"POST /api/press HTTP/1.1\r\nHost: table\r\nX-Join-Code: {served.code}\r\n"
        "Content-Type: application/json\r\nContent-Length: 17\r\n\r\n"
        '{"button":"look"}'
    ).encode()
    for cut in (*range(0, len(said), 7), len(said)):
        with socket.create_connection(("127.0.0.1", served.port), timeout=WAIT_S) as line:
            line.sendall(said[:cut])
    assert post(served, "/api/pick", {"token": 2, "keep": True}).status == 200


def test_three_phones_have_the_whole_state_soon_after_a_restart_in_mid_turn(
    served: ServedTable, watchers: Callable[[int], list[Watcher]]
) -> None:
    accepted(served)
    phones = watchers(3)
    before = phones[0].newest
    served.stop()
    served.start()
    began_s = time.monotonic()
    newest = served.table.hub.newest
    for phone in phones:
        assert phone.arrival_s(newest.version, BACK_WITHIN_S) is not None
        assert phone.newest["table"] == before["table"]
        assert phone.newest["epoch"] == before["epoch"] + 1
        assert phone.newest["display"]["moment"] == before["display"]["moment"]
        assert phone.newest["display"]["prompt"]["en"].startswith("A selects")
        assert phone.falls == 0
    assert time.monotonic() - began_s < BACK_WITHIN_S


def test_a_phone_that_was_out_of_reach_has_the_newest_state_at_once(
    served: ServedTable, watchers: Callable[[int], list[Watcher]]
) -> None:
    accepted(served)
    (phone,) = watchers(1)
    phone.close()  # the network is gone, and nobody told the server
    assert post(served, "/api/pick", {"token": 1, "light": ["red", "red"]}).status == 200
    assert post(served, "/api/pick", {"token": 2, "keep": True}).status == 200
    newest = served.table.hub.newest
    back = Watcher(served)
    assert back.arrival_s(newest.version, BACK_WITHIN_S) is not None
    assert back.newest["display"]["moment"] == newest.display.moment
    back.close()


# -- the clock ---------------------------------------------------------------------------


@pytest.mark.parametrize("step_s", [-HOUR_S, HOUR_S, -20 * 365 * 24 * HOUR_S])
def test_a_clock_that_is_set_anew_in_mid_game_changes_nothing(
    served: ServedTable, monkeypatch: pytest.MonkeyPatch, step_s: float
) -> None:
    accepted(served)
    (phone,) = [Watcher(served)]
    assert phone.arrival_s(0, WAIT_S) is not None
    wrong = {"X_Join_Code": "WRONG1"}
    for _ in range(4):
        assert post(served, "/api/join", {}, **wrong).status == 401
    true_time = time.time
    monkeypatch.setattr(time, "time", lambda: true_time() + step_s)
    answer = post(served, "/api/pick", {"token": 2, "keep": True})
    assert answer.status == 200
    assert phone.arrival_s(answer.json["version"], BACK_WITHIN_S) is not None
    # The table is still seen, and the wrong codes before the step still count.
    assert served.table.hub.newest.display.status.key in ("read", "differs")
    assert post(served, "/api/join", {}, **wrong).status == 401
    assert post(served, "/api/join", {}, **wrong).status == 429
    phone.close()
    served.stop()
    served.start()
    assert served.session.casting.picks


# -- the camera --------------------------------------------------------------------------


class Plug:
    """A webcam that can be unplugged: the device goes, and its reads fail."""

    def __init__(self) -> None:
        self.there = True
        self.captures: list[FakeCapture] = []

    def open(self, device: int | str) -> FakeCapture:
        capture = FakeCapture()
        capture.opened = self.there
        self.captures.append(capture)
        return capture

    def pull(self) -> None:
        self.there = False
        for capture in self.captures:
            capture.failing = True


def camera_in(served: ServedTable, plug: Plug) -> UsbCamera:
    """Have the table look through a webcam; what lies there is still scripted."""
    camera = UsbCamera(
        "/dev/video7",
        MonotonicClock(),
        size_wh=(64, 48),
        open_capture=plug.open,
        exists=lambda device: plug.there,
        claim=claim,
    )

    def frame(newer_than_s: float, wait_s: float) -> Frame:
        taken = camera.frame(newer_than_s, wait_s)
        return Frame(np.zeros((90, 160, 3), np.uint8), taken.exposed_at_s, taken.camera)

    served.scripted.frame = frame  # type: ignore[method-assign]
    return camera


@pytest.mark.parametrize("fault", ["unplugged", "hanging"])
def test_a_lost_camera_is_noticed_in_time_and_comes_back_by_itself(
    served: ServedTable, fault: str
) -> None:
    plug = Plug()
    camera = camera_in(served, plug)
    accepted(served)
    before = len(threading.enumerate())
    for _ in range(2):
        began_s = time.monotonic()
        if fault == "unplugged":
            plug.pull()
        else:
            plug.captures[-1].go_on.clear()
            plug.captures[-1].hanging.set()
        served.wait_until(lambda display: display.status.key == "camera_lost")
        assert time.monotonic() - began_s < NOTICED_WITHIN_S
        # The game goes on without it.
        answer = post(served, "/api/pick", {"token": 2, "keep": True})
        assert answer.status == 200
        assert post(served, "/api/press", {"button": "undo"}).status == 200
        began_s = time.monotonic()
        plug.there = True
        plug.captures[-1].hanging.clear()
        plug.captures[-1].go_on.set()
        served.wait_until(lambda display: display.status.key == "read")
        assert time.monotonic() - began_s < SEEN_AGAIN_WITHIN_S
    assert len(threading.enumerate()) <= before + 1
    camera.close()


def test_a_table_with_everybody_watching_stops_within_three_seconds(tmp_path: Path) -> None:
    served = ServedTable(tmp_path)
    reading = [Watcher(served) for _ in range(15)]
    deaf = [DeafPhone(served) for _ in range(5)]
    for watcher in reading:
        assert watcher.arrival_s(0, WAIT_S) is not None
    assert seconds(served.stop) < BACK_WITHIN_S
    assert threads_named("web", "loop", "eyes") == []
    for phone in (*reading, *deaf):
        phone.close()
