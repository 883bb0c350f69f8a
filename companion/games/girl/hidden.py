"""What nobody may know before its time: the order of the Offering cards below the top one."""

from __future__ import annotations

from dataclasses import replace

from companion.games.girl.state import GirlState


def view(state: GirlState, seat: str | None) -> GirlState:
    """The state as any seat may see it; all the rest lies open."""
    del seat
    return replace(state, table=replace(state.table, card_order=()))
