"""The Girl's drawings: what is printed is what the rulebook counts and the edition says."""

from __future__ import annotations

import copy
import itertools
import math
import tomllib
from collections import Counter
from collections.abc import Callable
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from shapely.geometry import Polygon as Outline

import companion.games.girl
from companion.drawing import Drawing
from companion.games.contract import LANGUAGES, AnyGame, EditionError
from companion.games.girl.art import prints
from companion.games.girl.art.outlines import edge_deg, towards
from companion.games.girl.pieces import SIDES
from companion.games.printable import Printable
from companion.prints import BoardPrint, PiecePrint, Prints
from hardware.simulated.drawing_raster import Screen, drawing_bgr

(FOLDER,) = map(Path, companion.games.girl.__path__)
DOCUMENT = tomllib.loads((FOLDER / "editions" / "GIRL-REF-1.toml").read_text("utf-8"))
BOARDS = ("player", "main", "sky", "score")
PX_PER_MM = 8.0
QUIET_MODULE = 1 / 6  # white round a marker, in sides of the marker


@pytest.fixture(scope="module")
def art(reference: Any) -> Prints:
    return prints(reference)


def board_of(art: Prints, name: str) -> BoardPrint:
    return next(board for board in art.boards if board.name == name)


def of_family(art: Prints, family: str) -> list[PiecePrint]:
    return [piece for piece in art.pieces if piece.family == family]


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


def pixel(picture: Screen, drawing: Drawing, at_mm: tuple[float, float]) -> np.ndarray[Any, Any]:
    """The colour at a place measured from the drawing's middle."""
    x, y = ((drawing.size_mm[axis] / 2 + at_mm[axis]) * PX_PER_MM for axis in (0, 1))
    return picture[int(y), int(x)].astype(float)


@pytest.mark.clause("GIRL-STAR-2", "GIRL-STAR-5")
def test_the_lines_of_a_tile_are_those_of_the_edition(art: Prints) -> None:
    """At the middle of each side, and between middle and side, there is a line or there is none."""
    patterns = DOCUMENT["lines"]
    expected = {name: patterns[pattern] for name, _, pattern in DOCUMENT["tiles"]["fronts"]}
    tiles = of_family(art, "star")
    back = tiles[0].back
    assert back is not None
    drawn = [(tile.front, expected[tile.kind]) for tile in tiles]
    for drawing, edges in [*drawn, (back, DOCUMENT["tiles"]["back"])]:
        picture = drawing_bgr(drawing, PX_PER_MM)
        ground = pixel(picture, drawing, towards(0.0, 10.0))
        for distance in (8.5, 11.0, 14.3):
            found = [
                edge
                for edge in range(SIDES)
                if luma(pixel(picture, drawing, towards(edge_deg(edge), distance)), ground) > 60
            ]
            assert found == edges


def luma(one: np.ndarray[Any, Any], other: np.ndarray[Any, Any]) -> float:
    weights = np.array([0.114, 0.587, 0.299])
    return float(abs((one - other) @ weights))


def test_a_line_is_wide_enough_for_a_camera(art: Prints) -> None:
    """Across a line to the right, between the star in the middle and the side."""
    for tile in of_family(art, "star"):
        edges = next(
            DOCUMENT["lines"][p] for n, _, p in DOCUMENT["tiles"]["fronts"] if n == tile.kind
        )
        if 1 not in edges:
            continue
        picture = drawing_bgr(tile.front, PX_PER_MM)
        ground = pixel(picture, tile.front, towards(0.0, 10.0))
        across = [pixel(picture, tile.front, (12.0, step / 10)) for step in range(-40, 41)]
        assert 2.5 <= sum(luma(colour, ground) > 60 for colour in across) / 10 <= 4.5


def test_no_two_tiles_look_alike_however_they_are_turned(art: Prints) -> None:
    """Fronts and back, each turned six ways, differ in more than a few pixels in a hundred."""
    tiles = of_family(art, "star")
    sides = [(tile.kind, tile.front) for tile in tiles] + [("back", tiles[0].back)]
    small = 2.0
    looks = []
    for kind, drawing in sides:
        assert drawing is not None
        size = drawing.size_mm
        for turn in range(SIDES):
            turned = Drawing(size).placed(drawing, (size[0] / 2, size[1] / 2), 60.0 * turn)
            picture = drawing_bgr(turned, small).astype(float)
            rows, columns = np.indices(picture.shape[:2]) / small
            inside = np.hypot(rows - size[1] / 2, columns - size[0] / 2) < 14.0
            looks.append((kind, picture[inside]))
    upright = looks[::SIDES]
    for (kind, one), (other, two) in itertools.product(upright, looks):
        if kind != other:
            assert (np.abs(one - two).max(axis=1) > 60).mean() > 0.04, (kind, other)


