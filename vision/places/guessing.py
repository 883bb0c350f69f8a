"""What may lie lowest in places that are alike: bare print and pieces, in the order that spares
most work.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence

from companion.places import Family
from vision.places.bank import Bank
from vision.places.base import (
    Guess,
    closer,
    guess_ground,
    guess_pieces,
    is_obvious,
    is_rather_a_piece,
)
from vision.places.sheet import Sheet
from vision.places.spots import Spot
from vision.places.stands import Numbers

Banks = Callable[[int, Family], Bank]


def likely_bases(
    group: Sequence[Spot],
    ground: tuple[Bank, Numbers] | None,
    banks: Banks,
    sheet: Sheet,
    floor_mm: float,
) -> list[list[Guess]]:
    """What may lie lowest in each place of a group of one sort, best first.

    `ground` has the templates of their bare print and the row of each, `banks` those of a family
    for the board of a number.
    """
    if ground is None:
        return [_sorted(own) for own in _pieces(group, banks, sheet, floor_mm)]
    bare = guess_ground(group, *ground, sheet, floor_mm)
    if not group[0].fitted:
        return [[guess] for guess in closer(bare, group, sheet)]
    early = [i for i, guess in enumerate(bare) if not is_rather_a_piece(guess)]
    _look_closer(bare, early, group, sheet)
    open_ = [i for i, guess in enumerate(bare) if not is_obvious(guess)]
    costs = [bare[i].cost for i in open_]
    some = _pieces([group[i] for i in open_], banks, sheet, floor_mm, costs)
    pieces = dict(zip(open_, some, strict=True))
    late = [i for i in open_ if i not in early and not is_rather_a_piece(bare[i], pieces[i])]
    _look_closer(bare, late, group, sheet)
    return [_sorted([guess, *pieces.get(index, ())]) for index, guess in enumerate(bare)]


def _look_closer(
    bare: list[Guess], which: Sequence[int], group: Sequence[Spot], sheet: Sheet
) -> None:
    """Some guesses of bare print moved and lit, in place."""
    found = closer([bare[i] for i in which], [group[i] for i in which], sheet)
    for index, guess in zip(which, found, strict=True):
        bare[index] = guess


def _pieces(
    group: Sequence[Spot],
    banks: Banks,
    sheet: Sheet,
    floor_mm: float,
    bare: Sequence[float] | None = None,
) -> list[list[Guess]]:
    """The pieces that may fill each place of a group; `bare` is what bare print costs."""
    guesses: list[list[Guess]] = [[] for _ in group]
    for family in group[0].fitted if group else ():
        bank = banks(group[0].board, family)
        likely = guess_pieces(group, family, bank, sheet, floor_mm, bare)
        for own, more in zip(guesses, likely, strict=True):
            own += more
    return guesses


def _sorted(guesses: list[Guess]) -> list[Guess]:
    return sorted(guesses, key=lambda guess: guess.cost)
