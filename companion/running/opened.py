"""What opens devices, files and threads, and closes them in reverse order."""

from __future__ import annotations

import contextlib
from abc import ABC, abstractmethod
from typing import Generic, Self, TypeVar

SettingsT = TypeVar("SettingsT")


class Opened(ABC, Generic[SettingsT]):
    """A context manager; what was opened before an error in `_build` is closed again."""

    def __init__(self, settings: SettingsT) -> None:
        self._closing = contextlib.ExitStack()
        try:
            self._build(settings)
        except BaseException:
            self._closing.close()
            raise

    @abstractmethod
    def _build(self, settings: SettingsT) -> None:
        """Open everything; each puts on `self._closing` how it is closed."""

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.stop()

    def stop(self) -> None:
        """Stop every thread and close everything; calling it twice is fine."""
        self._closing.close()
