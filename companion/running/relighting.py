"""When the camera has to measure the light anew: its exposure is fixed, the day is not."""

from __future__ import annotations

import math

from companion.flow import Observation, Status

# Nobody waits that long over a picture; a passing shadow or a lamp being moved is shorter.
BAD_FOR_S = 4.0
# Measuring takes seconds in which nothing is read, and may not help.
AGAIN_AFTER_S = 45.0
MOST_CHANGE = 0.35
_BAD = (Status.BAD_LIGHT, Status.NO_BOARD)


class LightWatch:
    """Takes the readings of one board in order of time.

    The light is bad when it is too dark or blurred to read, when no board is found (a white
    picture shows none), or when it has become a third brighter or darker.  A hand proves
    nothing: it is what the exposure was fixed against.
    """

    def __init__(self) -> None:
        self._bad_since_s = math.inf
        self._settled_at_s = -math.inf
        self._change_then: float | None = None

    def due(self, observation: Observation, now_s: float) -> bool:
        """Take the newest reading; whether the light has to be measured now."""
        if observation.hand_present or not self._bad(observation):
            self._bad_since_s = math.inf
            return False
        self._bad_since_s = min(self._bad_since_s, now_s)
        rested = now_s - self._settled_at_s >= AGAIN_AFTER_S
        return rested and now_s - self._bad_since_s >= BAD_FOR_S

    def settled(self, now_s: float) -> None:
        """The light has been measured; changes count from the next reading."""
        self._settled_at_s, self._bad_since_s, self._change_then = now_s, math.inf, None

    def _bad(self, observation: Observation) -> bool:
        if observation.status in _BAD:
            return True
        if self._change_then is None:
            self._change_then = observation.light_change
        ratio = (1 + observation.light_change) / max(1 + self._change_then, 0.01)
        return not 1 - MOST_CHANGE <= ratio <= 1 / (1 - MOST_CHANGE)
