"""What lies on a board and is no token: a hand, a sleeve, a cup.  Found by colour.

Each area of the dish has a colour in this very frame (the median of what shows of it), or, when
a picture of the empty board is known, every place has its own.  A pixel is foreign when its
colour points in another direction or is far brighter or darker: shadows and a warmer lamp keep
the direction.  Only pieces larger than a token count, with the tokens themselves taken out.
"""

from __future__ import annotations

from collections.abc import Sequence

import cv2
import numpy as np
from numpy.typing import NDArray

from companion.board import Board
from companion.outlines import area_outline
from vision.flat_view import FlatView
from vision.foreign_types import Array, Foreign, Mask, Strange
from vision.print_colours import (
    NOISE_LEVEL,
    SHINE,
    Colours,
    contradicts,
    nearer,
    off_deg,
    own_colour,
    shining,
)
from vision.rectify import Grid
from vision.token_types import SeenToken

_LEAST_ANGLE_DEG = 6.0
_SHOWN = 15  # per cent of an area that show at least, even when a hand lies on it
_ANY_ANGLE = 180.0  # limit where the print's own colour is not known
_SPREADS = 7.0  # times the angle that these stay below: the print's own pattern
_DARKEST, _BRIGHTEST = 0.25, 2.0
_OPENING = 0.85  # of a token's radius: strips narrower than this are rims and lines
_LEAST_TOKEN_AREAS = 1.0  # smaller pieces are not worth a word
_HAND_TOKEN_AREAS = 2.0
_COVERED_SHARE = 0.04
_CORE = 0.9  # of the target's radius
_REACH_IN = 0.15  # token areas
_FEWEST_PIXELS = 16
_MOST_COMPARED = 240  # pixels of an area from which its own colour is taken
_BURNT_OUT, _NEARLY_WHITE = 249.0, 200.0
_AROUND = 16
_OUTER_PART = (0.65, 0.8)  # of a token's radius
HUB = "hub"
GROUND = "ground"


