"""The Girl's drawings: what is printed is what the rulebook counts and the edition says."""

from __future__ import annotations

import itertools
import math
from collections import Counter
from typing import Any

import pytest
from games.girl_drawings import board_of, of_family
from shapely.geometry import Polygon as Outline

from companion.games.contract import LANGUAGES, AnyGame
from companion.games.girl.art.outlines import towards
from companion.games.girl.pieces import SIDES
from companion.games.printable import Printable
from companion.prints import Prints

BOARDS = ("player", "main", "sky", "score")
QUIET_MODULE = 1 / 6  # white round a marker, in sides of the marker


def counts(art: Prints, family: str) -> Counter[str]:
    return Counter({piece.kind: piece.count for piece in of_family(art, family)})


def test_the_game_can_be_printed(girl: AnyGame, reference: Any) -> None:
    assert isinstance(girl, Printable)
    assert girl.prints(reference).dictionary == "DICT_4X4_50"


@pytest.mark.clause("GIRL-COMP-1", "GIRL-COMP-2", "GIRL-COMP-3", "GIRL-COMP-4", "GIRL-COMP-5")
def test_as_many_pieces_as_the_rulebook_counts(art: Prints) -> None:
    assert [(board.name, board.count) for board in art.boards] == [
        ("player", 4), ("main", 1), ("sky", 1), ("score", 1),
    ]  # fmt: skip
    assert counts(art, "girl") == {"girl": 1}
    assert counts(art, "stardust") == {"stardust": 50}
    assert counts(art, "crystal") == {"blue": 30, "red": 30, "yellow": 30}
    assert counts(art, "ash") == {
        "x2": 3, "scouting": 2, "foraging": 2, "offering": 2, "recall": 2, "stardust": 2,
    }  # fmt: skip
    tiles = of_family(art, "star")
    assert sum(piece.count for piece in tiles[:32]) == 128
    assert [piece.kind for piece in tiles[32:]] == ["T33", "T34", "T35", "T36", "T37", "T38"]
    assert counts(art, "bonus") == dict.fromkeys(("double", "lights", "actions", "villager"), 4)
    for family, each in (("elder", 1), ("marker", 1), ("villager", 4)):
        assert counts(art, family) == {f"{family} {seat}": each for seat in "ABCD"}
    assert counts(art, "food") == {"fruit": 16, "fish": 12, "rabbit": 12, "antelope": 12}
    assert sum(counts(art, "reward").values()) == 20
    assert counts(art, "card") == {"O1": 1, "O2": 1, "O3": 1, "O4": 1}


@pytest.mark.clause("GIRL-SET-14")
def test_every_connection_reward_shows_its_pile_on_the_back(art: Prints) -> None:
    backs = Counter[str]()
    for piece in of_family(art, "reward"):
        assert piece.kind.split()[0] == piece.back_kind.split()[0]
        backs[piece.back_kind] += piece.count
    assert backs == {"3 back": 5, "4 back": 5, "5 back": 5, "6+ back": 5}


def test_every_kind_is_drawn_and_every_drawing_is_of_a_kind(art: Prints) -> None:
    shown = {(piece.family, piece.kind) for piece in art.pieces}
    shown |= {(piece.family, piece.back_kind) for piece in art.pieces if piece.back_kind}
    assert shown == {(family.name, kind) for family in art.families for kind in family.kinds}
    for piece in art.pieces:
        family = next(family for family in art.families if family.name == piece.family)
        assert piece.outline_mm == family.outline_mm
        assert piece.thickness_mm == family.thickness_mm


def test_a_piece_is_drawn_beyond_its_cut_line(art: Prints) -> None:
    for piece in art.pieces:
        for drawing in filter(None, (piece.front, piece.back)):
            for axis in (0, 1):
                reach = max(abs(point[axis]) for point in piece.outline_mm)
                assert drawing.size_mm[axis] / 2 >= reach + 2.9, piece.kind


