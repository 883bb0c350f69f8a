"""`companion toss` with everything that can be handed over wrongly.

A file that can't be used ends with status 2 and one sentence; a photograph that shows no board
ends with status 3 and the finding in JSON.  Nothing is half-written, nothing hangs.
"""

from __future__ import annotations

import os
import re
import shutil
import struct
import subprocess
import sys
import zlib
from pathlib import Path

import cv2
import numpy as np
import pytest
from command_line import run_companion
from photographs import Photograph, Photographs
from PIL import Image
from toss_calls import EXIT_UNSURE, Call


def spoil(name: str, folder: Path, good: Path) -> Path:
    """A file that is no picture, made in `folder`."""
    path = folder / f"{name}.jpg"
    if name == "folder":
        path.mkdir()
    elif name == "text":
        path.write_text("This is not a photograph.\n" * 10)
    elif name == "empty":
        path.write_bytes(b"")
    elif name == "truncated":
        whole = cv2.imencode(".jpg", cv2.imread(str(good)))[1].tobytes()
        path.write_bytes(whole[: len(whole) // 3])
    elif name == "1x1":
        Image.new("RGB", (1, 1)).save(path)
    elif name == "huge":
        Image.new("1", (10_000, 10_000)).convert("L").save(path)
    elif name == "endless":
        path.symlink_to("/dev/zero")
    elif name == "pipe":
        os.mkfifo(path)
    elif name == "loop":
        path.symlink_to(path.name)
    elif name == "gigantic":
        whole = bytearray(cv2.imencode(".png", np.zeros((40, 40, 3), np.uint8))[1].tobytes())
        whole[16:24] = struct.pack(">II", 20_000, 20_000)
        whole[29:33] = struct.pack(">I", zlib.crc32(bytes(whole[12:29])))
        path.write_bytes(whole)
    return path


NO_PICTURE = [
    ("missing", "does not exist"),
    ("folder", "is a folder"),
    ("text", "is not a picture"),
    ("empty", "is empty"),
    ("truncated", "is damaged"),
    ("1x1", "1 x 1 pixels"),
    ("huge", "100 megapixels"),
    ("gigantic", "megapixels; shrink it to at most 64"),
    ("endless", "is a pipe or a device"),
    ("pipe", "is a pipe or a device"),
    ("loop", "can't be read: Too many levels of symbolic links."),
]


@pytest.mark.parametrize(("name", "words"), NO_PICTURE)
@pytest.mark.parametrize("where", ["photo", "empty"])
def test_a_file_that_is_no_picture(
    name: str, words: str, where: str, call: Call, photo: Path, table: Path, tmp_path: Path
) -> None:
    bad = spoil(name, tmp_path, photo)
    arguments = [bad] if where == "photo" else [photo, "--empty", bad]
    out = tmp_path / "verdict.png"
    done = call("toss", *arguments, "--table", table, "--json", "--annotate", out)
    assert str(bad) in done.refusal
    assert words in done.refusal
    assert not out.exists()


PEAK = """
import sys
from companion.cli import main
try:
    main()
except SystemExit as ended:
    lines = open("/proc/self/status").read().splitlines()
    print(next(line.split()[1] for line in lines if line.startswith("VmHWM")))
    sys.exit(ended.code)
"""


def test_a_hundred_megapixels_cost_neither_time_nor_memory(
    photo: Path, table: Path, tmp_path: Path
) -> None:
    bad = spoil("huge", tmp_path, photo)
    done = subprocess.run(
        [sys.executable, "-c", PEAK, "toss", bad, "--table", table, "--json"],
        capture_output=True,
        text=True,
        timeout=30,
        check=False,
    )
    assert done.returncode == 2
    assert "100 megapixels" in done.stderr
    # Decoded it would take 300 MB beside what the program itself takes.
    assert int(done.stdout) < 250_000


def painted_over(shown: Photograph, *ids: int) -> np.ndarray:
    image = shown.frame.image_bgr.copy()
    for tag in shown.board.tags:
        if tag.id in ids:
            corners = shown.true_px(tag.corners_mm)
            wide = corners.mean(axis=0) + (corners - corners.mean(axis=0)) * 1.4
            cv2.fillPoly(image, [wide.round().astype(np.int32)], (80, 90, 90))
    return image


def scene(name: str, shown: Photograph) -> np.ndarray:
    """A picture in which the board can't be found, made from a good one."""
    good = shown.frame.image_bgr
    if name == "without markers":
        return painted_over(shown, 0, 1, 2, 3)
    if name == "one marker":
        return painted_over(shown, 0, 1, 2)
    if name == "mirrored":
        return good[:, ::-1]
    if name == "two boards":
        return np.hstack([good, good])
    if name == "blurred":
        return cv2.GaussianBlur(good, (0, 0), 15)
    levels = {"black": 0, "white": 255}
    return np.full_like(good, levels[name])


NO_BOARD = [
    ("without markers", "no marker was seen of 0, 1, 2, 3"),
    ("one marker", "of the markers 0, 1, 2, 3 only 3 can be seen"),
    ("mirrored", "markers are mirrored"),
    ("two boards", "two boards"),
    ("black", "The picture is black all over"),
    ("white", "The picture is white all over"),
    ("blurred", "focus"),
]


@pytest.mark.parametrize(("name", "words"), NO_BOARD)
def test_a_picture_without_a_board_is_blocked(
    name: str, words: str, call: Call, shown: Photograph, table: Path, tmp_path: Path
) -> None:
    bad, out = tmp_path / "toss.png", tmp_path / "verdict.png"
    cv2.imwrite(str(bad), scene(name, shown))
    done = call("toss", bad, "--table", table, "--json", "--annotate", out)
    assert words in done.blocked()
    assert cv2.imread(str(out)) is not None
    said = call("toss", bad, "--table", table)
    assert said.exit_status == EXIT_UNSURE
    assert said.stdout.splitlines()[0] == "No verdict."


@pytest.mark.parametrize(
    "name", ["without markers", "mirrored", "two boards", "black", "white", "blurred"]
)
def test_an_empty_picture_without_a_board_is_refused(
    name: str, call: Call, photo: Path, shown: Photograph, table: Path, tmp_path: Path
) -> None:
    bad, out = tmp_path / "empty.png", tmp_path / "verdict.png"
    cv2.imwrite(str(bad), scene(name, shown))
    done = call("toss", photo, "--table", table, "--empty", bad, "--json", "--annotate", out)
    assert str(bad) in done.refusal
    assert "empty" in done.refusal
    assert not out.exists()


def changed(table: Path, folder: Path, old: str, new: str) -> Path:
    """A copy of the table beside its pictures, with one text replaced."""
    text = table.read_text(encoding="utf-8")
    assert old in text
    (folder / "kinds").symlink_to(table.parent / "kinds")
    path = folder / "table.toml"
    path.write_text(text.replace(old, new, 1), encoding="utf-8")
    return path


def test_a_foreign_dictionary_is_named(
    call: Call, photo: Path, table: Path, tmp_path: Path
) -> None:
    other = changed(table, tmp_path, "DICT_4X4_50", "DICT_5X5_50")
    sentence = call("toss", photo, "--table", other, "--json").blocked()
    assert "DICT_4X4_50" in sentence
    assert "DICT_5X5_50" in sentence


def test_a_marker_that_was_moved_is_named(
    call: Call, table: Path, tmp_path: Path, photographs: Photographs
) -> None:
    whole = photographs.take("night", scale=1.0)
    first = whole.board.tags[0].corners_mm
    moved = ", ".join(f"[{x + 6.0}, {y + 3.0}]" for x, y in first)
    old = ", ".join(f"[{x}, {y}]" for x, y in first)
    other = changed(table, tmp_path, old, moved)
    sentence = call("toss", photographs.file(whole, "whole"), "--table", other, "--json").blocked()
    assert sentence.startswith("Marker 0 lies about 7 mm away")


@pytest.mark.parametrize("diameter", ["15.0", "18.0", "25.0", "34.0"])
def test_tokens_of_another_size_are_named(
    diameter: str, call: Call, photo: Path, table: Path, tmp_path: Path
) -> None:
    other = changed(table, tmp_path, "diameter_mm = 21.0", f"diameter_mm = {diameter}")
    done = call("toss", photo, "--table", other, "--json")
    assert done.exit_status == EXIT_UNSURE
    (sentence,) = [p for p in done.toss["problems"] if "token.diameter_mm" in p]
    assert re.match(r"The tokens look about 2[012] mm across", sentence)
    assert f"says {diameter.removesuffix('.0')};" in sentence


BAD_TARGETS = [
    ("verdict.gif", r".png or .jpg"),
    ("verdict", r".png or .jpg"),
    ("no/such/folder/verdict.png", "can't be written"),
    ("folder.png", "can't be written"),
    ("file/verdict.png", "can't be written"),
]


@pytest.mark.parametrize(("name", "words"), BAD_TARGETS)
def test_a_target_that_can_t_be_drawn_to(
    name: str, words: str, call: Call, photo: Path, table: Path, tmp_path: Path
) -> None:
    (tmp_path / "folder.png").mkdir()
    (tmp_path / "file").write_text("mine")
    done = call("toss", photo, "--table", table, "--json", "--annotate", tmp_path / name)
    assert str(tmp_path / name) in done.refusal
    assert words in done.refusal
    assert sorted(each.name for each in tmp_path.iterdir()) == ["file", "folder.png"]
    assert (tmp_path / "file").read_text() == "mine"


def test_a_picture_that_stood_at_the_target_is_kept_when_the_call_fails(
    call: Call, table: Path, tmp_path: Path
) -> None:
    out = tmp_path / "verdict.png"
    out.write_bytes(b"mine")
    assert (
        "does not exist"
        in call("toss", tmp_path / "nothing.jpg", "--table", table, "--annotate", out).refusal
    )
    assert out.read_bytes() == b"mine"


@pytest.mark.parametrize("target", ["photo.png", "empty.png", "x2.png"])
def test_a_picture_that_is_read_is_never_drawn_over(
    target: str, call: Call, photo: Path, table: Path, tmp_path: Path
) -> None:
    for name in ("photo.png", "empty.png"):
        shutil.copy(photo, tmp_path / name)
    out = tmp_path / target if target != "x2.png" else next(table.parent.rglob("x2.png"))
    before = out.read_bytes()
    pictures = tmp_path / "photo.png", "--empty", tmp_path / "empty.png"
    done = call("toss", *pictures, "--table", table, "--json", "--annotate", out)
    assert f"{out} is one of the pictures to be read" in done.refusal
    assert out.read_bytes() == before


def test_names_with_odd_letters_are_files_like_others(
    call: Call, photo: Path, table: Path, tmp_path: Path
) -> None:
    odd = tmp_path / "wurf \u661f 'eins' (1).png"
    odd.write_bytes(photo.read_bytes())
    assert call("toss", odd, "--table", table, "--json").exit_status == 0


def test_a_call_without_a_table_shows_the_usage(photo: Path) -> None:
    done = run_companion("toss", photo)
    assert done.returncode == 2
    assert done.stdout == ""
    assert "Missing option '--table'" in done.stderr
    assert "Traceback" not in done.stderr
