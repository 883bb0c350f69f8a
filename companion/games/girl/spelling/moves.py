"""Spellings of moves: from a line that a person wrote to the canonical text."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping

from companion.games.girl.move_read import LONGEST_MOVE
from companion.games.girl.pieces import ASH_KINDS, COLOURS, SEATS, UNKNOWN_TILE, Phase
from companion.games.girl.rules.villagers import EARLY, spots_of
from companion.games.girl.spelling import placing
from companion.games.girl.spelling.texts import SEATLESS, cut, named, seat_of, verb_and_seat
from companion.games.girl.spelling.vocabulary import Names, fold, vocabulary
from companion.games.girl.state import GirlState, seat_name

_TOKEN_WORDS = {"token", "bytoken", "usingtoken", "withtoken"}
_BEFORE_TOKEN = {"by", "using", "with", "the", "kept"}
_CENTRE = {"any", "centre", "center", "hub", "middle", "all", "anycolour", "中心"}
_FILLERS = {"at", "on", "to", "from", "for", "the", "in", "and", "path", "card", "a", "an", ">"}
_TRADE = {"light", "lights", "discard", "discards", "trade", "trades", "gain", "gains", "take"}
_KEEP = {"keep", "keeps", "kept"}
_OTHER_WORDS = {"village", "none", "nobody", "nothing", "sky", "space", "turn", "early"}
_PAY = {"pay", "pays", "paying", "with", "cost", "price"}
_STEP = re.compile(r"([^:=()/]+)[:=(/]([^:=()/]*)\)?\Z")
_AT = re.compile(r"([^@:=()]+)[@:=(]([^@:=()]*)\)?\Z")
_SKY = re.compile(r"(?:sky|space|track)?(\d{1,3})\Z", re.ASCII)
_NUMBER = re.compile(r"#?(\d{1,3})\Z", re.ASCII)
Words = list[str]


def respell(state: GirlState, text: str, aliases: Mapping[str, str]) -> str:
    """The canonical spelling of a move, as far as it is understood.

    `aliases` are names of players with their seats.  A seat that is left out is the one whose
    selection or turn it is.
    """
    if len(text) > LONGEST_MOVE:
        return text
    verb, seat, words = verb_and_seat(cut(named(text, aliases)), vocabulary_seats())
    if not verb:
        return text
    if verb == "place" and (dust := [word for word in words if fold(word) == "stardust"]):
        verb, words = "stardust", [word for word in words if word not in dust]
    if verb in SEATLESS:
        seat, words = _seatless(state, verb, seat, words)
    elif not seat and words and not _is_content(state, words[0]):
        seat, words = words[0], words[1:]  # nobody is called so; the rules will say it
    elif not seat and verb in _IN_TURN and state.phase in (Phase.PICKING, Phase.ACTION):
        seat = seat_name(state.order[0])
    spelt = _SPELLERS[verb](state, seat, words)
    return " ".join([verb, *([seat] if seat else []), *spelt])


def _seatless(state: GirlState, verb: str, seat: str, words: Words) -> tuple[str, Words]:
    """Leave out the seat of a move that belongs to the table; a cast is the first player's."""
    if not seat and words:
        seat = seat_of(words[0], vocabulary_seats()) or ""
        words = words[1:] if seat else words
    caster = seat_name(state.turn_order()[0])
    return (seat if verb == "cast" and seat != caster else ""), words


def _is_content(state: GirlState, word: str) -> bool:
    """Whether a word says something other than who moves."""
    names, folded = vocabulary(state.table.edition), fold(re.split(r"[:=/(@]", word)[0])
    kinds = (names.tiles, names.spaces, names.sites, names.cards, names.foods, names.kinds)
    if folded in _FILLERS | _TOKEN_WORDS | _OTHER_WORDS or any(folded in each for each in kinds):
        return True
    return _SKY.match(folded) is not None or not folded[:1].isalpha()


def vocabulary_seats() -> Names:
    """Every seat there can be; whether somebody sits there is for the rules to say."""
    return {fold(seat): seat for seat in SEATS}


def _as(names: Names, words: Words, dropped: set[str] = _FILLERS) -> Words:
    kept = [word for word in words if fold(word) in names or fold(word) not in dropped]
    return [names.get(fold(word), word) for word in kept]


