"""Boards and pieces lie as they are told to, a little astray and never inside each other."""

from __future__ import annotations

import math
import random
from dataclasses import replace

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from shapely.geometry import Point, Polygon
from shapely.ops import unary_union
from small_game import small_lies, small_prints

from companion.errors import InputError
from companion.prints import Lie
from hardware.simulated.tabletop.laying import Habits, lay_pieces
from hardware.simulated.tabletop.layout import Bend, LaidBoard, Pose, TableLayout
from hardware.simulated.tabletop.setting import set_boards
from hardware.simulated.tabletop.studio import copies_of
from hardware.simulated.tabletop.wrongs import with_slips

PRINTS = small_prints(4)
BOARD = PRINTS.boards[0]


def rng_of(seed: int) -> np.random.Generator:
    return np.random.default_rng(seed)


def laid(*lies: Lie, seed: int = 1, habits: Habits | None = None) -> TableLayout:
    boards = (LaidBoard(BOARD, 0, Pose((120, 80), 0.0)),)
    return lay_pieces(PRINTS, boards, lies, rng_of(seed), habits or Habits())


def lie(family: str, kind: str, place: str = "1,1", turn: int = 0, back: bool = False) -> Lie:
    return Lie("field", 0, place, family, kind, turn, back)


@given(st.integers(0, 10_000), st.integers(1, 4))
@settings(max_examples=15, deadline=None)
def test_boards_lie_side_by_side(seed: int, count: int) -> None:
    boards = set_boards(copies_of(PRINTS)[:count], rng_of(seed))
    outlines = [Polygon(board.outline_mm) for board in boards]
    assert len(outlines) == count
    for number, outline in enumerate(outlines):
        assert outline.area == pytest.approx(math.prod(BOARD.drawing.size_mm))
        assert all(outline.distance(other) > 3 for other in outlines[:number])
    left, top, _, _ = TableLayout(boards).bounds_mm
    assert (left, top) == pytest.approx((0, 0), abs=1e-6)


@given(st.floats(-1, 1), st.floats(-1, 1), st.floats(-0.5, 0.5))
def test_a_warped_sheet_touches_the_table_and_is_never_below(
    across: float, down: float, twist: float
) -> None:
    board = LaidBoard(BOARD, 0, Pose((0, 0), 30.0), Bend(across, down, twist))
    width, height = BOARD.drawing.size_mm
    grid = np.stack(np.meshgrid(np.linspace(0, width, 21), np.linspace(0, height, 21)), axis=-1)
    lift = board.lift_mm(grid)
    assert lift.min() == pytest.approx(0, abs=1e-9)
    assert lift.max() <= 2 * (abs(across) + abs(down) + abs(twist)) + 1e-9


@given(st.integers(0, 10_000))
@settings(max_examples=30, deadline=None)
def test_pieces_lie_on_their_places_and_not_inside_each_other(seed: int) -> None:
    lies = small_lies(PRINTS, rng_of(seed))
    table = lay_pieces(PRINTS, set_boards(copies_of(PRINTS)[:1], rng_of(seed)), lies, rng_of(seed))
    assert len(table.pieces) == len(lies)
    outlines = {place.name: Polygon(place.outline_mm) for place in BOARD.places}
    for piece in table.pieces:
        assert outlines[piece.place].buffer(1.6).covers(Point(piece.middle_mm))
    discs = [piece for piece in table.pieces if piece.art.family == "dust"]
    for number, one in enumerate(discs):
        for other in discs[:number]:
            if one.place == other.place and one.level == other.level:
                # Two pieces of one level may be shoved together by as much as they lie astray.
                assert math.dist(one.middle_mm, other.middle_mm) > 2 * 4 - 2 * 1.5 - 1.6


@pytest.mark.parametrize("turn", range(6))
def test_a_tile_is_turned_as_it_is_told(turn: int) -> None:
    for seed in range(20):
        (piece,) = laid(lie("tile", "red line", turn=turn), seed=seed).pieces
        off = (piece.turn_deg - 60 * turn + 180) % 360 - 180
        assert abs(off) <= 5
        middle = Polygon(BOARD.places[4].outline_mm).centroid
        assert math.dist(piece.middle_mm, (middle.x, middle.y)) <= 1.5 + 1e-6


def test_careful_hands_lay_exactly() -> None:
    exact = Habits(astray_mm=0, turned_sigma_deg=0, lean_mm=0)
    (piece,) = laid(lie("tile", "red line", turn=2), habits=exact).pieces
    middle = Polygon(BOARD.places[4].outline_mm).centroid
    assert piece.middle_mm == pytest.approx((middle.x, middle.y), abs=1e-3)
    assert piece.turn_deg == 120


