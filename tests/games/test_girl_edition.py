"""Editions are data: the reference is whole, broken files are refused, other boxes work."""

from __future__ import annotations

import ast
import copy
import tomllib
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from games.boards import play, start
from games.spoiling import setting

import companion.games.girl
from companion.games.catalogue import edition_names, find_game, load_edition
from companion.games.contract import AnyGame, EditionError
from companion.games.girl.hexes import ALL_EDGES, turned
from companion.records.self_play import play as play_random

(FOLDER,) = map(Path, companion.games.girl.__path__)
DOCUMENT = tomllib.loads((FOLDER / "editions" / "GIRL-REF-1.toml").read_text("utf-8"))


@pytest.mark.clause("GIRL-COMP-2", "GIRL-COMP-3", "GIRL-COMP-4", "GIRL-COMP-5", "GIRL-STAR-2")
def test_the_reference_edition_is_what_the_rulebook_counts(reference: Any) -> None:
    assert reference.name == "GIRL-REF-1"
    assert len(reference.field.cells) == 53
    assert len(reference.paths.names) == 56
    assert sum(map(len, reference.paths.links)) == 2 * 57
    assert len(reference.sites) == 13
    assert (len(reference.tiles), reference.tile_sets) == (38, (38, 32))
    assert sum(tile.colour > 0 for tile in reference.tiles) == 30
    assert sum(tile.colour > 0 for tile in reference.tiles[:32]) == 24
    assert reference.back.bit_count() == 1
    assert {tile.lines.bit_count() for tile in reference.tiles} == {2, 3, 4}
    assert [len(pile.values) for pile in reference.piles] == [5, 5, 5, 5]


def test_the_line_patterns_are_all_rotation_classes(reference: Any) -> None:
    classes = {
        min(turned(mask, n) for n in range(6))
        for mask in range(ALL_EDGES + 1)
        if mask.bit_count() in (2, 3, 4)
    }
    assert {min(turned(t.lines, n) for n in range(6)) for t in reference.tiles} == classes


def test_fewest_spaces_to_every_site(reference: Any) -> None:
    paths = reference.paths
    distance = dict.fromkeys(paths.village, 1)
    queue = list(paths.village)
    for space in queue:
        for other in paths.links[space]:
            if other not in distance:
                distance[other] = distance[space] + 1
                queue.append(other)
    fewest = {site.name: min(distance[gate] for gate in site.gates) for site in reference.sites}
    assert fewest == {
        **{"F1": 3, "F2": 4, "F3": 3, "F4": 4, "I1": 6, "I2": 8, "I3": 6},
        **{"R1": 5, "R2": 5, "R3": 8, "A1": 9, "A2": 9, "A3": 10},
    }


BROKEN = [
    ("name", setting("name", to=None)),
    ("colour", setting("colour", to=3)),
    ("rounds", setting("rounds", to="eight")),
    ("rounds", setting("rounds", to=0)),
    ("players", setting("players", to=[7])),
    ("components.ash_tokens", setting("components", "ash_tokens", to=12)),
    ("components.rewards", setting("components", "rewards", to=21)),
    ("components.cards", setting("components", "cards", to=5)),
    ("components.food.fish", setting("components", "food", "fish", to=11)),
    ("villagers_ready", setting("villagers_ready", to=4)),
    ("board.rows", setting("tiles_per_round", to=7)),
    ("board.rows", setting("board", "rows", to=[30] * 10)),
    ("board.bonus[0].cells", setting("board", "bonus", 0, "cells", to=["9,9"])),
    ("board.bonus[1].cells", setting("board", "bonus", 1, "cells", to=["0,0"])),
    ("board.bonus[1].corner", setting("board", "bonus", 1, "corner", to="TL")),
    ("board.bonus", setting("board", "bonus", 3, to=None)),
    ("lines.P1", setting("lines", "P1", to=[0, 0])),
    ("lines.P2", setting("lines", "P2", to=[3, 4])),
    ("lines.P1", setting("lines", "P1", to=[0, 6])),
    ("tiles.fronts[0]", setting("tiles", "fronts", 0, to=["T01", "blue", "P77"])),
    ("tiles.fronts[0]", setting("tiles", "fronts", 0, to=["T01", "green", "P1"])),
    ("tiles.fronts", setting("tiles", "fronts", 0, to=["T02", "blue", "P1"])),
    ("tiles.sets", setting("tiles", "sets", to=[20])),
    ("tiles.sets", setting("tiles", "sets", to=[39])),
    ("track.girl_start", setting("track", "girl_start", to=[4])),
    ("dish", setting("dish", "hub_radius_mm", to=float("nan"))),
    ("dish.target_radius_mm", setting("dish", "hub_radius_mm", to=95.0)),
    ("dish.area[0]", setting("dish", "area", 0, "to_deg", to=-5.0)),
    ("paths.village", setting("paths", "village", to=["x1"])),
    ("paths.links[0]", setting("paths", "links", 0, to=["w1", "x9"])),
    ("paths.links[0]", setting("paths", "links", 0, to=["w1", "w1"])),
    ("paths.links[1]", setting("paths", "links", 1, to=["w2", "w1"])),
    ("paths.links", setting("paths", "spaces_mm", "x1", to=[1.0, 2.0])),
    ("paths.spaces_mm.w2", setting("paths", "spaces_mm", "w2", to=[1.0])),
    ("site[2].gates.e4", setting("site", 2, "gates", to={"e4": "green"})),
    ("paths.spaces_mm.w1", setting("paths", "spaces_mm", "w1", to=[float("inf"), 1.0])),
    ("site[0].gates.x1", setting("site", 0, "gates", to={"x1": "red"})),
    ("site[1].gates.w4", setting("site", 1, "gates", to={"w4": "red"})),
    ("site[0].gates", setting("site", 0, "gates", to={})),
    ("site[0]", setting("site", 0, "price", to=[])),
    ("site[0]", setting("site", 0, "reward", to={})),
    ("site[0].kind", setting("site", 0, "kind", to="bread")),
    ("site", setting("site", 1, "name", to="F1")),
    ("pile[1].at_least", setting("pile", 1, "at_least", to=3)),
    ("components.rewards", setting("pile", 1, "values", to=[5])),
    ("pile", setting("pile", 1, "label", to="3")),
    ("card O1", setting("card", 0, "spaces", 1, "space", to="a")),
    ("card O1", setting("card", 0, "spaces", 1, "space", to="fish")),
    ("card", setting("card", 1, "name", to="O1")),
    ("leftover", setting("leftover", "fish", to=None)),
]


