"""What is learnt from photographs: where stickers lie, how pieces lie and look, print, gloss."""

from __future__ import annotations

import math
from dataclasses import replace
from functools import lru_cache
from pathlib import Path

import numpy as np
import pytest
from place_scenes import CELLS, prints
from second_art import second_art
from teaching_photos import points_px, sheet_shot, studio

from companion.errors import InputError
from companion.flow import Frame
from companion.games.catalogue import find_game, load_edition
from companion.printing.descriptions import description_of
from companion.prints import Prints
from companion.teaching.boxes import LARGE, SMALL, sheet_print
from hardware.simulated.drawing_raster import drawing_bgr
from hardware.simulated.tabletop.studio import TablePhoto
from vision.graying import to_gray
from vision.markers import MarkerFinder
from vision.teaching.boards import teach_board, teach_known
from vision.teaching.gloss import turned_alike, without_gloss
from vision.teaching.layout import layout_of
from vision.teaching.photographed import Outline, Photographed
from vision.teaching.pieces import SheetView
from vision.teaching.printed_outlines import printed_fit

SCALE = 0.6


@lru_cache
def score() -> Prints:
    game = find_game("girl")
    return second_art(game.prints(load_edition(game, game.default_edition)), "score")


@lru_cache
def bare(number: int) -> tuple[Frame, tuple[tuple[float, float], ...]]:
    """A photograph of the bare second score board, and its corners as a person points at them."""
    board = score().boards[0]
    shot = studio(score(), 3, scale=SCALE).arrange(number, [(board, 0)], [])
    width, height = board.drawing.size_mm
    corners = points_px(
        shot,
        [[0, 0], [width, 0], [width, height], [0, height]],
        np.random.default_rng(number),
    )
    frame = Frame(shot.photograph().image_bgr, 0.0, f"bare {number}")
    return frame, tuple((x, y) for x, y in corners)


def outline(number: int = 1) -> Outline:
    return Outline(np.array(bare(number)[1]), score().boards[0].drawing.size_mm)


def photographed(number: int) -> Photographed:
    frame = bare(number)[0]
    found = MarkerFinder("DICT_4X4_50").everywhere(to_gray(frame.image_bgr))
    return Photographed({marker.id: marker.corners_px for marker in found}, frame.size_wh)


def true_corners() -> dict[int, np.ndarray]:
    return {tag.id: np.array(tag.corners_mm) for tag in score().boards[0].tags[0]}


@pytest.mark.parametrize("photos", [(1,), (1, 2), (1, 2, 3)])
def test_stickers_are_placed_from_corners_and_a_ruler(photos: tuple[int, ...]) -> None:
    laid = layout_of([photographed(n) for n in photos], 18.0, outline())
    true = true_corners()
    off = max(
        float(np.linalg.norm(corners - true[tag_id], axis=1).max())
        for tag_id, corners in zip(laid.ids, laid.corners_mm, strict=True)
    )
    assert len(laid.ids) == 6
    assert off < 1.5
    assert laid.rms_px < 0.3
    assert laid.corner_mm < 1.5


def test_a_wrong_marker_size_is_told_in_millimetres() -> None:
    with pytest.raises(InputError, match=r"the markers measure 1[789]\.\d mm, not 21"):
        layout_of([photographed(1)], 21.0, outline())


def test_corners_the_wrong_way_round_are_told() -> None:
    there = outline()
    with pytest.raises(InputError, match="wrong way"):
        layout_of([photographed(1)], 18.0, replace(there, corners_px=there.corners_px[::-1]))


def test_corners_that_are_not_the_boards_are_told() -> None:
    there = outline()
    moved = there.corners_px + np.array([[0, 0], [0, 0], [-60, -50], [0, 0]])
    with pytest.raises(InputError, match=r"corners|measure"):
        layout_of([photographed(1)], 18.0, replace(there, corners_px=moved))


