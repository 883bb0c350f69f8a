"""Laying places over a board: handles, mirror, nudge, grid, boards that are like others."""

from __future__ import annotations

import math

import pytest
from hypothesis import given
from hypothesis import strategies as st

from companion.board import Dish, SectorArea, Tag
from companion.drawing import Drawing
from companion.errors import InputError
from companion.places import Family, Place
from companion.prints import BoardPrint, Prints
from companion.teaching.edition import Learnt, family_scale, own_families, placed
from companion.teaching.placing import (
    Affine,
    fitted,
    grid_places,
    laid,
    laid_dish,
    middle_of,
    stretched,
)
from companion.teaching.plan import BoardPlan, FamilyPlan, GridPlan, TeachPlan

IDENTITY = Affine(1, 0, 0, 0, 1, 0)


def square(x: float, y: float, half: float = 5.0) -> tuple[tuple[float, float], ...]:
    return (
        (x - half, y - half),
        (x + half, y - half),
        (x + half, y + half),
        (x - half, y + half),
    )


PLACES = (
    Place("a", square(20, 20), ("disc",)),
    Place("b", square(80, 20), ("disc",)),
    Place("c", square(50, 70), ("disc", "tile")),
)
TAGS = tuple(Tag(i, square(8.0 + 30 * i, 8)) for i in range(4))  # type: ignore[arg-type]
BOARD = BoardPrint("board", "board", Drawing((100.0, 100.0)), (TAGS, TAGS), PLACES)
DISC = Family("disc", ("red", "blue"), square(0, 0, 4.0), 2.0)
TILE = Family("tile", ("one", "two"), square(0, 0, 4.8), 2.0, 4, ("disc",))
PRINTS = Prints("DICT_4X4_50", (BOARD,), (), (DISC, TILE))


def learnt(
    handles: dict[str, tuple[float, float]] | None = None,
    size: tuple[float, float] = (100.0, 100.0),
    moved: dict[str, tuple[float, float]] | None = None,
    snap: Affine | None = None,
) -> Learnt:
    return Learnt(size, TAGS, handles or {}, moved or {}, snap)


def middles(own: BoardPlan, known: Learnt, **others: Learnt) -> dict[str, tuple[float, float]]:
    plan = TeachPlan("any", board=[own])
    over = placed(plan, PRINTS, own, {own.key: known, **others})
    return {place.name: middle_of(place.outline_mm) for place in over.places}


numbers = st.floats(-20, 20, allow_nan=False)
near_one = st.floats(0.9, 1.1)
slants = st.floats(-0.1, 0.1)


@given(near_one, slants, numbers, slants, near_one, numbers)
def test_three_handles_give_back_any_gentle_map(
    a: float, b: float, c: float, d: float, e: float, f: float
) -> None:
    true = Affine(a, b, c, d, e, f)
    points = [(20.0, 20.0), (80.0, 25.0), (50.0, 90.0)]
    fit = fitted(IDENTITY, [(point, true(point)) for point in points])
    assert math.dist(fit.map((0.0, 100.0)), true((0.0, 100.0))) < 1e-6
    assert fit.off_mm < 1e-6


@given(numbers, numbers, st.floats(-40, 40), st.floats(0.8, 1.25))
def test_two_handles_shift_turn_and_scale(x: float, y: float, deg: float, scale: float) -> None:
    cos, sin = scale * math.cos(math.radians(deg)), scale * math.sin(math.radians(deg))
    true = Affine(cos, -sin, x, sin, cos, y)
    fit = fitted(IDENTITY, [(point, true(point)) for point in ((10.0, 10.0), (90.0, 60.0))])
    assert math.dist(fit.map((50.0, 90.0)), true((50.0, 90.0))) < 1e-6
    assert math.isclose(fit.map.turned(0.0), deg, abs_tol=1e-6)


def test_one_handle_only_shifts() -> None:
    assert fitted(IDENTITY, [((1.0, 2.0), (4.0, 6.0))]).map == Affine(1, 0, 3, 0, 1, 4)


