"""Buttons and lamp: from what opening them said to a finding."""

from __future__ import annotations

from collections.abc import Sequence

from companion.display.findings import Finding
from companion.doctor.words import finding
from companion.flow import together


def pins(asked: bool, found: bool, problems: Sequence[str]) -> Finding:
    """`asked` for by the settings; `found` on this computer; what is wrong with them."""
    if problems:
        return finding("pins_bad", problem=together(*problems))
    if not asked:
        return finding("pins_none")
    return finding("pins_ok" if found else "pins_absent")
