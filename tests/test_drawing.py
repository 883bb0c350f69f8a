"""Drawings: plain data, turned and placed exactly, painted at exact millimetres."""

from __future__ import annotations

import subprocess
from pathlib import Path

import pytest
from hypothesis import given
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
    turned,
)
from companion.printing.sheet import PAPERS, Sheet
from vision.pictures import read_picture

DPI = 254
RED = Ink(fill="#ff0000")


@pytest.mark.parametrize("colour", ["red", "#FF0000", "#ff00", "ff0000"])
def test_a_colour_is_written_one_way(colour: str) -> None:
    with pytest.raises(ValueError, match="#rrggbb"):
        Ink(fill=colour)


@pytest.mark.parametrize("opacity", [-0.1, 1.1, float("nan")])
def test_opacity_lies_between_0_and_1(opacity: float) -> None:
    with pytest.raises(ValueError, match="opacity"):
        Ink(fill="#ff0000", opacity=opacity)


@given(st.floats(-360, 360), st.floats(-50, 50), st.floats(-50, 50))
def test_turning_keeps_distances_from_the_middle(angle_deg: float, x: float, y: float) -> None:
    drawing = Drawing((20.0, 10.0), (Disc((10 + x, 5 + y), 1.0, RED),))
    (disc,) = turned(drawing, (0.0, 0.0), angle_deg)
    assert isinstance(disc, Disc)
    assert abs(complex(*disc.centre_mm)) == pytest.approx(abs(complex(x, y)), abs=1e-9)


def test_turning_a_quarter_clockwise_moves_the_top_to_the_right() -> None:
    stroke = Stroke(((5.0, 5.0), (5.0, 0.0)), Ink(stroke="#000000", stroke_mm=1.0))
    word = Words("up", (5.0, 5.0), 2.0, "#000000")
    line, words = turned(Drawing((10.0, 10.0), (stroke, word)), (100.0, 50.0), 90.0)
    assert isinstance(line, Stroke)
    assert line.points_mm[1] == pytest.approx((105.0, 50.0))
    assert isinstance(words, Words)
    assert words.angle_deg == 90.0


def test_arcs_and_polygons_begin_at_12_o_clock() -> None:
    assert arc_points_mm((0.0, 0.0), 2.0, 0.0, 90.0)[0] == pytest.approx((0.0, -2.0))
    assert arc_points_mm((0.0, 0.0), 2.0, 0.0, 90.0)[-1] == pytest.approx((2.0, 0.0))
    assert len(regular_polygon_mm((0.0, 0.0), 1.0, 6)) == 6


def test_a_painted_drawing_has_exact_millimetres(tmp_path: Path) -> None:
    square = Polygon(((0.0, 0.0), (40.0, 0.0), (40.0, 40.0), (0.0, 40.0)), RED)
    sheet = Sheet(PAPERS["a4"], "test")
    sheet.paint(Drawing((40.0, 40.0), (square,)), (70.0, 100.0))
    sheet.paint(Drawing((40.0, 40.0), (Disc((20.0, 20.0), 10.0, RED),)), (150.0, 100.0), 30.0)
    (tmp_path / "sheet.pdf").write_bytes(sheet.pdf_bytes())
    command = ["pdftoppm", "-png", "-r", str(DPI), "-singlefile", "sheet.pdf", "sheet"]
    subprocess.run(command, cwd=tmp_path, check=True, timeout=60)
    image_bgr = read_picture(tmp_path / "sheet.png").image_bgr
    painted = (image_bgr[:, :, 2] > 200) & (image_bgr[:, :, 1] < 100)
    columns, rows = painted.any(axis=0).nonzero()[0] / 10, painted.any(axis=1).nonzero()[0] / 10
    assert (columns.min(), columns.max()) == pytest.approx((50.0, 160.0), abs=0.15)
    assert (rows.min(), rows.max()) == pytest.approx((80.0, 120.0), abs=0.15)
