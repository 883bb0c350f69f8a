"""What a picture of the simulated table shows is what its truth says, measured in the pixels."""

from __future__ import annotations

from dataclasses import replace

import cv2
import numpy as np
import pytest
from numpy.typing import NDArray
from small_game import small_lies, small_prints

from companion.prints import Lie
from hardware.simulated.conditions import conditions_named
from hardware.simulated.hand import Hand
from hardware.simulated.lens import Lens, Stand, view_of
from hardware.simulated.lighting import Lamp
from hardware.simulated.paint import screen_from_linear
from hardware.simulated.tabletop.faces import Faces
from hardware.simulated.tabletop.ground import Cloth
from hardware.simulated.tabletop.laying import Habits, lay_pieces
from hardware.simulated.tabletop.layout import Bend, LaidBoard, Pose
from hardware.simulated.tabletop.rays import (
    eye_of,
    finer,
    moved,
    px_per_mm,
    then,
    to_frame,
    to_height,
    to_picture,
)
from hardware.simulated.tabletop.scene import Sheen, TableScene
from hardware.simulated.tabletop.seen import HAND
from hardware.simulated.tabletop.solid import seen_outline_mm
from hardware.simulated.tabletop.studio import TableStudio, copies_of
from hardware.simulated.tabletop.truth import truth_of

PRINTS = small_prints(2)
FACES = Faces(PRINTS.dictionary)
LENS = Lens(900.0, (639.5, 359.5), -0.05, 0.01, (1280, 720))
GREY = np.full((1400, 1400, 3), 90, np.uint8)
FLAT = Bend()
EXACT = Habits(astray_mm=0.0, turned_sigma_deg=0.0, lean_mm=0.0)


def scene_of(*lies: Lie, bend: Bend = FLAT, tilt_deg: float = 22.0, seed: int = 1) -> TableScene:
    rng = np.random.default_rng(seed)
    boards = (LaidBoard(PRINTS.boards[0], 0, Pose((130.0, 100.0), 8.0), bend),)
    layout = lay_pieces(PRINTS, boards, lies, rng, EXACT)
    stand = Stand(tilt_deg, 70.0, 15.0, 0.9, (0.1, -0.1))
    view = view_of((260.0, 200.0), LENS, stand)
    lamp = Lamp((500.0, -300.0, 900.0), 40.0, 0.5, (0.1, 0.1), 4000.0)
    return TableScene(layout, FACES, Cloth(GREY, 20.0, (5.0, 5.0)), view, lamp, Sheen(0.0, 0.0))


def lie(family: str, kind: str, place: str = "1,1", turn: int = 0) -> Lie:
    return Lie("field", 0, place, family, kind, turn)


def overlap(shown: NDArray[np.bool_], outline_px: NDArray[np.float64]) -> float:
    """Intersection over union of pixels and an outline."""
    mask = np.zeros(shown.shape, np.uint8)
    cv2.fillPoly(mask, [np.rint(outline_px * 16).astype(np.int32)], 1, cv2.LINE_8, 4)
    return float(np.count_nonzero(shown & (mask > 0)) / np.count_nonzero(shown | (mask > 0)))


def test_levels_and_frames_are_reached_by_one_step() -> None:
    view = scene_of().view
    window = (300, 200, 64, 48)
    level = view.plane_map(0.0, window)
    higher = moved(level, to_height(eye_of(view), 17.0))
    assert np.abs(higher - view.plane_map(17.0, window)).max() < 2e-3
    frame = then(to_frame((130.0, 100.0), 30.0), to_picture((40.0, 20.0), 5.0))
    corner = np.array([[[130.0, 100.0]]], np.float32)
    assert moved(corner, frame)[0, 0] == pytest.approx((99.5, 49.5), abs=1e-3)
    assert np.abs(finer(level, 2).mean(axis=(0, 1)) - level.mean(axis=(0, 1))).max() < 1e-3
    points = np.array([(100.0, 100.0, 0.0), (101.0, 100.0, 0.0)])
    apart = np.linalg.norm(np.diff(view.pixels(points), axis=0))
    assert px_per_mm(view, (100.0, 100.0)) == pytest.approx(float(apart), rel=0.2)


