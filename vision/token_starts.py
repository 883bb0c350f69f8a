"""From where places that may be a token's are tried again."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

Array = NDArray[np.float64]
Rows = NDArray[np.intp]

RIM_WORTH_FITTING = 0.5
_GOOD_RIM = 0.6


@dataclass(frozen=True, slots=True)
class Starts:
    """Which places are tried again, and from where.

    `line_radii` are the coordinates of a square of starts, `worth` the correlation from which
    closer ones follow, `rims` the least and the greatest share of the rim with an edge, `most`
    how many places are tried.
    """

    line_radii: tuple[float, ...]
    worth: float
    rims: tuple[float, float]
    most: int

    def among(self, rows: Rows, rims: Array) -> Rows:
        """Those of some rows (m,) with such a rim; `rims` (n,) are those of all."""
        if len(rows) == 0:
            return rows
        least, most = self.rims
        some = rims[rows]
        return rows[(some > least) & (some <= most)][: self.most]


# The rims of a stack melt into one place between its tokens.
WIDE = Starts(tuple((np.arange(-5, 6) * 0.15).tolist()), 0.45, (_GOOD_RIM, 1.0), 8)
# Of a token that hardly stands out from its ground a shadow's rim may be all that does.
FAINT = Starts((-0.44, -0.22, 0.0, 0.22, 0.44), 0.42, (RIM_WORTH_FITTING, _GOOD_RIM), 3)
