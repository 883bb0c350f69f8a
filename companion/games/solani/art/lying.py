"""What lies where in a state, so that it can be photographed."""

from __future__ import annotations

from collections.abc import Iterator

from companion.games.solani.art.printing import BONUS, BRANCH, DARK_SKY, SUN, board_name
from companion.games.solani.edition import Edition
from companion.games.solani.lattice import circle_text, gap_text
from companion.games.solani.pieces import SIDES, turned
from companion.games.solani.state import (
    CLUSTERS,
    DARK,
    EMPTY,
    NOTHING,
    PLANETS,
    Player,
    SolaniState,
    tile_name,
)
from companion.prints import Lie

_MAIN = "main board"


def lies(state: SolaniState) -> tuple[Lie, ...]:
    """Every piece that lies on a board; cards lie beside them."""
    return (*_on_players(state), *_on_main(state))


def turns_of(edition: Edition, kind: int, lines: int) -> int:
    """The quarter turns after which a kind of branch points like this."""
    return next(n for n in range(SIDES) if turned(edition.branches[kind].lines, n) == lines)


def _on_players(state: SolaniState) -> Iterator[Lie]:
    edition = state.table.edition
    for player in state.players:
        board = board_name(edition, player.board)
        for cell, code in zip(edition.lattice.circles, player.circles, strict=True):
            if code == DARK:
                yield Lie(board, 0, circle_text(cell), DARK_SKY, DARK_SKY)
            elif code >= CLUSTERS:
                yield _round(edition, board, circle_text(cell), code)
        for cell, lines in zip(edition.lattice.gaps, player.gaps, strict=True):
            if lines:
                kind = edition.branch_of[lines]
                turn = turns_of(edition, kind, lines)
                yield _branch(edition, board, gap_text(cell), kind, turn)
        yield from _stored(edition, board, player)


def _stored(edition: Edition, board: str, player: Player) -> Iterator[Lie]:
    if player.tile != EMPTY:
        yield _round(edition, board, "stored tile", player.tile)
    if player.branch != NOTHING:
        yield _branch(edition, board, "stored branch", player.branch)


def _round(edition: Edition, board: str, place: str, code: int) -> Lie:
    name = tile_name(edition, code)
    return Lie(board, 0, place, name.split(" ")[0], name)


def _branch(edition: Edition, board: str, place: str, kind: int, turn: int = 0) -> Lie:
    return Lie(board, 0, place, BRANCH, f"{BRANCH} {edition.branches[kind].name}", turn)


def _on_main(state: SolaniState) -> Iterator[Lie]:
    edition = state.table.edition
    for place, colour in zip(edition.places, state.row, strict=True):
        if colour != NOTHING:
            yield _round(edition, _MAIN, place.name, PLANETS + colour)
    for number, colour in enumerate(state.spares, 1):
        yield _round(edition, _MAIN, f"spare {number}", PLANETS + colour)
    clusters, branches = (
        [kind for kind, count in enumerate(counts) for _ in range(count)] for counts in state.market
    )
    for number, kind in enumerate(clusters, 1):
        yield _round(edition, _MAIN, f"cluster {number}", CLUSTERS + kind)
    for number, kind in enumerate(branches, 1):
        yield _branch(edition, _MAIN, f"branch {number}", kind)
    yield Lie(_MAIN, 0, "bonus", BONUS, BONUS)
    yield Lie(_MAIN, 0, "sun", SUN, SUN)
