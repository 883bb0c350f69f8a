"""The final score: leftovers, ranking, tie-breaks, and a breakdown that adds up."""

from __future__ import annotations

from companion.games.contract import FinalScore, SeatScore
from companion.games.girl.pieces import SOURCES
from companion.games.girl.state import GirlState, Player, seat_name


def leftovers(state: GirlState, player: Player) -> int:
    """VP of food that was never offered (GIRL-END-2)."""
    worth = state.table.edition.leftover
    return sum(count * vp for count, vp in zip(player.food, worth, strict=True))


def _keys(state: GirlState, player: Player) -> tuple[int, int, int]:
    """What ranks a player: VP, then unspent Light and Stardust, then vacant spaces."""
    total = player.score + leftovers(state, player)
    return total, sum(player.light) + player.stardust, player.board.vacant_cells()


def final_score(state: GirlState) -> FinalScore:
    """The result as it would stand if the game ended now (GIRL-END-2 to 4)."""
    keys = {seat: _keys(state, player) for seat, player in enumerate(state.players)}
    ranked = sorted(keys, key=lambda seat: (tuple(-part for part in keys[seat]), seat))
    seats = []
    for seat in ranked:
        player = state.players[seat]
        lines = [
            (f"score.{source.value}", vp)
            for source, vp in zip(SOURCES, player.points, strict=True)
            if vp
        ]
        lines.append(("score.leftovers", leftovers(state, player)))
        rank = 1 + sum(keys[other] > keys[seat] for other in keys)
        seats.append(SeatScore(seat_name(seat), rank, keys[seat][0], tuple(lines)))
    best = keys[ranked[0]]
    winners = tuple(seat_name(seat) for seat in ranked if keys[seat] == best)
    return FinalScore(tuple(seats), winners, *_tie_break(keys, best))


def _tie_break(
    keys: dict[int, tuple[int, int, int]], best: tuple[int, int, int]
) -> tuple[str, str]:
    """Key of the words and clause of what decided the first place (GIRL-END-3, GIRL-END-4)."""
    tied = [key for key in keys.values() if key[0] == best[0]]
    if len(tied) == 1:
        return "tie.none", "GIRL-END-3"
    tied = [key for key in tied if key[1] == best[1]]
    if len(tied) == 1:
        return "tie.unspent", "GIRL-END-4"
    tied = [key for key in tied if key[2] == best[2]]
    return ("tie.vacant" if len(tied) == 1 else "tie.shared"), "GIRL-END-4"
