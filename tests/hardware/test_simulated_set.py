"""Photo sets: layout, truth, tosses that could lie so on a real table, refusals."""

from __future__ import annotations

import json
import math
import tomllib
from pathlib import Path

import cv2
import numpy as np
import pytest
from click.testing import CliRunner
from hypothesis import given, settings
from hypothesis import strategies as st
from shapely.geometry import Point, Polygon

from companion.board import TOKEN_KINDS
from companion.cli.throw import command
from companion.errors import CompanionError, InputError
from hardware.simulated.arts import ART_NAMES, art_named
from hardware.simulated.conditions import (
    CONDITION_NAMES,
    conditions_named,
    draw_lamp,
    draw_shot,
    draw_stand,
    fixed,
)
from hardware.simulated.lighting import lamp_tint
from hardware.simulated.photo_set import write_photo_set
from hardware.simulated.studio import Studio
from hardware.simulated.tossing import Toss, TossHabits


@pytest.fixture(scope="module")
def studio() -> Studio:
    return Studio(art_named("meadow"), 3, fixed(conditions_named("any"), hand_share=0.0))


def test_a_set_has_the_layout_that_is_scored(studio: Studio, tmp_path: Path) -> None:
    folder = tmp_path / "new" / "set"
    done: list[int] = []
    write_photo_set(studio, 2, folder, done.append)
    assert done == [0, 1, 2]
    assert sorted(p.name for p in folder.iterdir()) == [
        "empty.jpg", "kinds", "photos", "table.toml", "truth.json"]  # fmt: skip
    assert [p.name for p in folder.parent.iterdir()] == ["set"]
    truth = json.loads((folder / "truth.json").read_text())
    assert truth["style"] == "meadow"
    assert [p["file"] for p in truth["photos"]] == ["empty.jpg", "photos/001.jpg", "photos/002.jpg"]
    assert truth["photos"][0]["tokens"] == []
    for photo in truth["photos"]:
        assert {"file", "hand", "tokens", "tilt_deg", "camera_matrix", "distortion"} <= set(photo)
        assert cv2.imread(str(folder / photo["file"])).shape == (1296, 2304, 3)
        for token in photo["tokens"]:
            assert set(token) == {"kind", "x", "y", "z", "angle"}
            assert token["z"] in (0.0, 4.0)
    table = tomllib.loads((folder / "table.toml").read_text())
    assert set(table["token"]["kinds"]) == set(TOKEN_KINDS)
    for kind in table["token"]["kinds"].values():
        assert cv2.imread(str(folder / kind["picture"])).shape == (384, 384, 3)


def test_the_written_table_says_what_the_art_is(studio: Studio) -> None:
    from hardware.simulated.photo_set import table_toml

    for name in ART_NAMES:
        board = art_named(name).board
        table = tomllib.loads(table_toml(board))
        assert tuple(table["board"]["size_mm"]) == board.size_mm
        assert [t["id"] for t in table["markers"]["tag"]] == [tag.id for tag in board.tags]
        assert len(table["dish"]["area"]) == len(board.dish.areas)
        assert table["token"]["diameter_mm"] == board.tokens.diameter_mm


def test_the_same_seed_gives_the_same_photograph_and_another_seed_another() -> None:
    def picture(seed: int) -> np.ndarray:
        return (
            Studio(art_named("night"), seed, conditions_named("any"), 0.25).arrange(4).photograph()
        )

    first = picture(11)
    assert np.array_equal(first, picture(11))
    assert not np.array_equal(first, picture(12))


def test_an_occupied_folder_is_refused_and_left_alone(studio: Studio, tmp_path: Path) -> None:
    (tmp_path / "mine.txt").write_text("keep")
    with pytest.raises(InputError, match="not empty"):
        write_photo_set(studio, 1, tmp_path)
    assert [p.name for p in tmp_path.iterdir()] == ["mine.txt"]
    with pytest.raises(InputError, match="is a file"):
        write_photo_set(studio, 1, tmp_path / "mine.txt")


