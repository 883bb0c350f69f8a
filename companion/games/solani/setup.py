"""Setting up: what chance decided at the table, and the first state (SOL-SET-1 to 11)."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from typing import Any

import msgspec

from companion.games.contract import Note, RulingValue, SetupError
from companion.games.refusals import Value, refusal
from companion.games.shapes import setup_as
from companion.games.solani.edition import Counts, Edition
from companion.games.solani.pieces import SEATS, SIDES, Phase
from companion.games.solani.rulings import read_rulings
from companion.games.solani.state import DARK, GUIDE, NOTHING, Player, SolaniState, Table


class SolaniSetup(msgspec.Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """What chance decided: boards, planets, Dark Sky, feature cards shown.

    A missing part is assumed and said so.
    """

    boards: dict[str, str] | None = None  # seat -> board
    starter: str | None = None  # follows from the boards; may stand in for them
    planets: list[str] | dict[str, str] | None = None  # colours from the middle outwards
    spares: list[str] | None = None  # colours, the next one first
    dark_sky: str | None = None  # "D1", or "D1 r2" when turned clockwise by quarters
    display: dict[str, list[str]] | None = None  # deck -> cards shown


def set_up(
    edition: Edition,
    seats: Sequence[str],
    rulings: Mapping[str, RulingValue],
    setup: Mapping[str, Any],
) -> tuple[SolaniState, tuple[Note, ...]]:
    """The first state and notes about what was assumed.  Raises SetupError."""
    settings = read_rulings(edition, rulings)
    _check_seats(edition, seats)
    doc = setup_as(SolaniSetup, setup, "setup")
    notes = [Note("note.notice", {"notice": edition.notice})]
    table = Table(edition, settings, len(seats))
    boards, starter = _boards(edition, doc, seats, notes)
    dark = _dark_sky(edition, doc, notes)
    row, spares = _planets(table, doc, notes)
    display = _display(table, doc, notes)
    shown = [sum(1 << card for card in cards) for cards in display]
    state = SolaniState(
        table=table,
        phase=Phase.PREPARE,
        round=1,
        starter=starter,
        dark=dark,
        players=tuple(fresh_player(edition, board, dark) for board in boards),
        takes=0,
        first=NOTHING,
        market=((0,) * len(edition.clusters), (0,) * len(edition.branches)),
        unseen=(0, 0),
        bags=edition.totals(),
        row=row,
        spares=spares,
        display=display,
        decks=tuple(d.cards & ~mask for d, mask in zip(edition.decks, shown, strict=True)),
        queue=(),
        deck=NOTHING,
        drawn=(),
    )
    return state, tuple(notes)


def _check_seats(edition: Edition, seats: Sequence[str]) -> None:
    if len(seats) not in edition.players:
        values: dict[str, Value] = {
            "allowed": tuple(map(str, edition.players)),
            "count": str(len(seats)),
        }
        raise SetupError(refusal("players", edition=edition.name, **values))
    if list(seats) != list(SEATS[: len(seats)]):
        raise SetupError(f"players: seats are named {', '.join(SEATS)} in this order, not {seats}")


def fresh_player(edition: Edition, board: int, dark: tuple[int, int]) -> Player:
    """A player before the first round: guide star and Dark Sky on an empty board (SOL-SET-9)."""
    circles = bytearray(len(edition.lattice.circles))
    circles[edition.boards[board].guide] = GUIDE
    for circle in edition.dark_cards[dark[0]].circles[dark[1]]:
        circles[circle] = DARK
    return Player(board, bytes(circles), bytes(len(edition.lattice.gaps)))


def board_number(edition: Edition, name: str, key: str) -> int:
    """The number of a board by its name; raises SetupError."""
    for number, board in enumerate(edition.boards):
        if board.name.casefold() == name.casefold():
            return number
    listed = ", ".join(board.name for board in edition.boards)
    raise SetupError(f"{key}: there is no board {name}; boards are {listed}")


def check_different(edition: Edition, boards: Sequence[int], key: str) -> None:
    """Raise SetupError unless all boards differ."""
    names = [edition.boards[board].name for board in boards]
    if len(set(names)) != len(names):
        raise SetupError(f"{key}: gives a board to two seats ({', '.join(names)})")


def _check_boards(edition: Edition, boards: Sequence[int], key: str) -> None:
    """Raise SetupError unless all differ and one is the Coyote board (SOL-SET-2)."""
    check_different(edition, boards, key)
    if not any(edition.boards[board].coyote for board in boards):
        coyote = next(board.name for board in edition.boards if board.coyote)
        raise SetupError(f"{key}: one of the players must have the {coyote} board")


def _boards(
    edition: Edition, doc: SolaniSetup, seats: Sequence[str], notes: list[Note]
) -> tuple[list[int], int]:
    """Boards by seat, and who starts: at the left hand of the Coyote board (SOL-SET-11)."""
    given = {name.upper(): board for name, board in (doc.boards or {}).items()}
    starter = None if doc.starter is None else seat_number(seats, doc.starter, "setup.starter")
    if not given:
        first = 0 if starter is None else starter
        coyote = (first - 1) % len(seats)
        others = [n for n, board in enumerate(edition.boards) if not board.coyote]
        own = next(n for n, board in enumerate(edition.boards) if board.coyote)
        boards = [own if seat == coyote else others.pop(0) for seat in range(len(seats))]
        said = [
            f"{seat} {edition.boards[board].name}"
            for seat, board in zip(seats, boards, strict=True)
        ]
        notes.append(Note("note.boards", {"boards": said}))
        return boards, first
    if sorted(given) != sorted(seats):
        raise SetupError(f"setup.boards: gives every seat ({', '.join(seats)}) one board")
    boards = [board_number(edition, given[seat], f"setup.boards.{seat}") for seat in seats]
    _check_boards(edition, boards, "setup.boards")
    coyote = next(seat for seat, board in enumerate(boards) if edition.boards[board].coyote)
    left_hand = (coyote + 1) % len(seats)
    if starter not in (None, left_hand):
        raise SetupError(
            f"setup.starter: {seats[coyote]} has the Coyote board, so {seats[left_hand]} at its "
            "left hand starts"
        )
    return boards, left_hand


def seat_number(seats: Sequence[str], name: str, key: str) -> int:
    """The number of a seat by its letter; raises SetupError."""
    if name.upper() not in seats:
        raise SetupError(f"{key}: nobody sits at {name}")
    return seats.index(name.upper())


def _dark_sky(edition: Edition, doc: SolaniSetup, notes: list[Note]) -> tuple[int, int]:
    if doc.dark_sky is None:
        notes.append(Note("note.dark_sky", {"card": f"{edition.dark_cards[0].name} r0"}))
        return 0, 0
    return read_dark_sky(edition, doc.dark_sky, "setup.dark_sky")


def read_dark_sky(edition: Edition, text: str, key: str) -> tuple[int, int]:
    """A Dark Sky card and its quarter turns, such as `D1 r2`; raises SetupError."""
    name, *turn = text.split()
    names = [card.name.casefold() for card in edition.dark_cards]
    if name.casefold() not in names:
        listed = ", ".join(card.name for card in edition.dark_cards)
        raise SetupError(f"{key}: there is no Dark Sky card {name}; cards are {listed}")
    turns = [f"r{turn}" for turn in range(SIDES)]
    if len(turn) > 1 or (turn and turn[0].casefold() not in turns):
        raise SetupError(f"{key}: {text!r} is not a card such as D1 r2, turned r0 to r3")
    return names.index(name.casefold()), turns.index(turn[0].casefold()) if turn else 0


def read_colour(edition: Edition, name: str, key: str) -> int:
    """The number of a planet colour; raises SetupError."""
    if name.casefold() not in edition.colours:
        listed = ", ".join(edition.colours)
        raise SetupError(f"{key}: there is no {name} planet; colours are {listed}")
    return edition.colours.index(name.casefold())


def read_row(edition: Edition, given: Mapping[str, str], key: str) -> Counts:
    """Colours by the names of their places; raises SetupError."""
    row = [NOTHING] * len(edition.places)
    for name, colour in given.items():
        place = edition.place_index.get(name.upper(), NOTHING)
        if place == NOTHING:
            listed = ", ".join(edition.place_index)
            raise SetupError(f"{key}.{name}: there is no such place; places are {listed}")
        row[place] = read_colour(edition, colour, f"{key}.{name}")
    return tuple(row)


def _planets(table: Table, doc: SolaniSetup, notes: list[Note]) -> tuple[Counts, Counts]:
    """The row, filled from the middle outwards, and the spares (SOL-SET-7, 8)."""
    edition, count = table.edition, table.edition.row_by_players[table.seats - 1]
    names = [place.name for place in edition.places[:count]]
    given = doc.planets
    if given is None:
        notes.append(Note("note.planets"))
        given = [edition.colours[n % len(edition.colours)] for n in range(count)]
    if isinstance(given, list):
        if len(given) != count:
            raise SetupError(f"setup.planets: {table.seats} players need {count}, not {len(given)}")
        given = dict(zip(names, given, strict=True))
    if sorted(map(str.upper, given)) != sorted(names):
        raise SetupError(f"setup.planets: fills the places {', '.join(names)}")
    row = read_row(edition, given, "setup.planets")
    spares = doc.spares
    if spares is None:
        notes.append(Note("note.spares"))
        spares = [edition.colours[n % len(edition.colours)] for n in range(edition.spare)]
    if len(spares) != edition.spare:
        raise SetupError(f"setup.spares: lists {edition.spare} colours, not {len(spares)}")
    found = tuple(read_colour(edition, name, "setup.spares") for name in spares)
    for colour, used in Counter((*row, *found)).items():
        if colour != NOTHING and used > edition.planets[colour]:
            name, have = edition.colours[colour], edition.planets[colour]
            raise SetupError(f"setup.planets: {used} {name} planets are too many; there are {have}")
    return row, found


def _display(table: Table, doc: SolaniSetup, notes: list[Note]) -> tuple[Counts, ...]:
    """The cards shown of each deck (SOL-SET-5, 6)."""
    edition, given, rows = table.edition, doc.display or {}, []
    for name in given:
        if name not in edition.deck_index:
            listed = ", ".join(edition.deck_index)
            raise SetupError(f"setup.display.{name}: there is no such deck; decks are {listed}")
    for deck, kind in enumerate(edition.decks):
        key = f"setup.display.{kind.name}"
        if kind.name in given:
            row = read_cards(edition, given[kind.name], deck, key)
            if len(row) != table.row_length:
                raise SetupError(f"{key}: lists {table.row_length} cards, not {len(row)}")
        else:
            every = [n for n in range(len(edition.cards)) if kind.cards >> n & 1]
            row = tuple(every[: table.row_length])
            cards = [edition.cards[card].name for card in row]
            notes.append(Note("note.display", {"deck": kind.name, "cards": cards}))
        rows.append(row)
    return tuple(rows)


def read_cards(edition: Edition, names: Sequence[str], deck: int, key: str) -> Counts:
    """Different cards of one deck (any deck when NOTHING), by name; raises SetupError."""
    found = []
    for name in names:
        card = edition.card_index.get(name.casefold(), NOTHING)
        if card == NOTHING or deck not in (NOTHING, edition.cards[card].deck):
            of = "" if deck == NOTHING else f" of type {edition.decks[deck].name}"
            raise SetupError(f"{key}: there is no card {name}{of}")
        found.append(card)
    if len(set(found)) != len(found):
        raise SetupError(f"{key}: lists a card twice")
    return tuple(found)
