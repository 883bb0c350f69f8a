"""The computer: memory, temperature, power, clock, read from files that Linux keeps.

`root` is the folder that stands for `/`.
"""

from __future__ import annotations

import re
import subprocess
from collections.abc import Callable, Sequence
from pathlib import Path

from companion.display.findings import Finding
from companion.doctor.words import finding

MB = 1_000_000
MEMORY_BAD_BYTES, MEMORY_LOW_BYTES = 60 * MB, 150 * MB
# A Raspberry Pi slows down from 80 degrees on.
HOT_C, WARM_C = 80.0, 70.0
COMMAND_WAIT_S = 3.0

# Bits of the firmware's get_throttled.
LOW_NOW, SLOWED_NOW, LOW_SINCE = 1 << 0, (1 << 1) | (1 << 2) | (1 << 3), 1 << 16

Ask = Callable[[Sequence[str]], str]
"""Runs a command; what it printed, or nothing when it is not there or fails."""


def ask(command: Sequence[str]) -> str:
    """Run a command of the system, a few seconds at most."""
    try:
        done = subprocess.run(
            command, capture_output=True, text=True, timeout=COMMAND_WAIT_S, check=True
        )
    except (OSError, subprocess.SubprocessError, UnicodeDecodeError):
        return ""
    return done.stdout


def machine_findings(root: Path, ask: Ask) -> list[Finding]:
    """Everything about the computer itself."""
    return [memory(root), temperature(root), power(root, ask), clock(root, ask)]


def is_raspberry_pi(root: Path) -> bool:
    """Whether the computer says that it is one."""
    return "Raspberry Pi" in _read(root / "proc/device-tree/model")


def memory(root: Path) -> Finding:
    """How much memory is left, by /proc/meminfo."""
    told = dict(re.findall(r"^(MemTotal|MemAvailable):\s*(\d+) kB$", _meminfo(root), re.MULTILINE))
    if len(told) != 2:
        return finding("memory_unknown")
    free, total = int(told["MemAvailable"]) * 1024, int(told["MemTotal"]) * 1024
    key = "out" if free < MEMORY_BAD_BYTES else "low" if free < MEMORY_LOW_BYTES else "ok"
    return finding(f"memory_{key}", free=size(free), all=size(total))


def temperature(root: Path) -> Finding:
    """The warmest thermal zone; files tell thousandths of a degree."""
    zones = sorted((root / "sys/class/thermal").glob("thermal_zone*/temp"))
    told = [_read(zone).strip() for zone in zones]
    degrees = [int(text) / 1000 for text in told if re.fullmatch(r"-?\d{1,6}", text)]
    if not degrees:
        return finding("temperature_unknown")
    warmest = max(degrees)
    key = "hot" if warmest >= HOT_C else "warm" if warmest >= WARM_C else "ok"
    return finding(f"temperature_{key}", celsius=round(warmest))


def power(root: Path, ask: Ask) -> Finding:
    """Under-voltage and slowing down, by the firmware of a Raspberry Pi."""
    if not is_raspberry_pi(root):
        return finding("power_not_a_pi")
    flags = _throttled(root, ask)
    if flags is None:
        return finding("power_unknown")
    if flags & LOW_NOW:
        return finding("power_low")
    if flags & SLOWED_NOW:
        return finding("power_slowed")
    return finding("power_was_low" if flags & LOW_SINCE else "power_ok")


def _throttled(root: Path, ask: Ask) -> int | None:
    """The firmware's flags: from its file, from its command, or only the alarm of its sensor."""
    text = _read(root / "sys/devices/platform/soc/soc:firmware/get_throttled").strip()
    if re.fullmatch(r"(0x)?[0-9a-f]{1,8}", text):
        return int(text, 16)
    said = re.search(r"throttled=0x([0-9a-f]{1,8})\b", ask(["vcgencmd", "get_throttled"]))
    if said:
        return int(said[1], 16)
    for sensor in sorted((root / "sys/class/hwmon").glob("hwmon*")):
        alarm = _read(sensor / "in0_lcrit_alarm").strip()
        if _read(sensor / "name").strip() == "rpi_volt" and alarm in ("0", "1"):
            return LOW_NOW if alarm == "1" else 0
    return None


def clock(root: Path, ask: Ask) -> Finding:
    """Whether the clock of dates is set; the companion itself relies on another one."""
    if (root / "run/systemd/timesync/synchronized").exists():
        return finding("clock_ok")
    said = ask(["timedatectl", "show", "--property=NTPSynchronized", "--value"]).strip()
    return finding({"yes": "clock_ok", "no": "clock_unset"}.get(said, "clock_unknown"))


def size(count: int) -> str:
    """Bytes for people."""
    return f"{count / 1e9:.1f} GB" if count >= 1000 * MB else f"{count // MB} MB"


def _meminfo(root: Path) -> str:
    return _read(root / "proc/meminfo")


def _read(path: Path) -> str:
    """The text of a file of the system; nothing when it is not there or can't be read."""
    try:
        return path.read_bytes().decode("utf-8", "replace").replace("\0", "")
    except OSError:
        return ""
