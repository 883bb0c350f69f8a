"""`companion doctor` as people run it: real processes, exit status, the running table asked."""

from __future__ import annotations

import json
import re
import socket
import subprocess
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import cv2
import numpy as np
import pytest
from command_line import COMPANION, Done, assert_one_sentence_on_stderr, run_companion
from photographs import Photographs

from companion.doctor.join_code import kept_code
from companion.keeping.journal import Journal
from companion.serving.announced import announced

START_WAIT_S = 40.0


def doctor(*arguments: str | Path) -> Done:
    return run_companion("doctor", *arguments)


def keys(done: Done) -> dict[str, str]:
    found = json.loads(done.stdout)["findings"]
    return {finding["check"]: finding["key"] for finding in found}


@pytest.fixture
def config(tmp_path: Path, photographs: Photographs) -> Path:
    """The settings of a table whose camera is a folder with one good picture."""
    pictures = tmp_path / "pictures"
    pictures.mkdir()
    cv2.imwrite(str(pictures / "1.png"), photographs.take("night").frame.image_bgr)
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        port = free.getsockname()[1]
    path = tmp_path / "companion.toml"
    path.write_text(
        f'camera = "folder:{pictures}"\ntable = "{photographs.table("night")}"\nport = {port}\n'
        f'host = "127.0.0.1"\ndata = "{tmp_path / "data"}"\npins = "mock"\nplayers = 3\n'
    )
    return path


def test_a_good_table(config: Path) -> None:
    done = doctor("--config", config, "--json")
    assert done.returncode == 0, done.stderr
    found = keys(done)
    assert found["camera"] == "camera_ok"
    assert found["board"] == "board_ok"
    assert found["pins"] == "pins_ok"
    assert found["port"] == "port_free"
    assert found["folder"] == "folder_new"
    port = re.findall(r"port = (\d+)", config.read_text())[0]
    said = doctor("--config", config).stdout
    assert f"No companion serves its page on port {port}" in said
    assert f"No companion serves http://127.0.0.1:{port} now. Start one" in said
    assert "█" not in said, "a QR code leads where nobody answers"
    # Others may be served on this computer while this runs.
    assert set(found) - {"others"} == {
        "camera", "focus", "light", "markers", "board", "pins", "memory", "temperature", "power",
        "clock", "disk", "folder", "update", "versions", "port", "address",
    }  # fmt: skip


@pytest.mark.parametrize(
    ("setting", "check", "key", "words"),
    [
        ('camera = "folder:/nowhere"', "camera", "camera_setting", "no folder /nowhere"),
        ('camera = "telescope"', "camera", "camera_setting", "telescope"),
        ('camera = "usb:/dev/nothing"', "camera", "camera_lost", "/dev/nothing"),
        ('pins = "look=99"', "pins", "pins_bad", "99"),
    ],
)
def test_a_bad_table(config: Path, setting: str, check: str, key: str, words: str) -> None:
    name = setting.partition(" ")[0]
    config.write_text(re.sub(rf"(?m)^{name} = .*$", setting, config.read_text()))
    done = doctor("--config", config, "--json")
    assert done.returncode == 1
    assert done.stderr == ""
    assert keys(done)[check] == key
    assert words in done.stdout


def test_a_black_picture_is_told_in_two_languages(config: Path, tmp_path: Path) -> None:
    picture = tmp_path / "pictures" / "1.png"
    cv2.imwrite(str(picture), np.zeros((600, 800, 3), np.uint8))
    english = doctor("--config", config)
    assert english.returncode == 1
    assert re.search(
        r"^BAD +Light: White shows at 0 of 255: too dark", english.stdout, re.MULTILINE
    )
    assert re.search(r"^ +do: Take off the lens cap", english.stdout, re.MULTILINE)
    chinese = doctor("--config", config, "--language", "zh-Hant")
    assert re.search(r"^BAD +光線: 白色亮度 0／255", chinese.stdout, re.MULTILINE)
    assert "處理：取下鏡頭蓋" in chinese.stdout


@pytest.mark.parametrize("text", ["cam = 3\n", "port = 99999999\n", "port = \n"])
def test_settings_that_cannot_be_read(tmp_path: Path, text: str) -> None:
    (tmp_path / "bad.toml").write_text(text)
    assert_one_sentence_on_stderr(doctor("--config", tmp_path / "bad.toml"), 2)


