"""What is known of a board between finding it in a frame and having read its places."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from companion.flow import Observation
from vision.places.shot import Shot
from vision.places.spot_read import SpotRead
from vision.places.together import Job
from vision.pose import Pose
from vision.registration import FoundBoard

Picture = NDArray[np.uint8]


@dataclass(frozen=True, slots=True)
class Known:
    """What was read of a board: where it lay, how it looked then, each place; no places when the
    board could be found but not read.
    """

    pose: Pose
    glimpse: Picture
    reads: Sequence[SpotRead]
    observation: Observation


@dataclass(frozen=True, slots=True)
class Seen:
    """A board that was found in a frame: where, how blurred it is there, how it looks now."""

    shot: Shot
    found: FoundBoard
    blur_mm: float
    glimpse: Picture


@dataclass(frozen=True, slots=True)
class Begun:
    """A board that has to be read: what is to be read of it, and what is `known` of the rest."""

    seen: Seen
    job: Job
    known: Known | None
