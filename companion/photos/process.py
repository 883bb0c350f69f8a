"""Runs a job with a picture in a process of its own, one at a time, for a bounded time.

    python -m companion.photos.process

reads a pickled job from standard input and writes what it gave to standard output.  Nobody but
the service starts it, and nothing that a phone sends is ever unpickled.
"""

from __future__ import annotations

import contextlib
import logging
import os
import pickle
import subprocess
import sys
import threading
from dataclasses import dataclass
from typing import Any, Protocol, TypeVar

from companion.errors import CompanionError
from companion.flow import Sentence

_log = logging.getLogger(__name__)

Result_co = TypeVar("Result_co", covariant=True)
WAIT_S = 30.0
LONGEST_S = 180.0
_NICE = 5  # the table goes first


class Job(Protocol[Result_co]):
    """Something to be done elsewhere; it is pickled, and so is what it gives."""

    def run(self) -> Result_co:
        """Do it.  Raises CompanionError."""


class PhotoError(CompanionError):
    """A picture that could not be read; the sentence says why."""

    def __init__(self, sentence: str, http_status: int) -> None:
        super().__init__(sentence)
        self.http_status = http_status


@dataclass(frozen=True, slots=True)
class _Failed:
    sentence: str
    http_status: int


class PhotoProcess:
    """Where jobs are run; safe to call from any thread."""

    def __init__(self, longest_s: float = LONGEST_S) -> None:
        self._longest_s = longest_s
        self._busy = threading.Lock()

    def run(self, job: Job[Result_co]) -> Result_co:
        """What the job gives.  Raises PhotoError when it fails or takes too long."""
        if not self._busy.acquire(timeout=WAIT_S):
            busy = Sentence("picture_busy", "Another picture is being read; send it again soon.")
            raise PhotoError(busy, 503)
        try:
            done = subprocess.run(
                [sys.executable, "-P", "-m", __name__],
                input=pickle.dumps(job),
                stdout=subprocess.PIPE,
                timeout=self._longest_s,
                check=True,
            )
            answer = pickle.loads(done.stdout)
        except (OSError, subprocess.SubprocessError, pickle.UnpicklingError, EOFError) as error:
            _log.error("a picture could not be read: %s", error)
            slow = Sentence(
                "picture_failed",
                "The picture could not be read; the log says more. Send another, or a smaller one.",
            )
            raise PhotoError(slow, 503) from error
        finally:
            self._busy.release()
        if isinstance(answer, _Failed):
            raise PhotoError(answer.sentence, answer.http_status)
        result: Result_co = answer
        return result


def main() -> None:
    """Run the job that stands on standard input."""
    with contextlib.suppress(OSError):
        os.nice(_NICE)
    job: Job[Any] = pickle.loads(sys.stdin.buffer.read())
    try:
        answer: Any = job.run()
    except CompanionError as error:
        answer = _Failed(error.sentence, error.http_status)
    sys.stdout.buffer.write(pickle.dumps(answer))


if __name__ == "__main__":
    # Pickled by its real name, which is not that of a script.
    from companion.photos.process import main as run

    run()
