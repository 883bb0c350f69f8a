"""The Girl's drawings in pixels: lines, colours and signs are as the edition says, and differ."""

from __future__ import annotations

import itertools
from typing import Any

import numpy as np
import pytest
from games.girl_drawings import DOCUMENT, board_of, of_family

from companion.drawing import Drawing
from companion.games.girl.art.outlines import edge_deg, towards
from companion.games.girl.pieces import SIDES
from companion.prints import Prints
from hardware.simulated.drawing_raster import Screen, drawing_bgr

PX_PER_MM = 8.0


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
