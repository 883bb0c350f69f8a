"""The kinds' pictures: prepared once, refused with file and key when they can't be used."""

from __future__ import annotations

from dataclasses import replace
from itertools import combinations
from pathlib import Path

import cv2
import numpy as np
import pytest
from photographs import Photographs

from companion.board import Board
from companion.errors import TableFileError
from hardware.simulated.arts import ART_NAMES
from vision.token_art import RADII, TokenArt, prepare
from vision.token_match import match
from vision.turning import ANGLES, at_every_turn, waves_of


def with_picture(board: Board, path: Path) -> Board:
    """The board with another picture of its second kind."""
    kinds = list(board.tokens.kinds)
    kinds[1] = replace(kinds[1], picture=path)
    return replace(board, tokens=replace(board.tokens, kinds=tuple(kinds)))


@pytest.mark.parametrize("art", ART_NAMES)
def test_every_art_s_kinds_are_told_apart(art: str, photographs: Photographs) -> None:
    board = photographs.take(art).board
    prepared = prepare(board)
    assert prepared.names == tuple(kind.name for kind in board.tokens.kinds)
    assert prepared.rings.shape == (len(prepared.names), RADII, ANGLES)
    assert np.linalg.norm(prepared.axis_bgr) == pytest.approx(1.0)
    assert np.isfinite(prepared.planes).all()
    assert closest_twins(prepared) < 0.9


def closest_twins(prepared: TokenArt) -> float:
    """The highest correlation between two different kinds at any rotation (0..1)."""
    found = match(prepared.rings, prepared).correlation
    return max(float(found[pair]) for pair in combinations(range(len(prepared.names)), 2))


@pytest.mark.parametrize(
    ("make", "words"),
    [
        (lambda path: path.write_bytes(b""), "is empty"),
        (lambda path: path.write_text("no picture"), "is not a picture"),
        (lambda path: path.mkdir(), "is a folder"),
        (lambda path: None, "does not exist"),
        (lambda path: cv2.imwrite(str(path), np.zeros((8, 8, 3), np.uint8)), "8 x 8 pixels"),
        (lambda path: cv2.imwrite(str(path), np.zeros((64, 99, 3), np.uint8)), "crop it square"),
    ],
    ids=["empty", "text", "folder", "missing", "tiny", "not square"],
)
def test_a_bad_picture_is_named_with_its_key(
    make,
    words: str,
    tmp_path: Path,
    photographs: Photographs,  # type: ignore[no-untyped-def]
) -> None:
    path = tmp_path / "kind.png"
    make(path)
    board = with_picture(photographs.take("night").board, path)
    with pytest.raises(TableFileError) as caught:
        prepare(board)
    sentence = str(caught.value)
    assert words in sentence
    assert f"token.kinds.{board.tokens.kinds[1].name}.picture" in sentence
    assert str(board.source) in sentence
    assert "kind.png" in sentence


def test_a_picture_of_one_colour_is_not_divided_by_nothing(
    tmp_path: Path, photographs: Photographs
) -> None:
    path = tmp_path / "plain.png"
    cv2.imwrite(str(path), np.full((64, 64, 3), 77, np.uint8))
    prepared = prepare(with_picture(photographs.take("night").board, path))
    assert np.isfinite(prepared.planes).all()
    assert np.isfinite(prepared.rings).all()


def test_every_turn_of_a_picture_is_tried() -> None:
    rng = np.random.default_rng(5)
    samples = rng.normal(size=(3, 7, ANGLES)).astype(np.float32)
    pictures = rng.normal(size=(2, 7, ANGLES)).astype(np.float32)
    found = at_every_turn(samples, waves_of(pictures))
    for turn in range(ANGLES):
        turned = np.roll(pictures, turn, axis=2)
        direct = np.einsum("nra,kra->nk", samples, turned)
        assert found[:, :, turn] == pytest.approx(direct, abs=1e-3)