def test_too_few_stickers_are_told() -> None:
    seen = photographed(1)
    few = Photographed(dict(list(seen.seen.items())[:3]), seen.size_wh)
    with pytest.raises(InputError, match="only 3 markers"):
        layout_of([few], 18.0, outline())


def test_a_sticker_that_was_moved_between_photographs_does_not_pass() -> None:
    second = photographed(2)
    shifted = {n: c + (30.0 if n == 44 else 0.0) for n, c in second.seen.items()}
    with pytest.raises(InputError, match="pixels off"):
        layout_of([photographed(1), Photographed(shifted, second.size_wh)], 18.0, outline())


def test_the_board_is_learnt_flat_with_its_lamp_taken_out() -> None:
    board = score().boards[0]
    taught = teach_board([bare(n)[0] for n in (1, 2)], "DICT_4X4_50", 18.0, outline())
    height, width = taught.picture_bgr.shape[:2]
    assert width / height == pytest.approx(
        board.drawing.size_mm[0] / board.drawing.size_mm[1], 0.01
    )
    x, y = (round(at * taught.px_per_mm) for at in np.mean(true_corners()[42], axis=0))
    reach = round(8.5 * taught.px_per_mm)
    sticker = taught.picture_bgr[y - reach : y + reach, x - reach : x + reach]
    assert np.percentile(sticker, 97) > 225  # its white is white again ...
    assert np.percentile(sticker, 3) < 40  # ... its black black
    assert np.ptp(np.percentile(sticker, 97, axis=(0, 1))) < 25  # ... and no colour is left


def test_known_markers_need_no_corners_and_others_do() -> None:
    game = find_game("girl")
    art = game.prints(load_edition(game, game.default_edition))
    board = next(board for board in art.boards if board.name == "score")
    shot = studio(art, 3, scale=SCALE).arrange(1, [(board, 0)], [])
    described = description_of(art, board, 0, "printed score", Path("score.toml")).board
    frame = Frame(shot.photograph().image_bgr, 0.0, "x")
    assert teach_known([frame], described).tags == board.tags[0]
    with pytest.raises(InputError, match="four corners"):
        teach_known([bare(1)[0]], described)


@lru_cache
def shown(number: int = 1) -> tuple[TablePhoto, SheetView]:
    """Kinds of the small garden's tiles on the small sheet."""
    family = prints().families[0]
    photo = sheet_shot(prints(), SMALL, family, family.kinds, 5, number, SCALE).photograph()
    return photo, SheetView(Frame(photo.image_bgr, 0.0, "sheet"), SMALL)


@pytest.mark.parametrize("number", [1, 2, 3])
def test_pieces_are_found_in_their_boxes_upright_and_in_their_size(number: int) -> None:
    family = prints().families[0]
    photo, view = shown(number)
    true = photo.truth["boards"][0]["places"]
    for box, kind in enumerate(family.kinds):
        laid = view.lying(SMALL.boxes[box], family.outline_mm, family.thickness_mm)
        (piece,) = true[str(box + 1)]
        assert piece["kind"] == kind
        assert math.dist(laid.centre_mm, piece["centre_mm"]) < 1.2
        assert abs((laid.turn_deg - piece["turn_deg"] + 180) % 360 - 180) < 2.0
        assert 0.97 < laid.scale < 1.05
        assert laid.score > 0.6


def test_an_empty_box_shows_no_piece() -> None:
    family = prints().families[0]
    _, view = shown()
    with pytest.raises(InputError, match="no piece of this shape"):
        view.lying(SMALL.boxes[12], family.outline_mm, family.thickness_mm)


