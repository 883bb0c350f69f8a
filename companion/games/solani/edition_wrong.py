"""What is wrong with an edition document, and where."""

from __future__ import annotations

from typing import NoReturn


class Wrong(Exception):
    """A key of the document and what is wrong there."""


def wrong(key: str, what: str) -> NoReturn:
    """Raise Wrong with one sentence that names the key."""
    raise Wrong(f"{key}: {what}")
