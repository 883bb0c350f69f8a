"""What a place holds as a whole: its base, the small pieces on it, and what nothing explains."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from companion.places import Family
from vision.places.bank import Bank
from vision.places.base import Guess
from vision.places.departures import Departures, departures
from vision.places.duel import duels
from vision.places.ground import turning
from vision.places.loose import find_loose
from vision.places.loose_fits import Tried
from vision.places.loose_piece import Loose
from vision.places.loose_spots import MANY, Field
from vision.places.sheet import Sheet
from vision.places.spots import Spot

Lying = tuple[NDArray[np.float64], tuple[float, float], float]  # outline, middle, height of top

PIECE_PRICE = 60.0  # cost times mm2 that a small piece has to explain before it is believed
# Small pieces of which a darker or brighter shade differs by fewer tones have the colour of what
# they lie on: a blur mixes what is printed on them into it.
_OWN_COLOUR, _DARKER, _BRIGHTER = 14.0, 0.5, 1.3
# What pieces of other places explain (cost times mm2) when they do reach into a place.
_REACHES_IN = 8.0
# No even colour beats a base that leaves no more, in light that takes no more contrast away.
_EXPLAINED, _HARDLY_DIMMED = 0.6, 0.1
LEFT_OVER_MM = 3.0  # radius of the smallest thing that must not go unnoticed


@dataclass(frozen=True)
class Content:
    """One way to understand a place.

    `others` are the guesses of the base's own family that may lie there instead, each with the
    logarithm of how much likelier the base is.  `light` is how the base lies, its light measured
    where no piece lies on it.  `total` is the mean cost over the whole place, pieces priced,
    `rest` the mean departure of what no piece covers, `unforgiven` the same with shadows counted,
    `flat` what one even colour would leave of it instead (0 where the base explains so much that
    this says nothing), `left_over` the worst mean departure
    under a small disc that nothing explains, `bright` how bright the place is beside what is to be
    expected, `almost` by how much a small piece that is not believed would explain some spot
    better, `heaped` whether small pieces may lie there on each other, `camouflaged` whether one of
    the base's own colour may lie on it.
    """

    base: Guess
    others: tuple[tuple[Guess, float], ...]
    pieces: tuple[Loose, ...]
    light: tuple[float, ...]
    total: float
    rest: float
    unforgiven: float
    flat: float
    left_over: float
    bright: float
    almost: float
    heaped: bool = False
    camouflaged: bool = False

    def lying(self) -> Iterator[Lying]:
        """All its pieces as they lie."""
        base = self.base
        if base.family is not None:
            outline = np.array(base.family.outline_mm) @ turning(base.up_deg + base.turn_deg)
            yield outline, base.centre_mm, base.height_mm
        for piece in self.pieces:
            yield piece.outline_mm, piece.centre_mm, piece.height_mm

    def templates(self) -> Iterator[tuple[Bank, int]]:
        """The template of each piece: the bank and its row."""
        if self.base.family is not None:
            yield self.base.bank, self.base.row
        for piece in self.pieces:
            yield piece.bank, piece.row


@dataclass(frozen=True)
class Question:
    """A place to be understood: what may lie lowest in it, the base that is assumed, the pieces of
    other places that may reach into it, and what holds if none does.
    """

    spot: Spot
    base: Guess
    guesses: Sequence[Guess]
    beside: Sequence[Lying] = ()
    otherwise: Content | None = None


def contents(
    questions: Sequence[Question],
    banks: Callable[[int, Family], Bank],
    sheet: Sheet,
    tried: Tried,
) -> list[Content]:
    """What lies on the assumed bases, in the order of the questions.

    `banks` has the templates of a family for the board of a number; `tried` is kept for a frame.
    """
    groups: dict[tuple[int, ...], list[int]] = {}
    for index, asked in enumerate(questions):
        small = (id(banks(asked.spot.board, family)) for family in _allowed(asked))
        groups.setdefault((id(asked.base.bank), *small), []).append(index)
    parts = [[questions[i] for i in members] for members in groups.values()]
    fields = [_field(group, banks, sheet) for group in parts]
    made: dict[int, Content] = {}
    searched = find_loose(fields, sheet, tried)
    for members, group, field, loose in zip(groups.values(), parts, fields, searched, strict=True):
        made |= zip(members, _group_contents(group, field, loose), strict=True)
    return [made[index] for index in range(len(questions))]


def _field(group: Sequence[Question], banks: Callable[[int, Family], Bank], sheet: Sheet) -> Field:
    """Places whose bases are of one bank and bear the same families, as they are to be searched."""
    found = departures([asked.spot for asked in group], [asked.base for asked in group], sheet)
    explained = np.zeros(len(group))
    for number, asked in enumerate(group):
        for outline, centre, height in asked.beside:
            explained[number] += found.explain(number, outline, centre, height, sheet)
    known = np.array([asked.otherwise is not None for asked in group])
    first = group[0]
    families = [(family, banks(first.spot.board, family)) for family in _allowed(first)]
    capacity = np.array([asked.spot.place.capacity for asked in group], np.int64)
    return Field(found, families, capacity, ~known | (explained > _REACHES_IN))


def _group_contents(
    group: Sequence[Question],
    field: Field,
    searched: tuple[list[list[Loose]], list[float]],
) -> list[Content]:
    """Contents of the places of one field, given the small pieces found in each."""
    (loose, almost), found = searched, field.found
    others = _duelled(found, group)
    rest, left_over = rests(found)
    sizes = found.mask.sum(axis=(1, 2))
    areas = sizes / found.px_per_mm**2
    unforgiven = found.square.sum(axis=(1, 2)) / np.maximum(sizes, 1)
    flat = flat_of(found, unforgiven)
    light = found.relit([number for number, pieces in enumerate(loose) if pieces])
    winners = [_winner(asked.base, own) for asked, own in zip(group, others, strict=True)]
    camouflaged = _camouflages([base for base, _ in winners], field)
    every = []
    for number, (asked, (base, beaten)) in enumerate(zip(group, winners, strict=True)):
        if asked.otherwise is not None and not field.searched[number]:
            every.append(asked.otherwise)
            continue
        pieces = loose[number]
        spent = sum(piece.cost * piece.bank.area_mm2 + PIECE_PRICE for piece in pieces)
        left = unforgiven[number] * areas[number]
        every.append(
            Content(
                base,
                beaten,
                tuple(pieces),
                light.get(number, base.lie),
                float((left + spent) / max(areas[number], 1.0)),
                float(rest[number]),
                float(unforgiven[number]),
                float(flat[number]),
                float(left_over[number]),
                float(found.bright[number]),
                almost[number],
                asked.spot.place.capacity > MANY and len(pieces) > 1,
                bool(camouflaged[number]),
            )
        )
    return every


def _camouflages(bases: Sequence[Guess], field: Field) -> NDArray[np.bool_]:
    """For each of the bases, all of one bank, whether a small piece that may lie on it has its
    colour.
    """
    alike = np.zeros(len(bases), bool)
    if bases[0].family is None or not field.families:
        return alike
    own = bases[0].bank.colours[[base.row for base in bases]]
    square = np.maximum((own * own).sum(axis=1), 1.0)
    for _, bank in field.families:
        shade = np.clip(own @ bank.colours.T / square[:, None], _DARKER, _BRIGHTER)
        off = np.linalg.norm(bank.colours - shade[..., None] * own[:, None], axis=2)
        alike |= (off < _OWN_COLOUR).any(axis=1)
    return alike


def _duelled(found: Departures, group: Sequence[Question]) -> list[list[tuple[Guess, float]]]:
    """For each place the other guesses of its base's family, each after its duel."""
    pairs = [
        (number, asked.base, guess)
        for number, asked in enumerate(group)
        if asked.base.family is not None
        for guess in asked.guesses
        if guess.bank is asked.base.bank and guess is not asked.base
    ]
    results: list[list[tuple[Guess, float]]] = [[] for _ in group]
    for (number, _, guess), likelier in zip(pairs, duels(found, pairs), strict=True):
        results[number].append((guess, likelier))
    return results