# -- a table that runs -------------------------------------------------------------------


@pytest.fixture
def running(config: Path) -> Iterator[str]:
    """A served table with these settings; gives what it said at the start."""
    process = subprocess.Popen(
        [COMPANION, "serve", "--config", str(config)],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
    )
    assert process.stdout is not None
    said = ""
    for line in process.stdout:
        said += line
        if "Keys:" in line:
            break
    yield said
    process.kill()
    process.communicate()


def test_a_running_table_is_asked(config: Path, running: str) -> None:
    code = re.findall(r"Join code: (\w+)", running)[0]
    found: dict[str, Any] = {}
    # The table answers before its camera has given the first picture.
    for _ in range(20):
        done = doctor("--config", config, "--json")
        found = keys(done)
        assert found["port"] == "port_ours"
        if found["camera"] == "camera_ok":
            break
    assert found["board"] == "board_ok"
    assert found["pins"] == "pins_ok"
    assert done.returncode == 0
    assert code not in done.stdout
    # It is found by what it says of itself, whatever its port.
    shown = doctor("--data", config.parent / "data")
    port = re.findall(r"port = (\d+)", config.read_text())[0]
    assert f"serves its page on port {port}" in shown.stdout
    assert f"join code {code}" in shown.stdout
    assert "█" in shown.stdout
    # What is given beside it is checked all the same.
    missing = str(config.parent / "no-table.toml")
    wrong = ("--config", config, "--table", missing, "--pins", "look=14")
    found, done = keys(doctor(*wrong, "--json")), doctor(*wrong, "--language", "zh-Hant")
    assert found["camera"] == "camera_given"
    assert found["pins"] == "pins_given"
    assert done.returncode == 1
    for words in (f"{missing} 不存在", "--pins look=14：接腳 14 不能給"):
        assert words in done.stdout


def test_of_two_that_run_the_other_is_named_without_its_code(
    config: Path, running: str, tmp_path: Path
) -> None:
    port = re.findall(r"port = (\d+)", config.read_text())[0]
    code = re.findall(r"Join code: (\w+)", running)[0]
    with Journal(tmp_path / "other.db") as journal:
        journal.set_fact("join_code", "ABC234")
    with announced(tmp_path / "elsewhere", "127.0.0.1", 65432, tmp_path / "other.db"):
        both = doctor("--data", config.parent / "data").stdout
        strange = doctor("--data", tmp_path / "elsewhere", "--port", port).stdout
    assert f"serves its page on port {port}" in both
    assert re.search(r"^look +Other companions: .* port (\d+, )*65432", both, re.MULTILINE)
    assert f"join code {code}" in both
    # Whoever asks with another data folder is told of the table, and not another one's code.
    assert f"serves its page on port {port}" in strange
    assert "The join code is not told" in strange
    assert "ABC234" not in strange


def test_another_program_on_the_port(config: Path) -> None:
    port = int(re.findall(r"port = (\d+)", config.read_text())[0])
    with socket.socket() as taken:
        taken.bind(("127.0.0.1", port))
        done = doctor("--config", config, "--json", "--game", "choose")
    assert done.returncode == 1
    assert keys(done)["port"] == "port_taken"
    assert keys(done)["camera"] == "camera_none"


# -- the join code -----------------------------------------------------------------------


def test_the_code_is_read_while_the_table_runs_and_after(tmp_path: Path) -> None:
    path = tmp_path / "wood-ash.db"
    assert kept_code(path) is None
    with Journal(path) as journal:
        assert kept_code(path) is None
        journal.set_fact("join_code", "ABC234")
        assert kept_code(path) == "ABC234"
    before = sorted(tmp_path.iterdir())
    assert kept_code(path) == "ABC234"
    assert sorted(tmp_path.iterdir()) == before, "nothing is made beside the journal"


@pytest.mark.parametrize("content", [b"", b"no database at all", b"SQLite format 3\0" + b"x" * 99])
def test_what_is_no_journal_has_no_code(tmp_path: Path, content: bytes) -> None:
    path = tmp_path / "wood-ash.db"
    path.write_bytes(content)
    assert kept_code(path) is None
