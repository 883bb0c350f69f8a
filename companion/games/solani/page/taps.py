"""A move as the choices that a person makes, one tap after another."""

from __future__ import annotations

from collections.abc import Iterator

from companion.games.playable import Tap
from companion.games.solani.lattice import Cell, circle_text, gap_text
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
from companion.games.solani.page.names import (
    card_spot,
    deck_spot,
    laid_out,
    on_board,
    stored,
)
from companion.games.solani.pieces import DRAFTED, NOWHERE, UNSEEN, Kind
from companion.games.solani.state import NOTHING, SolaniState

KEEP = "keep"
_ARROWS = {"NW": "↖", "NE": "↗", "SE": "↘", "SW": "↙"}


def taps(state: SolaniState, move: Move) -> tuple[Tap, ...]:
    """The choices that make a move, in order; different moves differ in their ids."""
    return tuple(_taps(state, move))


def _taps(state: SolaniState, move: Move) -> Iterator[Tap]:
    match move:
        case Prepare(clusters, branches):
            for kind, tiles in zip(DRAFTED, (clusters, branches), strict=True):
                yield from (drawn_tile(kind.value, tile) for tile in tiles)
        case Take():
            yield from _take(state, move)
        case Place():
            yield from _place(state, move)
        case Discard(seat, kind):
            spot = stored(seat, kind)
            yield Tap(f"discard {kind}", "tap.discard", spot, {"kind": kind})
        case Feature(seat, card, cell) | Keep(seat, card, cell):
            yield _card(state, card)
            yield _cell(seat, cell)
        case DrawCards(_, deck, ()):
            yield Tap(deck_spot(deck), "tap.draw", deck_spot(deck), {"deck": deck})
        case DrawCards(_, _, cards) | Refill(_, cards):
            yield from (shown_card(state, card) for card in cards)
        case Pass():
            yield Tap("pass", "tap.pass")
        case Tidy():
            yield Tap("tidy", "tap.tidy")


def drawn_tile(kind: str, tile: str) -> Tap:
    """A tile that was drawn from its bag."""
    key = "tap.drawn_unseen" if tile == UNSEEN else "tap.drawn_tile"
    return Tap(laid_out(kind, tile), key, "", {"kind": kind, "tile": tile})


def shown_card(state: SolaniState, card: str) -> Tap:
    """A card that was drawn from its deck."""
    return Tap(card_spot(card), "tap.card", "", _about(state, card))


def _about(state: SolaniState, card: str) -> dict[str, str]:
    edition = state.table.edition
    number = edition.card_index.get(card, NOTHING)
    return {"card": card, "kind": "" if number == NOTHING else edition.cards[number].kind}


def _take(state: SolaniState, move: Take) -> Iterator[Tap]:
    """The tile, by its own kind or as one that nobody noted; then kept or exchanged."""
    edition, values = state.table.edition, {"kind": move.kind, "tile": move.tile}
    type_number = DRAFTED.index(Kind(move.kind))
    names = list(edition.names(type_number))
    number = names.index(move.tile) if move.tile in names else NOTHING
    if number != NOTHING and state.market[type_number][number]:
        spot = laid_out(move.kind, move.tile)
        yield Tap(spot, "tap.take", spot, values)
    else:
        spot = laid_out(move.kind, UNSEEN)
        yield Tap(spot, "tap.take_unseen", spot, {"kind": move.kind})
        yield Tap(laid_out(move.kind, move.tile), "tap.drawn_tile", "", values)
    if move.place:
        colour = state.row[edition.place_index[move.place]]
        said = {"place": move.place, "colour": edition.colours[colour]}
        yield Tap(move.place, "tap.planet", move.place, said)
    elif move.kind == Kind.CLUSTER.value and not edition.clusters[number].white:
        yield Tap(KEEP, "tap.keep", "", values)


def _place(state: SolaniState, move: Place) -> Iterator[Tap]:
    if move.kind != Kind.BRANCH.value:
        spot = on_board(move.seat, circle_text(move.cell))
        values = {"kind": move.kind, "cell": circle_text(move.cell)}
        yield Tap(spot, "tap.place", spot, values)
        return
    spot = on_board(move.seat, gap_text(move.cell))
    values = {"kind": move.kind, "cell": gap_text(move.cell)}
    yield Tap(spot, "tap.place", spot, values)
    said = {"lines": [f"{_ARROWS[line]} {line}" for line in move.lines]}
    yield Tap(" ".join(move.lines), "tap.lines", "", said)


def _card(state: SolaniState, card: str) -> Tap:
    return Tap(card_spot(card), "tap.card", card_spot(card), _about(state, card))


def _cell(seat: str, cell: Cell | None) -> Tap:
    if cell is None:
        return Tap(NOWHERE, "tap.nowhere")
    spot = on_board(seat, circle_text(cell))
    return Tap(spot, "tap.cell", spot, {"cell": circle_text(cell)})
