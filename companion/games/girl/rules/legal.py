"""Every legal move a player may choose; chance (draws, casts, cards) is not listed.

The list can be long (Scouting in many colours), so it is generated lazily.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from itertools import combinations, combinations_with_replacement

from companion.flow import Refused, Unsure
from companion.games.girl.edition import Counts
from companion.games.girl.hexes import turned
from companion.games.girl.move_read import read_move
from companion.games.girl.moves import (
    Cleanup,
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
    Stargaze,
    Unplaceable,
)
from companion.games.girl.pieces import (
    ASH_KINDS,
    COLOURS,
    DOUBLE_KIND,
    FOODS,
    SIDES,
    UNKNOWN_TILE,
    Phase,
)
from companion.games.girl.rules.foraging import pays, price_of
from companion.games.girl.rules.legal_paths import scout_moves
from companion.games.girl.rules.patterns import demands, lines_into
from companion.games.girl.rules.scouting import connected_sites
from companion.games.girl.rules.stardust import play_stardust
from companion.games.girl.rules.stargazing import place, sides_of, unplaceable
from companion.games.girl.rules.villagers import open_sky_spaces, spots_of
from companion.games.girl.state import NOBODY, UNKNOWN, VACANT, GirlState, seat_name

FORAGING = ASH_KINDS.index("foraging")
OFFERING = ASH_KINDS.index("offering")
RECALL = ASH_KINDS.index("recall")
SCOUTING = ASH_KINDS.index("scouting")
STARDUST_TOKEN = ASH_KINDS.index("stardust")


def legal_moves(state: GirlState) -> Iterator[Move]:
    """All accepted moves but chance; choices among Bonus tokens are spelt out."""
    if state.phase is Phase.OVER:
        return
    for seat in range(state.table.seats):
        yield from stardust_moves(state, seat)
    if state.offering.reveal:
        return
    if state.phase is Phase.STARGAZING:
        for seat in range(state.table.seats):
            yield from tile_moves(state, seat)
    elif state.phase is Phase.PICKING:
        yield from pick_moves(state)
    elif state.phase is Phase.ACTION:
        for moves in action_moves(state):
            yield from moves
    elif state.phase is Phase.CLEANUP:
        yield Cleanup()
    elif state.phase is Phase.ENDING:
        yield Finish()


def stardust_moves(state: GirlState, seat: int) -> Iterator[Move]:
    """Every cell a player can close with Stardust now."""
    player, field = state.players[seat], state.table.edition.field
    if not player.stardust:
        return
    for cell, kind in enumerate(player.board.kind):
        if kind == VACANT:
            count = len(lines_into(field, player.board, cell))
            if 0 < count <= player.stardust:
                yield from spelt_out(state, PlayStardust(seat_name(seat), field.cells[cell], count))


def spelt_out(state: GirlState, move: Place | PlayStardust) -> Iterator[Move]:
    """The move, or one for each way to take Bonus tokens when there are several."""
    verdict = place(state, move) if isinstance(move, Place) else play_stardust(state, move)
    if isinstance(verdict, Unsure):
        for reading in verdict.readings:
            yield read_move(reading.moves[0])
    elif not isinstance(verdict, Refused):
        yield move


def tile_moves(state: GirlState, seat: int) -> Iterator[Move]:
    """Every placement of every drawn tile, or the tiles that fit nowhere."""
    player, name = state.players[seat], seat_name(seat)
    found = False
    for number in sorted(set(player.hand)):
        for move in placements(state, seat, number):
            found = True
            yield from spelt_out(state, move)
    if player.hand and not found:
        for number in sorted(set(player.hand)):
            lost = Unplaceable(name, _tile_name(state, number))
            if not isinstance(unplaceable(state, lost), Refused):
                yield lost


def _tile_name(state: GirlState, number: int) -> str:
    return UNKNOWN_TILE if number == UNKNOWN else state.table.edition.tiles[number].name


def placements(state: GirlState, seat: int, number: int) -> Iterator[Place]:
    """Every fitting placement of a drawn tile; equal turns of a symmetric side once."""
    field, strict = state.table.edition.field, state.table.rulings.strict_matching
    board, name = state.players[seat].board, _tile_name(state, number)
    turns: list[tuple[int, int, bool]] = []
    for lines, front in zip(sides_of(state, number), (False, True), strict=False):
        seen: set[int] = set()
        for turn in range(SIDES):
            mask = turned(lines, turn)
            if mask not in seen:
                seen.add(mask)
                turns.append((mask, turn, front))
    for cell, kind in enumerate(board.kind):
        if kind == VACANT:
            forbidden, required = demands(field, board, cell, strict)
            for mask, turn, front in turns:
                if not mask & forbidden and not required & ~mask:
                    yield Place(seat_name(seat), name, field.cells[cell], turn, front)


def pick_moves(state: GirlState) -> Iterator[Move]:
    """Every selection the next meeple may make."""
    name = seat_name(state.order[0])
    for number, token in enumerate(state.cast, 1):
        if token.taken:
            continue
        names = [COLOURS[colour] for colour in token.colours]
        if ASH_KINDS[token.kind] == DOUBLE_KIND:
            for pair in combinations_with_replacement(names, 2):
                yield Pick(name, number, tuple(sorted(pair)))
        else:
            yield Pick(name, number)
            for colour in names:
                yield Pick(name, number, (colour,))


def action_moves(
    state: GirlState, scouts: Callable[[GirlState, int, bool], Iterator[Move]] = scout_moves
) -> list[Iterator[Move]]:
    """The Action phase's moves of the player whose turn it is, one iterator per action."""
    seat = state.order[0]
    kept, name = state.players[seat].kept, seat_name(seat)
    moves: list[Iterator[Move]] = []
    for by_token in (False, True):
        if by_token or state.actions_left:
            if not by_token or SCOUTING in kept:
                moves.append(scouts(state, seat, by_token))
            if not by_token or FORAGING in kept:
                moves.append(forage_moves(state, seat, by_token))
            if not by_token or OFFERING in kept:
                moves.append(offer_moves(state, seat, by_token))
            if not by_token or RECALL in kept:
                moves.append(recall_moves(state, seat, by_token))
            if not by_token or STARDUST_TOKEN in kept:
                moves.append(iter((Gain(name, by_token),)))
    if state.actions_left and state.players[seat].villagers:
        moves.append(Stargaze(name, space) for space in open_sky_spaces(state))
    if not state.actions_left:
        moves.append(iter((EndTurn(name),)))
    return moves


