"""A cast on the printed Night Sky board is read by `companion toss`."""

from __future__ import annotations

import math
import random
from dataclasses import replace
from pathlib import Path
from typing import Any

import cv2
import numpy as np
import pytest
from toss_calls import EXIT_READ, caller

from companion.games.contract import AnyGame
from companion.games.girl.art import prints
from companion.printed.sheet_files import descriptions, markers_of
from companion.prints import BoardPrint, PiecePrint, Prints, marked_board
from hardware.simulated.drawing_raster import Screen, drawing_bgr

PX_PER_MM = 5.0
SIZE_WH = (2304, 1296)
SEEN_AT = ((430, 90), (1900, 60), (2080, 1200), (260, 1230))  # the board's corners in the picture
ON_BOARD = {"ash", "girl", "elder", "villager", "bonus"}


def sky_alone(art: Prints) -> Prints:
    """Only the Night Sky board and what lies on it."""
    return replace(
        art,
        boards=tuple(board for board in art.boards if board.name == "sky"),
        pieces=tuple(piece for piece in art.pieces if piece.family in ON_BOARD),
        families=tuple(family for family in art.families if family.name in ON_BOARD),
    )


def cast(art: Prints, board: BoardPrint, chance: random.Random) -> list[tuple[PiecePrint, Any]]:
    """Nine of the thirteen tokens, none on another, all inside the target."""
    assert board.dish is not None
    tokens = [piece for piece in art.pieces if piece.family == "ash" for _ in range(piece.count)]
    assert len(tokens) == 13
    lying: list[tuple[PiecePrint, Any]] = []
    for token in chance.sample(tokens, 9):
        while True:
            reach, angle = chance.uniform(0, 78), chance.uniform(0, 2 * math.pi)
            x = board.dish.centre_mm[0] + reach * math.sin(angle)
            y = board.dish.centre_mm[1] - reach * math.cos(angle)
            if all(math.dist((x, y), at) > 23 for _, at in lying):
                break
        lying.append((token, (x, y)))
    return lying


def photographed(flat: Screen) -> Screen:
    """The board on a brown table, seen from a side, blurred, yellowish and noisy."""
    height, width = flat.shape[:2]
    corners = np.array([(0, 0), (width, 0), (width, height), (0, height)], np.float32)
    matrix = cv2.getPerspectiveTransform(corners, np.array(SEEN_AT, np.float32))
    table: Any = np.full((SIZE_WH[1], SIZE_WH[0], 3), (70, 95, 120), np.uint8)
    seen = cv2.warpPerspective(flat, matrix, SIZE_WH, flags=cv2.INTER_AREA)
    inside = cv2.warpPerspective(np.full((height, width), 255, np.uint8), matrix, SIZE_WH)
    table[inside > 127] = seen[inside > 127]
    soft = cv2.GaussianBlur(table, (0, 0), 0.8) * np.array([0.75, 0.9, 1.0])
    noise = np.random.default_rng(1).normal(0, 3, soft.shape)
    return np.clip(soft + noise, 0, 255).astype(np.uint8)


def laid(flat: Screen, token: PiecePrint, at_mm: Any, turn_deg: float) -> None:
    """Lay a token on the picture of the board, with a soft shadow."""
    art = drawing_bgr(token.front, PX_PER_MM)
    height, width = art.shape[:2]
    size_wh = (flat.shape[1], flat.shape[0])
    matrix = cv2.getRotationMatrix2D((width / 2, height / 2), turn_deg, 1.0)
    matrix[:, 2] += np.array(at_mm) * PX_PER_MM - (width / 2, height / 2)
    disc = np.zeros((height, width), np.uint8)
    radius_mm = max(y for _, y in token.outline_mm)
    cv2.circle(disc, (width // 2, height // 2), round(radius_mm * PX_PER_MM), 255, -1)
    top, cover = (cv2.warpAffine(each, matrix, size_wh) for each in (art, disc))
    shadow = cv2.GaussianBlur(np.roll(cover, (6, 6), (0, 1)), (0, 0), 4)[..., None] / 255
    flat[:] = flat * (1 - 0.35 * shadow)
    flat[cover > 127] = top[cover > 127]


def test_a_cast_on_the_printed_board_is_read(
    girl: AnyGame,
    reference: Any,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    """Each token once, by its kind and where it lies."""
    art = sky_alone(prints(reference))
    (board,) = art.boards
    black = markers_of(art)
    for name, data in descriptions(girl, art, black, tmp_path).items():
        path = tmp_path / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(data)
    chance = random.Random(3)
    lying = cast(art, board, chance)
    flat = drawing_bgr(marked_board(board, 0, black), PX_PER_MM)
    for token, at in lying:
        laid(flat, token, at, chance.uniform(0, 360))
    cv2.imwrite(str(tmp_path / "cast.jpg"), photographed(flat))
    call = caller(monkeypatch, capsys)
    called = call("toss", tmp_path / "cast.jpg", "--table", tmp_path / "sky.toml", "--json")
    assert called.exit_status == EXIT_READ
    found = called.toss["tokens"]
    assert len(found) == len(lying)
    for token, at in lying:
        nearest = min(found, key=lambda each: math.dist(each["centre_mm"], at))
        assert nearest["kind"] == token.kind
        assert math.dist(nearest["centre_mm"], at) < 1.5
