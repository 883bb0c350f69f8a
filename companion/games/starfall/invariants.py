"""What holds in every reachable state and over every accepted move; used by self-play."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator

from companion.games.starfall.pieces import Phase
from companion.games.starfall.rules.legal import can_add
from companion.games.starfall.rules.turns import end_of
from companion.games.starfall.state import StarfallState, seat_name


def check(before: StarfallState, after: StarfallState) -> tuple[str, ...]:
    """Sentences about every invariant that the step from one state to the next broke."""
    return (
        *_tiles(before, after),
        *_pieces(before, after),
        *_turns(before, after),
    )


def _tiles(before: StarfallState, after: StarfallState) -> Iterator[str]:
    edition = after.table.edition
    if len(after.board_tiles) > edition.most_tiles:
        yield f"{len(after.board_tiles)} tiles lie on the board"
    seen = after.seen_tiles()
    if after.deck + len(seen) != edition.in_play(after.table.seats):
        yield f"{after.deck} tiles in the deck and {len(seen)} elsewhere are not those in play"
    for tile, count in Counter(seen).items():
        if tile >= 0 and count > 1:
            yield f"{edition.tile_text(tile)} is there {count} times"
    if set(before.gone) - set(after.gone):
        yield "a tile that had left the game came back"
    if after.deck > before.deck or before.deck - after.deck > 1:
        yield "the deck has changed by more than one tile"
    for seat, player in enumerate(after.players):
        new = set(player.tiles) - set(before.players[seat].tiles)
        if new - set(before.board_tiles):
            yield f"{seat_name(seat)} has a tile that was not on the board"
        if new and seat != before.turn:
            yield f"{seat_name(seat)} took a tile out of turn"


def _pieces(before: StarfallState, after: StarfallState) -> Iterator[str]:
    for seat, player in enumerate(after.players):
        old = before.players[seat].pieces
        if any(new > had for new, had in zip(player.pieces, old, strict=True)):
            yield f"{seat_name(seat)} has gained Stardust"
        if player.pieces != old and seat != before.turn:
            yield f"{seat_name(seat)} paid out of turn"
        if min(player.pieces, default=0) < 0:
            yield f"{seat_name(seat)} owes Stardust"
    if any(left < 0 for left in after.bank()):
        yield "there is more Stardust than was printed"


def _turns(before: StarfallState, after: StarfallState) -> Iterator[str]:
    over = after.phase is Phase.OVER
    if not over and end_of(after):
        yield "the game goes on though a clause ends it"
    if not over and not after.waits and not after.board_tiles and not can_add(after):
        yield "there is no legal move, and the game is not over"
    if before == after or over:
        return
    following = before.turn if after.waits else (before.turn + 1) % before.table.seats
    if after.turn != following:
        yield f"{seat_name(after.turn)} follows {seat_name(before.turn)}"
