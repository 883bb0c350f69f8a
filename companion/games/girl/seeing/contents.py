"""What a place may hold, from a reader's report of it: contents with their probabilities."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from itertools import islice, product

from companion.flow import PlaceReading, PlaceStatus, Sighting
from companion.games.girl.art import names
from companion.games.girl.art.families import BACK
from companion.games.girl.edition import Edition
from companion.games.girl.explaining.features import normal
from companion.games.girl.pieces import SIDES
from companion.games.girl.seeing.looks import CARD, FOOD, MAIN, SKY, Content, Spot

LEAST_PROBABILITY = 0.005
MOST_OPTIONS = 6
_SIXTH_DEG = 360.0 / SIDES
_COUNT = re.compile(r" x(\d{1,2})\Z", re.ASCII)
_TURNED = re.compile(r" turned (\d{1,3})°\Z", re.ASCII)
_PREFIXED = ("crystal", "reward", "card", "bonus", "food")
_FOLLOWS = {"player": ("crystal", "bonus", "villager"), "main": ("reward", "stardust")}


@dataclass(frozen=True, slots=True)
class Option:
    """One way to understand a place: what moves put there, and what follows from them."""

    firm: Content
    upkeep: Content
    probability: float


def options_of(edition: Edition, spot: Spot, reading: PlaceReading) -> list[Option]:
    """The contents that a place may have, likeliest first; none when it can't be told at all."""
    if reading.status is PlaceStatus.COVERED:
        return []
    if reading.status is PlaceStatus.READ:
        lying = [_word(edition, piece, _best_kind(piece)) for piece in reading.pieces]
        return [_option(edition, spot, lying, 1.0)]
    shares: dict[tuple[str, ...], float] = {}
    for words, share in _by_kinds(edition, reading):
        shares[words] = max(shares.get(words, 0.0), share)
    for text, share in reading.alternatives:
        words = tuple(_read_words(edition, text))
        shares[words] = max(shares.get(words, 0.0), share)
    return _tidy([_option(edition, spot, words, share) for words, share in shares.items()])


def _tidy(options: Iterable[Option]) -> list[Option]:
    """Alike ones joined, unlikely ones left out, adding up to at most 1."""
    joined: dict[tuple[Content, Content], float] = {}
    for option in options:
        key = option.firm, option.upkeep
        joined[key] = joined.get(key, 0.0) + option.probability
    total = max(1.0, sum(joined.values()))
    ordered = sorted(joined.items(), key=lambda pair: -pair[1])[:MOST_OPTIONS]
    return [Option(*key, share / total) for key, share in ordered if share >= LEAST_PROBABILITY]


def _by_kinds(edition: Edition, reading: PlaceReading) -> Iterator[tuple[tuple[str, ...], float]]:
    """The pieces that are reported, with the other kinds that each may be."""
    choices = [
        [(_word(edition, piece, kind), share) for kind, share in piece.kinds]
        or [(_word(edition, piece, _best_kind(piece)), 1.0)]
        for piece in reading.pieces
    ]
    for number, picks in enumerate(islice(product(*choices), 4 * MOST_OPTIONS)):
        share = 1.0
        for _, part in picks:
            share *= part
        share = reading.probability if number == 0 else min(share, 1.0)
        yield tuple(word for word, _ in picks), share


def _best_kind(piece: Sighting) -> str:
    return piece.kind or (piece.kinds[0][0] if piece.kinds else "")


def _word(edition: Edition, piece: Sighting, kind: str) -> str:
    if piece.family == "star":
        return _star(edition, kind, piece.turn_deg or 0.0)
    return f"{piece.family} {kind}" if piece.family in _PREFIXED else kind


def _star(edition: Edition, kind: str, turn_deg: float) -> str:
    turns = round(turn_deg / _SIXTH_DEG) % SIDES
    return normal(edition, f"back r{turns}" if kind == BACK else f"{kind} r{turns} front")


def _read_words(edition: Edition, text: str) -> Iterator[str]:
    """The pieces of an alternative in words, such as `star T09 turned 60° + crystal red`."""
    for part in [] if text == "empty" else text.split(" + "):
        count = _COUNT.search(part)
        words = part[: count.start()] if count else part
        turned = _TURNED.search(words)
        words = words[: turned.start()] if turned else words
        family, _, kind = words.partition(" ")
        if family == "star":
            words = _star(edition, kind, float(turned[1]) if turned else 0.0)
        elif family == kind:
            words = kind
        yield from [words] * (int(count[1]) if count else 1)


def _option(edition: Edition, spot: Spot, words: Iterable[str], share: float) -> Option:
    """The words sorted by what they are evidence of."""
    board, place = spot
    kind = board.split(" ")[0]
    follows = ("elder",) if board == SKY else _FOLLOWS.get(kind, ())
    mine: list[str] = []
    other: list[str] = []
    for word in words:
        family = word.split(" ")[0]
        is_path = board == MAIN and family == "crystal"
        (other if family in follows and not is_path else mine).append(word)
    if board == MAIN:
        other = other[-1:]  # of a pile only the top counts
        mine = _on_main(edition, spot, mine)
    elif board == SKY:
        mine = [word for word in mine if word.split(" ")[0] in ("girl", "villager")]
    elif place in edition.field.corner_index:
        mine = []
    return Option(tuple(sorted(mine)), tuple(sorted(other)), share)


def _on_main(edition: Edition, spot: Spot, words: list[str]) -> list[str]:
    """Of cards the top one; foraging spaces hold only food, whichever is read."""
    if spot == CARD:
        return [word for word in words if word.startswith("card ")][-1:]
    if spot[1] in edition.site_index:
        return [FOOD for word in words if word.startswith("food ")]
    if spot[1].startswith(names.offering("")):
        return [word for word in words if word.startswith("food ")]
    return words
