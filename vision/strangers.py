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
_FITTED_SIGN, _FITTED_HIDES = 0.2, 0.5  # the same where a picture fits, though too poorly
_LARGEST = 1.6  # token areas: what goes on beyond a disc is a finger, a sleeve, a cup
_CLAIMED = 1.1  # of the radius: what belongs to other tokens
_APART = 1.2  # of the radius, from any other token
_NO_FINGER = 0.8  # share of the rim with an edge: what is so round all round is no part of a hand
_SIGMA = 0.12  # of the radius: such a place is as exact as a rim found on a raster


def strangers(
    view: FlatView,
    glance: Glance,
    seen: Sequence[SeenToken],
    believed: Sequence[SeenToken],
    strange: Strange,
    foreign: Foreign,
    art: TokenArt,
    board: Board,
) -> tuple[SeenToken, ...]:
    """Nameless tokens where a rim was found, none of those `believed` lies and the print is hidden.

    They are what a picture fits too poorly of what was `seen`, and what a glance found elsewhere.
    Under a hand there are none: fingertips are as round, and the hand is told anyway.  Nor where a
    lamp is mirrored.
    """
    if foreign.hand:
        return ()
    radius_mm = board.tokens.radius_mm
    places_mm, rims, known = _places(glance, seen, believed, strange.printed.photographed, board)
    if len(places_mm) == 0:
        return ()
    hide = _hide(strange, places_mm, known, centres_mm(believed), radius_mm)
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
            float(rims[row]),
            float(found.spread[row]),
            why=FITS_NO_KIND,
        )
        for row, (x, y) in enumerate(places_mm.tolist())
        if hide[row] and (rims[row] > _NO_FINGER or not foreign.near((x, y), radius_mm))
    )


def _places(
    glance: Glance,
    seen: Sequence[SeenToken],
    believed: Sequence[SeenToken],
    print_is_known: bool,
    board: Board,
) -> tuple[Array, Array, Mask]:
    """Places (n, 2) mm with a clear rim in which none of the tokens believed lies, the rims, and
    whether a picture fits there amid print whose colours are known.

    Beside the target and on its hub circles may be printed: a rim alone says nothing there, unless
    a picture of the empty board shows the print.  Beside it the print may have many colours, too:
    what a picture fits must hide it as plainly as a rim.
    """
    dish, reach_mm = board.dish, _APART * board.tokens.radius_mm
    doubted = [
        token
        for token in seen
        if token.visible == 1.0 and all(token.distance_mm(other) > reach_mm for other in believed)
    ]
    places_mm = np.concatenate([centres_mm(doubted), glance.places_mm])
    rims = np.concatenate([[token.rim for token in doubted], glance.rims])
    spread = np.concatenate([[token.gain for token in doubted], glance.spread])
    fitted = np.arange(len(places_mm)) < len(doubted)
    some = np.where(fitted, _FITTED_SIGN, _SOME_SIGN)
    clear = (rims > _CLEAR_RIM) & (spread > some * glance.usual_gain)
    faint = (rims > _FAINT_RIM) & (spread > _WHOLE_SIGN * glance.usual_gain)
    out_mm = np.hypot(*(places_mm - dish.centre_mm).T)
    on_target = out_mm < dish.target_radius_mm
    plain = on_target & (out_mm > dish.hub_radius_mm)
    rows = np.nonzero((clear | faint) & (fitted | plain | print_is_known))[0]
    away = places_mm[rows, None] - centres_mm(seen)[None]
    apart = (np.hypot(away[..., 0], away[..., 1]) > reach_mm).all(axis=1)
    rows = rows[fitted[rows] | apart]
    known = fitted & clear & (on_target | print_is_known)
    return places_mm[rows], rims[rows], known[rows]


def _hide(
    strange: Strange,
    places_mm: Array,
    known: Mask,
    tokens_mm: Array,
    radius_mm: float,
) -> Mask:
    """At which places (n, 2) something hides the print that is no larger than a token.

    Where a picture fits amid `known` (n,) colours less must be hidden, and what lies around may
    look alike.
    """
    claimed = circles(strange.grid, tokens_mm, _CLAIMED * radius_mm)
    odd = strange.odd & ~(claimed | strange.glare | strange.blinding)
    _, labels, stats, _ = cv2.connectedComponentsWithStats(odd.view(np.uint8), connectivity=4)
    largest = _LARGEST * np.pi * (radius_mm * strange.grid.px_per_mm) ** 2
    small = odd & (stats[labels, cv2.CC_STAT_AREA] < largest)
    discs = over_disc(places_mm, radius_mm)
    alone, at_all = (strange.at(mask, discs).mean(axis=1) for mask in (small, odd))
    return np.asarray((alone > _HIDES) | known & (at_all > _FITTED_HIDES))
