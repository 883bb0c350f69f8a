"""The service's units, and the settings that are installed with it."""

from __future__ import annotations

import os
import re
import socket
import subprocess
import urllib.request
from pathlib import Path

import pytest
from command_line import COMPANION, assert_one_sentence_on_stderr, run_companion
from pretend_machine import ROOT, UNITS

START_WAIT_S = 40.0


# --- units -------------------------------------------------------------------------------------


@pytest.fixture
def units(tmp_path: Path) -> Path:
    """The units as installed, with programs where they say that programs are."""
    current, folder = tmp_path / "current", tmp_path / "units"
    folder.mkdir()
    for program in (".venv/bin/companion", "systemd/update"):
        (current / program).parent.mkdir(parents=True, exist_ok=True)
        (current / program).write_text("#!/bin/sh\n", encoding="utf-8")
        (current / program).chmod(0o755)
    for unit in UNITS:
        text = unit.read_text(encoding="utf-8").replace("/opt/companion/current", str(current))
        (folder / unit.name).write_text(text, encoding="utf-8")
    return folder


def analyze(*arguments: str, folder: Path) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        ["systemd-analyze", *arguments],
        cwd=folder,
        capture_output=True,
        text=True,
        timeout=60,
        check=False,
    )


def test_systemd_finds_nothing_wrong_with_the_units(units: Path) -> None:
    result = analyze("verify", *(f"./{unit.name}" for unit in UNITS), folder=units)
    assert (result.returncode, result.stdout, result.stderr) == (0, "", "")


def test_a_wrong_unit_is_noticed(units: Path) -> None:
    (units / "companion.service").write_text("[Service]\nExecStart=/no/such\n", encoding="utf-8")
    assert analyze("verify", "./companion.service", folder=units).returncode != 0


def test_the_service_may_do_little(units: Path) -> None:
    """At most 2.5 of 10 in systemd's own rating."""
    result = analyze(
        "security", "--offline=true", "--threshold=25", "./companion.service", folder=units
    )
    assert result.returncode == 0, result.stdout[-300:]


def setting(name: str) -> int:
    """A number of the service's unit."""
    text = (ROOT / "systemd" / "companion.service").read_text(encoding="utf-8")
    (value,) = re.findall(rf"(?m)^{name}=(\d+)$", text)
    return int(value)


def test_wrong_settings_are_not_tried_for_ever() -> None:
    """Also on a slow computer, which needs as long again for each start."""
    tries_s = setting("StartLimitBurst") * 2 * setting("RestartSec")
    assert tries_s < setting("StartLimitIntervalSec")


def test_a_loop_that_hangs_again_and_again_is_always_started_again() -> None:
    hangs_s = setting("StartLimitBurst") * setting("WatchdogSec")
    assert hangs_s > setting("StartLimitIntervalSec")


# --- the settings that are installed -----------------------------------------------------------

INSTALLED = ROOT / "systemd" / "companion.toml"


def test_the_service_comes_up_with_the_installed_settings(tmp_path: Path) -> None:
    """Nothing is there yet but the settings; only folder and port are others."""
    elsewhere = ("--host", "127.0.0.1", "--port", "0", "--data", str(tmp_path / "data"))
    with socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM) as systemd:
        systemd.bind(str(tmp_path / "notify"))
        systemd.settimeout(START_WAIT_S)
        process = subprocess.Popen(
            [COMPANION, "serve", "--config", INSTALLED, *elsewhere],
            env={**os.environ, "NOTIFY_SOCKET": systemd.getsockname()},
            stdout=subprocess.DEVNULL,
            stdin=subprocess.DEVNULL,
        )
        try:
            ready = systemd.recv(500).decode()
            assert ready.startswith("READY=1\nSTATUS=page at http://127.0.0.1:")
            with urllib.request.urlopen(ready.partition(" at ")[2], timeout=10) as page:
                assert page.status == 200
        finally:
            process.terminate()
            assert process.wait(timeout=20) == 0


def test_the_camera_is_switched_on_as_the_file_says(tmp_path: Path) -> None:
    """`game` off, the rest on: all settings are known, and what is missing is the board."""
    text = INSTALLED.read_text(encoding="utf-8")
    text = re.sub(r"(?m)^game = ", "# game = ", text)
    text, count = re.subn(r"(?m)^# (camera|table|pins) = ", r"\1 = ", text)
    assert count == 3
    board = tmp_path / "board.toml"
    text = text.replace("/etc/companion/board/table.toml", str(board))
    (tmp_path / "companion.toml").write_text(text, encoding="utf-8")
    elsewhere = ("--host", "127.0.0.1", "--port", "0", "--data", tmp_path / "data")
    done = run_companion("serve", "--config", tmp_path / "companion.toml", *elsewhere)
    assert_one_sentence_on_stderr(done, 2)
    assert str(board) in done.stderr
