"""Several tables under trial at once, with a line a minute and a verdict at the end."""

from __future__ import annotations

import threading
import time
from collections.abc import Callable, Sequence
from pathlib import Path

from companion.soak.tally import Sample
from companion.soak.trial import Plan, Trial

FINISH_WAIT_S = 120.0


def plans(pictures: Path, table: Path) -> tuple[Plan, ...]:
    """The tables of a soak; `pictures` is a folder of photographs of the board `table`."""
    plain = ("--pins", "none")
    folder = ("--camera", f"folder:{pictures}", "--table", str(table))
    return (
        Plan("toss", plain, kill_every_s=1200.0, pace_s=1.0),
        Plan(
            "toss, camera lost",
            (*plain, *folder),
            loss_every_s=90.0,
            pace_s=1.0,
            pictures=pictures,
        ),
        Plan("games", ("--game", "choose"), plays=True),
        Plan("games, killed", ("--game", "choose"), plays=True, kill_every_s=45.0),
    )


def soak(
    trials: Sequence[Trial],
    seconds: float,
    every_s: float,
    tell: Callable[[Trial, Sample], None],
) -> None:
    """Run the trials for so long; `tell` hears of each sample, one every `every_s` a table."""
    stop = threading.Event()
    threads = [
        threading.Thread(target=_whole, args=(trial, stop), name=trial.plan.name)
        for trial in trials
    ]
    for thread in threads:
        thread.start()
    began_s = time.monotonic()
    try:
        while (passed_s := time.monotonic() - began_s) < seconds:
            time.sleep(min(every_s, seconds - passed_s))
            for trial in trials:
                _sample(trial, time.monotonic() - began_s, tell)
    finally:
        stop.set()
        for thread in threads:
            thread.join(FINISH_WAIT_S)


def _whole(trial: Trial, stop: threading.Event) -> None:
    """A trial that fails says so, and leaves no process behind."""
    try:
        trial.run(stop)
    except Exception as error:
        trial.tally.wrong.append(f"{trial.plan.name}: the trial ended: {error!r}")
    finally:
        trial.service.kill()


def _sample(trial: Trial, at_s: float, tell: Callable[[Trial, Sample], None]) -> None:
    service = trial.service
    memory_mb = service.resident_mb()
    if memory_mb:
        threads, handles = service.threads(), service.handles()
        trial.tally.sample(at_s, trial.life, memory_mb, threads, handles)
        tell(trial, trial.tally.samples[-1])