@pytest.mark.parametrize("bend", [FLAT, Bend(1.5, -1.0, 0.6)], ids=["flat", "warped"])
def test_markers_are_where_the_truth_has_them(bend: Bend) -> None:
    scene = scene_of(bend=bend)
    picture = screen_from_linear(scene.seen().light_bgr)
    settings = cv2.aruco.DetectorParameters()
    settings.cornerRefinementMethod = cv2.aruco.CORNER_REFINE_SUBPIX
    book = cv2.aruco.getPredefinedDictionary(cv2.aruco.DICT_4X4_50)
    corners, ids, _ = cv2.aruco.ArucoDetector(book, settings).detectMarkers(picture)
    assert ids is not None
    assert sorted(ids.ravel().tolist()) == [0, 1, 2, 3]
    (board,) = scene.layout.boards
    for found, tag_id in zip(corners, ids.ravel().tolist(), strict=True):
        own = np.asarray(board.art.tags[0][tag_id].corners_mm, np.float64)
        true = scene.view.pixels(np.c_[board.on_table(own), board.lift_mm(own)])
        assert np.abs(found[0].mean(axis=0) - true.mean(axis=0)).max() < 0.15
        assert np.abs(found[0] - true).max() < 0.6


@pytest.mark.parametrize("place", ["0,0", "1,3", "2,1"])
@pytest.mark.parametrize(("family", "kind"), [("tile", "red star"), ("person", "person")])
def test_a_piece_shows_where_the_truth_has_it(family: str, kind: str, place: str) -> None:
    scene = scene_of(lie(family, kind, place, 1), bend=Bend(1.0, 0.5))
    seen = scene.seen()
    (piece,) = scene.layout.pieces
    outline = scene.view.pixels(seen_outline_mm(scene.layout, piece, eye_of(scene.view)))
    assert overlap(seen.owner == 1, outline) > 0.9
    # The pixels changed there, and nowhere but there, its side and its shadow.
    bare = scene_of(bend=Bend(1.0, 0.5)).seen()
    changed = np.abs(seen.light_bgr - bare.light_bgr).max(axis=2) > 0.02
    assert np.count_nonzero(changed & (seen.owner == 1)) > 0.9 * np.count_nonzero(seen.owner == 1)
    centre = outline.mean(axis=0)
    rows, columns = np.nonzero(changed)
    far = np.hypot(columns - centre[0], rows - centre[1]) > 60 * px_per_mm(scene.view, (130, 100))
    assert not far.any()


def test_a_tile_shows_its_lines_turned_clockwise() -> None:
    for turn in range(6):
        scene = scene_of(lie("tile", "blue one", turn=turn), tilt_deg=0.0)
        seen = scene.seen()
        (piece,) = scene.layout.pieces
        board = scene.layout.boards[0]
        bright = []
        for edge in range(6):
            angle = np.radians(60 * edge + 30)
            spot = np.array(piece.middle_mm) + 11 * np.array([np.sin(angle), -np.cos(angle)])
            place = np.r_[board.on_table(spot[None])[0], piece.height_mm][None]
            column, row = np.rint(scene.view.pixels(place)[0]).astype(int)
            bright.append(float(seen.light_bgr[row, column].mean()))
        assert int(np.argmax(bright)) == turn


def test_shares_that_show_add_up() -> None:
    lies = (lie("tile", "red one"), lie("gem", "blue"), lie("tile", "gold one", "0,0"))
    scene = scene_of(*lies, tilt_deg=5.0)
    (board,) = truth_of(scene.layout, scene.view, scene.seen())
    tile, gem = board["places"]["1,1"]
    (free,) = board["places"]["0,0"]
    assert free["visible"] > 0.95
    assert gem["visible"] > 0.9
    gem_share = (np.pi * 16) / (16.5**2 * 3 * np.sqrt(3) / 2)
    assert tile["visible"] == pytest.approx(1 - gem_share, abs=0.04)
    assert (gem["level"], gem["family"], gem["kind"]) == (1, "gem", "blue")
    assert [tag["visible"] for tag in board["tags"]] == pytest.approx([1, 1, 1, 1], abs=0.12)
    assert board["covered"] == {}


def test_a_hand_covers_places_and_markers() -> None:
    scene = replace(scene_of(lie("tile", "red one")), hand=HAND_OVER)
    seen = scene.seen()
    assert np.count_nonzero(seen.owner == HAND) > 5000
    (board,) = truth_of(scene.layout, scene.view, seen)
    assert board["covered"]["1,1"] > 0.3
    assert board["places"]["1,1"][0]["visible"] < 0.7


