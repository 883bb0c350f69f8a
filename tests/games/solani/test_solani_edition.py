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

import companion.games.solani
from companion.games.contract import AnyGame, EditionError
from companion.games.solani.lattice import build_lattice, turned_cell
from companion.games.solani.pieces import line_names, turned
from companion.records.self_play import play as play_random

(FOLDER,) = map(Path, companion.games.solani.__path__)
DOCUMENT = tomllib.loads((FOLDER / "editions" / "SOL-REF-1.toml").read_text("utf-8"))


@pytest.mark.clause("SOL-SET-3", "SOL-SET-4", "SOL-Q3", "SOL-SET-7", "SOL-SET-8", "SOL-Q1")
def test_the_reference_edition_is_what_its_description_says(edition: Any) -> None:
    assert edition.name == "SOL-REF-1"
    assert (len(edition.lattice.circles), len(edition.lattice.gaps)) == (36, 25)
    guides = {b.name: edition.lattice.circles[b.guide] for b in edition.boards}
    assert guides == {"A": (2, 2), "B": (2, 3), "C": (3, 2), "Coyote": (3, 3)}
    branches = {b.name: (b.lines.bit_count(), b.count) for b in edition.branches}
    assert branches == {
        **{"one": (1, 8), "corner": (2, 18), "straight": (2, 10)},
        **{"three": (3, 12), "four": (4, 4)},
    }
    clusters = {c.name: c.count for c in edition.clusters}
    assert clusters == {"1": 8, "2": 14, "3": 12, "4": 6, "1+w": 4, "2+w": 4, "3+w": 2}
    assert (sum(clusters.values()), sum(n for _, n in branches.values())) == (50, 52)
    assert edition.planets == (6, 6, 6, 6)
    assert (edition.row_by_players, edition.spare) == ((8, 8, 10, 12), 4)
    assert (edition.rounds, edition.market_extra[0], edition.cards_per_type) == (12, 1, 2)
    buys = [min(place.buys) for place in edition.places]
    assert buys == [1, 1, 2, 2, 3, 3, 1, 1, 2, 2, 3, 3]
    assert all(4 in place.buys for place in edition.places)
    kinds = {card.name: card.kind for card in edition.cards}
    wanted = {1: "moon", 2: "comet", 3: "sun", 0: "owl"}
    assert kinds == {f"{vp}-{n}": wanted[n % 4] for vp in (2, 3) for n in range(1, 9)}
    assert [card.points for card in edition.cards] == [2] * 8 + [3] * 8


@pytest.mark.clause("SOL-SET-9")
def test_dark_sky_turns_and_never_meets_a_guide_star(edition: Any) -> None:
    guides = {board.guide for board in edition.boards}
    shown = {card.name: card.circles for card in edition.dark_cards}
    circles = edition.lattice.circles
    assert [circles[c] for c in shown["D1"][0]] == [(0, 1), (2, 5), (5, 2)]
    assert [circles[c] for c in shown["D1"][1]] == [(1, 5), (2, 0), (5, 3)]
    for turns in shown.values():
        assert len(turns) == 4
        assert not any(set(spots) & guides for spots in turns)
    assert turned_cell((0, 1), 1, 6) == (1, 5)
    assert turned_cell((2, 3), 4, 6) == (2, 3)


def test_every_circle_meets_at_most_four_lines(edition: Any) -> None:
    around = edition.lattice.around
    assert sorted(map(len, around)) == [1] * 4 + [2] * 16 + [4] * 16
    for circle, gaps in enumerate(around):
        row, column = edition.lattice.circles[circle]
        for gap, line in gaps:
            there = edition.lattice.gaps[gap]
            (name,) = line_names(line)
            step = {"NW": (0, 0), "NE": (0, 1), "SE": (1, 1), "SW": (1, 0)}[name]
            assert (there[0] + step[0], there[1] + step[1]) == (row, column)


def test_branches_turn_in_quarters(edition: Any) -> None:
    turns = {kind.name: [line_names(m) for m in kind.turns()] for kind in edition.branches}
    assert turns["straight"] == [("NW", "SE"), ("NE", "SW")]
    assert set(turns["corner"]) == {("NW", "NE"), ("NE", "SE"), ("SE", "SW"), ("NW", "SW")}
    assert turns["four"] == [("NW", "NE", "SE", "SW")]
    assert turned(0b1000, 1) == 0b0001


