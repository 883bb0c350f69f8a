"""Signs that nearly repeat: beside its place, one looks like itself turned, or like another.

A sign laid on at such a turn fits well, and takes the token's place along: a triangle turned by
a third, with its middle where it was, moves the token.  Only a comparison with the other turns
tells, so that tokens of these kinds are laid on once more, turned otherwise.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from vision.align import Aligner, Fits
from vision.flat_view import FlatView
from vision.rectify import around, sample
from vision.token_art import SIDE_PX, TokenArt, normalised_rings, polar_offsets
from vision.token_match import sample_rings
from vision.token_types import SeenToken, centres_mm
from vision.turning import ANGLES, at_every_turn

Array = NDArray[np.float64]
Plane = NDArray[np.float32]

_APART_DEG = 25.0  # turns nearer than this are one: the exact fit goes from one to the other
_LINE = np.arange(-3, 4) * 0.05  # of the radius: how far beside a place a sign is looked for
_BESIDE = np.stack(np.meshgrid(_LINE, _LINE), axis=-1).reshape(-1, 2)
_IN_PLACE = len(_BESIDE) // 2
_LESS_BY_STEPS = 0.1  # a likeness found in steps is at most so much less than the exact fit finds


@dataclass(frozen=True)
class Repeats:
    """How far the kinds of one board's art repeat.

    `likeness` (kinds,): the correlation that a kind's sign may reach where it is not its own, at
    a wrong turn or as a wrong kind, with the token out of place.
    """

    likeness: Array

    def in_doubt(self, tokens: Sequence[SeenToken]) -> list[int]:
        """Which of the tokens may be laid on wrongly: no better than a repeat would fit."""
        return [
            index
            for index, token in enumerate(tokens)
            if token.kind is not None and token.correlation < self.likeness[token.kind]
        ]


def repeats_of(art: TokenArt) -> Repeats:
    """How far the kinds repeat, from their pictures alone."""
    offsets = polar_offsets()[None] + _BESIDE[:, None, None].astype(np.float32)
    places = (offsets * (SIDE_PX / 2) + (SIDE_PX - 1) / 2).reshape(len(_BESIDE), -1, 2)
    likeness = np.zeros(len(art.names))
    for kind, plane in enumerate(art.planes):
        rings = np.asarray(sample(plane, places), np.float32)
        found = _at_turns(rings.reshape(len(_BESIDE), *polar_offsets().shape[:2]), art)
        found[:, kind, _near_turns(0.0)] = -1.0
        # Its own sign that repeats about the token's middle moves nothing.
        found[:, kind, found[:, kind].argmax(axis=0) == _IN_PLACE] = -1.0
        likeness[kind] = found.max()
    return Repeats(likeness + _LESS_BY_STEPS)


def turned_otherwise(
    view: FlatView, aligner: Aligner, art: TokenArt, tokens: Sequence[SeenToken], radius_mm: float
) -> Fits:
    """Each token laid on once more, as what fits best around it but for its kind at its turn.

    A row for each of the tokens, whose kinds are known.
    """
    kinds = np.array([token.kind for token in tokens], np.intp)
    starts_mm = around(centres_mm(tokens), _BESIDE * radius_mm)
    rings = sample_rings(view, art, starts_mm.reshape(-1, 2), radius_mm)
    found = _at_turns(rings, art).reshape(*starts_mm.shape[:2], len(art.names), ANGLES)
    for row, token in enumerate(tokens):
        found[row][:, kinds[row], _near_turns(token.angle_rad)] = -1.0
    best = found.reshape(len(tokens), -1).argmax(axis=1)
    start, kind, turn = np.unravel_index(best, found.shape[1:])
    at_mm = starts_mm[np.arange(len(tokens)), start]
    return aligner.fit(view, at_mm, kind, turn * (2 * np.pi / ANGLES))


def _at_turns(rings: Plane, art: TokenArt) -> Plane:
    """Rings (n, RADII, ANGLES) compared with each kind at each turn: (n, kinds, ANGLES)."""
    return at_every_turn(normalised_rings(rings)[1], art.whole)


def _near_turns(angle_rad: float) -> NDArray[np.bool_]:
    """Which of the turns (ANGLES,) are one with an angle."""
    away = np.arange(ANGLES) * (360 / ANGLES) - np.degrees(angle_rad)
    return np.asarray(np.abs((away + 180) % 360 - 180) < _APART_DEG)
