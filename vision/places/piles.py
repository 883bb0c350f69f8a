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
from vision.places.bank import NOISE
from vision.places.ground import turning
from vision.places.marks import Marks, Picture, marks_of, placed
from vision.places.painting import BankStore
from vision.places.planes import Planar
from vision.places.tones import to_tones
from vision.rectify import Grid

Array = NDArray[np.float64]
Mask = NDArray[np.bool_]

LEAST_MM2 = 800.0  # smaller pieces have too few marks
_FINER = 2  # than the raster of the views, for marks
_BLOCKS = 10  # along a side of a picture
_PRINT_BLUR_PX = 0.8
_MARGIN_MM = 14.0  # pieces reach out of their place by so much
_TEXTURE, _PLAIN, _ALIKE = 7.0, 9.0, 0.55  # levels of print and of noise; correlation
_OFF_TEXTURED, _OFF_PLAIN = 45.0, 28.0  # levels of the mean
_FEWEST_MARKS, _FEWEST_BLOCKS = 10, 8
_SAME_SPOT = 0.3  # of a piece's side: nearer than this only one of two is there
_UNLIKE_BARE = 6.0
_DIMMEST, _BRIGHTEST = 0.4, 1.3
_OPENING_MM, _LEFT_MM2, _RIM_MM = 4.0, 60.0, 2.0
_EXPLAINED, _VISIBLE, _RIVAL = (0.72, 0.04), (0.42, 0.03), (5.0, 1.5)  # half sure, and the spread


@dataclass(frozen=True)
class Look:
    """One kind's picture on the finer raster: its marks, and what its blocks look like."""

    kind: str
    image_bgr: Picture
    marks: Marks
    textured: Mask


@dataclass(frozen=True)
class Piled:
    """A piece of a pile: where it lies (mm on the board), turned clockwise, how high its top is.

    `kinds` are the alternatives with their probabilities, `level` how many pieces lie below it.
    """

    family: Family
    kinds: tuple[tuple[str, float], ...]
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
        return np.asarray(
            np.array(self.family.outline_mm) @ turning(self.turn_deg) + self.centre_mm
        )


@dataclass(frozen=True)
class Pile:
    """What was found in a place; `whole` is the probability that nothing else lies there."""

    pieces: tuple[Piled, ...]
    whole: float

    @property
    def probability(self) -> float:
        """That everything is as it was read."""
        return math.prod((piece.sure for piece in self.pieces), start=self.whole)


@dataclass
class _Guess:
    """A picture laid somewhere: which blocks of it agree with what is seen."""

    look: Look
    middle_px: tuple[float, float]
    turn_rad: float
    agree: Mask

    @property
    def evidence(self) -> int:
        """Blocks with print that agree."""
        return int((self.agree & self.look.textured).sum())


def pile_family(place: Place, families: Sequence[Family]) -> Family | None:
    """The family that lies in piles in a place, None when none does."""
    for family in families:
        area = float(Polygon(family.outline_mm).area)
        loose = family.turns == 0 and place.capacity > 1 and not family.lies_on
        if loose and area >= LEAST_MM2 and 2.5 * area < float(Polygon(place.outline_mm).area):
            return family
    return None


