"""What phones may do at one table: the names of the POST routes and their bodies."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Act:
    """A kind of request: the type of its body (a dataclass), and a line that says what it does."""

    body: type
    words: str


Acts = Mapping[str, Act]
