"""The verdict on a soak: each figure beside what it must not exceed."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from statistics import median

from companion.soak.tally import Sample, Tally

MEMORY_MB = 200.0
START_S = 3.0
STOP_S = 3.0
LATENCY_MS = 50.0
# Two seconds as for any camera, and the four that a picture of a folder is shown for.
NOTICED_S = 6.0
BACK_S = 10.0
# What a process may take more in the last quarter of its life than in the second.
GROWTH_SHARE, GROWTH_MB = 1.1, 8.0
MORE_THREADS = 4
MORE_HANDLES = 12
# A life that is shorter says nothing about growth.
FEWEST_SAMPLES = 12


@dataclass(frozen=True, slots=True)
class Finding:
    """One figure of one table; without a `goal` it is told and not judged."""

    table: str
    what: str
    value: float
    unit: str
    goal: float | None = None

    @property
    def met(self) -> bool:
        """Whether the goal is reached."""
        return self.goal is None or self.value <= self.goal


def findings(table: str, tally: Tally) -> Iterator[Finding]:
    """Every figure of one table."""
    counts = tally.counts
    for what in ("acts", "nonsense", "games", "kill", "storm", "pause", "loss", "answered 503"):
        if counts[what]:
            yield Finding(table, what, counts[what], "times")
    yield Finding(table, "must never happen", len(tally.wrong), "times", 0)
    yield Finding(table, "versions that fell", counts["versions that fell"], "times", 0)
    if tally.latencies_ms:
        yield Finding(table, "act to page, median", median(tally.latencies_ms), "ms", LATENCY_MS)
    for what, values, goal in (
        ("start, median", tally.starts_s, START_S),
        ("stop", tally.stops_s, STOP_S),
        ("camera loss noticed, slowest", tally.noticed_s, NOTICED_S),
        ("camera back, slowest", tally.back_s, BACK_S),
    ):
        if values:
            value = median(values) if "median" in what else max(values)
            yield Finding(table, what, value, "s", goal)
    if tally.samples:
        most = max(sample.resident_mb for sample in tally.samples)
        yield Finding(table, "resident memory, most", most, "MB", MEMORY_MB)
    yield from _growth(table, tally.samples)


def _growth(table: str, samples: Sequence[Sample]) -> Iterator[Finding]:
    """How the longest life grew from its second quarter to its last."""
    lives: dict[int, list[Sample]] = {}
    for sample in samples:
        lives.setdefault(sample.life, []).append(sample)
    longest = max(lives.values(), key=len, default=[])
    if len(longest) < FEWEST_SAMPLES:
        return
    quarter = len(longest) // 4
    early, late = longest[quarter : 2 * quarter], longest[-quarter:]

    def between(name: str) -> tuple[float, float]:
        return (
            median(getattr(sample, name) for sample in early),
            median(getattr(sample, name) for sample in late),
        )

    before, after = between("resident_mb")
    allowed_mb = before * (GROWTH_SHARE - 1) + GROWTH_MB
    yield Finding(table, "memory grew by", after - before, "MB", allowed_mb)
    for name, more in (("threads", MORE_THREADS), ("handles", MORE_HANDLES)):
        before, after = between(name)
        yield Finding(table, f"{name} grew by", after - before, "", more)
