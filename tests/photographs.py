"""Simulated photographs for tests: described tables on disk, pictures of chosen tosses, kept.

A picture that several tests look at is made once.  Everything depends on its seed alone.
"""

from __future__ import annotations

import copy
import math
from collections.abc import Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from pathlib import Path
from typing import Any

import cv2
import numpy as np
from numpy.typing import NDArray

from companion.board import Board, PointMm
from companion.describing.table_file import load_board
from companion.flow import Frame
from hardware.simulated.arts import art_named
from hardware.simulated.conditions import conditions_named, fixed
from hardware.simulated.hand import Hand
from hardware.simulated.lens import Stand, view_of
from hardware.simulated.looks import Art
from hardware.simulated.photo_set import write_table
from hardware.simulated.scene import Scene
from hardware.simulated.studio import Arrangement, Studio
from hardware.simulated.tossing import Lying

SCALE = 0.6  # of 2304 x 1296: large enough to read tokens, quick to draw


@dataclass(frozen=True, eq=False)
class Photograph:
    """A frame, the board it shows, and what truly stood there."""

    frame: Frame
    board: Board
    scene: Scene

    @cached_property
    def gray(self) -> NDArray[np.uint8]:
        """The picture in grey, (height, width) uint8."""
        return np.asarray(cv2.cvtColor(self.frame.image_bgr, cv2.COLOR_BGR2GRAY), np.uint8)

    def true_px(self, points_mm: Any, height_mm: float = 0.0) -> NDArray[np.float64]:
        """Where board points (n, 2) truly are in the picture, by the simulator's own lens."""
        points = np.asarray(points_mm, np.float64)
        return self.scene.view.pixels(np.column_stack([points, np.full(len(points), height_mm)]))

    def with_image(self, image_bgr: NDArray[Any]) -> Photograph:
        """The same place with another picture of it."""
        frame = Frame(np.ascontiguousarray(image_bgr, np.uint8), 0.0, "test")
        return Photograph(frame, self.board, self.scene)


class Photographs:
    """Makes photographs of simulated tables and keeps them."""

    def __init__(self, folder: Path) -> None:
        self._folder = folder
        self._studios: dict[str, Studio] = {}
        self._kept: dict[tuple[Any, ...], Photograph] = {}

    def studio(self, art: str, condition: str = "mounted", scale: float = SCALE) -> Studio:
        """The studio of an art; without hands unless a test places one."""
        if art not in self._studios:
            self._studios[art] = Studio(art_named(art), 1, conditions_named("any"))
        # Printing an art takes long and depends neither on the conditions nor on the scale.
        studio = copy.copy(self._studios[art])
        studio.conditions = fixed(conditions_named(condition), hand_share=0.0)
        studio.lens = studio.lens.scaled(scale)
        return studio

    def table(self, art: str) -> Path:
        """The `table.toml` of an art with its pictures beside it."""
        folder = self._folder / art
        if not folder.exists():
            folder.mkdir()
            write_table(self.studio(art), folder)
        return folder / "table.toml"

    def take(
        self,
        art: str,
        tokens: Sequence[Lying] | None = (),
        number: int = 1,
        *,
        condition: str = "mounted",
        scale: float = SCALE,
        hand: Hand | None = None,
        stand: Stand | None = None,
        nudge_mm: PointMm = (0.0, 0.0),
    ) -> Photograph:
        """Photograph the tokens; None: those that `number` throws, from where it looks.

        `nudge_mm` moves the board right and down in the picture.
        """
        thrown = None if tokens is None else tuple(tokens)
        key = art, thrown, number, condition, scale, hand, stand, nudge_mm
        if key not in self._kept:
            studio = self.studio(art, condition, scale)
            arranged = studio.arrange(number)
            scene = arranged.scene
            if tokens is not None:
                scene = replace(scene, tokens=tuple(tokens))
            if stand is not None:
                view = view_of(studio.art.board.size_mm, studio.lens, stand)
                scene = replace(scene, view=view)
            nudged = replace(scene.view, shift=scene.view.shift + np.array([*nudge_mm, 0.0]))
            scene = replace(scene, hand=hand, view=nudged)
            picture = Arrangement(scene, arranged.shot, arranged.sensor_seed).photograph()
            board = load_board(self.table(art))
            self._kept[key] = Photograph(Frame(picture, 0.0, "test"), board, scene)
        return self._kept[key]

    def file(self, photograph: Photograph, name: str) -> Path:
        """The picture as a PNG file."""
        path = self._folder / f"{name}.png"
        cv2.imwrite(str(path), photograph.frame.image_bgr)
        return path


def around(board: Board, angle_deg: float, share: float) -> PointMm:
    """A place on the dish: clockwise from 12 o'clock, at a share of the target's radius."""
    reach, turn = share * board.dish.target_radius_mm, math.radians(angle_deg)
    x, y = board.dish.centre_mm
    return x + reach * math.sin(turn), y - reach * math.cos(turn)


def spread_out(art: Art) -> tuple[Lying, ...]:
    """One token of each kind: five on a ring of the dish, one partly off the target if it can."""
    board = art.board
    kinds = [kind.name for kind in board.tokens.kinds]
    # A raised rim leaves a token no place on the target's edge.
    share = 0.96 if art.rim is None else 0.95 - board.tokens.radius_mm / board.dish.target_radius_mm
    places = [around(board, 72.0 * i + 10, 0.6) for i in range(5)] + [around(board, 45.0, share)]
    return tuple(
        Lying(kind, place, 37.0 + 61.0 * i, 0)
        for i, (kind, place) in enumerate(zip(kinds, places, strict=True))
    )
