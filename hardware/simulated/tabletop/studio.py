"""Arranges and photographs whole tables: one game's prints, one camera, many photographs."""

from __future__ import annotations

import math
import zlib
from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from typing import Any

import numpy as np
from numpy.typing import NDArray

from companion.errors import InputError
from companion.prints import BoardPrint, Lie, Prints
from hardware.simulated.backdrop import KINDS
from hardware.simulated.conditions import Conditions, draw_lamp, draw_lens, draw_shot
from hardware.simulated.hand import any_hand
from hardware.simulated.lens import Lens, Stand, View, view_of
from hardware.simulated.lighting import Lamp, gleam
from hardware.simulated.sensor import Shot
from hardware.simulated.tabletop.faces import Faces
from hardware.simulated.tabletop.film import developed
from hardware.simulated.tabletop.ground import Cloth, table_picture
from hardware.simulated.tabletop.laying import Habits, lay_pieces
from hardware.simulated.tabletop.layout import LaidBoard
from hardware.simulated.tabletop.rays import BOARD_SHARPNESS, eye_of
from hardware.simulated.tabletop.scene import Sheen, TableScene
from hardware.simulated.tabletop.setting import set_boards
from hardware.simulated.tabletop.truth import truth_of

BoardCopy = tuple[BoardPrint, int]
_SHARE = (0.80, 0.97)  # of the picture's height that all boards take together
_ALIGNED = 0.9  # share of photographs whose camera stands along the table
_GLOSSY = (0.05, 0.40)
_LAMPS = 100  # to choose from, where none may be mirrored
_LOOKED_AT = 9  # places of a board, across and down
_GLEAM = 0.03  # of the lamp's mirror image: less is not seen


@dataclass(frozen=True, eq=False)
class TablePhoto:
    """A photograph, BGR uint8, and its truth as plain data for JSON."""

    image_bgr: NDArray[np.uint8]
    truth: dict[str, Any]


@dataclass(frozen=True, eq=False)
class TableShot:
    """A table ready to be photographed, and how the photograph is taken."""

    scene: TableScene
    shot: Shot
    sensor_seed: int

    def photograph(self) -> TablePhoto:
        """The photograph with its truth; the same every time."""
        seen = self.scene.seen()
        image = developed(seen.light_bgr, self.shot, np.random.default_rng(self.sensor_seed))
        boards = truth_of(self.scene.layout, self.scene.view, seen)
        return TablePhoto(image, {**conditions_of(self), "boards": boards})


