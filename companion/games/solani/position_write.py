"""Writes a state as a `position`, the canonical text of a state; it reads back equal."""

from __future__ import annotations

from typing import Any

import msgspec

from companion.games.solani.lattice import circle_text, gap_text
from companion.games.solani.pieces import DRAFTED, UNSEEN, Kind, line_names
from companion.games.solani.position_doc import SolaniPlayer, SolaniPosition, SolaniTiles
from companion.games.solani.state import (
    CLUSTERS,
    EMPTY,
    FEATURES,
    NOTHING,
    UNKNOWN,
    Player,
    SolaniState,
    seat_name,
    tile_name,
)
from companion.games.solani.supply import gone_tiles


def write_position(state: SolaniState) -> dict[str, Any]:
    """The whole state, in plain JSON values."""
    edition = state.table.edition
    row = zip(edition.places, state.row, strict=True)
    decks = zip(edition.decks, state.display, strict=True)
    dark, turns = state.dark
    doc = SolaniPosition(
        phase=state.phase.value,
        round=state.round,
        starter=seat_name(state.starter),
        dark_sky=f"{edition.dark_cards[dark].name} r{turns}",
        players={
            seat_name(seat): _player(state, player) for seat, player in enumerate(state.players)
        },
        market=_market(state),
        takes=state.takes,
        first=None if state.first == NOTHING else DRAFTED[state.first].value,  # type: ignore[arg-type]
        gone=_tiles(state, *(gone_tiles(state, number) for number in range(len(DRAFTED)))),
        planets={place.name: edition.colours[c] for place, c in row if c != NOTHING},
        spares=[edition.colours[colour] for colour in state.spares],
        display={deck.name: [edition.cards[c].name for c in cards] for deck, cards in decks},
        queue=[seat_name(seat) for seat in state.queue] or None,
        draw=None if state.deck == NOTHING else edition.decks[state.deck].name,
        drawn=[UNSEEN if c == UNKNOWN else edition.cards[c].name for c in state.drawn],
    )
    plain: dict[str, Any] = msgspec.to_builtins(doc)
    return {"phase": doc.phase, **plain}


def _market(state: SolaniState) -> SolaniTiles:
    """What is laid out, with a question mark for each tile that nobody noted."""
    known = _tiles(state, *state.market)
    clusters, branches = state.unseen
    return SolaniTiles(
        [*known.clusters, *[UNSEEN] * clusters], [*known.branches, *[UNSEEN] * branches]
    )


def _tiles(state: SolaniState, clusters: Any, branches: Any) -> SolaniTiles:
    edition = state.table.edition
    return SolaniTiles(
        [k.name for k, n in zip(edition.clusters, clusters, strict=True) for _ in range(n)],
        [k.name for k, n in zip(edition.branches, branches, strict=True) for _ in range(n)],
    )


def _player(state: SolaniState, player: Player) -> SolaniPlayer:
    edition, lattice = state.table.edition, state.table.edition.lattice
    lying: dict[str, list[str]] = {"cluster": [], "planet": [], "feature": []}
    for circle, code in enumerate(player.circles):
        if code >= CLUSTERS:
            kind, name = tile_name(edition, code).split(" ")
            lying[kind].append(f"{name} {circle_text(lattice.circles[circle])}")
    branches = [
        " ".join((gap_text(lattice.gaps[gap]), *line_names(lines)))
        for gap, lines in enumerate(player.gaps)
        if lines
    ]
    placed = {code - FEATURES for code in player.circles if code >= FEATURES}
    return SolaniPlayer(
        board=edition.boards[player.board].name,
        clusters=lying[Kind.CLUSTER.value],
        planets=lying[Kind.PLANET.value],
        features=lying["feature"],
        branches=branches,
        cards=[edition.cards[card].name for card in player.cards if card not in placed],
        stored=_stored(state, player),
        owed=player.owed,
        unplaceable=player.lost,
    )


def _stored(state: SolaniState, player: Player) -> list[str]:
    edition = state.table.edition
    stored = [] if player.tile == EMPTY else [tile_name(edition, player.tile)]
    if player.branch != NOTHING:
        stored.append(f"{Kind.BRANCH.value} {edition.branches[player.branch].name}")
    return stored
