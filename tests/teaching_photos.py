"""The photographs by which somebody teaches a copy, taken at a simulated table, with its plan."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path
from typing import Any

import cv2
import msgspec
import numpy as np

from companion.places import Family
from companion.prints import BoardPrint, Lie, Prints
from companion.teaching.boxes import DICTIONARY, SHEETS, TeachingSheet, sheet_print
from companion.teaching.placing import middle_of
from companion.teaching.plan import BoardPlan, Handle, PiecesPlan, TeachPlan
from hardware.simulated.conditions import conditions_named, fixed
from hardware.simulated.tabletop.studio import TableShot, TableStudio

NEAR = (0.86, 0.95)  # what is photographed fills the picture
CLICK_PX = 1.5  # how well a finger hits a point


def studio(prints: Prints, seed: int, condition: str = "bright", scale: float = 1.0) -> TableStudio:
    mix = fixed(conditions_named(condition), hand_share=0.0, tilt_max_deg=14.0)
    near = replace(mix, share=NEAR, off_centre=0.3)
    return TableStudio(prints, seed, near, scale)


def save(path: Path, shot: TableShot) -> None:
    cv2.imwrite(str(path), shot.photograph().image_bgr, [cv2.IMWRITE_JPEG_QUALITY, 94])


def points_px(shot: TableShot, points_mm: Sequence[Any], rng: np.random.Generator) -> Any:
    """Where points of the first board are seen, as a person would hit them."""
    laid = shot.scene.layout.boards[0]
    width, height = laid.size_mm
    corners = laid.outline_mm
    across, down = (corners[1] - corners[0]) / width, (corners[3] - corners[0]) / height
    on_table = corners[0] + np.array(points_mm)[:, :1] * across + np.array(points_mm)[:, 1:] * down
    seen = shot.scene.view.pixels(np.column_stack([on_table, np.zeros(len(on_table))]))
    return (seen + rng.normal(0, CLICK_PX, seen.shape)).tolist()


def board_photos(
    folder: Path, table: TableStudio, board: BoardPrint, handles: Sequence[str], photos: int = 2
) -> BoardPlan:
    """Photograph the bare board; corners and handles as a person would point at them."""
    rng = np.random.default_rng(11)
    names = []
    for number in range(1, photos + 1):
        shot = table.arrange(number, [(board, 0)], [])
        names.append(f"{board.name}-{number}.jpg")
        save(folder / names[-1], shot)
        if number == 1:
            width, height = board.drawing.size_mm
            corners = points_px(shot, [[0, 0], [width, 0], [width, height], [0, height]], rng)
            middles = {place.name: middle_of(place.outline_mm) for place in board.places}
            seen = points_px(shot, [middles[name] for name in handles], rng)
    said = [Handle(name, px=tuple(at)) for name, at in zip(handles, seen, strict=True)]
    size = (round(width * 2) / 2, round(height * 2) / 2)  # by a ruler
    return BoardPlan(
        board.name, names, corners_px=tuple(map(tuple, corners)), size_mm=size, handles=said
    )


def piece_photos(
    folder: Path, prints: Prints, families: Sequence[Family], seed: int, scale: float = 1.0
) -> list[PiecesPlan]:
    """Photograph every kind in the boxes of the sheet that holds it, from two sides."""
    plans, number = [], 100
    for family in families:
        sheet = next(sheet for sheet in SHEETS if sheet.holds(family))
        for first in range(0, len(family.kinds), len(sheet.boxes)):
            kinds = family.kinds[first : first + len(sheet.boxes)]
            for side in ("a", "b"):
                number += 1
                name = f"{family.name}-{first}-{side}.jpg"
                save(folder / name, sheet_shot(prints, sheet, family, kinds, seed, number, scale))
                plans.append(PiecesPlan(name, family.name, list(kinds)))
    return plans


def sheet_shot(
    prints: Prints,
    sheet: TeachingSheet,
    family: Family,
    kinds: Sequence[str],
    seed: int,
    number: int,
    scale: float = 1.0,
) -> TableShot:
    """The teaching sheet with pieces laid into its boxes, tops at the arrows."""
    paper = sheet_print(sheet)
    paper = replace(
        paper, places=tuple(replace(place, families=(family.name,)) for place in paper.places)
    )
    alone = replace(family, lies_on=(), turns=max(family.turns, 1))
    table = replace(prints, boards=(paper,), families=(alone,), dictionary=DICTIONARY)
    backs = {
        (piece.back_kind or f"{piece.kind} back"): piece.kind
        for piece in prints.pieces
        if piece.family == family.name and piece.back is not None
    }
    lies = [
        Lie(
            paper.name,
            0,
            str(box),
            family.name,
            backs.get(kind, kind),
            back=kind in backs,
        )
        for box, kind in enumerate(kinds, 1)
    ]
    return studio(table, seed, scale=scale).arrange(number, [(paper, 0)], lies)


def write_plan(folder: Path, plan: TeachPlan) -> None:
    (folder / "teach.json").write_bytes(msgspec.json.encode(plan))
