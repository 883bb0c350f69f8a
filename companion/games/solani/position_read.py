"""Reads a `position` on top of a setup; raises SetupError naming the field."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import Any

from companion.games.contract import MoveTextError, SetupError
from companion.games.shapes import setup_as
from companion.games.solani.edition import Counts
from companion.games.solani.move_read import read_cluster
from companion.games.solani.pieces import DRAFTED, SEATS, UNSEEN, Kind, Phase
from companion.games.solani.position_board import read_player
from companion.games.solani.position_course import check_course, read_course
from companion.games.solani.position_doc import SolaniPosition, SolaniTiles
from companion.games.solani.setup import (
    board_number,
    check_different,
    fresh_player,
    read_cards,
    read_colour,
    read_dark_sky,
    read_row,
    seat_number,
)
from companion.games.solani.state import NOTHING, Player, SolaniState
from companion.games.solani.supply import gone_tiles, planets_out


def read_position(start: SolaniState, position: Mapping[str, Any]) -> SolaniState:
    """The state that a position describes; what it leaves out is as in `start`."""
    choices = {"phase": [phase.value for phase in Phase]}
    doc = setup_as(SolaniPosition, position, "position", choices)
    state = _boards(start, doc)
    state = replace(state, players=_players(state, doc))
    state = _round(state, doc)
    state = _tiles(state, doc)
    state = _planets(state, doc)
    state = _cards(state, doc)
    state = read_course(state, doc)
    check_course(state, doc)
    return state


def _seats(state: SolaniState) -> tuple[str, ...]:
    return SEATS[: state.table.seats]


def _boards(state: SolaniState, doc: SolaniPosition) -> SolaniState:
    """Boards and Dark Sky; at the left hand of the Coyote board, if there is one, starts."""
    edition, dark = state.table.edition, state.dark
    if doc.dark_sky is not None:
        dark = read_dark_sky(edition, doc.dark_sky, "position.dark_sky")
    given: dict[int, int] = {}
    for name, player in doc.players.items():
        seat = seat_number(_seats(state), name, f"position.players.{name}")
        if player.board is not None:
            key = f"position.players.{name}.board"
            given[seat] = board_number(edition, player.board, key)
    boards = [given.get(seat, player.board) for seat, player in enumerate(state.players)]
    free = sorted(
        set(range(len(edition.boards))) - set(given.values()),
        key=lambda board: not edition.boards[board].coyote,
    )
    for seat, board in enumerate(boards):
        if seat not in given:
            boards[seat] = board if board in free else free[0]
            free.remove(boards[seat])
    check_different(edition, boards, "position.players")
    coyotes = [seat for seat, board in enumerate(boards) if edition.boards[board].coyote]
    players = tuple(fresh_player(edition, board, dark) for board in boards)
    starter = (coyotes[0] + 1) % state.table.seats if coyotes else state.starter
    return replace(state, dark=dark, players=players, starter=starter)


def _players(state: SolaniState, doc: SolaniPosition) -> tuple[Player, ...]:
    players = list(state.players)
    for name, given in doc.players.items():
        seat = seat_number(_seats(state), name, f"position.players.{name}")
        key = f"position.players.{SEATS[seat]}"
        players[seat] = read_player(state, given, players[seat], key)
    return tuple(players)


def _round(state: SolaniState, doc: SolaniPosition) -> SolaniState:
    number, last = doc.round or 1, state.table.rulings.rounds
    if number > last:
        raise SetupError(f"position.round: the game has {last} rounds, not {number}")
    starter = (state.starter + number - 1) % state.table.seats
    if doc.starter is not None:
        starter = seat_number(_seats(state), doc.starter, "position.starter")
    return replace(state, round=number, starter=starter)


def _count(state: SolaniState, doc: SolaniTiles, key: str) -> tuple[Counts, Counts]:
    """Clusters and branches of a list, by kind."""
    edition = state.table.edition
    clusters = [0] * len(edition.clusters)
    for name in doc.clusters:
        clusters[_cluster(state, name, f"{key}.clusters")] += 1
    branches = [0] * len(edition.branches)
    for name in doc.branches:
        if name.casefold() not in edition.branch_index:
            listed = ", ".join(edition.branch_index)
            raise SetupError(f"{key}.branches: there is no branch {name}; they are {listed}")
        branches[edition.branch_index[name.casefold()]] += 1
    return tuple(clusters), tuple(branches)


def _cluster(state: SolaniState, name: str, key: str) -> int:
    index = state.table.edition.cluster_index
    try:
        kind = read_cluster(name)
    except MoveTextError as error:
        raise SetupError(f"{key}: {error}") from error
    if kind not in index:
        raise SetupError(f"{key}: there is no cluster {name}; they are {', '.join(index)}")
    return index[kind]


def _tiles(state: SolaniState, doc: SolaniPosition) -> SolaniState:
    """Market and bags; what is nowhere else is still in its bag."""
    market, unseen = _market(state, doc.market or SolaniTiles())
    gone = _count(state, doc.gone or SolaniTiles(), "position.gone")
    clusters, branches = market
    empty = ((0,) * len(clusters), (0,) * len(branches))
    state = replace(state, market=market, unseen=unseen, bags=empty)
    bags = _bag(state, gone, 0), _bag(state, gone, 1)
    if any(count > sum(bag) for count, bag in zip(unseen, bags, strict=True)):
        raise SetupError("position.market: more unseen tiles are laid out than are left")
    return replace(state, bags=bags)


def _market(state: SolaniState, doc: SolaniTiles) -> tuple[tuple[Counts, Counts], tuple[int, int]]:
    """Known tiles by kind, and how many of each type nobody noted."""
    clusters = [name for name in doc.clusters if name != UNSEEN]
    branches = [name for name in doc.branches if name != UNSEEN]
    known = _count(state, SolaniTiles(clusters, branches), "position.market")
    return known, (len(doc.clusters) - len(clusters), len(doc.branches) - len(branches))


def _bag(state: SolaniState, gone: tuple[Counts, Counts], type_number: int) -> Counts:
    left = gone_tiles(state, type_number)
    bag = tuple(have - out for have, out in zip(left, gone[type_number], strict=True))
    for name, count in zip(state.table.edition.names(type_number), bag, strict=True):
        if count < 0:
            kind = DRAFTED[type_number].value
            raise SetupError(f"position: more {kind} {name} tiles are out than exist")
    return bag


def _planets(state: SolaniState, doc: SolaniPosition) -> SolaniState:
    """The planet row and spares; an assumed row gives way to planets on boards."""
    edition = state.table.edition
    if doc.planets is not None:
        state = replace(state, row=read_row(edition, doc.planets, "position.planets"))
    if doc.spares is not None:
        spares = [read_colour(edition, name, "position.spares") for name in doc.spares]
        if len(spares) > edition.spare:
            raise SetupError(f"position.spares: there are {edition.spare} at most")
        state = replace(state, spares=tuple(spares))
    for colour, (out, have) in enumerate(zip(planets_out(state), edition.planets, strict=True)):
        if out > have:
            state = _give_way(state, doc, colour, out - have)
    return state


def _give_way(state: SolaniState, doc: SolaniPosition, colour: int, excess: int) -> SolaniState:
    """Take planets of a colour from spares and row that were only assumed."""
    spares, row = list(state.spares), list(state.row)
    for lying, given in ((spares, doc.spares), (row, doc.planets)):
        while given is None and excess and colour in lying:
            place = len(lying) - 1 - lying[::-1].index(colour)
            lying[place : place + 1] = [] if lying is spares else [NOTHING]
            excess -= 1
    if excess:
        name = state.table.edition.colours[colour]
        raise SetupError(f"position: more {name} {Kind.PLANET.value}s are out than exist")
    return replace(state, spares=tuple(spares), row=tuple(row))


def _cards(state: SolaniState, doc: SolaniPosition) -> SolaniState:
    """The display; what is neither shown nor held is still in its deck."""
    edition, display = state.table.edition, list(state.display)
    held = [card for player in state.players for card in player.cards]
    if len(set(held)) != len(held):
        raise SetupError("position.players: a feature card is held twice")
    for deck, kind in enumerate(edition.decks):
        given = (doc.display or {}).get(kind.name)
        if given is None:
            display[deck] = tuple(card for card in display[deck] if card not in held)
            continue
        key = f"position.display.{kind.name}"
        display[deck] = read_cards(edition, given, deck, key)
        both = set(display[deck]) & set(held)
        if both:
            raise SetupError(f"{key}: {edition.cards[both.pop()].name} is held by a player")
    for name in doc.display or {}:
        if name not in edition.deck_index:
            raise SetupError(f"position.display.{name}: there is no such deck")
    out = _mask(held)
    decks = tuple(
        kind.cards & ~out & ~_mask(shown)
        for kind, shown in zip(edition.decks, display, strict=True)
    )
    return replace(state, display=tuple(display), decks=decks)


def _mask(cards: Sequence[int]) -> int:
    return sum(1 << card for card in cards)
