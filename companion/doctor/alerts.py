"""What people at the table have to know about the computer, without having to ask for it."""

from __future__ import annotations

import logging
import threading
from collections.abc import Callable, Iterable
from pathlib import Path

from companion.display.findings import Finding, State
from companion.display.model import Text
from companion.doctor.machine import ask, memory, power, temperature
from companion.doctor.storage import disk, free_bytes, update

_log = logging.getLogger(__name__)

EACH_S = 60.0
# Told though nothing is broken yet: games are lost by it later, or an update never comes.
ALSO_TOLD = ("power_was_low", "disk_low", "update_failed")


class Alerts:
    """Looks once a minute, and tells what is urgent when that has changed."""

    def __init__(
        self,
        look: Callable[[], Iterable[Finding]],
        tell: Callable[[tuple[Text, ...]], None],
        each_s: float = EACH_S,
    ) -> None:
        self._look, self._tell, self._each_s = look, tell, each_s
        self._told: tuple[Text, ...] = ()

    def run(self, stop: threading.Event) -> None:
        """Look until told to stop."""
        while not stop.is_set():
            self.step()
            stop.wait(self._each_s)

    def step(self) -> None:
        """Look once."""
        try:
            urgent = tuple(_said(each) for each in self._look() if _is_urgent(each))
        except Exception:
            _log.exception("the computer could not be looked at")
            return
        if urgent != self._told:
            self._told = urgent
            self._tell(urgent)


def computer(data: Path, root: Path = Path("/")) -> list[Finding]:
    """What is looked at: it writes nothing, and wakes no device."""
    return [
        power(root, ask),
        temperature(root),
        memory(root),
        disk(data, free_bytes),
        update(data),
    ]


def _is_urgent(finding: Finding) -> bool:
    return finding.state is State.BAD or finding.key in ALSO_TOLD


def _said(finding: Finding) -> Text:
    if finding.todo is None:
        return finding.what
    return Text(f"{finding.what.en} {finding.todo.en}", f"{finding.what.zh}{finding.todo.zh}")
