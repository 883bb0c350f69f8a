"""What the running service takes: memory, and the time from its start to its first page."""

from __future__ import annotations

import os
import re
import signal
import subprocess
import sys
import threading
import time
import urllib.error
import urllib.request
from collections.abc import Iterator
from pathlib import Path
from tempfile import TemporaryDirectory

from companion.bench import Row

MEMORY_GOAL_MB = 200.0
START_GOAL_S = 3.0
STOP_GOAL_S = 3.0
_STEADY_S = 15.0
_LONGEST_START_S = 30.0
_LONGEST_STOP_S = 5.0


def rows() -> Iterator[Row]:
    """Run the service on its simulated table, and on pictures as a camera would bring them."""
    with TemporaryDirectory() as draft:
        yield from _measured(Path(draft) / "simulated", [], "simulated table drawn in it")
        folder = _photographs(Path(draft) / "set")
        options = ["--camera", f"folder:{folder / 'photos'}", "--table", str(folder / "table.toml")]
        yield from _measured(Path(draft) / "folder", options, "pictures from a folder")


def _measured(data: Path, options: list[str], what: str) -> Iterator[Row]:
    """Start the service, look at it for a while, stop it."""
    command = [sys.executable, "-c", "from companion.cli import main; main()", "serve"]
    usual = ["--port", "0", "--host", "127.0.0.1", "--pins", "none", "--data", str(data)]
    began_s = time.monotonic()
    process = subprocess.Popen(
        command + usual + options,
        stdin=subprocess.DEVNULL,
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        text=True,
    )
    try:
        _first_page(_address(process))
        yield Row("start to first page", time.monotonic() - began_s, "s", START_GOAL_S, what)
        time.sleep(_STEADY_S)
        memory_mb = _resident_mb(process.pid)
        yield Row("resident memory of the service", memory_mb, "MB", MEMORY_GOAL_MB, what)
    finally:
        stopping_s = time.monotonic()
        process.send_signal(signal.SIGINT)
        try:
            process.wait(_LONGEST_STOP_S)
        except subprocess.TimeoutExpired:
            process.kill()
            process.wait(_LONGEST_STOP_S)
    yield Row("stop", time.monotonic() - stopping_s, "s", STOP_GOAL_S, what)


def _photographs(folder: Path) -> Path:
    from hardware.simulated.arts import art_named
    from hardware.simulated.conditions import conditions_named
    from hardware.simulated.photo_set import write_photo_set
    from hardware.simulated.studio import Studio

    write_photo_set(Studio(art_named("night"), 3, conditions_named("mounted")), 2, folder)
    return folder


def _address(process: subprocess.Popen[str]) -> str:
    """The page's address, as the service prints it when it is up."""
    assert process.stdout is not None
    found: list[str] = []
    ready = threading.Event()

    def read() -> None:
        assert process.stdout is not None
        for line in process.stdout:
            match = re.search(r"http://[0-9.]+:\d+", line)
            if match and not found:
                found.append(match.group())
                ready.set()

    threading.Thread(target=read, daemon=True).start()
    if not ready.wait(_LONGEST_START_S):
        raise TimeoutError("the service printed no address")
    return found[0]


def _first_page(address: str) -> None:
    deadline_s = time.monotonic() + _LONGEST_START_S
    while True:
        try:
            with urllib.request.urlopen(address, timeout=2) as page:
                page.read()
                return
        except (urllib.error.URLError, OSError):
            if time.monotonic() > deadline_s:
                raise
            time.sleep(0.02)


def _resident_mb(pid: int) -> float:
    pages = int(Path(f"/proc/{pid}/statm").read_text().split()[1])
    return pages * os.sysconf("SC_PAGE_SIZE") / 1e6
