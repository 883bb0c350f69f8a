"""Templates painted from the pictures of the pieces, at every turn, blurred as photographs are."""

from __future__ import annotations

import math
from collections.abc import Mapping
from pathlib import Path

import cv2
import numpy as np
from numpy.typing import NDArray

from companion.errors import TableFileError
from companion.places import Family, KindPicture, PlaceBoard
from vision.pictures import read_picture
from vision.places.bank import Bank
from vision.places.tones import Tones, to_tones

Picture = NDArray[np.uint8]
Look = tuple[Picture, tuple[float, float]]  # a picture, and how many mm it shows
Mask = NDArray[np.bool_]

_PATCH_PX = 38  # a piece's longer side is about so many pixels wide
_FINEST_PX_PER_MM, _COARSEST_PX_PER_MM = 2.0, 0.7
_INSIDE_MM = 0.7  # the cut edge itself is not compared: it may be off by so much
_INSIDE_SHARE = 0.06  # ... of the smaller radius, for small pieces
_RIM_STEP_MM = 1.3  # how far a rim moves from one template of a loose piece to the next
_MOST_ANGLES = 72
_SAME_LEVELS = 9.0  # root mean square: pictures that differ less look the same
_MOST_BLURS = 3  # that templates are kept for: boards lie nearer and farther
_TURNS_TRIED = (2, 3, 4, 5, 6, 8, 12)


class BankStore:
    """Templates that boards with the same pictures share."""

    def __init__(self) -> None:
        self._looks: dict[KindPicture, Look] = {}
        self._banks: dict[tuple[int, float], Bank] = {}
        self._blurs: list[float] = []  # the last one asked for stands last
        self._numbers: dict[tuple[Family, tuple[KindPicture, ...]], int] = {}

    def look(self, named: KindPicture, source: Path) -> Look:
        """A kind's picture and the size it shows; raises TableFileError when it can't be used."""
        if named not in self._looks:
            try:
                frame = read_picture(named.picture)
            except Exception as error:
                raise TableFileError(
                    f"{source}: the picture of {named.family} {named.kind} can't be used: {error}"
                ) from error
            self._looks[named] = frame.image_bgr, named.size_mm
        return self._looks[named]

    def number(self, family: Family, named: tuple[KindPicture, ...]) -> int:
        """A number for a family with these pictures: the same for the same ones."""
        return self._numbers.setdefault((family, named), len(self._numbers))

    def bank(
        self, family: Family, named: tuple[KindPicture, ...], source: Path, blur_mm: float
    ) -> Bank:
        """The templates of a family with these pictures under a blur of this sigma."""
        self._last_used(blur_mm)
        key = self.number(family, named), blur_mm
        if key not in self._banks:
            looks = {each.kind: self.look(each, source) for each in named}
            self._banks[key] = build_bank(family, looks, blur_mm)
        return self._banks[key]

    def _last_used(self, blur_mm: float) -> None:
        """Keep the templates of a few blurs only: those asked for last."""
        if self._blurs and self._blurs[-1] == blur_mm:
            return
        self._blurs = [*(each for each in self._blurs if each != blur_mm), blur_mm][-_MOST_BLURS:]
        self._banks = {key: bank for key, bank in self._banks.items() if key[1] in self._blurs}


class Banks:
    """The pictures of a board's pieces; builds the templates for a given blur and keeps them.

    Raises TableFileError when a picture can't be used.
    """

    def __init__(self, board: PlaceBoard, store: BankStore) -> None:
        self._source, self._store = board.source, store
        self._named: dict[str, tuple[KindPicture, ...]] = {}
        for named in board.pictures:
            store.look(named, board.source)
            self._named[named.family] = (*self._named.get(named.family, ()), named)

    def number(self, family: Family) -> int:
        """A number for the family with its pictures; boards that share them share it."""
        return self._store.number(family, self._named.get(family.name, ()))

    def bank(self, family: Family, blur_mm: float) -> Bank:
        """The templates of a family under a blur of this standard deviation."""
        return self._store.bank(family, self._named[family.name], self._source, blur_mm)


def build_bank(family: Family, looks: Mapping[str, Look], blur_mm: float) -> Bank:
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
        np.stack([row[2] for row in rows]).astype(np.float16),
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

    def every(step_deg: float) -> bool:
        return all(same(step_deg * n) for n in range(1, round(360.0 / step_deg) // 2 + 1))

    if turns == 0:
        if all(same(angle) for angle in (17.0, 45.0, 90.0, 171.0)):
            return 0.0
        # A little turn looks alike, too: all turns by it have to.
        return min((360.0 / n for n in _TURNS_TRIED if every(360.0 / n)), default=360.0)
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
