"""Calls that may hang: made in one thread, waited for with a number, never piled up."""

from __future__ import annotations

import queue
import threading
from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any, TypeVar

T = TypeVar("T")


@dataclass(slots=True)
class _Job:
    function: Callable[[], Any]
    stirred: threading.Event = field(default_factory=threading.Event)
    answered: bool = False
    value: Any = None
    error: BaseException | None = None

    def run(self) -> None:
        try:
            self.value = self.function()
        except BaseException as error:
            # Whatever it is, it belongs to whoever asked.
            self.error = error
        self.answered = True
        self.stirred.set()


class PatientCaller:
    """Makes one call at a time in a thread of its own.

    A call that hangs keeps that thread; every other one is then refused after its wait, and no
    second thread is started.
    """

    def __init__(self, name: str) -> None:
        self._jobs: queue.SimpleQueue[_Job | None] = queue.SimpleQueue()
        self._running: _Job | None = None
        self._turn = threading.Semaphore(1)
        self._ending = threading.Lock()
        self._ended = False
        self._thread = threading.Thread(target=self._run, name=name, daemon=True)
        self._thread.start()

    def call(self, function: Callable[[], T], wait_s: float) -> T:
        """Give what the function gives, or raise what it raises.

        Raises TimeoutError when it neither answers nor stirs for `wait_s`, or an earlier one
        still hangs; what it answers later is dropped.
        """
        if self._ended or not self._turn.acquire(timeout=wait_s):
            raise TimeoutError
        job: _Job = _Job(function)
        self._jobs.put(job)
        while not job.answered:
            if not job.stirred.wait(wait_s):
                raise TimeoutError
            job.stirred.clear()
        if job.error is not None:
            raise job.error
        value: T = job.value
        return value

    def stir(self) -> None:
        """Say from within a call that it gets on: whoever waits for it then waits anew."""
        if self._running is not None:
            self._running.stirred.set()

    def end(self, last: Callable[[], object], wait_s: float) -> bool:
        """Call `last` after the call that runs now, then end the thread; once only.

        Waits for that at most `wait_s` and says whether it is done.  After a call that hangs it
        is done as soon as that one comes back.
        """
        with self._ending:
            if not self._ended:
                self._ended = True
                self._jobs.put(_Job(last))
                self._jobs.put(None)
        self._thread.join(wait_s)
        return not self._thread.is_alive()

    def _run(self) -> None:
        while self._run_next():
            self._turn.release()

    def _run_next(self) -> bool:
        """Make the next call, and keep nothing of it; False when it was the end."""
        self._running = job = self._jobs.get()
        if job is not None:
            job.run()
        self._running = None
        return job is not None