class ForeignFinder:
    """Finds what covers one board; knows its areas as a raster of labels."""

    def __init__(self, board: Board, grid: Grid, empty_bgr: NDArray[np.uint8] | None) -> None:
        """`grid` is the views' raster, on which `empty_bgr` shows the empty board, if known.

        Colours need no fine raster: half the resolution is used.
        """
        grid = grid.halved()
        self._grid = grid
        self._names, self._labels = _labelled(board, grid)
        self._target = _circle(grid, board.dish.centre_mm, board.dish.target_radius_mm)
        # Around the dish the print may have many colours: without a picture of it, only what
        # reaches into the dish counts, or what goes from the board's edge to the dish's.
        share = 1.0 if empty_bgr is not None else _CORE
        self._core = _circle(grid, board.dish.centre_mm, share * board.dish.target_radius_mm)
        self._edge = self._target & ~_circle(
            grid, board.dish.centre_mm, 0.94 * board.dish.target_radius_mm
        )
        on_board = (self._labels >= 0).astype(np.uint8)
        self._border = (on_board - cv2.erode(on_board, np.ones((5, 5), np.uint8))) > 0
        self._border &= ~self._target
        self._whole_board_known = empty_bgr is not None
        self._tags = _polygons(grid, [np.array(tag.corners_mm) for tag in board.tags], 1.35)
        self._token_px = np.pi * (board.tokens.radius_mm * grid.px_per_mm) ** 2
        self._token_radius_mm = board.tokens.radius_mm
        self._empty = None if empty_bgr is None else self._without_glare(empty_bgr)

    def strange(self, view: FlatView, tokens: Sequence[SeenToken]) -> Strange:
        """Where a view shows other colours than the print has, tokens included.

        Each area's own colour is taken from what no known token covers.
        """
        seen = cv2.medianBlur(_halved(view.flat_bgr, self._grid), 3).astype(np.float32)
        free = ~self._claimed(tokens) & ~self._tags
        white = self._white(seen)
        expected, limits = self._expected(seen, free, white)
        angle = off_deg(seen.reshape(-1, 3) + NOISE_LEVEL, expected + NOISE_LEVEL, white)
        ones = np.ones(3, np.float32)
        total, usual = seen.reshape(-1, 3) @ ones, expected @ ones
        dark = total + 3 * NOISE_LEVEL < _DARKEST * (usual + 3 * NOISE_LEVEL)
        bright = (total > _BRIGHTEST * usual) & (total - usual > 3 * SHINE)
        shine = shining(seen.reshape(-1, 3), expected, white)
        # Where the lamp burns the picture out nothing can be read, whatever lies there.
        lowest = np.minimum(np.minimum(seen[..., 0], seen[..., 1]), seen[..., 2]).ravel()
        blinded = (lowest > _BURNT_OUT) & (usual < 3 * _NEARLY_WHITE)
        strange = (((angle > limits) | dark | bright) & ~shine) | blinded
        on_board = (self._labels >= 0) & ~self._tags
        glare = (shine | blinded).reshape(free.shape)
        like = nearer(seen.reshape(-1, 3), self._grounds(seen, tokens), expected)
        known = (limits > 0) & (limits < _ANY_ANGLE)
        return Strange(
            strange.reshape(free.shape) & on_board,
            glare,
            like.reshape(free.shape) & on_board & ~glare,
            (expected * known[:, None]).reshape(seen.shape),
            self._grid,
        )

    def _grounds(self, seen: Colours, tokens: Sequence[SeenToken]) -> Colours:
        """The ground colour (tokens, 3) of each token: what most of its outer part shows."""
        angle = np.linspace(0, 2 * np.pi, _AROUND, endpoint=False)
        ring = np.column_stack([np.cos(angle), np.sin(angle)]) * self._token_radius_mm
        height, width = self._labels.shape
        grounds = []
        for token in tokens:
            points = [np.array(token.centre_mm) + share * ring for share in _OUTER_PART]
            pixels = np.round(self._grid.to_px(np.concatenate(points))).astype(int)
            columns, rows = np.clip(pixels, 0, (width - 1, height - 1)).T
            grounds.append(np.median(seen[rows, columns], axis=0))
        return np.array(grounds, np.float32).reshape(-1, 3)

    def _expected(self, seen: Colours, free: Mask, white: Colours) -> tuple[Colours, Colours]:
        """The print's own colour at each pixel (pixels, 3), and how far it may turn, degrees."""
        flat, labels = seen.reshape(-1, 3), self._labels.ravel()
        expected, limits = flat.copy(), np.full(len(flat), _ANY_ANGLE, np.float32)
        known = flat if self._empty is None else self._relit(flat, free.ravel() & (labels >= 0))
        for label, name in enumerate(self._names):
            here = np.flatnonzero(labels == label)
            uncovered = here[free.ravel()[here]]
            if len(uncovered) < _FEWEST_PIXELS:
                continue
            some = uncovered[:: max(1, len(uncovered) // _MOST_COMPARED)]
            if self._empty is None:
                expected[here] = own_colour(flat[some], name, white)
                if contradicts(expected[here[:1]], name, white):
                    limits[here] = -1.0  # nothing of the area shows at all
                    continue
            else:
                expected[here] = known[here]
            angle = off_deg(flat[some] + NOISE_LEVEL, expected[some] + NOISE_LEVEL, white)
            limits[here] = max(_LEAST_ANGLE_DEG, _SPREADS * float(np.percentile(angle, _SHOWN)))
        return expected, limits

    def _without_glare(self, empty_bgr: NDArray[np.uint8]) -> Colours:
        """The empty board with its areas' own colours where a lamp was mirrored in it."""
        empty = cv2.medianBlur(_halved(empty_bgr, self._grid), 3).astype(np.float32)
        white = self._white(empty)
        for label, name in enumerate(self._names):
            here = (self._labels == label) & ~self._tags
            if here.sum() < _FEWEST_PIXELS:
                continue
            colours = empty[here]
            own = own_colour(colours[:: max(1, len(colours) // _MOST_COMPARED)], name, white)
            shine = shining(colours, np.broadcast_to(own, colours.shape), white)
            empty[here] = np.where(shine[:, None], own, colours)
        return np.asarray(empty, np.float32)

    def _relit(self, flat: Colours, free: NDArray[np.bool_]) -> Colours:
        """The empty board (pixels, 3) under the present lamp: one gain a channel for the whole.

        For a single area it might be the gain of the hand that covers most of it.
        """
        assert self._empty is not None
        known = self._empty.reshape(-1, 3)
        gain = np.median((flat[free] + 4) / (known[free] + 4), axis=0)
        return np.asarray(known * gain, np.float32)

    def find(self, strange: Strange, tokens: Sequence[SeenToken]) -> Foreign:
        """What covers the board: the large pieces of what is strange and no token."""
        claimed = self._claimed(tokens)
        return self._pieces(strange.mask & ~claimed, claimed, strange.glare)

    def _white(self, seen: Colours) -> Colours:
        """What white looks like in this frame (3,): the bright part of the markers, unit length."""
        colours = seen[self._tags]
        bright = colours.sum(axis=1)
        white = colours[bright >= np.percentile(bright, 80)].mean(axis=0) + 1.0
        return np.asarray(white / np.linalg.norm(white), np.float32)

    def _claimed(self, tokens: Sequence[SeenToken]) -> Mask:
        """Where tokens, their sides and their closest shadows are."""
        mask = np.zeros(self._labels.shape, np.uint8)
        for token in tokens:
            x, y = np.round(self._grid.to_px(np.array([token.centre_mm]))[0] * 16).astype(int)
            radius = round(self._token_radius_mm * 1.35 * self._grid.px_per_mm * 16)
            cv2.circle(mask, (int(x), int(y)), radius, 1, cv2.FILLED, shift=4)
        return mask.astype(bool)

    def _pieces(self, strange: Mask, claimed: Mask, glare: Mask) -> Foreign:
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
        mask = np.isin(labels, kept) & (opened > 0)
        solid = np.bincount(labels[~glare], minlength=count)
        hand = any(
            sizes[i] > _HAND_TOKEN_AREAS * self._token_px and solid[i] > sizes[i] / 2 for i in kept
        )
        uncovered = 1 - float(mask[self._target].mean())
        shares = [
            (name, float(mask[self._labels == label].mean()))
            for label, name in enumerate(self._names)
            if name != GROUND and (self._labels == label).any()
        ]
        covered = tuple((name, share) for name, share in shares if share > _COVERED_SHARE)
        return Foreign(mask, self._grid, hand, uncovered, covered)


def _halved(flat_bgr: NDArray[np.uint8], grid: Grid) -> NDArray[np.uint8]:
    return np.asarray(cv2.resize(flat_bgr, grid.size_wh, interpolation=cv2.INTER_AREA), np.uint8)


def _labelled(board: Board, grid: Grid) -> tuple[list[str], NDArray[np.int8]]:
    """The areas' names and a raster of their indices; -1 beyond the board and on outlines."""
    width, height = grid.size_wh
    labels = np.full((height, width), -1, np.int8)
    size = np.array([[0, 0], [board.size_mm[0], 0], [*board.size_mm], [0, board.size_mm[1]]])
    names = [GROUND]
    labels[_polygons(grid, [size.astype(np.float64)], 0.97)] = 0
    for area in board.dish.areas:
        outline = np.array(area_outline(area, board.dish).buffer(-1.5).exterior.coords)
        if len(outline) > 3:
            labels[_polygons(grid, [outline], 1.0)] = len(names)
            names.append(area.colour)
    labels[_circle(grid, board.dish.centre_mm, board.dish.hub_radius_mm - 1.0)] = len(names)
    names.append(HUB)
    return names, labels


def _circle(grid: Grid, centre_mm: tuple[float, float], radius_mm: float) -> Mask:
    width, height = grid.size_wh
    mask = np.zeros((height, width), np.uint8)
    x, y = np.round(grid.to_px(np.array([centre_mm]))[0] * 16).astype(int)
    radius = round(max(radius_mm, 0.0) * grid.px_per_mm * 16)
    cv2.circle(mask, (int(x), int(y)), radius, 1, cv2.FILLED, shift=4)
    return mask.astype(bool)


def _polygons(grid: Grid, outlines_mm: Sequence[Array], scale: float) -> Mask:
    """A mask of polygons (n, 2) mm, each scaled about its own middle."""
    width, height = grid.size_wh
    mask = np.zeros((height, width), np.uint8)
    for outline in outlines_mm:
        middle = outline.mean(axis=0)
        pixels = grid.to_px(middle + (outline - middle) * scale)
        cv2.fillPoly(mask, [np.round(pixels * 16).astype(np.int32)], 1, shift=4)
    return mask.astype(bool)