@pytest.mark.parametrize("name", BOARDS)
def test_places_lie_on_the_board_apart_from_each_other_and_from_markers(
    art: Prints, name: str
) -> None:
    board = board_of(art, name)
    sheet = Outline([(0, 0), (board.drawing.size_mm[0], 0), board.drawing.size_mm,
                     (0, board.drawing.size_mm[1])])  # fmt: skip
    outlines = {place.name: Outline(place.outline_mm) for place in board.places}
    assert len(outlines) == len(board.places)
    families = {family.name for family in art.families}
    for place in board.places:
        assert outlines[place.name].is_valid
        assert sheet.buffer(1e-6).covers(outlines[place.name]), place.name
        assert set(place.families) <= families
    for tag in board.tags[0]:
        edge = (tag.corners_mm[1][0] - tag.corners_mm[0][0]) * QUIET_MODULE
        white = Outline(tag.corners_mm).buffer(edge, join_style="mitre")
        assert sheet.covers(Outline(tag.corners_mm))
        touched = [each for each, outline in outlines.items() if outline.intersects(white)]
        assert not touched, (tag.id, touched)
    for (one, first), (other, second) in itertools.combinations(outlines.items(), 2):
        if one == "card" and other.startswith("offering "):
            assert first.covers(second)
        else:
            assert first.intersection(second).area < 0.01, (one, other)


def test_no_two_boards_carry_the_same_marker(art: Prints) -> None:
    ids = [tag.id for board in art.boards for tags in board.tags for tag in tags]
    assert len(ids) == len(set(ids)) == 4 * 6 + 6 + 6 + 6
    assert max(ids) < 50


def test_the_boards_have_the_places_of_the_edition(art: Prints, reference: Any) -> None:
    names = {board.name: [place.name for place in board.places] for board in art.boards}
    assert len(names["player"]) == 45 + 4
    assert {"3,3", "0,2", "TL", "TR", "BL", "BR"} <= set(names["player"])
    sites = [site.name for site in reference.sites]
    assert names["main"] == [
        *reference.paths.names,
        *(f"{site}{part}" for site in sites for part in ("", " early bird", " beside")),
        "village", "pile 3", "mark 3", "pile 4", "mark 4", "pile 5", "mark 5", "pile 6+", "mark 6+",
        "card", "offering a", "offering b", "offering c", "offering d",
    ]  # fmt: skip
    assert names["sky"] == [f"sky{space}" for space in range(1, 14)]
    assert names["score"] == [str(number) for number in range(100)]


@pytest.mark.clause("GIRL-DUST-5", "GIRL-SET-13", "GIRL-REC-2")
def test_places_have_room_for_what_may_lie_there(art: Prints) -> None:
    room = {
        place.name: place.capacity
        for name in ("player", "main", "score")
        for place in board_of(art, name).places
    }
    assert room["3,3"] == SIDES
    assert (room["F1"], room["pile 3"], room["99"]) == (4, 4, 4)
    assert room["village"] == 16
    assert room["offering d"] == 3


def test_six_stardust_lie_side_by_side_in_a_hex(art: Prints) -> None:
    (dust,) = of_family(art, "stardust")
    diameter = 2 * max(y for _, y in dust.outline_mm)
    cell = Outline(next(p for p in board_of(art, "player").places if p.name == "3,3").outline_mm)
    middle = (cell.centroid.x, cell.centroid.y)
    for turn in range(SIDES):
        at = towards(60.0 * turn, diameter, middle)
        disc = [towards(step, diameter / 2, at) for step in range(0, 360, 5)]
        assert cell.covers(Outline(disc))
    assert math.isclose(
        math.dist(towards(0, diameter, middle), towards(60, diameter, middle)), diameter
    )


@pytest.mark.parametrize("language", LANGUAGES)
def test_titles_notes_and_families_have_words(art: Prints, girl: AnyGame, language: str) -> None:
    keys = [board.key for board in art.boards] + list(art.notes)
    keys += [f"family.{family.name}" for family in art.families]
    for key in keys:
        said = girl.say(key, language, {})
        assert said != key
        assert (language == "en") == said.isascii()
