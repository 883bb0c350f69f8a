"""What the pieces of a family look like at every turn: templates to compare places with."""

from __future__ import annotations

import math
from collections.abc import Mapping
from dataclasses import dataclass, replace
from functools import cached_property

import cv2
import numpy as np
from numpy.typing import NDArray

from companion.errors import TableFileError
from companion.places import Family, PlaceBoard
from vision.pictures import read_picture
from vision.places.tones import Tones, channel_tones, to_tones

Picture = NDArray[np.uint8]
Mask = NDArray[np.bool_]
Flat = NDArray[np.float32]

NOISE = 7.0  # tones: what a sound fit is off by in even areas
SLIP_MM = 0.35  # what lines are off by after the fit: print, lens and sampling

PULLS = 7
_PATCH_PX = 38  # a piece's longer side is about so many pixels wide
_FINEST_PX_PER_MM, _COARSEST_PX_PER_MM = 2.0, 0.7
_INSIDE_MM = 0.7  # the cut edge itself is not compared: it may be off by so much
_INSIDE_SHARE = 0.06  # ... of the smaller radius, for small pieces
_RIM_STEP_MM = 1.3  # how far a rim moves from one template of a loose piece to the next
_MOST_ANGLES = 72
_SAME_LEVELS = 9.0  # root mean square: pictures that differ less look the same
_TURNS_TRIED = (2, 3, 4, 5, 6, 8, 12)


@dataclass(frozen=True)
class Bank:
    """All templates of one family, blurred as the photograph is.

    `tones` (rows, side, side, 3) float32 and `masks` (rows, side, side) around the piece's
    middle at `px_per_mm`; row r shows kind `kinds[r]` turned by `angles_deg[r]` clockwise.
    `period_deg[k]`: turning kind k by it makes no difference (0: no turn makes any).
    """

    family: Family
    px_per_mm: float
    tones: Tones
    masks: Mask
    kinds: NDArray[np.int32]
    angles_deg: NDArray[np.float32]
    period_deg: tuple[float, ...]

    @property
    def side_px(self) -> int:
        """Width and height of a template."""
        return int(self.tones.shape[1])

    @cached_property
    def offsets_mm(self) -> NDArray[np.float32]:
        """Where each template pixel lies around the piece's middle: (side, side, 2)."""
        along = (np.arange(self.side_px, dtype=np.float32) + 0.5) / self.px_per_mm
        along -= self.side_px / 2 / self.px_per_mm
        return np.stack(np.meshgrid(along, along), axis=-1).astype(np.float32)

    @cached_property
    def area_mm2(self) -> float:
        """How much of a piece is compared."""
        return float(self.masks[0].sum()) / self.px_per_mm**2

    @cached_property
    def half(self) -> Bank:
        """The same templates at half the resolution, for a first comparison."""
        side, rows = self.side_px // 2, len(self.tones)
        looks = self.tones[:, : 2 * side, : 2 * side].reshape(rows, side, 2, side, 2, 3)
        masks = self.masks[:, : 2 * side, : 2 * side].reshape(rows, side, 2, side, 2)
        return replace(
            self,
            px_per_mm=self.px_per_mm / 2,
            tones=np.ascontiguousarray(looks.mean(axis=(2, 4))),
            masks=masks.mean(axis=(2, 4)) > 0.6,
        )

    @cached_property
    def flat(self) -> Flat:
        """Templates as rows of numbers, (rows, side * side * 3)."""
        return np.ascontiguousarray(self.tones.reshape(len(self.tones), -1))

    @cached_property
    def trust(self) -> Flat:
        """What a squared difference counts for, as `flat`: less at lines, nothing outside."""
        variance = NOISE**2 + SLIP_MM**2 * (self._slopes**2).sum(axis=1)
        return np.asarray(
            (self.masks[..., None] / variance).reshape(len(self.flat), -1), np.float32
        )

    @cached_property
    def price(self) -> NDArray[np.float32]:
        """(rows,): a template full of lines allows for more, which has its price."""
        variance = NOISE**2 + SLIP_MM**2 * (self._slopes**2).sum(axis=1)
        more = np.log(variance / NOISE**2).mean(axis=-1) * self.masks
        return np.asarray(0.5 * more.sum(axis=(1, 2)) / self.sizes, np.float32)

    @cached_property
    def sizes(self) -> NDArray[np.float32]:
        """(rows,): how many pixels are compared."""
        return np.asarray(self.masks.sum(axis=(1, 2)), np.float32)

    @cached_property
    def pulls(self) -> Flat:
        """(rows, 7, side * side * 3): how a template changes when it is moved by 1 mm to the
        right or downwards, turned by 1 radian, lit by as much again, veiled by one level, lit
        by as much again in blue alone, in red alone.
        """
        right, down = self._slopes[:, 0], self._slopes[:, 1]
        u, v = self.offsets_mm[..., 0, None], self.offsets_mm[..., 1, None]
        around = u * down - v * right
        veil = np.zeros_like(right)
        veil[..., 0] = 1.0
        blue, red = (channel_tones(self.tones, channel) for channel in (0, 2))
        every = np.stack([right, down, around, self.tones, veil, blue, red], axis=1)
        return np.ascontiguousarray(every.reshape(len(self.flat), PULLS, -1))

    @property
    def _slopes(self) -> Tones:
        """Change of tone per mm to the right and downwards: (rows, 2, side, side, 3)."""
        down, right = np.gradient(self.tones, axis=(1, 2))
        return np.stack([right, down], axis=1).astype(np.float32) * np.float32(self.px_per_mm)


