"""What an examination of the companion found, as plain data for terminal, page and programs."""

from __future__ import annotations

from dataclasses import dataclass
from enum import Enum

from companion.display.model import Text


class State(Enum):
    """How one thing is: fine, worth a look, in need of repair, or not to be told here."""

    OK = "ok"
    LOOK = "look"
    BAD = "bad"
    UNKNOWN = "unknown"


@dataclass(frozen=True, slots=True)
class Finding:
    """One thing that was examined.

    `check` is what was examined and `key` what was found (`disk`, `disk_full`), for programs;
    `what` says it to people, `todo` what to do about it, None when there is nothing to do.
    """

    check: str
    key: str
    state: State
    title: Text
    what: Text
    todo: Text | None = None


@dataclass(frozen=True, slots=True)
class Report:
    """Everything that was found, and where phones find the page (without the join code)."""

    findings: tuple[Finding, ...]
    by_name: str
    by_number: str

    @property
    def bad(self) -> bool:
        """Whether something is in need of repair."""
        return any(finding.state is State.BAD for finding in self.findings)
