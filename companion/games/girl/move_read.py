"""Reads the text form of moves (written by `move_write`); forgiving about blanks only."""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence

from companion.games.contract import MoveTextError
from companion.games.girl.hexes import Cell
from companion.games.girl.move_write import ANY
from companion.games.girl.moves import (
    Cast,
    CastToken,
    Claim,
    Cleanup,
    Draw,
    EndTurn,
    Finish,
    Forage,
    Gain,
    Move,
    Offer,
    Pick,
    Place,
    PlayStardust,
    Recall,
    Reveal,
    Scout,
    Stargaze,
    Unplaceable,
)
from companion.games.girl.pieces import ASH_KINDS, COLOURS, SIDES

LONGEST_MOVE = 2000
_NAME = re.compile(r"[A-Za-z][A-Za-z0-9]{0,11}\Z")
_TILE = re.compile(r"(?:[A-Za-z][A-Za-z0-9]{0,11}|\?)\Z")
_SPOT = re.compile(r"[A-Za-z][A-Za-z0-9]{0,11}(?:/early)?\Z")
_CELL = re.compile(r"(\d{1,2}),(\d{1,2})\Z", re.ASCII)
_COUNT = re.compile(r"x([1-9]\d{0,2})\Z", re.ASCII)
_NUMBER = re.compile(r"(?:0|[1-9]\d{0,2})\Z", re.ASCII)
_MM = re.compile(r"(-?\d{1,4}(?:\.\d{1,6})?),(-?\d{1,4}(?:\.\d{1,6})?)\Z", re.ASCII)


class _Words:
    """The words of a move, taken one after another."""

    def __init__(self, words: Sequence[str]) -> None:
        self._words = list(words)

    def take(self, what: str) -> str:
        if not self._words:
            raise MoveTextError(f"ends before {what}")
        return self._words.pop(0)

    def match(self, pattern: re.Pattern[str], what: str) -> re.Match[str]:
        word = self.take(what)
        found = pattern.match(word)
        if found is None:
            raise MoveTextError(f"{word!r} is not {what}")
        return found

    def name(self, what: str) -> str:
        return self.match(_NAME, what).group()

    def number(self, what: str) -> int:
        return int(self.match(_NUMBER, what).group())

    def cell(self) -> Cell:
        return read_cell(self.take("a cell such as 3,3"))

    def literal(self, *choices: str) -> str:
        word = self.take(" or ".join(choices))
        if word not in choices:
            raise MoveTextError(f"{word!r} stands where {' or '.join(choices)} belongs")
        return word

    def token(self) -> bool:
        """Whether the move ends with the word `token`."""
        if self._words and self._words[-1] == "token":
            self._words.pop()
            return True
        return False

    def rest(self) -> list[str]:
        rest, self._words = self._words, []
        return rest


def read_move(text: str) -> Move:
    """Read a move; extra blanks are forgiven.  Raises MoveTextError saying what does not fit."""
    if len(text) > LONGEST_MOVE:
        raise MoveTextError(f"a move has at most {LONGEST_MOVE} characters", EXAMPLES["place"])
    words = _Words(text.split())
    if not text.strip():
        raise MoveTextError("nothing is written", EXAMPLES["place"])
    verb = words.take("a verb")
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


def read_cell(text: str) -> Cell:
    """A cell such as `3,3`; raises MoveTextError."""
    found = _CELL.match(text)
    if found is None:
        raise MoveTextError(f"{text!r} is not a cell such as 3,3 (row, column)")
    return int(found[1]), int(found[2])


def _seat(words: _Words) -> str:
    return words.name("a seat such as A")


def _claims(words: _Words) -> tuple[Claim, ...]:
    rest = words.rest()
    if not rest:
        return ()
    if rest[0] != "claim" or len(rest) == 1:
        raise MoveTextError(f"{' '.join(rest)!r} stands where claim CELL=CORNER may follow")
    claims = []
    for text in rest[1:]:
        cell, equals, corner = text.partition("=")
        if equals and not _NAME.match(corner):
            raise MoveTextError(f"{text!r} is not a claim such as 3,3=TL")
        claims.append(Claim(read_cell(cell), corner))
    return tuple(claims)


def _draw(words: _Words) -> Move:
    seat, tiles = _seat(words), words.rest()
    for tile in tiles:
        if not _TILE.match(tile):
            raise MoveTextError(f"{tile!r} is not a tile such as T01, or ? for an unseen one")
    return Draw(seat, tuple(tiles))


def read_lying_text(text: str) -> tuple[str, Cell, int, bool]:
    """A lying tile, as in a position: tile, cell, turns, front.  Raises MoveTextError."""
    words = _Words(text.split())
    lying = _lying(words)
    if words.rest():
        raise MoveTextError(f"{text!r} says more than tile, cell, turns and side")
    return lying


