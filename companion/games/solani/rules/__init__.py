"""The rules: `judge` hands a move to the phase it belongs to."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from companion.flow import Refused, Verdict
from companion.games.solani.moves import (
    Discard,
    DrawCards,
    Feature,
    Keep,
    Move,
    Pass,
    Place,
    Prepare,
    Refill,
    Take,
    Tidy,
)
from companion.games.solani.pieces import Phase
from companion.games.solani.reasons import Broken
from companion.games.solani.rules.change import TABLE
from companion.games.solani.rules.draft import prepare, take
from companion.games.solani.rules.placing import discard, place
from companion.games.solani.rules.special import draw, feature, keep, skip
from companion.games.solani.rules.tidy import refill, tidy
from companion.games.solani.state import SolaniState

_RULES: dict[type, Callable[[SolaniState, Any], Verdict[SolaniState]]] = {
    Prepare: prepare,
    Take: take,
    Place: place,
    Discard: discard,
    Feature: feature,
    DrawCards: draw,
    Keep: keep,
    Pass: skip,
    Tidy: tidy,
    Refill: refill,
}


def judge(state: SolaniState, move: Move) -> Verdict[SolaniState]:
    """Judge a move; never raises."""
    if state.phase is Phase.OVER:
        return Refused((Broken.GAME_OVER.reason(TABLE),))
    return _RULES[type(move)](state, move)