class PileReader:
    """Reads the piles of one place; raises TableFileError when a picture can't be used."""

    def __init__(
        self, board: PlaceBoard, place: Place, family: Family, store: BankStore, grid: Grid
    ) -> None:
        self.family, self._place = family, place
        corners = np.array(place.outline_mm)
        low = np.floor(grid.to_px(corners.min(axis=0)[None] - _MARGIN_MM))[0]
        high = np.ceil(grid.to_px(corners.max(axis=0)[None] + _MARGIN_MM))[0]
        self._low = np.clip(low, 0, np.array(grid.size_wh) - 1).astype(int)
        self._high = np.clip(high, self._low + 1, grid.size_wh).astype(int)
        self._grid, self._px_per_mm = grid, grid.px_per_mm * _FINER
        named = [each for each in board.pictures if each.family == family.name]
        self._looks = [
            self._look(each.kind, *store.look(each, board.source), named[0].size_mm)
            for each in named
        ]
        self._size_mm = named[0].size_mm
        self._inside = self._blocks_inside()

    def _look(
        self, kind: str, image: Picture, shown: tuple[float, float], size_mm: tuple[float, float]
    ) -> Look:
        size = tuple(round(side * self._px_per_mm) for side in size_mm)
        fine = cv2.resize(image, (size[0], size[1]), interpolation=cv2.INTER_AREA)
        fine = np.asarray(cv2.GaussianBlur(fine, (0, 0), _PRINT_BLUR_PX), np.uint8)
        _, spread = _moments(_blocks(fine))
        return Look(kind, fine, marks_of(fine), spread > _TEXTURE)

    def _blocks_inside(self) -> Mask:
        """Which blocks of a picture lie in the piece's outline."""
        width, height = self._size_mm
        steps = (np.arange(_BLOCKS) + 0.5) / _BLOCKS - 0.5
        y, x = np.meshgrid(steps * height, steps * width, indexing="ij")
        outline = np.array(self.family.outline_mm, np.float32)
        points = np.stack([x, y], axis=-1).reshape(-1, 2)
        inside = [cv2.pointPolygonTest(outline, (float(a), float(b)), False) > 0 for a, b in points]
        return np.array(inside)

    def read(self, view: Planar, bare_bgr: Picture | None) -> Pile:
        """What lies there; `bare_bgr` is the bare board on the raster of the views."""
        (left, top), (right, bottom) = self._low, self._high
        scene = view.paper[top:bottom, left:right]
        size = (right - left) * _FINER, (bottom - top) * _FINER
        fine = np.asarray(cv2.resize(scene, size, interpolation=cv2.INTER_CUBIC), np.uint8)
        guesses = self._chosen(self._guesses(fine))
        pieces = self._pieces(guesses, fine, view)
        if bare_bgr is None:
            return Pile(pieces, 0.0)
        left_mm2 = self._left_over_mm2(scene, bare_bgr[top:bottom, left:right], pieces, view)
        return Pile(pieces, _logistic((_LEFT_MM2 - left_mm2) / (_LEFT_MM2 / 6)))

    def _guesses(self, fine: Picture) -> list[_Guess]:
        """Every picture wherever its marks may be found, best first."""
        scene = marks_of(fine)
        found = []
        for look in self._looks:
            size = look.image_bgr.shape[1], look.image_bgr.shape[0]
            for where in placed(look.marks, size, scene, self._px_per_mm):
                agree = self._agreement(look, fine, where.middle_px, where.turn_rad)
                found.append(_Guess(look, where.middle_px, where.turn_rad, agree))
        return sorted(found, key=lambda guess: -guess.evidence)

    def _agreement(
        self, look: Look, fine: Picture, middle_px: tuple[float, float], turn_rad: float
    ) -> Mask:
        """Which blocks of a picture laid there agree with what is seen."""
        height, width = look.image_bgr.shape[:2]
        c, s = math.cos(turn_rad), math.sin(turn_rad)
        shift_x = middle_px[0] - (c * width / 2 - s * height / 2)
        shift_y = middle_px[1] - (s * width / 2 + c * height / 2)
        laid = np.array([[c, -s, shift_x], [s, c, shift_y]])
        flags = cv2.INTER_LINEAR | cv2.WARP_INVERSE_MAP
        seen = np.asarray(cv2.warpAffine(fine, laid, (width, height), flags=flags), np.uint8)
        own, there = _blocks(look.image_bgr), _blocks(seen)
        (own_mean, own_spread), (mean, spread) = _moments(own), _moments(there)
        both = ((own - own_mean) * (there - mean)).mean(axis=(1, 2))
        alike = both / np.maximum(own_spread * spread, 1e-3)
        off = np.abs(own_mean - mean).mean(axis=(1, 2))
        print_agrees = (alike > _ALIKE) & (off < _OFF_TEXTURED)
        plain_agrees = (spread < _PLAIN) & (off < _OFF_PLAIN)
        return np.asarray(np.where(look.textured, print_agrees, plain_agrees) & self._inside)

    def _chosen(self, guesses: Sequence[_Guess]) -> list[tuple[_Guess, int]]:
        """The best guess at each spot, and the evidence for the best other kind there."""
        near = _SAME_SPOT * min(self._size_mm) * self._px_per_mm
        chosen: list[tuple[_Guess, int]] = []
        for guess in guesses:
            if guess.evidence < _FEWEST_BLOCKS:
                break
            for number, (better, rival) in enumerate(chosen):
                if math.dist(guess.middle_px, better.middle_px) < near:
                    if guess.look is not better.look:
                        chosen[number] = better, max(rival, guess.evidence)
                    break
            else:
                share = guess.evidence / max(int((guess.look.textured & self._inside).sum()), 1)
                if share > _VISIBLE[0] - 2 * _VISIBLE[1] and not self._claimed(guess, chosen):
                    chosen.append((guess, 0))
        return chosen

    def _claimed(self, guess: _Guess, chosen: Sequence[tuple[_Guess, int]]) -> bool:
        """Whether most of what agrees with a guess is what a better one shows there."""
        points = self._points_px(guess)[guess.agree]
        taken = np.zeros(len(points), bool)
        for better, _ in chosen:
            taken |= self._shown(better, points)
        return bool(taken.mean() > 0.5) if len(points) else True

    def _points_px(self, guess: _Guess) -> Array:
        """The middles of a guess's blocks."""
        height, width = guess.look.image_bgr.shape[:2]
        steps = (np.arange(_BLOCKS) + 0.5) / _BLOCKS - 0.5
        y, x = np.meshgrid(steps * height, steps * width, indexing="ij")
        away = np.stack([x, y], axis=-1).reshape(-1, 2)
        return np.asarray(away @ turning(math.degrees(guess.turn_rad)) + guess.middle_px)

    def _shown(self, guess: _Guess, points: Array) -> Mask:
        """Which points lie in blocks of a guess that agree, so that it lies on top there."""
        height, width = guess.look.image_bgr.shape[:2]
        away = (points - guess.middle_px) @ turning(-math.degrees(guess.turn_rad))
        cells = np.floor((away / (width, height) + 0.5) * _BLOCKS).astype(int)
        inside = np.all((cells >= 0) & (cells < _BLOCKS), axis=1)
        index = np.clip(cells, 0, _BLOCKS - 1)
        return np.asarray(inside & guess.agree.reshape(_BLOCKS, _BLOCKS)[index[:, 1], index[:, 0]])

    def _pieces(
        self, chosen: Sequence[tuple[_Guess, int]], fine: Picture, view: Planar
    ) -> tuple[Piled, ...]:
        """The chosen guesses as pieces, each with how sure it is."""
        hidden = [self._hidden(number, chosen) for number in range(len(chosen))]
        levels = _levels([{n for n, mask in by.items() if mask.sum() > 1} for by in hidden])
        found = []
        for (guess, rival), by, level in zip(chosen, hidden, levels, strict=True):
            covered = np.any([*by.values(), np.zeros(len(guess.agree), bool)], axis=0)
            visible = int((self._inside & ~covered).sum())
            explained = float(guess.agree.sum()) / max(visible, 1)
            sure = _half_at(explained, _EXPLAINED)
            sure *= _half_at(visible / max(int(self._inside.sum()), 1), _VISIBLE)
            sure *= _half_at(float(guess.evidence - rival), _RIVAL)
            found.append(self._piece(guess, level, sure, view))
        return tuple(found)

    def _hidden(self, number: int, chosen: Sequence[tuple[_Guess, int]]) -> dict[int, Mask]:
        """Which blocks of a guess do not agree because another one shows there instead."""
        guess = chosen[number][0]
        points, open_ = self._points_px(guess), self._inside & ~guess.agree
        return {
            other: open_ & self._shown(better, points)
            for other, (better, _) in enumerate(chosen)
            if other != number
        }

    def _piece(self, guess: _Guess, level: int, sure: float, view: Planar) -> Piled:
        seen = np.array(guess.middle_px) / _FINER - 0.5 + 0.5 / _FINER + self._low
        at = self._grid.to_mm(seen[None])[0]
        height = self.family.thickness_mm * (level + 1)
        plane = view.level(height)
        where = (at + plane.share * plane.foot_mm) / (1 + plane.share)
        turn_deg = math.degrees(guess.turn_rad) % 360.0
        centre = float(where[0]), float(where[1])
        return Piled(self.family, ((guess.look.kind, sure),), centre, turn_deg, level, sure)

    def _left_over_mm2(
        self, scene: Picture, bare: Picture, pieces: Sequence[Piled], view: Planar
    ) -> float:
        """How much of the place departs from its print beside the pieces found."""
        known = np.zeros(scene.shape[:2], np.uint8)
        cv2.fillPoly(known, [self._window_px(np.array(self._place.outline_mm))], 1)
        for piece in pieces:
            share = view.level(piece.height_mm).share
            low = piece.outline_mm + _RIM_MM * _outwards(piece.outline_mm, piece.centre_mm)
            high = low + share * (low - view.camera_mm[:2])
            hull = cv2.convexHull(np.vstack([low, high]).astype(np.float32))
            cv2.fillPoly(known, [self._window_px(hull[:, 0].astype(np.float64))], 0)
        seen, own = to_tones(scene), to_tones(bare)
        norm = np.maximum((own * own).sum(axis=-1), 1.0)
        share_of = np.clip((seen * own).sum(axis=-1) / norm, _DIMMEST, _BRIGHTEST)[..., None]
        square = ((seen - share_of * own) ** 2).sum(axis=-1) / (3 * NOISE**2)
        strange = ((square > _UNLIKE_BARE) & (known > 0)).astype(np.uint8)
        side = max(3, round(_OPENING_MM * self._grid.px_per_mm))
        disc = cv2.getStructuringElement(cv2.MORPH_ELLIPSE, (side, side))
        opened = cv2.morphologyEx(strange, cv2.MORPH_OPEN, disc)
        return float(opened.sum()) / self._grid.px_per_mm**2

    def _window_px(self, points_mm: Array) -> NDArray[np.int32]:
        return np.round(self._grid.to_px(points_mm) - self._low).astype(np.int32)


