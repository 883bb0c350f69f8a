"""A camera over a simulated whole table: pieces are laid and taken, a hand comes and goes."""

from __future__ import annotations

import math
import threading
from collections.abc import Sequence
from dataclasses import replace

import numpy as np

from companion.flow import Frame
from companion.prints import Lie
from hardware.closing import PlainCamera
from hardware.pacing import Pace
from hardware.ports import CameraState, Clock
from hardware.simulated.hand import Hand, any_hand
from hardware.simulated.tabletop.disturbance import NOTHING, Disturbance
from hardware.simulated.tabletop.layout import TableLayout
from hardware.simulated.tabletop.live import LiveTabletop
from hardware.simulated.tabletop.studio import BoardCopy, TableStudio

_ARM_OUT_MM = 1400.0  # how far off the table the hand begins and ends


class TableCamera(PlainCamera):
    """Pictures of one table, one every `period_s` at most, the boards bare at first.

    `show` brings a hand for `hand_s`; half-way through, everything lies as it was told.  Pieces
    that lay so before are not touched.  What stands still is drawn once, each frame with fresh
    noise.  Calls from several threads come one after another.
    """

    def __init__(
        self,
        studio: TableStudio,
        boards: Sequence[BoardCopy],
        clock: Clock,
        *,
        seed: int = 1,
        period_s: float = 0.2,
        hand_s: float = 2.0,
    ) -> None:
        self.name = "simulated table"
        self.state = CameraState.LIVE
        self._clock, self._hand_s, self._seed = clock, hand_s, seed
        self._pace = Pace(self.name, clock, period_s)
        self._table = LiveTabletop(studio, boards, seed)
        # One frame at a time: two callers would only compute the same picture twice.
        self._drawing = threading.Lock()
        self._changing = threading.Lock()
        self._before = self._after = self._table.bare
        self._lies: tuple[Lie, ...] = ()
        self._disturbance = NOTHING
        self._hand = self._some_hand(0)
        self._shown_at_s = float("-inf")
        self._changes = self._frames = 0

    @property
    def size_wh(self) -> tuple[int, int]:
        """Pixels across and down."""
        return self._table.size_wh

    @property
    def lying(self) -> tuple[Lie, ...]:
        """What was last told to lie on the table."""
        with self._changing:
            return self._lies

    @property
    def layout(self) -> TableLayout:
        """Where everything truly lies now."""
        with self._changing:
            return self._layout(self._clock.now_s())

    def show(self, lies: Sequence[Lie], with_hand: bool = True) -> None:
        """Lay exactly these pieces, by hand or (without one) at once.

        Raises InputError for a piece or place that the prints do not have.
        """
        with self._changing:
            self._show(tuple(lies), with_hand)

    def lay(self, lie: Lie, with_hand: bool = True) -> None:
        """Lay one more piece, on top of what its place holds; raises InputError as `show`."""
        with self._changing:
            self._show((*self._lies, lie), with_hand)

    def take(self, lie: Lie, with_hand: bool = True) -> None:
        """Take such a piece away, the highest one; raises ValueError when there is none."""
        with self._changing:
            at = max((i for i, other in enumerate(self._lies) if other == lie), default=None)
            if at is None:
                raise ValueError(f"there is no {lie.kind} at {lie.place}")
            self._show((*self._lies[:at], *self._lies[at + 1 :]), with_hand)

    def disturb(self, disturbance: Disturbance = NOTHING) -> None:
        """From now on the lamp, the focus or the camera's place are so; nothing: as at first."""
        with self._changing:
            self._disturbance = disturbance

    def frame(self, newer_than_s: float, wait_s: float) -> Frame:
        """Give a frame exposed after `newer_than_s`; see the Camera protocol."""
        with self._drawing:
            at_s = self._pace.next_s(newer_than_s, wait_s, self.state)
            with self._changing:
                layout, hand = self._layout(at_s), self._hand_at(at_s)
                disturbance = self._disturbance
            self._frames += 1
            return Frame(
                self._table.picture(layout, hand, self._frames, disturbance), at_s, self.name
            )

    def close(self) -> None:
        """Give no more pictures."""
        self.state = CameraState.ENDED

    def _show(self, lies: tuple[Lie, ...], with_hand: bool) -> None:
        now_s = self._clock.now_s()
        standing = self._layout(now_s)
        laid = self._table.laid(lies, standing, self._changes + 1)
        self._changes += 1
        self._before, self._after, self._lies = standing, laid, lies
        self._hand = self._some_hand(self._changes)
        self._shown_at_s = now_s if with_hand else float("-inf")

    def _layout(self, at_s: float) -> TableLayout:
        return self._after if at_s - self._shown_at_s >= self._hand_s / 2 else self._before

    def _hand_at(self, at_s: float) -> Hand | None:
        """The hand on its way in, over the table, and out again; None when it is away."""
        since_s = at_s - self._shown_at_s
        if not 0 <= since_s < self._hand_s:
            return None
        away_mm = _ARM_OUT_MM * abs(2 * since_s / self._hand_s - 1) ** 1.5
        along = math.radians(self._hand.arm_deg)
        x, y = self._hand.tip_mm
        tip = x + away_mm * math.cos(along), y + away_mm * math.sin(along)
        return replace(self._hand, tip_mm=tip)

    def _some_hand(self, number: int) -> Hand:
        rng = np.random.default_rng((self._seed, 32, number))
        boards = self._table.bare.boards
        board = boards[int(rng.integers(len(boards)))]
        return any_hand(rng, board.pose.middle_mm, 0.3 * min(board.size_mm))