def test_a_piece_given_by_its_corners_is_the_same_as_one_found() -> None:
    family = prints().families[0]
    _, view = shown()
    found = view.lying(SMALL.boxes[1], family.outline_mm, family.thickness_mm)
    half = np.abs(family.outline_mm).max(axis=0)
    rectangle = [(-half[0], -half[1]), (half[0], -half[1]), tuple(half), (-half[0], half[1])]
    corners = view.outline_px(found, rectangle, family.thickness_mm)
    given = view.given([(x, y) for x, y in corners], family.outline_mm, family.thickness_mm)
    assert math.dist(given.centre_mm, found.centre_mm) < 0.2
    assert given.turn_deg == pytest.approx(found.turn_deg, abs=0.5)
    assert given.scale == pytest.approx(found.scale, abs=0.01)
    backwards = [(x, y) for x, y in corners[::-1]]
    with pytest.raises(InputError, match="wrong way"):
        view.given(backwards, family.outline_mm, family.thickness_mm)


def test_a_picture_of_a_piece_shows_its_own_colours() -> None:
    family = prints().families[0]
    _, view = shown(2)  # no lamp is mirrored there
    laid = view.lying(SMALL.boxes[0], family.outline_mm, family.thickness_mm, 1.0)
    look = view.cut_out(laid, (29.0, 33.5), family.thickness_mm)
    middle = look[look.shape[0] // 2, look.shape[1] // 4].astype(float)  # red ground
    assert middle[2] > 150
    assert middle[:2].max() < 110


def test_the_sheets_hold_what_fits_and_say_so() -> None:
    tile, *_, card, _ = prints().families
    assert SMALL.holds(tile)
    assert not SMALL.holds(card)
    assert LARGE.holds(card)
    ids = [tag.id for sheet in (SMALL, LARGE) for tag in sheet.tags]
    assert len(set(ids)) == 12
    assert min(ids) >= 50  # never a marker of a board of 4 x 4 with 50 ids
    width, height = sheet_print(SMALL).drawing.size_mm
    for box in SMALL.boxes:
        assert 0 < box[0] < box[2] < width
        assert 0 < box[1] < box[3] < height


def drawn_board() -> tuple[np.ndarray, float]:
    """The garden drawn flat: what a perfect photograph of it would teach."""
    return np.asarray(drawing_bgr(prints().boards[0].drawing, 4.0), np.uint8), 4.0


@pytest.mark.parametrize("shift", [(0.0, 0.0), (1.2, -0.8), (-2.0, 1.0)])
def test_printed_outlines_say_how_far_places_lie_off(shift: tuple[float, float]) -> None:
    picture, scale = drawn_board()
    cells = [place.outline_mm for place in prints().boards[0].places if place.name in CELLS]
    off = [[(x - shift[0], y - shift[1]) for x, y in cell] for cell in cells]
    fit = printed_fit(np.ascontiguousarray(picture), scale, off)
    assert fit is not None
    assert fit.off_mm == pytest.approx(math.hypot(*shift), abs=0.25)


def test_where_nothing_is_printed_nothing_is_said() -> None:
    plain = np.full((600, 800, 3), 120, np.uint8)
    cells = [place.outline_mm for place in prints().boards[0].places]
    assert printed_fit(plain, 4.0, cells) is None


def test_gloss_of_one_picture_is_taken_out_by_another() -> None:
    rng = np.random.default_rng(2)
    print_ = rng.integers(40, 120, (120, 160, 3)).astype(np.uint8)
    y, x = np.mgrid[0:120, 0:160]
    veil = (90 * np.exp(-((x - 40) ** 2 + (y - 60) ** 2) / 900))[..., None]
    glossy = np.clip(print_ + veil, 0, 255).astype(np.uint8)
    clean = without_gloss([glossy, print_], 10.0)
    assert np.abs(clean.astype(float) - print_).mean() < 3
    assert np.abs(glossy.astype(float) - print_).mean() > 10


def test_a_round_piece_is_turned_as_the_first_one_lies() -> None:
    first = np.full((80, 80, 3), 30, np.uint8)
    first[10:40, 36:44] = 220
    turned = np.ascontiguousarray(np.rot90(first))
    alike = turned_alike(first, turned)
    assert np.abs(alike[20:60, 20:60].astype(float) - first[20:60, 20:60]).mean() < 8
