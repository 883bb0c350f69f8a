"""Of a thick token two round edges show on the camera's side: its top's, and its foot's below.

Where another token hides most of the top, a search for round edges may end on the foot, which
appears nearer to the camera than the top by as much as the token's thickness moves it.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

import numpy as np
from numpy.typing import NDArray

from companion.board import Tokens
from vision.cover import Cover
from vision.crescents import Crescent
from vision.flat_view import FlatView
from vision.rim_fit import LIKE_A_RIM, RimFitter

Array = NDArray[np.float64]

FAR_MOVED_MM = 1.5  # by a token's thickness: less hardly matters
_ENOUGH = 0.1  # of a rim that must be in view to say anything
_LEAST_FOOT = 0.62  # share with an edge that a foot's rim has, below a top


def by_their_tops(
    places: Sequence[Crescent], view: FlatView, cover: Cover, rims: RimFitter, spec: Tokens
) -> list[Crescent]:
    """The crescents; those whose edge is a foot's are where the top belongs to it."""
    found = list(places)
    if not found:
        return found
    at_mm = np.array([place.centre_mm for place in places])
    tops_mm = view.pose.seen_at_mm(at_mm, spec.thickness_mm, 0.0)
    far = np.linalg.norm(tops_mm - at_mm, axis=1) > FAR_MOVED_MM
    if not far.any():
        return found
    rows = np.flatnonzero(far & _is_foot(at_mm, tops_mm, view, cover, spec))
    fits = rims.fit(tops_mm[rows], cover.hides)
    for row, fit in zip(rows.tolist(), fits, strict=True):
        x, y = tops_mm[row].tolist()
        place = fit.centre_mm if fit.likeness > LIKE_A_RIM else (x, y)
        found[row] = replace(places[row], centre_mm=place)
    return found


def _is_foot(
    at_mm: Array, tops_mm: Array, view: FlatView, cover: Cover, spec: Tokens
) -> NDArray[np.bool_]:
    """Whether edges at (n, 2) are feet: with a top's edge beyond them, and no foot's before."""
    feet_mm = view.pose.seen_at_mm(at_mm, 0.0, spec.thickness_mm)
    both_mm = np.concatenate([tops_mm, feet_mm])
    rim, arc = view.evidence.rim_scores(both_mm, spec.radius_mm, cover.hides)
    (top, foot), (top_arc, foot_arc) = rim.reshape(2, -1), arc.reshape(2, -1)
    no_foot = (foot_arc > _ENOUGH) & (foot < _LEAST_FOOT)
    return np.asarray(np.where(top_arc > _ENOUGH, top > foot, no_foot))
