"""Setting up: what chance decided at the table, and the first state (GIRL-SET-1 to 15)."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from typing import Annotated, Any

import msgspec

from companion.games.contract import Note, RulingValue, SetupError
from companion.games.girl.edition import Counts, Edition
from companion.games.girl.pieces import BONUSES, COLOURS, FOODS, SEATS, SOURCES, Phase
from companion.games.girl.rulings import read_rulings
from companion.games.girl.state import (
    BONUS,
    NOBODY,
    Board,
    GirlState,
    Offering,
    Pile,
    Player,
    SiteState,
    Table,
    Track,
    with_byte,
)
from companion.games.refusals import Value, refusal
from companion.games.shapes import setup_as


class SetupDoc(msgspec.Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """What chance decided: Elders, Bonus tokens, Connection Rewards, the first card.

    A missing part is assumed (first seat first, highest values, first card) and said so.
    """

    elders: Annotated[
        list[str] | None,
        msgspec.Meta(description="seats, nearest behind the Girl first", examples=[["B", "A"]]),
    ] = None
    bonus: Annotated[
        dict[str, dict[str, str]] | None,
        msgspec.Meta(
            description="seat to corner to kind of Bonus token, each kind once",
            examples=[{"A": {"TL": "double", "TR": "lights", "BL": "actions", "BR": "villager"}}],
        ),
    ] = None
    rewards: Annotated[
        dict[str, list[int]] | None,
        msgspec.Meta(
            description=(
                "pile to the values in this game, one for each player: "
                '{"3": [4, 3], "4": [6, 5], "5": [8, 7], "6+": [11, 10]}'
            )
        ),
    ] = None
    card: Annotated[
        str | None, msgspec.Meta(description="the Offering card on top", examples=["O1"])
    ] = None
    cards: Annotated[
        list[str] | None,
        msgspec.Meta(description="instead of card: all cards from the top, when they are known"),
    ] = None


def set_up(
    edition: Edition,
    seats: Sequence[str],
    rulings: Mapping[str, RulingValue],
    setup: Mapping[str, Any],
) -> tuple[GirlState, tuple[Note, ...]]:
    """The first state and notes about what was assumed.  Raises SetupError."""
    settings = read_rulings(edition, rulings)
    count = _check_seats(edition, seats, settings.allow_solo)
    doc = setup_as(SetupDoc, setup, "setup")
    notes: list[Note] = []
    if count not in edition.players:
        notes.append(Note("note.solo"))
    table = Table(edition, settings, count, _card_order(edition, doc))
    order = _elders(doc, seats, notes)
    elders = tuple(settings.girl_start - 1 - order.index(seat) for seat in seats)
    state = GirlState(
        table=table,
        phase=Phase.STARGAZING,
        round=1,
        players=tuple(_player(table, bonus) for bonus in _bonus(edition, doc, seats, notes)),
        track=Track(settings.girl_start, elders, ()),
        order=(),
        actions_left=0,
        cast=(),
        ash_bag=edition.ash,
        paths=bytes(len(edition.paths.names)),
        sites=tuple(SiteState(count, NOBODY, (0,) * count) for _ in edition.sites),
        village=(0,) * count,
        piles=_piles(edition, doc, count, notes),
        offering=_offering(edition, doc, notes),
    )
    return state, tuple(notes)


def _check_seats(edition: Edition, seats: Sequence[str], solo: bool) -> int:
    allowed = (1, *edition.players) if solo else edition.players
    if len(seats) not in allowed:
        key = "players" if solo or len(seats) != 1 else "players_solo"
        values: dict[str, Value] = {"allowed": tuple(map(str, allowed)), "count": str(len(seats))}
        raise SetupError(refusal(key, edition=edition.name, **values))
    if list(seats) != list(SEATS[: len(seats)]):
        raise SetupError(f"players: seats are named {', '.join(SEATS)} in this order, not {seats}")
    return len(seats)


def _elders(doc: SetupDoc, seats: Sequence[str], notes: list[Note]) -> list[str]:
    if doc.elders is None:
        notes.append(Note("note.elders", {"seats": list(seats)}))
        return list(seats)
    if sorted(doc.elders) != sorted(seats):
        raise SetupError(f"setup.elders: lists every seat once ({', '.join(seats)})")
    return doc.elders


def _bonus(
    edition: Edition, doc: SetupDoc, seats: Sequence[str], notes: list[Note]
) -> list[tuple[int, ...]]:
    given = doc.bonus or {}
    for seat in given:
        if seat not in seats:
            raise SetupError(f"setup.bonus.{seat}: nobody sits there")
    corners = [corner.name for corner in edition.field.corners]
    missing = [seat for seat in seats if seat not in given]
    if missing:
        values = {"seats": missing, "corners": corners, "kinds": list(BONUSES)}
        notes.append(Note("note.bonus", values))
    found = []
    for seat in seats:
        if seat not in given:
            found.append(tuple(range(len(BONUSES))))
            continue
        found.append(bonus_kinds(edition, given[seat], f"setup.bonus.{seat}"))
    return found


def bonus_kinds(edition: Edition, kinds: Mapping[str, str], key: str) -> tuple[int, ...]:
    """The kind of Bonus token per corner; raises SetupError unless each lies there once."""
    corners = [corner.name for corner in edition.field.corners]
    if sorted(kinds) != sorted(corners) or sorted(kinds.values()) != sorted(BONUSES):
        raise SetupError(
            f"{key}: gives each corner ({', '.join(corners)}) one of {', '.join(BONUSES)}, "
            "each once"
        )
    return tuple(BONUSES.index(kinds[corner]) for corner in corners)


def _piles(edition: Edition, doc: SetupDoc, count: int, notes: list[Note]) -> tuple[Pile, ...]:
    given = doc.rewards or {}
    labels = [pile.label for pile in edition.piles]
    for label in given:
        if label not in labels:
            raise SetupError(f"setup.rewards.{label}: piles are {', '.join(labels)}")
    missing = [label for label in labels if label not in given]
    if missing:
        notes.append(Note("note.rewards", {"piles": missing}))
    piles = []
    for kind in edition.piles:
        values = given.get(kind.label, list(kind.values[:count]))
        check_values(f"setup.rewards.{kind.label}", values, kind.values)
        if len(values) != count:
            raise SetupError(f"setup.rewards.{kind.label}: {count} players need {count} values")
        piles.append(Pile(tuple(values), 0, False))
    return tuple(piles)


def check_values(key: str, values: Sequence[int], printed: Counts) -> None:
    """Raise SetupError unless these are some of the printed values, highest first."""
    if Counter(values) - Counter(printed):
        raise SetupError(f"{key}: {list(values)} are not among the printed {list(printed)}")
    if list(values) != sorted(values, reverse=True):
        raise SetupError(f"{key}: the highest value lies on top, so list it first")


def _offering(edition: Edition, doc: SetupDoc, notes: list[Note]) -> Offering:
    everything = (1 << len(edition.cards)) - 1
    if not edition.cards:
        return Offering(-1, 0, 0, 0)
    order = _card_order(edition, doc)
    if not order:
        notes.append(Note("note.card", {"card": edition.cards[0].name}))
    card = order[0] if order else 0
    return Offering(card, 0, everything & ~(1 << card), 0)


def _card_order(edition: Edition, doc: SetupDoc) -> tuple[int, ...]:
    """The cards from the top that the setup names; empty when it names none."""
    names = doc.cards if doc.cards is not None else [doc.card] if doc.card is not None else []
    for name in (*names, *([doc.card] if doc.card is not None else [])):
        if name not in edition.card_index:
            listed = ", ".join(edition.card_index)
            raise SetupError(f"setup.card: there is no card {name}, only {listed}")
    if len(set(names)) != len(names):
        raise SetupError("setup.cards: a card is listed twice")
    if doc.card is not None and names[:1] != [doc.card]:
        raise SetupError(f"setup.card: {doc.card} is not the first of setup.cards")
    return tuple(edition.card_index[name] for name in names)


def _player(table: Table, bonus: tuple[int, ...]) -> Player:
    edition = table.edition
    cells = len(edition.field.cells)
    kind = bytes(cells)
    for corner in edition.field.corners:
        for cell in corner.cells:
            kind = with_byte(kind, cell, BONUS)
    blank = bytes(cells)
    tiles = table.rulings.tiles_per_player
    return Player(
        board=Board(kind, blank, blank, blank, blank, blank, bonus, 0),
        light=(edition.starting_light,) * len(COLOURS),
        stardust=0,
        points=(0,) * len(SOURCES),
        food=(0,) * len(FOODS),
        villagers=edition.villagers_ready,
        kept=(),
        hand=(),
        drawn=False,
        bag=(1 << tiles) - 1,
        bag_count=tiles,
        extra_actions=False,
    )
