"""Setting up: what chance decided at the table, and the first state (POL-SET-1 to 11)."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from typing import Any

import msgspec

from companion.games.contract import Note, RulingValue, SetupError
from companion.games.polaris.edition import Counts, Edition
from companion.games.polaris.pieces import (
    BASIC,
    DECKS,
    SEATS,
    UNKNOWN,
    UNKNOWN_TEXTS,
    Phase,
    Source,
)
from companion.games.polaris.rulings import read_rulings
from companion.games.polaris.state import (
    NOBODY,
    UNSHOWN,
    Entry,
    Pile,
    Player,
    PolarisState,
    Table,
)
from companion.games.polaris.words import said_goal
from companion.games.refusals import Value, refusal
from companion.games.shapes import setup_as


class SetupDoc(msgspec.Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """What chance and the table decided before the first turn.

    A missing part is assumed and said so; cards that nobody noted are found out when played.
    """

    first: str | None = None  # the seat that begins
    new_moon: int | None = None  # the sector beside the new moon
    goals: list[str] | None = None  # common goals beside the sectors 1, 2, ...
    personal: dict[str, str] | None = None  # seat -> personal goal
    hands: dict[str, list[str]] | None = None  # seat -> basic cards
    basic: list[str] | None = None  # face-up cards, slot by slot
    advanced: list[str] | None = None


def set_up(
    edition: Edition,
    seats: Sequence[str],
    rulings: Mapping[str, RulingValue],
    setup: Mapping[str, Any],
) -> tuple[PolarisState, tuple[Note, ...]]:
    """The first state and notes about what was assumed.  Raises SetupError."""
    settings = read_rulings(rulings)
    count = _check_seats(edition, seats)
    doc = setup_as(SetupDoc, setup, "setup")
    notes: list[Note] = []
    table = Table(edition, settings, count, _goals(edition, doc, notes))
    first = _first(doc, seats, notes)
    personal = _personal(edition, doc, seats, notes)
    hands = _hands(edition, doc, seats, notes)
    given = edition.setup.shooting_stars
    neutral = edition.sky.marked if count in edition.neutral_players else 0
    state = PolarisState(
        table=table,
        phase=Phase.TURNS,
        round=1,
        turn=first,
        last_turns=(),
        telescope=NOBODY,
        new_moon=_new_moon(edition, doc, notes),
        stars=(*(0 for _ in seats), neutral),
        lines=0,
        players=tuple(
            Player(
                hand=hands[seat],
                shooting_stars=given[(seat - first) % count],
                goal=personal[seat],
                ledger=(Entry(Source.START, "", edition.setup.score),),
            )
            for seat in range(count)
        ),
        dawn=(),
        piles=tuple(_pile(edition, doc, deck, notes) for deck in range(len(DECKS))),
    )
    check_cards(state, "setup")
    return state, tuple(notes)


def _check_seats(edition: Edition, seats: Sequence[str]) -> int:
    if len(seats) not in edition.players:
        values: dict[str, Value] = {
            "allowed": tuple(map(str, edition.players)),
            "count": str(len(seats)),
        }
        raise SetupError(refusal("players", edition=edition.name, **values))
    if list(seats) != list(SEATS[: len(seats)]):
        raise SetupError(f"players: seats are named {', '.join(SEATS)} in this order, not {seats}")
    return len(seats)


def goal_numbers(edition: Edition, names: Sequence[str], key: str) -> Counts:
    """The common goals beside the sectors.  Raises SetupError."""
    if len(names) != edition.sky.sectors or len(set(names)) != len(names):
        raise SetupError(f"{key}: lists {edition.sky.sectors} different goals, one a sector")
    for name in names:
        if name not in edition.goal_index:
            known = ", ".join(edition.goal_index)
            raise SetupError(f"{key}: there is no goal {name!r}; there are {known}")
    return tuple(edition.goal_index[name] for name in names)


def _goals(edition: Edition, doc: SetupDoc, notes: list[Note]) -> Counts:
    if doc.goals is None:
        names = list(edition.goal_index)[: edition.sky.sectors]
        said = [said_goal(edition.goals[edition.goal_index[name]]) for name in names]
        notes.append(Note("note.goals", {"goals": said}))
        return goal_numbers(edition, names, "setup.goals")
    return goal_numbers(edition, doc.goals, "setup.goals")


def _first(doc: SetupDoc, seats: Sequence[str], notes: list[Note]) -> int:
    if doc.first is None:
        notes.append(Note("note.first", {"seat": seats[0]}))
        return 0
    if doc.first not in seats:
        raise SetupError(f"setup.first: nobody sits at {doc.first!r}; seats are {', '.join(seats)}")
    return list(seats).index(doc.first)


def _new_moon(edition: Edition, doc: SetupDoc, notes: list[Note]) -> int:
    if doc.new_moon is None:
        notes.append(Note("note.new_moon", {"sector": 1}))
        return 1
    return sector_number(edition, doc.new_moon, "setup.new_moon")


def sector_number(edition: Edition, sector: int, key: str) -> int:
    """A sector's number; raises SetupError."""
    if not 1 <= sector <= edition.sky.sectors:
        raise SetupError(f"{key}: sectors are numbered 1 to {edition.sky.sectors}, not {sector}")
    return sector


