"""Reads the text form of moves (written by `move_write`).

Forgiven are blanks, letter case, lines in any order, brackets around cells, `2w` for `2+w`.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence

from companion.games.contract import MoveTextError
from companion.games.solani.lattice import Cell
from companion.games.solani.moves import (
    Discard,
    DrawCards,
    Feature,
    Keep,
    Move,
    Pass,
    Place,
    Prepare,
    Refill,
    Take,
    Tidy,
)
from companion.games.solani.pieces import LINES, NOWHERE, UNSEEN, Kind

LONGEST_MOVE = 2000
_SEAT = re.compile(r"[A-Za-z]\Z")
_NAME = re.compile(r"[A-Za-z0-9][A-Za-z0-9-]{0,11}\Z")
_CLUSTER = re.compile(r"([1-9])(?:\+?(w{1,3}|white))?\Z", re.IGNORECASE | re.ASCII)
_CELL = re.compile(r"([cb]?)\(?(\d{1,2}),(\d{1,2})\)?\Z", re.IGNORECASE | re.ASCII)
_LISTS = {"clusters": ("clusters", "cluster"), "branches": ("branches", "branch")}


class _Words:
    """The words of a move, taken one after another."""

    def __init__(self, words: Sequence[str]) -> None:
        self._words = list(words)

    def take(self, what: str) -> str:
        if not self._words:
            raise MoveTextError(f"ends before {what}")
        return self._words.pop(0)

    def next_is(self, *choices: str) -> bool:
        """Whether the next word is one of these; it is left standing."""
        return bool(self._words) and self._words[0].casefold() in choices

    def name(self, what: str) -> str:
        word = self.take(what)
        if not _NAME.match(word):
            raise MoveTextError(f"{word!r} is not {what}")
        return word.casefold()

    def seat(self) -> str:
        word = self.take("a seat such as A")
        if not _SEAT.match(word):
            raise MoveTextError(f"{word!r} is not a seat such as A")
        return word.upper()

    def kind(self, *choices: str) -> str:
        word = self.take(" or ".join(choices)).casefold()
        if word not in choices:
            raise MoveTextError(f"{word!r} stands where {' or '.join(choices)} belongs")
        return word

    def rest(self) -> list[str]:
        rest, self._words = self._words, []
        return rest


def read_move(text: str) -> Move:
    """Read a move.  Raises MoveTextError saying what does not fit."""
    if len(text) > LONGEST_MOVE:
        raise MoveTextError(f"a move has at most {LONGEST_MOVE} characters", EXAMPLES["place"])
    words = _Words(text.split())
    if not text.strip():
        raise MoveTextError("nothing is written", EXAMPLES["place"])
    verb = words.take("a verb").casefold()
    reader = _READERS.get(verb)
    if reader is None:
        raise MoveTextError(
            f"{verb!r} is no move; moves begin with {', '.join(_READERS)}", EXAMPLES["place"]
        )
    try:
        move = reader(words)
        left = words.rest()
    except MoveTextError as error:
        raise MoveTextError(f"{verb}: {error}", EXAMPLES[verb]) from error
    if left:
        extra = " ".join(left)
        raise MoveTextError(f"{verb}: nothing may follow, but there is {extra!r}", EXAMPLES[verb])
    return move


def read_cluster(text: str) -> str:
    """The name of a cluster, `2` or `2+w`; raises MoveTextError."""
    found = _CLUSTER.match(text)
    if found is None:
        raise MoveTextError(f"{text!r} is not a cluster such as 2, or 2+w with a white star")
    white = (found[2] or "").casefold()
    white = "w" if white == "white" else white
    return f"{found[1]}+{white}" if white else found[1]


def read_cell(text: str, kind: str) -> Cell:
    """A circle such as `c2,1`, or a gap such as `b1,0` for a branch; raises MoveTextError."""
    letter, what = ("b", "a gap") if kind == Kind.BRANCH.value else ("c", "a circle")
    found = _CELL.match(text)
    if found is None or found[1].casefold() not in ("", letter):
        raise MoveTextError(f"{text!r} is not {what} such as {letter}2,1 (row, column)")
    return int(found[2]), int(found[3])


def read_lines(words: Sequence[str]) -> tuple[str, ...]:
    """Lines such as `NE SE`, clockwise from NW; raises MoveTextError."""
    given = [line for word in words for line in re.split("[,/]", word.upper())]
    for line in given:
        if line not in LINES:
            raise MoveTextError(f"{line!r} is not a line; they are {', '.join(LINES)}")
    if len(set(given)) != len(given) or not given:
        raise MoveTextError("a branch says each of its lines once, such as NE SE")
    return tuple(line for line in LINES if line in given)


def _prepare(words: _Words) -> Move:
    words.kind(*_LISTS["clusters"])
    clusters = []
    while not words.next_is(*_LISTS["branches"]):
        word = words.take("a cluster, or the word branches")
        clusters.append(UNSEEN if word == UNSEEN else read_cluster(word))
    words.kind(*_LISTS["branches"])
    return Prepare(tuple(clusters), _names(words, "a branch such as corner", UNSEEN))


def _names(words: _Words, what: str, unseen: str = "") -> tuple[str, ...]:
    rest = words.rest()
    for word in rest:
        if word != unseen and not _NAME.match(word):
            raise MoveTextError(f"{word!r} is not {what}")
    return tuple(word.casefold() for word in rest)


def read_tile(kind: str, text: str) -> str:
    """The name of a cluster, planet or branch; raises MoveTextError."""
    if kind == Kind.CLUSTER.value:
        return read_cluster(text)
    if not _NAME.match(text):
        raise MoveTextError(f"{text!r} is not the name of a {kind}")
    return text.casefold()


def _take(words: _Words) -> Move:
    seat, kind = words.seat(), words.kind(Kind.CLUSTER.value, Kind.BRANCH.value)
    tile = read_tile(kind, words.take(f"the {kind}'s name"))
    place = ""
    if words.next_is(Kind.PLANET.value, "for"):
        words.take("the word planet")
        place = words.name("a place of the planet row such as L2").upper()
    return Take(seat, kind, tile, place)


def _place(words: _Words) -> Move:
    seat, kind = words.seat(), words.kind(*(kind.value for kind in Kind))
    word, tile = words.take("a cell such as c2,1"), ""
    if not _CELL.match(word):
        tile, word = read_tile(kind, word), words.take("a cell such as c2,1")
    cell = read_cell(word, kind)
    lines = read_lines(words.rest()) if kind == Kind.BRANCH.value else ()
    return Place(seat, kind, cell, lines, tile)


def _discard(words: _Words) -> Move:
    return Discard(words.seat(), words.kind(*(kind.value for kind in Kind)))


def _spot(words: _Words) -> Cell | None:
    word = words.take(f"a circle such as c2,1, or {NOWHERE}")
    return None if word.casefold() == NOWHERE else read_cell(word, Kind.CLUSTER.value)


def _feature(words: _Words) -> Move:
    return Feature(words.seat(), words.name("a card such as 2-5"), _spot(words))


def _draw(words: _Words) -> Move:
    seat, deck = words.seat(), words.name("a deck such as 2")
    return DrawCards(seat, deck, _names(words, "a card such as 2-5"))


def _keep(words: _Words) -> Move:
    return Keep(words.seat(), words.name("a card such as 2-5"), _spot(words))


def _refill(words: _Words) -> Move:
    return Refill(words.name("a deck such as 2"), _names(words, "a card such as 2-5"))


_READERS: dict[str, Callable[[_Words], Move]] = {
    "prepare": _prepare,
    "take": _take,
    "place": _place,
    "discard": _discard,
    "feature": _feature,
    "draw": _draw,
    "keep": _keep,
    "pass": lambda words: Pass(words.seat()),
    "tidy": lambda words: Tidy(),
    "refill": _refill,
}

VERBS = tuple(_READERS)

EXAMPLES = {
    "prepare": "prepare clusters 1 2 3 branches one corner straight",
    "take": "take A cluster 2",
    "place": "place A cluster c2,3",
    "discard": "discard A branch",
    "feature": "feature A 2-5 c1,2",
    "draw": "draw A 2",
    "keep": "keep A 2-5 c1,2",
    "pass": "pass A",
    "tidy": "tidy",
    "refill": "refill 2 2-1 2-2 2-3",
}
