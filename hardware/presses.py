"""Decides from the edges of a pin what was a press, short or held: debouncing without timers.

Pure bookkeeping on times that are handed in, so that it can be tried on any clock.
"""

from __future__ import annotations

from dataclasses import dataclass

DEBOUNCE_S = 0.040
HOLD_S = 0.600


@dataclass(frozen=True, slots=True)
class Decided:
    """A press that is over: when the button went down, and whether it was held."""

    at_s: float
    held: bool


class PressDecider:
    """One button.  A level counts once it has stood for the debounce time.

    Short or held is decided at the release.  When a release was not seen as an edge, only
    later found from the pin's level, nobody knows how long the press was: it is never `held`.
    The same holds after `doubt`: a release and a press may have been lost together.
    """

    def __init__(self, debounce_s: float = DEBOUNCE_S, hold_s: float = HOLD_S) -> None:
        self._debounce_s, self._hold_s = debounce_s, hold_s
        self._raw = False
        self._steady = False
        self._unsettled_since_s: float | None = None
        self._last_edge_s = float("-inf")
        self._down_at_s = 0.0
        self._edge_lost = False
        self._doubted = False

    @property
    def down(self) -> bool:
        """Whether the button counts as pressed."""
        return self._steady

    @property
    def settling(self) -> bool:
        """Whether a change still has to stand for the debounce time."""
        return self._unsettled_since_s is not None

    def edge(self, down: bool, at_s: float) -> list[Decided]:
        """Take an edge of the pin: `down` is the level it went to."""
        decided = self._commit(at_s)
        if down == self._raw:
            # Two edges of one direction: the one between them was lost.
            decided += self._turn(not down, at_s, lost=True)
            decided += self._commit(at_s + self._debounce_s)
        decided += self._turn(down, at_s, lost=False)
        return decided

    def settle(self, now_s: float, down: bool) -> list[Decided]:
        """Take the pin's level as read now; gives the presses that are over by now."""
        decided = self._commit(now_s)
        if down != self._raw:
            decided += self._turn(down, now_s, lost=True)
        return decided

    def doubt(self) -> None:
        """Edges were lost that nobody can name: a press that lasts may have been several."""
        self._doubted = True

    def _turn(self, down: bool, at_s: float, *, lost: bool) -> list[Decided]:
        self._raw = down
        self._edge_lost = lost or (self.settling and self._edge_lost)
        if self._unsettled_since_s is None:
            self._unsettled_since_s = at_s
        self._last_edge_s = at_s
        return []

    def _commit(self, now_s: float) -> list[Decided]:
        since_s = self._unsettled_since_s
        if since_s is None or now_s - self._last_edge_s < self._debounce_s:
            return []
        self._unsettled_since_s = None
        if self._raw == self._steady:
            return []  # a glitch: back where it was
        self._steady = self._raw
        if self._steady:
            self._down_at_s = since_s
            return []
        sure = not (self._edge_lost or self._doubted)
        self._doubted = False
        held = sure and since_s - self._down_at_s >= self._hold_s
        return [Decided(self._down_at_s, held)]
