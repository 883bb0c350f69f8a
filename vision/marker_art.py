"""What a marker looks like, as plain data that can be printed."""

from __future__ import annotations

import cv2


def marker_bits(dictionary: str, tag_id: int) -> tuple[tuple[bool, ...], ...]:
    """The modules of a marker, row by row from its top-left corner, True for black.

    The black border of one module is part of it: a marker of a 4 x 4 dictionary has 6 x 6.
    `dictionary` is OpenCV's name.  Raises ValueError for an unknown dictionary or id.
    """
    number = getattr(cv2.aruco, dictionary, None) if dictionary.startswith("DICT_") else None
    if number is None:
        raise ValueError(f"{dictionary} is not a dictionary of OpenCV")
    table = cv2.aruco.getPredefinedDictionary(number)
    if not 0 <= tag_id < len(table.bytesList):
        raise ValueError(f"{dictionary} has no marker {tag_id}")
    side = table.markerSize + 2
    image = cv2.aruco.generateImageMarker(table, tag_id, side, borderBits=1)
    return tuple(tuple(bool(module < 128) for module in row) for row in image)