def _winner(
    base: Guess, others: Sequence[tuple[Guess, float]]
) -> tuple[Guess, tuple[tuple[Guess, float], ...]]:
    """The guess that wins all duels, and the others beside it."""
    best, likelier = min(others, key=lambda pair: pair[1], default=(base, 0.0))
    if likelier >= 0:
        return base, tuple(others)
    rest = [(guess, value - likelier) for guess, value in others if guess is not best]
    return best, ((base, -likelier), *rest)


def _allowed(asked: Question) -> list[Family]:
    """The small families that may lie on the assumed base."""
    base, loose = asked.base.family, asked.spot.loose
    return [family for family in loose if base is None or base.name in family.lies_on]


def flat_of(found: Departures, unforgiven: NDArray[np.float64]) -> NDArray[np.float64]:
    """What one even colour would leave of each place, of which the base leaves `unforgiven`."""
    gains = np.array([base.lie[3] for base in found.bases])
    flat = np.zeros(len(gains))
    open_ = np.flatnonzero((unforgiven > _EXPLAINED) | (gains < -_HARDLY_DIMMED))
    flat[open_] = found.flat(open_)
    return flat


def rests(found: Departures) -> tuple[NDArray[np.float64], NDArray[np.float64]]:
    """For each place the mean departure of what is unexplained, and its worst spot."""
    area = found.mask.sum(axis=(1, 2))
    rest = found.shaded.sum(axis=(1, 2)) / np.maximum(area, 1)
    radius = LEFT_OVER_MM * found.px_per_mm
    reach = int(np.ceil(radius))
    y, x = np.mgrid[-reach : reach + 1, -reach : reach + 1]
    disc = (np.hypot(x, y) <= radius).astype(np.float32)
    worst = found.means(disc / disc.sum(), shaded=True).max(axis=(1, 2))
    return np.asarray(rest, np.float64), np.asarray(worst, np.float64)
