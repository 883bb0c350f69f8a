"""Moves as people write them, turned into their canonical words.

Letter case, players' names, the order of seat and verb, blanks inside a place, little words
between elements, and a phase that all played cards share: none of these has to be exact.  What
is not understood stays as it is, and reading it then says what is wrong.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterable, Mapping

from companion.games.polaris.edition import Edition
from companion.games.polaris.moves import Move, Reveal
from companion.games.polaris.pieces import SEATS, UNKNOWN_TEXTS, Phase
from companion.games.polaris.state import NOBODY, PolarisState

_VERBS = {
    **{"take": "take", "takes": "take", "took": "take", "draw": "take", "draws": "take"},
    **{"play": "play", "plays": "play", "played": "play"},
    **{"stars": "stars", "tokens": "stars", "shooting": "stars", "wish": "stars"},
    **{"reveal": "reveal", "refill": "reveal", "reveals": "reveal"},
    **{"show": "show", "shows": "show"},
}
_LITTLE = frozenset({"star", "line", "lines", "at", "on", "with", "in", "card", "a", "the", "to"})
_AND = frozenset({"+", "&", "and", "then"})
_SPOT = re.compile(r"[(\[]?\b(\d+)\s*,\s*(\d+)\b[)\]]?", re.ASCII)
_LINE = re.compile(r"(\d+,\d+|\b[Nn])\s*(?:-+>?|–|—|→|~|/|\bto\b)\s*(\d+,\d+|[Nn]\b)")
Words = Mapping[str, str]  # folded spelling -> the canonical one


def fold(word: str) -> str:
    """A word without letter case, blanks and underscores."""
    return word.casefold().replace(" ", "").replace("_", "")


def card_words(edition: Edition) -> Words:
    """Every spelling of a card: phase and kind in either order."""
    found = {fold(text): text for text in UNKNOWN_TEXTS} | {"?": UNKNOWN_TEXTS[0]}
    for card in edition.cards:
        phase, _, kind = card.name.partition("-")
        found[fold(card.name)] = found[fold(f"{kind}-{phase}")] = card.name
    return found


def folded(names: Iterable[str]) -> Words:
    """Names by their folded spelling."""
    return {fold(name): name for name in names}


def respell(state: PolarisState, text: str, aliases: Mapping[str, str]) -> str:
    """The canonical text of a move that a person wrote, as far as it is understood."""
    seats = {**folded(SEATS), **{fold(f"player{seat}"): seat for seat in SEATS}}
    words = _cut(_named(text, aliases))
    verb, seat, rest = _verb_and_seat(words, seats)
    if not verb:
        return text
    edition = state.table.edition
    if verb == "play":
        return " ".join([verb, *seat, *_play(edition, rest)])
    if verb == "stars":
        return " ".join([verb, *seat])
    names = {**card_words(edition), **folded(edition.personal_index)}
    kept = [names.get(fold(word), word) for word in rest if fold(word) not in _LITTLE]
    return " ".join([verb, *seat, *kept])


def _cut(text: str) -> list[str]:
    text = unicodedata.normalize("NFKC", text).strip().rstrip(".;。")
    text = re.sub(r"\bplayer\s+(?=[A-Da-d]\b)", "player", text, flags=re.IGNORECASE)
    text = joined(text)
    text = re.sub(r"[;&]", " + ", text.replace("@", " ").replace("=", " "))
    return [word for word in re.split(r"\s+|:|,(?!\d)", text) if word]


def joined(text: str) -> str:
    """The text with places and lines in one word: `(2, 1) to (2, 2)` becomes `2,1-2,2`."""
    return _LINE.sub(r"\1-\2", _SPOT.sub(r"\1,\2", text))


def _named(text: str, aliases: Mapping[str, str]) -> str:
    """The text with a player's name, at the start or behind the verb, replaced by the seat."""
    for alias in sorted(aliases, key=len, reverse=True):
        found = re.match(
            rf"\s*([^\W\d_]+\s+)?{re.escape(alias)}(?=[\s:,]|$):?,?", text, re.IGNORECASE
        )
        before = (found[1] or "") if found else ""
        if found and (not before or before.strip().casefold() in _VERBS):
            return f"{before}{aliases[alias]} {text[found.end() :]}"
    return text


def _verb_and_seat(words: list[str], seats: Words) -> tuple[str, list[str], list[str]]:
    """The verb, the seat (a list, empty when there is none) and the other words."""
    seat: list[str] = []
    if words and words[0].casefold() not in _VERBS and fold(words[0]) in seats:
        seat, words = [seats[fold(words[0])]], words[1:]
    if not words or words[0].casefold() not in _VERBS:
        return "", seat, words
    verb, rest = _VERBS[words[0].casefold()], words[1:]
    if not seat and rest and verb != "reveal" and fold(rest[0]) in seats:
        seat, rest = [seats[fold(rest[0])]], rest[1:]
    if verb == "take" and any(fold(word) in ("shooting", "stars", "tokens") for word in rest):
        return "stars", seat, []
    return verb, seat, rest


def _play(edition: Edition, words: list[str]) -> list[str]:
    """Phase, cards and elements; the phase follows from the cards when they share one."""
    cards, phases = card_words(edition), folded(edition.phases)
    spaces = folded(edition.sky.names)
    phase, said, after_as = "", list[str](), False
    for word in words:
        plain = fold(word)
        if plain in ("as", "phase"):
            after_as = True
        elif plain in phases and (after_as or not said):
            phase, after_as = phases[plain], False
        elif plain in _AND:
            said += ["+"] if said and said[-1] != "+" else []
        elif plain in cards:
            said += ["+"] if said and said[-1] != "+" else []
            said.append(cards[plain])
        elif plain not in _LITTLE:
            said.append("-".join(spaces.get(fold(end), end) for end in word.split("-")))
    shared = {word.partition("-")[0] for word in said if word in edition.card_index}
    if not phase and len(shared) == 1:
        phase = shared.pop()
    return [phase, *said] if phase else said


def implied(state: PolarisState, move: Move) -> tuple[Move, ...]:
    """A card that was shown though nobody wrote down which: it lies there unnoted."""
    deck = state.reveal_deck
    waits = deck != NOBODY and state.phase in (Phase.TURNS, Phase.LAST_TURNS)
    if not waits or isinstance(move, Reveal):
        return ()
    return (Reveal(UNKNOWN_TEXTS[deck]),)
