"""What a seat may know: other hands and personal goals are hidden (POL-SET-9, POL-SET-10)."""

from __future__ import annotations

from dataclasses import replace

from companion.games.polaris.pieces import SEATS, UNKNOWN, Phase
from companion.games.polaris.state import UNSHOWN, Player, PolarisState


def view(state: PolarisState, seat: str | None) -> PolarisState:
    """The state without other players' cards and goals; None is a bystander.

    A hidden card stays a card of its deck, for everybody saw from which deck it came.  At the
    end of the game goals are open.
    """
    over = state.phase is Phase.OVER
    players = tuple(
        player if seat == SEATS[number] else _hidden(state, player, over)
        for number, player in enumerate(state.players)
    )
    return replace(state, players=players)


def _hidden(state: PolarisState, player: Player, over: bool) -> Player:
    deck_of = state.table.edition.deck_of
    hand = tuple(sorted(UNKNOWN[deck_of(card)] for card in player.hand))
    return replace(player, hand=hand, goal=player.goal if over else UNSHOWN)
