"""Prints the flat things of an art: the board's face and the six token faces."""

from __future__ import annotations

import math
from collections.abc import Callable
from dataclasses import dataclass
from functools import cached_property

import cv2
import numpy as np
from shapely.affinity import scale, translate
from shapely.geometry import LineString, Point, Polygon, box
from shapely.geometry.base import BaseGeometry
from shapely.ops import unary_union

from companion.board import Area, Board, SectorArea, Tag
from hardware.simulated.glyphs import glyph
from hardware.simulated.looks import Art, BoardLook, TokenLook
from hardware.simulated.paint import (
    Bgr,
    Canvas,
    Picture,
    Plane,
    cloud,
    linear_bgr,
    resized,
    screen_from_linear,
)

BOARD_PX_PER_MM = 8.0
TOKEN_FACE_PX = 448
CROP_PX = 384


@dataclass(frozen=True, eq=False)
class Prints:
    """The printed faces of one art, in linear light.

    `board_bgr` has BOARD_PX_PER_MM pixels to the millimetre; each of `faces_bgr` is a square
    of TOKEN_FACE_PX pixels across the token's diameter, printed on beyond its edge.
    """

    draw_board: Callable[[], Picture]
    faces_bgr: dict[str, Picture]

    @cached_property
    def board_bgr(self) -> Picture:
        """The board's face; drawn when it is asked for, which takes a second."""
        return self.draw_board()

    @cached_property
    def board_levels(self) -> tuple[tuple[float, Picture], ...]:
        """The board's face at falling density: pixels to the millimetre, picture."""
        levels = [(BOARD_PX_PER_MM, self.board_bgr)]
        while levels[-1][0] > 2:
            density, finer = levels[-1]
            half = finer.shape[1] // 2, finer.shape[0] // 2
            levels.append((density / 2, resized(finer, half, cv2.INTER_AREA)))
        return tuple(levels)

    def faces_only(self) -> Prints:
        """The same without the board, which takes most of the memory; the faces in half of it."""
        faces = {kind: face.astype(np.float16) for kind, face in self.faces_bgr.items()}
        return Prints(_no_board, faces)  # type: ignore[arg-type]


def _no_board() -> Picture:
    return np.zeros((1, 1, 3), np.float32)


def print_art(art: Art, rng: np.random.Generator) -> Prints:
    """Draw every token face of an art, and its board later with what chance then gives."""
    faces = {
        kind.name: _print_face(art.token_look, kind.name, rng) for kind in art.board.tokens.kinds
    }
    return Prints(lambda: _print_board(art, rng), faces)


def area_shape(area: Area, board: Board) -> BaseGeometry:
    """The area as a shape in board millimetres."""
    if not isinstance(area, SectorArea):
        return Polygon(area.polygon_mm)
    cx, cy = board.dish.centre_mm
    turns = np.radians(np.linspace(area.from_deg, area.to_deg, 361))
    unit = np.c_[np.sin(turns), -np.cos(turns)]
    outer = unit * board.dish.target_radius_mm + (cx, cy)
    inner = unit[::-1] * board.dish.hub_radius_mm + (cx, cy)
    return Polygon(np.r_[outer, inner])


def tag_cells(tag: Tag, dictionary: str) -> tuple[BaseGeometry, BaseGeometry]:
    """The printed black of a marker and its white quiet zone, in board millimetres."""
    book = cv2.aruco.getPredefinedDictionary(getattr(cv2.aruco, dictionary))
    cells = book.markerSize + 2
    bits = cv2.aruco.generateImageMarker(book, tag.id, cells, borderBits=1)
    corner = [np.asarray(c, float) for c in tag.corners_mm]

    def at(col: float, row: float) -> tuple[float, float]:
        u, v = col / cells, row / cells
        p = (1 - v) * ((1 - u) * corner[0] + u * corner[1]) + v * (
            (1 - u) * corner[3] + u * corner[2]
        )
        return float(p[0]), float(p[1])

    black = [
        Polygon([at(c, r), at(c + 1, r), at(c + 1, r + 1), at(c, r + 1)]).buffer(1e-6)
        for r in range(cells)
        for c in range(cells)
        if bits[r, c] == 0
    ]
    quiet = Polygon([at(-1, -1), at(cells + 1, -1), at(cells + 1, cells + 1), at(-1, cells + 1)])
    return unary_union(black), quiet


def _print_board(art: Art, rng: np.random.Generator) -> Picture:
    board, look = art.board, art.board_look
    canvas = Canvas(board.size_mm, BOARD_PX_PER_MM, linear_bgr(look.ground))
    broad = cloud(rng, canvas.size_wh, 90, 4)
    canvas.mottle(np.asarray(look.mottle * broad, np.float32))
    _pattern(canvas, look.pattern, box(0, 0, *board.size_mm), linear_bgr(look.paper), rng)
    target = Point(board.dish.centre_mm).buffer(board.dish.target_radius_mm, quad_segs=180)
    if look.bare is not None:
        canvas.fill(target, linear_bgr(look.bare))
    _print_areas(canvas, board, look, rng)
    _print_lines(canvas, board, look, target)
    if look.frame is not None:
        width, height = board.size_mm
        outline = box(3, 3, width - 3, height - 3)
        canvas.fill(outline.boundary.buffer(0.4), linear_bgr(look.frame))
    for tag in board.tags:
        black, quiet = tag_cells(tag, board.dictionary)
        canvas.fill(quiet, linear_bgr(look.paper))
        canvas.fill(black, linear_bgr(look.ink))
    fine = rng.standard_normal(canvas.image_bgr.shape[:2], np.float32)
    canvas.mottle(0.012 * fine)
    return canvas.image_bgr


