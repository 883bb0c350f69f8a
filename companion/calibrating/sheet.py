"""The chessboard with markers that a lens is calibrated with, without importing OpenCV.

It is what OpenCV calls a ChArUco board; a test compares it with OpenCV's own.  The lens does not
depend on how large the squares are, only on their being square and the sheet being flat.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class CalibrationSheet:
    """A chessboard of `columns` x `rows` squares with a marker in each white one.

    `dictionary` is OpenCV's name.  The square at the top left is black; markers are numbered
    row by row.
    """

    columns: int
    rows: int
    square_mm: float
    marker_mm: float
    dictionary: str

    @property
    def size_mm(self) -> tuple[float, float]:
        """Width and height of the chessboard."""
        return self.columns * self.square_mm, self.rows * self.square_mm

    @property
    def corners(self) -> int:
        """How many inner corners there are."""
        return (self.columns - 1) * (self.rows - 1)

    def black_squares(self) -> Iterator[tuple[int, int]]:
        """Column and row of every black square."""
        for row in range(self.rows):
            yield from ((column, row) for column in range(row % 2, self.columns, 2))

    def markers(self) -> Iterator[tuple[int, tuple[float, float]]]:
        """Every marker: its id and its top-left corner in mm from the chessboard's."""
        edge = (self.square_mm - self.marker_mm) / 2
        tag_id = 0
        for row in range(self.rows):
            for column in range(1 - row % 2, self.columns, 2):
                yield tag_id, (column * self.square_mm + edge, row * self.square_mm + edge)
                tag_id += 1


# Markers of another dictionary than those of boards, so that a board beside it does no harm.
_DICTIONARY = "DICT_5X5_50"
_COLUMNS, _ROWS = 7, 9

SHEETS = {
    "a4": CalibrationSheet(_COLUMNS, _ROWS, 25.0, 18.0, _DICTIONARY),
    "a3": CalibrationSheet(_COLUMNS, _ROWS, 38.0, 27.5, _DICTIONARY),
    "letter": CalibrationSheet(_COLUMNS, _ROWS, 23.0, 16.5, _DICTIONARY),
}
