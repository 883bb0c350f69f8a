"""The whole table explained by moves: every board seen together, several moves at a time.

The readings of all places are put together (`readings`), the likeliest first; for each the
search looks for moves that lead to it (`search`, `steps`, `turn_steps`).  Of what no camera
sees the usual is assumed, and what else it may have been is told beside each move (`unseen`);
when a later look shows that it was not the usual, earlier moves are put right (`repairing`).
"""

from __future__ import annotations

from companion.games.girl.seeing.explained import explain_table
from companion.games.girl.seeing.reconsidering import reconsider
from companion.games.girl.seeing.turn_steps import turn_end

__all__ = ["explain_table", "reconsider", "turn_end"]
