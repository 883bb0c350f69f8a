"""`companion check-table` on a board with places."""

from __future__ import annotations

from pathlib import Path

import cv2
import pytest
from command_line import run_companion
from place_scenes import describe, lie, photograph, prints


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    made = tmp_path_factory.mktemp("garden")
    describe(made, prints())
    lies = (lie("1", "tile", "red bend", 2), lie("pool", "coin", "gold"))
    cv2.imwrite(str(made / "bare.png"), photograph((), 4).image_bgr)
    cv2.imwrite(str(made / "full.png"), photograph(lies, 4).image_bgr)
    return made


def test_a_description_that_fits(folder: Path, tmp_path: Path) -> None:
    out = tmp_path / "overlay.png"
    done = run_companion("check-table", folder / "garden-1.toml", folder / "bare.png", "--out", out)
    assert done.returncode == 0, done
    assert "garden-1.toml fits" in done.stdout
    assert "The smallest piece, gem, is" in done.stdout
    drawn, bare = cv2.imread(str(out)), cv2.imread(str(folder / "bare.png"))
    assert drawn is not None
    assert bare is not None
    assert drawn.shape == bare.shape
    assert 0.01 < (drawn != bare).mean() < 0.3


def test_places_that_are_not_bare_are_named(folder: Path) -> None:
    done = run_companion("check-table", folder / "garden-1.toml", folder / "full.png")
    assert done.returncode == 3
    assert "Place 1, pool does not look like board.picture" in done.stdout


def test_a_marker_measured_wrongly_is_named(folder: Path) -> None:
    text = (folder / "garden-1.toml").read_text(encoding="utf-8")
    wrong = text.replace(
        "[[5.0, 5.0], [23.0, 5.0], [23.0, 23.0], [5.0, 23.0]]",
        "[[9.0, 5.0], [27.0, 5.0], [27.0, 23.0], [9.0, 23.0]]",
    )
    assert wrong != text
    path = folder / "wrong.toml"
    path.write_text(wrong, encoding="utf-8")
    done = run_companion("check-table", path, folder / "bare.png")
    assert done.returncode == 3
    assert "arker" in done.stdout


def test_without_a_picture_of_the_bare_board_it_says_what_that_means(folder: Path) -> None:
    text = (folder / "garden-1.toml").read_text(encoding="utf-8")
    path = folder / "plain.toml"
    lines = [line for line in text.splitlines() if not line.startswith("picture = ")]
    path.write_text("\n".join(lines), encoding="utf-8")
    done = run_companion("check-table", path, folder / "bare.png")
    assert done.returncode == 0, done
    assert "no board.picture" in done.stdout
