"""A token as the reader sees it, before it becomes a sighting."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Protocol

import numpy as np
from numpy.typing import NDArray

from companion.board import PointMm
from companion.flow import Sentence
from vision.token_art import TokenArt

UNDER_ANOTHER = Sentence("under_another", "another token lies on it")
UNDER_SOMETHING = Sentence("under_something", "something covers it in part")
FITS_NO_KIND = Sentence("fits_no_kind", "the picture fits no kind well enough")
EFFECTIVE_SAMPLES = 36.0  # independent pieces of evidence on a fully visible token
_SLIVER = 0.3  # of the top: some turn of some kind fits a smaller part by chance
_STRANGER = 0.7  # correlation that a thing of no known kind may reach by chance
_MOST = 0.999  # correlation: no picture is surer
_OPEN = 0.95  # probability of a kind that is not told, at most
_STRANGER_HIDDEN = 0.15  # how much more when only a sliver shows


@dataclass(frozen=True, slots=True)
class SeenToken:
    """One token.

    `kind` indexes the art's names, None when hidden too far; `kinds` are the probabilities by
    name, most likely first.  `centre_mm` of the footprint and its `sigma_mm` (of the fit
    alone), `angle_rad` clockwise, `level` how many tokens lie below it.  `correlation`
    over the visible part, `visible` that part's share (0..1), `rim` the share of the visible
    rim with an edge, `gain` the pattern's contrast against the prepared picture.  `why` says
    in words what keeps the kind from being told, or is empty.  `by_colours` is whether all
    colours of a part tell the kind, whatever its pattern.  `may_hide_mm` is where another token
    may lie below it of which too little shows, or None.
    """

    kind: int | None
    kinds: tuple[tuple[str, float], ...]
    centre_mm: tuple[float, float]
    angle_rad: float
    sigma_mm: float
    level: int
    correlation: float
    visible: float
    rim: float
    gain: float = 1.0
    why: str = ""
    by_colours: bool = False
    may_hide_mm: PointMm | None = None

    def distance_mm(self, other: SeenToken) -> float:
        """Distance between the two footprints' centres."""
        return math.dist(self.centre_mm, other.centre_mm)


class Centred(Protocol):
    """What has a centre on the board: a token, or a place where one may lie."""

    @property
    def centre_mm(self) -> PointMm:
        """Where it is."""


def centres_mm(placed: Sequence[Centred]) -> NDArray[np.float64]:
    """Where tokens' footprints lie, or what else has a centre, (n, 2) mm."""
    return np.array([each.centre_mm for each in placed], np.float64).reshape(-1, 2)


def support(correlation: float, samples: float) -> float:
    """The logarithm of the likelihood of a picture that correlates so, (1 - r^2)^(-n/2)."""
    return -0.5 * samples * math.log(1 - min(max(correlation, 0.0), _MOST) ** 2)


def left_open(kinds: tuple[tuple[str, float], ...]) -> tuple[tuple[str, float], ...]:
    """Probabilities of kinds of which something else forbids to tell one: none is near to 1."""
    highest = max((share for _, share in kinds), default=0.0)
    scale = min(1.0, _OPEN / highest) if highest > 0 else 1.0
    return tuple((name, share * scale) for name, share in kinds)


def kind_probabilities(
    correlation: NDArray[np.float64], visible: float, art: TokenArt, detail: float = 1.0
) -> tuple[tuple[str, float], ...]:
    """Probabilities of the kinds from their correlations (kinds,), most likely first.

    Gaussian differences give a likelihood of (1 - r^2)^(-n/2) for n independent samples; a
    stranger that is none of the kinds competes with the correlation chance can reach, which is
    the higher the less is `visible` (0..1).  Of a blurred picture `detail` (0..1) samples are
    independent that are so in a sharp one.
    """
    stranger = _STRANGER + _STRANGER_HIDDEN * (1 - visible)
    samples = EFFECTIVE_SAMPLES * detail * visible * min(1.0, visible / _SLIVER)
    # So few numbers are quicker without arrays.
    each = [support(value, samples) for value in (*correlation.tolist(), stranger)]
    highest = max(each)
    likelihood = [math.exp(value - highest) for value in each]
    whole = sum(likelihood)
    named = [(name, value / whole) for name, value in zip(art.names, likelihood[:-1], strict=True)]
    return tuple(sorted(named, key=lambda kind: -kind[1]))
