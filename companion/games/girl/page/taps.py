"""A move as the choices that a person makes, one tap after another."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from companion.games.girl.hexes import Cell, cell_text, turned
from companion.games.girl.move_write import write_cast_token
from companion.games.girl.moves import (
    Cast,
    CastToken,
    Claim,
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
from companion.games.girl.page import names
from companion.games.girl.page.words import arrows
from companion.games.girl.pieces import ASH_KINDS, SEATS, UNKNOWN_TILE
from companion.games.girl.state import UNKNOWN, GirlState
from companion.games.playable import Tap

FRONT, BACK = "front", "back"
NOWHERE = "nowhere"
STARDUST = "stardust"
# The kinds of kept tokens that pay for actions, by the action's verb.
TOKEN_OF = {
    "scout": "scouting",
    "forage": "foraging",
    "offer": "offering",
    "recall": "recall",
    "gain": "stardust",
}


def taps(state: GirlState, move: Move) -> tuple[Tap, ...]:
    """The choices that make a move, in order; different moves differ in their ids."""
    return tuple(_taps(state, move))


def _taps(state: GirlState, move: Move) -> Iterator[Tap]:
    match move:
        case Draw() | Cast() | Reveal():
            yield from _chance(move)
        case Place():
            yield from _place(state, move)
        case PlayStardust(seat, cell, count, claims):
            yield stardust_tap(seat)
            yield cell_tap("tap.stardust_on", seat, cell, count=count)
            yield from _claims(claims)
        case Unplaceable(seat, tile):
            yield tile_tap(seat, tile)
            yield Tap(NOWHERE, "tap.nowhere", "", {"tile": tile})
        case Pick():
            yield from _pick(state, move)
        case EndTurn():
            yield Tap("end", "tap.end")
        case Cleanup():
            yield Tap("cleanup", "tap.cleanup")
        case Finish():
            yield Tap("finish", "tap.finish")
        case _:
            yield from _action(state, move)


def _chance(move: Draw | Cast | Reveal) -> Iterator[Tap]:
    match move:
        case Draw(seat, tiles):
            yield drawer_tap(seat)
            yield from (drawn_tap(seat, tile) for tile in tiles)
        case Cast(tokens):
            for token in tokens:
                yield from cast_taps(token)
        case Reveal(card):
            yield card_tap(card)


def drawer_tap(seat: str) -> Tap:
    """Whose draw is entered."""
    return Tap(f"draw {seat}", "tap.draw", "", {"seat": seat})


def drawn_tap(seat: str, tile: str) -> Tap:
    """A tile that was drawn."""
    key = "tap.drawn_unseen" if tile == UNKNOWN_TILE else "tap.drawn"
    return Tap(tile, key, names.in_bag(seat, tile), {"tile": tile})


def card_tap(card: str) -> Tap:
    """An Offering card that is shown."""
    return Tap(f"card {card}", "tap.reveal", "", {"card": card})


def cast_taps(token: CastToken) -> Iterator[Tap]:
    """A cast token: its kind, then where it lies."""
    kind, _, lying = write_cast_token(token).partition("@")
    yield kind_tap(kind)
    yield lying_tap(lying, token.colours)


def kind_tap(kind: str) -> Tap:
    """The kind of a cast token."""
    return Tap(kind, "tap.cast_kind", "", {"token": kind})


def lying_tap(lying: str, colours: Sequence[str]) -> Tap:
    """Which Light a cast token may give, or its place in the dish."""
    said = list(colours) or [lying]
    return Tap(f"on {lying}", "tap.cast_on", "", {"light": said})


def tile_tap(seat: str, tile: str) -> Tap:
    """A tile of the hand."""
    key = "tap.tile_unseen" if tile == UNKNOWN_TILE else "tap.tile"
    return Tap(f"tile {tile}", key, names.in_hand(seat, tile), {"tile": tile})


def stardust_tap(seat: str) -> Tap:
    """Stardust is to be placed."""
    return Tap(STARDUST, "tap.stardust", names.stardust(seat))


def cell_tap(key: str, seat: str, cell: Cell, **values: object) -> Tap:
    """A cell of the own board."""
    text = cell_text(cell)
    return Tap(text, key, names.on_board(seat, text), {"cell": text, **values})


def named_tap(tile: str) -> Tap:
    """Which tile it is that nobody had noted."""
    return Tap(f"is {tile}", "tap.is_tile", "", {"tile": tile})


def _place(state: GirlState, move: Place) -> Iterator[Tap]:
    if turns_out(state, move):
        yield tile_tap(move.seat, UNKNOWN_TILE)
        yield named_tap(move.tile)
    else:
        yield tile_tap(move.seat, move.tile)
    yield Tap(FRONT if move.front else BACK, "tap.front" if move.front else "tap.back")
    yield cell_tap("tap.cell", move.seat, move.cell)
    yield Tap(f"r{move.turns}", "tap.turns", "", {"lines": _lines_of(state, move)})
    yield from _claims(move.claims)


def turns_out(state: GirlState, move: Place) -> bool:
    """Whether a drawn tile that nobody noted turns out to be this one."""
    index, seats = state.table.edition.tile_index, SEATS[: state.table.seats]
    if move.tile not in index or move.seat not in seats:
        return False
    hand = state.players[seats.index(move.seat)].hand
    return UNKNOWN in hand and index[move.tile] not in hand


def _lines_of(state: GirlState, move: Place) -> list[str]:
    """Where the lines of a placed tile point, as arrows."""
    edition = state.table.edition
    lines = edition.back
    if move.front and move.tile in edition.tile_index:
        lines = edition.tiles[edition.tile_index[move.tile]].lines
    return arrows(turned(lines, move.turns))


def _claims(claims: Sequence[Claim]) -> Iterator[Tap]:
    """Which constellations are completed, in order, and the Bonus tokens they take."""
    if claims:
        texts = [cell_text(c.cell) + (f" ({c.corner})" if c.corner else "") for c in claims]
        yield Tap(f"claim {' '.join(texts)}", "tap.claim", "", {"claims": texts})


def _pick(state: GirlState, move: Pick) -> Iterator[Tap]:
    spot = names.in_dish(move.number)
    known = 0 < move.number <= len(state.cast)
    kind = ASH_KINDS[state.cast[move.number - 1].kind] if known else "none"
    values = {"token": kind, "number": move.number}
    yield Tap(f"token {move.number}", "tap.token", spot, values)
    if move.light:
        light = list(move.light)
        yield Tap(names.light_id("light", light), "tap.light", "", {"light": light})
    else:
        yield Tap(names.KEEP, "tap.keep", "", values)


def _action(state: GirlState, move: Move) -> Iterator[Tap]:
    match move:
        case Scout(seat, path, by_token):
            yield action_tap(seat, "scout", by_token)
            yield from (step_tap(space, colour) for space, colour in path)
        case Forage(seat, site, pay, by_token):
            yield action_tap(seat, "forage", by_token)
            yield Tap(site, "tap.site", site, {"site": site})
            yield Tap(names.light_id("pay", pay), "tap.pay", "", {"light": list(pay)})
        case Offer(seat, what, on_card, by_token):
            yield action_tap(seat, "offer", by_token)
            if on_card:
                spot = names.card_space(what)
                yield Tap(spot, "tap.card_space", spot, {"space": what})
            else:
                yield Tap(what, "tap.food", names.food(seat, what), {"food": what})
        case Stargaze(seat, space):
            yield action_tap(seat, "stargaze", False)
            yield Tap(names.sky(space), "tap.sky", names.sky(space), {"space": space})
        case Recall(seat, spots, by_token):
            yield action_tap(seat, "recall", by_token)
            yield from (recalled_tap(state, spot) for spot in spots)
        case Gain(seat, by_token):
            yield action_tap(seat, "gain", by_token)


def action_tap(seat: str, verb: str, by_token: bool) -> Tap:
    """An action, by one of the turn's actions or by a kept token."""
    key = f"tap.{verb}_token" if by_token else f"tap.{verb}"
    spot = names.kept(seat, TOKEN_OF[verb]) if by_token else ""
    return Tap(names.action(verb, by_token), key, spot)


def step_tap(space: str, colour: str) -> Tap:
    """One more space of a path, and the Light that goes there."""
    return Tap(f"{space}:{colour}", "tap.step", space, {"space": space, "colour": colour})


def recalled_tap(state: GirlState, spot: str) -> Tap:
    """A Villager that comes back; it stands beside a foraging space, or where the spot says."""
    place = names.beside(spot) if spot in state.table.edition.site_index else spot
    return Tap(spot, "tap.recalled", place, {"spot": spot})
