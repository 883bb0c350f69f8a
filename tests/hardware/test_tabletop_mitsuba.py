"""The second renderer sees the same table: meshes by measure, pictures by what is found in them."""

from __future__ import annotations

import sys
from dataclasses import replace

import cv2
import numpy as np
import pytest
from shapely.geometry import Polygon
from small_game import TILE, small_lies, small_prints

from companion.drawing import Drawing
from companion.errors import InputError
from companion.prints import Lie
from hardware.simulated.conditions import conditions_named, fixed
from hardware.simulated.paint import screen_from_linear
from hardware.simulated.tabletop.laying import lay_pieces
from hardware.simulated.tabletop.layout import Bend, Floats, LaidBoard, Pose, TableLayout
from hardware.simulated.tabletop.mitsuba_camera import photographer, rendered
from hardware.simulated.tabletop.mitsuba_scene import ply_bytes
from hardware.simulated.tabletop.solid_meshes import (
    Mesh,
    board_face,
    board_side,
    piece_face,
    piece_side,
    stand_faces,
)
from hardware.simulated.tabletop.studio import TableStudio, copies_of

PRINTS = small_prints(2)


def areas_mm2(mesh: Mesh) -> Floats:
    """The area of each triangle."""
    a, b, c = (mesh.corners[mesh.triangles[:, i]] for i in range(3))
    return np.asarray(np.linalg.norm(np.cross(b - a, c - a), axis=1) / 2, float)


def table_of(*lies: Lie, bend: Bend | None = None) -> TableLayout:
    board = LaidBoard(PRINTS.boards[0], 0, Pose((300.0, 200.0), 33.0), bend or Bend())
    return lay_pieces(PRINTS, (board,), lies, np.random.default_rng(1))


def test_a_board_is_a_sheet_of_its_size_with_its_picture_upright() -> None:
    (board,) = table_of(bend=Bend(1.0, -0.5, 0.4)).boards
    face = board_face(board)
    assert areas_mm2(face).sum() == pytest.approx(240 * 160, rel=1e-3)
    first = face.corners[np.lexsort((face.uv[:, 0], face.uv[:, 1]))[0]]
    assert first[:2] == pytest.approx(board.outline_mm[0] * (1, -1))
    assert face.corners[:, 2].min() == pytest.approx(0, abs=1e-9)
    side = board_side(board)
    assert side.corners[:, 2].min() == pytest.approx(-2)


def test_faces_of_pieces_have_the_area_of_their_outlines() -> None:
    table = table_of(Lie("field", 0, "1,1", "tile", "red one", 2))
    (piece,) = table.pieces
    face = piece_face(table, piece)
    assert areas_mm2(face).sum() == pytest.approx(Polygon(TILE).area, rel=1e-6)
    assert set(np.round(face.corners[:, 2], 6)) == {piece.height_mm}
    assert areas_mm2(piece_side(table, piece)).sum() == pytest.approx(6 * 16.5 * 2.0, rel=1e-6)


def test_an_outline_with_a_notch_is_filled_without_its_notch() -> None:
    notched = ((-10.0, -5.0), (0.0, -1.0), (10.0, -5.0), (10.0, 5.0), (-10.0, 5.0))
    table = table_of(Lie("field", 0, "1,1", "tile", "red one"))
    piece = replace(table.pieces[0], art=replace(table.pieces[0].art, outline_mm=notched))
    assert areas_mm2(piece_face(table, piece)).sum() == pytest.approx(Polygon(notched).area)


def test_a_stand_up_shows_both_sides_upright_and_unmirrored() -> None:
    table = table_of(Lie("field", 0, "1,1", "person", "person"))
    (piece,) = table.pieces
    faces = stand_faces(table, piece)
    assert areas_mm2(faces).sum() == pytest.approx(2 * 20 * 30)
    upper = faces.uv[:, 1] < 1e-6
    assert np.allclose(faces.corners[upper, 2], 30.0)
    half = len(faces.corners) // 2
    for side in (slice(None, half), slice(half, None)):
        # Seen from outside, the picture's right is on the right: texture and space turn alike.
        corners, uv = faces.corners[side], faces.uv[side]
        outwards = np.cross(*(_axis(corners, uv, axis) for axis in (1, 0)))
        middle = faces.corners.mean(axis=0)
        assert outwards @ (corners.mean(axis=0) - middle) > 0


