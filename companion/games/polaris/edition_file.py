"""Checks an edition document and builds the `Edition` the rules use.

Every failure is one sentence that names the file and the key.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from companion.games.contract import EditionError
from companion.games.polaris.edition import Card, Edition, Goal, Option, Scale, Sky
from companion.games.polaris.edition_doc import CardDoc, EditionDoc, GoalDoc, OptionDoc
from companion.games.polaris.edition_shapes import build_personal
from companion.games.polaris.edition_sky import Wrong, build_chart, build_sky, index_of, wrong
from companion.games.polaris.pieces import BASIC, DECKS, DIRECTIONS, GoalKind
from companion.games.shapes import edition_as


def read_edition(document: Mapping[str, Any], where: str) -> Edition:
    """Check a parsed edition file; `where` names it in errors.  Raises EditionError."""
    doc = edition_as(EditionDoc, document, where)
    try:
        return _build(doc)
    except Wrong as error:
        raise EditionError(f"{where}: {error}") from error


def _build(doc: EditionDoc) -> Edition:
    sky = build_sky(doc.sky)
    index_of("phases", doc.phases)
    _check_rounds(doc)
    cards = tuple(card for kind in doc.card for card in _cards(doc, kind))
    goals = tuple(_goal(number, goal, sky) for number, goal in enumerate(doc.goal))
    personal = tuple(build_personal(p, n) for n, p in enumerate(doc.personal))
    edition = Edition(
        name=doc.name,
        players=tuple(sorted(set(doc.players))),
        neutral_players=tuple(doc.neutral_players),
        rounds=doc.rounds,
        phases=tuple(doc.phases),
        components=doc.components,
        setup=doc.setup,
        turn=doc.turn,
        round=doc.round,
        scoring=doc.scoring,
        constellation=_scale("scoring.constellation", doc.scoring.constellation, 1),
        personal_scale=_scale("scoring.personal", doc.scoring.personal, 1),
        cards=cards,
        card_index=index_of("card", (card.name for card in cards)),
        goals=goals,
        goal_index=index_of("goal", (goal.name for goal in goals)),
        personal=personal,
        personal_index=index_of("personal", (goal.name for goal in personal)),
        sky=sky,
        chart=build_chart(doc.sky),
        print=doc.print,
    )
    _check_counts(doc, edition)
    return edition


def _check_counts(doc: EditionDoc, edition: Edition) -> None:
    """POL-COMP: the lists add up to the printed counts."""
    printed = doc.components
    decks = [sum(card.count for card in edition.cards if card.deck == n) for n in range(len(DECKS))]
    for key, said, listed in (
        ("components.basic", printed.basic, decks[BASIC]),
        ("components.advanced", printed.advanced, sum(decks) - decks[BASIC]),
        ("components.goals", printed.goals, len(doc.goal)),
        ("components.personal", printed.personal, len(doc.personal)),
    ):
        if said != listed:
            wrong(key, f"says {said}, but the file lists {listed}")
    most = max(doc.players)
    if decks[BASIC] < doc.setup.basic_slots + most * doc.setup.hand:
        wrong("setup.hand", f"{decks[BASIC]} basic cards are too few for {most} players")
    if decks[1] < doc.setup.advanced_slots:
        wrong("setup.advanced_slots", f"there are only {decks[1]} advanced cards")
    if len(doc.setup.shooting_stars) < most:
        wrong("setup.shooting_stars", f"lists fewer numbers than there can be players ({most})")
    if len(doc.personal) < most:
        wrong("personal", f"lists fewer goals than there can be players ({most})")
    if doc.setup.hand > doc.turn.hand_limit:
        wrong("setup.hand", "is more than turn.hand_limit")
    if any(count not in doc.players for count in doc.neutral_players):
        wrong("neutral_players", "names a number that players does not")
    if not any(card.dawn for card in edition.cards):
        wrong("card", "no card has dawn = true, so no round would ever end")


def _check_rounds(doc: EditionDoc) -> None:
    """The frame has a piece and a goal for every sector; the track outlasts the rounds."""
    if len(doc.phases) != doc.sky.sectors:
        wrong("phases", f"there are {doc.sky.sectors} sectors, so as many phases")
    if doc.rounds > doc.sky.sectors:
        wrong("rounds", f"there are only {doc.sky.sectors} goals beside the sectors to score")
    if len(doc.goal) < doc.sky.sectors:
        wrong("goal", f"one for each of the {doc.sky.sectors} sectors is needed")
    if doc.round.dawn_track < doc.rounds:
        least = doc.rounds
        wrong("round.dawn_track", f"must be at least {least}: a goal covers a space each round")


def _scale(key: str, rows: Sequence[tuple[int, int]], first: int) -> Scale:
    counts = [count for count, _ in rows]
    if counts[0] != first or sorted(set(counts)) != counts:
        wrong(key, f"begins with the count {first} and rises")
    return tuple(rows)


def _cards(doc: EditionDoc, kind: CardDoc) -> list[Card]:
    options = tuple(_option(f"card {kind.kind}", option) for option in kind.options)
    if kind.dawn and kind.deck != DECKS[BASIC]:
        wrong(f"card {kind.kind}", "a dawn card belongs to the basic deck")
    unknown = sorted(set(kind.counts) - set(doc.phases))
    if unknown:
        wrong(f"card {kind.kind}.counts", f"there is no phase {unknown[0]}")
    return [
        Card(
            name=f"{phase}-{kind.kind}",
            deck=DECKS.index(kind.deck),
            phase=number,
            count=kind.counts[phase],
            dawn=kind.dawn,
            options=options,
        )
        for number, phase in enumerate(doc.phases)
        if phase in kind.counts
    ]


def _option(key: str, doc: OptionDoc) -> Option:
    places: dict[str, int] = {}
    stars, lines = [], []
    for element in doc.elements:
        what, *letters = element.split(" ")
        numbers = [places.setdefault(letter, len(places)) for letter in letters]
        if what == "star":
            stars.append(numbers[0])
        elif numbers[0] == numbers[1]:
            wrong(key, f"{element!r} leads from a place to itself")
        else:
            lines.append((DIRECTIONS.index(what), numbers[0], numbers[1]))
    if len(set(stars)) != len(stars):
        wrong(key, "two stars are at the same place")
    return Option(tuple(stars), tuple(lines), len(places), doc.shooting_stars)


def _goal(number: int, doc: GoalDoc, sky: Sky) -> Goal:
    key, kind = f"goal[{number}]", GoalKind(doc.kind)
    mask = 0
    if kind is GoalKind.SECTOR:
        if doc.number is None or doc.number > sky.sectors:
            wrong(f"{key}.number", f"is a sector, 1 to {sky.sectors}")
        mask = sky.sector_spaces[doc.number - 1]
    elif kind is GoalKind.ORBIT:
        if doc.number is None or doc.number not in sky.orbits:
            wrong(f"{key}.number", f"is an orbit, one of {', '.join(map(str, sky.orbits))}")
        mask = sky.orbits[doc.number]
    elif doc.number is not None:
        wrong(f"{key}.number", f"goals of the kind {doc.kind} have none")
    elif kind is GoalKind.BORDERS:
        mask = sky.red
    if kind in (GoalKind.ORBITS, GoalKind.SECTORS) and (doc.then or 0) < doc.at_least:
        wrong(f"{key}.then", "says how many stars decide a tie, at least as many as at_least")
    if kind is GoalKind.SURROUNDED and doc.then_lines is None:
        wrong(f"{key}.then_lines", "says how many lines round a star decide a tie")
    return Goal(
        name=doc.name,
        kind=kind,
        scale=_scale(f"{key}.scale", doc.scale, 0),
        mask=mask,
        number=doc.number or 0,
        at_least=doc.at_least,
        then=doc.then or 0,
        then_lines=doc.then_lines or 0,
    )