def _lying(words: _Words) -> tuple[str, Cell, int, bool]:
    tile = words.match(_TILE, "a tile such as T01, or ?").group()
    cell = words.cell()
    turns = words.literal(*(f"r{turn}" for turn in range(SIDES)))
    return tile, cell, int(turns[1:]), words.literal("front", "back") == "front"


def _place(words: _Words) -> Move:
    return Place(_seat(words), *_lying(words), _claims(words))


def _stardust(words: _Words) -> Move:
    seat, cell = _seat(words), words.cell()
    return PlayStardust(seat, cell, read_count(words.take("a number such as x2")), _claims(words))


def read_count(text: str) -> int:
    """A number such as `x2`; raises MoveTextError."""
    found = _COUNT.match(text)
    if found is None:
        raise MoveTextError(f"{text!r} is not a number such as x2")
    return int(found[1])


def _cast(words: _Words) -> Move:
    return Cast(tuple(read_cast_token(text) for text in words.rest()))


def read_cast_token(text: str) -> CastToken:
    """A token such as `x2@blue/red`; raises MoveTextError."""
    kind, at, place = text.partition("@")
    if not _NAME.match(kind) or not at:
        raise MoveTextError(f"{text!r} is not a token such as {ASH_KINDS[0]}@blue")
    spot = _MM.match(place)
    if spot is not None:
        return CastToken(kind, (), (float(spot[1]) + 0.0, float(spot[2]) + 0.0))
    colours = COLOURS if place == ANY else tuple(place.split("/"))
    for colour in colours:
        if not _NAME.match(colour):
            raise MoveTextError(f"{text!r} is not a token such as {ASH_KINDS[0]}@blue/red")
    return CastToken(kind, tuple(sorted(colours)))


def _colours(words: Sequence[str]) -> tuple[str, ...]:
    for word in words:
        if not _NAME.match(word):
            raise MoveTextError(f"{word!r} is not a colour")
    return tuple(words)


def _pick(words: _Words) -> Move:
    seat, number = _seat(words), words.number("a token's number")
    if words.literal("keep", "light") == "keep":
        return Pick(seat, number)
    light = _colours(words.rest())
    if not light:
        raise MoveTextError("light ends before a colour")
    return Pick(seat, number, tuple(sorted(light)))


def _scout(words: _Words) -> Move:
    seat, by_token = _seat(words), words.token()
    path = []
    for text in words.rest():
        space, _, colour = text.partition(":")
        if not _NAME.match(space) or not _NAME.match(colour):
            raise MoveTextError(f"{text!r} is not a step such as w1:blue")
        path.append((space, colour))
    return Scout(seat, tuple(path), by_token)


def _forage(words: _Words) -> Move:
    seat, by_token = _seat(words), words.token()
    site = words.name("a site such as F1")
    words.literal("pay")
    return Forage(seat, site, tuple(sorted(_colours(words.rest()))), by_token)


def _offer(words: _Words) -> Move:
    seat, by_token = _seat(words), words.token()
    what = words.name("a food, or space and its name")
    if what == "space":
        return Offer(seat, words.name("the name of a card space"), True, by_token)
    return Offer(seat, what, False, by_token)


def _recall(words: _Words) -> Move:
    seat, by_token = _seat(words), words.token()
    spots = words.rest()
    for spot in spots:
        if not _SPOT.match(spot):
            raise MoveTextError(f"{spot!r} is not a spot such as F1, F1/early, village or sky4")
    return Recall(seat, tuple(sorted(spots)), by_token)


def _gain(words: _Words) -> Move:
    seat = _seat(words)
    words.literal("stardust")
    return Gain(seat, words.token())


_READERS: dict[str, Callable[[_Words], Move]] = {
    "draw": _draw,
    "place": _place,
    "stardust": _stardust,
    "unplaceable": lambda w: Unplaceable(_seat(w), w.match(_TILE, "a tile").group()),
    "cast": _cast,
    "pick": _pick,
    "scout": _scout,
    "forage": _forage,
    "offer": _offer,
    "stargaze": lambda w: Stargaze(_seat(w), w.number("a track space")),
    "recall": _recall,
    "gain": _gain,
    "end": lambda w: EndTurn(_seat(w)),
    "cleanup": lambda w: Cleanup(),
    "reveal": lambda w: Reveal(w.name("a card")),
    "finish": lambda w: Finish(),
}

VERBS = tuple(_READERS)

EXAMPLES = {
    "draw": "draw A T01 T09 T17",
    "place": "place A T01 3,3 r0 front",
    "stardust": "stardust A 3,3 x2",
    "unplaceable": "unplaceable A T05",
    "cast": "cast x2@blue recall@blue/red scouting@any",
    "pick": "pick A 3 keep",
    "scout": "scout A w1:blue w2:red w4:yellow",
    "forage": "forage A F1 pay blue red",
    "offer": "offer A fruit",
    "stargaze": "stargaze A 4",
    "recall": "recall A F1 sky4",
    "gain": "gain A stardust",
    "end": "end A",
    "cleanup": "cleanup",
    "reveal": "reveal O3",
    "finish": "finish",
}
