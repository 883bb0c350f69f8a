"""Legal Scouting moves: first the runs of spaces, which are few, then their colourings."""

from __future__ import annotations

from collections.abc import Iterator

from companion.games.girl.edition import Counts
from companion.games.girl.moves import Move, Scout
from companion.games.girl.pieces import COLOURS
from companion.games.girl.rules.scouting import connected_sites, start_colours
from companion.games.girl.state import GirlState, seat_name

Run = tuple[int, ...]
ANY_COLOUR = frozenset(range(1, 1 + len(COLOURS)))


def scout_moves(state: GirlState, seat: int, by_token: bool) -> Iterator[Move]:
    """Every path in every colouring that the Light in hand allows."""
    for run in runs(state, seat):
        yield from colourings(state, seat, run, by_token)


def runs(state: GirlState, seat: int) -> Iterator[Run]:
    """Every run of unlit spaces that may begin and end where it does, whatever the colours."""
    edition = state.table.edition
    longest = sum(state.players[seat].light)
    known = connected_sites(edition, state.paths) if state.table.rulings.new_site_only else None
    for start, lit in enumerate(state.paths):
        if lit or start_colours(edition, state.paths, start) is None:
            continue
        for run in _grow(state, (start,), longest):
            sites = edition.paths.sites[run[-1]]
            if sites and (known is None or not known.issuperset(sites)):
                yield run


def _grow(state: GirlState, run: Run, longest: int) -> Iterator[Run]:
    if len(run) > longest:
        return
    yield run
    for onward in state.table.edition.paths.links[run[-1]]:
        if not state.paths[onward] and onward not in run:
            yield from _grow(state, (*run, onward), longest)


def colourings(state: GirlState, seat: int, run: Run, by_token: bool) -> Iterator[Move]:
    """Every colouring of a run that the rules and the Light in hand allow."""
    names = state.table.edition.paths.names
    allowed = [allowed_colours(state, run, place) for place in range(len(run))]
    for colours in _pick(allowed, state.players[seat].light):
        steps = tuple(
            (names[space], COLOURS[colour - 1]) for space, colour in zip(run, colours, strict=True)
        )
        yield Scout(seat_name(seat), steps, by_token)


def allowed_colours(state: GirlState, run: Run, place: int) -> frozenset[int]:
    """The colours (1 + place in COLOURS) that a run's space at `place` may take."""
    edition, space = state.table.edition, run[place]
    colours = ANY_COLOUR
    if place == 0:
        colours = start_colours(edition, state.paths, space) or frozenset()
    printed = edition.paths.colour[space]
    binds = state.table.rulings.printed_colour == "always" or place == len(run) - 1
    return colours & {printed} if printed and binds else colours


def _pick(allowed: list[frozenset[int]], light: Counts) -> Iterator[tuple[int, ...]]:
    if not allowed:
        yield ()
        return
    for colour in sorted(allowed[0]):
        if light[colour - 1]:
            left = tuple(n - (place == colour - 1) for place, n in enumerate(light))
            for rest in _pick(allowed[1:], left):
                yield (colour, *rest)
