"""On which level does a token lie: on the board, on another token, or can't it be told?

An upper token stands nearer to the camera, so that off a camera that stands aside it appears
elsewhere than it lies.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import replace

import numpy as np
from numpy.typing import NDArray

from companion.board import Tokens
from companion.flow import Sentence
from vision.foreign_types import Strange
from vision.pose import Pose
from vision.token_types import SeenToken, centres_mm

Array = NDArray[np.float64]

SURELY = 2
WHOLE = 0.95  # visible share from which a token counts as seen whole
_DEEP_OVERLAP = 0.88  # of the diameter: nearer ones can't be side by side
OVERLAP = 0.97  # of the diameter: footprints closer than this lie on each other
_FAR_APART_MM = 2.0  # readings are paired with tokens, and told apart by people, within 3 mm
_REACH = 1.2  # of the radius: beyond the token's own side, within a crescent
_DIRECTIONS = 48
_LEAST_RUN = 7  # directions next to each other: a bit more than fifty degrees
_OWN_REACH = 1.3  # of the radius: what is so near to a known token belongs to it
_TURNS = np.linspace(0, 2 * np.pi, _DIRECTIONS, endpoint=False)
_RING = np.column_stack([np.cos(_TURNS), np.sin(_TURNS)])


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


def stacked(tokens: Sequence[SeenToken], pose: Pose, spec: Tokens) -> list[SeenToken]:
    """Raise every token that lies on another: the one that is seen whole is the upper."""
    ordered = sorted(tokens, key=lambda token: -token.visible * token.correlation)
    settled: list[SeenToken] = []
    for index, token in enumerate(ordered):
        lies = [lies_on(token, other, spec.radius_mm) for other in ordered[index + 1 :]]
        if token.level == 0 and token.kind is not None and any(lies):
            upper = raised(token, pose, spec)
            token = upper if max(lies) == SURELY else between(token, upper, halfway=True)
        settled.append(token)
    return settled


def raised(token: SeenToken, pose: Pose, spec: Tokens) -> SeenToken:
    """The token where it lies if it lies on another: what is seen of it is the same."""
    heights_mm = spec.thickness_mm, 2 * spec.thickness_mm
    x, y = pose.seen_at_mm(np.array(token.centre_mm), *heights_mm).tolist()
    return replace(token, level=1, centre_mm=(x, y))


def tops_mm(tokens: Sequence[SeenToken], pose: Pose, thickness_mm: float) -> Array:
    """Where the tops of tokens appear (n, 2) on the plane of first-layer tops."""
    seen_mm = centres_mm(tokens)
    raised = [row for row, token in enumerate(tokens) if token.level > 0]
    if raised:
        seen_mm[raised] = pose.seen_at_mm(seen_mm[raised], 2 * thickness_mm, thickness_mm)
    return seen_mm


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


def heights_doubted(
    tokens: Sequence[SeenToken], strange: Strange, unproved_mm: Array, pose: Pose, spec: Tokens
) -> list[SeenToken]:
    """The tokens; of those that may lie on something unrecognised both heights are possible.

    At the places `unproved_mm` (n, 2) a rim shows below one, which may as well lie up there.  A
    strange colour beside one is oftener its own side or shade.
    """
    beside = adjoin_something(tokens, strange, spec.radius_mm)
    upon = may_lie_on(tokens, unproved_mm, spec.radius_mm)
    return [
        between(token, raised(token, pose, spec), halfway=rim)
        if (rim or colour)
        and token.level == 0
        and token.kind is not None
        and token.visible >= WHOLE
        else token
        for token, colour, rim in zip(tokens, beside, upon, strict=True)
    ]


def may_lie_on(tokens: Sequence[SeenToken], places_mm: Array, radius_mm: float) -> list[bool]:
    """Of each token whether it overlaps one of the places (n, 2) where another may lie below."""
    reach = OVERLAP * 2 * radius_mm
    return [
        any(math.dist(token.centre_mm, place) < reach for place in places_mm.tolist())
        for token in tokens
    ]


def hiding(tokens: Sequence[SeenToken], places_mm: Array) -> list[SeenToken]:
    """The tokens; the nearest to each of the places (n, 2) may hide another below it."""
    apart = np.linalg.norm(places_mm[:, None] - centres_mm(tokens)[None], axis=2)
    above = set(apart.argmin(axis=1).tolist()) if apart.size else set()
    return [replace(token, may_hide=row in above) for row, token in enumerate(tokens)]


def hiding_sentences(tokens: Sequence[SeenToken]) -> tuple[Sentence, ...]:
    """What is to be said of tokens that may hide another."""
    kinds = tuple(sorted({token.kinds[0][0] for token in tokens if token.may_hide}))
    if not kinds:
        return ()
    return (
        Sentence(
            "may_hide_token",
            "Another token may lie, hardly in view, below the one on top ({kinds}); "
            "look beneath it.",
            kinds=kinds,
        ),
    )


def adjoin_something(tokens: Sequence[SeenToken], strange: Strange, radius_mm: float) -> list[bool]:
    """Of each token whether a strange colour, or a token's, follows its rim, apart from the others.

    It may be a part of another token below that shows too little to be recognised.
    """
    if not tokens:
        return []
    places_mm = centres_mm(tokens)
    points = places_mm[:, None] + _REACH * radius_mm * _RING
    odd = strange.may_cover(points.reshape(-1, 2)).reshape(points.shape[:-1])
    away, apart = points[:, :, None] - places_mm, places_mm[:, None] - places_mm
    near = (away * away).sum(axis=-1) <= (_OWN_REACH * radius_mm) ** 2
    of_others = (near & np.any(apart[:, None], axis=-1)).any(axis=-1)
    return list(map(bool, _run_round(odd & ~of_others, _LEAST_RUN)))


def _run_round(flags: NDArray[np.bool_], length: int) -> NDArray[np.bool_]:
    """Of each row (n, m), closed to a circle, whether so many in a row are set."""
    count = flags.shape[1]
    closed = np.concatenate([flags, flags[:, : length - 1]], axis=1)
    run = flags.copy()
    for step in range(1, length):
        run &= closed[:, step : step + count]
    return np.asarray(run.any(axis=1))
