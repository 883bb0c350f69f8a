"""Drawings become the right pixels: measured, not compared with a stored picture."""

from __future__ import annotations

import math

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from companion.drawing import (
    Disc,
    Drawing,
    Ink,
    Polygon,
    Stroke,
    Words,
    arc_points_mm,
    regular_polygon_mm,
)
from hardware.simulated.drawing_raster import drawing_bgr, outline_mask

BLACK = "#000000"
RED = Ink(fill="#ff0000")


def red_mm2(drawing: Drawing, px_per_mm: float) -> float:
    """How many square millimetres are red on a black ground."""
    return float(drawing_bgr(drawing, px_per_mm, BLACK)[..., 2].sum() / 255 / px_per_mm**2)


@pytest.mark.parametrize("px_per_mm", [2.0, 5.0, 7.3])
@pytest.mark.parametrize(
    ("shape", "area_mm2"),
    [
        (Polygon(((2, 3), (22, 3), (22, 9), (2, 9)), RED), 120),
        (Disc((15, 15), 9, RED), math.pi * 81),
        (Disc((15, 15), 9, Ink(stroke="#ff0000", stroke_mm=2)), math.pi * (100 - 64)),
        (Stroke(((5, 10), (25, 10)), Ink(stroke="#ff0000", stroke_mm=3)), 60 + math.pi * 1.5**2),
        (Polygon(regular_polygon_mm((15, 15), 10, 6, 11), RED), 100 * 3 * math.sqrt(3) / 2),
        (Polygon((*arc_points_mm((15, 15), 9, 0, 90), (15, 15)), RED), math.pi * 81 / 4),
    ],
    ids=["box", "disc", "ring", "line", "hexagon", "quarter"],
)
def test_shapes_have_their_area(
    shape: Polygon | Disc | Stroke, area_mm2: float, px_per_mm: float
) -> None:
    assert red_mm2(Drawing((30, 30), (shape,)), px_per_mm) == pytest.approx(area_mm2, rel=0.012)


def test_edges_lie_where_they_are_drawn() -> None:
    box = Polygon(((1.25, 2.5), (3.75, 2.5), (3.75, 7.5), (1.25, 7.5)), RED)
    red = drawing_bgr(Drawing((10, 10), (box,)), 2.0, BLACK)[..., 2]
    columns = red[10].astype(int)
    assert columns[2] == pytest.approx(128, abs=8)
    assert columns[3:7].tolist() == [255] * 4
    assert columns[7] == pytest.approx(128, abs=8)
    assert red[4, 5] == 0
    assert red[5, 5] == 255


def test_opacity_mixes_and_later_shapes_lie_on_top() -> None:
    whole = ((0, 0), (10, 0), (10, 10), (0, 10))
    drawing = Drawing(
        (10, 10),
        (
            Polygon(whole, Ink(fill="#ff0000")),
            Polygon(whole, Ink(fill="#0000ff", opacity=0.5)),
            Disc((5, 5), 2, Ink(fill="#00ff00")),
        ),
    )
    image = drawing_bgr(drawing, 4)
    assert image[2, 2].tolist() == pytest.approx([128, 0, 128], abs=2)
    assert image[20, 20].tolist() == [0, 255, 0]


def test_neighbouring_shapes_show_no_seam() -> None:
    halves = [
        Polygon(((0, 0), (17, 0), (3, 20), (0, 20)), RED),
        Polygon(((17, 0), (20, 0), (20, 20), (3, 20)), RED),
    ]
    red = drawing_bgr(Drawing((20, 20), tuple(halves)), 5, BLACK)[..., 2]
    assert red.min() >= 200


@pytest.mark.parametrize("angle_deg", [0.0, 90.0, 137.0])
@pytest.mark.parametrize(("text", "bold"), [("HIM", False), ("HIM", True), ("星空", False)])
def test_words_stand_around_their_middle(text: str, bold: bool, angle_deg: float) -> None:
    words = Words(text, (30.0, 25.0), 6.0, "#ff0000", angle_deg, bold)
    red = drawing_bgr(Drawing((60, 50), (words,)), 6, BLACK)[..., 2].astype(float)
    rows, columns = np.indices(red.shape)
    middle_mm = [float((red * axis).sum() / red.sum() / 6) for axis in (columns, rows)]
    assert middle_mm == pytest.approx([30.0, 25.0], abs=1.0)
    if angle_deg == 0.0 and text == "HIM":
        shown = np.flatnonzero(red.max(axis=1) > 128)
        assert (shown[-1] - shown[0] + 1) / 6 == pytest.approx(6.0, abs=0.5)


def test_words_without_ink_paint_nothing() -> None:
    paper = Drawing((10, 10), (Words(" ", (5, 5), 4, "#ff0000"),))
    assert drawing_bgr(paper, 5).min() == 255


def test_an_outline_that_crosses_itself_is_painted() -> None:
    star = tuple(arc_points_mm((10, 10), 8, 144 * i, 144 * i)[0] for i in range(5))
    assert red_mm2(Drawing((20, 20), (Polygon(star, RED),)), 5) > 40


@given(
    st.floats(3, 30),
    st.floats(3, 30),
    st.floats(-10, 40),
    st.floats(-10, 40),
    st.floats(0.5, 9),
    st.floats(1, 8),
)
@settings(max_examples=40, deadline=None)
def test_nothing_is_painted_outside_the_sheet(
    width: float, height: float, x: float, y: float, radius: float, px_per_mm: float
) -> None:
    image = drawing_bgr(Drawing((width, height), (Disc((x, y), radius, RED),)), px_per_mm, BLACK)
    assert image.shape == (round(height * px_per_mm), round(width * px_per_mm), 3)
    assert image[..., :2].max() == 0
    assert image[..., 2].sum() / 255 / px_per_mm**2 <= math.pi * radius**2 * 1.05 + 0.5


def test_a_large_sheet_is_drawn_in_strips_without_a_seam() -> None:
    whole = ((0, 0), (420, 0), (420, 297), (0, 297))
    lines = tuple(
        Stroke(((x, 0.0), (x, 297.0)), Ink(stroke="#ff0000", stroke_mm=1.0))
        for x in range(10, 420, 40)
    )
    image = drawing_bgr(Drawing((420, 297), (Polygon(whole, Ink(fill="#202020")), *lines)), 4)
    assert (image == image[0]).all()


def test_the_outline_of_a_piece_covers_its_area() -> None:
    corners = regular_polygon_mm((0, 0), 15, 6)
    mask = outline_mask(corners, (30, 30), 6)
    assert mask.sum() / 255 / 36 == pytest.approx(225 * 3 * math.sqrt(3) / 2, rel=0.01)
    assert mask[90, 90] == 255
