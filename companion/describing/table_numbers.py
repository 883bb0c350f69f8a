"""The plain refusals of a board description: lengths, points and pictures that can't be."""

from __future__ import annotations

import math
from pathlib import Path

from companion.board import PointMm

# No table is larger; a coordinate beyond it is a slip of the pen (or inches, or pixels).
MAX_LENGTH_MM = 10_000.0


class NonsenseError(Exception):
    """One thing in a description that can't be: the key, and what to do, in one sentence."""

    def __init__(self, key: str, words: str) -> None:
        super().__init__(f"{key} {words}")


def check_picture(key: str, picture: Path, what: str) -> None:
    """Refuse a picture that is not there; whether it shows anything is for readers to say."""
    try:
        with picture.open("rb") as file:
            problem = "" if file.read(1) else "is empty"
    except (OSError, ValueError) as error:
        problem = f"can't be read ({getattr(error, 'strerror', None) or 'no such name'})"
    if problem:
        raise NonsenseError(key, f"{problem}; put {what} there, named from the folder of this file")


def check_positive(key: str, value: float) -> None:
    """Refuse a length (mm) that is not finite, not positive or larger than any table."""
    if not math.isfinite(value) or not 0 < value <= MAX_LENGTH_MM:
        raise NonsenseError(
            key, f"is {value:g}; it has to be more than 0 and at most {MAX_LENGTH_MM:g} mm"
        )


def check_finite_point(key: str, point: PointMm) -> None:
    """Refuse a point (mm) that lies on no table."""
    for index, value in enumerate(point):
        if not math.isfinite(value) or abs(value) > MAX_LENGTH_MM:
            raise NonsenseError(
                f"{key}[{index}]",
                f"is {value:g}; it has to be between -{MAX_LENGTH_MM:g} and {MAX_LENGTH_MM:g} mm",
            )
