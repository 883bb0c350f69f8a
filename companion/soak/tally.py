"""What a trial counted: acts, faults, latencies, and measures of the process over time."""

from __future__ import annotations

import threading
from collections import Counter
from dataclasses import dataclass, field
from statistics import median, quantiles


@dataclass(frozen=True, slots=True)
class Sample:
    """The process at one moment; `at_s` since the soak began, `life` counts its starts."""

    at_s: float
    life: int
    resident_mb: float
    threads: int
    handles: int
    latency_ms: float  # median from act to pages since the sample before, 0 without any act
    slowest_ms: float  # and its 95th percentile


@dataclass(slots=True)
class Tally:
    """Filled by a trial's thread, read by whoever prints; `wrong` lists what must never happen."""

    counts: Counter[str] = field(default_factory=Counter)
    wrong: list[str] = field(default_factory=list)
    samples: list[Sample] = field(default_factory=list)
    latencies_ms: list[float] = field(default_factory=list)
    starts_s: list[float] = field(default_factory=list)
    stops_s: list[float] = field(default_factory=list)
    noticed_s: list[float] = field(default_factory=list)
    back_s: list[float] = field(default_factory=list)
    _fresh_ms: list[float] = field(default_factory=list)
    _lock: threading.Lock = field(default_factory=threading.Lock)

    def latency(self, seconds: float) -> None:
        """Note how long one act took to reach one page."""
        with self._lock:
            self.latencies_ms.append(seconds * 1000)
            self._fresh_ms.append(seconds * 1000)

    def sample(self, at_s: float, life: int, memory_mb: float, threads: int, handles: int) -> None:
        """Note the process as it is now, with the latencies since the last time."""
        with self._lock:
            fresh, self._fresh_ms = self._fresh_ms, []
        middle, slow = (median(fresh), slowest(fresh)) if fresh else (0.0, 0.0)
        self.samples.append(Sample(at_s, life, memory_mb, threads, handles, middle, slow))


def slowest(values: list[float]) -> float:
    """The 95th percentile."""
    return quantiles(values, n=20)[-1] if len(values) > 1 else values[0]
