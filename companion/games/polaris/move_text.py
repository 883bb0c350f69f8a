"""The one text form of a move: written here and read back equal.

Reading forgives blanks and the order of a line's ends, nothing else.
"""

from __future__ import annotations

import re

from companion.games.contract import MoveTextError
from companion.games.polaris.moves import (
    Element,
    Line,
    Move,
    Play,
    PlayedCard,
    Reveal,
    Show,
    Star,
    Take,
    TakeStars,
    line_between,
)

LONGEST_MOVE = 2000
EXAMPLES = {
    "take": "take A crescent-SH",
    "play": "play A crescent crescent-SH 2,5 2,5-2,6 + half-D 3,6",
    "stars": "stars A",
    "reveal": "reveal full-D",
    "show": "show A G1",
}
VERBS = tuple(EXAMPLES)
_EXAMPLE = EXAMPLES["take"]
_AND = "+"
_NAME = re.compile(r"[A-Za-z][A-Za-z0-9]{0,15}\Z")
_CARD = re.compile(r"[A-Za-z][A-Za-z0-9]{0,15}-[A-Za-z][A-Za-z0-9]{0,15}\Z")
_HIDDEN = re.compile(r"\?(basic|advanced)\Z")
_SPACE = re.compile(r"[A-Za-z0-9]{1,8}(,[A-Za-z0-9]{1,8})?\Z")


def write_move(move: Move) -> str:
    """The canonical text of a move."""
    match move:
        case Take(seat, card):
            return f"take {seat} {card}"
        case Play(seat, phase, cards):
            return f"play {seat} {phase} {f' {_AND} '.join(map(_card_text, cards))}".rstrip()
        case TakeStars(seat):
            return f"stars {seat}"
        case Reveal(card):
            return f"reveal {card}"
        case Show(seat, goal):
            return f"show {seat} {goal}"


def _card_text(played: PlayedCard) -> str:
    return " ".join((played.card, *map(element_text, played.elements)))


def element_text(element: Element) -> str:
    """A star's space, or a line's two ends."""
    return element.space if isinstance(element, Star) else f"{element.one}-{element.other}"


def read_move(text: str) -> Move:
    """Read a move.  Raises MoveTextError saying what does not fit, with an example."""
    if len(text) > LONGEST_MOVE:
        raise MoveTextError(f"a move has at most {LONGEST_MOVE} characters", _EXAMPLE)
    words = text.split()
    if not words:
        raise MoveTextError("nothing is written", _EXAMPLE)
    if words[0] not in VERBS:
        verbs = ", ".join(VERBS)
        raise MoveTextError(f"{words[0]!r} is no move; moves begin with {verbs}", _EXAMPLE)
    try:
        return _read(words[0], words[1:])
    except MoveTextError as error:
        raise MoveTextError(str(error), EXAMPLES[words[0]]) from error


def _read(verb: str, rest: list[str]) -> Move:
    if verb == "play":
        return _play(rest)
    if verb == "take":
        return Take(*_words(verb, rest, ("a seat such as A", _NAME), ("a card", _CARD)))
    if verb == "stars":
        return TakeStars(*_words(verb, rest, ("a seat such as A", _NAME)))
    if verb == "reveal":
        if len(rest) == 1 and _HIDDEN.match(rest[0]):
            return Reveal(rest[0])
        return Reveal(*_words(verb, rest, ("a card such as crescent-SH", _CARD)))
    return Show(*_words(verb, rest, ("a seat such as A", _NAME), ("a goal", _NAME)))


def _words(verb: str, words: list[str], *wanted: tuple[str, re.Pattern[str]]) -> list[str]:
    for (what, pattern), word in zip(wanted, words, strict=False):
        if not pattern.match(word):
            raise MoveTextError(f"{verb}: {word!r} is not {what}")
    if len(words) < len(wanted):
        raise MoveTextError(f"{verb}: ends before {wanted[len(words)][0]}")
    if len(words) > len(wanted):
        raise MoveTextError(f"{verb}: nothing may follow, but there is {words[len(wanted)]!r}")
    return words


def _play(words: list[str]) -> Play:
    seat, phase = _words("play", words[:2], ("a seat such as A", _NAME), ("a phase", _NAME))
    cards: list[PlayedCard] = []
    group: list[str] = []
    for word in [*words[2:], _AND]:
        if word != _AND:
            group.append(word)
            continue
        if group:
            cards.append(_played(group))
        elif cards or len(words) > 2:
            raise MoveTextError(f"play: a card is missing beside {_AND!r}")
        group = []
    return Play(seat, phase, tuple(cards))


def _played(words: list[str]) -> PlayedCard:
    if not _CARD.match(words[0]):
        raise MoveTextError(f"play: {words[0]!r} is not a card such as crescent-SH")
    return PlayedCard(words[0], tuple(map(read_element, words[1:])))


def read_element(word: str) -> Element:
    """A star's space such as `2,1`, or a line such as `2,1-2,2`.  Raises MoveTextError."""
    one, dash, other = word.partition("-")
    if not _SPACE.match(one) or (dash and not _SPACE.match(other)):
        raise MoveTextError(f"play: {word!r} is neither a space (2,1) nor a line (2,1-2,2)")
    return line_between(one, other) if dash else Star(one)


def read_line(text: str) -> Line:
    """A line such as `2,1-2,2`.  Raises MoveTextError."""
    element = read_element(text)
    if isinstance(element, Star):
        raise MoveTextError(f"{text!r} is not a line such as 2,1-2,2")
    return element