def _axis(corners: Floats, uv: Floats, axis: int) -> Floats:
    """Which way in space a texture coordinate grows."""
    found, *_ = np.linalg.lstsq(np.c_[uv, np.ones(len(uv))], corners, rcond=None)
    return np.asarray(found[axis], float)


def test_a_mesh_is_written_as_ply() -> None:
    (board,) = table_of().boards
    data = ply_bytes(board_face(board))
    head, _, body = data.partition(b"end_header\n")
    assert b"element vertex 625" in head
    assert b"element face 1152" in head
    assert len(body) == 625 * 5 * 4 + 1152 * 13


def test_without_mitsuba_it_says_how_to_get_it(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "mitsuba", None)
    with pytest.raises(InputError, match=r"install the extra .*\[render\]"):
        photographer()


@pytest.mark.slow
@pytest.mark.filterwarnings("ignore::DeprecationWarning")
def test_both_renderers_see_the_same_table() -> None:
    pytest.importorskip("mitsuba", reason="the extra `render` is not installed")
    conditions = replace(fixed(conditions_named("mounted"), hand_share=0.0), blur_px=(0.4, 0.4))
    studio = TableStudio(PRINTS, 1, conditions, scale=0.4)
    lies = small_lies(PRINTS, np.random.default_rng(3), 2)
    table = studio.arrange(1, copies_of(PRINTS), lies)
    traced, quick = photographer(passes=4)(table), table.photograph()
    assert traced.truth == quick.truth
    pictures = [cv2.cvtColor(p.image_bgr, cv2.COLOR_BGR2GRAY) for p in (traced, quick)]
    assert np.corrcoef(pictures[0].ravel(), pictures[1].ravel())[0, 1] > 0.8
    book = cv2.aruco.getPredefinedDictionary(cv2.aruco.DICT_4X4_50)
    corners, ids, _ = cv2.aruco.ArucoDetector(book).detectMarkers(traced.image_bgr)
    assert ids is not None
    assert len(ids) >= 6
    true = {
        tag.id: board.on_table(np.asarray(tag.corners_mm, np.float64)).mean(axis=0)
        for board in table.scene.layout.boards
        for tag in board.art.tags[board.copy]
    }
    for found, tag_id in zip(corners, ids.ravel().tolist(), strict=True):
        expected = table.scene.view.pixels(np.r_[true[int(tag_id)], 0.3][None])[0]
        assert np.abs(found[0].mean(axis=0) - expected).max() < 0.8


@pytest.mark.slow
@pytest.mark.filterwarnings("ignore::DeprecationWarning")
def test_a_bare_table_is_lit_alike() -> None:
    mitsuba = pytest.importorskip("mitsuba", reason="the extra `render` is not installed")
    prints = replace(PRINTS, boards=(replace(PRINTS.boards[0], drawing=_white()),))
    studio = TableStudio(prints, 2, fixed(conditions_named("bright"), hand_share=0.0), scale=0.2)
    scene = studio.arrange(1, copies_of(prints)[:1], ()).scene
    photographer()  # chooses how Mitsuba computes
    light = rendered(mitsuba, scene, 1, passes=4)
    seen = scene.still()
    board = cv2.erode((seen.owner == -1).astype(np.uint8), np.ones((9, 9))) > 0
    assert light[board].mean() == pytest.approx(seen.light_bgr[board].mean(), rel=0.35)
    assert screen_from_linear(light).shape == (*seen.owner.shape, 3)


def _white() -> Drawing:
    return Drawing(PRINTS.boards[0].drawing.size_mm)
