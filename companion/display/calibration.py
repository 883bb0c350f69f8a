"""How far the calibration of a camera is, as the page shows it."""

from __future__ import annotations

from dataclasses import dataclass

from companion.display.model import Note
from companion.display.text import Text


@dataclass(frozen=True, slots=True)
class CalibrationState:
    """What the pictures of the sheet have shown so far.

    `cells` counts the sheet's corners in a raster over the picture, row by row; `missing` says
    what to show next and is empty when it is enough.  `camera` is whose pictures they are, ""
    before the first.  `takes` says that the table's own camera can take one.  `note` answers the
    last request, `done` says that it led to a stored calibration.
    """

    camera: str
    pictures: int
    cells: tuple[tuple[int, ...], ...]
    missing: tuple[Text, ...]
    takes: bool
    note: Note | None = None
    done: bool = False
    http_status: int = 200
