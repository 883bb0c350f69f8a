"""Reads a frame anew only when it shows something else than the frame that was read last.

A table at which nothing moves costs little more than decoding its pictures.
"""

from __future__ import annotations

import math
from collections.abc import Callable
from dataclasses import replace
from typing import Generic, Protocol, TypeVar

import cv2
import numpy as np
from numpy.typing import NDArray

from companion.flow import Frame, Observation, Status

ObservationT = TypeVar("ObservationT", bound=Observation)
ReadT = TypeVar("ReadT", bound=Observation, covariant=True)

# Means of blocks about that many pixels wide: noise is gone from them, a piece's edge is not.
BLOCK_PX = 8
ROW_STEP = 4  # of the picture, for speed; a piece is many rows high
# A block has changed when a channel's mean differs by this many grey levels, or by that many
# standard deviations of the noise, whichever is more.
LEAST_STEP, NOISE_STEPS = 6.0, 7.0
_SIGMAS_AT_90_PERCENT = 1.645
# Grey levels of a block: where all blocks differ more, it is a bumped table or too dark to tell.
MOST_NOISE = 3.5
_SAMPLE = 2048  # blocks
FEWEST_BLOCKS = 2
# The light drifts, and what changes less than a step adds up: then it is read again.
AGAIN_S = 10.0
DRIFT = 6.0


class Reads(Protocol[ReadT]):
    """Reads frames."""

    def read(self, frame: Frame) -> ReadT:
        """Say what the frame shows."""
        ...


def at_time(observation: ObservationT, exposed_at_s: float) -> ObservationT:
    """The same observation of a later frame."""
    return replace(observation, exposed_at_s=exposed_at_s)


class SteadyReader(Generic[ObservationT]):
    """A reader whose last observation stands as long as frames look the same.

    Only a reading that came off stands: as long as no board is found, or the light is bad, every
    frame is read.  Each frame is compared with the one that was truly read, so that slow changes
    add up, and after `AGAIN_S` seconds it is read in any case.
    """

    def __init__(
        self,
        reader: Reads[ObservationT],
        later: Callable[[ObservationT, float], ObservationT] = at_time,
    ) -> None:
        self._reader, self._later = reader, later
        self._last: ObservationT | None = None
        self._blocks: NDArray[np.int16] | None = None
        self._read_at_s = -math.inf
        self._anew = False

    def forget(self) -> None:
        """Read the next frame in any case; from any thread."""
        self._anew = True

    def read(self, frame: Frame) -> ObservationT:
        """What the frame shows; raises what the reader raises."""
        blocks = block_means(frame.image_bgr)
        anew, self._anew = self._anew, False
        if not anew and self._stands(blocks, frame.exposed_at_s):
            assert self._last is not None
            return self._later(self._last, frame.exposed_at_s)
        self._last = None  # also when reading fails
        observation = self._reader.read(frame)
        if observation.status is Status.READ:
            self._last, self._blocks = observation, blocks
            self._read_at_s = frame.exposed_at_s
        return observation

    def _stands(self, blocks: NDArray[np.int16], at_s: float) -> bool:
        if self._last is None or self._blocks is None or at_s - self._read_at_s >= AGAIN_S:
            return False
        return not differ(self._blocks, blocks)


def block_means(image_bgr: NDArray[np.uint8]) -> NDArray[np.int16]:
    """Means of blocks of a BGR picture, (rows, columns, 3) in grey levels, from some pixel rows."""
    height, width = image_bgr.shape[:2]
    blocks_wh = max(1, width // BLOCK_PX), max(1, height // BLOCK_PX)
    means = cv2.resize(image_bgr[::ROW_STEP], blocks_wh, interpolation=cv2.INTER_AREA)
    return np.asarray(means, np.int16)


def differ(before: NDArray[np.int16], now: NDArray[np.int16]) -> bool:
    """Whether two pictures' block means show different things.

    A lamp that flickers changes all blocks alike and is no difference, unless it changes much.
    """
    if before.shape != now.shape:
        return True
    change = (now - before).reshape(-1, 3)
    # A sample tells the middle as well as all of them do.
    sample = change[:: max(1, len(change) // _SAMPLE)]
    middle = np.median(sample, axis=0)
    if float(np.abs(middle).max()) > DRIFT:
        return True
    noise = float(np.percentile(np.abs(sample - middle), 90)) / _SIGMAS_AT_90_PERCENT
    if noise > MOST_NOISE:
        return True
    step = max(LEAST_STEP, NOISE_STEPS * noise)
    low, high = middle - step, middle + step
    odd = sum(
        int(np.count_nonzero((channel < low[i]) | (channel > high[i])))
        for i, channel in enumerate(change.T)
    )
    return odd >= FEWEST_BLOCKS
