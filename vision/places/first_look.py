"""A first, coarse look at places: where bare print explains all that is seen, nothing more is done.

Most places of a table are empty.  At half the resolution, neither moved nor lit anew, their print
already leaves nothing in which a piece could lie; whatever departs from it is looked at closely.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace

import numpy as np
from numpy.typing import NDArray

from vision.places.bank import Bank
from vision.places.base import unmoved
from vision.places.content import LEFT_OVER_MM, Content, flat_of, rests
from vision.places.departures import Departures, departures
from vision.places.sheet import Sheet
from vision.places.spot_read import SpotRead
from vision.places.spots import Spot

Numbers = NDArray[np.int64]

FEWEST = 8  # places: fewer are read closely in the time that one more look takes
_BARE = 1.3  # mean departure of a bare place
_NOWHERE = 2.8  # the same under a small disc: where a piece lies it is more than twice as much
_SURE = 0.999  # more than is asked of a close look


def seen_bare(spots: Sequence[Spot], bank: Bank, rows: Numbers, sheet: Sheet) -> Iterator[SpotRead]:
    """The readings of those places on the board that are empty beyond doubt.

    Their own print is in the bank's `rows`.
    """
    found = departures(spots, unmoved(spots, bank.half, rows), sheet)
    for index, content in _bare(found):
        read = SpotRead(spots[index], content, None, (content.base,), 0.0)
        if read.weighed.probability > _SURE:
            yield read


def _bare(found: Departures) -> Iterator[tuple[int, Content]]:
    """The numbers of the places that nothing seems to lie in, and what that comes to."""
    every = np.arange(len(found.bases))
    mean = found.square.sum(axis=(1, 2)) / np.maximum(found.mask.sum(axis=(1, 2)), 1)
    worst = found.box_means(every, LEFT_OVER_MM * found.px_per_mm).max(axis=(1, 2))
    bare = np.flatnonzero((mean < _BARE) & (worst < _NOWHERE))
    if not len(bare):
        return
    rest, left_over = rests(found)
    numbers = np.stack([mean, rest, left_over, flat_of(found, mean), found.bright], axis=1)
    for index, (cost, forgiven, worst_rest, flat, bright) in zip(
        bare.tolist(), numbers[bare].tolist(), strict=True
    ):
        base = replace(found.bases[index], cost=cost, misfit=0.0)
        content = Content(
            base,
            others=(),
            pieces=(),
            light=base.lie,
            total=cost,
            rest=forgiven,
            unforgiven=cost,
            flat=flat,
            left_over=worst_rest,
            bright=bright,
            almost=0.0,
        )
        yield index, content
