"""Signs that nearly repeat: beside its place, one looks like itself turned, or like another.

A sign laid on at such a turn fits well, and takes the token's place along: a triangle turned by
a third, with its middle where it was, moves the token.  Only a comparison with the other turns
tells, so that tokens of these kinds are laid on once more, turned otherwise.
"""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace

import numpy as np
from numpy.typing import NDArray

from vision.align import Aligner, Fits
from vision.flat_view import FlatView
from vision.rectify import around, sample
from vision.rim_fit import LIKE_A_RIM, RimFit
from vision.same_token import SAME_TRY
from vision.token_art import SIDE_PX, TokenArt, normalised_rings, polar_offsets
from vision.token_match import sample_rings
from vision.token_types import EFFECTIVE_SAMPLES, SeenToken, centres_mm, support
from vision.turning import ANGLES, at_every_turn

Array = NDArray[np.float64]
Plane = NDArray[np.float32]

_APART_DEG = 25.0  # turns nearer than this are one: the exact fit goes from one to the other
_LINE = np.arange(-3, 4) * 0.05  # of the radius: how far beside a place a sign is looked for
_BESIDE = np.stack(np.meshgrid(_LINE, _LINE), axis=-1).reshape(-1, 2)
_IN_PLACE = len(_BESIDE) // 2
_TRIED = 5
_RIM_SIGMA = 0.02  # of the radius: how exactly a rim is laid onto those of other tokens
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
) -> tuple[Fits, list[int]]:
    """Each token laid on again as the few that fit best around it but for its kind at its turn.

    The kinds of the tokens are known.  With the fits, which of the tokens each row is of.
    """
    starts_mm = around(centres_mm(tokens), _BESIDE * radius_mm)
    rings = sample_rings(view, art, starts_mm.reshape(-1, 2), radius_mm)
    found = _at_turns(rings, art).reshape(*starts_mm.shape[:2], len(art.names), ANGLES)
    rows, places_mm, kinds, turns = [], [], [], []
    names = np.arange(len(art.names))
    for row, token in enumerate(tokens):
        assert token.kind is not None
        # Another kind of the same sign says nothing else of the place.
        found[row][:, art.alike[token.kind] & (names != token.kind)] = -1.0
        found[row][:, token.kind, _near_turns(token.angle_rad)] = -1.0
        for start, kind, turn in _highest(found[row]):
            rows.append(row)
            places_mm.append(starts_mm[row, start])
            kinds.append(kind)
            turns.append(turn * 2 * np.pi / ANGLES)
    fits = aligner.fit(view, np.array(places_mm), np.array(kinds, np.intp), np.array(turns))
    return fits, rows


def _highest(found: Plane) -> Iterator[tuple[int, int, int]]:
    """The start, kind and turn of the few highest of likenesses (starts, kinds, turns), each of
    another kind or turn; a step beside its place the right one may look worse than a wrong one."""
    for _ in range(_TRIED):
        start, kind, turn = np.unravel_index(int(found.argmax()), found.shape)
        yield int(start), int(kind), int(turn)
        found[:, kind, _near_turns(turn * 2 * np.pi / ANGLES)] = -1.0


def likeliest(tried: Sequence[SeenToken], rim: RimFit, radius_mm: float) -> SeenToken:
    """Of one token laid on in several ways, the first as it was, the likeliest by sign and rim.

    Where others are likely, too, its sigma reaches to where they would have it.
    """
    own = tried[0].centre_mm
    near = [
        token
        for token in tried
        if token.gain > 0 and math.dist(token.centre_mm, own) < SAME_TRY * radius_mm
    ]
    if len(near) < 2 or rim.likeness < LIKE_A_RIM:
        return max(near, key=lambda token: token.correlation, default=tried[0])
    signs = np.array([support(token.correlation, EFFECTIVE_SAMPLES) for token in near])
    away = np.linalg.norm(centres_mm(near) - rim.centre_mm, axis=1) / (_RIM_SIGMA * radius_mm)
    told = signs - 0.5 * away**2
    shares = np.exp(told - told.max())
    best = near[int(shares.argmax())]
    apart_mm = np.linalg.norm(centres_mm(near) - best.centre_mm, axis=1)
    spread_mm = math.sqrt(float(shares @ apart_mm**2 / shares.sum()))
    return replace(best, sigma_mm=math.hypot(best.sigma_mm, spread_mm))


def _at_turns(rings: Plane, art: TokenArt) -> Plane:
    """Rings (n, RADII, ANGLES) compared with each kind at each turn: (n, kinds, ANGLES)."""
    return at_every_turn(normalised_rings(rings)[1], art.whole)


def _near_turns(angle_rad: float) -> NDArray[np.bool_]:
    """Which of the turns (ANGLES,) are one with an angle."""
    away = np.arange(ANGLES) * (360 / ANGLES) - np.degrees(angle_rad)
    return np.asarray(np.abs((away + 180) % 360 - 180) < _APART_DEG)
