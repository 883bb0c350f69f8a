"""Editions are data: the reference is whole, broken files are refused, other boxes work."""

from __future__ import annotations

import ast
import copy
import tomllib
from collections import Counter
from collections.abc import Callable
from itertools import pairwise
from pathlib import Path
from typing import Any

import pytest
from games.boards import play, start
from games.spoiling import setting

import companion.games.polaris
from companion.games.contract import AnyGame, EditionError
from companion.games.polaris.sky.shapes import fulfilled
from companion.records.self_play import play as play_random

(FOLDER,) = map(Path, companion.games.polaris.__path__)
DOCUMENT = tomllib.loads((FOLDER / "editions" / "POL-REF-1.toml").read_text("utf-8"))


@pytest.mark.clause("POL-COMP-1", "POL-COMP-2", "POL-COMP-3", "POL-SET-1", "POL-Q11")
def test_the_reference_edition_is_what_the_rulebook_counts(reference: Any) -> None:
    sky = reference.sky
    assert reference.players == (2, 3, 4)
    assert (reference.rounds, sky.sectors, len(reference.phases)) == (5, 5, 5)
    assert (sky.north, len(sky.ends), sky.red.bit_count()) == (100, 185, 25)
    assert sky.white.bit_count() == 15
    assert sky.marked.bit_count() == 10
    assert not sky.red & sky.white
    assert not sky.marked & (sky.red | sky.white)
    assert Counter(mask.bit_count() for mask in sky.rim[:100]) == {4: 65, 3: 35}
    decks = Counter(card.deck for card in reference.cards for _ in range(card.count))
    assert decks == {0: 40, 1: 24}
    assert sum(card.count for card in reference.cards if card.dawn) == 15
    assert (len(reference.goals), len(reference.personal)) == (15, 10)
    assert reference.round.dawn_track == 7
    per_phase = Counter(c.phase for c in reference.cards for _ in range(c.count) if not c.deck)
    assert set(per_phase.values()) == {8}


@pytest.mark.clause("POL-SET-1", "POL-Q4", "POL-Q9")
def test_the_polar_grid(reference: Any) -> None:
    """Names, sectors and directions follow from orbit and column."""
    sky = reference.sky
    for (one, other), direction in zip(sky.ends, sky.direction, strict=True):
        names = [sky.names[space] for space in (one, other)]
        if "N" in names:
            assert direction == 1
            continue
        (o, k), (p, m) = (map(int, name.split(",")) for name in names)
        assert (p - o, (m - k) % 20) == ((0, 1) if direction == 0 else (1, 0))
    for sector in range(1, 6):
        mask = sky.sector_spaces[sector - 1]
        columns = {int(name.split(",")[1]) for name in sky.space_names(mask)}
        assert columns == {(4 * sector - 4 + step) % 20 for step in range(5)}
    line = sky.line_index[sky.index["1,4"], sky.index["2,4"]]
    assert [mask >> line & 1 for mask in sky.sector_lines] == [1, 1, 0, 0, 0]


def test_geometry_is_the_polar_grid_in_millimetres() -> None:
    radii = {1: 40.0, 2: 65.0, 3: 90.0, 4: 115.0, 5: 140.0}
    for name, orbit, _, _, (x_mm, y_mm) in DOCUMENT["sky"]["spaces"]:
        dx, dy = x_mm - 150.0, y_mm - 150.0
        assert (dx * dx + dy * dy) ** 0.5 == pytest.approx(radii[orbit], abs=0.02), name
    tops = [s for s in DOCUMENT["sky"]["spaces"] if s[0] == "5,0"]
    assert tops[0][4] == [150.0, 10.0]
    fives = [s[4] for s in DOCUMENT["sky"]["spaces"] if s[0] == "5,5"]
    assert fives == [[290.0, 150.0]]  # columns run clockwise


def _space(number: int, place: int, to: Any) -> Callable[[dict[str, Any]], None]:
    return setting("sky", "spaces", number, place, to=to)


