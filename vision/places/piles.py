"""Large pieces in any arrangement, touching or partly under each other: told by their marks.

A place that many pieces of a family with rich pictures share is a pile.  The marks of every kind's
picture are looked for in it; what is found there is compared block by block, and a block that
differs has to lie under another piece that is found.  A pile is whole when that explains all that
departs from the bare print; else something may lie there that can't be told.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass

import cv2
import numpy as np
from numpy.typing import NDArray
from shapely import Polygon

from companion.places import Family, Place, PlaceBoard
from vision.places.blocks import Array, Laid, Mask, laid, look_of, middles
from vision.places.ground import turning
from vision.places.marks import Picture, marks_of, placed
from vision.places.painting import BankStore
from vision.places.pile_shadows import is_shadow, smoothed
from vision.places.planes import Planar
from vision.places.tones import to_tones
from vision.places.workings import NOISE
from vision.rectify import Grid

_FINER = 2  # than the raster of the views, for marks
_MARGIN_MM = 14.0  # pieces reach out of their place by so much
_FEWEST_BLOCKS = 8
_SAME_SPOT = 0.3  # of a piece's side: nearer than this only one of two is there
_LEAST_SHARE = 0.34  # of the blocks with print that have to agree
_UNLIKE_BARE = 6.0
_DIMMEST, _BRIGHTEST = 0.7, 1.3  # a deeper shadow may be a dark piece
_OPENING_MM, _RIM_MM = 4.0, 2.0
_SMOOTH, _STEEPEST = 7.0, 80  # levels a pixel, percentile: a mirrored lamp has no edge ...
_VEIL = 10.0  # ... and lies over the print like white
_EDGE, _EDGES_MM, _EDGES_SHARE = 8.0, 9.0, 0.2  # levels a pixel; so many edges are no shadow's
_HIDES_SHARE = 0.4  # of a piece: a mirrored lamp smaller than this hides none
_LEFT_MM2 = (60.0, 10.0)  # half sure, and the spread
_EXPLAINED, _VISIBLE, _RIVAL = (0.52, 0.03), (0.40, 0.02), (5.0, 1.0)


@dataclass(frozen=True)
class Piled:
    """A piece of a pile: where it lies (mm on the board), turned clockwise from upright.

    `level` is how many pieces lie below it, `sure` the probability that it is of this kind.
    """

    family: Family
    kind: str
    centre_mm: tuple[float, float]
    turn_deg: float
    level: int
    sure: float

    @property
    def height_mm(self) -> float:
        """Where its top is."""
        return self.family.thickness_mm * (self.level + 1)

    @property
    def outline_mm(self) -> Array:
        """Its outline on the board."""
        around = np.array(self.family.outline_mm) @ turning(self.turn_deg)
        return np.asarray(around + self.centre_mm, np.float64)


@dataclass(frozen=True)
class Pile:
    """What was found in a place; `whole` is the probability that nothing else lies there."""

    pieces: tuple[Piled, ...]
    whole: float

    @property
    def probability(self) -> float:
        """That everything is as it was read."""
        return math.prod((piece.sure for piece in self.pieces), start=self.whole)


class PileReader:
    """Reads the piles of one place; raises TableFileError when a picture can't be used."""

    def __init__(
        self, board: PlaceBoard, place: Place, family: Family, store: BankStore, grid: Grid
    ) -> None:
        self.family, self._outline_mm = family, np.array(place.outline_mm)
        low = np.floor(grid.to_px(self._outline_mm.min(axis=0)[None] - _MARGIN_MM))[0]
        high = np.ceil(grid.to_px(self._outline_mm.max(axis=0)[None] + _MARGIN_MM))[0]
        self._low = np.clip(low, 0, np.array(grid.size_wh) - 1).astype(int)
        self._high = np.clip(high, self._low + 1, grid.size_wh).astype(int)
        self._grid, self._px_per_mm = grid, grid.px_per_mm * _FINER
        named = [each for each in board.pictures if each.family == family.name]
        width, height = self._size_mm = named[0].size_mm
        size = round(width * self._px_per_mm), round(height * self._px_per_mm)
        self._looks = [
            look_of(each.kind, store.look(each, board.source)[0], size) for each in named
        ]
        outline = np.array(family.outline_mm, np.float32)
        self._inside = np.array(
            [
                cv2.pointPolygonTest(outline, (float(x), float(y)), False) > 0
                for x, y in middles(self._size_mm)
            ]
        )

    def read(self, view: Planar, bare_bgr: Picture | None) -> Pile:
        """What lies there; `bare_bgr` is the bare board on the raster of the views."""
        (left, top), (right, bottom) = self._low, self._high
        scene = view.paper[top:bottom, left:right]
        size = (right - left) * _FINER, (bottom - top) * _FINER
        fine = np.asarray(cv2.resize(scene, size, interpolation=cv2.INTER_CUBIC), np.uint8)
        pieces = self._pieces(self._chosen(self._guesses(fine)), view)
        if bare_bgr is None:
            return Pile(pieces, 0.0)
        left_mm2 = self._left_over_mm2(scene, bare_bgr[top:bottom, left:right], pieces, view)
        return Pile(pieces, 1 - _half_at(left_mm2, _LEFT_MM2))

    def _guesses(self, fine: Picture) -> list[Laid]:
        """Every picture wherever its marks may be found, best first."""
        scene = marks_of(fine)
        found = [
            laid(look, where, fine, self._inside)
            for look in self._looks
            for where in placed(look.marks, look.size_wh, scene, self._px_per_mm)
        ]
        return sorted(found, key=lambda guess: -guess.evidence)

    def _chosen(self, guesses: Sequence[Laid]) -> list[tuple[Laid, int]]:
        """The best guess at each spot, and the evidence for the best other kind there."""
        near = _SAME_SPOT * min(self._size_mm) * self._px_per_mm
        chosen: list[tuple[Laid, int]] = []
        for guess in guesses:
            if guess.evidence < _FEWEST_BLOCKS:
                break
            here = [
                number
                for number, (better, _) in enumerate(chosen)
                if math.dist(guess.where.middle_px, better.where.middle_px) < near
            ]
            for number in here:
                better, rival = chosen[number]
                if guess.look is not better.look:
                    chosen[number] = better, max(rival, guess.evidence)
            if not here and self._stands(guess, chosen):
                chosen.append((guess, 0))
        return chosen

    def _stands(self, guess: Laid, chosen: Sequence[tuple[Laid, int]]) -> bool:
        """Whether enough agrees with a guess, most of it not shown by better ones there."""
        printed = int((guess.look.textured & self._inside).sum())
        points = guess.points_px[guess.agree]
        taken = np.zeros(len(points), bool)
        for better, _ in chosen:
            taken |= better.shows(points)
        return guess.evidence > _LEAST_SHARE * printed and bool(taken.mean() < 0.5)

    def _pieces(self, chosen: Sequence[tuple[Laid, int]], view: Planar) -> tuple[Piled, ...]:
        """The chosen guesses as pieces, each with how sure it is."""
        hidden = [self._hidden(number, chosen) for number in range(len(chosen))]
        levels = _levels([{n for n, mask in by.items() if mask.sum() > 1} for by in hidden])
        found = []
        for (guess, rival), by, level in zip(chosen, hidden, levels, strict=True):
            covered = np.any([*by.values(), np.zeros(len(guess.agree), bool)], axis=0)
            visible = int((self._inside & ~covered).sum())
            sure = _half_at(float(guess.agree.sum()) / max(visible, 1), _EXPLAINED)
            sure *= _half_at(visible / max(int(self._inside.sum()), 1), _VISIBLE)
            sure *= _half_at(float(guess.evidence - rival), _RIVAL)
            found.append(self._piece(guess, level, sure, view))
        return tuple(found)

    def _hidden(self, number: int, chosen: Sequence[tuple[Laid, int]]) -> dict[int, Mask]:
        """Which blocks of a guess do not agree because another one shows there instead."""
        guess = chosen[number][0]
        points, open_ = guess.points_px, self._inside & ~guess.agree
        return {
            other: open_ & better.shows(points)
            for other, (better, _) in enumerate(chosen)
            if other != number
        }

    def _piece(self, guess: Laid, level: int, sure: float, view: Planar) -> Piled:
        """A guess as a piece; its footprint lies under where its top is seen."""
        seen_px = (np.array(guess.where.middle_px) + 0.5) / _FINER - 0.5 + self._low
        at = self._grid.to_mm(seen_px[None])[0]
        plane = view.level(self.family.thickness_mm * (level + 1))
        x, y = (at + plane.share * plane.foot_mm) / (1 + plane.share)
        turn_deg = math.degrees(guess.where.turn_rad) % 360.0
        return Piled(self.family, guess.look.kind, (float(x), float(y)), turn_deg, level, sure)

    def _left_over_mm2(
        self, scene: Picture, bare: Picture, pieces: Sequence[Piled], view: Planar
    ) -> float:
        """How much of the place departs from its print beside the pieces found."""
        open_ = np.zeros(scene.shape[:2], np.uint8)
        cv2.fillPoly(open_, [self._window_px(self._outline_mm)], (1,))
        for piece in pieces:
            cv2.fillPoly(open_, [self._window_px(_seen_mm(piece, view))], (0,))
        seen, own = to_tones(scene), to_tones(bare)
        norm = np.maximum((own * own).sum(axis=-1), 1.0)
        lit = np.clip((seen * own).sum(axis=-1) / norm, _DIMMEST, _BRIGHTEST)[..., None]
        square = ((seen - lit * own) ** 2).sum(axis=-1) / (3 * NOISE**2)
        strange = (square > _UNLIKE_BARE) | self._busy(scene, bare, open_)
        strange = (strange & (open_ > 0)).astype(np.uint8)
        side = max(3, round(_OPENING_MM * self._grid.px_per_mm))
        disc = cv2.getStructuringElement(cv2.MORPH_ELLIPSE, (side, side))
        opened = np.asarray(cv2.morphologyEx(strange, cv2.MORPH_OPEN, disc), np.uint8)
        return self._hiding_mm2(opened, open_, scene, bare)

    def _busy(self, scene: Picture, bare: Picture, open_: Picture) -> Mask:
        """Where there are edges that the print has not: something faint, as under white gloss."""
        clear = cv2.erode(open_, np.ones((3, 3), np.uint8), iterations=2) > 0
        edges = (_steep(scene) > _EDGE) & (_steep(bare) < _EDGE / 2) & clear
        side = round(_EDGES_MM * self._grid.px_per_mm)
        share = cv2.blur(edges.astype(np.float32), (side, side))
        return np.asarray(share > _EDGES_SHARE)

    def _hiding_mm2(self, strange: Picture, open_: Picture, scene: Picture, bare: Picture) -> float:
        """How much of what is strange may hide something: no shadow, not a small mirrored lamp.

        Its edge is looked at where no known piece is near.
        """
        white = (scene.astype(np.float32) - bare).min(axis=2)
        steep, smooth = _steep(scene), smoothed(scene)
        count, labels, stats, _ = cv2.connectedComponentsWithStats(strange)
        spare = _HIDES_SHARE * float(Polygon(self.family.outline_mm).area)
        square = np.ones((3, 3), np.uint8)
        clear = cv2.erode(open_, square, iterations=3) > 0
        hiding = 0.0
        for number in range(1, count):
            own = (labels == number).astype(np.uint8)
            if is_shadow(own > 0, smooth, bare):
                continue
            rim = cv2.dilate(own, square, iterations=2) > cv2.erode(own, square)
            edge = steep[rim & clear]
            area = float(stats[number, cv2.CC_STAT_AREA]) / self._grid.px_per_mm**2
            lamp = len(edge) > 0 and float(np.percentile(edge, _STEEPEST)) < _SMOOTH
            lamp = lamp and float(np.median(white[own > 0])) > _VEIL
            hiding += max(0.0, area - spare) if lamp else area
        return hiding

    def _window_px(self, points_mm: Array) -> NDArray[np.int32]:
        return np.asarray(np.round(self._grid.to_px(points_mm) - self._low), np.int32)


