"""Photographs of boards of a running game, as a phone takes them."""

from __future__ import annotations

import io
from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray
from PIL import Image

from companion.games.catalogue import find_game, load_edition
from companion.prints import Lie
from hardware.simulated.camera_table import TableCamera
from hardware.simulated.conditions import conditions_named
from hardware.simulated.tabletop.studio import TableStudio

Picture = NDArray[np.uint8]


class StillClock:
    """Time that passes when somebody waits."""

    def __init__(self) -> None:
        self.at_s = 0.0

    def now_s(self) -> float:
        self.at_s += 1.0
        return self.at_s

    def wait_s(self, duration_s: float) -> None:
        self.at_s += max(duration_s, 0.0)


def photograph(
    game_name: str, lies: Sequence[Lie], boards: Sequence[tuple[str, int]], seed: int = 3
) -> Picture:
    """These boards in one picture, with those pieces that lie on them, BGR."""
    game = find_game(game_name)
    prints = game.prints(load_edition(game, game.default_edition))  # type: ignore[attr-defined]
    copies = [(board, copy) for board in prints.boards for copy in range(board.count)]
    shown = [(board, copy) for board, copy in copies if (board.name, copy) in boards]
    camera = TableCamera(
        TableStudio(prints, seed, conditions_named("mounted")), shown, StillClock(), seed=seed
    )
    camera.show([lie for lie in lies if (lie.board, lie.copy) in boards], with_hand=False)
    return np.array(camera.frame(-1.0, 1.0).image_bgr)


def as_jpeg(image_bgr: Picture, orientation: int = 1, camera: str = "") -> bytes:
    """The picture as a phone stores it: turned as the sensor saw it, with its tag, place, name."""
    quarters = {1: 0, 3: 2, 6: 1, 8: 3}[orientation]
    stored = np.rot90(image_bgr[..., ::-1], quarters)
    exif = Image.Exif()
    exif[0x0112] = orientation
    if camera:
        exif[0x010F], exif[0x0110] = camera.split(" ", 1)
    exif.get_ifd(0x8825)[1] = "N"  # where it was taken
    out = io.BytesIO()
    Image.fromarray(np.ascontiguousarray(stored)).save(out, "JPEG", quality=92, exif=exif)
    return out.getvalue()