def personal_number(edition: Edition, name: str, key: str) -> int:
    """A personal goal's number; raises SetupError."""
    if name not in edition.personal_index:
        known = ", ".join(edition.personal_index)
        raise SetupError(f"{key}: there is no personal goal {name!r}; there are {known}")
    return edition.personal_index[name]


def _personal(
    edition: Edition, doc: SetupDoc, seats: Sequence[str], notes: list[Note]
) -> list[int]:
    given = doc.personal or {}
    check_seat_keys(given, seats, "setup.personal")
    found = []
    for seat in seats:
        if seat in given:
            found.append(personal_number(edition, given[seat], f"setup.personal.{seat}"))
        else:
            notes.append(Note("note.personal", {"seat": seat}))
            found.append(UNSHOWN)
    if len(set(given.values())) != len(given):
        raise SetupError("setup.personal: no two players have the same goal")
    return found


def check_seat_keys(given: Iterable[str], seats: Sequence[str], key: str) -> None:
    """Raises SetupError for a seat at which nobody sits."""
    for seat in given:
        if seat not in seats:
            raise SetupError(f"{key}.{seat}: nobody sits there; seats are {', '.join(seats)}")


def _hands(
    edition: Edition, doc: SetupDoc, seats: Sequence[str], notes: list[Note]
) -> list[Counts]:
    given, size = doc.hands or {}, edition.setup.hand
    check_seat_keys(given, seats, "setup.hands")
    found = []
    for seat in seats:
        if seat not in given:
            notes.append(Note("note.hand", {"seat": seat, "count": size}))
            found.append((UNKNOWN[BASIC],) * size)
            continue
        hand = card_numbers(edition, given[seat], f"setup.hands.{seat}", BASIC)
        if len(hand) != size:
            raise SetupError(f"setup.hands.{seat}: {size} basic cards are dealt, not {len(hand)}")
        found.append(tuple(sorted(hand)))
    return found


def card_number(edition: Edition, name: str, key: str) -> int:
    """A card's number, also for `?basic` and `?advanced`.  Raises SetupError."""
    if name in UNKNOWN_TEXTS:
        return UNKNOWN[UNKNOWN_TEXTS.index(name)]
    if name not in edition.card_index:
        kinds = sorted({card.name.partition("-")[2] for card in edition.cards})
        raise SetupError(
            f"{key}: there is no card {name!r}; a card is a phase ({', '.join(edition.phases)}), "
            f"a dash and a kind ({', '.join(kinds)}), or ?basic or ?advanced"
        )
    return edition.card_index[name]


def card_numbers(edition: Edition, names: Iterable[str], key: str, deck: int) -> Counts:
    """Cards of one deck.  Raises SetupError."""
    found = []
    for name in names:
        number = card_number(edition, name, key)
        if edition.deck_of(number) != deck:
            raise SetupError(f"{key}: {name} is not a {DECKS[deck]} card")
        found.append(number)
    return tuple(found)


def _pile(edition: Edition, doc: SetupDoc, deck: int, notes: list[Note]) -> Pile:
    key, given = f"setup.{DECKS[deck]}", (doc.basic, doc.advanced)[deck]
    size = edition.slots(deck)
    if given is None:
        notes.append(Note("note.slots", {"deck": DECKS[deck], "count": size}))
        return Pile((UNKNOWN[deck],) * size, ())
    if len(given) != size:
        raise SetupError(f"{key}: {size} cards lie face up, not {len(given)}")
    return Pile(card_numbers(edition, given, key, deck), ())


def check_cards(state: PolarisState, key: str) -> None:
    """No more cards than were printed.  Raises SetupError."""
    edition = state.table.edition
    for deck, name in enumerate(DECKS):
        for card, count in Counter(state.seen_cards(deck)).items():
            if card >= 0 and count > edition.cards[card].count:
                raise SetupError(
                    f"{key}: there are {count} cards {edition.cards[card].name}, "
                    f"but {edition.name} has {edition.cards[card].count}"
                )
        if state.deck_left(deck) < 0:
            size = edition.deck_size(deck)
            raise SetupError(f"{key}: there are more than {size} {name} cards")