def _seen_mm(piece: Piled, view: Planar) -> Array:
    """Where a piece is seen on the board's plane, with its sides and a rim."""
    away = piece.outline_mm - piece.centre_mm
    low = piece.outline_mm + _RIM_MM * away / np.linalg.norm(away, axis=1, keepdims=True)
    high = low + view.level(piece.height_mm).share * (low - view.camera_mm[:2])
    hull = cv2.convexHull(np.vstack([low, high]).astype(np.float32))
    return np.asarray(hull[:, 0], np.float64)


def _steep(image_bgr: Picture) -> NDArray[np.float32]:
    """How steeply brightness changes, in levels a pixel."""
    grey = cv2.GaussianBlur(cv2.cvtColor(image_bgr, cv2.COLOR_BGR2GRAY), (0, 0), 1.0)
    across, down = cv2.Scharr(grey, cv2.CV_32F, 1, 0), cv2.Scharr(grey, cv2.CV_32F, 0, 1)
    return np.asarray(np.hypot(across, down) / 32, np.float32)


def _levels(above: Sequence[set[int]]) -> list[int]:
    """How many pieces lie below each; `above` are those that lie on it."""
    levels = [0] * len(above)
    for _ in above:
        for number, others in enumerate(above):
            for other in others:
                levels[other] = max(levels[other], min(levels[number] + 1, len(above) - 1))
    return levels


def _half_at(value: float, curve: tuple[float, float]) -> float:
    """A smooth step: half at the first number, as steep as the second is small."""
    off = (value - curve[0]) / curve[1]
    return 1 / (1 + math.exp(-min(50.0, max(-50.0, off))))
