"""One table as Mitsuba's scene: meshes with their prints, a lamp, a room."""

from __future__ import annotations

import tempfile
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import cv2
import numpy as np
from numpy.typing import NDArray

from hardware.simulated.backdrop import TOP_PX_PER_MM
from hardware.simulated.lighting import Lamp
from hardware.simulated.tabletop.faces import density_for
from hardware.simulated.tabletop.layout import BOARD_THICK_MM, LaidPiece
from hardware.simulated.tabletop.rays import px_per_mm
from hardware.simulated.tabletop.scene import TableScene, second_tint
from hardware.simulated.tabletop.solid_meshes import (
    Mesh,
    board_face,
    board_side,
    joined,
    piece_face,
    piece_side,
    stand_faces,
    stand_side,
)

_REACH_MM = 3000.0  # of the table around its boards
_CARD_RGB = (0.48, 0.41, 0.30)
_ROOM_TINT = 0.12  # how far the room's light may be off the lamp's colour


def scene_parts(mitsuba: Any, scene: TableScene, seed: int) -> dict[str, Any]:
    """Everything but the camera, as `load_dict` takes it."""
    rng = np.random.default_rng((seed, 40))
    parts: dict[str, Any] = {"type": "scene"}
    parts |= _lights(mitsuba, scene, rng)
    parts["table"] = _table(mitsuba, scene)
    with tempfile.TemporaryDirectory() as folder:
        for name, mesh, coat in _things(mitsuba, scene):
            path = Path(folder) / f"{name}.ply"
            path.write_bytes(ply_bytes(mesh))
            # Loaded at once: the file is gone when the scene is put together.
            parts[name] = mitsuba.load_dict(
                {"type": "ply", "filename": str(path), "face_normals": True, "bsdf": coat}
            )
    return parts


def ply_bytes(mesh: Mesh) -> bytes:
    """A mesh as a binary PLY file."""
    head = [
        "ply",
        "format binary_little_endian 1.0",
        f"element vertex {len(mesh.corners)}",
        *(f"property float {name}" for name in ("x", "y", "z", "u", "v")),
        f"element face {len(mesh.triangles)}",
        "property list uchar int vertex_indices",
        "end_header",
    ]
    faces = np.empty(len(mesh.triangles), np.dtype([("n", "u1"), ("at", "<i4", 3)]))
    faces["n"], faces["at"] = 3, mesh.triangles
    vertices = np.c_[mesh.corners, mesh.uv].astype("<f4")
    return b"".join([("\n".join(head) + "\n").encode("ascii"), vertices.tobytes(), faces.tobytes()])


def _things(mitsuba: Any, scene: TableScene) -> list[tuple[str, Mesh, dict[str, Any]]]:
    """Every mesh with its name and how its surface is."""
    layout, faces = scene.layout, scene.faces
    card = {"type": "twosided", "bsdf": {"type": "diffuse", "reflectance": _rgb(_CARD_RGB)}}
    found = []
    for number, board in enumerate(layout.boards):
        density = density_for(px_per_mm(scene.view, board.pose.middle_mm))
        picture = faces.board(board.art, board.copy, density).bgra
        coat = _printed(mitsuba, picture, scene.sheen.board)
        found.append((f"board{number}", board_face(board), coat))
        found.append((f"edge{number}", board_side(board), card))
    for number, alike in enumerate(_alike(layout.pieces)):
        piece = alike[0]
        middle = layout.boards[piece.board].pose.middle_mm
        density = density_for(1.3 * px_per_mm(scene.view, middle))
        picture = faces.piece(piece.art, piece.back, density).bgra
        coat = _printed(mitsuba, picture, scene.sheen.of(piece))
        make = stand_faces if piece.art.stands else piece_face
        found.append((f"piece{number}", joined([make(layout, each) for each in alike]), coat))
    sides = [
        (stand_side if piece.art.stands else piece_side)(layout, piece) for piece in layout.pieces
    ]
    if sides:
        found.append(("sides", joined(sides), card))
    return found


