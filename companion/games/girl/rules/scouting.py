"""Scouting: Light along an unbroken run of unlit path spaces that ends beside a site."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable

from companion.flow import Reason, Refused, Verdict
from companion.games.girl.edition import Edition
from companion.games.girl.moves import Scout
from companion.games.girl.pieces import COLOURS, Source
from companion.games.girl.reasons import MAY_STAND, Broken
from companion.games.girl.rules.draft import Draft
from companion.games.girl.rules.turns import action_reasons, spend_action
from companion.games.girl.state import GirlState, with_byte


def connected_sites(edition: Edition, paths: bytes) -> frozenset[int]:
    """The sites joined to the Village by lit spaces, for everybody (GIRL-SCOUT-7)."""
    seen = {space for space in edition.paths.village if paths[space]}
    queue = list(seen)
    while queue:
        for space in edition.paths.links[queue.pop()]:
            if paths[space] and space not in seen:
                seen.add(space)
                queue.append(space)
    return frozenset(
        number for number, site in enumerate(edition.sites) if seen.intersection(site.gates)
    )


def start_colours(edition: Edition, paths: bytes, space: int) -> frozenset[int] | None:
    """The colours (1 + place) a path may begin with here; None when it can't begin here.

    Next to the Village any colour (GIRL-SCOUT-2, GIRL-Q28); next to Lit spaces the colour of
    any of them (GIRL-SCOUT-3, GIRL-Q29).
    """
    if space in edition.paths.village:
        return frozenset(range(1, 1 + len(COLOURS)))
    lit = frozenset(paths[other] for other in edition.paths.links[space] if paths[other])
    return lit or None


def scout(state: GirlState, move: Scout) -> Verdict[GirlState]:
    """Light a path, declared by space and colour and applied as one step (GIRL-Q47)."""
    token = "scouting" if move.by_token else ""
    seat, reasons = action_reasons(state, move.seat, token)
    steps, wrong = _read_steps(state.table.edition, move)
    reasons += wrong
    if not move.path:
        reasons.append(Broken.EMPTY_PATH.reason(move.seat))
    elif not wrong:
        reasons += path_reasons(state, steps)
    if seat >= 0 and not wrong:
        spent = Counter(colour - 1 for _, colour in steps)
        for colour, count in sorted(spent.items()):
            has = state.players[seat].light[colour]
            if count > has:
                name = COLOURS[colour]
                reasons.append(
                    Broken.LIGHT_SHORT.reason(move.seat, colour=name, has=has, count=count)
                )
    reasons = MAY_STAND.binding(reasons, state.table.waived)
    if reasons:
        return Refused(tuple(reasons))
    return _scouted(state, seat, move, steps)


def _read_steps(edition: Edition, move: Scout) -> tuple[list[tuple[int, int]], list[Reason]]:
    steps, reasons = [], []
    for name, colour in move.path:
        space = edition.paths.index.get(name, -1)
        if space < 0 or colour not in COLOURS:
            reasons.append(Broken.NO_SUCH_SPACE.reason(name, step=f"{name}:{colour}"))
        else:
            steps.append((space, 1 + COLOURS.index(colour)))
    return steps, reasons


def path_reasons(state: GirlState, steps: list[tuple[int, int]]) -> list[Reason]:
    """Every path rule that these (space, 1 + colour) break."""
    edition, rulings = state.table.edition, state.table.rulings
    names, links = edition.paths.names, edition.paths.links
    reasons: list[Reason] = []
    before = -1
    seen: set[int] = set()
    for place, (space, colour) in enumerate(steps):
        if space in seen:
            reasons.append(Broken.SPACE_TWICE.reason(names[space]))
        seen.add(space)
        if state.paths[space]:
            reasons.append(Broken.SPACE_LIT.reason(names[space]))
        if before >= 0 and space not in links[before]:
            reasons.append(Broken.PATH_BROKEN.reason(names[space], before=names[before]))
        before = space
        printed = edition.paths.colour[space]
        binds = rulings.printed_colour == "always" or place == len(steps) - 1
        if printed and binds and colour != printed:
            reasons.append(Broken.PRINTED_COLOUR.reason(names[space], colour=COLOURS[printed - 1]))
    return [*_start_reasons(state, *steps[0]), *reasons, *_end_reasons(state, steps[-1][0])]


def _start_reasons(state: GirlState, space: int, colour: int) -> list[Reason]:
    edition = state.table.edition
    allowed = start_colours(edition, state.paths, space)
    name = edition.paths.names[space]
    if allowed is None:
        return [Broken.START_APART.reason(name)]
    if colour not in allowed:
        names = [COLOURS[value - 1] for value in sorted(allowed)]
        return [Broken.START_COLOUR.reason(name, colours=names)]
    return []


def _end_reasons(state: GirlState, space: int) -> list[Reason]:
    edition = state.table.edition
    sites = edition.paths.sites[space]
    name = edition.paths.names[space]
    if not sites:
        return [Broken.END_APART.reason(name)]
    if state.table.rulings.new_site_only:
        known = connected_sites(edition, state.paths)
        if known.issuperset(sites):
            return [Broken.SITE_KNOWN.reason(name, site=edition.sites[sites[0]].name)]
    return []


def _scouted(
    state: GirlState, seat: int, move: Scout, steps: Iterable[tuple[int, int]]
) -> Verdict[GirlState]:
    edition = state.table.edition
    draft = Draft(state, seat)
    spend_action(draft, "scouting" if move.by_token else "")
    light, paths = list(draft.player.light), state.paths
    for space, colour in steps:
        light[colour - 1] = max(0, light[colour - 1] - 1)
        paths = with_byte(paths, space, colour)
    before = connected_sites(edition, state.paths)
    draft.set_player(light=tuple(light))
    draft.set(paths=paths)
    draft.say("scouted", "GIRL-SCOUT-1", count=len(move.path))
    for site in sorted(connected_sites(edition, paths) - before):
        name = edition.sites[site].name
        draft.say("connected", "GIRL-SCOUT-7", name, site=name)
    draft.reward(len(move.path), Source.SCOUTING, "GIRL-SCOUT-6", move.path[-1][0])
    return draft.accepted()
