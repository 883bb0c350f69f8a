"""Two templates of one family that both fit: which of them is it, where they differ?

Most of two tiles may be alike; what tells them apart is one line, or one digit.  The picture is
projected onto the difference of the two: plus a half means the first, minus a half the second, and
a slip or a blur only brings it nearer to nothing.
"""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

from vision.places.base import Guess
from vision.places.departures import Departures
from vision.places.matching import shown

Array = NDArray[np.float64]

_NOISE = 11.0  # tones
_ALIKE_MM2 = 10.0  # pixels near each other err alike
_MOST = 40.0


def duels(found: Departures, pairs: Sequence[tuple[int, Guess, Guess]]) -> list[float]:
    """For each pair the logarithm of how much likelier the first of two guesses is.

    A pair names the place's number in `found`, whose unexplained part is compared, the guess that
    lies lowest there (its base in `found`), and another guess of the same bank.
    """
    if not pairs:
        return []
    bank = pairs[0][1].bank
    first = [guess for _, guess, _ in pairs]
    rows = np.array([guess.row for guess in first])
    others = np.array([guess.row for _, _, guess in pairs])
    lie = np.array([guess.lie for guess in first])
    owners = [index for index, _, _ in pairs]
    seen = found.seen[owners]
    worked, beside = bank.worked(rows), bank.worked(others)
    one, two = shown(worked, lie), shown(beside, lie)
    apart = one - two
    open_ = found.open_[owners].reshape(len(pairs), -1)[:, bank.inside]
    apart *= (open_ * worked.shows * beside.shows)[..., None]
    # Far off, a pixel shows another thing and is no judge of these two.
    off = np.clip(seen - (one + two) / 2, -80, 80)
    pull = np.einsum("npc,npc->n", apart, off).astype(np.float64)
    worth = 1 / (3 * _NOISE**2) / (bank.px_per_mm**2 * _ALIKE_MM2)
    return [float(np.clip(value * worth, -_MOST, _MOST)) for value in pull]