def test_a_fourth_handle_that_disagrees_is_told_in_millimetres() -> None:
    pairs = [((x, y), (x, y)) for x, y in ((0.0, 0.0), (100.0, 0.0), (0.0, 100.0))]
    fit = fitted(IDENTITY, [*pairs, ((100.0, 100.0), (104.0, 100.0))])
    assert 0.9 < fit.off_mm < 1.1  # shared out over the four


@pytest.mark.parametrize(
    ("pairs", "word"),
    [
        ([((0, 0), (0, 0)), ((50, 50), (50, 50)), ((90, 90), (90, 90))], "one line"),
        ([((5, 5), (5, 5)), ((5, 5), (9, 9))], "same place"),
        ([((0, 0), (100, 0)), ((100, 0), (0, 0)), ((0, 100), (100, 100))], "mirror"),
        ([((0, 0), (0, 0)), ((90, 0), (90, 0)), ((0, 90), (0, 40))], "shape"),
    ],
)
def test_handles_that_can_not_be_meant_are_refused(pairs: list, word: str) -> None:
    with pytest.raises(InputError, match=word):
        fitted(IDENTITY, pairs)


def test_places_are_stretched_to_the_board_that_was_measured() -> None:
    at = middles(BoardPlan("board", ["p"]), learnt(size=(200.0, 50.0)))
    assert at["a"] == pytest.approx((40.0, 10.0))


def test_a_mirrored_board_keeps_its_outlines_clockwise_and_turns_its_directions() -> None:
    mirrored = laid(
        [Place("a", square(20, 20), ("disc",), 30.0)], stretched((100, 100), (100, 100), True), {}
    )
    (place,) = mirrored
    assert middle_of(place.outline_mm) == pytest.approx((80.0, 20.0))
    assert place.up_deg == pytest.approx(-30.0)
    x, y = place.outline_mm[0], place.outline_mm[1]
    area = sum(
        p[0] * q[1] - q[0] * p[1]
        for p, q in zip(place.outline_mm, (*place.outline_mm[1:], x), strict=True)
    )
    assert area > 0
    assert x != y


def test_handles_nudge_moved_and_left_out_go_together() -> None:
    own = BoardPlan("board", ["p"], nudge_mm=(1.0, -2.0), left_out=["b"])
    at = middles(own, learnt({"a": (22.0, 21.0)}, moved={"c": (60.0, 60.0)}))
    assert at["a"] == pytest.approx((23.0, 19.0))
    assert at["c"] == pytest.approx((60.0, 60.0))
    assert "b" not in at


def test_snapping_comes_after_the_handles() -> None:
    at = middles(BoardPlan("board", ["p"]), learnt(snap=Affine(1, 0, 0.5, 0, 1, 0.25)))
    assert at["a"] == pytest.approx((20.5, 20.25))


def test_a_board_like_another_one_takes_its_places_stretched() -> None:
    first = BoardPlan("board", ["p"])
    second = BoardPlan("board", ["q"], copy=2, like="board")
    plan = TeachPlan("any", board=[first, second])
    known = {first.key: learnt({"a": (24.0, 20.0)}), second.key: learnt(size=(200.0, 100.0))}
    over = placed(plan, PRINTS, second, known)
    assert middle_of(over.places[0].outline_mm) == pytest.approx((48.0, 20.0))


@pytest.mark.parametrize(
    ("own", "known", "word"),
    [
        (BoardPlan("board", ["p"]), learnt({"nowhere": (1, 1)}), "no place called 'nowhere'"),
        (BoardPlan("board", ["p"], left_out=["x"]), learnt(), "no place called 'x'"),
        (BoardPlan("board", ["p"], nudge_mm=(90.0, 0.0)), learnt(), "off the board"),
        (BoardPlan("board", ["p"], like="other"), learnt(), "no board of the plan"),
        (BoardPlan("table", ["p"]), learnt(), "no board called 'table'"),
    ],
)
def test_what_does_not_fit_is_told(own: BoardPlan, known: Learnt, word: str) -> None:
    with pytest.raises(InputError, match=word):
        middles(own, known)


