"""Why what is seen can't have come about: what seems to have been done, judged as moves."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field

from companion.flow import Reason, Refused
from companion.games.starfall.edition import Counts
from companion.games.starfall.explaining.seen import Look, Pile
from companion.games.starfall.moves import Add, Discover, Move, MoveDown, Payment, payment_of
from companion.games.starfall.pieces import OFF
from companion.games.starfall.rules import judge
from companion.games.starfall.state import StarfallState, seat_name


@dataclass(frozen=True, slots=True)
class Changes:
    """What differs from the state, by what most likely lies everywhere.

    `left` and `came` are tiles and the slots they left and came to, `got` and `lost` tiles and
    the seats that have and had them, `pieces` how many more of each kind a seat has.
    """

    left: dict[int, int] = field(default_factory=dict)
    came: dict[int, int] = field(default_factory=dict)
    got: dict[int, int] = field(default_factory=dict)
    lost: dict[int, int] = field(default_factory=dict)
    pieces: dict[int, Counts] = field(default_factory=dict)

    def payment(self, state: StarfallState, seat: int) -> Payment:
        """What a seat seems to have paid: all that it has no more."""
        edition = state.table.edition
        more = self.pieces.get(seat, ())
        return payment_of(
            [(edition.pieces[kind].name, -n) for kind, n in enumerate(more) if n < 0],
            [edition.tile_text(tile) for tile, owner in self.lost.items() if owner == seat],
        )


def complaints(state: StarfallState, look: Look) -> tuple[Reason, ...]:
    """The clauses that what is seen breaks; never none."""
    changes = changes_of(state, look)
    moves = list(_moves(state, changes))
    reasons = [reason for move in moves for reason in _refusals(state, move)]
    buyers = {move.seat for move in moves if isinstance(move, Discover)}
    reasons += _without_move(state, changes, buyers)
    if not reasons:
        places = sorted({*map(str, _numbers(state, changes))}) or list(buyers)
        reasons.append(Reason("reason.two_actions", "STAR-TURN-2", "board", {"places": places}))
    return tuple(reasons)


def changes_of(state: StarfallState, look: Look) -> Changes:
    """What differs from the state, as far as it can be seen."""
    found = Changes()
    for slot, options in look.slots.items():
        seen, known = options[0][0], state.track[slot]
        if seen == known or (seen < 0 and known < 0):
            continue
        if known >= 0:
            found.left[known] = slot
        if seen >= 0:
            found.came[seen] = slot
    for seat, pile in look.tiles.items():
        seen_tiles = [options[0][0] for options in pile.things]
        own = state.players[seat].tiles
        found.got.update({tile: seat for tile in seen_tiles if tile >= 0 and tile not in own})
        if pile.whole and all(tile >= 0 for tile in seen_tiles):
            found.lost.update({tile: seat for tile in own if tile >= 0 and tile not in seen_tiles})
    for seat, pile in look.dust.items():
        counts = _counts(pile, len(state.table.edition.pieces))
        have = state.players[seat].pieces
        more = tuple(seen - had for seen, had in zip(counts, have, strict=True))
        if any(more) and (pile.whole or max(more) > 0):
            found.pieces[seat] = more if pile.whole else tuple(max(0, n) for n in more)
    return found


def tried(state: StarfallState, look: Look) -> Iterator[Move]:
    """What the seat to act seems to have done, legal or not."""
    moves = _moves(state, changes_of(state, look))
    return (move for move in moves if move.seat == seat_name(state.turn))


def _counts(pile: Pile, kinds: int) -> Counts:
    likeliest = [options[0][0] for options in pile.things]
    return tuple(likeliest.count(kind) for kind in range(kinds))


def _moves(state: StarfallState, changes: Changes) -> Iterator[Add | MoveDown | Discover]:
    """What seems to have been done, tile by tile."""
    text, numbers = state.table.edition.tile_text, state.table.edition.numbers
    turn = seat_name(state.turn)
    for tile, slot in changes.came.items():
        if tile in changes.left:
            yield MoveDown(turn, text(tile), str(numbers[slot]))
        elif tile not in state.board_tiles:
            yield Add(turn, text(tile), numbers[slot])
    for tile in changes.left:
        if tile in changes.got:
            seat = changes.got[tile]
            yield Discover(seat_name(seat), text(tile), changes.payment(state, seat))
        elif tile not in changes.came:
            yield MoveDown(turn, text(tile), OFF)


def _refusals(state: StarfallState, move: Move) -> tuple[Reason, ...]:
    verdict = judge(state, move)
    return verdict.reasons if isinstance(verdict, Refused) else ()


def _without_move(state: StarfallState, changes: Changes, buyers: set[str]) -> Iterator[Reason]:
    """What no discovered tile accounts for: Stardust and tiles that came or went (STAR-DISC)."""
    edition = state.table.edition
    for seat, more in changes.pieces.items():
        where = seat_name(seat)
        for kind, count in enumerate(more):
            values = {"kind": edition.pieces[kind].name, "count": abs(count)}
            if count > 0 and where in buyers:
                yield Reason("reason.change_given", "STAR-DISC-5", where, values)
            elif count > 0:
                yield Reason("reason.pieces_gained", "STAR-DISC-7", where, values)
            elif count < 0 and where not in buyers:
                yield Reason("reason.pieces_gone", "STAR-DISC-1", where, values)
    for tile, seat in changes.lost.items():
        if seat_name(seat) not in buyers and tile not in changes.got:
            values = {"tile": edition.tile_text(tile)}
            yield Reason("reason.tile_gone", "STAR-DISC-4", seat_name(seat), values)
    for tile, seat in changes.got.items():
        if tile not in changes.left:
            values = {"tile": edition.tile_text(tile)}
            yield Reason("reason.tile_came", "STAR-DISC-1", seat_name(seat), values)


def _numbers(state: StarfallState, changes: Changes) -> list[int]:
    """The numbers of the board where something has changed."""
    slots = (*changes.left.values(), *changes.came.values())
    return [state.table.edition.numbers[slot] for slot in slots]
