"""Writes a set of simulated photographs with its truth, whole or not at all.

The layout is that of every photo set the project scores: `table.toml`, `kinds/*.png`,
`empty.jpg`, `photos/NNN.jpg`, `truth.json`.
"""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import cv2
import numpy as np
from numpy.typing import NDArray

from companion.board import Area, Board, PointMm, SectorArea
from hardware.simulated.folder_draft import draft_of
from hardware.simulated.prints import token_crop
from hardware.simulated.scene import Scene
from hardware.simulated.studio import Arrangement, Studio


def write_photo_set(
    studio: Studio, photos: int, folder: Path, progress: Callable[[int], None] = lambda _: None
) -> None:
    """Write `photos` photographs and their truth into a new or empty folder.

    `progress` is told how many are done.  Raises InputError when the folder holds something
    already or can't be written; nothing is left behind then.
    """
    with draft_of(folder) as draft:
        _fill(studio, photos, draft, progress)


def _fill(studio: Studio, photos: int, draft: Path, progress: Callable[[int], None]) -> None:
    (draft / "photos").mkdir()
    write_table(studio, draft)
    truth = []
    for number in range(photos + 1):
        empty = number == 0
        name = "empty.jpg" if empty else f"photos/{number:03d}.jpg"
        arrangement = studio.arrange(number, empty=empty)
        quality = [int(cv2.IMWRITE_JPEG_QUALITY), arrangement.shot.jpeg_quality]
        _write(draft / name, arrangement.photograph(), ".jpg", quality)
        truth.append({"file": name, **truth_of(arrangement)})
        progress(number)
    document = {"style": studio.art.name, "photos": truth}
    (draft / "truth.json").write_text(json.dumps(document, indent=1), encoding="utf-8")


def write_table(studio: Studio, folder: Path) -> None:
    """Write `table.toml` and the token pictures into a folder; raises OSError."""
    (folder / "table.toml").write_text(table_toml(studio.art.board), encoding="utf-8")
    for kind in studio.art.board.tokens.kinds:
        picture = folder / kind.picture
        picture.parent.mkdir(exist_ok=True)
        _write(picture, token_crop(studio.art, studio.prints, kind.name), ".png", [])


def _write(path: Path, image: NDArray[np.uint8], suffix: str, options: list[int]) -> None:
    ok, data = cv2.imencode(suffix, image, options)
    if not ok:
        raise OSError(0, f"{path.name} can't be encoded")
    path.write_bytes(data.tobytes())


def truth_of(arrangement: Arrangement) -> dict[str, Any]:
    """What is true of a photograph: tokens (mm, degrees), hand, camera."""
    scene: Scene = arrangement.scene
    thick = scene.art.board.tokens.thickness_mm
    tokens = [
        {
            "kind": token.kind,
            "x": token.centre_mm[0],
            "y": token.centre_mm[1],
            "z": token.level * thick,
            "angle": token.angle_deg,
        }
        for token in scene.tokens
    ]
    lens = scene.view.lens
    return {
        "hand": scene.hand is not None,
        "tokens": tokens,
        "tilt_deg": round(scene.view.tilt_deg, 2),
        "camera_matrix": lens.matrix,
        "distortion": [lens.k1, lens.k2, 0, 0],
        "lux": round(arrangement.shot.lux, 1),
        "kelvin": round(arrangement.shot.kelvin),
    }


def table_toml(board: Board) -> str:
    """The board's description as the text of a `table.toml`."""
    dish, tokens = board.dish, board.tokens
    lines = [
        "# Millimetres; origin at the board's top-left corner, x right, y down.",
        "# Angles in degrees, clockwise from 12 o'clock.",
        "",
        "[board]",
        f'name = "{board.name}"',
        f"size_mm = {_point(board.size_mm)}",
        "",
        "[markers]",
        f'dictionary = "{board.dictionary}"',
    ]
    for tag in board.tags:
        corners = ", ".join(map(_point, tag.corners_mm))
        lines += ["", "[[markers.tag]]", f"id = {tag.id}", f"corners_mm = [{corners}]"]
    lines += [
        "",
        "[dish]",
        f"centre_mm = {_point(dish.centre_mm)}",
        f"target_radius_mm = {dish.target_radius_mm}",
        f"hub_radius_mm = {dish.hub_radius_mm}",
    ]
    for area in dish.areas:
        lines += ["", "[[dish.area]]", *_area(area)]
    lines += [
        "",
        "[token]",
        f"diameter_mm = {tokens.diameter_mm}",
        f"thickness_mm = {tokens.thickness_mm}",
        "",
        "[token.kinds]",
    ]
    lines += [
        f'{kind.name} = {{ count = {kind.count}, picture = "{kind.picture.as_posix()}" }}'
        for kind in tokens.kinds
    ]
    return "\n".join(lines) + "\n"


def _point(point: PointMm) -> str:
    return f"[{point[0]}, {point[1]}]"


def _area(area: Area) -> list[str]:
    if isinstance(area, SectorArea):
        return [
            f'colour = "{area.colour}"',
            f"from_deg = {area.from_deg}",
            f"to_deg = {area.to_deg}",
        ]
    corners = ", ".join(map(_point, area.polygon_mm))
    return [f'colour = "{area.colour}"', f"polygon_mm = [{corners}]"]
