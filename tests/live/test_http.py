"""A refereed table over HTTP: phones press and answer; restarts, deaf phones, many pictures."""

from __future__ import annotations

import threading
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from http_calls import call, post
from live_served import WAIT_S, ServedLiveGame
from play_served import PhoneClient

from companion.prints import Lie
from companion.soak.phone import DeafPhone, Watcher

TILE = Lie("player", 0, "3,1", "star", "T31", 1)
PLACED = ["draw A T31 ? ?", "place A T31 3,1 r1 front"]
ANSWER_S = 0.3
BACK_WITHIN_S = 3.0


@pytest.fixture
def served(tmp_path: Path) -> Iterator[ServedLiveGame]:
    table = ServedLiveGame(tmp_path)
    table.wait(lambda shown: shown.status.key == "read")
    yield table
    table.stop()


def seated(served: ServedLiveGame) -> PhoneClient:
    phone = PhoneClient(served)  # type: ignore[arg-type]
    assert phone.post("seat", {"seat": "A"})[0] == 200
    return phone


def with_picture(phone: PhoneClient) -> Any:
    """The page once it has the picture, which is drawn for the first screen that shows it."""
    deadline_s = time.monotonic() + WAIT_S
    while True:
        page = phone.table()
        if page["picture"] is not None:
            return page
        assert time.monotonic() < deadline_s
        time.sleep(0.02)


def test_a_phone_presses_next_and_everybody_sees_what_was_booked(served: ServedLiveGame) -> None:
    phone = seated(served)
    served.lay(TILE)
    served.says("This is seen")
    assert phone.post("press", {"button": "next"})[0] == 200
    shown = served.says("Seen and booked.")
    assert served.moves == PLACED
    assert shown.verdict is not None
    assert shown.verdict.crop is not None
    picture = call(served, "GET", shown.verdict.crop.picture)  # type: ignore[arg-type]
    assert (picture.status, picture.body[:2]) == (200, b"\xff\xd8")


def test_the_referee_sees_the_picture_the_evidence_and_the_settings(
    served: ServedLiveGame,
) -> None:
    phone = seated(served)
    served.lay(TILE)
    phone.post("press", {"button": "next"})
    served.says("Seen and booked.")
    assert phone.table()["picture"] is None
    assert phone.post("role", {"role": "referee"})[0] == 200
    page = with_picture(phone)
    assert page["picture"]["path"].startswith("/api/picture/")
    assert {"evidence", "fix", "booking"} <= {section["id"] for section in page["sections"]}
    (newest, *_) = phone.section("evidence")["cards"]
    assert newest["crop"]["window_xywh"] == [0, 0, 1, 1]
    assert phone.post("booking", {"how": "self", "phase": "draw"})[0] == 200
    assert phone.post("examine", {"board": "main 1", "place": "village"})[0] == 200
    assert phone.section("examined")["cards"][0]["title"]["en"] == "Main board, Village"
    assert phone.post("examine", {"board": "main 1", "place": "vilage"})[0] == 409


def test_nobody_presses_without_the_code(served: ServedLiveGame) -> None:
    before = served.hub.newest.display.moment
    answer = post(served, "/api/press", {"button": "undo"}, X_Join_Code="WRONG1")  # type: ignore[arg-type]
    assert answer.status == 401
    assert served.hub.newest.display.moment == before


def test_three_phones_have_the_whole_state_soon_after_a_restart(served: ServedLiveGame) -> None:
    """In the middle of a turn: one tile booked, one lying there unbooked."""
    served.lay(TILE)
    served.press("next")
    served.says("Seen and booked.")
    served.lay(Lie("player", 1, "4,1", "star", "T38", 1))
    lies, version = served.scene.lies, served.hub.newest.version
    served.stop()
    served.start()
    served.scene.lies = lies
    watchers = [Watcher(served) for _ in range(3)]  # type: ignore[arg-type]
    try:
        for watcher in watchers:
            assert watcher.arrival_s(version, BACK_WITHIN_S) is not None
        assert served.moves == PLACED
        served.says("This is seen")
        served.press("next")
        served.says("Seen and booked.")
        assert len(served.moves) == 4
    finally:
        for watcher in watchers:
            watcher.close()


def test_phones_that_never_read_hold_up_neither_pictures_nor_presses(
    served: ServedLiveGame,
) -> None:
    """Four pages are open, one of them deaf; the live picture is fetched again and again."""
    phone = seated(served)
    phone.post("role", {"role": "referee"})
    deaf = DeafPhone(served)  # type: ignore[arg-type]
    watchers = [Watcher(served) for _ in range(3)]  # type: ignore[arg-type]
    try:
        path = with_picture(phone)["picture"]["path"]
        times = []
        for _ in range(12):
            began_s = time.monotonic()
            assert call(served, "GET", path).status == 200  # type: ignore[arg-type]
            assert call(served, "GET", "/api/table").status == 200  # type: ignore[arg-type]
            times.append(time.monotonic() - began_s)
        assert sorted(times)[len(times) // 2] < ANSWER_S
        served.lay(TILE)
        phone.post("press", {"button": "next"})
        served.says("Seen and booked.")
        assert served.moves == PLACED
    finally:
        deaf.close()
        for watcher in watchers:
            watcher.close()


def test_a_lost_camera_comes_back_by_itself(served: ServedLiveGame) -> None:
    served.scene.lost = "the camera was unplugged"
    shown = served.wait(lambda shown: shown.status.key == "camera_lost")
    assert "the camera was unplugged" in {detail.en for detail in shown.status.details}
    served.scene.lost = ""
    served.wait(lambda shown: shown.status.key == "read")


def test_the_interface_describes_what_may_be_asked(served: ServedLiveGame) -> None:
    paths = call(served, "GET", "/api/openapi.json").json["paths"]  # type: ignore[arg-type]
    for act in ("press", "answer", "mismatch", "fix", "move", "unsay", "examine", "booking", "lay"):
        assert f"/api/{act}" in paths


def test_shutting_down_at_the_table_stops_what_serves(served: ServedLiveGame) -> None:
    stopped = threading.Event()
    served.app.when_shut_down(stopped.set)
    served.press("undo", held=True)
    served.says("Shut down?")
    served.press("undo")
    served.says("The game goes on.")
    assert not served.app.shut_down_at_the_table
    served.press("undo", held=True)
    served.press("next")
    assert stopped.wait(10.0)
    assert served.app.shut_down_at_the_table
