"""The doctor on the computer: a folder stands for `/`, commands are answered by a table."""

from __future__ import annotations

import os
from collections.abc import Callable, Sequence
from pathlib import Path

import pytest

from companion.display.findings import Finding
from companion.doctor.machine import ask, clock, machine_findings, memory, power, temperature
from companion.doctor.storage import UPDATE_NOTE, disk, folder, storage_findings, update
from companion.doctor.versions import installed, versions

PI = {"proc/device-tree/model": "Raspberry Pi 4 Model B Rev 1.5\0"}
THROTTLED = "sys/devices/platform/soc/soc:firmware/get_throttled"
BOOKWORM = {"etc/os-release": "ID=debian\nVERSION_CODENAME=bookworm\n"}
MB = 1_000_000


def system(root: Path, files: dict[str, str]) -> Path:
    for name, text in files.items():
        path = root / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text)
    return root


def answers(**said: str) -> Callable[[Sequence[str]], str]:
    return lambda command: said.get(command[0], "")


def meminfo(free_mb: int) -> dict[str, str]:
    text = f"MemTotal:        1000000 kB\nMemFree: 1 kB\nMemAvailable: {free_mb * MB // 1024} kB\n"
    return {"proc/meminfo": text}


@pytest.mark.parametrize(
    ("files", "key", "words"),
    [
        (meminfo(600), "memory_ok", "599 MB of 1.0 GB"),
        (meminfo(149), "memory_low", "148 MB"),
        (meminfo(59), "memory_out", "needs 200 MB"),
        ({}, "memory_unknown", ""),
        ({"proc/meminfo": "MemTotal: lots\n"}, "memory_unknown", ""),
    ],
)
def test_memory(tmp_path: Path, files: dict[str, str], key: str, words: str) -> None:
    found = memory(system(tmp_path, files))
    assert found.key == key
    assert words in found.what.en


@pytest.mark.parametrize(
    ("zones", "key"),
    [
        ([], "temperature_unknown"),
        (["nonsense"], "temperature_unknown"),
        (["48123"], "temperature_ok"),
        (["48123", "70000"], "temperature_warm"),
        (["80000", "20000"], "temperature_hot"),
    ],
)
def test_the_warmest_zone_counts(tmp_path: Path, zones: list[str], key: str) -> None:
    files = {f"sys/class/thermal/thermal_zone{n}/temp": f"{t}\n" for n, t in enumerate(zones)}
    assert temperature(system(tmp_path, files)).key == key


@pytest.mark.parametrize(
    ("files", "said", "key"),
    [
        ({}, "throttled=0x50005", "power_not_a_pi"),
        (PI, "", "power_unknown"),
        (PI, "throttled=0x0\n", "power_ok"),
        (PI, "throttled=0x50005\n", "power_low"),
        (PI, "throttled=0x50000\n", "power_was_low"),
        (PI, "throttled=0xe0008\n", "power_slowed"),
        (PI, "VCHI initialization failed", "power_unknown"),
        # The file of the firmware is asked before its command.
        ({**PI, THROTTLED: "1\n"}, "throttled=0x0", "power_low"),
        ({**PI, THROTTLED: "nonsense"}, "throttled=0x10000", "power_was_low"),
        (
            {
                **PI,
                "sys/class/hwmon/hwmon1/name": "rpi_volt\n",
                "sys/class/hwmon/hwmon1/in0_lcrit_alarm": "1\n",
            },
            "",
            "power_low",
        ),
        (
            {
                **PI,
                "sys/class/hwmon/hwmon1/name": "cpu_thermal\n",
                "sys/class/hwmon/hwmon1/in0_lcrit_alarm": "1\n",
            },
            "",
            "power_unknown",
        ),
    ],
)
def test_power(tmp_path: Path, files: dict[str, str], said: str, key: str) -> None:
    assert power(system(tmp_path, files), answers(vcgencmd=said)).key == key


@pytest.mark.parametrize(
    ("files", "said", "key"),
    [
        ({"run/systemd/timesync/synchronized": ""}, "no\n", "clock_ok"),
        ({}, "yes\n", "clock_ok"),
        ({}, "no\n", "clock_unset"),
        ({}, "", "clock_unknown"),
    ],
)
def test_clock(tmp_path: Path, files: dict[str, str], said: str, key: str) -> None:
    assert clock(system(tmp_path, files), answers(timedatectl=said)).key == key


