"""Pictures of boards and pieces, drawn once at the density that the camera needs."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field

import cv2
import numpy as np
from numpy.typing import NDArray

from companion.drawing import Drawing, Ink, Polygon
from companion.prints import BoardPrint, Modules, PiecePrint, marked_board
from hardware.simulated.drawing_raster import drawing_bgr, outline_mask
from hardware.simulated.paint import cloud, linear_bgr, screen_from_linear

Screen = NDArray[np.uint8]

_DENSITIES = (1.5, 2.0, 3.0, 4.0, 6.0, 8.0, 12.0)  # pixels to the millimetre
_SHARPER = 1.25  # than the camera's own pixels
_BLANK = "#e9e4d8"  # the unprinted side of card
_MOTTLE = 0.025
# Linear light of every screen value, and the same with cover (0..1) as a fourth channel.
_VALUES = np.arange(256, dtype=np.float32) / 255
LINEAR: NDArray[np.float32] = np.where(
    _VALUES <= 0.04045, _VALUES / 12.92, ((_VALUES + 0.055) / 1.055) ** 2.4
).astype(np.float32)
_WITH_COVER = np.dstack([LINEAR, LINEAR, LINEAR, _VALUES])
_NO_MAP = np.empty(0, np.float32)
WALL_BGR = linear_bgr("#b9ab95")


@dataclass(frozen=True, eq=False)
class Face:
    """A printed side at its density: BGR weighted by cover in linear light, and cover.

    `cover` is the fourth channel by itself; of a board, which is all cover, one pixel of it.
    """

    bgra: Screen
    cover: Screen
    px_per_mm: float
    size_mm: tuple[float, float]


def in_light(
    face: Face, grid_xy_px: NDArray[np.float32], size_wh: tuple[int, int]
) -> tuple[NDArray[np.float32], NDArray[np.float32]]:
    """Colour times cover in linear light, and cover, of a grid averaged down to `size_wh`."""
    seen = cv2.remap(face.bgra, grid_xy_px, _NO_MAP, cv2.INTER_LINEAR, borderValue=0)
    light = cv2.resize(cv2.LUT(seen, _WITH_COVER), size_wh, interpolation=cv2.INTER_AREA)
    blue, green, red, cover = cv2.split(light)
    return np.asarray(cv2.merge([blue, green, red]), np.float32), np.asarray(cover, np.float32)


def cover_of(face: Face, grid_xy_px: NDArray[np.float32]) -> Screen:
    """Cover (0..255) alone at each pixel position of a grid."""
    seen = cv2.remap(face.cover, grid_xy_px, _NO_MAP, cv2.INTER_LINEAR, borderValue=0)
    return np.asarray(seen, np.uint8)


def density_for(px_per_mm: float) -> float:
    """The drawn density that serves a camera that sees so many pixels to the millimetre."""
    wanted = px_per_mm * _SHARPER
    return next((density for density in _DENSITIES if density >= wanted), _DENSITIES[-1])


@dataclass(frozen=True, eq=False)
class Faces:
    """The prints of one game, drawn when first needed; paper and card are a little uneven."""

    dictionary: str
    seed: int = 0
    most_bytes: int = 80_000_000
    _drawn: dict[tuple[object, ...], Face] = field(default_factory=dict)

    def board(self, art: BoardPrint, copy: int, px_per_mm: float) -> Face:
        """A board's face with the markers of one copy."""
        return self._kept(
            ("board", art.name, copy, px_per_mm), lambda: self._draw_board(art, copy, px_per_mm)
        )

    def piece(self, art: PiecePrint, back: bool, px_per_mm: float) -> Face:
        """A side of a piece, cut out; beside its outline it covers nothing."""
        return self._kept(
            (art.family, art.kind, back, px_per_mm), lambda: self._draw_piece(art, back, px_per_mm)
        )

    def _kept(self, key: tuple[object, ...], draw: Callable[[], Face]) -> Face:
        """A face drawn once; those not asked for longest are let go when there are too many."""
        face = self._drawn.pop(key, None)
        if face is None:
            face = draw()
            held = face.bgra.nbytes + sum(each.bgra.nbytes for each in self._drawn.values())
            while self._drawn and held > self.most_bytes:
                held -= self._drawn.pop(next(iter(self._drawn))).bgra.nbytes
        self._drawn[key] = face
        return face

    def _draw_board(self, art: BoardPrint, copy: int, px_per_mm: float) -> Face:
        black = {tag.id: marker_modules(self.dictionary, tag.id) for tag in art.tags[copy]}
        drawing = marked_board(art, copy, black)
        picture = self._uneven(drawing_bgr(drawing, px_per_mm))
        return _face(picture, None, px_per_mm, drawing.size_mm)

    def _draw_piece(self, art: PiecePrint, back: bool, px_per_mm: float) -> Face:
        drawing = art.front if not back else (art.back or _blank(art.front))
        picture = self._uneven(drawing_bgr(drawing, px_per_mm))
        outline = art.outline_mm if not back else [(-x, y) for x, y in art.outline_mm]
        cover = outline_mask(outline, drawing.size_mm, px_per_mm)
        return _face(_spread(picture, cover), cover, px_per_mm, drawing.size_mm)

    def _uneven(self, picture: Screen) -> Screen:
        """Ink lies a little thicker here and thinner there."""
        rng = np.random.default_rng((self.seed, *picture.shape[:2]))
        height, width = picture.shape[:2]
        factor = 1 + _MOTTLE * cloud(rng, (width, height), 60, 3)
        strips = range(0, height, 256)
        for top in strips:
            part = picture[top : top + 256]
            part[:] = np.clip(part * factor[top : top + 256, :, None], 0, 255).astype(np.uint8)
        return picture