def forage_moves(state: GirlState, seat: int, by_token: bool) -> Iterator[Move]:
    """Every payment at every connected site with tokens left."""
    player, edition = state.players[seat], state.table.edition
    if not by_token and not player.villagers:
        return
    for number in sorted(connected_sites(edition, state.paths)):
        price = price_of(state, number)
        if not state.sites[number].left or sum(price) > sum(player.light):
            continue
        for pay in sorted(_payments(price, player.light)):
            yield Forage(seat_name(seat), edition.sites[number].name, pay, by_token)


def _payments(price: Counts, light: Counts) -> set[tuple[str, ...]]:
    found = set()
    for pay in combinations_with_replacement(COLOURS, sum(price)):
        enough = all(pay.count(c) <= light[place] for place, c in enumerate(COLOURS))
        if enough and pays(price, pay):
            found.add(tuple(sorted(pay)))
    return found


def offer_moves(state: GirlState, seat: int, by_token: bool) -> Iterator[Move]:
    """Every Offering the food in hand allows."""
    player, name = state.players[seat], seat_name(seat)
    if not by_token and not player.villagers:
        return
    for kind, food in enumerate(FOODS):
        if player.food[kind]:
            yield Offer(name, food, False, by_token)
    if state.offering.card == NOBODY:
        return
    for place_number, space in enumerate(state.table.edition.cards[state.offering.card].spaces):
        affordable = all(n <= has for n, has in zip(space.food, player.food, strict=True))
        if affordable and not state.offering.filled >> place_number & 1:
            yield Offer(name, space.name, True, by_token)


def recall_moves(state: GirlState, seat: int, by_token: bool) -> Iterator[Move]:
    """Every choice of Villagers to recall; none is a choice too (GIRL-Q41)."""
    spots = spots_of(state, seat)
    seen = set()
    for count in range(len(spots) + 1):
        for chosen in combinations(sorted(spots), count):
            if chosen not in seen:
                seen.add(chosen)
                yield Recall(seat_name(seat), chosen, by_token)
