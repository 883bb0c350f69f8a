"""Which pins of the header may be used, and by whom: conflicts are named before a pin is opened."""

from __future__ import annotations

from collections.abc import Sequence

LAST_BCM = 27
RESERVED_BCM = {
    0: "add-on boards say on it what they are",
    1: "add-on boards say on it what they are",
    14: "it is the serial console",
    15: "it is the serial console",
}


def conflict(wanted: Sequence[tuple[str, int]]) -> str:
    """The first thing that is wrong with pins (who wants it, BCM number), or nothing."""
    owners: dict[int, str] = {}
    for owner, pin in wanted:
        if not 0 <= pin <= LAST_BCM:
            return f"there is no pin {pin} for '{owner}'; BCM numbers go up to {LAST_BCM}"
        if pin in RESERVED_BCM:
            return f"pin {pin} can't be used for '{owner}': {RESERVED_BCM[pin]}; choose another"
        if pin in owners:
            return (
                f"pin {pin} is given to both '{owners[pin]}' and '{owner}'; "
                "choose another for one of them"
            )
        owners[pin] = owner
    return ""
