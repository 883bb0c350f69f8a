"""A camera over a simulated Wood Ash table: tokens are thrown, a hand comes and goes."""

from __future__ import annotations

import math
import threading
from collections.abc import Sequence

import numpy as np

from companion.board import PointMm
from companion.flow import Frame
from hardware.closing import PlainCamera
from hardware.pacing import Pace
from hardware.ports import CameraState, Clock
from hardware.simulated.live import LiveTable
from hardware.simulated.studio import Studio
from hardware.simulated.tossing import Lying


class SimulatedCamera(PlainCamera):
    """Pictures of a table of one seed, one every `period_s` at most.

    A throw brings a hand for `hand_s`; half-way through, the old tokens are gone and the new
    ones lie there.  Before the first throw the dish is empty.  With `rethrow_after_s` the
    table throws by itself, that long after the hand has left.  What stands still is drawn
    once, each frame with fresh noise.
    """

    def __init__(
        self,
        studio: Studio,
        clock: Clock,
        *,
        seed: int = 1,
        period_s: float = 0.2,
        hand_s: float = 2.0,
        rethrow_after_s: float | None = None,
    ) -> None:
        self.name = f"simulated {studio.art.name}"
        self._clock, self._hand_s = clock, hand_s
        self._pace = Pace(self.name, clock, period_s)
        self._rethrow_after_s = rethrow_after_s
        self._seed = seed
        self._token_counts = studio.conditions.tokens
        self._token_radius_mm = studio.art.board.tokens.radius_mm
        self._table = LiveTable(studio, seed)
        # One frame at a time: two callers would only compute the same picture twice.
        self._drawing = threading.Lock()
        self._throwing = threading.Lock()
        self._number = 0
        self._thrown_at_s = float("-inf")
        self._before: tuple[Lying, ...] = ()
        self._after: tuple[Lying, ...] = ()
        self._thrown: tuple[Lying, ...] = ()
        self._frames = 0
        self.state = CameraState.LIVE

    @property
    def size_wh(self) -> tuple[int, int]:
        """Pixels across and down."""
        return self._table.size_wh

    @property
    def lying(self) -> tuple[Lying, ...]:
        """What truly lies on the table now."""
        with self._throwing:
            return self._now_lying(self._clock.now_s())

    def throw(self, count: int | None = None, number: int | None = None) -> None:
        """Take all tokens up and throw `count` (None: as many as the conditions draw).

        Toss `number` of one seed always falls the same; None is the one after the last.
        """
        with self._throwing:
            if number is not None:
                self._number = number - 1
            self._throw(count, self._clock.now_s())

    def lay(self, tokens: Sequence[tuple[str, PointMm]]) -> None:
        """Leave only these tokens (kind and place in board mm) lying, as if taken by hand.

        A token of the last throw keeps its exact place and angle; another is laid flat.
        """
        with self._throwing:
            laid = tuple(
                _as_thrown(kind, at, self._thrown, self._token_radius_mm) for kind, at in tokens
            )
            self._before = self._after = laid

    def frame(self, newer_than_s: float, wait_s: float) -> Frame:
        """Give a frame exposed after `newer_than_s`; see the Camera protocol."""
        with self._drawing:
            # Drawn before the exposure: that takes seconds, and an old frame is no evidence.
            self._table.set_up()
            at_s = self._pace.next_s(newer_than_s, wait_s, self.state)
            with self._throwing:
                tokens, number, phase = self._moment(at_s)
            hand = None if phase is None else self._table.hand(number, phase)
            self._frames += 1
            image = self._table.picture(tokens, hand, self._frames)
            return Frame(image, at_s, self.name)

    def close(self) -> None:
        """Give no more pictures."""
        self.state = CameraState.ENDED

    def _moment(self, at_s: float) -> tuple[tuple[Lying, ...], int, float | None]:
        """Tokens, number of the throw and how far the hand is (None: no hand) at a time."""
        since_s = at_s - self._thrown_at_s
        rest_s = self._rethrow_after_s
        if rest_s is not None and since_s >= self._hand_s + rest_s:
            self._throw(None, at_s)
            since_s = 0.0
        phase = since_s / self._hand_s if since_s < self._hand_s else None
        return self._now_lying(at_s), self._number, phase

    def _now_lying(self, at_s: float) -> tuple[Lying, ...]:
        return self._after if at_s - self._thrown_at_s >= self._hand_s / 2 else self._before

    def _throw(self, count: int | None, at_s: float) -> None:
        self._before = self._now_lying(at_s)
        self._number += 1
        if count is None:
            low, high = self._token_counts
            rng = np.random.default_rng((self._seed, 15, self._number))
            count = int(rng.integers(low, high + 1))
        self._thrown = self._after = self._table.toss(self._number, count)
        self._thrown_at_s = at_s


def _as_thrown(kind: str, at_mm: PointMm, thrown: tuple[Lying, ...], radius_mm: float) -> Lying:
    near = [token for token in thrown if math.dist(token.centre_mm, at_mm) < radius_mm]
    if not near:
        return Lying(kind, at_mm, 0.0, 0)
    return min(near, key=lambda token: math.dist(token.centre_mm, at_mm))