def _outwards(outline: Array, centre: tuple[float, float]) -> Array:
    away = outline - centre
    return np.asarray(away / np.linalg.norm(away, axis=1, keepdims=True))


def _levels(above: Sequence[set[int]]) -> list[int]:
    """How many pieces lie below each; `above` are those that lie on it."""
    levels = [0] * len(above)
    for _ in above:
        for number, others in enumerate(above):
            for other in others:
                levels[other] = max(levels[other], min(levels[number] + 1, len(above) - 1))
    return levels


def _blocks(image: Picture) -> NDArray[np.float32]:
    """A picture's blocks: (blocks, pixels, 3)."""
    height, width = (side // _BLOCKS for side in image.shape[:2])
    cut = image[: _BLOCKS * height, : _BLOCKS * width]
    split = cut.reshape(_BLOCKS, height, _BLOCKS, width, 3).transpose(0, 2, 1, 3, 4)
    return np.asarray(split.reshape(_BLOCKS * _BLOCKS, -1, 3), np.float32)


def _moments(blocks: NDArray[np.float32]) -> tuple[NDArray[np.float32], NDArray[np.float32]]:
    """The mean colour (blocks, 1, 3) and the spread (blocks,) of each block."""
    mean = blocks.mean(axis=1, keepdims=True)
    return mean, np.sqrt(((blocks - mean) ** 2).mean(axis=(1, 2)))


def _half_at(value: float, curve: tuple[float, float]) -> float:
    return _logistic((value - curve[0]) / curve[1])


def _logistic(value: float) -> float:
    return 1 / (1 + math.exp(-min(50.0, max(-50.0, value))))
