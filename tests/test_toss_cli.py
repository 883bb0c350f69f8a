"""`companion toss` on photographs: the JSON other tools rely on, exit status, the drawn verdict."""

from __future__ import annotations

import json
import math
from pathlib import Path

import cv2
import numpy as np
import pytest
from command_line import run_companion
from photographs import Photograph, Photographs, around
from toss_calls import EXIT_READ, EXIT_UNSURE, Call

from companion.board import LIGHT_COLOURS
from companion.cli.toss import EXIT_STATUS
from hardware.simulated.tossing import Lying

TOP_KEYS = {"status", "problems", "registration", "tokens"}
TOKEN_KEYS = {
    "kind", "kinds", "centre_mm", "sigma_mm", "level", "outside", "settled_mm", "touches",
    "light", "close_calls",
}  # fmt: skip


def test_the_document_has_the_agreed_form(
    call: Call, photo: Path, table: Path, shown: Photograph
) -> None:
    done = call("toss", photo, "--table", table, "--json")
    toss = done.toss
    assert set(toss) >= TOP_KEYS
    assert toss["status"] == "read"
    assert done.exit_status == EXIT_READ
    assert toss["problems"] == []
    assert set(toss["registration"]) == {"markers", "rms_px", "sigma_mm"}
    assert toss["registration"]["markers"] == 4
    assert len(toss["tokens"]) == len(shown.scene.tokens)
    names = {kind.name for kind in shown.board.tokens.kinds}
    for token in toss["tokens"]:
        assert set(token) >= TOKEN_KEYS
        assert token["kind"] in names
        assert set(token["kinds"]) == names
        assert token["kinds"][token["kind"]] == max(token["kinds"].values())
        assert sum(token["kinds"].values()) <= 1.001
        assert len(token["centre_mm"]) == len(token["settled_mm"]) == 2
        assert token["sigma_mm"] > 0
        assert token["level"] in (0, 1)
        assert token["light"] == sorted(token["light"])
        assert set(token["light"]) <= set(LIGHT_COLOURS)
        assert token["close_calls"] == []
        for touch in token["touches"]:
            assert set(touch) == {"area", "depth_mm", "sure"}
            assert touch["area"] in (*LIGHT_COLOURS, "hub")
            assert touch["depth_mm"] > 0
            assert touch["sure"] is True
        assert token["outside"] == (token["settled_mm"] != token["centre_mm"])


def test_the_tokens_are_those_that_lie_there(
    call: Call, photo: Path, table: Path, shown: Photograph
) -> None:
    tokens = call("toss", photo, "--table", table, "--json").toss["tokens"]
    for true in shown.scene.tokens:
        (read,) = [t for t in tokens if math.dist(t["centre_mm"], true.centre_mm) < 3.0]
        assert read["kind"] == true.kind
        dish = shown.board.dish
        far = math.dist(true.centre_mm, dish.centre_mm) + shown.board.tokens.radius_mm
        assert read["outside"] == (far > dish.target_radius_mm)


def test_the_installed_command_says_the_same(call: Call, photo: Path, table: Path) -> None:
    done = run_companion("toss", photo, "--table", table, "--json")
    assert done.returncode == EXIT_READ
    assert done.stderr == ""
    assert json.loads(done.stdout) == call("toss", photo, "--table", table, "--json").toss


def test_an_empty_picture_from_elsewhere_changes_no_token(
    call: Call, photo: Path, table: Path, photographs: Photographs
) -> None:
    empty = photographs.file(photographs.take("night", number=3), "empty")
    plain = call("toss", photo, "--table", table, "--json").toss["tokens"]
    helped = call("toss", photo, "--table", table, "--empty", empty, "--json").toss["tokens"]
    assert [(t["kind"], t["light"]) for t in helped] == [(t["kind"], t["light"]) for t in plain]


def test_sentences_name_each_token_and_its_clauses(
    call: Call, photo: Path, table: Path, shown: Photograph
) -> None:
    done = call("toss", photo, "--table", table)
    assert done.exit_status == EXIT_READ
    lines = done.stdout.splitlines()
    assert lines[0] == f"{len(shown.scene.tokens)} tokens read."
    numbered = [line for line in lines if line.lstrip()[:1].isdigit() and "mm" in line]
    assert len(numbered) >= len(shown.scene.tokens)
    for kind in {token.kind for token in shown.scene.tokens}:
        assert f"{kind} at (" in done.stdout
    assert "GIRL-ASH-" in done.stdout
    assert "slid inside" in done.stdout


@pytest.mark.parametrize("suffix", [".png", ".jpg"])
def test_the_verdict_is_drawn(
    suffix: str, call: Call, photo: Path, table: Path, tmp_path: Path
) -> None:
    out = tmp_path / f"verdict{suffix}"
    before = photo.read_bytes()
    done = call("toss", photo, "--table", table, "--json", "--annotate", out)
    assert done.exit_status == EXIT_READ
    assert done.toss["status"] == "read"
    assert cv2.imread(str(out)).shape[0] > 500
    assert [each.name for each in tmp_path.iterdir()] == [out.name]
    assert photo.read_bytes() == before


