"""Is the colour beside a token the print's own, in light or shade, or rather a token's?

Shade keeps the direction of a colour, so directions are compared; it darkens no more than it does
elsewhere in the picture.  Each sample weighs the two explanations as Gaussian errors; a token of
a kind that is not in view may have any colour, which is a third one and counts for a token.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import cached_property

import numpy as np
from numpy.typing import NDArray

from companion.board import Tokens
from vision.flat_view import FlatView
from vision.foreign_types import Strange
from vision.print_colours import NOISE_LEVEL
from vision.rectify import around, paired, ring, sample
from vision.token_art import TokenArt, tones
from vision.token_types import SeenToken

Array = NDArray[np.float64]
Colours = NDArray[np.float32]
Mask = NDArray[np.bool_]
Hides = Callable[[Array], Mask]

_SIGMA_DEG = 2.0
_ANY_DEG = 8.0  # a colour that nothing in view has
_TINT = 1.5  # how much faster the print's direction may turn where no lamp lights it
_UNDECIDED_DEG = 3.0  # a token's tone is no farther than the print's, give or take so much
_MOST = 2.0  # of one sample's weight: no single one decides
_BRIGHTER, _DARKER = 1.35, 0.85  # than the print, or its deepest shade in view: hardly the print
_LIGHT_SIGMA = 0.15  # of the logarithm of brightness
_SHADES = (0.12, 0.3, 0.6)  # the deepest shade there may be, the usual one, the faintest
_PRINT_DEG, _NO_TOKEN_DEG = 2.5, 5.0  # a colour that is surely the print's, in whatever light
_FEWEST_SHADES, _DEEPEST = 40, 2.0  # samples; per cent of them that are darker still
_AS_BRIGHT = (0.3, 1.3)  # of a token's darker and lighter tone elsewhere
_SAME_TONE_DEG, _SAME_TONE_LIGHT = 2.0, 0.3  # tones that differ by less (angle, log) are one
_LEAST_KNOWN = 0.3  # of the samples: where less of the print is known, nothing is said
_RADII, _ANGLES = (0.2, 0.5, 0.75, 0.92), 28  # samples of a disc
_TOP, _AROUND = (0.2, 0.4, 0.6, 0.75, 0.88), 16  # samples of a token's tones
_BESIDE = (1.2, 1.5)  # of a token's radius: where its shade falls
_WITHIN, _BEYOND = (0.75, 0.86), (1.24, 1.36)  # of the radius: on both sides of a rim
_FEWEST_BESIDE = 6  # samples on either side of a rim
_SQUARE_DEG = np.float32(2 * np.degrees(1.0) ** 2)


@dataclass(frozen=True)
class TokenColours:
    """Compares places of one view with the print and with the tokens in view."""

    view: FlatView
    strange: Strange
    tokens: Sequence[SeenToken]
    art: TokenArt
    spec: Tokens

    def leaning_and_contrast(self, centres_mm: Array, hides: Hides) -> tuple[Array, Array]:
        """What shows of discs (n, 2) mm, and how it differs from what is around them.

        The first (n,), -2 to 2, is how much it leans to a token's colour; the second (n,), -4 to
        4, how much more it does so within the visible rim than just beyond it: 0 where nothing
        shows on either side.
        """
        points = around(centres_mm, _LOOKED_AT * self.spec.radius_mm)
        shown = ~hides(points)
        evidence, known = self.evidence(points[:, : -len(_RIM)])
        rims = np.tile(shown[:, -len(_RIM) :], len(_WITHIN))
        counted = shown[:, : -len(_RIM)] & known
        disc, within, beyond = _DISC_PART, _WITHIN_PART, _BEYOND_PART
        seen = shown[:, disc] @ _DISC_WEIGHTS
        whole = counted[:, disc] @ _DISC_WEIGHTS
        mean = (evidence[:, disc] * counted[:, disc]) @ _DISC_WEIGHTS / np.maximum(whole, 1e-9)
        inner, outer = (
            _mean_where(evidence[:, part], counted[:, part] & rims) for part in (within, beyond)
        )
        both = (inner[1] >= _FEWEST_BESIDE) & (outer[1] >= _FEWEST_BESIDE)
        return (
            np.where(whole > _LEAST_KNOWN * seen, mean, 0.0),
            np.where(both, inner[0] - outer[0], 0.0),
        )

    def evidence(self, points_mm: Array) -> tuple[Colours, Mask]:
        """What each point (n, m, 2) says for a token, and where the print is known at all.

        Where nothing but the print can lie, that is certain.
        """
        bare = self.view.bare(points_mm)
        if not bare.any():
            return self._evidence(points_mm)
        evidence, known, rest = np.full(bare.shape, -_MOST, np.float32), bare.copy(), ~bare
        if rest.any():
            said, here = self._evidence(points_mm[rest][None])
            evidence[rest], known[rest] = said[0], here[0]
        return evidence, known

    def _evidence(self, points_mm: Array) -> tuple[Colours, Mask]:
        print_2, light, known, token_2 = self._compared(points_mm)
        darker = np.log(_DARKER * self.shade / light).clip(0)
        darker *= token_2 < print_2 + _UNDECIDED_DEG**2  # deep shade of the print's colour is shade
        brighter = np.log(light / _BRIGHTER).clip(0)
        unlit = _SIGMA_DEG / _LIGHT_SIGMA * (darker + brighter)
        tinted = 1 + _TINT * (1 - light).clip(0)
        evidence = (print_2 / tinted**2 + unlit**2 - token_2) / np.float32(2 * _SIGMA_DEG**2)
        shape = points_mm.shape[:-1]
        return evidence.clip(-_MOST, _MOST).reshape(shape), known.reshape(shape)

    @cached_property
    def shade(self) -> float:
        """How dark (0..1 of its own brightness) this lamp's deepest shade makes the print."""
        earlier = self.view.earlier
        if self.view.asked is None or earlier.shade is None:
            earlier.shade = self._deepest_shade()
        return earlier.shade

    def _deepest_shade(self) -> float:
        beside = around(self._centres_mm, _SHADE_RING * self.spec.radius_mm)
        print_2, light, known, token_2 = self._compared(beside)
        surely = known & (print_2 < _PRINT_DEG**2) & (token_2 > _NO_TOKEN_DEG**2)
        if surely.sum() < _FEWEST_SHADES:
            return _SHADES[1]
        deepest = float(np.percentile(light[surely], _DEEPEST))
        return min(max(deepest, _SHADES[0]), _SHADES[2])

    @cached_property
    def tones(self) -> Colours:
        """Pairs (m, 2, 3) BGR: ground and sign of the tokens, those nearly the same only once.

        Kinds that are not in view are expected as their pictures show them, under this lamp.
        """
        seen = tones(_seen(self.view, around(self._centres_mm, _TOP_RING * self.spec.radius_mm)))
        pictured = self.art.tones_bgr
        named = [row for row, token in enumerate(self.tokens) if token.kind is not None]
        kinds = [token.kind for token in self.tokens if token.kind is not None]
        missing = [kind for kind in range(len(pictured)) if kind not in kinds]
        if named and missing:
            gains = (seen[named].mean(axis=1) + 1) / (pictured[kinds].mean(axis=1) + 1)
            gain = np.sort(gains, axis=0)[len(gains) // 2]
            seen = np.concatenate([seen, pictured[missing] * gain])
        alike, kept = _alike(seen).tolist(), list[int]()
        for row, same in enumerate(alike):
            if not any(same[other] for other in kept):
                kept.append(row)
        return seen[kept]

    @cached_property
    def _centres_mm(self) -> Array:
        return np.array([token.centre_mm for token in self.tokens])

    @cached_property
    def _token_directions(self) -> tuple[tuple[Colours, Colours], tuple[Colours, Colours]]:
        """The directions (m, 3) of all grounds and all signs, and how bright (m, 1) the darker
        and the brighter of what has them may be."""
        low, high = np.sort(_total(self.tones) + 3 * np.float32(NOISE_LEVEL), axis=1).T
        ground, sign = _directions(self.tones).transpose(1, 0, 2)
        return (ground, sign), (_AS_BRIGHT[0] * low[:, None], _AS_BRIGHT[1] * high[:, None])

    def _compared(self, points_mm: Array) -> tuple[Colours, Colours, Mask, Colours]:
        """Squared degrees of all points from the print's colour, their brightness against it,
        whether it is known, and squared degrees from the nearest tone of a token."""
        seen = _seen(self.view, points_mm).reshape(-1, 3)
        directions, total = _directions(seen), _total(seen) + 3 * np.float32(NOISE_LEVEL)
        print_2, light, known = self._from_print(directions, total, points_mm.reshape(-1, 2))
        (ground, sign), (low, high) = self._token_directions
        nearest = np.maximum(ground @ directions.T, sign @ directions.T)
        nearest[(total < low) | (total > high)] = -1.0
        token_2 = np.minimum(
            _square_deg(nearest.max(axis=0, initial=-1.0)), np.float32(_ANY_DEG**2)
        )
        return print_2, light, known, token_2

    def _from_print(
        self, directions: Colours, total: Colours, points_mm: Array
    ) -> tuple[Colours, Colours, Mask]:
        """Against the likest of the four colours that the print has around each point."""
        prints, lights = self.strange.printed.directions
        width, height = self.strange.grid.size_wh
        scale, shift = self._print_px
        places = paired(points_mm) * scale + shift
        place = np.floor(places.view(np.float64).reshape(-1, 2)).astype(np.intp)
        left, top = place[:, 0].clip(0, width - 2), place[:, 1].clip(0, height - 2)
        corners = (top * width + left)[:, None] + np.array([0, 1, width, width + 1])
        like = np.einsum("nkc,nc->nk", prints.take(corners, axis=0), directions)
        likest = like.argmax(axis=1)
        row = np.arange(len(total))
        light = lights.take(corners[row, likest])
        likeness = _square_deg(like[row, likest])
        return likeness, total / (light + 3 * np.float32(NOISE_LEVEL)), light > 0

    @cached_property
    def _print_px(self) -> tuple[float, complex]:
        """Where on the print's raster is what shows at a point on the plane of first-layer tops:
        what the point is to be multiplied by, and what is to be added, as x + iy."""
        ends_mm = np.array([[0.0, 0.0], [1.0, 1.0]])
        below_mm = self.view.pose.seen_at_mm(ends_mm, self.spec.thickness_mm, 0.0)
        first, last = paired(self.strange.grid.to_px(below_mm)).tolist()
        return (last - first).real, first


_DISC = np.concatenate([ring(_ANGLES) * radius for radius in _RADII])
_DISC_WEIGHTS = np.repeat(_RADII, _ANGLES)
_TOP_RING = np.concatenate([ring(_AROUND) * share for share in _TOP])
_RIM = ring(48)
# What is looked at of a disc: its inside, both sides of its rim, and the rim.
_LOOKED_AT = np.concatenate([_DISC, *(_RIM * ring for ring in (*_WITHIN, *_BEYOND)), _RIM])
_DISC_PART = slice(0, len(_DISC))
_WITHIN_PART = slice(len(_DISC), len(_DISC) + len(_WITHIN) * len(_RIM))
_BEYOND_PART = slice(_WITHIN_PART.stop, _WITHIN_PART.stop + len(_BEYOND) * len(_RIM))
_SHADE_RING = np.concatenate([ring(_ANGLES) * reach for reach in _BESIDE])


def _mean_where(values: Colours, counted: Mask) -> tuple[Array, Array]:
    """The means (n,) of those values (n, m) that are counted, and how many those are (n,)."""
    total = counted.sum(axis=1)
    return (values * counted).sum(axis=1) / np.maximum(total, 1), total


def _alike(pairs: Colours) -> Mask:
    """Which pairs (m, 2, 3) of tones are nearly the same, (m, m)."""
    tones = _directions(pairs).transpose(1, 0, 2)
    cosine = np.matmul(tones, tones.transpose(0, 2, 1))
    light = np.log(_total(pairs) + 1).T
    apart = np.abs(light[:, :, None] - light[:, None])
    near = (_square_deg(cosine) < _SAME_TONE_DEG**2) & (apart < _SAME_TONE_LIGHT)
    return np.asarray(near.all(axis=0))


def _directions(colours: Colours) -> Colours:
    """Colours (..., 3) as unit vectors, steadied where they are dark."""
    lifted = colours + np.float32(NOISE_LEVEL)
    length = np.sqrt(np.einsum("...c,...c->...", lifted, lifted))
    return np.asarray(lifted / length[..., None], np.float32)


def _total(colours: Colours) -> Colours:
    """The sum of the three channels of colours (..., 3)."""
    return np.asarray(colours @ np.ones(3, np.float32), np.float32)


def _square_deg(cosine: Colours) -> Colours:
    """The squared angle in degrees, for angles up to some thirty."""
    return np.asarray((1 - cosine).clip(0) * _SQUARE_DEG, np.float32)


def _seen(view: FlatView, points_mm: Array) -> Colours:
    """The colours (n, m, 3) at points (n, m, 2) on the plane of first-layer tops."""
    places = view.fine.to_px(points_mm).astype(np.float32)
    return np.asarray(sample(view.fine_bgr, places), np.float32)