@dataclass
class TableStudio:
    """One game's prints under one camera; a photograph depends only on the seed and its number.

    `scale` makes the pictures smaller than 2304 x 1296.
    """

    prints: Prints
    seed: int
    conditions: Conditions
    scale: float = 1.0
    habits: Habits = field(default_factory=Habits)
    lens: Lens = field(init=False)
    faces: Faces = field(init=False)
    _cloths: dict[str, NDArray[np.uint8]] = field(default_factory=dict, init=False)

    def __post_init__(self) -> None:
        rng = np.random.default_rng((self.seed, 20))
        self.lens = draw_lens(rng).scaled(self.scale)
        self.faces = Faces(self.prints.dictionary, self.seed)

    def arrange(
        self, number: int, boards: Sequence[BoardCopy], lies: Sequence[Lie], heaped: bool = False
    ) -> TableShot:
        """Arrange photograph `number` of `boards` with the pieces of `lies` that lie on them.

        `heaped`: pieces that lie at any angle touch or lie partly on each other.
        Raises InputError for a piece or place that the prints do not have.
        """
        rng = np.random.default_rng((self.seed, 21, number))
        laid = set_boards(boards, rng)
        habits = replace(self.habits, heaped=heaped or self.habits.heaped)
        layout = lay_pieces(self.prints, laid, lies, rng, habits)
        _, _, width, height = layout.bounds_mm
        view = self._view((width, height), len(boards) > 1, rng)
        centre, radius = (width / 2, height / 2), 0.45 * min(width, height)
        lamp = draw_lamp(self.conditions, centre, radius, eye_of(view), rng)
        for _ in range(_LAMPS if self.conditions.unmirrored else 0):
            if not _is_mirrored(lamp, view, layout.boards):
                break
            lamp = draw_lamp(self.conditions, centre, radius, eye_of(view), rng)
        with_hand = rng.uniform() < self.conditions.hand_share
        on_board = laid[int(rng.integers(len(laid)))]
        hand = any_hand(rng, on_board.pose.middle_mm, 0.4 * min(on_board.size_mm))
        sheen = Sheen(float(rng.uniform(*_GLOSSY)), float(rng.uniform(*_GLOSSY)))
        kind = KINDS[int(rng.integers(len(KINDS)))]
        shift_x, shift_y = rng.uniform(-200, 200, 2)
        cloth = Cloth(
            self._cloth(kind), float(rng.uniform(0, 360)), (float(shift_x), float(shift_y))
        )
        scene = TableScene(
            layout,
            self.faces,
            cloth,
            view,
            lamp,
            sheen,
            hand if with_hand else None,
            int(rng.integers(2**31)),
        )
        shot = draw_shot(self.conditions, lamp.kelvin, rng)
        taken = TableShot(scene, shot, int(rng.integers(2**31)))
        if self.conditions.second_kelvin is None:
            return taken
        other = replace(self.conditions, kelvin=self.conditions.second_kelvin)
        second = draw_lamp(other, centre, radius, eye_of(view), rng)
        return replace(taken, scene=replace(scene, second=second))

    def _view(self, size_mm: tuple[float, float], wide: bool, rng: np.random.Generator) -> View:
        """A camera that has all boards in view; over a whole table mostly along its long side."""
        turn = float(rng.uniform(0, 360))
        if wide and rng.uniform() < _ALIGNED:
            turn = float(rng.choice((0.0, 180.0)) + rng.normal(0, 5))
        aim_x, aim_y = rng.uniform(-1, 1, 2) * self.conditions.off_centre
        low, high = _SHARE if wide else self.conditions.share
        stand = Stand(
            tilt_deg=float(rng.uniform(*self.conditions.tilt_deg)),
            azimuth_deg=float(rng.uniform(0, 360)),
            turn_deg=turn,
            share=float(rng.uniform(low, high)),
            aim_xy=(float(aim_x), float(aim_y)),
        )
        return view_of(size_mm, self.lens, stand)

    def _cloth(self, kind: str) -> NDArray[np.uint8]:
        if kind not in self._cloths:
            rng = np.random.default_rng((self.seed, 22, zlib.crc32(kind.encode())))
            self._cloths[kind] = table_picture(kind, rng)
        return self._cloths[kind]


def _is_mirrored(lamp: Lamp, view: View, boards: Sequence[LaidBoard]) -> bool:
    """Whether one of the boards shows the lamp's mirror image."""
    share = np.linspace(0, 1, _LOOKED_AT)
    across, down = np.meshgrid(share, share)
    places = np.stack([across, down], axis=-1).reshape(-1, 2)
    at = [board.on_table(places * board.size_mm) for board in boards]
    on_table = np.asarray(np.concatenate(at)[None], np.float32)
    return bool(gleam(lamp, view, on_table, 0.0, BOARD_SHARPNESS).max() > _GLEAM)


def copies_of(prints: Prints, names: Sequence[str] = ()) -> tuple[BoardCopy, ...]:
    """Every copy of the boards of those names (all boards when none is named), largest first.

    Raises InputError naming the boards that there are.
    """
    known = {board.name: board for board in prints.boards}
    for name in names:
        if name not in known:
            raise InputError(
                f"There is no board called {name!r}; choose one of {', '.join(known)}."
            )
    chosen = [known[name] for name in names] or list(prints.boards)
    chosen.sort(key=lambda board: -math.prod(board.drawing.size_mm))
    return tuple((board, copy) for board in chosen for copy in range(board.count))


def conditions_of(table: TableShot) -> dict[str, Any]:
    """How a photograph is taken: camera, lamp, hand."""
    lens, view, shot = table.scene.view.lens, table.scene.view, table.shot
    return {
        "hand": table.scene.hand is not None,
        "tilt_deg": round(view.tilt_deg, 2),
        "camera_matrix": lens.matrix,
        "distortion": [lens.k1, lens.k2, 0, 0],
        "lux": round(shot.lux, 1),
        "kelvin": round(shot.kelvin),
        "blur_px": round(shot.blur_px, 2),
        "motion_px": round(shot.motion_px, 2),
    }
