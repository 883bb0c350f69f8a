"""Writes photographs of whole tables with their truth, whole or not at all."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import cv2

from companion.prints import Lie
from hardware.simulated.folder_draft import draft_of
from hardware.simulated.tabletop.studio import BoardCopy, TablePhoto, TableShot, TableStudio

TRUTH_FILE = "truth.json"
Photographer = Callable[[TableShot], TablePhoto]


@dataclass(frozen=True, slots=True)
class Wanted:
    """One photograph to be taken: boards in view, what lies on them, what is said of it.

    `heaped`: pieces that lie at any angle touch or lie partly on each other.
    """

    boards: tuple[BoardCopy, ...]
    lies: tuple[Lie, ...]
    said: Mapping[str, Any]
    heaped: bool = False


def write_table_set(
    studio: TableStudio,
    wanted: Iterable[Wanted],
    files: Mapping[str, bytes],
    said: Mapping[str, Any],
    folder: Path,
    photographer: Photographer = TableShot.photograph,
    progress: Callable[[int], None] = lambda _: None,
) -> None:
    """Write a photograph for each of `wanted`, the truth, and `files` into a new folder.

    `said` is put into the truth as it is.  `progress` is told how many photographs are done.
    Raises InputError when the folder holds something already or can't be written, and for a
    piece or place that the prints do not have.
    """
    with draft_of(folder) as draft:
        for name, data in files.items():
            path = draft / name
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_bytes(data)
        (draft / "photos").mkdir(exist_ok=True)
        photos: list[dict[str, Any]] = []
        for number, each in enumerate(wanted, 1):
            table = studio.arrange(number, each.boards, each.lies, each.heaped)
            photo = photographer(table)
            name = f"photos/{number:03d}.jpg"
            _write_jpeg(draft / name, photo, table.shot.jpeg_quality)
            photos.append({"file": name, **each.said, **photo.truth})
            progress(number)
        _write_truth(draft / TRUTH_FILE, said, photos)


def _write_jpeg(path: Path, photo: TablePhoto, quality: int) -> None:
    ok, data = cv2.imencode(".jpg", photo.image_bgr, [int(cv2.IMWRITE_JPEG_QUALITY), quality])
    if not ok:
        raise OSError(0, f"{path.name} can't be encoded")
    path.write_bytes(data.tobytes())


def _write_truth(path: Path, said: Mapping[str, Any], photos: Sequence[dict[str, Any]]) -> None:
    document = json.dumps({**said, "photos": photos}, ensure_ascii=False, indent=1)
    path.write_text(document, encoding="utf-8")
