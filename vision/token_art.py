"""What the tops of the tokens look like, prepared for matching at any rotation.

Everything works on one *contrast axis*: the direction in colour along which the pictures of a
board's tokens vary most, so that glyphs of any colour on any ground stand out in one channel.
"""

from __future__ import annotations

import math
from dataclasses import dataclass, replace
from functools import cache, cached_property

import cv2
import numpy as np
from numpy.typing import NDArray

from companion.board import Board, TokenKind
from companion.errors import PictureError, TableFileError
from vision.pictures import read_picture
from vision.rectify import sample
from vision.turning import ANGLES, Waves, at_every_turn, waves_of

Array = NDArray[np.float64]
Plane = NDArray[np.float32]

RADII = 10
_SIGN_PART = 0.85  # of a top that differs less from its ground than its sign does
_INNERMOST, _OUTERMOST = 0.12, 0.9  # of the token's radius: the rings that are compared
_ONE_SIGN = 0.98  # correlation of two kinds' pictures that no photograph tells apart by pattern
CAMERA_BLUR = 0.02  # of the diameter: standard deviation
_LIGHT = (255 * (np.arange(256) / 255) ** 2.2).astype(np.float32)
SIDE_PX = 64  # of a prepared picture; the token's diameter


@dataclass(frozen=True)
class TokenArt:
    """The kinds of one board: names, prepared pictures, and how they turn into one channel.

    `axis_bgr` (3,) unit length: the contrast axis.  `planes` (kinds, side, side) float32:
    pictures along it, standardised inside the disc.  `tones_bgr` (kinds, 2, 3): ground and sign.
    `rings_bgr` (kinds, RADII, ANGLES, 3) float32: the pictures in colour, sampled along rings.
    `lit` is the same art in amounts of light.
    """

    names: tuple[str, ...]
    axis_bgr: Array
    planes: Plane
    tones_bgr: Plane
    rings_bgr: Plane
    lit: TokenArt | None = None

    @property
    def in_light(self) -> TokenArt:
        """The same art in amounts of light, as `as_light` gives them."""
        return self if self.lit is None else self.lit

    @cached_property
    def whole(self) -> Waves:
        """The pictures' normalised rings, to be compared at every turn."""
        return waves_of(normalised_rings(self.rings)[1])

    @cached_property
    def parts(self) -> Waves:
        """The pictures' rings and their squares (2 * kinds), to be compared at every turn."""
        return waves_of(np.concatenate([self.rings, self.rings**2]))

    @cached_property
    def rings(self) -> Plane:
        """The pictures sampled along rings, (kinds, RADII, ANGLES)."""
        return np.stack([_rings(plane) for plane in self.planes])

    @cached_property
    def alike(self) -> NDArray[np.bool_]:
        """Which kinds (kinds, kinds) show one sign, however turned: itself, and those beside it.

        What may tell them apart is colour.
        """
        likeness = np.max(
            [
                at_every_turn(normalised_rings(self._rings_turned(turn))[1], self.whole).max(axis=2)
                for turn in (0.0, 0.25, 0.5, 0.75)  # a fine sign is told apart by half a step
            ],
            axis=0,
        )
        return np.asarray(np.maximum(likeness, likeness.T) > _ONE_SIGN)

    def _rings_turned(self, steps: float) -> Plane:
        """The rings (kinds, RADII, ANGLES), read from places turned by so many of their steps."""
        angle = steps * 2 * math.pi / ANGLES
        turn = np.array(
            [[math.cos(angle), math.sin(angle)], [-math.sin(angle), math.cos(angle)]], np.float32
        )
        return np.stack([_rings(plane, polar_offsets() @ turn) for plane in self.planes])

    def pyramid(self, blur_px: float) -> tuple[Plane, Plane, Plane]:
        """The pictures blurred by `blur_px` (of a 64 px token) with their x and y slopes.

        Each is (kinds * side, side) float32: the kinds stacked into one tall picture, so that
        a single resampling call can read from all of them.
        """
        blurred = [
            cv2.GaussianBlur(plane, (0, 0), max(blur_px, 0.3), borderType=cv2.BORDER_REPLICATE)
            for plane in self.planes
        ]
        slopes_x = [cv2.Sobel(plane, cv2.CV_32F, 1, 0, ksize=3, scale=0.125) for plane in blurred]
        slopes_y = [cv2.Sobel(plane, cv2.CV_32F, 0, 1, ksize=3, scale=0.125) for plane in blurred]
        tall = [np.vstack(part).astype(np.float32) for part in (blurred, slopes_x, slopes_y)]
        return tall[0], tall[1], tall[2]


def prepare(board: Board) -> TokenArt:
    """Read the pictures of a board's token kinds.

    Raises TableFileError naming the file and the key when one is not a usable picture.
    """
    pictures = [_picture(board, kind) for kind in board.tokens.kinds]
    lit = _prepared(board, [as_light(picture).astype(np.float64) for picture in pictures])
    return replace(_prepared(board, pictures), lit=lit)


def as_light(levels: NDArray[np.generic]) -> Plane:
    """Grey levels as amounts of light (float32), 255 being the same; the sRGB curve, nearly."""
    return np.asarray(_LIGHT[np.asarray(levels).clip(0, 255).astype(np.uint8)], np.float32)


def _prepared(board: Board, pictures: list[Array]) -> TokenArt:
    kinds = board.tokens.kinds
    inside = _disc()
    axis = _contrast_axis([picture[inside] for picture in pictures])
    planes = []
    for picture in pictures:
        plane = picture @ axis
        spread = float(plane[inside].std())
        planes.append((plane - plane[inside].mean()) / max(spread, 1e-3))
    return TokenArt(
        tuple(kind.name for kind in kinds),
        axis,
        np.stack(planes).astype(np.float32),
        tones(np.stack([picture[inside] for picture in pictures]).astype(np.float32)),
        np.stack([_rings(_as_seen(picture)) for picture in pictures]),
    )


