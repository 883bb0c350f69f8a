"""Cuts a line that a person wrote into the words of a move."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Mapping

from companion.games.girl.spelling.vocabulary import fold

VERBS = (
    *("draw", "place", "stardust", "unplaceable", "cast", "pick", "scout", "forage", "offer"),
    *("stargaze", "recall", "gain", "end", "cleanup", "reveal", "finish"),
)
SEATLESS = ("cast", "cleanup", "reveal", "finish")
_MORE_VERBS = {
    **{"drew": "draw", "put": "place", "puts": "place", "play": "place", "take": "pick"},
    **{"select": "pick", "selects": "pick", "scouting": "scout", "foraging": "forage"},
    **{"offering": "offer", "stargazing": "stargaze", "lay": "place", "lays": "place"},
}
_TWO_WORDS = {
    **{("clean", "up"): "cleanup", ("end", "turn"): "end", ("end", "game"): "finish"},
}
_NUMBER = r"-?\d+(?:\.\d+)?"
_NUMBERS = re.compile(
    rf"(?<![\w.@{{,-])\(?\s*({_NUMBER}(?:\s*,\s*{_NUMBER})+)\s*\)?(?![\w}}])", re.ASCII
)
_BRACES = re.compile(r"[{\[]\s*(\d(?:\s*,\s*\d)*)\s*[}\]]")
_SEAT_WORD = re.compile(r"(?:player|seat|p)?[ _-]?([A-Za-z]|[1-9])\Z")
_SEAT_BEFORE = re.compile(r"\b(player|seat)\s+(?=[A-Za-z1-9]\b)", re.IGNORECASE)
_MM = r"([-+]?(?:\d+\.?\d*|\.\d+)(?:e[-+]?\d{1,3})?)\s*(?:mm)?"
_AT_MM = re.compile(rf"@\s*\(?\s*{_MM}\s*[,;]\s*{_MM}\s*\)?", re.ASCII | re.IGNORECASE)


def cut(text: str) -> list[str]:
    """The words; `3, 3` and `(3,3)` become `3,3`, `{0, 1}` becomes `{0,1}`."""
    text = unicodedata.normalize("NFKC", text).replace("、", " ").replace("→", " ")
    text = text.replace("−", "-").replace("->", " ").strip().rstrip(".;。")
    text = _SEAT_BEFORE.sub("player", text)
    text = _AT_MM.sub(lambda found: f"@{_plain(found[1])},{_plain(found[2])} ", text)
    text = _BRACES.sub(lambda found: " {" + re.sub(r"\s", "", found[1]) + "} ", text)
    text = _NUMBERS.sub(lambda found: " " + re.sub(r"\s", "", found[1]) + " ", text)
    text = re.sub(r"\s*([=@])\s*", r"\1", text)
    return [word for word in re.split(r"\s+|;|,(?![\d-])", text) if word]


def _plain(number: str) -> str:
    """A place in mm to the digits a record keeps: `+5` is 5, `6.1e-17` is 0."""
    text = f"{float(number):.6f}".rstrip("0").rstrip(".")
    return "0" if text == "-0" else text


def named(text: str, aliases: Mapping[str, str]) -> str:
    """The text with a player's name, at the start or behind the verb, replaced by the seat."""
    for alias in sorted(aliases, key=len, reverse=True):
        name = re.escape(alias)
        found = re.match(rf"\s*([^\W\d_]+\s+)?({name})(?=[\s:,]|$):?,?", text, re.IGNORECASE)
        before = (found[1] or "") if found else ""
        if found is None or (before and _verb(before.strip()) is None):
            continue
        return f"{before}{aliases[alias]} {text[found.end() :]}"
    return text


def seat_of(word: str, seats: Mapping[str, str]) -> str | None:
    """The seat a word means: `A`, `a`, `player A`, `P1`, `player 1`; a bare digit is none."""
    folded = fold(word.rstrip(":"))
    if folded in seats:
        return seats[folded]
    found = _SEAT_WORD.match(folded)
    if found is None or folded.isdigit():
        return None
    letter = found[1]
    if letter.isdigit():
        ordered = sorted(seats.values())
        return ordered[int(letter) - 1] if int(letter) <= len(ordered) else None
    return seats.get(letter)


def verb_and_seat(words: list[str], seats: Mapping[str, str]) -> tuple[str, str, list[str]]:
    """The verb, the seat ("" when there is none) and the other words.

    `A places T01` is understood like `place A T01`.  The verb is "" when there is none.
    """
    words = list(words)
    seat = ""
    if words and _verb(words[0]) is None and _pair(words) is None:
        seat = seat_of(words[0], seats) or ""
        if seat:
            words.pop(0)
    pair = _pair(words)
    verb = pair or (_verb(words[0]) if words else None)
    if verb is None:
        return "", seat, words
    words = words[2 if pair else 1 :]
    if not seat and words and verb not in SEATLESS:
        seat = seat_of(words[0], seats) or ""
        words = words[1:] if seat else words
    return verb, seat, words


def _verb(word: str) -> str | None:
    folded = word.casefold().rstrip(":")
    if folded in VERBS:
        return folded
    if folded in _MORE_VERBS:
        return _MORE_VERBS[folded]
    singular = folded.removesuffix("s")
    return singular if singular in VERBS else _MORE_VERBS.get(singular)


def _pair(words: list[str]) -> str | None:
    """The verb that the first two words make together."""
    return _TWO_WORDS.get((words[0].casefold(), words[1].casefold())) if len(words) > 1 else None