def _no_plain_cluster(document: dict[str, Any]) -> None:
    document["cluster"][0]["white"] = 2
    document["planets"]["places"][0]["buys"] = [1]


BROKEN = [
    ("name", setting("name", to=None)),
    ("colour", setting("colour", to=3)),
    ("rounds", setting("rounds", to=0)),
    ("branch", setting("rounds", to=14)),
    ("cluster", setting("market_extra", to=[3])),
    ("players", setting("players", to=[5])),
    ("notice", setting("notice", to=None)),
    ("notice", setting("notice", "zh-Hant", to=None)),
    ("components.branches", setting("components", "branches", to=51)),
    ("components.clusters", setting("components", "clusters", to=51)),
    ("components.planets", setting("components", "planets", to=25)),
    ("components.cards", setting("components", "cards", to=15)),
    ("components.dark_sky", setting("components", "dark_sky", to=5)),
    ("board.sectors[1]", setting("board", "sectors", 1, to="11122")),
    ("board.pitch_mm", setting("board", "pitch_mm", to=-3)),
    ("board.kind[0].guide_star", setting("board", "kind", 0, "guide_star", to="6,2")),
    ("board.kind", setting("board", "kind", 3, "coyote", to=False)),
    ("board.kind", setting("board", "kind", 0, "coyote", to=True)),
    ("board.kind", setting("board", "kind", 1, "name", to="a")),
    ("board.kind", setting("board", "kind", 0, to=None)),
    ("branch[0].set_aside", setting("branch", 0, "set_aside", to=9)),
    ("branch", setting("branch", 1, "set_aside", to=10)),
    ("branch[1].lines", setting("branch", 1, "lines", to=["NW", "NW"])),
    ("branch[2].lines", setting("branch", 2, "lines", to=["SE", "SW"])),
    ("branch[2].lines", setting("branch", 2, "lines", to=["N"])),
    ("branch[0].name", setting("branch", 0, "name", to="One")),
    ("branch", setting("branch", 0, "name", to="four")),
    ("cluster", setting("cluster", 0, "stars", to=2)),
    ("cluster[0].stars", setting("cluster", 0, "stars", to=5)),
    ("planets.row_by_players", setting("planets", "row_by_players", to=[8, 8, 10])),
    ("planets.row_by_players", setting("planets", "row_by_players", to=[8, 8, 10, 13])),
    ("planets.spare", setting("planets", "spare", to=13)),
    ("planets.places", setting("planets", "places", 1, "name", to="L1")),
    ("planets.places[0].buys", setting("planets", "places", 0, "buys", to=[])),
    ("planets.places[0].buys", _no_plain_cluster),
    ("scoring.planet_sets", setting("scoring", "planet_sets", to=[1, 3])),
    ("dark_sky[0].circles", setting("dark_sky", 0, "circles", to=["0,1", "0,1"])),
    ("dark_sky[0].circles", setting("dark_sky", 0, "circles", to=["0,9"])),
    ("dark_sky[0].circles", setting("dark_sky", 0, "circles", to=["2,2"])),
    ("dark_sky", setting("dark_sky", 1, "name", to="d1")),
    ("deck[0].cards", setting("deck", 0, "cards", 0, to=["2-1", "star"])),
    ("deck.cards", setting("deck", 0, "cards", 0, to=["2-2", "moon"])),
    ("deck", setting("deck", 1, "name", to="2")),
    ("deck[1].cards", setting("display_extra", to=5)),
    ("feature", setting("feature", "moon", "lines", to=5)),
    ("scoring.loose_line", setting("scoring", "loose_line", to=1)),
]


