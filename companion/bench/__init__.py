"""Speed as ratios against a baseline measured beside it, in one run, on one core.

Each module here measures one part and yields rows; `companion bench` prints them.  Nothing here
is a test: a busy machine makes both sides slower, a ratio less than the time.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from time import perf_counter

REPEATS = 9


@dataclass(frozen=True, slots=True)
class Row:
    """One figure: `value` in `unit`, against a `goal` that it must not exceed, if there is one."""

    what: str
    value: float
    unit: str
    goal: float | None = None
    note: str = ""

    @property
    def met(self) -> bool:
        """Whether the goal is reached."""
        return self.goal is None or self.value <= self.goal


def best_s(action: Callable[[], object], repeats: int = REPEATS) -> float:
    """The shortest of several runs in seconds: what the work takes without interruptions."""
    shortest = float("inf")
    for _ in range(repeats):
        began_s = perf_counter()
        action()
        shortest = min(shortest, perf_counter() - began_s)
    return shortest
