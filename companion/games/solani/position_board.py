"""Reads one player of a position: what lies on the board, what is stored and held."""

from __future__ import annotations

from dataclasses import replace

from companion.games.contract import MoveTextError, SetupError
from companion.games.solani.edition import Edition
from companion.games.solani.lattice import circle_text, gap_text
from companion.games.solani.move_read import read_cell, read_lines, read_tile
from companion.games.solani.pieces import Kind, mask_of
from companion.games.solani.position_doc import SolaniPlayer
from companion.games.solani.setup import read_cards, read_colour
from companion.games.solani.state import (
    CLUSTERS,
    EMPTY,
    FEATURES,
    NOTHING,
    PLANETS,
    Player,
    SolaniState,
    with_byte,
)


def read_player(state: SolaniState, doc: SolaniPlayer, start: Player, key: str) -> Player:
    """A player on top of an empty board; raises SetupError naming the field."""
    edition, player = state.table.edition, start
    for kind, texts in (("cluster", doc.clusters), ("planet", doc.planets)):
        for number, text in enumerate(texts):
            at = f"{key}.{kind}s[{number}]"
            name, cell = _split(text, at)
            player = _lay(edition, player, _code(edition, kind, name, at), cell, at)
    placed = []
    for number, text in enumerate(doc.features):
        at = f"{key}.features[{number}]"
        name, cell = _split(text, at)
        (card,) = read_cards(edition, [name], NOTHING, at)
        placed.append(card)
        player = _lay(edition, player, FEATURES + card, cell, at)
    for number, text in enumerate(doc.branches):
        player = _branch(edition, player, text, f"{key}.branches[{number}]")
    held = read_cards(edition, doc.cards, NOTHING, f"{key}.cards")
    player = replace(player, cards=tuple(sorted((*placed, *held))))
    player = replace(player, owed=doc.owed, lost=doc.unplaceable)
    return _stored(edition, player, doc, f"{key}.stored")


def _split(text: str, key: str) -> tuple[str, str]:
    words = text.split()
    if len(words) != 2:
        raise SetupError(f"{key}: {text!r} is not a tile and its circle such as '2 c2,1'")
    return words[0], words[1]


def _code(edition: Edition, kind: str, name: str, key: str) -> int:
    """The code of a cluster or planet by its name."""
    if kind == Kind.PLANET.value:
        return PLANETS + read_colour(edition, name, key)
    try:
        cluster = read_tile(kind, name)
    except MoveTextError as error:
        raise SetupError(f"{key}: {error}") from error
    if cluster not in edition.cluster_index:
        listed = ", ".join(edition.cluster_index)
        raise SetupError(f"{key}: there is no cluster {name}; they are {listed}")
    return CLUSTERS + edition.cluster_index[cluster]


def _lay(edition: Edition, player: Player, code: int, cell_text: str, key: str) -> Player:
    try:
        cell = read_cell(cell_text, Kind.CLUSTER.value)
    except MoveTextError as error:
        raise SetupError(f"{key}: {error}") from error
    circle = edition.lattice.circle_index.get(cell, NOTHING)
    if circle == NOTHING:
        raise SetupError(f"{key}: there is no circle {circle_text(cell)}")
    if player.circles[circle] != EMPTY:
        raise SetupError(f"{key}: something else lies on {circle_text(cell)}")
    return replace(player, circles=with_byte(player.circles, circle, code))


def _branch(edition: Edition, player: Player, text: str, key: str) -> Player:
    words = text.split()
    if words and words[0].casefold() in edition.branch_index:
        words = words[1:]  # the tile's name may stand before its gap, as in `place`
    try:
        cell = read_cell(words[0] if words else text, Kind.BRANCH.value)
        lines = mask_of(read_lines(words[1:]))
    except MoveTextError as error:
        raise SetupError(f"{key}: {error}") from error
    gap = edition.lattice.gap_index.get(cell, NOTHING)
    if gap == NOTHING:
        raise SetupError(f"{key}: there is no gap {gap_text(cell)}")
    if player.gaps[gap]:
        raise SetupError(f"{key}: something else lies on {gap_text(cell)}")
    if lines not in edition.branch_of:
        raise SetupError(f"{key}: no branch tile has such lines")
    return replace(player, gaps=with_byte(player.gaps, gap, lines))


def _stored(edition: Edition, player: Player, doc: SolaniPlayer, key: str) -> Player:
    for text in doc.stored:
        kind, _, name = text.casefold().partition(" ")
        if kind not in [known.value for known in Kind] or not name:
            raise SetupError(f"{key}: {text!r} is not a tile such as 'cluster 2', 'planet red'")
        branch = kind == Kind.BRANCH.value
        if (player.branch != NOTHING) if branch else (player.tile != EMPTY):
            raise SetupError(f"{key}: holds one branch, and one cluster or planet")
        if not branch:
            player = replace(player, tile=_code(edition, kind, name, key))
        elif name in edition.branch_index:
            player = replace(player, branch=edition.branch_index[name])
        else:
            listed = ", ".join(edition.branch_index)
            raise SetupError(f"{key}: there is no branch {name}; they are {listed}")
    return player
