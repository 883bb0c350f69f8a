"""The rules: `judge` hands a move to the phase it belongs to."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from companion.flow import Refused, Verdict
from companion.games.girl.moves import (
    Cast,
    Cleanup,
    Draw,
    EndTurn,
    Finish,
    Forage,
    Gain,
    Move,
    Offer,
    Pick,
    Place,
    PlayStardust,
    Recall,
    Reveal,
    Scout,
    Stargaze,
    Unplaceable,
)
from companion.games.girl.pieces import Phase
from companion.games.girl.reasons import Broken
from companion.games.girl.rules.ash import cast, pick
from companion.games.girl.rules.cleanup import cleanup, end_turn, finish
from companion.games.girl.rules.foraging import forage
from companion.games.girl.rules.offering import offer, reveal
from companion.games.girl.rules.scouting import scout
from companion.games.girl.rules.stardust import play_stardust
from companion.games.girl.rules.stargazing import draw, place, unplaceable
from companion.games.girl.rules.villagers import gain, recall, stargaze
from companion.games.girl.state import GirlState

_RULES: dict[type, Callable[[GirlState, Any], Verdict[GirlState]]] = {
    Draw: draw,
    Place: place,
    PlayStardust: play_stardust,
    Unplaceable: unplaceable,
    Cast: cast,
    Pick: pick,
    Scout: scout,
    Forage: forage,
    Offer: offer,
    Stargaze: stargaze,
    Recall: recall,
    Gain: gain,
    EndTurn: end_turn,
    Cleanup: cleanup,
    Reveal: reveal,
    Finish: finish,
}


def judge(state: GirlState, move: Move) -> Verdict[GirlState]:
    """Judge a move; never raises.

    While the next Offering card is hidden, nothing but its reveal counts; Stardust may be
    played all the same, for that is no action (GIRL-DUST-3, GIRL-Q46).
    """
    if state.phase is Phase.OVER:
        return Refused((Broken.GAME_OVER.reason("table"),))
    if state.offering.reveal and not isinstance(move, Reveal | PlayStardust):
        return Refused((Broken.REVEAL_FIRST.reason("village"),))
    return _RULES[type(move)](state, move)
