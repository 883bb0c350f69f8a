"""Checks an edition document and builds the `Edition` the rules use.

Every failure is one sentence that names the file and the key.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any

from companion.games.contract import EditionError
from companion.games.shapes import edition_as
from companion.games.solani.edition import (
    BoardKind,
    BranchKind,
    Card,
    ClusterKind,
    Condition,
    DarkCard,
    Deck,
    Edition,
    PlanetPlace,
    Worth,
)
from companion.games.solani.edition_doc import BoardDoc, EditionDoc, PlanetsDoc
from companion.games.solani.edition_print import print_sizes
from companion.games.solani.edition_wrong import Wrong, wrong
from companion.games.solani.lattice import Lattice, build_lattice, turned_cell
from companion.games.solani.pieces import SIDES, mask_of, turned


def read_edition(document: Mapping[str, Any], where: str) -> Edition:
    """Check a parsed edition file; `where` names it in errors.  Raises EditionError."""
    doc = edition_as(EditionDoc, document, where)
    try:
        return _build(doc)
    except Wrong as error:
        raise EditionError(f"{where}: {error}") from error


def _index(key: str, names: Iterable[str]) -> dict[str, int]:
    index: dict[str, int] = {}
    for number, name in enumerate(names):
        if name in index:
            wrong(key, f"the name {name} is used twice; give every one its own")
        index[name] = number
    return index


def _build(doc: EditionDoc) -> Edition:
    _check_totals(doc)
    lattice = _lattice(doc.board)
    boards = _boards(doc, lattice)
    branches, branch_of = _branches(doc)
    clusters = _clusters(doc)
    _check_supply(doc, branches, clusters)
    _check_planets(doc, clusters)
    cards, decks = _cards(doc)
    bonus = doc.scoring.bonus
    return Edition(
        name=doc.name,
        notice={"en": doc.notice.en, "zh-Hant": doc.notice.zh_hant},
        players=tuple(sorted(set(doc.players))),
        rounds=doc.rounds,
        market_extra=tuple(dict.fromkeys(doc.market_extra)),
        display_extra=doc.display_extra,
        cards_per_type=doc.cards_per_type,
        lattice=lattice,
        pitch_mm=doc.board.pitch_mm,
        boards=boards,
        branches=branches,
        branch_index=_index("branch", (kind.name for kind in branches)),
        branch_of=branch_of,
        clusters=clusters,
        cluster_index=_index("cluster", (kind.name for kind in clusters)),
        colours=tuple(doc.planets.colours),
        planets=tuple(doc.planets.colours.values()),
        places=tuple(PlanetPlace(p.name, frozenset(p.buys)) for p in doc.planets.places),
        place_index=_index("planets.places", (place.name for place in doc.planets.places)),
        row_by_players=tuple(doc.planets.row_by_players),
        spare=doc.planets.spare,
        dark_cards=_dark_cards(doc, lattice, boards),
        conditions={n: Condition(f.lines, f.branches, f.rim) for n, f in doc.feature.items()},
        cards=cards,
        card_index=_index("deck.cards", (card.name for card in cards)),
        decks=decks,
        deck_index=_index("deck", (deck.name for deck in decks)),
        worth=Worth(
            planet_sets=tuple(doc.scoring.planet_sets),
            same_sector=doc.scoring.same_sector,
            loose_line=doc.scoring.loose_line,
            unplaceable=doc.scoring.unplaceable,
            bonus_vp=bonus.vp,
            bonus_clusters=bonus.clusters,
        ),
        sizes=print_sizes(doc.print, doc.board.pitch_mm),
    )


def _check_totals(doc: EditionDoc) -> None:
    """The lists add up to the printed counts."""
    listed = {
        "branches": sum(branch.count for branch in doc.branch),
        "clusters": sum(cluster.count for cluster in doc.cluster),
        "planets": sum(doc.planets.colours.values()),
        "cards": sum(len(deck.cards) for deck in doc.deck),
        "dark_sky": len(doc.dark_sky),
    }
    for name, count in listed.items():
        printed = getattr(doc.components, name)
        if printed != count:
            wrong(f"components.{name}", f"says {printed}, but the file lists {count}")


def _lattice(board: BoardDoc) -> Lattice:
    size = len(board.sectors)
    for number, row in enumerate(board.sectors):
        if len(row) != size or not row.isalnum():
            wrong(f"board.sectors[{number}]", f"{size} rows need {size} letters each: a square")
    return build_lattice(board.sectors)


def _circle(lattice: Lattice, text: str, key: str) -> int:
    row, column = map(int, text.split(","))
    if (row, column) not in lattice.circle_index:
        wrong(key, f"there is no circle {text}")
    return lattice.circle_index[row, column]


def _boards(doc: EditionDoc, lattice: Lattice) -> tuple[BoardKind, ...]:
    boards = tuple(
        BoardKind(
            kind.name,
            _circle(lattice, kind.guide_star, f"board.kind[{number}].guide_star"),
            kind.coyote,
        )
        for number, kind in enumerate(doc.board.kind)
    )
    _index("board.kind", (board.name.casefold() for board in boards))
    if sum(board.coyote for board in boards) != 1:
        wrong("board.kind", "exactly one board is the Coyote board")
    if len(boards) < max(doc.players):
        wrong("board.kind", f"{max(doc.players)} players need as many boards")
    return boards


def _branches(doc: EditionDoc) -> tuple[tuple[BranchKind, ...], dict[int, int]]:
    kinds: list[BranchKind] = []
    of_lines: dict[int, int] = {}
    for number, branch in enumerate(doc.branch):
        key = f"branch[{number}]"
        if branch.set_aside > branch.count:
            wrong(f"{key}.set_aside", f"only {branch.count} of these tiles exist")
        lines = mask_of(branch.lines)
        if lines.bit_count() != len(branch.lines):
            wrong(f"{key}.lines", "names a line twice")
        if lines in of_lines:
            twin = kinds[of_lines[lines]].name
            wrong(f"{key}.lines", f"is {twin} turned; list every kind once")
        of_lines.update({turned(lines, turn): number for turn in range(SIDES)})
        kinds.append(BranchKind(branch.name, lines, branch.count - branch.set_aside))
    return tuple(kinds), of_lines


def _clusters(doc: EditionDoc) -> tuple[ClusterKind, ...]:
    return tuple(ClusterKind(c.stars, c.white, c.count) for c in doc.cluster)


def _check_supply(
    doc: EditionDoc, branches: tuple[BranchKind, ...], clusters: tuple[ClusterKind, ...]
) -> None:
    """Every round of the longest game finds enough tiles in the bags (SOL-Q2)."""
    need = max(doc.players) * doc.rounds + max(doc.market_extra)
    for key, kinds in (("branch", branches), ("cluster", clusters)):
        have = sum(kind.count for kind in kinds)
        if have < need:
            wrong(key, f"{have} tiles are too few for {doc.rounds} rounds: {need} are needed")


def _check_planets(doc: EditionDoc, clusters: tuple[ClusterKind, ...]) -> None:
    planets: PlanetsDoc = doc.planets
    key = "planets.row_by_players"
    if len(planets.row_by_players) != max(doc.players):
        wrong(key, f"has one number for each of 1 to {max(doc.players)} players")
    most = max(planets.row_by_players)
    if most > len(planets.places):
        wrong(key, f"{most} planets do not fit {len(planets.places)} places")
    total = sum(planets.colours.values())
    if most + planets.spare > total:
        wrong("planets.spare", f"{most} in the row leave only {total - most} planets")
    plain = {cluster.stars for cluster in clusters if not cluster.white}
    for number, place in enumerate(planets.places):
        if not set(place.buys) & plain:
            wrong(f"planets.places[{number}].buys", "no cluster without a white star buys there")
    if len(doc.scoring.planet_sets) != len(planets.colours):
        wrong("scoring.planet_sets", f"has one value for 1 to {len(planets.colours)} colours")


def _dark_cards(
    doc: EditionDoc, lattice: Lattice, boards: tuple[BoardKind, ...]
) -> tuple[DarkCard, ...]:
    guides = {board.guide: board.name for board in boards}
    cards = []
    for number, card in enumerate(doc.dark_sky):
        key = f"dark_sky[{number}].circles"
        circles = [lattice.circles[_circle(lattice, text, key)] for text in card.circles]
        if len(set(circles)) != len(circles):
            wrong(key, "names a circle twice")
        every = []
        for turns in range(SIDES):
            spots = [turned_cell(cell, turns, lattice.rows) for cell in circles]
            numbers = tuple(sorted(lattice.circle_index[spot] for spot in spots))
            for spot in numbers:
                if spot in guides:
                    wrong(key, f"turned {turns} times it meets board {guides[spot]}'s guide star")
            every.append(numbers)
        cards.append(DarkCard(card.name, tuple(every)))
    _index("dark_sky", (card.name.casefold() for card in cards))
    return tuple(cards)


def _cards(doc: EditionDoc) -> tuple[tuple[Card, ...], tuple[Deck, ...]]:
    cards: list[Card] = []
    decks = []
    row = max(doc.players) + doc.display_extra
    for number, deck in enumerate(doc.deck):
        if len(deck.cards) < row:
            wrong(f"deck[{number}].cards", f"a row of {row} needs as many cards")
        first = len(cards)
        for name, kind in deck.cards:
            if kind not in doc.feature:
                wrong(f"deck[{number}].cards", f"{name}: there is no [feature.{kind}]")
            cards.append(Card(name, number, kind, deck.points))
        decks.append(Deck(deck.name, (1 << len(cards)) - (1 << first)))
    return tuple(cards), tuple(decks)
