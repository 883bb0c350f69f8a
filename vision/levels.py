"""On which level does a token lie: on the board, on another token, or can't it be told?

An upper token stands nearer to the camera, so that off a camera that stands aside it appears
elsewhere than it lies.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

import numpy as np
from numpy.typing import NDArray

from companion.board import Tokens
from vision.pose import Pose
from vision.rectify import distances
from vision.token_types import SeenToken, centres_mm

if TYPE_CHECKING:
    from vision.flat_view import FlatView

Array = NDArray[np.float64]
Points = NDArray[np.floating]

SURELY = 2
WHOLE = 0.95  # visible share from which a token counts as seen whole
_DEEP_OVERLAP = 0.88  # of the diameter: nearer ones can't be side by side
OVERLAP = 0.97  # of the diameter: footprints closer than this lie on each other
_FAR_APART_MM = 2.0  # readings are paired with tokens, and told apart by people, within 3 mm
_AS_CLEAR = 0.1  # correlation: a picture that fits worse is the lower one's
_CLEARLY = 0.15  # of a rim: how much more of the upper one's is seen across the lower


def lies_on(token: SeenToken, other: SeenToken, radius_mm: float) -> int:
    """Whether a token lies on another that is seen no better: 0 no, 1 perhaps, SURELY.

    Footprints side by side can't be nearer than a diameter; how much nearer they seem must
    exceed what both places are uncertain by.
    """
    diameter_mm = 2 * radius_mm
    doubt_mm = 2 * math.hypot(token.sigma_mm, other.sigma_mm)
    distance_mm = token.distance_mm(other)
    if distance_mm > OVERLAP * diameter_mm:
        return 0
    hidden = other.visible < WHOLE and distance_mm + doubt_mm < OVERLAP * diameter_mm
    if hidden or distance_mm + doubt_mm < _DEEP_OVERLAP * diameter_mm:
        return SURELY
    return 1


@dataclass(frozen=True, slots=True)
class Standing:
    """On which level a token lies: surely not below `least`, and perhaps up to `most`.

    `likely` is whether the higher is as likely as the lower one.
    """

    least: int
    most: int
    likely: bool


def standings(tokens: Sequence[SeenToken], radius_mm: float) -> list[Standing]:
    """How high each token lies by what it lies on, of tokens seen where they would lie on the
    board, upper ones first.

    Of two without a kind, hidden both, either may be the upper.
    """
    stands = [Standing(0, 0, False)] * len(tokens)
    for row in reversed(range(len(tokens))):
        token, least, most = tokens[row], 0, 0
        for below in range(row + 1, len(tokens)):
            lies = lies_on(token, tokens[below], radius_mm)
            if lies == SURELY and token.kind is not None:
                least = max(least, stands[below].least + 1)
            if lies:
                most = max(most, stands[below].most + 1)
            if lies and token.kind is None and tokens[below].kind is None:
                stands[below] = Standing(0, max(stands[below].most, 1), True)
        stands[row] = Standing(least, most, most > least)
    return stands


def upper_first(
    whole: Sequence[SeenToken], layers: Sequence[Sequence[SeenToken]], view: FlatView, spec: Tokens
) -> list[SeenToken]:
    """Tokens seen whole and, in `layers`, what was found below them: of any two that overlap the
    upper one first.

    It is the one that more is seen of, or whose picture is the clearer; of two as clear the one
    whose rim goes on across the other.
    """
    ordered = [
        token
        for layer in (whole, *layers)
        for token in sorted(layer, key=lambda token: -token.visible * token.correlation)
    ]
    pairs = [
        (first, second)
        for row, first in enumerate(ordered)
        for second in ordered[row + 1 :]
        if second.visible >= WHOLE and first.distance_mm(second) < OVERLAP * spec.diameter_mm
    ]
    if not pairs:
        return ordered
    discs_mm = np.array([[one.centre_mm, other.centre_mm] for one, other in pairs])
    across = _rims_across(view, discs_mm, spec.radius_mm)
    for (first, second), (own, other) in zip(pairs, across.tolist(), strict=True):
        as_clear = second.correlation > first.correlation - _AS_CLEAR
        if as_clear and other > own + _CLEARLY:
            ordered.remove(second)
            ordered.insert(ordered.index(first), second)
    return ordered


def _rims_across(view: FlatView, pairs_mm: Array, radius_mm: float) -> Array:
    """For pairs (n, 2, 2) of discs: the share (n, 2) of each one's rim with an edge, of what of it
    lies within the other."""
    others_mm = pairs_mm[:, ::-1].reshape(-1, 1, 2)

    def hides(points_mm: Points) -> NDArray[np.bool_]:
        apart = points_mm - others_mm
        return np.asarray((apart**2).sum(axis=-1) > radius_mm**2)

    rims, _ = view.evidence.rim_scores(pairs_mm.reshape(-1, 2), radius_mm, hides)
    return rims.reshape(-1, 2)


def at_level(token: SeenToken, level: int, pose: Pose, spec: Tokens) -> SeenToken:
    """The token where it lies if it lies on that level: what is seen of it is the same."""
    if level == token.level:
        return token
    heights_mm = [spec.thickness_mm * (each + 1) for each in (token.level, level)]
    x, y = pose.seen_at_mm(np.array(token.centre_mm), *heights_mm).tolist()
    return replace(token, level=level, centre_mm=(x, y))


def between(flat: SeenToken, raised: SeenToken, *, halfway: bool) -> SeenToken:
    """A token of which it can't be told whether it lies on another: both places are possible.

    It is placed on the board, as most such tokens lie there; but, if `halfway`, between the two
    where they are so far apart that the one would be no use if the other is right.
    """
    apart_mm = flat.distance_mm(raised)
    if apart_mm < _FAR_APART_MM or not halfway:
        return replace(flat, sigma_mm=math.hypot(flat.sigma_mm, apart_mm))
    (x, y), (other_x, other_y) = flat.centre_mm, raised.centre_mm
    sigma_mm = math.hypot(flat.sigma_mm, apart_mm / 2)
    return replace(flat, centre_mm=((x + other_x) / 2, (y + other_y) / 2), sigma_mm=sigma_mm)


def hiding(tokens: Sequence[SeenToken], places_mm: Array) -> list[SeenToken]:
    """The tokens; the nearest to each of the places (n, 2) may hide another there, of more such
    places the first."""
    hides = list(tokens)
    apart_mm = distances(places_mm, centres_mm(tokens))
    nearest = apart_mm.argmin(axis=1).tolist() if apart_mm.size else []
    for row, (x, y) in zip(nearest, places_mm.tolist(), strict=False):
        if hides[row].may_hide_mm is None:
            hides[row] = replace(hides[row], may_hide_mm=(x, y))
    return hides