class Banks:
    """The pictures of a board's pieces; builds the templates for a given blur and keeps them.

    Raises TableFileError when a picture can't be used.
    """

    def __init__(self, board: PlaceBoard) -> None:
        self._board = board
        self._pictures: dict[tuple[str, str], tuple[Picture, tuple[float, float]]] = {}
        for named in board.pictures:
            try:
                frame = read_picture(named.picture)
            except Exception as error:
                raise TableFileError(
                    f"{board.source}: the picture of {named.family} {named.kind} can't be used: "
                    f"{error}"
                ) from error
            self._pictures[named.family, named.kind] = frame.image_bgr, named.size_mm
        self._banks: dict[tuple[str, float], Bank] = {}

    def bank(self, family: Family, blur_mm: float) -> Bank:
        """The templates of a family under a blur of this standard deviation."""
        key = family.name, blur_mm
        if key not in self._banks:
            looks = {kind: self._pictures[family.name, kind] for kind in family.kinds}
            self._banks[key] = build_bank(family, looks, blur_mm)
        return self._banks[key]


def build_bank(
    family: Family, looks: Mapping[str, tuple[Picture, tuple[float, float]]], blur_mm: float
) -> Bank:
    """The templates of one family; `looks` has each kind's picture and the size it shows."""
    outline = np.array(family.outline_mm)
    reach_mm = float(np.abs(outline).max())
    circle_mm = float(np.linalg.norm(outline, axis=1).max())
    scale = float(np.clip(_PATCH_PX / (2 * reach_mm), _COARSEST_PX_PER_MM, _FINEST_PX_PER_MM))
    half_mm = reach_mm if family.turns == 1 else circle_mm
    side = 2 * math.ceil(half_mm * scale) + 2
    rows: list[tuple[int, float, Tones, Mask]] = []
    periods = []
    for index, kind in enumerate(family.kinds):
        look, size_mm = looks[kind]
        painter = _Painter(look, size_mm, outline, side, scale, blur_mm)
        period = _period(painter, family.turns)
        periods.append(period)
        rows += [
            (index, angle, *painter.turned(angle))
            for angle in _angles(family.turns, period, circle_mm)
        ]
    return Bank(
        family,
        scale,
        np.stack([row[2] for row in rows]),
        np.stack([row[3] for row in rows]),
        np.array([row[0] for row in rows], np.int32),
        np.array([row[1] for row in rows], np.float32),
        tuple(periods),
    )


