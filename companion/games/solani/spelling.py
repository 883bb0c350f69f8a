"""What people write by hand, turned into canonical texts as far as it is understood.

Understood are names and colours of players before or behind the verb, other verbs and word
order, blanks and brackets around cells, words such as `at` that say nothing, a kind of tile
that follows from its name, a seat that follows from whose turn it is.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Callable, Mapping

from companion.games.contract import MoveTextError
from companion.games.solani.edition import Edition
from companion.games.solani.move_read import LONGEST_MOVE, read_cluster
from companion.games.solani.pieces import LINES, SEATS, Kind, Phase
from companion.games.solani.rules.order import taker
from companion.games.solani.state import EMPTY, PLANETS, SolaniState, seat_name

Words = list[str]
_CELL = re.compile(r"([cb]?)\s*\(\s*(\d{1,2})\s*,\s*(\d{1,2})\s*\)", re.IGNORECASE | re.ASCII)
_IS_CELL = re.compile(r"[cb]?\d{1,2},\d{1,2}\Z", re.IGNORECASE | re.ASCII)
_LOOSE = re.compile(r"(?<!\d),|,(?!\d)|[;:!]|\.(?=\s|\Z)")
_WHITE = re.compile(r"(?<=[1-9])\s*(?:\+|and|with)?\s*(?:1|a|one)?\s*white(?:\s*stars?)?\b", re.I)
_SEAT = re.compile(r"(?:player|seat|p)?\s*([A-D1-4])\b", re.IGNORECASE | re.ASCII)
_FILLERS = {
    *("at", "on", "onto", "to", "in", "into", "the", "a", "an", "with", "and", "from", "of"),
    *("tile", "tiles", "card", "cards", "line", "lines", "pointing", "star", "stars", "deck"),
}
_VERBS = {
    "prepare": ("prepare", "prepares", "prepared", "market", "準備"),
    "take": ("take", "takes", "took", "draft", "drafts", "exchange", "exchanges", "拿取"),
    "place": ("place", "places", "placed", "put", "puts", "lay", "lays", "放置"),
    "discard": ("discard", "discards", "unplaceable", "棄置"),
    "feature": ("feature", "features"),
    "draw": ("draw", "draws", "drew"),
    "keep": ("keep", "keeps", "kept"),
    "pass": ("pass", "passes", "skip", "skips"),
    "tidy": ("tidy", "tidies", "cleanup", "整理"),
    "refill": ("refill", "refills"),
}
_VERB_OF = {word: verb for verb, words in _VERBS.items() for word in words}
_KINDS = {
    **dict.fromkeys(("cluster", "clusters", "星團"), "cluster"),
    **dict.fromkeys(("branch", "branches", "星線"), "branch"),
    **dict.fromkeys(("planet", "planets", "星球"), "planet"),
    **dict.fromkeys(("feature", "features", "special", "特色"), "feature"),
}
_DRAFTED = ("cluster", "branch")


def plainly(text: str) -> str:
    """The text with cells as `c2,1`, white stars as `+w`, and no loose punctuation."""
    plain = _CELL.sub(r" \1\2,\3 ", unicodedata.normalize("NFKC", text))
    return " ".join(_LOOSE.sub(" ", _WHITE.sub("+w", plain)).split())


def telling(text: str) -> Words:
    """The words that say something."""
    return [word for word in text.split() if word.casefold() not in _FILLERS]


def is_cell(word: str) -> bool:
    """Whether a word is a circle or gap such as `c2,1` or `2,1`."""
    return _IS_CELL.match(word) is not None


def respell(state: SolaniState, text: str, aliases: Mapping[str, str]) -> str:
    """The canonical spelling of a move; a text that is not understood comes back as it is."""
    if len(text) > LONGEST_MOVE:
        return text
    seat, rest = player_first(plainly(text), aliases)
    verb, _, rest = rest.partition(" ")
    verb = _VERB_OF.get(verb.casefold(), "")
    if not verb:
        return text
    if not seat and verb not in ("prepare", "tidy", "refill"):
        seat, rest = player_first(rest, aliases)
    words = telling(rest)
    verb, words = _as_feature(state, verb, words)
    speller = _SPELLERS.get(verb)
    words = speller(state, seat or _turn(state, verb), words) if speller else words
    seat = seat or _turn(state, verb)
    return " ".join([verb, *([seat] if seat else []), *words])


def player_first(text: str, aliases: Mapping[str, str]) -> tuple[str, str]:
    """The seat named at the beginning of a text, "" when there is none, and the rest."""
    folded = text.casefold()
    for alias in sorted(aliases, key=len, reverse=True):
        name = " ".join(alias.casefold().split())
        if folded == name or folded.startswith(f"{name} "):
            return aliases[alias], text[len(name) :].strip()
    found = _SEAT.match(text)
    if found is None:
        return "", text
    letter = found[1].upper()
    if letter.isdigit() and found[0] == found[1]:
        return "", text  # a bare number is a tile or a deck
    return SEATS[int(letter) - 1] if letter.isdigit() else letter, text[found.end() :].strip()


def _turn(state: SolaniState, verb: str) -> str:
    """The seat that a move without one belongs to."""
    if verb == "take" and state.phase is Phase.DRAFT:
        return seat_name(taker(state))
    if verb in ("feature", "draw", "keep", "pass") and state.phase is Phase.SPECIAL:
        return seat_name(state.queue[0])
    return ""


def _as_feature(state: SolaniState, verb: str, words: Words) -> tuple[str, Words]:
    """`take A feature 2-5 c1,2` and the like are moves of the special draft."""
    if verb in ("take", "place") and words and _KINDS.get(words[0].casefold()) == "feature":
        return ("keep" if state.drawn else "feature"), words[1:]
    return verb, words


def _kind_of(edition: Edition, name: str) -> str:
    """The kind of tile that a name belongs to, "" when it is none."""
    if name.casefold() in edition.branch_index:
        return Kind.BRANCH.value
    if name.casefold() in edition.colours:
        return Kind.PLANET.value
    try:
        read_cluster(name)
    except MoveTextError:
        return ""
    return Kind.CLUSTER.value


def _cluster(name: str) -> str:
    try:
        return read_cluster(name)
    except MoveTextError:
        return name


def _take(state: SolaniState, seat: str, words: Words) -> Words:
    edition = state.table.edition
    kinds = [word for word in words[:2] if _KINDS.get(word.casefold(), "") in _DRAFTED]
    words = [word for word in words if word not in kinds[:1]]  # also `the 2+w cluster`
    kind = _KINDS[kinds[0].casefold()] if kinds else _kind_of(edition, words[0]) if words else ""
    if not words or not kind:
        return words
    tile, *rest = words
    tile = _cluster(tile) if kind == Kind.CLUSTER.value else tile.casefold()
    places = [word.upper() for word in rest if word.upper() in edition.place_index]
    if len(places) == 1:
        return [kind, tile, Kind.PLANET.value, places[0]]
    return [kind, tile, *rest]


def _place(state: SolaniState, seat: str, words: Words) -> Words:
    kinds = [word for word in words if word.casefold() in _KINDS]
    words = [word for word in words if word not in kinds]
    kind = _KINDS[kinds[0].casefold()] if kinds else ""
    cells = [word.casefold() for word in words if is_cell(word)]
    lines = [word for word in words if set(re.split("[,/]", word.upper())) <= set(LINES)]
    names = [word for word in words if word not in lines and not is_cell(word)]
    if not kind and names:
        kind = _kind_of(state.table.edition, names[0])
    if not kind:
        kind = _stored_kind(state, seat, bool(lines) or (cells[:1] and cells[0][0] == "b"))
    names = [_cluster(n) if kind == Kind.CLUSTER.value else n.casefold() for n in names]
    branch = kind == Kind.BRANCH.value
    cells = [cell if cell[0] in "cb" else f"{'b' if branch else 'c'}{cell}" for cell in cells]
    split = [line for word in lines for line in re.split("[,/]", word.upper())]
    ordered = sorted(split, key=LINES.index)
    return [kind, *names, *cells, *ordered] if kind else words


def _stored_kind(state: SolaniState, seat: str, branch: object) -> str:
    """The kind of a stored tile: a branch, or the round one."""
    if branch:
        return Kind.BRANCH.value
    if seat not in SEATS[: state.table.seats]:
        return ""
    tile = state.players[SEATS.index(seat)].tile
    if tile == EMPTY:
        return ""
    return Kind.PLANET.value if tile >= PLANETS else Kind.CLUSTER.value


def _prepare(state: SolaniState, seat: str, words: Words) -> Words:
    """Two lists, in any order; `3x2` is not a tile, so every tile is written."""
    lists: dict[str, Words] = {"cluster": [], "branch": []}
    now = ""
    for word in words:
        kind = _KINDS.get(word.casefold(), "")
        if kind in lists:
            now = kind
            continue
        into = now or _kind_of(state.table.edition, word)
        if into not in lists:
            return words
        lists[into].append(_cluster(word) if into == "cluster" else word.casefold())
    return ["clusters", *lists["cluster"], "branches", *lists["branch"]]


def _kinds(state: SolaniState, seat: str, words: Words) -> Words:
    """`discard A cluster 2`: the storage holds one tile of a kind, so its name says nothing."""
    kinds = [kind for word in words if (kind := _KINDS.get(word.casefold(), ""))]
    return kinds[:1] or words


def _lower(state: SolaniState, seat: str, words: Words) -> Words:
    folded = [word.casefold() for word in words]
    return [f"c{word}" if is_cell(word) and word[0] not in "cb" else word for word in folded]


_SPELLERS: dict[str, Callable[[SolaniState, str, Words], Words]] = {
    "prepare": _prepare,
    "take": _take,
    "place": _place,
    "discard": _kinds,
    "feature": _lower,
    "draw": _lower,
    "keep": _lower,
    "refill": _lower,
    "tidy": lambda state, seat, words: [word for word in words if word.casefold() != "up"],
}
