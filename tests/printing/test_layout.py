"""Tiling and packing: pure layout, for any size."""

from __future__ import annotations

import math
from itertools import pairwise

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from shapely import STRtree
from shapely.geometry import Polygon, box

from companion.drawing import regular_polygon_mm
from companion.printing.packing import Item, TooLargeError, pack
from companion.printing.page_frame import Window
from companion.printing.piece_pages import grown_mm
from companion.printing.tiling import OVERLAP_MM, spans, tiles_of

LENGTHS = st.floats(20.0, 900.0)
WINDOW = Window(7.0, 17.0, 196.0, 262.0)


@given(LENGTHS, st.floats(50.0, 300.0))
def test_spans_cover_a_length_with_overlap_and_as_few_as_can_be(length: float, room: float) -> None:
    found = spans(length, room)
    assert found[0][0] == 0.0
    assert found[-1][1] == length
    assert all(end - start <= room + 1e-6 for start, end in found)
    for (_, end), (start, _) in pairwise(found):
        assert end - start == pytest.approx(OVERLAP_MM)
    assert len(found) == max(1, math.ceil((length - OVERLAP_MM - 1e-9) / (room - OVERLAP_MM)))


@given(LENGTHS, st.lists(st.tuples(st.floats(0, 900), st.floats(10, 30)), max_size=4))
def test_seams_stay_within_the_paper_whatever_is_to_stay_whole(
    length: float, boxes: list[tuple[float, float]]
) -> None:
    whole = [(start, start + size) for start, size in boxes]
    found = spans(length, 190.0, whole)
    assert all(end - start <= 190.0 + 1e-6 for start, end in found)
    assert len(found) == len(spans(length, 190.0))


def test_a_seam_avoids_a_marker_in_the_middle() -> None:
    (_, end), (start, _) = spans(300.0, 196.0, [(138.0, 162.0)])
    assert not 138.0 < start < 162.0
    assert end == start + OVERLAP_MM
    even = spans(300.0, 196.0)[1][0]
    assert even == pytest.approx(150.0)


def test_tiles_know_where_their_neighbours_are_glued_on() -> None:
    tiles = tiles_of((300.0, 300.0), (196.0, 262.0))
    assert [tile.name for tile in tiles] == ["A1", "A2", "B1", "B2"]
    assert tiles[0].next_x == tiles[1].from_mm[0]
    assert tiles[0].next_y == tiles[2].from_mm[1]
    assert tiles[3].next_x is None
    assert tiles[3].next_y is None
    assert [tile.name for tile in tiles_of((196.0, 262.0), (196.0, 262.0))] == ["A1"]


OUTLINES = st.one_of(
    st.builds(
        lambda radius, corners, first: regular_polygon_mm((0.0, 0.0), radius, corners, first),
        st.floats(4.0, 40.0),
        st.integers(3, 12),
        st.floats(0.0, 90.0),
    ),
    st.builds(
        lambda w, h: ((-w, -h), (w, -h), (w, h), (-w, h)), st.floats(3.0, 90.0), st.floats(3.0, 90)
    ),
)


@settings(max_examples=60, deadline=None)
@given(st.lists(st.tuples(OUTLINES, st.integers(1, 30)), min_size=1, max_size=4))
def test_pieces_keep_their_gap_and_stay_in_the_window(
    groups: list[tuple[tuple[tuple[float, float], ...], int]],
) -> None:
    gap = 2.0
    items = [
        Item((g, n), outline, gap)
        for g, (outline, count) in enumerate(groups)
        for n in range(count)
    ]
    pages = pack(items, WINDOW)
    assert sorted(p.item.what for page in pages for p in page) == sorted(i.what for i in items)
    window = box(7.0, 17.0, 203.0, 279.0).buffer(1e-6)
    for page in pages:
        shapes = [Polygon(placed.outline_mm) for placed in page]
        assert all(window.covers(shape) for shape in shapes)
        near = STRtree(shapes).query(shapes, predicate="dwithin", distance=gap - 1e-6)
        assert all(one == other for one, other in near.T)


def test_rows_of_hexes_move_together() -> None:
    outline = regular_polygon_mm((0.0, 0.0), 15.0, 6)
    (page,) = pack([Item(n, outline, 2.0) for n in range(60)], WINDOW)
    rows = sorted({round(placed.middle_mm[1], 3) for placed in page})
    assert rows[1] - rows[0] == pytest.approx(22.5 + 2.0 * math.cos(math.radians(30)), abs=0.01)


def test_a_long_piece_is_turned_and_one_that_is_too_long_is_refused() -> None:
    long = ((-110.0, -20.0), (110.0, -20.0), (110.0, 20.0), (-110.0, 20.0))
    ((placed,),) = pack([Item("long", long, 2.0)], WINDOW)
    assert placed.angle_deg == 90.0
    too_long = tuple((1.5 * x, y) for x, y in long)
    with pytest.raises(TooLargeError):
        pack([Item("too long", too_long, 2.0)], WINDOW)


@given(OUTLINES, st.booleans())
def test_a_grown_outline_reaches_the_bleed_everywhere(
    outline: tuple[tuple[float, float], ...], backwards: bool
) -> None:
    given_way = outline[::-1] if backwards else outline
    grown = Polygon(grown_mm(given_way, 3.0))
    assert grown.buffer(1e-6).covers(Polygon(outline).buffer(3.0 - 1e-6, quad_segs=2))
    assert Polygon(outline).exterior.distance(grown.exterior) == pytest.approx(3.0, abs=0.02)