def test_a_broken_off_set_leaves_nothing_behind(studio: Studio, tmp_path: Path) -> None:
    def stop(_: int) -> None:
        raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        write_photo_set(studio, 1, tmp_path / "set", stop)
    assert list(tmp_path.iterdir()) == []


@pytest.mark.parametrize(
    ("arguments", "words"),
    [(["--art", "pink"], "no art called 'pink'"),
     (["--art", "night", "--condition", "fog"], "no conditions called 'fog'")],
)  # fmt: skip
def test_the_command_names_what_it_does_not_know(
    arguments: list[str], words: str, tmp_path: Path
) -> None:
    result = CliRunner().invoke(command, [*arguments, "--out", str(tmp_path / "x")])
    assert isinstance(result.exception, CompanionError)
    assert words in str(result.exception)
    assert not (tmp_path / "x").exists()


@settings(max_examples=40, deadline=None)
@given(st.sampled_from(ART_NAMES), st.integers(0, 10**6), st.integers(1, 13))
def test_thrown_tokens_could_lie_so(name: str, seed: int, tokens: int) -> None:
    art = art_named(name)
    habits = TossHabits(stack_share=0.3, touch_share=0.2)
    lying = Toss(art, np.random.default_rng(seed), habits).throw(tokens)
    board, radius = art.board, art.board.tokens.radius_mm
    assert 1 <= len(lying) <= tokens
    counts = {kind.name: kind.count for kind in board.tokens.kinds}
    for token in lying:
        assert sum(other.kind == token.kind for other in lying) <= counts[token.kind]
        x, y = token.centre_mm
        assert radius <= x <= board.size_mm[0] - radius
        assert radius <= y <= board.size_mm[1] - radius
        assert all(Polygon(t.corners_mm).distance(Point(x, y)) > radius for t in board.tags)
        reach = math.dist(token.centre_mm, board.dish.centre_mm)
        if art.rim is not None:
            assert not art.rim.inner_mm - radius < reach < art.rim.outer_mm + radius
        if token.level == 1:
            below = [o for o in lying if o.level == 0]
            assert 3.0 < min(math.dist(o.centre_mm, token.centre_mm) for o in below) < radius
        for other in lying:
            if other is not token and other.level == token.level:
                assert math.dist(other.centre_mm, token.centre_mm) >= 2 * radius - 0.002


@pytest.mark.parametrize("name", CONDITION_NAMES)
def test_conditions_draw_what_they_name(name: str) -> None:
    wanted, rng = conditions_named(name), np.random.default_rng(4)
    for _ in range(20):
        shot, stand = draw_shot(wanted, 3000.0, rng), draw_stand(wanted, rng)
        assert wanted.lux[0] <= shot.lux <= wanted.lux[1]
        assert wanted.tilt_deg[0] <= stand.tilt_deg <= wanted.tilt_deg[1]


def test_glare_falls_on_the_dish() -> None:
    board = art_named("night").board
    eye = (100.0, -200.0, 600.0)
    for seed in range(20):
        lamp = draw_lamp(
            conditions_named("glare"),
            board.dish.centre_mm,
            board.dish.target_radius_mm,
            eye,
            np.random.default_rng(seed),
        )
        share = eye[2] / (eye[2] + lamp.place_mm[2])  # where the mirrored ray meets the board
        spot = [eye[i] + share * (lamp.place_mm[i] - eye[i]) for i in (0, 1)]
        assert math.dist(spot, board.dish.centre_mm) < board.dish.target_radius_mm


def test_warm_lamps_are_red_and_cold_lamps_are_neutral() -> None:
    blue, green, red = lamp_tint(2700)
    assert red > 1.4 * green > 1.4 * 1.4 * blue
    assert lamp_tint(6500) == pytest.approx((1, 1, 1))