def _print_areas(canvas: Canvas, board: Board, look: BoardLook, rng: np.random.Generator) -> None:
    for area in board.dish.areas:
        shape = area_shape(area, board)
        colour = linear_bgr(look.areas[area.colour])
        grain = look.area_mottle * cloud(rng, canvas.size_wh, 60, 4)
        canvas.fill(shape, colour, grain=np.asarray(grain, np.float32))
        darker = tuple(0.72 * c for c in colour)
        _pattern(canvas, look.area_pattern, shape, (darker[0], darker[1], darker[2]), rng)
    hub = Point(board.dish.centre_mm).buffer(board.dish.hub_radius_mm, quad_segs=90)
    grain = 0.3 * look.area_mottle * cloud(rng, canvas.size_wh, 40, 3)
    canvas.fill(hub, linear_bgr(look.hub), grain=np.asarray(grain, np.float32))


def _print_lines(canvas: Canvas, board: Board, look: BoardLook, target: BaseGeometry) -> None:
    if look.line is None:
        return
    hub = Point(board.dish.centre_mm).buffer(board.dish.hub_radius_mm, quad_segs=90)
    lines = [target.boundary, hub.boundary]
    lines += [area_shape(area, board).boundary for area in board.dish.areas]
    drawn = unary_union([line.simplify(0.01).buffer(look.line_mm / 2) for line in lines])
    canvas.fill(drawn, linear_bgr(look.line))


def _pattern(
    canvas: Canvas, pattern: str, within: BaseGeometry, colour: Bgr, rng: np.random.Generator
) -> None:
    left, top, right, bottom = within.bounds
    if pattern == "plain":
        return
    if pattern == "stripes":
        step = 7.0
        reach = bottom - top
        bars = [
            LineString([(x, top), (x + reach * 0.6, bottom)]).buffer(0.7)
            for x in np.arange(left - reach, right, step)
        ]
        canvas.fill(unary_union(bars).intersection(within), colour, 0.5)
        return
    ground_mm2 = (right - left) * (bottom - top)
    count = int(ground_mm2 / {"stars": 330, "dots": 60, "leaves": 160}[pattern])
    spots: list[BaseGeometry] = []
    for x, y, size, turn in rng.uniform(
        (left, top, 0, 0), (right, bottom, 1, math.tau), (count, 4)
    ):
        if pattern == "stars":
            spots.append(Point(x, y).buffer(0.2 + 0.55 * size**3, quad_segs=4))
        elif pattern == "dots":
            spots.append(Point(x, y).buffer(0.7 + 0.8 * size, quad_segs=6))
        else:
            tip = (x + 6 * math.cos(turn), y + 6 * math.sin(turn))
            spots.append(LineString([(x, y), tip]).buffer(0.8 + 0.7 * size, quad_segs=4))
    opacity = 0.85 if pattern == "stars" else 0.4
    canvas.fill(unary_union(spots).intersection(within), colour, opacity)


def _print_face(look: TokenLook, kind: str, rng: np.random.Generator) -> Picture:
    canvas = Canvas((2.0, 2.0), TOKEN_FACE_PX / 2, linear_bgr(look.grounds[kind]))
    canvas.mottle(_grain(look, canvas.size_wh, rng))
    centre = (1.0, 1.0)
    sign = translate(
        scale(glyph(look.family, kind), look.sign_scale, look.sign_scale, origin=(0, 0)), *centre
    )
    grain = np.asarray(0.5 * look.grain * cloud(rng, canvas.size_wh, 12, 3), np.float32)
    canvas.fill(sign, linear_bgr(look.sign), grain=grain)
    if look.ring is not None:
        ring = Point(centre).buffer(look.ring_at, quad_segs=90).boundary
        canvas.fill(ring.buffer(look.ring_width / 2), linear_bgr(look.ring), grain=grain)
    return canvas.image_bgr


def _grain(look: TokenLook, size_wh: tuple[int, int], rng: np.random.Generator) -> Plane:
    if not look.wood:
        return np.asarray(look.grain * cloud(rng, size_wh, 14, 3), np.float32)
    bend = cloud(rng, size_wh, 150, 2)
    along = np.arange(size_wh[1], dtype=np.float32)[:, None] / size_wh[1]
    rings = np.sin(46 * (along + 0.25 * bend))
    fine = cloud(rng, size_wh, 6, 2, stretch=14)
    return np.asarray(look.grain * (0.6 * rings + 0.7 * fine), np.float32)


def token_crop(
    art: Art, prints: Prints, kind: str
) -> np.ndarray[tuple[int, ...], np.dtype[np.uint8]]:
    """The 384-pixel square picture of a token's top, BGR uint8, as a set's `kinds/` holds it."""
    face = prints.faces_bgr[kind]
    half = TOKEN_FACE_PX / 2
    turn = cv2.getRotationMatrix2D((half - 0.5, half - 0.5), -art.crop_turn_deg, 1.0)
    turned = np.asarray(
        cv2.warpAffine(face, turn, (TOKEN_FACE_PX, TOKEN_FACE_PX), borderMode=cv2.BORDER_REFLECT),
        np.float32,
    )
    if art.crop_corner is not None:
        corner = Canvas((2.0, 2.0), half, linear_bgr(art.crop_corner))
        disc = Canvas((2.0, 2.0), half, (0.0, 0.0, 0.0))
        disc.fill(Point(1.0, 1.0).buffer(1.0, quad_segs=90), (1.0, 1.0, 1.0))
        turned = corner.image_bgr + disc.image_bgr * (turned - corner.image_bgr)
    return screen_from_linear(resized(turned, (CROP_PX, CROP_PX), cv2.INTER_AREA))
