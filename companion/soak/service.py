"""A `companion serve` process: started, measured, stopped, killed, started again."""

from __future__ import annotations

import contextlib
import os
import re
import signal
import socket
import subprocess
import sys
import threading
import time
from collections import deque
from collections.abc import Sequence
from pathlib import Path

from companion.errors import CompanionError

LONGEST_START_S = 90.0
LONGEST_STOP_S = 10.0
_LINES_KEPT = 200
_SERVE = [sys.executable, "-c", "from companion.cli import main; main()", "serve"]


class Service:
    """The service with its options and data folder; it keeps its port over every start."""

    def __init__(self, data: Path, options: Sequence[str]) -> None:
        self.data, self._options = data, [*options]
        self.port = free_port()
        self.code = ""
        self.said: deque[str] = deque(maxlen=_LINES_KEPT)
        self.complaints: list[str] = []  # lines that tell of a fault inside the service
        self._process: subprocess.Popen[str] | None = None

    def start(self) -> float:
        """Start it and wait until it says its address; seconds that it took.

        Raises CompanionError when it ends instead, or says nothing.
        """
        began_s = time.monotonic()
        where = ["--host", "127.0.0.1", "--port", str(self.port), "--data", str(self.data)]
        self._process = process = subprocess.Popen(
            self.command([*where, *self._options]),
            stdin=subprocess.DEVNULL,
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            text=True,
        )
        ready = threading.Event()
        threading.Thread(target=self._listen, args=(process, ready), daemon=True).start()
        if not ready.wait(LONGEST_START_S) or not self.code:
            self.kill()
            raise CompanionError(f"the service did not start: {' '.join(list(self.said)[-3:])}")
        return time.monotonic() - began_s

    def command(self, options: list[str]) -> list[str]:
        """The command that serves with these options."""
        return [*_SERVE, *options]

    def _listen(self, process: subprocess.Popen[str], ready: threading.Event) -> None:
        """Read what it says, so that it never waits for a reader."""
        assert process.stdout is not None
        with process.stdout:
            for line in process.stdout:
                self._note(line.rstrip("\n"), ready)
        ready.set()

    def _note(self, line: str, ready: threading.Event) -> None:
        self.said.append(line)
        if "Traceback" in line or "Error:" in line or "inside the" in line:
            self.complaints.append(line)
        found = re.search(r"Join code: (\w+)", line)
        if found:
            self.code = found[1]
            ready.set()

    @property
    def pid(self) -> int:
        """The number of its process, 0 while there is none."""
        return self._process.pid if self._process is not None else 0

    @property
    def runs(self) -> bool:
        """Whether its process is there."""
        return self._process is not None and self._process.poll() is None

    def stop(self) -> float:
        """Stop it as a service manager does; seconds that it took, infinite when it did not."""
        began_s = time.monotonic()
        process = self._process
        if process is not None:
            process.send_signal(signal.SIGTERM)
            try:
                process.wait(LONGEST_STOP_S)
            except subprocess.TimeoutExpired:
                self.kill()
                return float("inf")
        self._process = None
        return time.monotonic() - began_s

    def kill(self) -> None:
        """End it at once, as a power cut would."""
        if self._process is not None:
            self._process.kill()
            self._process.wait(LONGEST_STOP_S)
            self._process = None

    def pause(self, for_s: float) -> None:
        """Hold it still for a while, as a computer that sleeps or swaps does."""
        if self._process is not None:
            self._process.send_signal(signal.SIGSTOP)
            time.sleep(for_s)
            self._process.send_signal(signal.SIGCONT)

    def resident_mb(self) -> float:
        """Memory that it holds now, 0 while there is no process."""
        with contextlib.suppress(OSError):
            pages = int(Path(f"/proc/{self.pid}/statm").read_text().split()[1])
            return pages * os.sysconf("SC_PAGE_SIZE") / 1e6
        return 0.0

    def most_mb(self) -> float:
        """The most memory that its process held at any time, 0 while there is none."""
        with contextlib.suppress(OSError):
            for line in Path(f"/proc/{self.pid}/status").read_text().splitlines():
                if line.startswith("VmHWM:"):
                    return int(line.split()[1]) * 1024 / 1e6
        return 0.0

    def threads(self) -> int:
        """How many threads it has now."""
        return _entries(Path(f"/proc/{self.pid}/task"))

    def handles(self) -> int:
        """How many files and sockets it has open now."""
        return _entries(Path(f"/proc/{self.pid}/fd"))


def _entries(folder: Path) -> int:
    try:
        return len(os.listdir(folder))
    except OSError:
        return 0


def free_port() -> int:
    """A port of this machine that nobody uses now."""
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return int(probe.getsockname()[1])
