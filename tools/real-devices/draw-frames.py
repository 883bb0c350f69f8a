"""Draw the pictures that libcamera's virtual camera shows: FOLDER/0.jpg, 1.jpg, ...

Each has an own brightness, a frame at its edge, and a diagonal, so that a wrong size, stride or
order of the planes can be seen.
"""

from __future__ import annotations

import sys
from pathlib import Path

import cv2
import numpy as np

SIZE_WH = (2304, 1296)
GREYS = (60, 100, 140, 180)


def main() -> None:
    """Write one picture for each of GREYS."""
    folder = Path(sys.argv[1])
    width, height = SIZE_WH
    for number, grey in enumerate(GREYS):
        image = np.full((height, width, 3), grey, np.uint8)
        cv2.rectangle(image, (0, 0), (width - 1, height - 1), (255, 255, 255), 16)
        cv2.line(image, (0, 0), (width - 1, height - 1), (0, 0, 0), 16)
        cv2.imwrite(str(folder / f"{number}.jpg"), image)


if __name__ == "__main__":
    main()
