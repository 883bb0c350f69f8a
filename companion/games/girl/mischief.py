"""Rules broken on the table, for rehearsals: what lies there then, and which clauses say so."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import replace

from companion.flow import Refused
from companion.games.contract import Chance
from companion.games.girl.art import names
from companion.games.girl.hexes import cell_text
from companion.games.girl.lying import lies
from companion.games.girl.moves import Forage, Move, Place, PlayStardust, Scout, Stargaze
from companion.games.girl.pieces import COLOURS, FOODS, SIDES, Phase
from companion.games.girl.rules import judge
from companion.games.girl.rules.scouting import connected_sites
from companion.games.girl.state import NOBODY, UNKNOWN, VACANT, GirlState, seat_name
from companion.prints import Lie

Broken = tuple[tuple[Lie, ...], tuple[str, ...]]
_TRIES = 40


def mischief(state: GirlState, chance: Chance) -> Broken | None:
    """What lies there after a rule was broken, and the clauses of which one has to be named.

    None when no rule comes to mind that would show.
    """
    if state.offering.reveal:
        return None
    ways: list[Callable[[GirlState, Chance], Iterator[Broken]]] = [_taken_away]
    if state.phase is Phase.STARGAZING:
        ways = [_tile, _tile, _stardust, _taken_away]
    elif state.phase is Phase.ACTION:
        ways = [_path, _foraging, _stargazing, _girl, _stardust, _taken_away]
    for way in chance.sample(ways, len(ways)):
        for broken in way(state, chance):
            return broken
    return None


def _refused(state: GirlState, move: Move) -> tuple[str, ...]:
    """The clauses that a move breaks, none when it is legal."""
    verdict = judge(state, move)
    if not isinstance(verdict, Refused):
        return ()
    return tuple(reason.clause for reason in verdict.reasons)


def _with(state: GirlState, *more: Lie) -> tuple[Lie, ...]:
    return (*lies(state), *more)


def _tile(state: GirlState, chance: Chance) -> Iterator[Broken]:
    """A drawn tile where its lines do not fit."""
    for _ in range(_TRIES):
        seat = chance.choice(range(state.table.seats))
        hand = [number for number in state.players[seat].hand if number != UNKNOWN]
        if not hand:
            continue
        tile = state.table.edition.tiles[chance.choice(hand)].name
        cell, turns = chance.choice(state.table.edition.field.cells), chance.choice(range(SIDES))
        index = state.table.edition.field.index[cell]
        clauses = _refused(state, Place(seat_name(seat), tile, cell, turns, True))
        if clauses and state.players[seat].board.kind[index] == VACANT:
            lie = Lie("player", seat, cell_text(cell), "star", tile, turns)
            yield _with(state, lie), clauses


def _stardust(state: GirlState, chance: Chance) -> Iterator[Broken]:
    """Stardust where no line leads, so that nobody could have played it, ever so rich."""
    field = state.table.edition.field
    for _ in range(_TRIES):
        seat, cell = chance.choice(range(state.table.seats)), chance.choice(field.cells)
        if state.players[seat].board.kind[field.index[cell]] != VACANT:
            continue
        clauses = _refused(state, PlayStardust(seat_name(seat), cell, 1))
        if "GIRL-DUST-4" in clauses:
            lie = Lie("player", seat, cell_text(cell), "stardust", "stardust")
            yield _with(state, lie), ("GIRL-DUST-4",)


def _path(state: GirlState, chance: Chance) -> Iterator[Broken]:
    """Light on a path space that nothing leads to."""
    paths = state.table.edition.paths
    for _ in range(_TRIES):
        space, colour = chance.choice(range(len(paths.names))), chance.choice(COLOURS)
        beside = any(state.paths[other] for other in paths.links[space])
        if state.paths[space] or beside or space in paths.village:
            continue
        clauses = _refused(state, Scout(_turn(state), ((paths.names[space], colour),)))
        lie = Lie("main", 0, paths.names[space], "crystal", colour)
        yield _with(state, lie), clauses


def _foraging(state: GirlState, chance: Chance) -> Iterator[Broken]:
    """Food and a Villager at a foraging space that no path leads to."""
    known = connected_sites(state.table.edition, state.paths)
    sites = state.table.edition.sites
    for number in chance.sample(range(len(sites)), len(sites)):
        site, lying = sites[number], state.sites[number]
        if number in known or not lying.left or not state.players[state.order[0]].villagers:
            continue
        clauses = _refused(state, Forage(_turn(state), site.name, ()))
        rest = list(lies(state))
        rest.remove(Lie("main", 0, site.name, "food", FOODS[site.food]))
        covers = lying.cover == NOBODY
        place = names.early_bird(site.name) if covers else names.beside(site.name)
        kind = f"villager {_turn(state)}"
        here = Lie("main", 0, place, "villager", kind)
        yield (*rest, here), tuple(set(clauses) & {"GIRL-FOR-2"})


def _stargazing(state: GirlState, chance: Chance) -> Iterator[Broken]:
    """A Villager in front of the Girl."""
    space = state.track.girl + 1
    if space <= state.table.track_length and state.players[state.order[0]].villagers:
        clauses = _refused(state, Stargaze(_turn(state), space))
        kind = f"villager {_turn(state)}"
        lie = Lie("sky", 0, names.track(space), "villager", kind)
        yield _with(state, lie), clauses


def _girl(state: GirlState, chance: Chance) -> Iterator[Broken]:
    """The Girl moves on twice as far as she may."""
    at, onward = names.track(state.track.girl), state.track.girl + 2
    if onward <= state.table.track_length:
        moved = [
            replace(lie, place=names.track(onward))
            if (lie.board, lie.place, lie.family) == ("sky", at, "girl")
            else lie
            for lie in lies(state)
        ]
        yield tuple(moved), ("GIRL-CLEAN-1",)


def _taken_away(state: GirlState, chance: Chance) -> Iterator[Broken]:
    """A tile, or Light of a path, is taken away again."""
    found = [
        lie
        for lie in lies(state)
        if (lie.board, lie.family) in (("player", "star"), ("main", "crystal"))
    ]
    if found:
        gone = chance.choice(found)
        rest = [
            lie
            for lie in lies(state)
            if (lie.board, lie.copy, lie.place) != (gone.board, gone.copy, gone.place)
        ]
        yield tuple(rest), ("GIRL-STAR-4" if gone.family == "star" else "GIRL-Q38",)


def _turn(state: GirlState) -> str:
    return seat_name(state.order[0])
