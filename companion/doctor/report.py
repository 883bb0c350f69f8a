"""Puts findings together to a report: of any computer, and of the companion that runs."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from pathlib import Path
from urllib.parse import urlsplit

from companion.display.findings import Finding, Report
from companion.doctor.machine import ask, machine_findings
from companion.doctor.network import addresses
from companion.doctor.storage import free_bytes, storage_findings
from companion.doctor.table_view import View, view_findings
from companion.doctor.versions import installed, versions
from companion.doctor.words import finding
from companion.serving.invitation import Invitation

ROOT = Path("/")
HTTP_PORT = 80


def computer_findings(data: Path, root: Path = ROOT) -> list[Finding]:
    """What needs neither camera nor pins nor network."""
    return [
        *machine_findings(root, ask),
        *storage_findings(data, free_bytes),
        versions(root, installed),
    ]


class RunningDoctor:
    """Examines the companion that runs here.

    `invited` gives its addresses as they are now, `look` what its camera sees (None: it has none),
    `panel` is the finding about its pins.
    """

    def __init__(
        self,
        invited: Callable[[], Invitation],
        data: Path,
        look: Callable[[], View] | None = None,
        panel: Finding | None = None,
    ) -> None:
        self._invited, self._data, self._look = invited, data, look
        self._panel = panel or finding("pins_none")

    def examine(self) -> Report:
        """Examine everything; takes seconds on a small computer."""
        found = [finding("camera_none")] if self._look is None else view_findings(self._look())
        found += [self._panel, *computer_findings(self._data)]
        invitation = self._invited()
        number = urlsplit(invitation.by_number).port or HTTP_PORT
        found.append(finding("port_ours", port=number))
        return report_of(found, invitation)


def report_of(found: Sequence[Finding], invitation: Invitation) -> Report:
    """What was found, and the addresses; a name that nobody answers to is none."""
    every = (*found, *addresses(invitation))
    return Report(every, invitation.reached[-1], invitation.by_number)
