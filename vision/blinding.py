"""Spots of a dish in which a mirrored lamp is so bright that a token there would not be seen."""

from __future__ import annotations

import cv2
import numpy as np

from companion.flow import Sentence
from vision.area_raster import GROUND, AreaRaster
from vision.foreign_types import Foreign, Mask

_LEAST_TOKEN_AREAS = 0.5  # of a spot: the rest of a token beside it would give it away
_NARROWEST = 0.6  # of a token's radius: brighter lines and rims hide nothing


def blinded_areas(
    spots: Mask, target: Mask, areas: AreaRaster, token_radius_mm: float
) -> tuple[str, ...]:
    """The names of the areas of the dish with a spot that may hide a token.

    `spots` are the places on the areas' raster that a lamp makes nearly white and that no token
    is known to lie at, `target` the inside of the dish.
    """
    if not spots.any():
        return ()
    radius_px = token_radius_mm * areas.grid.px_per_mm
    width = max(3, round(_NARROWEST * radius_px))
    disc = cv2.getStructuringElement(cv2.MORPH_ELLIPSE, (width, width))
    wide = cv2.morphologyEx((spots & target).astype(np.uint8), cv2.MORPH_OPEN, disc)
    count, labels, stats, _ = cv2.connectedComponentsWithStats(wide, connectivity=8)
    least_px = _LEAST_TOKEN_AREAS * np.pi * radius_px**2
    large = [i for i in range(1, count) if stats[i, cv2.CC_STAT_AREA] > least_px]
    if not large:
        return ()
    below = areas.labels[np.isin(labels, large)]
    return tuple(
        name
        for label, name in enumerate(areas.names)
        if name != GROUND and np.count_nonzero(below == label) > least_px / 4
    )


def cover_sentences(foreign: Foreign) -> tuple[Sentence, ...]:
    """What keeps parts of the dish from being read, though most of it can be."""
    said = []
    if foreign.covered:
        covered = tuple(sorted({name for name, _ in foreign.covered}))
        said.append(
            Sentence(
                "part_covered",
                "Something that is no token covers part of the dish ({parts}); "
                "what lies below it can't be read.",
                parts=covered,
            )
        )
    if foreign.blinded:
        said.append(
            Sentence(
                "lamp_blinds",
                "A lamp is mirrored so brightly in the dish ({parts}) that a token there might "
                "not be seen; move the lamp or the camera.",
                parts=tuple(sorted(set(foreign.blinded))),
            )
        )
    return tuple(said)
