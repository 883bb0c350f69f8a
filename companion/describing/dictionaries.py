"""The marker dictionaries that OpenCV knows by name, without importing OpenCV.

The table is compared with the installed OpenCV by a test.
"""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Dictionary:
    """One family of square markers: OpenCV's name, how many there are, cells along a side."""

    name: str
    count: int
    cells: int


DICTIONARIES = (
    *(
        Dictionary(f"DICT_{cells}X{cells}_{count}", count, cells)
        for cells in (4, 5, 6, 7)
        for count in (50, 100, 250, 1000)
    ),
    Dictionary("DICT_ARUCO_ORIGINAL", 1024, 5),
    Dictionary("DICT_APRILTAG_16h5", 30, 4),
    Dictionary("DICT_APRILTAG_25h9", 35, 5),
    Dictionary("DICT_APRILTAG_36h10", 2320, 6),
    Dictionary("DICT_APRILTAG_36h11", 587, 6),
    Dictionary("DICT_ARUCO_MIP_36h12", 250, 6),
)


def find_dictionary(name: str) -> Dictionary | None:
    """The dictionary of that name, or None.

    OpenCV spells the AprilTag and MIP families both `36h11` and `36H11`; either is found.
    """
    lowered = name.replace("H", "h")
    return next((known for known in DICTIONARIES if known.name in (name, lowered)), None)
