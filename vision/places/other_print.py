"""Does another print lie there than the one described?  Then nothing can be read of it."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from companion.flow import Sentence
from companion.places import PlaceBoard
from vision.places.coverage import Coverage
from vision.places.sentences import other_print, print_off
from vision.places.spot_read import SpotRead

_FOREIGN_PRINT = 0.45
_MOST_STRANGE = 0.5  # of the places: then it is another edition
_LEAST_FREE = 0.3  # of the places: fewer say nothing
_MOST_OFF_MM = 1.6
_FEWEST_BARE = 4


def other_print_problem(
    board: PlaceBoard, reads: Sequence[SpotRead], hidden: Coverage | None
) -> Sentence | None:
    """A sentence when another print lies there than the one described, else None."""
    off_mm = _print_off_mm(reads)
    if off_mm is not None and off_mm > _MOST_OFF_MM:
        return print_off(board.source.name, off_mm)
    if hidden is None:
        return None
    strange = np.array([read.weighed.strange > 0.5 for read in reads])
    foreign = hidden.foreign_print is not None and hidden.foreign_print > _FOREIGN_PRINT
    if not foreign and strange.mean() < _LEAST_FREE * _MOST_STRANGE:
        return None
    free = np.array([hidden.share(hidden.foreign | hidden.glare, read) < 0.1 for read in reads])
    all_strange = free.sum() >= 3 and strange[free].mean() > _MOST_STRANGE
    if not (foreign or all_strange) or free.mean() < _LEAST_FREE:
        return None
    return other_print(board.source.name)


def _print_off_mm(reads: Sequence[SpotRead]) -> float | None:
    """How far bare print lies from where it should, over the places where that shows."""
    shifts = []
    for read in reads:
        base = read.content.base
        if (
            base.family is None
            and base.cost < 2.5
            and not read.content.pieces
            and not read.floor_mm
        ):
            shifts.append(np.subtract(base.centre_mm, read.spot.centre_mm))
    if len(shifts) < _FEWEST_BARE:
        return None
    return float(np.linalg.norm(np.median(np.array(shifts), axis=0)))