BROKEN = [
    ("name", setting("name", to=None)),
    ("colour", setting("colour", to=3)),
    ("rounds", setting("rounds", to="five")),
    ("rounds", setting("rounds", to=6)),
    ("players", setting("players", to=[7])),
    ("neutral_players", setting("neutral_players", to=[5])),
    ("phases", setting("phases", to=["new", "half"])),
    ("phases", setting("phases", 1, to="new")),
    ("components.basic", setting("components", "basic", to=41)),
    ("components.advanced", setting("components", "advanced", to=25)),
    ("components.goals", setting("components", "goals", to=14)),
    ("components.personal", setting("components", "personal", to=9)),
    ("setup.hand", setting("setup", "hand", to=6)),
    ("setup.hand", setting("setup", "basic_slots", to=39)),
    ("setup.advanced_slots", setting("setup", "advanced_slots", to=25)),
    ("setup.shooting_stars", setting("setup", "shooting_stars", to=[1, 2])),
    ("round.dawn_track", setting("round", "dawn_track", to=4)),
    ("scoring.constellation", setting("scoring", "constellation", to=[[2, 0]])),
    ("scoring.personal", setting("scoring", "personal", to=[[1, 3], [1, 4]])),
    ("card SH.counts", setting("card", 0, "counts", to={"dusk": 10})),
    ("card[0].options[0].elements[0]", setting("card", 0, "options", 0, "elements", to=["star 1"])),
    ("card SH", setting("card", 0, "options", 0, "elements", to=["star a", "star a"])),
    ("card SH", setting("card", 0, "options", 0, "elements", to=["star a", "h a a"])),
    ("card X1", setting("card", 4, "dawn", to=True)),
    ("card", setting("card", 3, "dawn", to=False)),
    ("card", setting("card", 1, "kind", to="SH")),
    ("goal[0].number", setting("goal", 0, "number", to=6)),
    ("goal[5].number", setting("goal", 5, "number", to=9)),
    ("goal[10].number", setting("goal", 10, "number", to=1)),
    ("goal[11].then", setting("goal", 11, "then", to=1)),
    ("goal[14].then_lines", setting("goal", 14, "then_lines", to=None)),
    ("goal[0].scale", setting("goal", 0, "scale", to=[[1, 2]])),
    ("goal", setting("goal", 1, "name", to="sector1")),
    ("goal[0].kind", setting("goal", 0, "kind", to="moon")),
    ("personal[0].images", setting("personal", 0, "images", to=[["h a b", "h c d"]])),
    ("personal[0].images", setting("personal", 0, "images", to=[["h a b", "h b c"], ["v a b"]])),
    ("personal[0].images", setting("personal", 0, "images", to=[["h a b"], ["h c d"]])),
    ("personal[0].images[0]", setting("personal", 0, "images", to=[["h a b", "v a b"]])),
    ("personal[0].images[0]", setting("personal", 0, "images", to=[["h a a"]])),
    ("sky.spaces[0]", _space(0, 2, [1, 9])),
    ("sky.spaces[0]", _space(0, 3, "white")),
    ("sky.spaces[1]", _space(1, 3, "red")),
    ("sky.spaces[1]", _space(1, 4, [400.0, 0.0])),
    ("sky.spaces", _space(1, 0, "1,0")),
    ("sky.lines[0]", setting("sky", "lines", 0, 0, to="9,9")),
    ("sky.lines[0]", setting("sky", "lines", 0, 1, to="1,0")),
    ("sky.lines[0]", setting("sky", "lines", 0, 3, to=[3])),
    ("sky.lines[0]", setting("sky", "lines", 0, 3, to=[])),
    ("sky.lines[1]", setting("sky", "lines", 1, to=["1,1", "1,0", "h", [1]])),
    ("sky.lines", setting("sky", "lines", to=DOCUMENT["sky"]["lines"][:100])),
    ("sky.marked", setting("sky", "marked", to=["N"])),
    ("sky.marked", setting("sky", "marked", to=["2,3", "2,3"])),
    ("sky", setting("sky", "star_diameter_mm", to=float("nan"))),
]


@pytest.mark.clause("POL-Q11")
@pytest.mark.parametrize(("key", "change"), BROKEN, ids=[str(n) for n in range(len(BROKEN))])
def test_a_broken_file_is_refused_with_its_key(
    polaris: AnyGame, key: str, change: Callable[[dict[str, Any]], None]
) -> None:
    document = copy.deepcopy(DOCUMENT)
    change(document)
    with pytest.raises(EditionError) as error:
        polaris.read_edition(document, "mine.toml")
    sentence = str(error.value)
    assert sentence.startswith("mine.toml: ")
    assert key in sentence
    assert "\n" not in sentence


