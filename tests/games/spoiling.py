"""Changes that spoil a document, for tables of what has to be refused."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any


def setting(*path: Any, to: Any) -> Callable[[dict[str, Any]], None]:
    """A change of what lies at a path of keys; None takes it out."""

    def change(document: dict[str, Any]) -> None:
        target: Any = document
        for key in path[:-1]:
            target = target[key]
        if to is None:
            del target[path[-1]]
        else:
            target[path[-1]] = to

    return change
