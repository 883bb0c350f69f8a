"""`teach.toml`: read, and refused with a sentence that names file and key."""

from __future__ import annotations

from pathlib import Path

import msgspec
import pytest

from companion.errors import InputError
from companion.games.catalogue import find_game, game_names, load_edition
from companion.games.printable import Printable
from companion.teaching.beginning import beginning
from companion.teaching.manifest import MANIFEST, Manifest, read_manifest
from companion.teaching.plan import TeachPlan, parse_plan, read_plan

GOOD = """
game = "girl"
[[board]]
board = "player"
photos = ["a.jpg", "b.jpg"]
corners_px = [[1, 2], [300, 2], [300, 200], [1, 200]]
size_mm = [269, 196]
handles = [{ place = "0,2", px = [10, 20] }, { place = "1,0", mm = [10.5, 20] }]
[[pieces]]
photo = "c.jpg"
family = "crystal"
kinds = ["blue", "", "red"]
[family.crystal]
thickness_mm = 3.5
"""


def plan_of(text: str, folder: Path) -> TeachPlan:
    (folder / "teach.toml").write_text(text, encoding="utf-8")
    return read_plan(folder)


def test_a_plan_is_read(tmp_path: Path) -> None:
    plan = plan_of(GOOD, tmp_path)
    assert plan.board[0].key == "player-1"
    assert plan.board[0].handles[1].mm == (10.5, 20.0)
    assert plan.pieces[0].kinds == ["blue", "", "red"]
    assert plan.family["crystal"].thickness_mm == 3.5


def test_the_pages_json_says_the_same(tmp_path: Path) -> None:
    plan = plan_of(GOOD, tmp_path)
    (tmp_path / "teach.toml").unlink()
    (tmp_path / "teach.json").write_bytes(msgspec.json.encode(plan))
    assert read_plan(tmp_path) == plan


@pytest.mark.parametrize(
    ("old", "new", "words"),
    [
        ('game = "girl"', "", ["[game] is missing"]),
        ("size_mm = [269, 196]", "", ["board[0]", "corners_px and size_mm"]),
        (", px = [10, 20]", "", ["0,2", "mm or px"]),
        ("px = [10, 20]", "px = [10, 20], mm = [1, 2]", ["0,2", "mm or px"]),
        ('"a.jpg", "b.jpg"', "", ["photos", "1 to 8"]),
        ('"a.jpg"', '"/etc/passwd"', ["/etc/passwd", "same folder"]),
        ('"c.jpg"', '"../c.jpg"', ["../c.jpg", "same folder"]),
        ("kinds =", "kind =", ["kind", "not known"]),
        ("[[pieces]]", '[[board]]\nboard = "player"\nphotos = ["z"]\n[[pieces]]', ["again"]),
        ("[family.crystal]", "[family.crystal", ["not TOML"]),
        ("[[1, 2]", "[[nan, 2]", ["a point", "number"]),
        ("size_mm = [269, 196]", "size_mm = [inf, 196]", ["size_mm", "number"]),
        ("size_mm = [269, 196]", "size_mm = [0, 196]", ["size_mm", "number"]),
        ("thickness_mm = 3.5", "thickness_mm = -1", ["thickness_mm", "number"]),
        ('game = "girl"', 'game = "girl"\nmarker_mm = nan', ["marker_mm", "number"]),
        (
            "handles =",
            'grid = { rows = 0, columns = 4, families = ["star"] }\nhandles =',
            ["grid", "from 1"],
        ),
        ("handles =", "grid = { rows = 9, columns = 4, families = [] }\nhandles =", ["families"]),
    ],
)
def test_a_wrong_plan_is_refused_in_one_sentence(
    tmp_path: Path, old: str, new: str, words: list[str]
) -> None:
    assert old in GOOD
    with pytest.raises(InputError) as refused:
        plan_of(GOOD.replace(old, new, 1), tmp_path)
    said = str(refused.value)
    assert "teach.toml" in said
    assert "\n" not in said
    for word in words:
        assert word in said


@pytest.mark.parametrize("name", ["", "missing"])
def test_a_folder_without_a_plan_says_how_to_begin(tmp_path: Path, name: str) -> None:
    with pytest.raises(InputError, match=r"--begin|no folder"):
        read_plan(tmp_path / name)


@pytest.mark.parametrize("game", game_names())
def test_every_games_first_plan_can_be_read(game: str) -> None:
    found = find_game(game)
    assert isinstance(found, Printable)
    prints = found.prints(load_edition(found, found.default_edition))
    text = beginning(game, prints, 5, 6)
    plan = parse_plan(text.encode(), Path("teach.toml"))
    assert plan.board[0].grid is not None
    assert (plan.board[0].grid.rows, plan.board[0].grid.columns) == (5, 6)
    names = {family.name: family.kinds for family in prints.families}
    for pieces in plan.pieces:
        assert set(pieces.kinds) <= set(names[pieces.family])


@pytest.mark.parametrize("table", ["/etc/passwd", "../x.toml"])
def test_a_manifest_names_no_file_outside_its_folder(tmp_path: Path, table: str) -> None:
    manifest = Manifest("girl", "GIRL-REF-1", "", {}, {"player-1": table})
    (tmp_path / MANIFEST).write_bytes(msgspec.json.encode(manifest))
    with pytest.raises(InputError, match="outside"):
        read_manifest(tmp_path)


def test_a_folder_that_is_no_edition_is_refused(tmp_path: Path) -> None:
    with pytest.raises(InputError, match=MANIFEST):
        read_manifest(tmp_path)