def _by_token(words: Words) -> tuple[Words, Words]:
    """The words without `token`, and `token` when it was there."""
    folded = [fold(word.strip("()[]")) for word in words]
    if folded and folded[-1] in _TOKEN_WORDS:
        words, folded = words[:-1], folded[:-1]
        while folded and folded[-1] in _BEFORE_TOKEN:
            words, folded = words[:-1], folded[:-1]
        return words, ["token"]
    return words, []


def _draw(state: GirlState, seat: str, words: Words) -> Words:
    return [
        word
        if word == UNKNOWN_TILE
        else vocabulary(state.table.edition).tiles.get(fold(word), word)
        for word in words
        if fold(word) not in ("and", "tiles")
    ]


def _place(state: GirlState, seat: str, words: Words) -> Words:
    return placing.placed(state, words)


def _stardust(state: GirlState, seat: str, words: Words) -> Words:
    return placing.stardust(state, SEATS.index(seat) if seat in SEATS else -1, words)


def _cast(state: GirlState, seat: str, words: Words) -> Words:
    """Tokens with their places; a place may be a word of its own: `x2 blue recall blue/red`."""
    names = vocabulary(state.table.edition)
    tokens: list[tuple[str, Words]] = []
    for word in words:
        found = _AT.match(word)
        kind, place = (found[1], found[2]) if found else (word, "")
        if fold(kind) in names.kinds and (found or fold(kind) not in names.colours):
            tokens.append((names.kinds[fold(kind)], [place] if place else []))
        elif tokens and not found:
            if fold(word) not in _FILLERS:
                tokens[-1][1].append(word)
        else:
            tokens.append((kind, [place]))
    return [f"{kind}@{_area(names.colours, places)}" for kind, places in tokens]


def _area(colours: Names, places: Words) -> str:
    parts = [part for place in places for part in re.split(r"[/+|&]|-(?=\D)", place) if part]
    if any(fold(part) in _CENTRE for part in parts):
        return "any"
    spelt = [colours.get(fold(part), part) for part in parts]
    return "any" if sorted(spelt) == sorted(COLOURS) else "/".join(spelt)


def _pick(state: GirlState, seat: str, words: Words) -> Words:
    names = vocabulary(state.table.edition)
    rest = [word for word in words if fold(word) not in {*_FILLERS, "token", "it"}]
    if not rest:
        return rest
    which, how = rest[0], rest[1:]
    light = [word for word in how if fold(word) not in _TRADE]
    kept = any(fold(word) in _KEEP for word in light)
    colours = [names.colours.get(fold(word), word) for word in light if fold(word) not in _KEEP]
    number = _NUMBER.match(which)
    if number is None and fold(which) in names.kinds:
        which = _lying(state, names.kinds[fold(which)], colours) or which
    tail = ["keep", *colours] if kept else (["light", *colours] if how else [])
    return [number[1] if number else which, *tail]


def _lying(state: GirlState, kind: str, light: Words) -> str:
    """The number of the one token of this kind in the dish that gives this Light, or ""."""
    wanted = {COLOURS.index(colour) for colour in light if colour in COLOURS}
    fitting = {
        token.colours: number
        for number, token in reversed(list(enumerate(state.cast, 1)))
        if not token.taken and ASH_KINDS[token.kind] == kind and wanted <= set(token.colours)
    }
    return str(*fitting.values()) if len(fitting) == 1 else ""


def _scout(state: GirlState, seat: str, words: Words) -> Words:
    names = vocabulary(state.table.edition)
    words, token = _by_token(words)
    steps: Words = []
    for word in words:
        found = _STEP.match(word)
        space, colour = (found[1], found[2]) if found else (word, "")
        if fold(space) in names.spaces:
            steps.append(f"{names.spaces[fold(space)]}:{names.colours.get(fold(colour), colour)}")
        elif not found and steps and steps[-1].endswith(":") and fold(word) in names.colours:
            steps[-1] += names.colours[fold(word)]
        elif fold(word) not in _FILLERS:
            steps.append(word)
    return [*steps, *token]