def on_a_line(photographs: Photographs) -> tuple[Lying, ...]:
    """A token whose rim ends on the line between two areas, and one that is beyond doubt."""
    board = photographs.studio("night").art.board
    from_deg = board.dish.areas[0].from_deg  # type: ignore[union-attr]
    reach_mm, radius_mm = 0.55 * board.dish.target_radius_mm, board.tokens.radius_mm
    off_deg = math.degrees(math.asin(radius_mm / reach_mm))
    close = around(board, from_deg + off_deg, 0.55)
    return Lying("recall", close, 20.0, 0), Lying("x2", around(board, from_deg + 180, 0.6), 0.0, 0)


def test_a_close_call_is_unsure_and_says_how_close(
    call: Call, table: Path, photographs: Photographs
) -> None:
    tokens = on_a_line(photographs)
    photo = photographs.file(photographs.take("night", tokens), "close")
    done = call("toss", photo, "--table", table, "--json")
    assert done.exit_status == EXIT_UNSURE
    assert done.toss["status"] == "unsure"
    close, clear = sorted(done.toss["tokens"], key=lambda t: t["kind"] != "recall")
    (gap,) = close["close_calls"]
    assert set(gap) == {"area", "gap_mm", "touching"}
    assert 0 <= gap["gap_mm"] < 3.09 * close["sigma_mm"]
    assert all(touch["sure"] for touch in clear["touches"])
    assert clear["close_calls"] == []
    said = [touch for touch in close["touches"] if touch["area"] == gap["area"]]
    assert [touch["sure"] for touch in said] == ([False] if gap["touching"] else [])


def test_a_hidden_kind_is_reported_and_not_left_out(
    call: Call, table: Path, photographs: Photographs
) -> None:
    board = photographs.studio("night").art.board
    lower = around(board, 200.0, 0.45)
    upper = (lower[0] - 0.36 * 21.0 * 0.34, lower[1] - 0.36 * 21.0 * 0.94)
    tokens = (Lying("offering", lower, 30.0, 0), Lying("recall", upper, 75.0, 1))
    photo = photographs.file(photographs.take("night", tokens), "stack")
    done = call("toss", photo, "--table", table, "--json")
    assert done.exit_status == EXIT_UNSURE
    by_level = {token["level"]: token for token in done.toss["tokens"]}
    assert by_level[1]["kind"] == "recall"
    assert by_level[0]["kind"] is None
    assert by_level[0]["why_unsure"] == "another token lies on it"
    assert math.dist(by_level[0]["centre_mm"], lower) < 3.0


def test_what_is_covered_is_named_and_the_rest_is_read(
    call: Call, table: Path, shown: Photograph, photographs: Photographs
) -> None:
    image = shown.frame.image_bgr.copy()
    x, y = shown.scene.tokens[4].centre_mm
    card = np.array([[x - 30, y - 24], [x + 24, y - 24], [x + 24, y + 24], [x - 30, y + 24]])
    cv2.fillPoly(image, [shown.true_px(card).round().astype(np.int32)], (90, 190, 70))
    photo = photographs.file(shown.with_image(image), "covered")
    done = call("toss", photo, "--table", table, "--json")
    assert done.exit_status == EXIT_UNSURE
    assert done.toss["status"] == "unsure"
    assert "covers part of the dish" in done.toss["problems"][0]
    kinds = {token["kind"] for token in done.toss["tokens"]}
    assert kinds == {token.kind for token in shown.scene.tokens} - {shown.scene.tokens[4].kind}


def test_the_setting_for_inside_decides_about_the_slide(
    call: Call, photo: Path, table: Path
) -> None:
    def slid(setting: str) -> int:
        toss = call("toss", photo, "--table", table, "--json", "--ash-inside", setting).toss
        return sum(token["outside"] for token in toss["tokens"])

    # One token reaches over the target's edge, with its centre inside.
    assert slid("wholly") == 1
    assert slid("centre") == 0


def test_every_status_has_an_exit_status() -> None:
    assert EXIT_STATUS == {"read": 0, "unsure": 3, "blocked": 3}


@pytest.mark.parametrize(
    ("command", "names"),
    [
        ("throw", ("night", "shards", "glare", "stacked")),
        ("photograph", ("glare", "lamplight")),
        ("accuracy", ("night", "shards", "glare", "stacked")),
    ],
)
def test_help_lists_what_can_be_named(command: str, names: tuple[str, ...], call: Call) -> None:
    done = call(command, "--help")
    assert done.exit_status == EXIT_READ
    for name in names:
        assert name in done.stdout
