"""What lies on a board and is no token: a hand, a sleeve, a cup.  Found by colour.

Each area of the dish has a colour in this very frame (the median of what shows of it), or, when
a picture of the empty board is known, every place has its own.  A pixel is foreign when its
colour points in another direction or is far brighter or darker: shadows and a warmer lamp keep
the direction.  Only pieces larger than a token count, with the tokens themselves taken out.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import replace

import cv2
import numpy as np
from numpy.typing import NDArray

from companion.board import Board
from vision.area_raster import GROUND, AreaRaster, circle, circles
from vision.blinding import blinded_areas
from vision.flat_view import FlatView
from vision.foreign_types import Array, Foreign, Mask, PrintPicture, Strange
from vision.print_colours import (
    Colours,
    Flags,
    contradicts,
    departing,
    low_share,
    middle_of,
    nearer,
    off,
    own_colour,
    shining,
    total,
)
from vision.rectify import Grid, around
from vision.token_types import SeenToken, centres_mm
from vision.usual_print import DARKEST, UsualPrint, blinding, departures

_LEAST_ANGLE_DEG = 6.0
_SHOWN = 15  # per cent of an area that show at least, even when a hand lies on it
_SPREADS = 7.0  # times the angle that these stay below: the print's own pattern
_OPENING = 0.85  # of a token's radius: strips narrower than this are rims and lines
_LEAST_TOKEN_AREAS = 1.0  # smaller pieces are not worth a word
_HAND_TOKEN_AREAS = 2.0
_COVERED_SHARE = 0.04
_CORE = 0.9  # of the target's radius
_EDGE = 0.94  # of the target's radius
_REACH_IN = 0.15  # token areas
_CLIPPED = 250.0  # grey level from which a channel may have been brighter
_FEWEST_PIXELS = 16
_MOST_COMPARED = 240  # pixels of an area from which its own colour is taken
_MOST_RELIT = 2000  # pixels from which the lamp's change is taken
_WHITE_SHARE = 0.8  # of the markers' pixels: brighter ones are their white
_CLAIMED = 1.35  # of a token's radius: its side and closest shadow
_AROUND = 16
_OUTER_PART = (0.65, 0.8)  # of a token's radius


class ForeignFinder:
    """Finds what covers one board; knows its areas as a raster of labels."""

    def __init__(self, board: Board, grid: Grid, empty_bgr: NDArray[np.uint8] | None) -> None:
        """`grid` is the views' raster, on which `empty_bgr` shows the empty board, if known.

        Colours need no fine raster: half the resolution is used.
        """
        self._areas = AreaRaster(board, grid.halved())
        self._grid = grid = self._areas.grid
        centre_mm, radius_mm = board.dish.centre_mm, board.dish.target_radius_mm
        self._target = circle(grid, centre_mm, radius_mm)
        # Around the dish the print may have many colours: without a picture of it, only what
        # reaches into the dish counts, or what goes from the board's edge to the dish's.
        share = 1.0 if empty_bgr is not None else _CORE
        self._core = circle(grid, centre_mm, share * radius_mm)
        self._edge = self._target & ~circle(grid, centre_mm, _EDGE * radius_mm)
        on_board = (self._areas.labels >= 0).astype(np.uint8)
        self._border = (on_board - cv2.erode(on_board, np.ones((5, 5), np.uint8))) > 0
        self._border &= ~self._target
        self._whole_board_known = empty_bgr is not None
        self._token_px = np.pi * (board.tokens.radius_mm * grid.px_per_mm) ** 2
        self._token_radius_mm = board.tokens.radius_mm
        self._outer_part_mm = _outer_part(self._token_radius_mm)
        self._empty = None if empty_bgr is None else self._without_glare(empty_bgr)
        self._usual: UsualPrint | None = None
        # Of the frame last read in full: a lamp that moves has the next one read so, too.
        self._blinding = np.zeros(self._target.shape, bool)

    def strange(self, view: FlatView, tokens: Sequence[SeenToken]) -> Strange:
        """Where a view shows other colours than the print has, tokens included.

        Each area's own colour is taken from what no known token covers, or, where the print is
        known from an earlier frame, from the frame that was last read in full.
        """
        areas, seen = self._areas, _colours(view.flat_bgr, self._grid)
        if view.asked is None or self._usual is None:
            here = seen.take(areas.inside, axis=1)
            free = areas.off_tags & ~self._claimed(tokens).ravel()[areas.inside]
            usual = self._usual = self._expected(here, free, self._white(seen))
            self._blinding = areas.mask(
                np.flatnonzero(blinding(here, self._print_light(usual)) & areas.off_tags)
            )
            rows = departing(here, usual.colours, DARKEST)
            if usual.limits.min() < 0:
                rows = np.union1d(rows, np.flatnonzero(usual.limits.take(areas.label) < 0))
            here = here.take(rows, axis=1)
        else:
            usual = self._usual.lit(view.asked.gain)
            rows = np.flatnonzero(view.asked.mask.ravel().take(areas.inside))
            here = seen.take(areas.inside.take(rows), axis=1)
            odd = departing(here, usual.colours.take(rows, axis=1), DARKEST)
            rows, here = rows.take(odd), here.take(odd, axis=1)
        expected = usual.colours.take(rows, axis=1)
        limits = usual.limits.take(areas.label.take(rows))
        strange, glare = departures(here, expected, limits, usual.white)
        like = nearer(here, self._grounds(seen, tokens), expected) & ~glare
        off_tags = areas.off_tags.take(rows)
        return Strange(
            areas.mask(rows[strange & off_tags]),
            areas.mask(rows[glare]),
            self._blinding,
            areas.mask(rows[like & off_tags]),
            usual.printed,
            self._grid,
            usual.white,
        )

    def _grounds(self, seen: Colours, tokens: Sequence[SeenToken]) -> Colours:
        """The ground colour (tokens, 3) of each token: what most of its outer part shows."""
        places_mm = around(centres_mm(tokens), self._outer_part_mm)
        columns, rows = np.rint(self._grid.to_px(places_mm)).astype(np.intp).transpose(2, 0, 1)
        width, height = self._grid.size_wh
        pixels = rows.clip(0, height - 1) * width + columns.clip(0, width - 1)
        ordered = np.sort(seen.take(pixels, axis=1), axis=2)
        half = ordered.shape[2] // 2
        return np.asarray(ordered[:, :, half - 1 : half + 1].mean(axis=2).T, np.float32)

    def _expected(self, here: Colours, free: Flags, white: Colours) -> UsualPrint:
        """The print's own colours, and how far they may turn in each area."""
        areas = self._areas
        own = np.zeros((3, len(areas.names)), np.float32)
        limits = np.full(len(areas.names), np.inf, np.float32)
        known = None if self._empty is None else self._relit(self._empty, here, free)
        hidden = []
        for label, (name, pixels) in enumerate(zip(areas.names, areas.pixels, strict=True)):
            uncovered = pixels[free[pixels]]
            if len(uncovered) < _FEWEST_PIXELS:
                hidden.append(label)
                continue
            some = _some(uncovered, _MOST_COMPARED)
            colours = here.take(some, axis=1)
            if known is None:
                colour, away = own_colour(colours, name, white)
                own[:, label] = colour[:, 0]
            else:
                away = off(colours, known.take(some, axis=1), white)
            if known is None and contradicts(colour, name, white):
                limits[label] = -1.0  # nothing of the area shows at all
            else:
                limits[label] = _limit(low_share(away, _SHOWN))
        expected = own.take(areas.label, axis=1) if known is None else known
        for label in hidden:
            pixels = areas.pixels[label]
            expected[:, pixels] = here[:, pixels]
        is_known = (limits > 0) & (limits < np.inf)
        print_bgr = areas.picture(expected * is_known.take(areas.label))
        printed = PrintPicture(print_bgr, bool(is_known.all()), known is not None)
        return UsualPrint(expected, limits, white, printed)

    def _print_light(self, usual: UsualPrint) -> Colours:
        """For each pixel with a label the least light (sum of channels) of its colour's areas."""
        areas = self._areas
        light = [
            float(np.median(total(usual.colours.take(_some(pixels, _MOST_COMPARED), axis=1))))
            if len(pixels)
            else math.inf
            for pixels in areas.pixels
        ]
        least: dict[str, float] = {}
        for name, value in zip(areas.names, light, strict=True):
            least[name] = min(value, least.get(name, math.inf))
        return np.array([least[name] for name in areas.names], np.float32).take(areas.label)

    def _without_glare(self, empty_bgr: NDArray[np.uint8]) -> Colours:
        """The empty board with its areas' own colours where a lamp was mirrored in it.

        Of the pixels that have a label (3, pixels).
        """
        areas, seen = self._areas, _colours(empty_bgr, self._grid)
        white = self._white(seen)
        empty = seen.take(areas.inside, axis=1)
        for name, pixels in zip(areas.names, areas.pixels, strict=True):
            here = pixels[areas.off_tags[pixels]]
            if len(here) < _FEWEST_PIXELS:
                continue
            colours = empty[:, here]
            own, _ = own_colour(empty.take(_some(here, _MOST_COMPARED), axis=1), name, white)
            empty[:, here] = np.where(shining(colours, own, white), own, colours)
        return np.asarray(empty, np.float32)

    def _relit(self, empty: Colours, here: Colours, free: Flags) -> Colours:
        """The empty board (3, pixels) under the present lamp: one gain a channel for the whole.

        For a single area it might be the gain of the hand that covers most of it.
        """
        some = _some(np.flatnonzero(free), _MOST_RELIT)
        if len(some) == 0:
            return empty.copy()
        known = empty * middle_of((here[:, some] + 4) / (empty[:, some] + 4))
        # How bright the print is where a channel was burnt out nobody knows.
        return np.asarray(np.where(empty < _CLIPPED, known, np.maximum(known, here)), np.float32)

    def find(self, strange: Strange, tokens: Sequence[SeenToken]) -> Foreign:
        """What covers the board: the large pieces of what is strange and no token."""
        claimed = self._claimed(tokens)
        foreign = self._pieces(strange.mask & ~claimed, claimed, strange.glare)
        spots = strange.blinding & ~claimed & ~foreign.mask
        blinded = blinded_areas(spots, self._target, self._areas, self._token_radius_mm)
        return replace(foreign, blinded=blinded)

    def _white(self, seen: Colours) -> Colours:
        """What white looks like in this frame (3,): the bright part of the markers, unit length."""
        colours = seen.take(self._areas.tag_pixels, axis=1)
        bright = total(colours)
        rank = int(_WHITE_SHARE * len(bright))
        white = colours[:, np.argpartition(bright, rank)[rank:]].mean(axis=1) + 1.0
        return np.asarray(white / np.linalg.norm(white), np.float32)

    def _claimed(self, tokens: Sequence[SeenToken]) -> Mask:
        """Where tokens, their sides and their closest shadows are."""
        return circles(self._grid, centres_mm(tokens), _CLAIMED * self._token_radius_mm)

    def _pieces(self, strange: Mask, claimed: Mask, glare: Mask) -> Foreign:
        nothing = Foreign(np.zeros(strange.shape, bool), self._grid, False, 1.0, ())
        if not cv2.erode((strange & ~claimed).view(np.uint8), np.ones((3, 3), np.uint8)).any():
            return nothing
        width = max(3, round(_OPENING * self._token_radius_mm * self._grid.px_per_mm))
        disc = cv2.getStructuringElement(cv2.MORPH_ELLIPSE, (width, width))
        opened = cv2.morphologyEx((strange | claimed).astype(np.uint8), cv2.MORPH_OPEN, disc)
        opened[claimed] = 0
        # What is left of lines and shadows along the tokens is thin.
        opened = cv2.morphologyEx(opened, cv2.MORPH_OPEN, np.ones((3, 3), np.uint8))
        # Tokens in the middle of a hand must not cut it to pieces.
        joined = (opened > 0) | (claimed & (cv2.dilate(opened, np.ones((5, 5), np.uint8)) > 0))
        count, labels, stats, _ = cv2.connectedComponentsWithStats(
            joined.astype(np.uint8), connectivity=8
        )
        sizes = stats[:, cv2.CC_STAT_AREA]
        # A raised rim with a token against it reaches in no farther for the token's sake.
        inside = np.bincount(labels[self._core & (opened > 0)], minlength=count)
        spans = set(labels[self._border].tolist()) & set(labels[self._edge].tolist())
        kept = [
            i
            for i in range(1, count)
            if sizes[i] > _LEAST_TOKEN_AREAS * self._token_px
            and (self._whole_board_known or i in spans or inside[i] > _REACH_IN * self._token_px)
        ]
        if not kept:
            return nothing
        mask = np.isin(labels, kept) & (opened > 0)
        solid = np.bincount(labels[~glare], minlength=count)
        hand = any(
            sizes[i] > _HAND_TOKEN_AREAS * self._token_px and solid[i] > sizes[i] / 2 for i in kept
        )
        uncovered = 1 - float(mask[self._target].mean())
        shares = [
            (name, float(mask[self._areas.labels == label].mean()))
            for label, name in enumerate(self._areas.names)
            if name != GROUND and (self._areas.labels == label).any()
        ]
        covered = tuple((name, share) for name, share in shares if share > _COVERED_SHARE)
        return Foreign(mask, self._grid, hand, uncovered, covered)


