"""What `companion read` says of a table that is not the one described; it never guesses."""

from __future__ import annotations

import json
import re
import shutil
import tomllib
from pathlib import Path
from typing import Any

import cv2
import numpy as np
import pytest
from command_line import run_companion
from place_scenes import describe, lie, photograph, prints

LIES = (
    lie("1", "tile", "red bend", 2),
    lie("3", "tile", "blue fork", 4),
    lie("pool", "coin", "gold"),
)


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The description of one board, a poorer one, and photographs of several tables."""
    made = tmp_path_factory.mktemp("garden")
    describe(made, prints())
    right = photograph(LIES, 1).image_bgr
    back = np.full_like(right, 90)
    tall, wide = back.shape[:2]
    cv2.rectangle(back, (wide // 5, tall // 6), (4 * wide // 5, 5 * tall // 6), (170, 190, 200), -1)
    pictures = {
        "right": right,
        "twice": np.hstack([right, right]),
        "upside-down": right[::-1, ::-1],
        "mirrored": right[:, ::-1],
        "face-down": back + np.random.default_rng(1).integers(0, 12, back.shape, np.uint8),
        "other-edition": photograph(LIES, 1, ground="#c8b070").image_bgr,
    }
    for name, image in pictures.items():
        cv2.imwrite(str(made / f"{name}.png"), np.ascontiguousarray(image))
    _write_without(made, "blue fork")
    return made


def _write_without(folder: Path, kind: str) -> None:
    """An edition that does not know one kind of tile."""
    text = (folder / "garden-1.toml").read_text(encoding="utf-8")
    kept = [line for line in text.splitlines() if not line.startswith(f'"{kind}" =')]
    assert len(kept) == len(text.splitlines()) - 1
    (folder / "poorer.toml").write_text("\n".join(kept) + "\n", encoding="utf-8")
    assert tomllib.loads((folder / "poorer.toml").read_text(encoding="utf-8"))


def read(folder: Path, photo: str, table: str = "garden-1.toml") -> tuple[int, dict[str, Any]]:
    done = run_companion("read", folder / f"{photo}.png", "--table", folder / table, "--json")
    assert done.stderr == ""
    return done.returncode, json.loads(done.stdout)


BLOCKED = [
    ("twice", "two boards with the same markers lie in view"),
    ("mirrored", "The markers are mirrored"),
    ("face-down", "no marker was seen"),
    ("other-edition", "What lies there is not the board that garden-1.toml describes"),
]


@pytest.mark.parametrize(("photo", "sentence"), BLOCKED)
def test_a_wrong_table_is_named_and_nothing_is_read(
    folder: Path, photo: str, sentence: str
) -> None:
    status, document = read(folder, photo)
    (board,) = document["boards"]
    assert status == 3
    assert document["status"] == board["status"] == "blocked"
    assert sentence in " ".join(board["problems"])
    assert board["places"] == []


def test_a_board_upside_down_before_the_camera_is_read_as_it_is(folder: Path) -> None:
    (right,) = read(folder, "right")[1]["boards"]
    status, document = read(folder, "upside-down")
    (turned,) = document["boards"]
    assert status == 0

    def content(board: dict[str, Any]) -> list[list[tuple[str, str, float | None]]]:
        return [
            [(piece["family"], piece["kind"], piece["turn_deg"]) for piece in place["pieces"]]
            for place in board["places"]
        ]

    assert content(turned) == content(right)


def test_a_tile_that_the_edition_does_not_have_is_unknown_and_the_rest_is_read(
    folder: Path,
) -> None:
    status, document = read(folder, "right", "poorer.toml")
    (board,) = document["boards"]
    places = {place["place"]: place for place in board["places"]}
    assert status == 3
    assert places["3"]["status"] in ("unknown", "covered")
    assert re.search("no piece of this description|this edition does not have", places["3"]["why"])
    assert places["1"]["status"] == "read"
    assert [piece["kind"] for piece in places["1"]["pieces"]] == ["red bend"]
    assert re.search(r"can't be (told|seen): 3\.", " ".join(board["problems"]))


def test_a_calibration_of_another_camera_is_named(folder: Path, tmp_path: Path) -> None:
    wrong = tmp_path / "camera.toml"
    width, height = photograph(LIES, 1).size_wh
    wrong.write_text(
        f"[camera]\nmatrix = [[{3.5 * width}, 0.0, {width / 3}], [0.0, {3.5 * width}, 9.0],"
        f" [0.0, 0.0, 1.0]]\ndistortion = [0.9, 0.0, 0.0, 0.0, 0.0]\n"
        f"size_wh = [{width}, {height}]\n"
    )
    done = run_companion(
        "read", folder / "right.png", "--table", folder / "garden-1.toml", "--camera-file", wrong
    )
    assert done.returncode == 3
    assert "is not the calibration of the camera that took this picture" in done.stdout


def test_a_kept_calibration_that_does_not_fit_is_dropped_and_told(
    folder: Path, tmp_path: Path
) -> None:
    """The camera's name may have passed to another one: then it helps nobody to insist."""
    from PIL import Image

    from companion.board import CameraModel
    from companion.calibrating.lens_file import CameraFile, store_camera

    width, height = photograph(LIES, 1).size_wh
    focal = 3.5 * width
    matrix = ((focal, 0.0, width / 3), (0.0, focal, 9.0), (0.0, 0.0, 1.0))
    model = CameraModel(matrix, (0.9, 0.0, 0.0, 0.0, 0.0), (width, height))
    store_camera(tmp_path, CameraFile("Acme Phone 5", model))
    exif = Image.Exif()
    exif[0x010F], exif[0x0110] = "Acme", "Phone 5"
    photo = tmp_path / "phone.jpg"
    Image.open(folder / "right.png").save(photo, quality=95, exif=exif)
    done = run_companion(
        "read", photo, "--table", folder / "garden-1.toml", "--data", tmp_path, "--json"
    )
    (board,) = json.loads(done.stdout)["boards"]
    assert board["places"]
    assert board["registration"]["lens"] == "estimated"
    assert any("stored calibration does not fit" in said for said in board["problems"])


def test_a_copied_folder_reads_the_same(folder: Path, tmp_path: Path) -> None:
    copied = tmp_path / "elsewhere"
    shutil.copytree(folder, copied)
    assert read(copied, "right")[0] == 0
