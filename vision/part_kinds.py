"""Which kind shows of a token that lies under another: all colours of what shows are compared.

A part without any sign correlates with nothing, yet its ground may be one kind's only, and kinds
whose sign would have to show there are none.  So each kind is laid at every turn under what shows,
lit as the tokens in view are, and what stays unexplained is measured against what stays of those.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import TYPE_CHECKING

import numpy as np
from numpy.typing import NDArray

from companion.board import PointMm, Tokens
from vision.cover import Cover
from vision.rectify import around
from vision.token_art import RADII, TokenArt, polar_offsets, ring_weights
from vision.token_match import ring_colours
from vision.token_types import SeenToken, centres_mm
from vision.turning import ANGLES, Waves, at_every_turn, waves_of

if TYPE_CHECKING:
    from vision.flat_view import FlatView

Array = NDArray[np.float64]
Plane = NDArray[np.float32]
Probabilities = tuple[tuple[str, float], ...]

_LEAST_SHARE, _ENOUGH = 0.04, 0.1  # of the top that must show, and from which all of it counts
_CLEAR = 0.8  # correlation of tokens that say how the light is
_MOST_CLEAR = 4
_BURNT_OUT = 249.0  # grey level in all channels
_STEPS = (-0.08, 0.0, 0.08)  # of the radius: how far around its rim's place a part is laid
_ASIDE = 0.0125  # of the radius, by which a rim's place is off as a rule: to all sides the same
_WORTH_ASKING_AGAIN = 0.9  # probability of a kind
_SHADE = (0.3, 1.25)  # of the light on the tokens in view
_SLOPE = 0.5  # of it from the middle of a token to its rim, at most: the upper one's shadow
_STEADY = 1e-3
_LEAST_LEFT = 0.5  # of what clear tokens leave: less is luck
_STRANGER = 4.5  # of it, what something of no known kind would leave
_POWER = 8.0  # of how much more one kind leaves than another
_TELLING = 3.0  # of what the right kind leaves, what the next one must on clear tokens
_LEAST_LEVELS = 3.0  # grey levels: noise that a picture has at least


@dataclass(frozen=True)
class PartKinds:
    """Compares parts of tokens in one view with the kinds' pictures, in all colours."""

    view: FlatView
    tokens: Sequence[SeenToken]
    art: TokenArt
    spec: Tokens

    def kinds(self, centre_mm: PointMm, cover: Cover) -> Probabilities | None:
        """Probabilities of the kinds below the nearest token, most likely first.

        Of a kind that is likely, the least that it has at the place or a little beside it.  None
        when nothing tells them.
        """
        usual = self._usual
        if usual is None:
            return None
        centre = np.array([centre_mm])
        said = self._kinds_at(centre, cover, usual)[0]
        if said is None or said[0][1] < _WORTH_ASKING_AGAIN:
            return said
        likeliest = said[0][0]
        every = [said]
        for again in self._kinds_at(centre + _SIDES * self.spec.radius_mm, cover, usual):
            if again is None:
                return None
            every.append(again)
        return min(every, key=lambda kinds: dict(kinds)[likeliest])

    def _kinds_at(
        self, centres_mm: Array, cover: Cover, usual: float
    ) -> list[Probabilities | None]:
        """The same for each of these places (n, 2) mm alone; the right kind leaves `usual`."""
        line = np.array(_STEPS) * self.spec.radius_mm
        steps = np.stack(np.meshgrid(line, line), axis=-1).reshape(-1, 2)
        starts = around(centres_mm, steps).reshape(-1, 2)
        points = around(starts.astype(np.float32), polar_offsets() * self.spec.radius_mm)
        seen = self._seen(starts)
        # Where a mirrored lamp burns the picture out, anything may lie.
        shown = ~cover.hides(points) & (seen.min(axis=3) < _BURNT_OUT)
        weights = (shown * ring_weights()).astype(np.float32)
        each = len(centres_mm), len(steps)
        shares = weights.sum(axis=(1, 2)).reshape(each).min(axis=1).tolist()
        if max(shares) < _LEAST_SHARE:
            return [None] * len(centres_mm)
        slopes = [_slope(self._away_rad(centre)) for centre in centres_mm.tolist()]
        left = self._left(seen, weights, np.repeat(slopes, len(steps), axis=0))
        least = left.reshape(*each, -1).min(axis=1) / usual
        return [
            None if share < _LEAST_SHARE else _probabilities(kinds, share, self.art)
            for kinds, share in zip(least, shares, strict=True)
        ]

    def _away_rad(self, centre_mm: Sequence[float]) -> float:
        """In which direction a place lies from the middle of the token above it."""
        above = min(self.tokens, key=lambda token: math.dist(token.centre_mm, centre_mm))
        x, y = np.subtract(centre_mm, above.centre_mm).tolist()
        return math.atan2(y, x)

    @cached_property
    def _clear(self) -> list[SeenToken]:
        clear = [token for token in self.tokens if token.kind is not None]
        clear = [token for token in clear if token.correlation > _CLEAR and token.visible == 1.0]
        return sorted(clear, key=lambda token: -token.correlation)[:_MOST_CLEAR]

    @property
    def _clear_kinds(self) -> NDArray[np.intp]:
        return np.array([token.kind for token in self._clear], np.intp)

    @cached_property
    def _clear_rings(self) -> Plane:
        """What the clear tokens show, (n, RADII, ANGLES, 3)."""
        return self._seen(centres_mm(self._clear))

    @cached_property
    def _pictures(self) -> Plane:
        """The kinds' pictures (kinds, RADII, ANGLES, 3) in this view's light."""
        pictured = self.art.rings_bgr[self._clear_kinds].mean(axis=(1, 2))
        seen = self._clear_rings.mean(axis=(1, 2))
        gains = np.median((seen + 1) / (pictured + 1), axis=0)
        return np.asarray((self.art.rings_bgr * gains).clip(0, 255), np.float32)

    @cached_property
    def _usual(self) -> float | None:
        """What the right kind leaves of a clear token; None when that tells kinds too badly."""
        if not self._clear:
            return None
        weights = np.broadcast_to(ring_weights(), (len(self._clear), RADII, ANGLES))
        left = self._left(self._clear_rings, weights.astype(np.float32), _slope(0.0)[None])
        rows, kinds = np.arange(len(self._clear)), self._clear_kinds
        own = left[rows, kinds] + _LEAST_LEVELS**2
        left[rows, kinds] = np.inf
        if len(self.art.names) > 1 and np.median(left.min(axis=1) / own) < _TELLING:
            return None
        return float(np.median(own))

    @cached_property
    def _waves(self) -> tuple[Waves, Waves]:
        """The pictures' rings, all channels, and the sums of their squares, for every turn."""
        pictures = np.moveaxis(self._pictures, 3, 1)
        squares = np.einsum("kcra,kcra->kra", pictures, pictures)
        return waves_of(pictures.reshape(len(pictures), 3 * RADII, -1)), waves_of(squares)

    def _left(self, seen: Plane, weights: Plane, slopes: Plane) -> Array:
        """What each kind leaves unexplained (n, kinds) at its best turn: mean square of levels.

        `seen` (n, RADII, ANGLES, 3), counted by `weights` (n, RADII, ANGLES).  The light may be
        another over the whole, and grow along `slopes` (n or 1, RADII, ANGLES) as out of a shadow.
        """
        n, pictures, squares = len(seen), *self._waves
        colours = np.moveaxis(seen, 3, 1) * weights[:, None]
        values = np.concatenate([colours, colours * slopes[:, None]]).reshape(
            2 * n, 3 * RADII, ANGLES
        )
        masks = np.concatenate([weights, weights * slopes, weights * slopes**2])
        with_even, with_slope = np.split(at_every_turn(values, pictures), 2)
        even, mixed, sloping = np.split(at_every_turn(masks, squares), 3)
        sloping = sloping + _STEADY * even
        even = np.maximum(even, 1e-9)
        rest = np.maximum(even * sloping - mixed**2, 1e-9)
        grows = np.clip((with_slope * even - with_even * mixed) / rest, -_SLOPE, _SLOPE)
        light = np.clip((with_even - grows * mixed) / even, *_SHADE)
        explained = 2 * light * with_even + 2 * grows * with_slope
        explained -= light**2 * even + 2 * light * grows * mixed + grows**2 * sloping
        energy = np.einsum("nra,nrac,nrac->n", weights, seen, seen)[:, None]
        total = 3 * np.maximum(weights.sum(axis=(1, 2)), 1e-9)[:, None]
        return np.asarray(np.maximum(energy - explained.max(axis=2), 0.0) / total, np.float64)

    def _seen(self, centres_mm: Array) -> Plane:
        return ring_colours(self.view, centres_mm, self.spec.radius_mm).astype(np.float32)


_SIDES = np.array([(-_ASIDE, 0.0), (_ASIDE, 0.0), (0.0, -_ASIDE), (0.0, _ASIDE)])


def _slope(away_rad: float) -> Plane:
    """How many radii each sample (RADII, ANGLES) lies in that direction from a token's middle."""
    direction = np.array([math.cos(away_rad), math.sin(away_rad)], np.float32)
    return np.asarray(polar_offsets() @ direction, np.float32)


def _probabilities(left: Array, share: float, art: TokenArt) -> Probabilities:
    """Probabilities from what each kind (kinds,) leaves, in units of what the right one does.

    `share` of the top is in view.
    """
    power = _POWER * min(1.0, share / _ENOUGH)
    every = np.append(np.maximum(left, _LEAST_LEFT), _STRANGER) ** -power
    shares = (every / every.sum()).tolist()
    named = list(zip(art.names, shares[:-1], strict=True))
    return tuple(sorted(named, key=lambda kind: -kind[1]))