def marker_modules(dictionary: str, tag_id: int) -> Modules:
    """A marker's modules with its black border, row by row, True for black."""
    book = cv2.aruco.getPredefinedDictionary(getattr(cv2.aruco, dictionary))
    side = book.markerSize + 2
    bits = cv2.aruco.generateImageMarker(book, tag_id, side, borderBits=1)
    return tuple(tuple(bool(value < 128) for value in row) for row in bits)


def _face(
    picture: Screen, cover: Screen | None, px_per_mm: float, size_mm: tuple[float, float]
) -> Face:
    """A face of its picture; without `cover` the whole picture belongs to it."""
    if cover is None:
        whole = np.full(picture.shape[:2], 255, np.uint8)
        bgra = np.asarray(cv2.merge([picture, whole]), np.uint8)
        return Face(bgra, whole[:1, :1], px_per_mm, size_mm)
    share = cover.astype(np.float32) * np.float32(1 / 255)
    weighted = screen_from_linear(np.asarray(LINEAR[picture] * share[..., None], np.float32))
    return Face(np.asarray(cv2.merge([weighted, cover]), np.uint8), cover, px_per_mm, size_mm)


def _blank(front: Drawing) -> Drawing:
    width, height = front.size_mm
    paper = ((0.0, 0.0), (width, 0.0), (width, height), (0.0, height))
    return Drawing(front.size_mm, (Polygon(paper, Ink(fill=_BLANK)),))


def _spread(picture: Screen, cover: Screen) -> Screen:
    """Carry the colour of the cut-out edge outwards, so that no white fringe is mixed in."""
    inside = (cover > 200).astype(np.uint8)
    if not inside.any():
        return picture
    _, nearest = cv2.distanceTransformWithLabels(
        1 - inside, cv2.DIST_L2, 3, labelType=cv2.DIST_LABEL_PIXEL
    )
    where = np.flatnonzero(inside.ravel())
    source = np.zeros(int(nearest.max()) + 1, np.int64)
    source[nearest.ravel()[where]] = where
    near = (cover <= 200) & (cv2.dilate(inside, np.ones((7, 7), np.uint8)) > 0)
    out = picture.reshape(-1, 3).copy()
    flat = near.ravel()
    out[flat] = out[source[nearest.ravel()[flat]]]
    return out.reshape(picture.shape)
