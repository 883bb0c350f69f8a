"""What a camera can't keep fixed reaches the page and the examination of a running table."""

from __future__ import annotations

import json
import time
import urllib.request
from collections.abc import Iterator
from pathlib import Path

import pytest

from companion.app import App, Settings
from companion.devices.pin_settings import parse_pins
from companion.display.model import Display
from hardware.camera_simulated import SimulatedCamera

WAIT_S = 40.0
UNFIXED = "The camera keeps changing its focus; switch autofocus off."


@pytest.fixture
def app(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[App]:
    monkeypatch.setattr(SimulatedCamera, "problem", UNFIXED)
    settings = Settings("simulated", None, "127.0.0.1", 0, 1, parse_pins("none"), 2, tmp_path)
    with App(settings) as app:
        yield app


def read_display(app: App) -> Display:
    """The first one that tells of a picture."""
    hub, deadline = app.table.hub, time.monotonic() + WAIT_S
    newest = hub.newest
    while app.table.sight[0] is None or newest.display.picture is None:
        left_s = deadline - time.monotonic()
        assert left_s > 0, newest.display.status
        newest = hub.wait_newer(newest.version, min(left_s, 1.0)) or hub.newest
    return newest.display


def test_the_page_and_the_doctor_tell(app: App) -> None:
    assert UNFIXED in [each.en for each in read_display(app).status.details]
    address = f"{app.invitation.by_number}/api/doctor.json"
    with urllib.request.urlopen(address, timeout=WAIT_S) as said:
        report = json.load(said)
    focus = next(each for each in report["findings"] if each["check"] == "focus")
    assert (focus["state"], UNFIXED in focus["what"]["en"]) == ("look", True)