def _alike(pieces: Sequence[LaidPiece]) -> list[list[LaidPiece]]:
    """Pieces of one kind with one side up share a mesh."""
    groups: dict[tuple[str, str, bool], list[LaidPiece]] = {}
    for piece in pieces:
        groups.setdefault((piece.art.family, piece.art.kind, piece.back), []).append(piece)
    return list(groups.values())


def _printed(mitsuba: Any, picture: NDArray[np.uint8], gloss: float) -> dict[str, Any]:
    """Ink on card under a more or less smooth varnish."""
    return {
        "type": "twosided",
        "bsdf": {
            "type": "principled",
            "base_color": _texture(mitsuba, picture, "clamp"),
            "roughness": float(np.clip(0.62 - 0.95 * gloss, 0.2, 0.7)),
            "specular": float(np.clip(0.25 + gloss, 0.25, 0.65)),
        },
    }


def _texture(mitsuba: Any, picture: NDArray[np.uint8], wrap: str) -> dict[str, Any]:
    colours = np.ascontiguousarray(picture[..., 2::-1])
    return {
        "type": "bitmap",
        "bitmap": mitsuba.Bitmap(colours),
        "raw": False,
        "wrap_mode": wrap,
        "filter_type": "bilinear",
    }


def _table(mitsuba: Any, scene: TableScene) -> dict[str, Any]:
    cloth = scene.cloth
    x, y = scene.aim_mm
    side = cloth.image_bgr.shape[0] / TOP_PX_PER_MM
    half = _REACH_MM / side
    transform = mitsuba.ScalarTransform4f
    # The rectangle reaches from -1 to 1, its picture is repeated and mirrored.
    to_world = (
        transform()
        .translate([x, -y, -BOARD_THICK_MM])
        .rotate([0, 0, 1], cloth.turn_deg)
        .scale([_REACH_MM, _REACH_MM, 1])
    )
    picture = np.asarray(cv2.flip(cloth.image_bgr, 0), np.uint8)
    return {
        "type": "rectangle",
        "to_world": to_world,
        "bsdf": {
            "type": "principled",
            "base_color": {
                **_texture(mitsuba, picture, "mirror"),
                "to_uv": mitsuba.ScalarTransform3f().scale([2 * half, 2 * half]),
            },
            "roughness": 0.55,
            "specular": 0.35,
        },
    }


def _lights(mitsuba: Any, scene: TableScene, rng: np.random.Generator) -> dict[str, Any]:
    """One round lamp or two, and a room a little bright all round, by the lamps' own shares."""
    tint = 1 + _ROOM_TINT * np.array([1.0, 0.0, -1.0]) * float(rng.uniform(-1, 1))
    white = np.ones(3)
    if scene.second is None:
        lamps = [(scene.lamp, white)]
    else:
        blue_to_red = second_tint(scene.lamp, scene.second)[::-1]
        lamps = [(scene.lamp, white / 2), (scene.second, blue_to_red / 2)]
    ambient = sum(lamp.ambient * share for lamp, share in lamps)
    parts = {"room": {"type": "constant", "radiance": _rgb(ambient * tint)}}
    for number, (lamp, share) in enumerate(lamps):
        x, y, z = lamp.place_mm
        place = mitsuba.ScalarTransform4f().translate([x, -y, z])
        parts[f"lamp-{number}"] = {
            "type": "sphere",
            "to_world": place.scale(max(lamp.radius_mm, 5.0)),
            "emitter": {"type": "area", "radiance": _rgb(_radiance(lamp, scene.aim_mm) * share)},
        }
    return parts


def _radiance(lamp: Lamp, aim_mm: tuple[float, float]) -> float:
    """How bright the lamp is, so that it and the room light the boards' middle by 1."""
    x, y, z = lamp.place_mm
    squared = (x - aim_mm[0]) ** 2 + (y - aim_mm[1]) ** 2 + z * z
    slant = z / np.sqrt(squared)
    return float((1 - lamp.ambient) * squared / (max(lamp.radius_mm, 5.0) ** 2 * slant))


def _rgb(values: Any) -> dict[str, Any]:
    return {"type": "rgb", "value": [float(value) for value in values]}
