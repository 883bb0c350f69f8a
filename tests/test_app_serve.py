"""`companion serve` as people run it: start, address, keys, port in use, stop, kill, resume."""

from __future__ import annotations

import json
import math
import os
import re
import signal
import socket
import subprocess
import sys
import time
import urllib.request
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import cv2
import msgspec
import numpy as np
import pytest

from companion.devices.opening import open_panel, open_scene
from companion.devices.pin_settings import Pins, parse_pins
from companion.errors import CompanionError, InputError
from companion.games.catalogue import find_game, load_edition
from companion.games.girl.casting_track import TrackLimits
from companion.keeping.journal import Journal
from companion.session.booked import CAST, BookedCast
from hardware.clock import MonotonicClock
from hardware.ports import InputState

COMPANION = str(Path(sys.executable).with_name("companion"))
START_WAIT_S = 40.0
STOP_WAIT_S = 3.0


class Served:
    """A `companion serve` process."""

    def __init__(self, data: Path, *options: str) -> None:
        command = [COMPANION, "serve", "--data", str(data)]
        command += ["--host", "127.0.0.1", "--port", "0", *options]
        self.process = subprocess.Popen(
            command,
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            text=True,
            env={**os.environ, "PYTHONWARNINGS": "error"},
        )
        self.said = self._until("Keys:")
        self.address = re.findall(r"http://127\.0\.0\.1:\d+", self.said)[0]
        self.code = re.findall(r"Join code: (\w+)", self.said)[0]

    def _until(self, words: str) -> str:
        assert self.process.stdout is not None
        said = ""
        for line in self.process.stdout:
            said += line
            if words in line:
                return said
        _, errors = self.process.communicate()
        raise AssertionError(f"it ended before it said {words!r}: {said}{errors}")

    def type(self, line: str) -> None:
        assert self.process.stdin is not None
        self.process.stdin.write(line + "\n")
        self.process.stdin.flush()

    def display(self) -> Any:
        with urllib.request.urlopen(f"{self.address}/api/table", timeout=10) as answer:
            return json.load(answer)["display"]

    def wait_until(self, holds: Callable[[Any], bool], wait_s: float = START_WAIT_S) -> Any:
        deadline = time.monotonic() + wait_s
        with urllib.request.urlopen(f"{self.address}/api/stream", timeout=wait_s) as stream:
            display = None
            for line in stream:
                if line.startswith(b"data: {"):
                    display = json.loads(line[6:])["display"]
                    if holds(display):
                        return display
                # A quiet stream still says something now and then.
                assert time.monotonic() < deadline, f"it never got there: {display}"
        raise AssertionError("the stream ended")

    def stop(self) -> float:
        began = time.monotonic()
        self.process.send_signal(signal.SIGINT)
        _, errors = self.process.communicate(timeout=10)
        assert errors == ""
        assert self.process.returncode == 0
        return time.monotonic() - began


@pytest.fixture
def serve() -> Iterator[Callable[..., Served]]:
    started: list[Served] = []

    def start(*args: Any) -> Served:
        started.append(Served(*args))
        return started[-1]

    yield start
    for served in started:
        served.process.kill()
        served.process.communicate()


def test_a_demonstration_from_toss_to_kill_and_back(
    serve: Callable[..., Served], tmp_path: Path
) -> None:
    served = serve(tmp_path)
    assert "█" in served.said or "▀" in served.said
    served.wait_until(lambda d: d["buttons"][2]["label"]["en"] == "Accept")
    served.type("n")
    booked = served.wait_until(lambda d: d["prompt"]["en"].startswith("A selects"))
    assert len(told(booked)) == 3
    # A second companion on the same data is refused while this one runs.
    second = run("--data", str(tmp_path), "--port", "0")
    assert second.returncode == 2
    assert "in use by another companion" in second.stderr
    os.kill(served.process.pid, signal.SIGKILL)
    served.process.wait(10)
    again = serve(tmp_path)
    assert again.code == served.code
    back = again.wait_until(lambda d: d["status"]["key"] == "read")
    assert back["prompt"]["en"].startswith("A selects")
    assert back["moment"] == booked["moment"]
    assert told(back) == told(booked)
    again.type("u")
    again.wait_until(lambda d: d["buttons"][2]["label"]["en"] == "Accept")
    again.type("n")
    same = again.wait_until(lambda d: d["prompt"]["en"].startswith("A selects"))
    assert again.stop() < STOP_WAIT_S
    # What lay there fell as it did before the kill: the same kinds at the same places.
    first, second = casts(tmp_path / "wood-ash.db")
    assert told(same) == told(booked)
    assert first.tokens == second.tokens
    for one, other in zip(first.at_mm, second.at_mm, strict=True):
        assert one is not None
        assert other is not None
        assert math.dist(one, other) < 0.5


def told(display: Any) -> list[tuple[str, str, list[str]]]:
    """Number, kind and Light of each token on the page."""
    cards = display["sections"][0]["cards"]
    return [
        (card["mark"], card["title"]["en"], [chip["colour"] for chip in card["chips"]])
        for card in cards
    ]


def casts(path: Path) -> list[BookedCast]:
    """Every toss that was ever booked, taken back or not."""
    with Journal(path) as journal:
        texts = [entry.text for entry in journal.entries if entry.kind == CAST]
    return [msgspec.json.decode(text, type=BookedCast) for text in texts]


def run(*options: str) -> subprocess.CompletedProcess[str]:
    command = [COMPANION, "serve", *options]
    return subprocess.run(
        command, capture_output=True, text=True, timeout=60, stdin=subprocess.DEVNULL
    )


