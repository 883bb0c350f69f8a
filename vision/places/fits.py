"""Templates laid on spots, as `vision.places.matching` improves them."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Any

import numpy as np
from numpy.typing import NDArray

from vision.places.workings import PULLS

Array = NDArray[np.float64]
Numbers = NDArray[np.int64]


@dataclass(frozen=True, slots=True)
class Fits:
    """Templates laid on spots: one row of a bank for each of n fits.

    `spots` (n,) which spot, `rows` (n,) which template.  `lie` (n, 7): shift across and along the
    spot's own upright direction (mm), turn beside the template's own (radians), gain less 1, veil
    (tones), and gains of blue and red beside the common one.  `cost` (n,): mean robust square in
    units of noise, below 1 when it fits as well as noise allows; `misfit` (n,): share of the
    template that shows another thing.
    """

    spots: Numbers
    rows: Numbers
    lie: Array
    cost: Array
    misfit: Array

    def chosen(self, which: Numbers) -> Fits:
        """The fits at the indices `which`."""
        return Fits(*(values[which] for values in self._columns()))

    def replaced(self, which: Numbers, by: Fits) -> Fits:
        """These fits with those at the indices `which` replaced, each keeping its spot."""
        changed = [values.copy() for values in self._columns()]
        for values, new in zip(changed[1:], by._columns()[1:], strict=True):
            values[which] = new
        return Fits(*changed)

    def beside(self, which: Numbers, where: Numbers) -> Fits:
        """The fits at the indices `which`, laid where those at the indices `where` lie."""
        return replace(self.chosen(which), lie=self.lie[where])

    def with_more(self, more: Fits) -> Fits:
        """These fits and then more."""
        pairs = zip(self._columns(), more._columns(), strict=True)
        return Fits(*(np.concatenate(pair) for pair in pairs))

    def _columns(self) -> tuple[Any, ...]:
        return self.spots, self.rows, self.lie, self.cost, self.misfit


def started(spots: Numbers, rows: Numbers, shifts_mm: Array) -> Fits:
    """Fits not yet refined, at the given shifts (n, 2)."""
    count = len(rows)
    lie = np.zeros((count, PULLS))
    lie[:, :2] = shifts_mm
    return Fits(spots, rows, lie, np.full(count, np.inf), np.ones(count))
