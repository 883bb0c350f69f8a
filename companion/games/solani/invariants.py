"""What holds in every reachable state and over every accepted move; used by self-play."""

from __future__ import annotations

from collections.abc import Iterator

from companion.games.solani.lattice import circle_text, gap_text
from companion.games.solani.pieces import DRAFTED, Kind, Phase
from companion.games.solani.state import (
    CLUSTERS,
    DARK,
    EMPTY,
    FEATURES,
    GUIDE,
    NOTHING,
    Player,
    SolaniState,
    holds,
    seat_name,
)
from companion.games.solani.supply import gone_tiles, planets_out

_STORING = (Phase.DRAFT, Phase.PLACE)


def check(before: SolaniState, after: SolaniState) -> tuple[str, ...]:
    """Sentences about every invariant that the step from one state to the next broke."""
    broken = [*_supply(before, after), *_cards(after), *_course(after)]
    for seat, (old, new) in enumerate(zip(before.players, after.players, strict=True)):
        if new is not old or before is after:
            name = seat_name(seat)
            board = [*_board(after, new), *_kept(after, old, new)]
            broken += [f"{name}: {text}" for text in board]
    return tuple(broken)


def _board(state: SolaniState, player: Player) -> Iterator[str]:
    edition = state.table.edition
    lattice = edition.lattice
    for circle, code in enumerate(player.circles):
        if code < CLUSTERS:
            continue
        where = circle_text(lattice.circles[circle])
        if not any(player.gaps[gap] for gap, _ in lattice.around[circle]):
            yield f"the tile on {where} adjoins no branch"
        if code >= FEATURES and code - FEATURES not in player.cards:
            yield f"the feature tile on {where} belongs to no card held"
    for gap, lines in enumerate(player.gaps):
        if lines and not any(holds(player.circles[circle]) for circle in lattice.corners[gap]):
            yield f"the branch on {gap_text(lattice.gaps[gap])} adjoins no tile"
    dark = edition.dark_cards[state.dark[0]].circles[state.dark[1]]
    if tuple(c for c, code in enumerate(player.circles) if code == DARK) != dark:
        yield "the Dark Sky tiles do not lie as the card shows"
    guides = [circle for circle, code in enumerate(player.circles) if code == GUIDE]
    if guides != [edition.boards[player.board].guide]:
        yield "the guide star is not where it is printed"


def _kept(state: SolaniState, old: Player, new: Player) -> Iterator[str]:
    """What lies stays; at most one branch and one round tile are added."""
    for name, was, now in (("circle", old.circles, new.circles), ("gap", old.gaps, new.gaps)):
        changed = [place for place in range(len(now)) if was[place] != now[place]]
        if any(was[place] for place in changed) or len(changed) > 1:
            yield f"a {name} changed that may not"
    for deck in state.table.edition.decks:
        held = sum(deck.cards >> card & 1 for card in new.cards)
        if held > state.table.edition.cards_per_type:
            yield f"holds {held} cards of type {deck.name}"


def _supply(before: SolaniState, after: SolaniState) -> Iterator[str]:
    """Tiles are neither invented nor, but for exchanges and discards, lost."""
    edition = after.table.edition
    for number, kind in enumerate(DRAFTED):
        old, new = gone_tiles(before, number), gone_tiles(after, number)
        if min(new) < 0 or min(after.bags[number]) < 0 or min(after.market[number]) < 0:
            yield f"there are more {kind.value} tiles than exist"
        if not 0 <= after.unseen[number] <= sum(after.bags[number]):
            yield f"more unseen {kind.value} tiles are laid out than are left"
        lost = sum(new) - sum(old)
        if not 0 <= lost <= 1:
            yield f"{lost} {kind.value} tiles left the game in one move"
    for colour, out in zip(edition.colours, planets_out(after), strict=True):
        if out > edition.planets[edition.colours.index(colour)]:
            yield f"there are more {colour} planets than exist"


def _cards(state: SolaniState) -> Iterator[str]:
    held = [card for player in state.players for card in player.cards]
    shown = [card for row in state.display for card in row]
    hidden = sum(state.decks)
    everywhere = sum(1 << card for card in (*held, *shown))
    every = (1 << len(state.table.edition.cards)) - 1
    if (
        everywhere | hidden != every
        or everywhere & hidden
        or len({*held, *shown}) != len(held) + len(shown)
    ):
        yield "the feature cards do not add up"
    if any(card != NOTHING and not hidden >> card & 1 for card in state.drawn):
        yield "a drawn card was not in its deck"


def _course(state: SolaniState) -> Iterator[str]:
    boards = state.table.edition.boards
    if not any(boards[player.board].coyote for player in state.players):
        yield "nobody has the Coyote board"
    if state.phase not in _STORING and any(player.stores for player in state.players):
        yield "a tile is still stored after placing"
    if (state.phase is Phase.SPECIAL) != bool(state.queue):
        yield "the special draft goes on without anybody, or has not begun"
    if state.phase not in _STORING and any(player.owed for player in state.players):
        yield "a special draft was forgotten"
    if state.phase is Phase.PLACE and not any(player.stores for player in state.players):
        yield "nobody is left to place"
    if not 1 <= state.round <= state.table.rulings.rounds:
        yield f"there is no round {state.round}"
    if state.phase is Phase.DRAFT:
        yield from _draft(state)


def _draft(state: SolaniState) -> Iterator[str]:
    """After k takes of the first draft k seats store one tile of the type chosen."""
    seats = state.table.seats
    if state.takes >= seats:
        return
    branch = state.first == DRAFTED.index(Kind.BRANCH)
    for step, seat in enumerate(state.clockwise()):
        player = state.players[seat]
        has = player.branch != NOTHING if branch else player.tile != EMPTY
        if player.stores and (step >= state.takes or not has):
            yield f"{seat_name(seat)} stores a tile it did not take"
