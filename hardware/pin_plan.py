"""Which pins of the header may be used, and by whom: conflicts are named before a pin is opened."""

from __future__ import annotations

from collections.abc import Sequence

from companion.flow import Sentence

LAST_BCM = 27
_ADD_ON = Sentence("pin_add_on", "add-on boards say on it what they are")
_CONSOLE = Sentence("pin_console", "it is the serial console")
RESERVED_BCM = {0: _ADD_ON, 1: _ADD_ON, 14: _CONSOLE, 15: _CONSOLE}


def conflict(wanted: Sequence[tuple[str, int]]) -> str:
    """The first thing that is wrong with pins (who wants it, BCM number), or nothing."""
    owners: dict[int, str] = {}
    for owner, pin in wanted:
        if not 0 <= pin <= LAST_BCM:
            return Sentence(
                "pin_none",
                "there is no pin {pin} for '{owner}'; BCM numbers go up to {last}",
                pin=str(pin),
                owner=owner,
                last=str(LAST_BCM),
            )
        if pin in RESERVED_BCM:
            return Sentence(
                "pin_reserved",
                "pin {pin} can't be used for '{owner}': {why}; choose another",
                pin=str(pin),
                owner=owner,
                why=RESERVED_BCM[pin],
            )
        if pin in owners:
            return Sentence(
                "pin_twice",
                "pin {pin} is given to both '{first}' and '{owner}'; choose another for one of "
                "them",
                pin=str(pin),
                first=owners[pin],
                owner=owner,
            )
        owners[pin] = owner
    return ""