def test_the_colours_of_tiles_are_far_apart(art: Prints) -> None:
    """In chromaticity, so that no lamp's brightness brings them together."""
    grounds = {}
    for tile in of_family(art, "star"):
        colour = next(c for name, c, _ in DOCUMENT["tiles"]["fronts"] if name == tile.kind)
        picture = drawing_bgr(tile.front, PX_PER_MM)
        bgr = pixel(picture, tile.front, towards(0.0, 10.0))
        grounds[colour] = bgr / bgr.sum()
    assert len(grounds) == 4
    for one, other in itertools.combinations(grounds.values(), 2):
        assert np.abs(one - other).max() > 0.12


@pytest.mark.parametrize(
    ("family", "from_middle"),
    [("crystal", -1), ("marker", -1), ("villager", 0.1), ("elder", 0.2), ("food", -1), ("ash", -1)],
)
def test_nobody_needs_to_see_colours(art: Prints, family: str, from_middle: float) -> None:
    """In grey, light or dark against its ground, each kind has a sign of its own shape.

    People have theirs to the right of a figure that they share, `from_middle` radii on.
    """
    signs = []
    for piece in of_family(art, family):
        picture = drawing_bgr(piece.front, PX_PER_MM)
        grey = picture @ np.array([0.114, 0.587, 0.299])
        reach = max(y for _, y in piece.outline_mm)
        middle = piece.front.size_mm[0] / 2
        ground = grey[round(middle * PX_PER_MM), round((middle - 0.7 * reach) * PX_PER_MM)]
        rows, columns = np.indices(grey.shape) / PX_PER_MM - middle
        inside = (np.hypot(rows, columns) < 0.72 * reach) & (columns > from_middle * reach)
        signs.append((np.abs(grey - ground) > 40) & inside)
    assert len(signs) >= 3
    for one, other in itertools.combinations(signs, 2):
        assert one.any()
        assert (one & other).sum() / (one | other).sum() < 0.9


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


def test_the_dish_is_that_of_the_rules(art: Prints, reference: Any) -> None:
    """GIRL-ASH-6: what is printed where the rules say a colour lies is of that colour."""
    board = board_of(art, "sky")
    dish, drawing = board.dish, board.drawing
    assert dish is not None
    assert (dish.target_radius_mm, dish.hub_radius_mm) == (90.0, 25.0)
    assert dish.areas == reference.dish.areas
    picture = drawing_bgr(drawing, 3.0)
    half = (drawing.size_mm[0] / 2, drawing.size_mm[1] / 2)
    channel = {"blue": 0, "red": 2}
    for area in reference.dish.areas:
        for share, radius in itertools.product((0.07, 0.45, 0.93), (28.0, 88.0)):
            angle = area.from_deg + (area.to_deg - area.from_deg) * share
            x, y = towards(angle, radius, dish.centre_mm)
            bgr = picture[int(y * 3), int(x * 3)].astype(float)
            if area.colour == "yellow":
                assert min(bgr[1], bgr[2]) > 1.5 * bgr[0]
            else:
                own = channel[area.colour]
                assert bgr[own] > 1.3 * np.delete(bgr, own).max()
    assert half[0] == dish.centre_mm[0]
    x, y = dish.centre_mm[0] + 20.0, dish.centre_mm[1]
    assert picture[int(y * 3), int(x * 3)].min() > 200  # the hub is pale


@pytest.mark.clause("GIRL-SCOUT-4")
def test_a_gate_shows_its_colour_and_other_spaces_show_none(art: Prints, reference: Any) -> None:
    drawing = board_of(art, "main").drawing
    picture = drawing_bgr(drawing, 4.0)
    vivid = {0: (224, 120, 36), 1: (44, 48, 212), 2: (30, 200, 248)}
    for space, (x, y) in enumerate(reference.paths.at_mm):
        bgr = picture[int(y * 4), int(x * 4)].astype(float)
        near = [each for each, colour in vivid.items() if np.abs(bgr - colour).max() < 40]
        assert near == (
            [reference.paths.colour[space] - 1] if reference.paths.colour[space] else []
        )


@pytest.mark.parametrize("language", LANGUAGES)
def test_titles_notes_and_families_have_words(art: Prints, girl: AnyGame, language: str) -> None:
    keys = [board.key for board in art.boards] + list(art.notes)
    keys += [f"family.{family.name}" for family in art.families]
    for key in keys:
        said = girl.say(key, language, {})
        assert said != key
        assert (language == "en") == said.isascii()