def _as_seen(picture: Array) -> Plane:
    """A prepared picture (side, side, 3) about as sharp as a camera sees a token."""
    return np.asarray(cv2.GaussianBlur(picture, (0, 0), CAMERA_BLUR * SIDE_PX), np.float32)


def _rings(picture: Plane, offsets: Plane | None = None) -> Plane:
    """A prepared picture sampled along rings, (RADII, ANGLES) or (RADII, ANGLES, 3).

    `offsets` are the rings' places, in radii; without them those of `polar_offsets`.
    """
    places = (polar_offsets() if offsets is None else offsets) * (SIDE_PX / 2) + (SIDE_PX - 1) / 2
    return np.asarray(sample(picture, places), np.float32)


def tones(colours: Plane) -> Plane:
    """The ground and the sign (n, 2, 3) of tokens whose tops show `colours` (n, m, 3)."""
    half, sign_part = colours.shape[1] // 2, math.ceil(_SIGN_PART * (colours.shape[1] - 1))
    ordered = np.partition(colours, (half - 1, half), axis=1)
    middle = ordered[:, half : half + 1]
    ground = middle if colours.shape[1] % 2 else (middle + ordered[:, half - 1 : half]) / 2
    away = np.abs(colours - ground) @ np.ones(3, np.float32)
    sign = away >= np.partition(away, sign_part, axis=1)[:, sign_part : sign_part + 1]
    other = np.matmul(sign[:, None].astype(np.float32), colours) / sign.sum(axis=1)[:, None, None]
    return np.concatenate([ground, other], axis=1).astype(np.float32)


@cache
def polar_offsets() -> Plane:
    """Sample places of the rings, (RADII, ANGLES, 2) in units of the token's radius."""
    radius = np.linspace(_INNERMOST, _OUTERMOST, RADII)[:, None]
    angle = np.linspace(0, 2 * np.pi, ANGLES, endpoint=False)[None]
    places = np.stack([radius * np.cos(angle), radius * np.sin(angle)], axis=-1)
    return _fixed(places.astype(np.float32))


@cache
def ring_weights() -> Plane:
    """How much one sample of each ring counts, (RADII, 1); all samples add up to 1."""
    weight = np.linspace(_INNERMOST, _OUTERMOST, RADII, dtype=np.float32)[:, None]
    return _fixed(np.asarray(weight / (weight.sum() * ANGLES), np.float32))


def _fixed(plane: Plane) -> Plane:
    """The same, safe from being written to: all callers share it."""
    plane.flags.writeable = False
    return plane


@cache
def _slopes() -> tuple[Plane, Plane]:
    """What lights a token evenly or more on one side, over the rings' samples (3, p).

    The second is the first times the samples' weights: products of the two are orthonormal.
    """
    x, y = polar_offsets().reshape(-1, 2).T
    weight = np.broadcast_to(ring_weights(), (RADII, ANGLES)).ravel()
    parts = [part / np.sqrt((part**2 * weight).sum()) for part in (np.ones_like(x), x, y)]
    return _fixed(np.stack(parts)), _fixed(np.stack([part * weight for part in parts]))


def normalised_rings(rings: Plane) -> tuple[Array, Plane]:
    """Standardise sampled rings (n, RADII, ANGLES).

    An even slope over the whole token says nothing of its picture: a mirrored lamp or the edge
    of a shadow makes it, so it is taken out.

    Returns the spread of each sample set (n,) and the rings, weighted by their length and scaled
    so that the sum of the products of two is their correlation coefficient.
    """
    slopes, weighted = _slopes()
    weight, flat = ring_weights(), rings.reshape(len(rings), -1)
    centred = (flat - (flat @ weighted.T) @ slopes).reshape(rings.shape)
    spread = np.sqrt((centred**2 * weight).sum(axis=(1, 2)))
    scaled = centred / np.maximum(spread, 1e-6)[:, None, None] * np.sqrt(weight)
    return spread.astype(np.float64), np.asarray(scaled, np.float32)


def _picture(board: Board, kind: TokenKind) -> Array:
    try:
        image = read_picture(kind.picture).image_bgr
    except PictureError as error:
        raise TableFileError(
            f"{board.source}: token.kinds.{kind.name}.picture can't be used: {error}"
        ) from error
    height, width = image.shape[:2]
    if abs(width - height) > 0.05 * max(width, height):
        raise TableFileError(
            f"{board.source}: token.kinds.{kind.name}.picture ({kind.picture.name}) is "
            f"{width} x {height} pixels; crop it square around the token's top."
        )
    small = cv2.resize(image, (SIDE_PX, SIDE_PX), interpolation=cv2.INTER_AREA)
    return np.asarray(small, np.float64)


def _disc() -> NDArray[np.bool_]:
    offset = (np.arange(SIDE_PX) - (SIDE_PX - 1) / 2) / (SIDE_PX / 2)
    return np.asarray(np.hypot(offset[None], offset[:, None]) < _OUTERMOST)


def _contrast_axis(samples_bgr: list[Array]) -> Array:
    """First principal axis of the colours within the pictures, pointing to brighter."""
    centred = np.concatenate([sample - sample.mean(axis=0) for sample in samples_bgr])
    _, vectors = np.linalg.eigh(centred.T @ centred)
    axis = vectors[:, -1]
    return np.asarray(axis if axis.sum() >= 0 else -axis)