class _Painter:
    """Paints one kind at any turn."""

    def __init__(
        self,
        look_bgr: Picture,
        size_mm: tuple[float, float],
        outline_mm: NDArray[np.float64],
        side_px: int,
        px_per_mm: float,
        blur_mm: float,
    ) -> None:
        self._side, self._scale, self._outline = side_px, px_per_mm, outline_mm
        self._blur_px = max(0.0, blur_mm * px_per_mm)
        # Shrunk first to about twice the wanted resolution, so that no line is missed.
        fine = 2 * px_per_mm
        wanted = max(2, round(size_mm[0] * fine)), max(2, round(size_mm[1] * fine))
        wanted = min(wanted[0], look_bgr.shape[1]), min(wanted[1], look_bgr.shape[0])
        self._look = cv2.resize(look_bgr, wanted, interpolation=cv2.INTER_AREA)
        self._px_of_mm = wanted[0] / size_mm[0], wanted[1] / size_mm[1]
        small = float(np.linalg.norm(outline_mm, axis=1).min())
        self._inside_px = max(_INSIDE_MM, _INSIDE_SHARE * small) * px_per_mm

    def turned(self, angle_deg: float) -> tuple[Tones, Mask]:
        """Tones (side, side, 3) and the compared part (side, side) at a turn, clockwise."""
        sine, cosine = math.sin(math.radians(angle_deg)), math.cos(math.radians(angle_deg))
        middle = (self._side - 1) / 2
        sx, sy = (per_mm / self._scale for per_mm in self._px_of_mm)
        height, width = self._look.shape[:2]
        # From a template pixel back to the upright picture.
        back = np.array(
            [
                [sx * cosine, sx * sine, (width - 1) / 2 - sx * (cosine + sine) * middle],
                [-sy * sine, sy * cosine, (height - 1) / 2 - sy * (cosine - sine) * middle],
            ]
        )
        image = cv2.warpAffine(
            self._look,
            back,
            (self._side, self._side),
            flags=cv2.INTER_LINEAR | cv2.WARP_INVERSE_MAP,
            borderMode=cv2.BORDER_REPLICATE,
        )
        blurred = np.asarray(image, np.float32)
        if self._blur_px > 0.2:
            blurred = np.asarray(cv2.GaussianBlur(blurred, (0, 0), self._blur_px), np.float32)
        return to_tones(blurred), self._mask(sine, cosine)

    def _mask(self, sine: float, cosine: float) -> Mask:
        fine = 4
        turned = self._outline @ np.array([[cosine, sine], [-sine, cosine]])
        corners = (turned * self._scale + self._side / 2) * fine - 0.5
        paper = np.zeros((self._side * fine, self._side * fine), np.uint8)
        cv2.fillPoly(paper, [np.round(corners).astype(np.int32)], 1)
        away = cv2.distanceTransform(np.pad(paper, 1), cv2.DIST_L2, 5)[1:-1, 1:-1] / fine
        inside = (away > self._inside_px).astype(np.float32)
        return np.asarray(
            cv2.resize(inside, (self._side, self._side), interpolation=cv2.INTER_AREA) > 0.5
        )


def _period(painter: _Painter, turns: int) -> float:
    """By how many degrees a kind can be turned without looking different; 0 means by any."""
    if turns == 1:
        return 360.0
    upright, mask = painter.turned(0.0)

    def same(angle_deg: float) -> bool:
        other, other_mask = painter.turned(angle_deg)
        both = mask & other_mask
        if both.sum() < 0.9 * mask.sum():
            return False
        return float(np.sqrt(((upright - other)[both] ** 2).mean())) < _SAME_LEVELS

    if turns == 0:
        if all(same(angle) for angle in (17.0, 45.0, 90.0, 171.0)):
            return 0.0
        return min((360.0 / n for n in _TURNS_TRIED if same(360.0 / n)), default=360.0)
    step = 360.0 / turns
    return min(
        (step * n for n in range(1, turns) if turns % n == 0 and same(step * n)), default=360.0
    )


def _angles(turns: int, period_deg: float, circle_mm: float) -> list[float]:
    """The turns at which a kind is painted, within one period."""
    if period_deg == 0.0 or turns == 1:
        return [0.0]
    if turns > 1:
        count = round(period_deg / (360.0 / turns))
    else:
        count = math.ceil(math.radians(period_deg) * circle_mm / _RIM_STEP_MM)
        count = max(1, min(_MOST_ANGLES, count))
    return [period_deg * index / count for index in range(count)]