def _colours(flat_bgr: NDArray[np.uint8], grid: Grid) -> Colours:
    """The colours (3, height * width) of a flattened picture on the coarser raster."""
    half = cv2.resize(flat_bgr, grid.size_wh, interpolation=cv2.INTER_AREA)
    channels = cv2.split(cv2.medianBlur(half, 3))
    return np.array(channels, np.float32).reshape(3, -1)


def _outer_part(radius_mm: float) -> Array:
    """Offsets (n, 2) mm of places in the outer part of a token."""
    angle = np.linspace(0, 2 * np.pi, _AROUND, endpoint=False)
    ring = np.column_stack([np.cos(angle), np.sin(angle)]) * radius_mm
    return np.concatenate([share * ring for share in _OUTER_PART])


def _some(pixels: NDArray[np.intp], most: int) -> NDArray[np.intp]:
    """At least `most` of the pixels, if there are so many, evenly taken."""
    return pixels[:: max(1, len(pixels) // most)]


def _limit(usual: float) -> float:
    """How far a colour may turn when the print's own pattern turns it so far: both tangents."""
    limit_deg = max(_LEAST_ANGLE_DEG, _SPREADS * math.degrees(math.atan(usual)))
    return math.tan(math.radians(limit_deg)) if limit_deg < 90 else math.inf