def _set(*path: Any, to: Any) -> Callable[[dict[str, Any]], None]:
    def change(document: dict[str, Any]) -> None:
        target: Any = document["print"]
        for key in path[:-1]:
            target = target[key]
        if to is None:
            del target[path[-1]]
        else:
            target[path[-1]] = to

    return change


def _one_bonus_of_three(document: dict[str, Any]) -> None:
    document["board"]["bonus"][1]["cells"] = ["0,6", "0,7", "1,6"]


def _bonus_in_two_parts(document: dict[str, Any]) -> None:
    document["board"]["bonus"][0]["cells"] = ["0,0", "2,0"]


def _more_rows(document: dict[str, Any]) -> None:
    document["board"]["rows"] = [8, 7, 8, 7, 8, 7, 8, 7, 8]


BROKEN = [
    ("no table [print]", lambda document: document.pop("print")),
    ("print.hex_mm", _set("hex_mm", to=0.0)),
    ("print.hex_mm", _set("hex_mm", to=float("nan"))),
    ("print.hex_mm", _set("hex_mm", to=float("inf"))),
    ("print.card_mm", _set("card_mm", to=[100.0])),
    ("print.main.village_mm", _set("main", "village_mm", to=[1.0, 2.0, -3.0, 4.0])),
    ("print.thickness_mm", _set("thickness_mm", "star", to=None)),
    ("print.sky.track_from_deg", _set("sky", "track_from_deg", to=float("nan"))),
    ("print.main.decor", _set("main", "decor", 0, "figure", to="dragon")),
    ("print.diameter_mm.stardust", _set("diameter_mm", "stardust", to=12.0)),
    ("print.diameter_mm.crystal", _set("diameter_mm", "crystal", to=15.0)),
    ("print.tile_play_mm", _set("tile_play_mm", to=15.0)),
    ("print.line_mm", _set("line_mm", to=8.0)),
    ("print.sky.tags.first_id", _set("sky", "tags", "first_id", to=3)),
    ("print.score.tags.corners_mm[0]", _set("score", "tags", "corners_mm", 0, to=[-1.0, 4.0])),
    ("the marker lies on 2,0", _set("player", "tags", "corners_mm", 1, to=[25.0, 89.0])),
    ("the marker lies on village", _set("main", "tags", "corners_mm", 2, to=[190.0, 130.0])),
    ("reaches over", _set("player", "first_cell_mm", to=[5.0, 20.0])),
    ("print.player: ", _more_rows),
    ("print.sky.dish_at_mm", _set("sky", "dish_at_mm", to=[203.0, 230.0])),
    ("print.main.sites: F1", _set("main", "sites", "F1", to=None)),
    ("print.main: piles_mm", _set("main", "piles_mm", to=[[155.0, 66.0]])),
    ("board.bonus: TR", _one_bonus_of_three),
    ("board.bonus: TL", _bonus_in_two_parts),
]


@pytest.mark.parametrize(("key", "change"), BROKEN, ids=[str(n) for n in range(len(BROKEN))])
def test_what_can_not_be_drawn_is_refused_with_its_key(
    girl: AnyGame, key: str, change: Callable[[dict[str, Any]], None]
) -> None:
    document = copy.deepcopy(DOCUMENT)
    change(document)
    with pytest.raises(EditionError) as error:
        prints(girl.read_edition(document, "mine.toml"))
    sentence = str(error.value)
    assert key in sentence
    assert "\n" not in sentence


def test_a_file_without_shapes_is_complete_for_the_rules(girl: AnyGame) -> None:
    document = copy.deepcopy(DOCUMENT)
    del document["print"]
    assert girl.read_edition(document, "mine.toml").printed_shapes is None


def test_bonus_tokens_of_three_hexes_can_be_drawn(girl: AnyGame) -> None:
    """Another box: the same shape in every corner."""
    document = copy.deepcopy(DOCUMENT)
    cells = [["0,0", "0,1", "0,2"], ["0,5", "0,6", "0,7"], ["6,0", "6,1", "6,2"]]
    cells.append(["6,5", "6,6", "6,7"])
    for bonus, three in zip(document["board"]["bonus"], cells, strict=True):
        bonus["cells"] = three
    art = prints(girl.read_edition(document, "mine.toml"))
    (family,) = (family for family in art.families if family.name == "bonus")
    area = Outline(family.outline_mm).area
    assert area == pytest.approx(3 * 30.0**2 * math.sqrt(3) / 2, rel=0.08)
    assert len(board_of(art, "player").places) == 41 + 4