def test_a_gem_lies_on_the_tile_and_coins_in_a_stack() -> None:
    tile, gem = laid(lie("tile", "gold one"), lie("gem", "red")).pieces
    assert (tile.level, gem.level, gem.base_mm) == (0, 1, tile.height_mm)
    coins = laid(*[lie("coin", "coin")] * 4).pieces
    assert [coin.level for coin in coins] == [0, 1, 2, 3]
    assert [coin.base_mm for coin in coins] == [0, 2, 4, 6]


def test_a_piece_of_a_small_place_lies_on_what_the_large_place_around_it_holds() -> None:
    inner = replace(BOARD.places[4], name="spot", outline_mm=((115, 75), (125, 75), (125, 85)))
    board = replace(BOARD, places=(*BOARD.places, inner))
    prints = replace(PRINTS, boards=(board,))
    centre = Polygon(BOARD.places[4].outline_mm).centroid
    spot = replace(
        inner,
        outline_mm=tuple((centre.x + dx, centre.y + dy) for dx, dy in ((-2, -2), (2, -2), (0, 2))),
    )
    board = replace(board, places=(*BOARD.places, spot))
    prints = replace(prints, boards=(board,))
    lies = [
        Lie("field", 0, "spot", "dust", "dust"),
        Lie("field", 0, BOARD.places[4].name, "tile", "red one"),
    ]
    table = lay_pieces(prints, (LaidBoard(board, 0, Pose((0, 0), 0)),), lies, rng_of(1))
    levels = {piece.art.family: (piece.level, piece.base_mm) for piece in table.pieces}
    assert levels == {"tile": (0, 0), "dust": (1, 2.0)}


def test_pieces_on_boards_that_are_not_there_stay_in_the_box() -> None:
    assert not laid(Lie("field", 3, "1,1", "tile", "red one")).pieces


@pytest.mark.parametrize(
    ("wrong", "said"),
    [
        (Lie("field", 0, "9,9", "tile", "red one"), "no place called '9,9'"),
        (Lie("moon", 0, "1,1", "tile", "red one"), "no place called '1,1'"),
        (Lie("field", 0, "1,1", "tile", "green one"), "no piece 'green one'"),
    ],
)
def test_what_the_prints_do_not_have_is_named(wrong: Lie, said: str) -> None:
    with pytest.raises(InputError, match=said):
        laid(wrong)


def test_boards_are_chosen_by_name() -> None:
    assert len(copies_of(PRINTS, ("field",))) == 4
    with pytest.raises(InputError, match="choose one of field"):
        copies_of(PRINTS, ("sky",))


@given(st.integers(0, 10_000), st.integers(1, 5))
@settings(max_examples=60, deadline=None)
def test_slips_change_the_table_into_another_one_that_can_be_laid(seed: int, slips: int) -> None:
    lies = small_lies(PRINTS, rng_of(seed))
    changed = with_slips(PRINTS, lies, slips, random.Random(seed))
    assert len(lies) - slips <= len(changed) <= len(lies)
    if lies and slips == 1:
        assert sorted(map(repr, changed)) != sorted(map(repr, lies))
    table = lay_pieces(PRINTS, set_boards(copies_of(PRINTS), rng_of(1)), changed, rng_of(1))
    assert len(table.pieces) == len(changed)


def test_no_slips_leave_everything_as_it_is() -> None:
    lies = small_lies(PRINTS, rng_of(3))
    assert with_slips(PRINTS, lies, 0, random.Random(1)) == lies
    assert with_slips(PRINTS, (), 3, random.Random(1)) == ()


@pytest.mark.parametrize("seed", range(6))
def test_a_heap_touches_and_covers_no_more_than_two_fifths(seed: int) -> None:
    """Every piece but the first lies against another or on it; what lies on others lies higher."""
    heap = Habits(heaped=True, astray_mm=0.0)
    layout = laid(*[lie("dust", "dust") for _ in range(6)], seed=seed, habits=heap)
    outlines = [Polygon(layout.outline_mm(piece)) for piece in layout.pieces]
    assert len(outlines) == 6
    lapped = 0
    for number, (piece, outline) in enumerate(zip(layout.pieces, outlines, strict=True)):
        under = [n for n in range(number) if outline.intersection(outlines[n]).area > 1.0]
        lapped += len(under)
        assert number == 0 or min(outline.distance(outlines[n]) for n in range(number)) < 2.0
        for below in (layout.pieces[n] for n in under):
            assert piece.base_mm >= below.base_mm + below.height_mm
            assert piece.level > below.level
        above = unary_union(outlines[number + 1 :]).intersection(outline).area
        assert above <= 0.41 * outline.area
    assert seed or lapped, "nothing lies on anything: the heap is none"