@pytest.mark.parametrize("pointy", [True, False])
@pytest.mark.parametrize("odd", [True, False])
def test_a_hex_grid_fills_the_board_with_regular_touching_cells(pointy: bool, odd: bool) -> None:
    cells = grid_places(GridPlan(5, 6, ["tile"], pointy, odd), (260.0, 180.0))
    assert [cell.name for cell in cells][:2] == ["0,0", "0,1"]
    assert len(cells) == 30
    at = {cell.name: middle_of(cell.outline_mm) for cell in cells}
    pitch = math.dist(at["2,2"], at["2,3"] if pointy else at["3,2"])
    gaps = sorted(math.dist(at["2,2"], other) for other in at.values())
    assert gaps[1:7] == pytest.approx([pitch] * 6)
    for cell in cells:
        for x, y in cell.outline_mm:
            assert -1e-6 <= x <= 260.0 + 1e-6
            assert -1e-6 <= y <= 180.0 + 1e-6


def test_a_grid_is_moved_by_handles_as_places_are() -> None:
    own = BoardPlan("board", ["p"], grid=GridPlan(3, 3, ["tile"]))
    plain = middles(own, learnt())
    shifted = {name: (x + 3.0, y - 1.0) for name, (x, y) in plain.items()}
    handles = {name: shifted[name] for name in ("0,0", "0,2", "2,1")}
    at = middles(own, learnt(handles))
    for name, (x, y) in shifted.items():
        assert at[name] == pytest.approx((x, y), abs=1e-6)


def test_a_dish_goes_with_the_places_and_turns_its_areas() -> None:
    quarter = Affine(0, -1, 100, 1, 0, 0)  # a quarter clockwise
    dish = laid_dish(Dish((50.0, 40.0), 30.0, 8.0, (SectorArea("red", 350.0, 380.0),)), quarter)
    assert dish.centre_mm == pytest.approx((60.0, 50.0))
    (area,) = dish.areas
    assert isinstance(area, SectorArea)
    assert (area.from_deg % 360, area.to_deg - area.from_deg) == pytest.approx((80.0, 30.0))


def test_a_mirrored_dish_keeps_every_areas_width() -> None:
    dish = laid_dish(
        Dish((50.0, 50.0), 30.0, 8.0, (SectorArea("red", 10.0, 40.0),)),
        stretched((100.0, 100.0), (100.0, 100.0), True),
    )
    (area,) = dish.areas
    assert isinstance(area, SectorArea)
    assert (area.from_deg, area.to_deg) == pytest.approx((320.0, 350.0))


def test_families_have_the_kinds_that_were_shown_in_the_size_they_have() -> None:
    plan = TeachPlan("any", family={"tile": FamilyPlan(thickness_mm=3.0)})
    disc, tile = own_families(PRINTS, {"disc": {"blue": 1.01}, "tile": {"one": 1.2}}, plan)
    assert (disc.kinds, disc.outline_mm) == (("blue",), DISC.outline_mm)
    assert tile.thickness_mm == 3.0
    assert tile.outline_mm[0] == pytest.approx((-5.76, -5.76))
    assert tile.lies_on == ("disc",)


def test_a_borrowed_family_is_as_printed_and_nothing_lies_on_what_was_not_taught() -> None:
    (tile,) = own_families(PRINTS, {}, TeachPlan("any", borrow=["tile"]))
    assert (tile.kinds, tile.lies_on) == (("one", "two"), ())


def test_a_size_is_only_changed_when_it_clearly_differs() -> None:
    assert family_scale(TILE, [1.02, 0.99, 1.05]) == 1.0
    assert family_scale(TILE, [1.15, 1.2, 1.18]) == 1.18
