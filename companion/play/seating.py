"""Which phone holds which seat, and whose phone is the host's."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from itertools import chain

import msgspec

MOST_PHONES = 60


@dataclass(frozen=True, slots=True)
class Seating:
    """Phones in the order in which they came, by their digests; `holders` is seat to phone.

    `roles` are what phones are used for, as far as it is not playing (see companion.play.roles).
    `sat` are all phones that ever held a seat in this game: whoever looked into a hand stays known.
    """

    phones: tuple[str, ...] = ()
    host: str = ""
    holders: Mapping[str, str] = field(default_factory=dict)
    sat: Mapping[str, tuple[str, ...]] = field(default_factory=dict)
    roles: Mapping[str, str] = field(default_factory=dict)

    def admitted(self, phone: str) -> Seating:
        """With one more phone; the first is the host's.  Phones that hold nothing may make room."""
        if phone in self.phones:
            return self
        phones = self.phones
        if len(phones) >= MOST_PHONES:
            kept = {self.host, *self.holders.values(), *chain(*self.sat.values()), *self.roles}
            idle = next((each for each in phones if each not in kept), None)
            phones = tuple(each for each in phones if each != idle)
        return replace(self, phones=(*phones, phone), host=self.host or phone)

    def number(self, phone: str) -> int:
        """What people call a phone, counted from 1."""
        return self.phones.index(phone) + 1

    def numbered(self, number: int) -> str | None:
        """The phone that people call so."""
        return self.phones[number - 1] if 0 < number <= len(self.phones) else None

    def held_by(self, phone: str) -> tuple[str, ...]:
        """The seats of a phone."""
        return tuple(sorted(seat for seat, holder in self.holders.items() if holder == phone))

    def with_holder(self, seat: str, phone: str) -> Seating:
        """With a seat on this phone, or free with ""."""
        holders = {each: holder for each, holder in self.holders.items() if each != seat}
        if not phone:
            return replace(self, holders=holders)
        before = self.sat.get(seat, ())
        sat = {**self.sat, seat: before if phone in before else (*before, phone)}
        return replace(self, holders={**holders, seat: phone}, sat=sat)

    def others_at(self, seat: str) -> tuple[int, ...]:
        """The numbers of the phones that held a seat before its present holder."""
        others = (each for each in self.sat.get(seat, ()) if each != self.holders.get(seat))
        return tuple(self.number(each) for each in others if each in self.phones)

    def with_host(self, phone: str) -> Seating:
        """With this phone as the host's."""
        return replace(self, host=phone)

    def with_role(self, phone: str, role: str) -> Seating:
        """With this phone used for something."""
        return replace(self, roles={**self.roles, phone: role})

    def empty(self) -> Seating:
        """The same phones with no seats, for another game."""
        return replace(self, holders={}, sat={})


def write_seating(seating: Seating) -> str:
    """The text that a journal keeps."""
    return msgspec.json.encode(seating).decode()


def read_seating(text: str | None) -> Seating:
    """What a journal kept; whoever held a seat joins again when it can't be read."""
    if text is None:
        return Seating()
    try:
        return msgspec.json.decode(text, type=Seating)
    except msgspec.DecodeError:
        return Seating()