@pytest.mark.parametrize(("key", "change"), BROKEN, ids=[str(n) for n in range(len(BROKEN))])
def test_a_broken_file_is_refused_with_its_key(
    solani: AnyGame, key: str, change: Callable[[dict[str, Any]], None]
) -> None:
    document = copy.deepcopy(DOCUMENT)
    change(document)
    if key == "deck[1].cards":  # enough for the longer row in the first deck only
        document["deck"][0]["cards"] += [["2-9", "sun"]]
        document["components"]["cards"] += 1
    with pytest.raises(EditionError) as error:
        solani.read_edition(document, "mine.toml")
    sentence = str(error.value)
    assert sentence.startswith(f"mine.toml: {key}") or f"`{key}`" in sentence or key in sentence
    assert "\n" not in sentence


def _box() -> dict[str, Any]:
    """Another box: a 4 x 4 board, three rounds, branches put aside, clusters of two whites."""
    document = copy.deepcopy(DOCUMENT)
    document.update(name="BOX", rounds=3)
    document["board"]["sectors"] = ["aabb", "aabb", "ccdd", "ccdd"]
    for board, star in zip(document["board"]["kind"], ("1,1", "1,2", "2,1", "2,2"), strict=True):
        board["guide_star"] = star
    document["dark_sky"] = [{"name": "X", "circles": ["0,0", "0,1"]}]
    document["components"]["dark_sky"] = 1
    document["branch"][0]["set_aside"] = 4
    document["cluster"][4]["white"] = 2
    return document


@pytest.mark.clause("SOL-Q3", "SOL-SET-3")
def test_another_box_is_another_file_not_other_code(solani: AnyGame) -> None:
    box = solani.read_edition(_box(), "box.toml")
    assert sum(start(solani, box).bags[1]) == 52 - 4
    for seed in range(6):
        run = play_random(solani, box, 1 + seed % 4, seed, {})
        assert not run.broken
        assert run.kinds["prepare"] == 3


@pytest.mark.clause("SOL-Q7")
def test_one_branch_may_surround_two_dark_sky_tiles(solani: AnyGame) -> None:
    document = _box()
    document["dark_sky"][0]["circles"] = ["0,0", "0,1"]
    box = solani.read_edition(document, "box.toml")
    position = {
        "players": {
            "A": {"branches": ["b0,1 SE"], "stored": ["branch one"]},
            "B": {"owed": 1},
        }
    }
    state = start(solani, box, position=position)
    state, events = play(solani, state, "place A branch b0,0 SE")
    places = [event.where for event in events if event.key == "event.surrounded"]
    assert places == ["A c0,0", "A c0,1"]
    assert solani.write_position(state)["queue"] == ["A", "B", "A"]


def test_two_white_stars_match_three_numbers(solani: AnyGame) -> None:
    box = solani.read_edition(_box(), "box.toml")
    kind = next(kind for kind in box.clusters if kind.white == 2)
    assert kind.name == "1+ww"
    assert [kind.matches(lines) for lines in range(5)] == [False, True, True, True, False]


# Numbers of the rules themselves and of the lattice; all others belong to the edition.
ALLOWED = {0, 1, 2, 4}
BASES = {"DRAWN", "EMPTY, GUIDE, DARK", "CLUSTERS, PLANETS, FEATURES"}
MODULES = [
    *("scoring.py", "state.py", "prompting.py", "setup.py", "lattice.py", "supply.py"),
    *("position_read.py", "position_board.py", "position_course.py", "implying.py", "rulings.py"),
]


def test_no_number_of_an_edition_is_written_in_the_rules() -> None:
    """No rule, state or scoring module has a number that a printed copy could change."""
    modules = [*(FOLDER / "rules").glob("*.py"), *(FOLDER / name for name in MODULES)]
    assert len(modules) > 15
    for path in modules:
        for node in ast.parse(path.read_text("utf-8")).body:
            targets = {ast.unparse(t).strip("()") for t in getattr(node, "targets", [])}
            if targets & BASES:  # codes of the program, or said by the rulebook
                continue
            for part in ast.walk(node):
                if isinstance(part, ast.Constant) and type(part.value) in (int, float):
                    assert part.value in ALLOWED, (path.name, part.lineno, part.value)


def test_a_lattice_of_two_rows() -> None:
    lattice = build_lattice(["ab", "cd"])
    assert lattice.corners == ((0, 1, 3, 2),)
    assert lattice.rim == frozenset(range(4))
    assert lattice.beside[0] == (1, 2)
