"""Is the hub's edge printed where the description says?

Seen from the hub's middle its edge lies at one distance all round.  Where the described circle
shows no edge and one a little beside does, the radius was measured wrongly.
"""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np
from numpy.typing import NDArray

from companion.board import Board
from companion.flow import Frame
from vision.rectify import sample
from vision.registration import FoundBoard

Array = NDArray[np.float64]

_REACH_MM, _REACH_SHARE = 6.0, 0.3  # how far beside it is looked for; of the radius, at most
_STEP_MM = 0.25
_DIRECTIONS = 120
_EDGE_FLOOR = 9.0  # grey levels from one sample to the next but one: fainter steps are noise
_CLEAR = 0.6  # of the directions, about: an edge all round
_NEAR_MM = 1.0  # an edge so near the described one is it
_FAINTER = 0.5  # than the clear edge: what shows at the described radius is none


def hub_problems(frame: Frame, board: Board, found: FoundBoard) -> Iterator[str]:
    """What to correct when the hub's edge shows at another radius than is described."""
    described_mm = board.dish.hub_radius_mm
    reach_mm = min(_REACH_MM, _REACH_SHARE * described_mm)
    beside_mm = np.arange(-reach_mm, reach_mm + _STEP_MM / 2, _STEP_MM)
    if reach_mm <= 2 * _NEAR_MM:
        return
    edge = _edge(frame, board, found, described_mm + beside_mm)
    here = np.abs(beside_mm[1:-1]) <= _NEAR_MM
    seen_mm = described_mm + float(beside_mm[1:-1][edge.argmax()])
    if edge.max() > _CLEAR and edge[here].max() < _FAINTER * edge.max():
        yield (
            f"The hub's edge shows at about {seen_mm:.1f} mm from its middle, but"
            f" dish.hub_radius_mm is {described_mm:g}; measure it again."
        )


def _edge(frame: Frame, board: Board, found: FoundBoard, radii_mm: Array) -> Array:
    """How clearly (0..1) an edge shows all round at each of the radii but the outermost two."""
    angle = np.linspace(0, 2 * np.pi, _DIRECTIONS, endpoint=False)
    ways = np.column_stack([np.sin(angle), -np.cos(angle)])
    points_mm = ways[:, None] * radii_mm[:, None] + board.dish.centre_mm
    places = found.project_mm(points_mm.reshape(-1, 2)).astype(np.float32)
    colours = sample(frame.image_bgr, places.reshape(1, -1, 2)).astype(np.float64)
    colours = colours.reshape(_DIRECTIONS, len(radii_mm), 3)
    slope = np.linalg.norm(colours[:, 2:] - colours[:, :-2], axis=2)
    return np.asarray((slope / (slope + _EDGE_FLOOR)).mean(axis=0))