def _forage(state: GirlState, seat: str, words: Words) -> Words:
    names = vocabulary(state.table.edition)
    words, token = _by_token(words)
    rest = [word for word in words if fold(word) not in {*_FILLERS, *_PAY}]
    if not rest:
        return [*rest, *token]
    site = names.sites.get(fold(rest[0]), rest[0])
    return [site, "pay", *_as(names.colours, rest[1:]), *token]


def _offer(state: GirlState, seat: str, words: Words) -> Words:
    """A food, or a space of the card: `space b`, `b`, or `O2 b` while O2 is in use."""
    names, card = vocabulary(state.table.edition), state.offering.card
    words, token = _by_token(words)
    rest = [word for word in words if fold(word) not in _FILLERS - {"a"}]
    if len(rest) > 1 and fold(rest[0]) == "a":  # an article; a card space stands alone
        rest = rest[1:]
    if len(rest) > 1 and names.cards.get(fold(rest[0])) is not None:
        used = state.table.edition.cards[card].name if card >= 0 else ""
        rest = rest[1:] if names.cards[fold(rest[0])] == used else rest
    on_card = bool(rest) and fold(rest[0]) == "space"
    rest = rest[1:] if on_card else rest
    if len(rest) == 1 and fold(rest[0]) in names.foods and not on_card:
        return [names.foods[fold(rest[0])], *token]
    cards = state.table.edition.cards
    spaces = {fold(space.name): space.name for each in cards for space in each.spaces}
    if len(rest) == 1 and (on_card or fold(rest[0]) in spaces):
        return ["space", spaces.get(fold(rest[0]), rest[0]), *token]
    return [*(["space"] if on_card else []), *rest, *token]


def _stargaze(state: GirlState, seat: str, words: Words) -> Words:
    rest = [word for word in words if fold(word) not in {*_FILLERS, "space", "track"}]
    found = _SKY.match(rest[0]) if len(rest) == 1 else None
    return [found[1]] if found else rest


def _recall(state: GirlState, seat: str, words: Words) -> Words:
    words, token = _by_token(words)
    sites = vocabulary(state.table.edition).sites
    have = spots_of(state, SEATS.index(seat)) if seat in SEATS[: state.table.seats] else []
    spots: Words = []
    for word in words:
        site, _, part = word.partition("/")
        found = _SKY.match(fold(word))
        if fold(word) in {*_FILLERS, "none", "nobody", "nothing", "sky", "track"}:
            continue
        if fold(site) in sites:
            spot = sites[fold(site)]
            # A Villager that stands only on the Early Bird is the one that is meant.
            early = fold(part) == "early" or (spot not in have and spot + EARLY in have)
            spots.append(spot + EARLY if early else spot)
        elif fold(word) == "early" and spots and not spots[-1].endswith(EARLY):
            spots[-1] += EARLY
        else:
            spots.append(f"sky{found[1]}" if found else word.casefold())
    return [*spots, *token]


def _gain(state: GirlState, seat: str, words: Words) -> Words:
    words, token = _by_token(words)
    rest = [word for word in words if fold(word) not in {*_FILLERS, "1", "x1"}]
    if not rest or fold(rest[0]) == "stardust":
        rest = ["stardust", *rest[1:]]
    return [*rest, *token]


def _end(state: GirlState, seat: str, words: Words) -> Words:
    return [word for word in words if fold(word) != "turn"]


def _unplaceable(state: GirlState, seat: str, words: Words) -> Words:
    return _draw(state, seat, words)


def _reveal(state: GirlState, seat: str, words: Words) -> Words:
    return _as(vocabulary(state.table.edition).cards, words)


def _nothing(state: GirlState, seat: str, words: Words) -> Words:
    return [word for word in words if fold(word) not in ("phase", "the", "game")]


_SPELLERS: dict[str, Callable[[GirlState, str, Words], Words]] = {
    "draw": _draw,
    "place": _place,
    "stardust": _stardust,
    "unplaceable": _unplaceable,
    "cast": _cast,
    "pick": _pick,
    "scout": _scout,
    "forage": _forage,
    "offer": _offer,
    "stargaze": _stargaze,
    "recall": _recall,
    "gain": _gain,
    "end": _end,
    "cleanup": _nothing,
    "reveal": _reveal,
    "finish": _nothing,
}
_IN_TURN = {"pick", "scout", "forage", "offer", "stargaze", "recall", "gain", "end"}
