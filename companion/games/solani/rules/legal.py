"""Every move that players may choose now; what chance decides is not listed."""

from __future__ import annotations

from collections.abc import Iterator

from companion.flow import Accepted
from companion.games.solani.moves import (
    Discard,
    DrawCards,
    Feature,
    Keep,
    Move,
    Pass,
    Place,
    Take,
    Tidy,
)
from companion.games.solani.pieces import DRAFTED, Kind, Phase, line_names
from companion.games.solani.rules.course import open_decks
from companion.games.solani.rules.order import due_types, may_be_taken, places_now, taker
from companion.games.solani.rules.placing import discard, open_circles, open_gaps
from companion.games.solani.state import (
    EMPTY,
    FEATURES,
    NOTHING,
    PLANETS,
    SolaniState,
    seat_name,
)


def legal_moves(state: SolaniState) -> Iterator[Move]:
    """Every accepted move that a player may choose now."""
    if state.phase is Phase.DRAFT:
        yield from take_moves(state)
    if state.phase in (Phase.DRAFT, Phase.PLACE):
        for seat in range(state.table.seats):
            if places_now(state, seat):
                yield from placing_moves(state, seat)
    elif state.phase is Phase.SPECIAL:
        yield from special_moves(state)
    elif state.phase is Phase.TIDY:
        yield Tidy()


def take_moves(state: SolaniState) -> Iterator[Move]:
    """Every tile of the market that the next player may take, and every exchange."""
    edition, name = state.table.edition, seat_name(taker(state))
    for type_number in due_types(state):
        for kind, tile in enumerate(edition.names(type_number)):
            if may_be_taken(state, type_number, kind):
                yield Take(name, DRAFTED[type_number].value, tile)
    if DRAFTED.index(Kind.CLUSTER) in due_types(state):
        yield from _exchanges(state, name)


def _exchanges(state: SolaniState, name: str) -> Iterator[Move]:
    edition = state.table.edition
    for kind, cluster in enumerate(edition.clusters):
        if cluster.white or not may_be_taken(state, DRAFTED.index(Kind.CLUSTER), kind):
            continue
        for place, colour in zip(edition.places, state.row, strict=True):
            if colour != NOTHING and cluster.stars in place.buys:
                yield Take(name, Kind.CLUSTER.value, cluster.name, place.name)


def placing_moves(state: SolaniState, seat: int) -> Iterator[Move]:
    """Every placement of what a seat has stored, and discards of what fits nowhere."""
    edition, player = state.table.edition, state.players[seat]
    name, lattice = seat_name(seat), edition.lattice
    if player.branch != NOTHING:
        turns = [line_names(lines) for lines in edition.branches[player.branch].turns()]
        for gap in open_gaps(state, player):
            for lines in turns:
                yield Place(name, Kind.BRANCH.value, lattice.gaps[gap], lines)
        yield from _discards(state, name, Kind.BRANCH)
    if player.tile != EMPTY:
        kind = Kind.PLANET if player.tile >= PLANETS else Kind.CLUSTER
        for circle in open_circles(state, player, player.tile):
            yield Place(name, kind.value, lattice.circles[circle])
        yield from _discards(state, name, kind)


def _discards(state: SolaniState, name: str, kind: Kind) -> Iterator[Move]:
    move = Discard(name, kind.value)
    if isinstance(discard(state, move), Accepted):
        yield move


def special_moves(state: SolaniState) -> Iterator[Move]:
    """What the next player of the special draft may do, as long as chance is not due."""
    edition, seat = state.table.edition, state.queue[0]
    name = seat_name(seat)
    if state.deck != NOTHING:
        for card in state.drawn:
            if card != NOTHING:
                for cell in _spots(state, seat, card):
                    yield Keep(name, edition.cards[card].name, cell)
        return
    for deck in open_decks(state, seat):
        for card in state.display[deck]:
            for cell in _spots(state, seat, card):
                yield Feature(name, edition.cards[card].name, cell)
        if state.decks[deck]:
            yield DrawCards(name, edition.decks[deck].name)
    yield Pass(name)


def _spots(state: SolaniState, seat: int, card: int) -> list[tuple[int, int] | None]:
    circles = open_circles(state, state.players[seat], FEATURES + card)
    cells = state.table.edition.lattice.circles
    return [cells[circle] for circle in circles] or [None]
