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
_STEADY_S = 12.0
_LONGEST_START_S = 30.0
_LONGEST_STOP_S = 5.0


def rows() -> Iterator[Row]:
    """Start the service on its simulated table, look at it for a while, stop it."""
    with TemporaryDirectory() as data:
        command = [sys.executable, "-c", "from companion.cli import main; main()"]
        options = ["serve", "--port", "0", "--host", "127.0.0.1", "--pins", "none", "--data", data]
        began_s = time.monotonic()
        process = subprocess.Popen(
            command + options,
            stdin=subprocess.DEVNULL,
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            text=True,
        )
        try:
            address = _address(process)
            _first_page(address)
            started_s = time.monotonic() - began_s
            time.sleep(_STEADY_S)
            yield Row("start to first page", started_s, "s", START_GOAL_S)
            yield Row(
                "resident memory of the service",
                _resident_mb(process.pid),
                "MB",
                MEMORY_GOAL_MB,
                f"after {_STEADY_S:.0f} s, simulated camera included",
            )
        finally:
            stopping_s = time.monotonic()
            process.send_signal(signal.SIGINT)
            try:
                process.wait(_LONGEST_STOP_S)
            except subprocess.TimeoutExpired:
                process.kill()
                process.wait(_LONGEST_STOP_S)
        yield Row("stop", time.monotonic() - stopping_s, "s", 3.0)


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
