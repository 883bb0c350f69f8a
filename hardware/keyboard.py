"""Lines typed into a terminal as presses: `l` look, `n` next, `u` undo, doubled for held."""

from __future__ import annotations

import os
import selectors
import threading
from typing import TextIO

from companion.flow import Press
from hardware.ports import Clock, InputState, PressSink

KEYS = {"l": "look", "n": "next", "u": "undo"}
LONGEST_LINE = 80
_TURN_S = 0.2
_STOP_WAIT_S = 1.0


class KeyLines:
    """Reads lines from a terminal or pipe in a thread that stops within a second.

    A line of one known letter is a press, of the same letter twice a held press; anything
    else is counted in `overflow` and has no effect.  The end of input ends the source.
    """

    def __init__(self, stream: TextIO | None, clock: Clock, sink: PressSink) -> None:
        self._clock, self._sink = clock, sink
        self._stop = threading.Event()
        self._thread: threading.Thread | None = None
        self.overflow = 0
        self.state, self.problem = InputState.READY, ""
        self._typed = b""
        try:
            self._number = None if stream is None else stream.fileno()
        except (OSError, ValueError):
            self._number = None
        if self._number is None:
            self._end("The keyboard can't be read here; use the page's buttons.")

    def start(self) -> None:
        """Begin to read."""
        if self._number is not None and self._thread is None:
            self._thread = threading.Thread(target=self._run, name="keyboard", daemon=True)
            self._thread.start()

    def close(self) -> None:
        """Stop reading; what is typed later stays with the terminal."""
        self._stop.set()
        if self._thread is not None:
            self._thread.join(_STOP_WAIT_S)
        self.state = InputState.ENDED

    def line(self, text: str) -> None:
        """Take one line."""
        letters = text.strip().lower()
        button = KEYS.get(letters[:1])
        if button is None or letters not in (letters[0], letters[0] * 2):
            self.overflow += bool(letters)
            return
        self._sink(Press(button, self._clock.now_s(), "key", held=len(letters) == 2))

    def _run(self) -> None:
        number = self._number
        assert number is not None
        with selectors.DefaultSelector() as selector:
            try:
                selector.register(number, selectors.EVENT_READ)
            except (PermissionError, ValueError, OSError):
                self._end("The input is a file, not a keyboard; use the page's buttons.")
                return
            while not self._stop.is_set():
                if selector.select(_TURN_S) and not self._take(number):
                    return

    def _take(self, number: int) -> bool:
        try:
            data = os.read(number, 1024)
        except OSError:
            data = b""
        if not data:
            self._end("")
            return False
        *lines, rest = (self._typed + data).split(b"\n")
        self._typed = rest[:LONGEST_LINE]
        for line in lines:
            self.line(line[:LONGEST_LINE].decode("utf-8", "replace"))
        return True

    def _end(self, problem: str) -> None:
        self.state, self.problem = InputState.ENDED, problem
