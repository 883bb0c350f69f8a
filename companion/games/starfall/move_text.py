"""The one text form of a move: written here and read back equal.

Reading forgives blanks and the order in which a payment is listed, nothing else.
"""

from __future__ import annotations

import re
from collections.abc import Callable

from companion.games.contract import MoveTextError
from companion.games.starfall.moves import (
    Add,
    Discover,
    Move,
    MoveDown,
    Payment,
    Reveal,
    payment_of,
)
from companion.games.starfall.pieces import OFF

LONGEST_MOVE = 1000
EXAMPLES = {
    "add": "add A S05",
    "reveal": "reveal S05",
    "move": "move A S05",
    "discover": "discover A S05 with 1 orange 1 white S14",
}
VERBS = tuple(EXAMPLES)
WITH = "with"
_EXAMPLE = EXAMPLES["add"]
_MOST_PIECES = 99
_NAME = re.compile(r"[A-Za-z][A-Za-z0-9]{0,15}\Z")
_NUMBER = re.compile(r"(0|[1-9][0-9]?)\Z", re.ASCII)


def write_move(move: Move) -> str:
    """The canonical text of a move."""
    match move:
        case Add(seat, tile, number):
            return " ".join(
                filter(None, ("add", seat, tile, "" if number is None else f"{number}"))
            )
        case Reveal(tile):
            return f"reveal {tile}"
        case MoveDown(seat, tile, to):
            return " ".join(filter(None, ("move", seat, tile, to)))
        case Discover(seat, tile, payment):
            return " ".join(filter(None, ("discover", seat, tile, payment_text(payment))))


def payment_text(payment: Payment) -> str:
    """`with 1 orange 2 white S01`, or nothing for a payment of nothing."""
    items = [f"{count} {kind}" for kind, count in payment.pieces]
    items += payment.tiles
    return " ".join((WITH, *items)) if items else ""


def read_move(text: str) -> Move:
    """Read a move.  Raises MoveTextError saying what does not fit, with an example."""
    if len(text) > LONGEST_MOVE:
        raise MoveTextError(f"a move has at most {LONGEST_MOVE} characters", _EXAMPLE)
    words = text.split()
    if not words:
        raise MoveTextError("nothing is written", _EXAMPLE)
    if words[0] not in _READERS:
        verbs = ", ".join(VERBS)
        raise MoveTextError(f"{words[0]!r} is no move; moves begin with {verbs}", _EXAMPLE)
    try:
        return _READERS[words[0]](words[1:])
    except MoveTextError as error:
        raise MoveTextError(str(error), EXAMPLES[words[0]]) from error


def _add(words: list[str]) -> Add:
    seat, words = _next("add", words, "a seat such as A", _NAME)
    if not words:
        return Add(seat)
    tile, words = _next("add", words, "a tile such as S05", _NAME)
    if not words:
        return Add(seat, tile)
    number, words = _next("add", words, "a number of the board", _NUMBER)
    _end("add", words)
    return Add(seat, tile, int(number))


def _reveal(words: list[str]) -> Reveal:
    tile, words = _next("reveal", words, "a tile such as S05", _NAME)
    _end("reveal", words)
    return Reveal(tile)


def _move(words: list[str]) -> MoveDown:
    seat, words = _next("move", words, "a seat such as A", _NAME)
    tile, words = _next("move", words, "a tile such as S05", _NAME)
    if not words:
        return MoveDown(seat, tile)
    to, words = words[0], words[1:]
    if to != OFF and not _NUMBER.match(to):
        raise MoveTextError(f"move: {to!r} is not a number of the board, nor {OFF}")
    _end("move", words)
    return MoveDown(seat, tile, to)


def _discover(words: list[str]) -> Discover:
    seat, words = _next("discover", words, "a seat such as A", _NAME)
    tile, words = _next("discover", words, "a tile such as S05", _NAME)
    if not words:
        return Discover(seat, tile)
    if words[0] != WITH:
        raise MoveTextError(f"discover: {WITH!r} stands before what is paid, not {words[0]!r}")
    if len(words) == 1:
        raise MoveTextError(f"discover: nothing stands behind {WITH!r}")
    return Discover(seat, tile, _payment(words[1:]))


def _payment(words: list[str]) -> Payment:
    pieces: list[tuple[str, int]] = []
    tiles: list[str] = []
    while words:
        if not _NUMBER.match(words[0]):
            tile, words = _next("discover", words, "a tile such as S05, nor a number", _NAME)
            tiles.append(tile)
            continue
        count, words = int(words[0]), words[1:]
        kind, words = _next("discover", words, "a kind of pieces such as white", _NAME)
        if not count:
            raise MoveTextError(f"discover: 0 {kind} is no payment; leave it out")
        pieces.append((kind, count))
    payment = payment_of(pieces, tiles)
    if any(count > _MOST_PIECES for _, count in payment.pieces):
        raise MoveTextError(f"discover: nobody has more than {_MOST_PIECES} pieces")
    return payment


def _next(
    verb: str, words: list[str], what: str, pattern: re.Pattern[str]
) -> tuple[str, list[str]]:
    if not words:
        raise MoveTextError(f"{verb}: ends before {what.partition(',')[0]}")
    if not pattern.match(words[0]):
        raise MoveTextError(f"{verb}: {words[0]!r} is not {what}")
    return words[0], words[1:]


def _end(verb: str, words: list[str]) -> None:
    if words:
        raise MoveTextError(f"{verb}: nothing may follow, but there is {words[0]!r}")


_READERS: dict[str, Callable[[list[str]], Move]] = {
    "add": _add,
    "reveal": _reveal,
    "move": _move,
    "discover": _discover,
}
