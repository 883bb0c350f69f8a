"""The Action phase tap by tap; paths and recalls are built up, so that none need be listed."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence

from companion.games.girl.moves import Forage, Gain, Move, Offer, Recall, Scout, Stargaze
from companion.games.girl.page import names
from companion.games.girl.page.taps import TOKEN_OF, action_tap, recalled_tap, step_tap, taps
from companion.games.girl.pieces import ASH_KINDS, COLOURS
from companion.games.girl.rules.legal import forage_moves, offer_moves
from companion.games.girl.rules.legal_paths import Run, allowed_colours, runs
from companion.games.girl.rules.villagers import open_sky_spaces, spots_of
from companion.games.girl.state import GirlState, seat_name
from companion.games.playable import Tap

_VERBS = ("scout", "forage", "offer", "stargaze", "recall", "gain")
Step = tuple[int, int]  # path space, 1 + colour


def action_taps(state: GirlState, seat: int, chosen: Sequence[str]) -> Iterator[Tap]:
    """What the player whose turn it is may choose next."""
    if not chosen:
        for verb, by_token in _open(state, seat):
            if verb in ("recall", "gain") or any(_after(state, seat, verb, by_token, ())):
                yield action_tap(seat_name(seat), verb, by_token)
        return
    begun = _begun(state, seat, chosen[0])
    if begun is not None:
        yield from _after(state, seat, *begun, chosen[1:])


def action_tapped(state: GirlState, seat: int, chosen: Sequence[str]) -> Move | None:
    """The action that these taps make, None when they make none."""
    begun = _begun(state, seat, chosen[0])
    if begun is None:
        return None
    verb, by_token = begun
    name, rest = seat_name(seat), chosen[1:]
    if verb == "gain":
        return None if rest else Gain(name, by_token)
    if verb == "recall":
        missing = Counter(rest) - Counter(spots_of(state, seat))
        return None if missing else Recall(name, tuple(sorted(rest)), by_token)
    if verb == "scout":
        return _scouted(state, seat, by_token, rest)
    for move in _listed(state, seat, verb, by_token):
        if [tap.id for tap in taps(state, move)] == list(chosen):
            return move
    return None


def _open(state: GirlState, seat: int) -> Iterator[tuple[str, bool]]:
    """The actions that are left, and those that a kept token pays for."""
    kept = state.players[seat].kept
    for verb in _VERBS:
        if state.actions_left:
            yield verb, False
        if verb in TOKEN_OF and ASH_KINDS.index(TOKEN_OF[verb]) in kept:
            yield verb, True


def _begun(state: GirlState, seat: int, first: str) -> tuple[str, bool] | None:
    for verb, by_token in _open(state, seat):
        if names.action(verb, by_token) == first:
            return verb, by_token
    return None


def _after(
    state: GirlState, seat: int, verb: str, by_token: bool, rest: Sequence[str]
) -> Iterator[Tap]:
    """What follows an action and the taps after it."""
    if verb == "scout":
        yield from _steps(state, seat, rest)
    elif verb == "recall":
        left = Counter(spots_of(state, seat)) - Counter(rest)
        if not Counter(rest) - Counter(spots_of(state, seat)):
            yield from (recalled_tap(state, spot) for spot in sorted(left))
    elif verb != "gain":
        depth = 1 + len(rest)
        for move in _listed(state, seat, verb, by_token):
            way = taps(state, move)
            if len(way) > depth and [tap.id for tap in way[1:depth]] == list(rest):
                yield way[depth]


def _listed(state: GirlState, seat: int, verb: str, by_token: bool) -> Iterator[Move]:
    """The moves of actions with few choices."""
    moves: Iterator[Forage | Offer | Stargaze]
    if verb == "forage":
        yield from forage_moves(state, seat, by_token)
    elif verb == "offer":
        yield from offer_moves(state, seat, by_token)
    elif verb == "stargaze" and state.players[seat].villagers:
        moves = (Stargaze(seat_name(seat), space) for space in open_sky_spaces(state))
        yield from moves


def _steps(state: GirlState, seat: int, rest: Sequence[str]) -> Iterator[Tap]:
    """The spaces and colours that may come next on a path that can still be finished."""
    begun = _read(state, rest)
    if begun is None:
        return
    spaces, edition = tuple(space for space, _ in begun), state.table.edition
    depth = len(begun)
    found: dict[Step, None] = {}
    for run in runs(state, seat):
        if len(run) > depth and run[:depth] == spaces:
            for colour in sorted(allowed_colours(state, run, depth)):
                if (run[depth], colour) not in found and _payable(
                    state, seat, run, (*begun, (run[depth], colour))
                ):
                    found[run[depth], colour] = None
    for space, colour in sorted(found):
        yield step_tap(edition.paths.names[space], COLOURS[colour - 1])


def _scouted(state: GirlState, seat: int, by_token: bool, rest: Sequence[str]) -> Scout | None:
    begun = _read(state, rest)
    if not begun:
        return None
    whole = tuple(space for space, _ in begun)
    if not any(run == whole and _payable(state, seat, run, begun) for run in runs(state, seat)):
        return None
    path = tuple(
        (state.table.edition.paths.names[space], COLOURS[colour - 1]) for space, colour in begun
    )
    return Scout(seat_name(seat), path, by_token)


def _read(state: GirlState, rest: Sequence[str]) -> tuple[Step, ...] | None:
    """The steps of a path, None when a tap is no step."""
    index, found = state.table.edition.paths.index, []
    for text in rest:
        space, _, colour = text.partition(":")
        if space not in index or colour not in COLOURS:
            return None
        found.append((index[space], 1 + COLOURS.index(colour)))
    return tuple(found)


def _payable(state: GirlState, seat: int, run: Run, begun: Sequence[Step]) -> bool:
    """Whether the run can be finished in allowed colours with the Light in hand.

    Beyond the first space, which is among `begun`, a space takes one colour or any: it is
    enough that there is Light of each colour that is bound, and Light for all.
    """
    light = state.players[seat].light
    need = Counter(colour for _, colour in begun)
    for place, (_, colour) in enumerate(begun):
        if colour not in allowed_colours(state, run, place):
            return False
    for place in range(len(begun), len(run)):
        allowed = allowed_colours(state, run, place)
        if not allowed:
            return False
        if len(allowed) == 1:
            need.update(allowed)
    enough = all(count <= light[colour - 1] for colour, count in need.items())
    return enough and len(run) <= sum(light)
