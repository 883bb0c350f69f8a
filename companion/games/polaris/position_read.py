"""Reads a `position` into a state; every failure names the field."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import replace
from typing import Any

from companion.games.contract import MoveTextError, SetupError
from companion.games.polaris.edition import Counts, Edition
from companion.games.polaris.move_text import read_line
from companion.games.polaris.pieces import BASIC, DECKS, EMPTY, SEATS, TO_REVEAL, Phase, Source
from companion.games.polaris.position_doc import DeckDoc, PlayerDoc, PositionDoc
from companion.games.polaris.setup import (
    card_number,
    card_numbers,
    check_cards,
    check_seat_keys,
    goal_numbers,
    personal_number,
    sector_number,
)
from companion.games.polaris.state import NOBODY, UNSHOWN, Entry, Pile, Player, PolarisState
from companion.games.shapes import setup_as

_SLOT_TEXTS = {"empty": EMPTY, "reveal": TO_REVEAL}
_SOURCES = {
    s.value: s for s in (Source.START, Source.EARLIER, Source.TELESCOPE, Source.GOAL, Source.MOST)
}


def read_position(first: PolarisState, position: Mapping[str, Any]) -> PolarisState:
    """The state that a position describes; what it leaves out is as in `first`."""
    choices = {"phase": [phase.value for phase in Phase]}
    doc = setup_as(PositionDoc, position, "position", choices)
    edition, seats = first.table.edition, SEATS[: first.table.seats]
    check_seat_keys(doc.players, seats, "position.players")
    if doc.goals is not None:
        goals = goal_numbers(edition, doc.goals, "position.goals")
        first = replace(first, table=replace(first.table, goals=goals))
    players = []
    for number, seat in enumerate(seats):
        part = doc.players.get(seat, PlayerDoc())
        players.append(_player(edition, part, first.players[number], f"position.players.{seat}"))
    new_moon = first.new_moon
    if doc.new_moon is not None:
        new_moon = sector_number(edition, doc.new_moon, "position.new_moon")
    state = replace(
        first,
        new_moon=new_moon,
        round=doc.round,
        stars=_stars(first, doc),
        lines=_lines(edition, doc.lines),
        players=tuple(players),
        dawn=card_numbers(edition, doc.dawn, "position.dawn", BASIC),
        piles=tuple(
            _pile(edition, part, deck, first.piles[deck])
            for deck, part in enumerate((doc.basic, doc.advanced))
        ),
    )
    state = _with_turns(state, doc)
    _check(state)
    return state


def _with_turns(state: PolarisState, doc: PositionDoc) -> PolarisState:
    """Phase, seat to act, telescope: what is missing follows from the rest."""
    last = tuple(_seat(state, seat, "position.last_turns") for seat in doc.last_turns)
    phase = Phase(doc.phase) if doc.phase else Phase.LAST_TURNS if last else Phase.TURNS
    if bool(last) != (phase is Phase.LAST_TURNS):
        raise SetupError("position.last_turns: lists the seats to act while phase is last_turns")
    turn = last[0] if last else state.turn
    if doc.turn is not None:
        turn = _seat(state, doc.turn, "position.turn")
        if last and turn != last[0]:
            raise SetupError("position.turn: is the first of last_turns")
    telescope = NOBODY
    if doc.telescope is not None:
        telescope = _seat(state, doc.telescope, "position.telescope")
    elif last:
        others = [seat for seat in range(state.table.seats) if seat not in last]
        telescope = (last[0] - 1) % state.table.seats if len(others) == 1 else NOBODY
        if len(others) != 1:
            raise SetupError("position.telescope: who filled the dawn track? name the seat")
    if last and telescope in last:
        raise SetupError("position.telescope: whoever holds it takes no last turn (POL-ROUND-3)")
    if phase is Phase.TURNS and telescope != NOBODY:
        raise SetupError("position.telescope: nobody holds it before the dawn track is full")
    return replace(state, phase=phase, turn=turn, last_turns=last, telescope=telescope)


def _seat(state: PolarisState, name: str, key: str) -> int:
    if name not in SEATS[: state.table.seats]:
        raise SetupError(f"{key}: nobody sits at {name!r}")
    return SEATS.index(name)


def _player(edition: Edition, doc: PlayerDoc, first: Player, key: str) -> Player:
    hand, goal = first.hand, first.goal
    if doc.hand is not None:
        hand = tuple(sorted(card_number(edition, name, f"{key}.hand") for name in doc.hand))
        if len(hand) > edition.turn.hand_limit:
            limit = edition.turn.hand_limit
            raise SetupError(f"{key}.hand: holds {len(hand)} cards; the limit is {limit}")
    if doc.goal is not None:
        goal = personal_number(edition, doc.goal, f"{key}.goal")
    return Player(
        hand=hand,
        shooting_stars=first.shooting_stars if doc.shooting_stars is None else doc.shooting_stars,
        goal=goal,
        ledger=_ledger(doc, first, key),
    )


def _ledger(doc: PlayerDoc, first: Player, key: str) -> tuple[Entry, ...]:
    if doc.score is None:
        return first.ledger
    if isinstance(doc.score, int):
        return (Entry(Source.EARLIER, "", doc.score),)
    entries = []
    for text, vp in doc.score.items():
        source, _, name = text.partition(" ")
        if source not in _SOURCES:
            raise SetupError(f"{key}.score.{text}: must begin with {', '.join(_SOURCES)}")
        entries.append(Entry(_SOURCES[source], name, vp))
    return tuple(entries)


def _stars(first: PolarisState, doc: PositionDoc) -> Counts:
    """The masks of stars; no space holds two."""
    edition = first.table.edition
    neutral = doc.neutral
    groups = [
        (f"position.players.{seat}.stars", doc.players.get(seat, PlayerDoc()).stars)
        for seat in SEATS[: first.table.seats]
    ]
    masks, taken = [], 0 if neutral is not None else first.stars[-1]
    if neutral is not None:
        groups.append(("position.neutral", neutral))
    for key, names in groups:
        mask = _spaces(edition, names, key)
        if mask & taken:
            name = edition.sky.space_names(mask & taken)[0]
            raise SetupError(f"{key}: two stars lie on {name}")
        if mask.bit_count() > edition.components.stars and key != "position.neutral":
            raise SetupError(f"{key}: more than {edition.components.stars} stars of one colour")
        taken |= mask
        masks.append(mask)
    return (*masks, first.stars[-1]) if neutral is None else tuple(masks)


def _spaces(edition: Edition, names: Iterable[str], key: str) -> int:
    mask = 0
    for name in names:
        space = edition.sky.index.get(name)
        if space is None or space == edition.sky.north:
            raise SetupError(f"{key}: there is no round space {name!r}, such as 2,1")
        if mask >> space & 1:
            raise SetupError(f"{key}: {name} is listed twice")
        mask |= 1 << space
    return mask


def _lines(edition: Edition, texts: Iterable[str]) -> int:
    key, mask = "position.lines", 0
    index = edition.sky.index
    for text in texts:
        try:
            line = read_line(text)
        except MoveTextError as error:
            raise SetupError(f"{key}: {error}") from error
        pair = index.get(line.one, -1), index.get(line.other, -1)
        number = edition.sky.line_index.get(pair)
        if number is None:
            raise SetupError(f"{key}: there is no line image {text}")
        if mask >> number & 1:
            raise SetupError(f"{key}: {text} is listed twice")
        mask |= 1 << number
    if mask.bit_count() > edition.components.lines:
        raise SetupError(f"{key}: more than {edition.components.lines} line tokens")
    return mask


def _pile(edition: Edition, doc: DeckDoc, deck: int, first: Pile) -> Pile:
    key = f"position.{DECKS[deck]}"
    discards = tuple(sorted(card_numbers(edition, doc.discards, f"{key}.discards", deck)))
    if doc.slots is None:
        return Pile(first.slots, discards)
    slots = []
    for text in doc.slots:
        if text in _SLOT_TEXTS:
            slots.append(_SLOT_TEXTS[text])
        else:
            slots += card_numbers(edition, [text], f"{key}.slots", deck)
    if len(slots) != edition.slots(deck):
        raise SetupError(f"{key}.slots: lists {edition.slots(deck)} slots, not {len(slots)}")
    return Pile(tuple(slots), discards)


def _check(state: PolarisState) -> None:
    """What would make the rules stumble."""
    edition = state.table.edition
    if state.round > edition.rounds:
        raise SetupError(f"position.round: there are {edition.rounds} rounds")
    if any(not edition.cards[card].dawn for card in state.dawn if card >= 0):
        raise SetupError("position.dawn: only dawn cards lie on the dawn track")
    full = state.dawn_spaces
    if len(state.dawn) > full:
        raise SetupError(f"position.dawn: in round {state.round} the track has {full} spaces")
    if state.phase is Phase.TURNS and len(state.dawn) == full:
        raise SetupError("position.dawn: the track is full, so last_turns names who still acts")
    waiting = sum(pile.slots.count(TO_REVEAL) for pile in state.piles)
    if waiting > 1:
        raise SetupError("position: more than one slot waits for its next card")
    goals = [player.goal for player in state.players if player.goal != UNSHOWN]
    if len(set(goals)) != len(goals):
        raise SetupError("position.players: no two players have the same personal goal")
    check_cards(state, "position")
