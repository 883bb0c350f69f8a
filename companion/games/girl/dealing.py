"""What chance does next, and a random legal move: for self-play.

The chance comes from outside; nothing here draws any of its own.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import islice

from companion.flow import Unsure
from companion.games.contract import Chance
from companion.games.girl.edition import Edition
from companion.games.girl.move_read import read_move
from companion.games.girl.moves import Cast, CastToken, Draw, Move, Place, Reveal
from companion.games.girl.pieces import ASH_KINDS, BONUSES, COLOURS, Phase
from companion.games.girl.rules import judge
from companion.games.girl.rules.legal import (
    action_moves,
    legal_moves,
    pick_moves,
    placements,
    stardust_moves,
    tile_moves,
)
from companion.games.girl.rules.legal_paths import colourings, runs
from companion.games.girl.rules.patterns import lines_into
from companion.games.girl.setup import SetupDoc
from companion.games.girl.state import GirlState, seat_name

LOOKED_AT = 12  # placements compared before one is picked
MOST_PER_ACTION = 60  # moves of one kind looked at before one is picked


def deal_setup(edition: Edition, seats: Sequence[str], chance: Chance) -> SetupDoc:
    """A random setup."""
    corners = [corner.name for corner in edition.field.corners]
    bonus = {
        seat: dict(zip(corners, chance.sample(BONUSES, len(BONUSES)), strict=True))
        for seat in seats
    }
    rewards = {
        kind.label: sorted(chance.sample(kind.values, len(seats)), reverse=True)
        for kind in edition.piles
    }
    card = chance.choice(edition.cards).name if edition.cards else None
    return SetupDoc(chance.sample(list(seats), len(seats)), bonus, rewards, card)


def next_move(state: GirlState, chance: Chance) -> Move:
    """What chance shows next, or a legal move picked by chance.

    Raises ValueError when the game is over, the only state without a next move.
    """
    dealt = _deal(state, chance)
    if dealt is not None:
        return dealt
    if state.phase is Phase.STARGAZING:
        return _tile_move(state, chance)
    if state.phase is Phase.PICKING:
        return chance.choice(list(pick_moves(state)))
    if state.phase is Phase.ACTION:
        return _action(state, chance)
    stardust = _stardust(state, chance)
    if stardust is not None:
        return stardust
    moves = list(legal_moves(state))
    if not moves:
        raise ValueError("the game is over")
    return chance.choice(moves)


def _deal(state: GirlState, chance: Chance) -> Move | None:
    edition = state.table.edition
    if state.offering.reveal:
        unseen = [c.name for n, c in enumerate(edition.cards) if state.offering.unseen >> n & 1]
        return Reveal(chance.choice(unseen))
    if state.phase is Phase.STARGAZING:
        for seat, player in enumerate(state.players):
            if not player.drawn:
                bag = [tile.name for n, tile in enumerate(edition.tiles) if player.bag >> n & 1]
                count = min(edition.tiles_per_round, player.bag_count)
                return Draw(seat_name(seat), tuple(chance.sample(bag, count)))
    if state.phase is Phase.CASTING:
        bag = [kind for kind, n in zip(ASH_KINDS, state.ash_bag, strict=True) for _ in range(n)]
        count = min(state.track.meeples(), len(bag))
        return Cast(tuple(_land(kind, chance) for kind in chance.sample(bag, count)))
    return None


def _land(kind: str, chance: Chance) -> CastToken:
    count = chance.choice((1, 1, 1, 2, len(COLOURS)))
    return CastToken(kind, tuple(sorted(chance.sample(COLOURS, count))))


def _stardust(state: GirlState, chance: Chance) -> Move | None:
    """Now and then somebody spends Stardust, whoever's turn it is."""
    seat = chance.choice(range(state.table.seats))
    if not state.players[seat].stardust or chance.choice((True, False)):
        return None
    moves = list(stardust_moves(state, seat))
    return chance.choice(moves) if moves else None


def _tile_move(state: GirlState, chance: Chance) -> Move:
    stardust = _stardust(state, chance)
    if stardust is not None:
        return stardust
    seat = chance.choice([s for s, player in enumerate(state.players) if player.hand])
    hand = state.players[seat].hand
    number = chance.choice(hand)
    places = list(placements(state, seat, number))
    if not places:
        return chance.choice(list(tile_moves(state, seat)))
    some = chance.sample(places, min(len(places), LOOKED_AT))
    move = max(some, key=lambda option: _promise(state, seat, option))
    verdict = judge(state, move)
    if isinstance(verdict, Unsure):
        return read_move(chance.choice(verdict.readings).moves[0])
    return move


def _promise(state: GirlState, seat: int, move: Place) -> tuple[int, bool]:
    """How many neighbours the tile would meet; games played for lines complete more."""
    field, board = state.table.edition.field, state.players[seat].board
    return len(lines_into(field, board, field.index[move.cell])), move.front


def _action(state: GirlState, chance: Chance) -> Move:
    stardust = _stardust(state, chance)
    if stardust is not None:
        return stardust

    def scouts(state: GirlState, seat: int, by_token: bool) -> Iterator[Move]:
        """A few colourings of a few runs, so that long paths are not all listed."""
        found = list(runs(state, seat))
        for run in chance.sample(found, min(len(found), LOOKED_AT)):
            yield from islice(colourings(state, seat, run, by_token), 1)

    some = [list(islice(moves, MOST_PER_ACTION)) for moves in action_moves(state, scouts)]
    groups = [moves for moves in some if moves]
    return chance.choice(chance.choice(groups))
