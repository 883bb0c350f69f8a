"""When moves that are seen are booked: after the button, or by themselves, phase by phase."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, replace

import msgspec

from companion.errors import InputError

BUTTON, ITSELF = "button", "self"
WAYS = (BUTTON, ITSELF)
BOOKING_FACT = "booking"
_PROMPT = "prompt."


@dataclass(frozen=True, slots=True)
class Booking:
    """`phases` are those that differ from `usual`."""

    usual: str = BUTTON
    phases: Mapping[str, str] = field(default_factory=dict)

    def way(self, phase: str) -> str:
        """How moves of a phase are booked."""
        return self.phases.get(phase, self.usual)

    def with_way(self, how: str, phase: str = "") -> Booking:
        """With another way for a phase, or for all of them."""
        if not phase:
            return Booking(how)
        phases = {name: way for name, way in self.phases.items() if name != phase}
        return replace(self, phases=phases if how == self.usual else {**phases, phase: how})


def phase_of(prompt_key: str) -> str:
    """What people call the phase that a prompt belongs to."""
    return prompt_key.removeprefix(_PROMPT)


def parse_booking(text: str) -> Booking:
    """Read `button`, `self`, or such as `button,cast=self`; raises InputError."""
    first, *rest = (part.strip() for part in text.split(","))
    booking = Booking(_way(first, text))
    for part in rest:
        phase, equals, how = part.partition("=")
        if not equals or not phase.strip():
            raise _refused(text)
        booking = booking.with_way(_way(how.strip(), text), phase.strip())
    return booking


def _way(word: str, text: str) -> str:
    if word not in WAYS:
        raise _refused(text)
    return word


def _refused(text: str) -> InputError:
    return InputError(
        f"--book is button or self, and may name phases that differ, as in button,cast=self; "
        f"not {text!r}"
    )


def write_booking(booking: Booking) -> str:
    """The text that a journal keeps."""
    return msgspec.json.encode(booking).decode()


def read_booking(text: str | None) -> Booking | None:
    """What a journal kept; None when there is nothing that can be read."""
    if text is None:
        return None
    try:
        return msgspec.json.decode(text, type=Booking)
    except msgspec.DecodeError:
        return None