def test_a_port_in_use_is_one_sentence(tmp_path: Path) -> None:
    with socket.socket() as taken:
        taken.bind(("127.0.0.1", 0))
        taken.listen()
        port = taken.getsockname()[1]
        pictures = folder_of_pictures(tmp_path)
        result = run(
            "--data", str(tmp_path / "data"), "--host", "127.0.0.1", "--port", str(port),
            "--camera", f"folder:{pictures}", "--table", str(a_table(tmp_path)),
        )  # fmt: skip
    assert result.returncode == 2
    assert result.stderr == (
        f"companion: port {port} is in use; stop what uses it, or choose another with --port\n"
    )


@pytest.mark.parametrize(
    ("options", "words"),
    [
        (["--camera", "telescope"], "there is no camera called 'telescope'"),
        (["--camera", "usb:0"], "needs --table"),
        (["--camera", "simulated:nowhere"], "nowhere"),
        (["--table", "x.toml"], "leave out --table"),
        (["--camera", "folder:/nowhere", "--table", "missing.toml"], "missing.toml"),
        (["--camera", "folder:/nowhere", "--table", "TABLE"], "There is no folder /nowhere"),
        (["--camera", "folder:EMPTY", "--table", "TABLE"], "holds no pictures"),
        (["--pins", "look=99"], "go up to 27"),
        (["--pins", "dance=3"], "dance=3"),
        (["--host", "no.such.host.invalid"], "check --host and --port"),
    ],
)
def test_wrong_settings_are_one_sentence(tmp_path: Path, options: list[str], words: str) -> None:
    if "TABLE" in options:
        (tmp_path / "empty").mkdir()
        places = {"TABLE": str(a_table(tmp_path)), "folder:EMPTY": f"folder:{tmp_path / 'empty'}"}
        options = [places.get(option, option) for option in options]
    result = run("--data", str(tmp_path), "--port", "0", *options)
    assert result.returncode == 2
    assert words in result.stderr
    assert result.stderr.count("\n") == 1
    assert "Traceback" not in result.stderr


# -- parts -------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("text", "pins"),
    [
        ("auto", Pins("auto", {"look": 17, "next": 27, "undo": 22})),
        ("none", Pins("none", {})),
        ("look=5", Pins("gpio", {"look": 5})),
        (
            "look=5, undo=6,lamp=16/20/21, buzzer=12",
            Pins("gpio", {"look": 5, "undo": 6}, (16, 20, 21), 12),
        ),
    ],
)
def test_pins_are_read(text: str, pins: Pins) -> None:
    assert parse_pins(text) == pins


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("", "can't read ''"),
        ("look", "can't read 'look'"),
        ("look=5,look=6", "can't read 'look=6'"),
        ("lamp=1/2", "can't read 'lamp=1/2'"),
        ("look=5,next=5", "pin 5 is given to both 'look' and 'next'"),
        ("look=5,lamp=5/6/7", "pin 5 is given to both 'look' and 'lamp red'"),
        ("buzzer=12,lamp=16/20/12", "'buzzer' and 'lamp blue'"),
        ("lamp=16/20/20", "'lamp green' and 'lamp blue'"),
        ("look=28", "no pin 28 for 'look'"),
        ("undo=0", "pin 0 can't be used for 'undo'"),
        ("look=17,buzzer=14", "the serial console"),
    ],
)
def test_senseless_pins_are_refused_and_the_conflict_is_named(text: str, words: str) -> None:
    with pytest.raises(InputError, match="--pins") as caught:
        parse_pins(text)
    assert words in str(caught.value)


@pytest.mark.parametrize("detail", ["one", "0,focus=", "0,focus=0", "0 focus=1", "focus=1e9", "-1"])
def test_a_senseless_pi_camera_is_refused(tmp_path: Path, detail: str) -> None:
    with pytest.raises(InputError, match=r"pi:0,focus=0\.6"):
        open_scene(f"pi:{detail}", a_table(tmp_path), MonotonicClock(), 1, tmp_path)


def test_pretend_pins_send_presses(tmp_path: Path) -> None:
    presses: list[str] = []
    panel = open_panel(
        parse_pins("mock"), MonotonicClock(), lambda press: presses.append(press.button)
    )
    assert panel.problems == ()
    assert [source.state for source in panel.sources][1] is InputState.READY
    panel.close()


def test_a_machine_without_pins_says_so_only_when_asked_for_pins() -> None:
    for text, told in (("look=5", True), ("auto", False)):
        panel = open_panel(parse_pins(text), MonotonicClock(), lambda press: None)
        assert bool(panel.problems) == told
        panel.close()


def test_an_unfound_pi_camera_does_not_stop_the_table(tmp_path: Path) -> None:
    clock = MonotonicClock()
    scene = open_scene("pi", a_table(tmp_path), clock, 1, tmp_path)
    with pytest.raises(CompanionError, match="camera"):
        scene.camera.frame(0.0, 0.1)
    scene.camera.close()


def test_the_edition_says_how_long_the_track_is() -> None:
    from companion.app import limits_of

    game = find_game("girl")
    limits = limits_of(load_edition(game, game.default_edition))
    assert limits == TrackLimits(length=13, start=6, villagers_each=4)


def folder_of_pictures(folder: Path) -> Path:
    pictures = folder / "pictures"
    pictures.mkdir()
    cv2.imwrite(str(pictures / "1.jpg"), np.full((240, 320, 3), 90, np.uint8))
    return pictures


def a_table(folder: Path) -> Path:
    """A board description: that of the simulated table."""
    scene = open_scene("simulated", None, MonotonicClock(), 1, folder)
    scene.camera.close()
    return scene.board.source
