"""What chance does next, and a random legal move: for self-play.

The chance comes from outside; nothing here draws any of its own.
"""

from __future__ import annotations

from collections.abc import Sequence

from companion.games.contract import Chance
from companion.games.solani.edition import Counts, Edition
from companion.games.solani.moves import DrawCards, Move, Place, Prepare, Refill, Take
from companion.games.solani.pieces import LINES, SIDES, Kind, Phase
from companion.games.solani.rules.legal import legal_moves, placing_moves, take_moves
from companion.games.solani.rules.order import market_due, places_now
from companion.games.solani.rules.special import deck_cards, draw_due
from companion.games.solani.rules.tidy import empty_rows, refill_due
from companion.games.solani.scoring import lines_meeting
from companion.games.solani.setup import SolaniSetup
from companion.games.solani.state import CLUSTERS, DARK, NOTHING, SolaniState, holds, seat_name

LOOKED_AT = 12  # placements compared before one is picked
BRANCH_FIRST = 10  # more than any circle promises: a branch makes room


def deal_setup(edition: Edition, seats: Sequence[str], chance: Chance) -> SolaniSetup:
    """A random setup."""
    others = [board.name for board in edition.boards if not board.coyote]
    coyote = [board.name for board in edition.boards if board.coyote]
    boards = coyote + chance.sample(others, len(seats) - 1)
    planets = [c for c, n in zip(edition.colours, edition.planets, strict=True) for _ in range(n)]
    row = edition.row_by_players[len(seats) - 1]
    drawn = chance.sample(planets, row + edition.spare)
    dark = chance.choice(edition.dark_cards).name
    count = len(seats) + edition.display_extra
    display = {
        deck.name: chance.sample(
            [card.name for n, card in enumerate(edition.cards) if deck.cards >> n & 1], count
        )
        for deck in edition.decks
    }
    return SolaniSetup(
        boards=dict(zip(seats, chance.sample(boards, len(boards)), strict=True)),
        planets=drawn[:row],
        spares=drawn[row:],
        dark_sky=f"{dark} r{chance.choice(range(SIDES))}",
        display=display,
    )


def next_move(state: SolaniState, chance: Chance) -> Move:
    """What chance shows next, or a legal move picked by chance.

    Raises ValueError when the game is over, the only state without a next move.
    """
    dealt = _deal(state, chance)
    if dealt is not None:
        return dealt
    placing = _placing(state, chance)
    if placing is not None:
        return placing
    if state.phase is Phase.DRAFT:
        return _take(state, chance)
    moves = list(legal_moves(state))
    if not moves:
        raise ValueError("the game is over")
    kind = chance.choice(sorted({type(move).__name__ for move in moves}))
    return chance.choice([move for move in moves if type(move).__name__ == kind])


def _deal(state: SolaniState, chance: Chance) -> Move | None:
    edition = state.table.edition
    if state.phase is Phase.PREPARE:
        drawn = []
        for number, bag in enumerate(state.bags):
            tiles = _in_bag(bag, edition.names(number))
            drawn.append(tuple(chance.sample(tiles, min(market_due(state), len(tiles)))))
        return Prepare(*drawn)
    if state.phase is Phase.REFILL:
        deck = empty_rows(state)[0]
        return Refill(edition.decks[deck].name, _some(state, deck, refill_due(state, deck), chance))
    if state.phase is Phase.SPECIAL and state.deck != NOTHING and not state.drawn:
        deck, name = state.deck, seat_name(state.queue[0])
        cards = _some(state, deck, draw_due(state, deck), chance)
        return DrawCards(name, edition.decks[deck].name, cards)
    return None


def _in_bag(bag: Counts, names: Sequence[str]) -> list[str]:
    return [name for name, count in zip(names, bag, strict=True) for _ in range(count)]


def _some(state: SolaniState, deck: int, count: int, chance: Chance) -> tuple[str, ...]:
    cards = state.table.edition.cards
    return tuple(cards[card].name for card in chance.sample(deck_cards(state, deck), count))


def _take(state: SolaniState, chance: Chance) -> Move:
    """A take; most clusters are kept, for there are more ways to exchange one."""
    moves = list(take_moves(state))
    exchange = chance.choice((True, False, False, False))
    some = [move for move in moves if isinstance(move, Take) and bool(move.place) == exchange]
    return chance.choice(some or moves)


def _placing(state: SolaniState, chance: Chance) -> Move | None:
    """A placement of somebody who has both tiles; during the draft only now and then."""
    if state.phase is Phase.DRAFT and chance.choice((True, False)):
        return None
    players = enumerate(state.players)
    seats = [seat for seat, p in players if p.stores and places_now(state, seat)]
    if not seats or state.phase not in (Phase.DRAFT, Phase.PLACE):
        return None
    seat = chance.choice(seats)
    moves = list(placing_moves(state, seat))
    if chance.choice((True, False, False, False)):
        return chance.choice(moves)
    some = chance.sample(moves, min(len(moves), LOOKED_AT))
    return max(some, key=lambda move: _promise(state, seat, move))


def _promise(state: SolaniState, seat: int, move: Move) -> int:
    """How good a placement looks: lines that meet something, clusters that match, Dark Sky."""
    if not isinstance(move, Place):
        return 0
    edition, player = state.table.edition, state.players[seat]
    if move.kind == Kind.BRANCH.value:
        corners = edition.lattice.corners[edition.lattice.gap_index[move.cell]]
        codes = dict(zip(LINES, (player.circles[circle] for circle in corners), strict=True))
        lines = sum(1 if holds(codes[line]) else -1 for line in move.lines)
        return BRANCH_FIRST + 2 * sum(code == DARK for code in codes.values()) + lines
    lines = lines_meeting(edition, player, edition.lattice.circle_index[move.cell])
    if move.kind == Kind.PLANET.value:
        return -lines
    return int(edition.clusters[player.tile - CLUSTERS].matches(lines))