@pytest.mark.parametrize(
    "command",
    [["no-such-command-here"], ["false"], ["sh", "-c", "printf '\\377'"]],
)
def test_a_command_that_fails_says_nothing(command: list[str]) -> None:
    assert ask(command) == ""
    assert ask(["echo", "yes"]) == "yes\n"


def test_this_computer_is_examined_without_an_error() -> None:
    checks = [found.check for found in machine_findings(Path("/"), ask)]
    assert checks == ["memory", "temperature", "power", "clock"]


# -- the data folder ---------------------------------------------------------------------


@pytest.mark.parametrize(
    ("free", "key"),
    [(99 * MB, "disk_full"), (499 * MB, "disk_low"), (500 * MB, "disk_ok")],
)
def test_free_space(tmp_path: Path, free: int, key: str) -> None:
    asked: list[Path] = []
    found = disk(tmp_path / "a" / "b", lambda place: asked.append(place) or free)  # type: ignore[func-returns-value]
    assert found.key == key
    assert asked == [tmp_path], "the disk of a folder that is not there is that of the one above"


def test_a_disk_that_does_not_answer(tmp_path: Path) -> None:
    def fail(place: Path) -> int:
        raise OSError(5, "Input/output error")

    found = disk(tmp_path, fail)
    assert found.key == "disk_unknown"
    assert "Input/output error" in found.what.en


def test_the_folder_is_written_to_and_left_as_it_was(tmp_path: Path) -> None:
    assert folder(tmp_path).key == "folder_ok"
    assert folder(tmp_path / "new" / "deep").key == "folder_new"
    assert list(tmp_path.iterdir()) == []


def test_a_file_in_place_of_the_folder(tmp_path: Path) -> None:
    (tmp_path / "data").write_text("")
    found = folder(tmp_path / "data")
    assert found.key == "folder_bad"
    assert "a file is in its place" in found.what.en


def test_a_read_only_disk(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    real = os.open

    def read_only(path: str, flags: int, *more: int, **named: int) -> int:
        if flags & os.O_CREAT:
            raise OSError(30, "Read-only file system")
        return real(path, flags, *more, **named)

    monkeypatch.setattr(os, "open", read_only)
    found = folder(tmp_path)
    assert found.key == "folder_bad"
    assert "Read-only file system" in found.what.en


@pytest.mark.parametrize("note", ["Release v2 did not come up; v1 goes on.\n", "a\nb" + "c" * 999])
def test_a_failed_update_is_told_in_one_line(tmp_path: Path, note: str) -> None:
    assert update(tmp_path).key == "update_ok"
    (tmp_path / UPDATE_NOTE).write_text(note)
    found = update(tmp_path)
    assert found.key == "update_failed"
    assert " ".join(note.split())[:200] in found.what.en
    assert len(found.what.en) < 260
    assert "\n" not in found.what.en


def test_the_note_is_where_the_scripts_write_it() -> None:
    scripts = Path(__file__).parents[2] / "systemd" / "releases.sh"
    assert f'"$state/{UPDATE_NOTE}"' in scripts.read_text()


def test_everything_about_the_folder(tmp_path: Path) -> None:
    found = storage_findings(tmp_path, lambda place: 10**9)
    assert [each.key for each in found] == ["disk_ok", "folder_ok", "update_ok"]


# -- versions ----------------------------------------------------------------------------

GOOD = {"numpy": "1.26.4", "opencv-python": "4.11.0.86"}


def examined(root: Path, packages: dict[str, str]) -> Finding:
    return versions(root, lambda name: packages.get(name, ""))


@pytest.mark.parametrize(
    ("files", "packages", "key"),
    [
        ({**PI, **BOOKWORM}, GOOD, "versions_ok"),
        ({**PI, **BOOKWORM}, {**GOOD, "numpy": "2.2.4"}, "versions_numpy"),
        (PI, {**GOOD, "numpy": "2.2.4"}, "versions_ok"),
        (BOOKWORM, {**GOOD, "numpy": "2.2.4"}, "versions_ok"),
        ({}, {**GOOD, "opencv-python-headless": "4.14.0.94"}, "versions_two"),
    ],
)
def test_versions(
    tmp_path: Path, files: dict[str, str], packages: dict[str, str], key: str
) -> None:
    assert examined(system(tmp_path, files), packages).key == key


def test_installed_versions_are_found() -> None:
    assert installed("click")
    assert installed("no-such-package-here") == ""
