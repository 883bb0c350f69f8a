"""What has a token's rim and hides the print, but no kind's picture: said, not left out."""

from __future__ import annotations

from collections.abc import Sequence

import cv2
import numpy as np
from numpy.typing import NDArray

from companion.board import Board
from vision.area_raster import circles
from vision.flat_view import FlatView, over_disc
from vision.foreign_types import Foreign, Mask, Strange
from vision.token_art import TokenArt
from vision.token_match import match, sample_rings
from vision.token_types import FITS_NO_KIND, SeenToken, centres_mm, kind_probabilities
from vision.tokens import Glance

Array = NDArray[np.float64]

# The share of the rim with an edge, and how much shows within, of the tokens' usual contrast.
_CLEAR_RIM, _SOME_SIGN = 0.64, 0.25
_FAINT_RIM, _WHOLE_SIGN = 0.55, 0.9
_HIDES = 0.6  # share of the disc in colours that are not the print's
_LARGEST = 1.6  # token areas: what goes on beyond a disc is a finger, a sleeve, a cup
_CLAIMED = 1.1  # of the radius: what belongs to other tokens
_APART = 1.2  # of the radius, from any other token
_SIGMA = 0.12  # of the radius: such a place is as exact as a rim found on a raster


def strangers(
    view: FlatView,
    glance: Glance,
    tokens: Sequence[SeenToken],
    strange: Strange,
    foreign: Foreign,
    art: TokenArt,
    board: Board,
) -> tuple[SeenToken, ...]:
    """Nameless tokens where a glance found a rim, none of `tokens` lies and the print is hidden.

    Under a hand there are none: fingertips are as round, and the hand is told anyway.  Nor beside
    the target or on its hub, where circles may be printed, nor where a lamp is mirrored.
    """
    if foreign.hand:
        return ()
    radius_mm, dish = board.tokens.radius_mm, board.dish
    clear = (glance.rims > _CLEAR_RIM) & (glance.spread > _SOME_SIGN * glance.usual_gain)
    faint = (glance.rims > _FAINT_RIM) & (glance.spread > _WHOLE_SIGN * glance.usual_gain)
    rows = np.nonzero(clear | faint)[0]
    out_mm = np.hypot(*(glance.places_mm[rows] - dish.centre_mm).T)
    rows = rows[(out_mm > dish.hub_radius_mm) & (out_mm < dish.target_radius_mm)]
    places_mm = glance.places_mm[rows]
    apart = np.hypot(*(places_mm[:, None] - centres_mm(tokens)[None]).transpose(2, 0, 1))
    rows = rows[(apart > _APART * radius_mm).all(axis=1)]
    if len(rows) == 0:
        return ()
    places_mm = glance.places_mm[rows]
    alone = _alone(strange, places_mm, centres_mm(tokens), radius_mm)
    found = match(sample_rings(view, art, places_mm, radius_mm), art)
    return tuple(
        SeenToken(
            None,
            kind_probabilities(found.correlation[row], 1.0, art),
            (x, y),
            0.0,
            _SIGMA * radius_mm,
            0,
            float(found.correlation[row].max()),
            1.0,
            float(glance.rims[rows[row]]),
            float(found.spread[row]),
            why=FITS_NO_KIND,
        )
        for row, (x, y) in enumerate(places_mm.tolist())
        if alone[row] and not foreign.near((x, y), radius_mm)
    )


def _alone(strange: Strange, places_mm: Array, tokens_mm: Array, radius_mm: float) -> Mask:
    """At which places (n, 2) something of a token's size, not larger, hides the print."""
    claimed = circles(strange.grid, tokens_mm, _CLAIMED * radius_mm)
    odd = strange.odd & ~(claimed | strange.glare | strange.blinding)
    _, labels, stats, _ = cv2.connectedComponentsWithStats(odd.view(np.uint8), connectivity=4)
    largest = _LARGEST * np.pi * (radius_mm * strange.grid.px_per_mm) ** 2
    small = odd & (stats[labels, cv2.CC_STAT_AREA] < largest)
    shown = strange.at(small, over_disc(places_mm, radius_mm))
    return np.asarray(shown.mean(axis=1) > _HIDES)
