"""The next choices only: for a player among the legal moves, for chance among what is left."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import combinations, combinations_with_replacement

from companion.games.playable import Tap
from companion.games.solani.edition import Counts
from companion.games.solani.moves import DrawCards, Move, Prepare, Refill
from companion.games.solani.page.taps import drawn_tile, shown_card, taps
from companion.games.solani.pieces import DRAFTED, UNSEEN, Phase
from companion.games.solani.rules.legal import legal_moves
from companion.games.solani.rules.order import market_due
from companion.games.solani.rules.special import deck_cards, draw_due
from companion.games.solani.rules.tidy import empty_rows, refill_due
from companion.games.solani.state import NOTHING, SolaniState, seat_name


def chance_moves(state: SolaniState) -> Iterator[Move]:
    """Every way in which chance may decide what is due now, one after another."""
    edition = state.table.edition
    if state.phase is Phase.PREPARE:
        clusters, branches = (edition.names(type_number) for type_number in range(len(state.bags)))
        due = market_due(state)
        for some in _drawn(clusters, state.bags[0], due):
            for others in _drawn(branches, state.bags[1], due):
                yield Prepare(some, others)
        return
    cards = _cards_due(state)
    if cards is not None:
        deck, count = cards
        names = [edition.cards[card].name for card in deck_cards(state, deck)]
        for some in combinations(names, count):
            yield _shown(state, deck, some)


def _drawn(names: Sequence[str], bag: Counts, due: int) -> Iterator[tuple[str, ...]]:
    """Every handful from a bag, its tiles in the order of the edition."""
    count = min(due, sum(bag))
    for kinds in combinations_with_replacement(range(len(names)), count):
        if all(kinds.count(kind) <= bag[kind] for kind in set(kinds)):
            yield tuple(names[kind] for kind in kinds)


def _cards_due(state: SolaniState) -> tuple[int, int] | None:
    """The deck from which cards are shown or drawn now, and how many; None otherwise."""
    if state.phase is Phase.REFILL:
        deck = empty_rows(state)[0]
        return deck, refill_due(state, deck)
    if state.phase is Phase.SPECIAL and state.deck != NOTHING and not state.drawn:
        return state.deck, draw_due(state, state.deck)
    return None


def _shown(state: SolaniState, deck: int, cards: tuple[str, ...]) -> Move:
    name = state.table.edition.decks[deck].name
    if state.phase is Phase.REFILL:
        return Refill(name, cards)
    return DrawCards(seat_name(state.queue[0]), name, cards)


def next_taps(state: SolaniState, seat: str | None, chosen: Sequence[str]) -> tuple[Tap, ...]:
    """What a seat, or chance for None, may choose after the taps with these ids."""
    if seat is None:
        return tuple(_chance_taps(state, chosen))
    depth, found = len(chosen), dict[str, Tap]()
    for _, way in _ways(state, seat, chosen):
        if len(way) > depth:
            found.setdefault(way[depth].id, way[depth])
    return tuple(found.values())


def tapped_move(state: SolaniState, seat: str | None, chosen: Sequence[str]) -> Move | None:
    """The move that the taps with these ids make; None as long as they make none."""
    if seat is None:
        return _chance_move(state, chosen)
    ways = _ways(state, seat, chosen)
    return next((move for move, way in ways if len(way) == len(chosen)), None)


def _ways(
    state: SolaniState, seat: str, chosen: Sequence[str]
) -> Iterator[tuple[Move, tuple[Tap, ...]]]:
    """The legal moves of a seat, or of the table, that begin with these taps."""
    for move in legal_moves(state):
        if getattr(move, "seat", seat) == seat:
            way = taps(state, move)
            if [tap.id for tap in way[: len(chosen)]] == list(chosen):
                yield move, way


def _chance_taps(state: SolaniState, chosen: Sequence[str]) -> Iterator[Tap]:
    """One more tile of a bag or card of a deck, as long as some are due."""
    if state.phase is Phase.PREPARE:
        split = _handfuls(state, chosen)
        if split is None:
            return
        for type_number, handful in enumerate(split):
            if len(handful) < min(market_due(state), sum(state.bags[type_number])):
                yield from _tiles_left(state, type_number, handful)
                return
        return
    due = _cards_due(state)
    if due is None or len(chosen) >= due[1]:
        return
    names = [state.table.edition.cards[card].name for card in deck_cards(state, due[0])]
    yield from (tap for name in names if (tap := shown_card(state, name)).id not in chosen)


def _tiles_left(state: SolaniState, type_number: int, handful: Sequence[str]) -> Iterator[Tap]:
    """The kinds that may be left in a bag, and one that nobody has noted."""
    names, bag = state.table.edition.names(type_number), state.bags[type_number]
    kind = DRAFTED[type_number].value
    for name, count in zip(names, bag, strict=True):
        if handful.count(name) < count:
            yield drawn_tile(kind, name)
    yield drawn_tile(kind, UNSEEN)


def _handfuls(
    state: SolaniState, chosen: Sequence[str]
) -> tuple[tuple[str, ...], tuple[str, ...]] | None:
    """The names chosen of each type, first all of one; None when the taps are no such thing."""
    found: list[tuple[str, ...]] = []
    left = list(chosen)
    for type_number, kind in enumerate(DRAFTED):
        due = min(market_due(state), sum(state.bags[type_number]))
        some, left = left[:due], left[due:]
        if any(not text.startswith(f"{kind.value} ") for text in some):
            return None
        found.append(tuple(text.removeprefix(f"{kind.value} ") for text in some))
    return None if left else (found[0], found[1])


def _chance_move(state: SolaniState, chosen: Sequence[str]) -> Move | None:
    if state.phase is Phase.PREPARE:
        split = _handfuls(state, chosen)
        due = [min(market_due(state), sum(bag)) for bag in state.bags]
        whole = split is not None and [len(handful) for handful in split] == due
        return Prepare(*split) if split is not None and whole else None
    cards = _cards_due(state)
    if cards is None or len(chosen) != cards[1]:
        return None
    return _shown(state, cards[0], tuple(text.removeprefix("card ") for text in chosen))