def _few_cards() -> dict[str, Any]:
    """The reference sky with 22 basic cards, more than hands, slots and track of two hold."""
    document = copy.deepcopy(DOCUMENT)
    document["name"] = "BOX"
    document["card"] = [c for c in document["card"] if c["kind"] in ("SH", "D", "X1", "X2")]
    document["card"][0]["counts"] = {"new": 2, "half": 1, "full": 1}
    document["card"][1]["counts"] = {"new": 5, "half": 5}
    document["components"].update(basic=14, advanced=10)
    document["players"] = [2]
    return document


@pytest.mark.clause("POL-Q22")
def test_a_slot_stays_empty_when_no_card_is_left(polaris: AnyGame) -> None:
    box = polaris.read_edition(_few_cards(), "box.toml")
    dawn = {"dawn": ["new-D"], "basic": {"slots": ["new-D", "new-D", "new-D", "full-SH"]}}
    hands = {"A": {"hand": ["half-D"] * 4}, "B": {"hand": ["half-D", "new-D", "new-SH", "new-SH"]}}
    position = {**dawn, "players": hands}
    state = start(polaris, box, position=position)
    assert state.deck_left(0) == 1
    state, events = play(polaris, state, "take A full-SH", "reveal half-SH", "take B new-D")
    assert {"event.slot_empty"} <= {event.key for event in events}
    assert {event.clause for event in events if event.key == "event.slot_empty"} == {"POL-Q22"}
    slots = polaris.write_position(state)["basic"]["slots"]
    assert slots == ["empty", "new-D", "new-D", "half-SH"]
    play(polaris, state, "stars A")
    for seed in range(3):
        assert not play_random(polaris, box, 2, seed, {}).broken


@pytest.mark.clause("POL-Q17")
def test_more_lines_spoil_a_shape_unless_the_setting_lets_them(polaris: AnyGame) -> None:
    """Three stars of four round a square, by an edition whose goal is a row bent twice."""
    document = copy.deepcopy(DOCUMENT)
    document["personal"][0]["images"] = [["h a b", "v b c", "h d c"]]
    box = polaris.read_edition(document, "box.toml")
    position = {
        "players": {"A": {"stars": ["2,1", "2,2", "3,1", "3,2"], "goal": "G1"}},
        "lines": ["2,1-2,2", "2,2-3,2", "3,1-3,2", "2,1-3,1"],
    }
    for induced, vp in ((True, 0), (False, 3)):
        state = start(polaris, box, 3, position, goal_induced=induced)
        wanted = box.personal[0]
        found = fulfilled(box.sky, wanted, state.stars[0], state.lines, induced, 4)
        assert len(found) == (0 if induced else 1)
        score = next(s for s in polaris.final_score(state).seats if s.seat == "A")
        assert dict(score.lines)["score.personal"] == vp


@pytest.mark.clause("POL-Q11", "POL-ROUND-9")
def test_the_dawn_track_gets_shorter_by_the_goals_it_holds(polaris: AnyGame) -> None:
    document = copy.deepcopy(DOCUMENT)
    document["round"]["dawn_track"] = 5
    box = polaris.read_edition(document, "box.toml")
    for number, free in ((1, 5), (2, 4), (5, 1)):
        state = start(polaris, box, position={"round": number})
        assert state.dawn_spaces == free
    for seed in range(2):
        run = play_random(polaris, box, 2, seed, {})
        assert not run.broken


def test_points_are_sorted_by_columns_in_the_file() -> None:
    """A person finds a space in the file by orbit, then column."""
    names = [tuple(map(int, s[0].split(","))) for s in DOCUMENT["sky"]["spaces"]]
    assert all(a < b for a, b in pairwise(names))


# Numbers of the rules themselves; all others belong to the edition.
ALLOWED = {0, 1, 2}
BOUNDS = {"LOOKED_AT", "_INNER", "_FIXED"}


def test_no_number_of_an_edition_is_written_in_the_rules() -> None:
    """No rule, state or scoring module has a number that a printed copy could change."""
    names = ["scoring.py", "state.py", "prompting.py", "setup.py", "hidden.py", "edition.py"]
    modules = [*(FOLDER / "rules").glob("*.py"), *(FOLDER / "sky").glob("*.py")]
    modules += [FOLDER / name for name in names]
    assert len(modules) > 15
    for path in modules:
        for node in ast.parse(path.read_text("utf-8")).body:
            if {ast.unparse(t) for t in getattr(node, "targets", [])} & BOUNDS:
                continue
            for part in ast.walk(node):
                if isinstance(part, ast.Constant) and type(part.value) in (int, float):
                    assert part.value in ALLOWED, (path.name, part.lineno, part.value)
