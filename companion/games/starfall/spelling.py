"""Moves as people write them, turned into their canonical words.

Letter case, players' names, the order of seat and verb, little words, a number of the board for
the tile that lies on it, and short or Chinese words for pieces: none of these has to be exact.
What is not understood stays as it is, and reading it then says what is wrong.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterable, Mapping

from companion.games.starfall.edition import Edition
from companion.games.starfall.move_text import WITH
from companion.games.starfall.moves import Move
from companion.games.starfall.pieces import OFF, SEATS
from companion.games.starfall.state import StarfallState

Words = Mapping[str, str]  # folded spelling -> the canonical one

_VERBS = {
    **dict.fromkeys(("add", "adds", "added", "draw", "draws", "drew"), "add"),
    **dict.fromkeys(("reveal", "reveals", "revealed", "show", "shows"), "reveal"),
    **dict.fromkeys(("move", "moves", "moved", "lower", "lowers"), "move"),
    **dict.fromkeys(("discover", "discovers", "discovered", "buy", "buys", "bought"), "discover"),
    **dict.fromkeys(("take", "takes", "took", "claim", "claims", "claimed"), "discover"),
}
_PAYS = frozenset({"with", "for", "pay", "pays", "paid", "paying", "using", "by"})
_LITTLE = frozenset(
    {
        *("a", "an", "the", "to", "on", "at", "from", "and", "of", "in", "it", "tile", "tiles"),
        *("number", "space", "stardust", "piece", "pieces", "dust", "+", "&", "down", "sky"),
        *("board", "deck", "track", "them", "away", "token", "tokens"),
    }
)
_OFF = frozenset({"off", "out", "discarded", "discard", "gone", "removed"})
_FREE = frozenset({"free", "nothing", "0", "none", "zero"})
_COUNTS = ("one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten")


def fold(word: str) -> str:
    """A word without letter case, blanks, underscores and dashes."""
    return re.sub(r"[\s_-]", "", word.casefold())


def folded(names: Iterable[str]) -> Words:
    """Names by their folded spelling."""
    return {fold(name): name for name in names}


def tile_words(edition: Edition) -> Words:
    """Every spelling of a tile: letter case aside, and without zeros before its number."""
    found = {}
    for tile in edition.tiles:
        found[fold(tile.name)] = tile.name
        found.setdefault(re.sub(r"(?<=[a-z])0+(?=\d)", "", fold(tile.name)), tile.name)
    return found


def piece_words(edition: Edition) -> Words:
    """Every spelling of a kind of pieces: its name, its plural, its first letter if no other's."""
    found = {}
    names = [piece.name for piece in edition.pieces]
    for name in names:
        found[fold(name)] = found[f"{fold(name)}s"] = name
        if sum(other[:1].casefold() == name[:1].casefold() for other in names) == 1:
            found[name[:1].casefold()] = name
    return found


def respell(state: StarfallState, text: str, aliases: Mapping[str, str]) -> str:
    """The canonical text of a move that a person wrote, as far as it is understood."""
    seats = {**folded(SEATS), **{f"player{seat.casefold()}": seat for seat in SEATS}}
    verb, seat, rest = _verb_and_seat(_cut(_named(text, aliases)), seats)
    if not verb:
        return text
    said = _Said(state)
    if verb == "discover":
        return " ".join([verb, *seat, *said.discovered(rest)])
    if verb == "move":
        return " ".join([verb, *seat, *said.moved(rest)])
    words = [said.tile(word) for word in rest if fold(word) not in _LITTLE]
    return " ".join([verb, *seat, *words])


def _cut(text: str) -> list[str]:
    text = unicodedata.normalize("NFKC", text).strip().rstrip(".;。!")
    text = re.sub(r"\bplayer\s+(?=[A-Da-d]\b)", "player", text, flags=re.IGNORECASE)
    text = re.sub(r"([+&])", r" \1 ", text)
    text = re.sub(r"(->|→|=>)", " to ", text)
    text = re.sub(r"\b(\d{1,2})\s*[x×*]?\s*(?=[^\W\d_])", r"\1 ", text)
    return [word for word in re.split(r"[\s:;,()]+", text) if word]


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
    return verb, seat, rest


class _Said:
    """The words of one position: tiles, also by the number they lie on, and pieces."""

    def __init__(self, state: StarfallState) -> None:
        edition = state.table.edition
        self._tiles, self._pieces = tile_words(edition), piece_words(edition)
        self._on_number = {
            str(number): edition.tile_text(tile)
            for number, tile in zip(edition.numbers, state.track, strict=True)
            if tile >= 0
        }

    def tile(self, word: str) -> str:
        """A tile's name; other words stay."""
        return self._tiles.get(fold(word), word)

    def moved(self, words: list[str]) -> list[str]:
        """A tile, or the number it lies on, and where it goes."""
        kept: list[str] = []
        for word in words:
            plain = fold(word)
            if plain in _OFF:
                kept += [OFF] if OFF not in kept else []
            elif plain not in _LITTLE:
                kept.append(self.tile(word))
        if kept and kept[0] not in self._tiles.values():
            kept[0] = self._on_number.get(kept[0], kept[0])
        elif len(kept) == 3 and self._on_number.get(kept[1]) == kept[0]:
            del kept[1]  # `S05 from 7 to 6`
        return kept

    def discovered(self, words: list[str]) -> list[str]:
        """A tile, or the number it lies on; then what is paid."""
        words = [word for word in words if fold(word) not in _LITTLE]
        if not words:
            return []
        tile, paid = self._on_number.get(words[0], self.tile(words[0])), words[1:]
        if len(paid) > 1 and self._on_number.get(paid[0]) == tile and fold(paid[1]) in _PAYS:
            paid = paid[1:]  # `S05 on 7 with ...`
        if paid and fold(paid[0]) in _PAYS:
            paid = paid[1:]
        if len(paid) > 1 and paid[0].isdigit() and fold(paid[1]) in _PAYS:
            paid = paid[1:]  # `for 6 with ...`
        if all(fold(word) in _FREE for word in paid):
            return [tile]
        return [tile, WITH, *self._paid(paid)]

    def _paid(self, words: list[str]) -> list[str]:
        """Counts before their kinds (also `white 2`, or `white` for one), and tiles."""
        left = [self._plain(word) for word in words if fold(word) not in _PAYS]
        kinds = frozenset(self._pieces.values())
        numbered = [word for word in left if word.isdigit() or word in kinds]
        behind = len(numbered) > 1 and numbered[0] in kinds and numbered[1].isdigit()
        kept: list[str] = []
        while left:
            word = left.pop(0)
            if word in kinds:
                source, at = (left, 0) if behind else (kept, -1)
                counted = source and source[at].isdigit()
                kept += [source.pop(at) if counted else "1", word]
            else:
                kept.append(word)
        return kept

    def _plain(self, word: str) -> str:
        plain = fold(word)
        if plain in _COUNTS:
            return str(_COUNTS.index(plain) + 1)
        return self._pieces.get(plain, self._tiles.get(plain, word))


def implied(state: StarfallState, move: Move) -> tuple[Move, ...]:
    """Nothing has to be guessed: every tile lies face up where all can see it."""
    return ()
