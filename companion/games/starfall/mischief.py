"""Rules broken on the table, for rehearsals: what lies there then, and which clauses say so."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import replace

from companion.flow import Refused
from companion.games.contract import Chance
from companion.games.starfall.art.area import STARDUST, TILES
from companion.games.starfall.art.board import NAME, slot_place
from companion.games.starfall.art.dust import family_of
from companion.games.starfall.art.layout import area_name
from companion.games.starfall.art.lying import lies
from companion.games.starfall.moves import Discover, Move, MoveDown, payment_of
from companion.games.starfall.pieces import Phase
from companion.games.starfall.rules import judge
from companion.games.starfall.state import OFF_TRACK, StarfallState, seat_name
from companion.prints import Lie

Broken = tuple[tuple[Lie, ...], tuple[str, ...]]


def mischief(state: StarfallState, chance: Chance) -> Broken | None:
    """What lies there after a rule was broken, and the clauses of which one has to be named.

    None when no rule comes to mind that would show.
    """
    if state.waits or state.phase is Phase.OVER:
        return None
    ways: list[Callable[[StarfallState, Chance], Iterator[Broken]]] = [
        _too_far,
        _unpaid,
        _from_the_bank,
        _put_away,
    ]
    for way in chance.sample(ways, len(ways)):
        for broken in way(state, chance):
            return broken
    return None


def _refused(state: StarfallState, move: Move) -> tuple[str, ...]:
    """The clauses that a move breaks, none when it is legal."""
    verdict = judge(state, move)
    if not isinstance(verdict, Refused):
        return ()
    return tuple(reason.clause for reason in verdict.reasons)


def _too_far(state: StarfallState, chance: Chance) -> Iterator[Broken]:
    """A tile goes past the next free number to the one after it."""
    edition, lying = state.table.edition, lies(state)
    for tile in chance.sample(state.board_tiles, len(state.board_tiles)):
        near = state.next_free(state.slot_of(tile))
        far = OFF_TRACK if near == OFF_TRACK else state.next_free(near)
        if far == OFF_TRACK:
            continue
        name, place = edition.tile_text(tile), slot_place(edition, far)
        move = MoveDown(seat_name(state.turn), name, str(edition.numbers[far]))
        there = tuple(
            replace(lie, place=place) if (lie.board, lie.kind) == (NAME, name) else lie
            for lie in lying
        )
        yield there, _refused(state, move)


def _unpaid(state: StarfallState, chance: Chance) -> Iterator[Broken]:
    """A tile is taken for nothing."""
    edition = state.table.edition
    for tile in chance.sample(state.board_tiles, len(state.board_tiles)):
        name = edition.tile_text(tile)
        clauses = _refused(state, Discover(seat_name(state.turn), name, payment_of((), ())))
        if clauses:
            there = tuple(
                replace(lie, board=area_name(state.turn), place=TILES)
                if (lie.board, lie.kind) == (NAME, name)
                else lie
                for lie in lies(state)
            )
            yield there, clauses


def _from_the_bank(state: StarfallState, chance: Chance) -> Iterator[Broken]:
    """Somebody helps himself to a piece of Stardust."""
    edition, bank = state.table.edition, state.bank()
    seat = chance.choice(range(len(state.players)))
    for kind in chance.sample(range(len(bank)), len(bank)):
        if bank[kind]:
            name = edition.pieces[kind].name
            more = Lie(area_name(seat), 0, STARDUST, family_of(edition, kind), name)
            yield (*lies(state), more), ("STAR-DISC-7",)


def _put_away(state: StarfallState, chance: Chance) -> Iterator[Broken]:
    """A piece of Stardust is gone, and nothing was discovered for it."""
    lying = lies(state)
    dust = [n for n, lie in enumerate(lying) if lie.place == STARDUST]
    if dust:
        gone = chance.choice(dust)
        yield (*lying[:gone], *lying[gone + 1 :]), ("STAR-DISC-1",)