@pytest.mark.parametrize(("key", "change"), BROKEN, ids=[str(n) for n in range(len(BROKEN))])
def test_a_broken_file_is_refused_with_its_key(
    girl: AnyGame, key: str, change: Callable[[dict[str, Any]], None]
) -> None:
    document = copy.deepcopy(DOCUMENT)
    change(document)
    with pytest.raises(EditionError) as error:
        girl.read_edition(document, "mine.toml")
    sentence = str(error.value)
    assert sentence.startswith("mine.toml: ")
    assert key in sentence
    assert "\n" not in sentence


@pytest.mark.parametrize("data", [b"", b"\xff\xfe", b"name = ", b"[[", b"name = 3"])
def test_files_that_are_no_edition(girl: AnyGame, tmp_path: Path, data: bytes) -> None:
    path = tmp_path / "box.toml"
    path.write_bytes(data)
    with pytest.raises(EditionError, match=r"box\.toml"):
        load_edition(girl, str(path))


def test_editions_and_games_that_are_not_there(girl: AnyGame, tmp_path: Path) -> None:
    assert edition_names(girl) == ("GIRL-REF-1",)
    with pytest.raises(EditionError, match="GIRL-REF-1"):
        load_edition(girl, "retail")
    with pytest.raises(EditionError, match="can't be read"):
        load_edition(girl, str(tmp_path / "none.toml"))
    with pytest.raises(Exception, match="there is no game called"):
        find_game("chess")


def _five_rounds() -> dict[str, Any]:
    """Another box: five rounds of five tiles, bonus tokens of three hexes, coloured prices."""
    document = copy.deepcopy(DOCUMENT)
    document.update(name="BOX", generation="retail5", rounds=5, tiles_per_round=5)
    shapes = [["0,0", "0,1", "1,0"], ["0,6", "0,7", "1,6"], ["6,0", "6,1", "5,0"]]
    for bonus, cells in zip(document["board"]["bonus"], shapes, strict=False):
        bonus["cells"] = cells
    document["site"][0].update(price=["red", "blue"], extra=["yellow"])
    return document


@pytest.mark.clause("GIRL-Q3", "GIRL-RND-1")
def test_a_five_round_box_is_another_file_not_other_code(girl: AnyGame) -> None:
    box = girl.read_edition(_five_rounds(), "box.toml")
    state = start(girl, box)
    assert state.table.track_length == 10
    state, _ = play(girl, state, "draw A T01 T02 T03 T04 T05")
    for seed in range(3):
        run = play_random(girl, box, 3, seed, {})
        assert not run.broken
        assert run.kinds["draw"] == 5 * 3
        assert run.kinds["cleanup"] == 5


def test_coloured_prices_bind(girl: AnyGame) -> None:
    box = girl.read_edition(_five_rounds(), "box.toml")
    position = {
        "phase": "action",
        "paths": {"w1": "red", "w2": "red", "w4": "yellow"},
        "players": {"A": {"light": {"red": 2, "blue": 2, "yellow": 1}}},
    }
    state = start(girl, box, position=position)
    paid = girl.read_move("forage A F1 pay red red yellow")
    assert type(girl.judge(state, paid)).__name__ == "Refused"
    play(girl, state, "forage A F1 pay red blue yellow")


# Numbers of the rules themselves and of the hex field; all others belong to the edition.
ALLOWED = {0, 1, 2, 3, 6}


def test_no_number_of_an_edition_is_written_in_the_rules() -> None:
    """No rule, state or scoring module has a number that a printed copy could change."""
    names = ["scoring.py", "state.py", "prompting.py", "setup.py", "hexes.py"]
    modules = [*(FOLDER / "rules").glob("*.py"), *(FOLDER / name for name in names)]
    assert len(modules) > 15
    for path in modules:
        constants = {"MOST_READINGS", "MOST_ORDERS", "LEAST_SIGMA_MM"}
        for node in ast.parse(path.read_text("utf-8")).body:
            targets = {ast.unparse(t) for t in getattr(node, "targets", [])}
            if targets & constants:  # bounds of the program, not numbers of the game
                continue
            for part in ast.walk(node):
                if isinstance(part, ast.Constant) and type(part.value) in (int, float):
                    assert part.value in ALLOWED, (path.name, part.lineno, part.value)
