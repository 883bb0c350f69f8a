"""Editions are data: the reference is whole, broken files are refused, other boxes work."""

from __future__ import annotations

import copy
import re
import tomllib
from collections import Counter
from pathlib import Path
from typing import Any

import pytest

import companion.games.starfall
from companion.games.contract import AnyGame, EditionError
from companion.records.self_play import play

(FOLDER,) = map(Path, companion.games.starfall.__path__)
DOCUMENT = tomllib.loads((FOLDER / "editions" / "STAR-REF-1.toml").read_text("utf-8"))


@pytest.mark.clause("STAR-COMP-1", "STAR-COMP-2", "STAR-SET-2", "STAR-Q1", "STAR-Q15")
def test_the_reference_edition_is_what_the_rulebook_counts(reference: Any) -> None:
    assert reference.players == (2, 3, 4)
    assert reference.numbers == tuple(range(9, -1, -1))
    assert [reference.in_play(players) for players in (2, 3, 4)] == [17, 22, 27]
    assert {p.name: (p.value, p.count, p.start) for p in reference.pieces} == {
        "white": (1, 40, 7),
        "orange": (5, 20, 5),
    }
    assert reference.components.player_aids == 4
    tiles = reference.tiles
    totals = [
        sum(getattr(tile, name) for tile in tiles)
        for name in ("stars", "planets", "moons", "black_holes", "comets")
    ]
    assert totals == [31, 11, 11, 6, 9]
    colours = Counter(colour for tile in tiles for colour in tile.nebulae)
    assert set(colours.values()) == {3}
    assert len(colours) == 5
    assert (
        len({(t.stars, t.planets, t.moons, t.black_holes, t.comets, t.nebulae) for t in tiles})
        == 27
    )


def changed(*path: Any, to: Any) -> dict[str, Any]:
    document = copy.deepcopy(DOCUMENT)
    target: Any = document
    for key in path[:-1]:
        target = target[key]
    target[path[-1]] = to
    return document


BROKEN = [
    (changed("name", to=3), "name"),
    (changed("components", "tiles", to=26), "components.tiles: says 26, but the file lists 27"),
    (changed("components", "player_aids", to=3), "player_aids"),
    (changed("board", "numbers", to=[0, 1, 2, 3]), "board.numbers"),
    (changed("board", "numbers", to=[3, 3, 2]), "board.numbers"),
    (changed("board", "most_tiles", to=11), "board.most_tiles"),
    (changed("table", 0, "removed", to=26), "table"),
    (changed("table", 1, "players", to=2), "table"),
    (changed("table", 0, "players", to=5), "players"),
    (changed("piece", 0, "count", to=27), "piece white"),
    (changed("piece", 1, "name", to="White"), "piece"),
    (changed("scoring", "black_holes", to=[[2, 15], [1, -5]]), "scoring.black_holes"),
    (changed("scoring", "comets", to=[]), "scoring.comets"),
    (changed("tile", 3, "name", to="s01"), "tile"),
    (changed("tile", 3, "nebulae", to=["pink"]), "tile S04.nebulae"),
    (changed("tile", 1, "stars", to=4), "two tiles show the same"),
    (changed("tile", 1, "suns", to=4), "suns"),
    (changed("colours", to=["red", "red"]), "colours|nebulae"),
    (changed("print", "tile_mm", to=0), "tile_mm"),
    (changed("print", "area_mm", to=[100.0, 100.0]), "print.area_mm"),
    ({**DOCUMENT, "more": 1}, "more"),
]


@pytest.mark.parametrize(("document", "sentence"), BROKEN, ids=[s for _, s in BROKEN])
def test_a_broken_file_is_refused_by_its_key(
    starfall: AnyGame, document: dict[str, Any], sentence: str
) -> None:
    with pytest.raises(EditionError, match=sentence) as error:
        starfall.read_edition(document, "mine.toml")
    assert str(error.value).startswith("mine.toml")
    assert "\n" not in str(error.value)


def other_box() -> dict[str, Any]:
    """A smaller box with other numbers, kinds of pieces, colours and points."""
    document = copy.deepcopy(DOCUMENT)
    document["name"] = "other box"
    document["board"] = {"numbers": [12, 9, 6, 3, 0], "most_tiles": 2}
    document["colours"] = ["red", "orange", "green", "blue", "violet", "pink"]
    document["table"] = [{"players": 2, "removed": 3}, {"players": 3, "removed": 0}]
    document["piece"] = [
        {"name": "tiny", "value": 1, "count": 30, "start": 4},
        {"name": "mid", "value": 3, "count": 30, "start": 3},
        {"name": "big", "value": 10, "count": 9, "start": 2},
    ]
    document["tile"][5]["nebulae"] = ["pink"]
    document["components"] = {"tiles": 27, "player_aids": 3}
    del document["print"]
    return document


@pytest.mark.parametrize("seed", range(4))
def test_another_box_is_played_by_its_own_numbers(starfall: AnyGame, seed: int) -> None:
    edition = starfall.read_edition(other_box(), "other.toml")
    run = play(starfall, edition, 2 + seed % 2, seed, {})
    assert not run.broken
    assert run.result is not None
    state = starfall.start(edition, list("AB"), {}, {}).state
    prices = []
    for text in ("add A S01", "add B S02"):
        state = starfall.judge(state, starfall.read_move(text)).state  # type: ignore[union-attr]
    prices = [state.price_of(tile) for tile in state.board_tiles]
    assert prices == [12, 9]
    assert starfall.prints(edition).boards  # type: ignore[attr-defined]


def test_no_number_of_the_edition_stands_in_the_rules() -> None:
    """Rules and scoring hold no literal but 0, 1 and -1, and what a comparison of two needs."""
    for path in [*(FOLDER / "rules").glob("*.py"), FOLDER / "scoring.py"]:
        code = re.sub(r'"""[^"]*"""|#.*|"[^"]*"', "", path.read_text("utf-8"))
        assert not set(re.findall(r"(?<![\w.])\d+", code)) - {"0", "1"}, path.name