HAND_OVER = Hand((118.0, 100.0), 0.0, "#c68f6c", "#2f3f5c", 200.0)


def test_the_other_side_up_counts_as_its_own_kind() -> None:
    scene = scene_of(replace(lie("tile", "red one"), back=True))
    (board,) = truth_of(scene.layout, scene.view, scene.seen())
    assert board["places"]["1,1"][0]["kind"] == "back"
    middle = scene.view.pixels(
        seen_outline_mm(scene.layout, scene.layout.pieces[0], eye_of(scene.view))
    ).mean(axis=0)
    column, row = np.rint(middle + 6).astype(int)
    blue, _, red = scene.seen().light_bgr[row, column]
    assert red < 1.4 * blue  # the pale back, not the red front


def test_shadows_fall_away_from_the_lamp() -> None:
    bare = scene_of(tilt_deg=0.0).seen().light_bgr.mean(axis=2)
    scene = scene_of(lie("person", "person"), tilt_deg=0.0)
    darker = scene.seen().light_bgr.mean(axis=2) < 0.9 * bare
    (piece,) = scene.layout.pieces
    x, y = scene.layout.centre_mm(piece)
    away = np.array([x, y]) - np.array([500.0, -300.0])
    away /= np.linalg.norm(away)
    behind, before = (
        np.rint(scene.view.pixels(np.array([[*(np.array([x, y]) + s * away * 9), 0.0]]))[0])
        for s in (1, -1)
    )
    assert darker[int(behind[1]), int(behind[0])]
    assert not darker[int(before[1]), int(before[0])]


def test_a_seed_gives_the_same_photograph_again_and_another_one_another() -> None:
    lies = small_lies(PRINTS, np.random.default_rng(1), 2)
    first, again, other = (
        TableStudio(PRINTS, seed, conditions_named("any"), scale=0.25)
        .arrange(1, copies_of(PRINTS), lies)
        .photograph()
        for seed in (5, 5, 6)
    )
    assert (first.image_bgr == again.image_bgr).all()
    assert first.truth == again.truth
    assert first.truth != other.truth
    assert first.image_bgr.shape == (324, 576, 3)
    assert len(first.truth["boards"]) == 2


@pytest.mark.parametrize("number", range(4))
def test_every_board_is_wholly_in_the_picture(number: int) -> None:
    studio = TableStudio(PRINTS, 3, conditions_named("any"), scale=0.25)
    table = studio.arrange(number, copies_of(PRINTS), ())
    for board in table.photograph().truth["boards"]:
        corners = np.asarray(board["corners_px"])
        assert corners.min() >= 0
        assert (corners.max(axis=0) < (576, 324)).all()


def test_places_that_mirror_the_lamp_are_told() -> None:
    plain = scene_of(lie("tile", "red one"), tilt_deg=0.0)
    x, y, _ = eye_of(plain.view)
    over = replace(plain.lamp, place_mm=(2 * 130.0 - x, 2 * 100.0 - y, 700.0), radius_mm=20.0)
    glossy = replace(plain, lamp=over, sheen=Sheen(0.4, 0.4))
    (dull,) = truth_of(plain.layout, plain.view, plain.seen())
    (shining,) = truth_of(glossy.layout, glossy.view, glossy.seen())
    assert dull["glare"] == {}
    assert 0 < len(shining["glare"]) < len(PRINTS.boards[0].places)
    assert all(0.04 < share <= 1 for share in shining["glare"].values())


def test_two_lamps_give_half_of_the_light_each() -> None:
    one = scene_of(lie("person", "person"))
    lamp = one.lamp
    other = replace(lamp, place_mm=(-400.0, 500.0, 700.0))
    both = replace(one, second=other).seen().light_bgr
    apart = [replace(one, lamp=each).seen().light_bgr for each in (lamp, other)]
    assert np.abs(both - (apart[0] + apart[1]) / 2).max() < 1e-5
    warm, cold = replace(lamp, kelvin=2700.0), replace(lamp, kelvin=6500.0)
    blue, _, red = replace(one, lamp=warm, second=cold).seen().light_bgr.mean(axis=(0, 1))
    plain_blue, _, plain_red = one.seen().light_bgr.mean(axis=(0, 1))
    assert blue / red > 1.2 * plain_blue / plain_red  # in the first lamp's light the other is blue
