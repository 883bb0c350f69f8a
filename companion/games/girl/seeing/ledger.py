"""One seat's Light through a whole game, with every choice that nobody saw left open.

Each choice (a payment, a token kept or traded) gives or takes Light; at no moment may a seat
have less than none.  Among all ways to choose the one that changes fewest choices is found.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import combinations_with_replacement

from companion.games.girl.moves import EndTurn, Forage, Gain, Move, Pick, Recall, Scout
from companion.games.girl.pieces import ASH_KINDS, COLOURS, DOUBLE_KIND
from companion.games.girl.rules.foraging import pays, price_of
from companion.games.girl.rules.turns import seat_number
from companion.games.girl.state import AshToken, GirlState

MOST_WAYS = 400  # amounts of Light that are followed at one time
Light = tuple[int, ...]
_TOKEN_OF = {Scout: "scouting", Recall: "recall", Gain: "stardust"}


@dataclass(frozen=True, slots=True)
class Choice:
    """A move that could stand at a place of the line, and the Light that it brings its seat."""

    move: Move
    gain: Light


@dataclass(frozen=True, slots=True)
class Entry:
    """Move `number` of the line: what it may have been, what is written down first."""

    number: int
    choices: tuple[Choice, ...]


@dataclass(frozen=True, slots=True)
class _Way:
    """How an amount of Light was come by: with so many choices changed, after another amount."""

    changes: int
    before: Light
    choice: int


def balanced(start: Light, entries: Sequence[Entry]) -> dict[int, Move] | None:
    """The choices to change, by number, so that the Light never runs short; None: none do."""
    layers: list[dict[Light, _Way]] = [{start: _Way(0, start, 0)}]
    for entry in entries:
        layer: dict[Light, _Way] = {}
        for held, way in layers[-1].items():
            for number, choice in enumerate(entry.choices):
                after = tuple(a + b for a, b in zip(held, choice.gain, strict=True))
                changes = way.changes + (number > 0)
                known = layer.get(after)
                if min(after) >= 0 and (known is None or changes < known.changes):
                    layer[after] = _Way(changes, held, number)
        if not layer:
            return None
        if len(layer) > MOST_WAYS:
            layer = dict(sorted(layer.items(), key=lambda pair: pair[1].changes)[:MOST_WAYS])
        layers.append(layer)
    return _changed(layers, entries)


def _changed(layers: Sequence[dict[Light, _Way]], entries: Sequence[Entry]) -> dict[int, Move]:
    held = min(layers[-1], key=lambda light: layers[-1][light].changes)
    found: dict[int, Move] = {}
    for layer, entry in zip(reversed(layers[1:]), reversed(entries), strict=True):
        way = layer[held]
        if way.choice:
            found[entry.number] = entry.choices[way.choice].move
        held = way.before
    return found


def entries_of(moves: Sequence[Move], states: Sequence[GirlState], seat: int) -> Iterator[Entry]:
    """The entries of a seat; `states` are those before each move and after the last."""
    for number, move in enumerate(moves):
        before = states[number].players[seat].light
        after = states[number + 1].players[seat].light
        gain = tuple(a - b for a, b in zip(after, before, strict=True))
        choices = [Choice(move, gain)]
        if seat_number(states[number], getattr(move, "seat", "")) == seat:
            rest = tuple(a - b for a, b in zip(gain, _own(move), strict=True))
            for other in _others(moves, states, number, move):
                brings = tuple(a + b for a, b in zip(rest, _own(other), strict=True))
                choices.append(Choice(other, brings))
        if any(gain) or len(choices) > 1:
            yield Entry(number, tuple(choices))


def _own(move: Move) -> Light:
    """The Light that the choice itself brings."""
    if isinstance(move, Pick):
        return tuple(move.light.count(colour) for colour in COLOURS)
    if isinstance(move, Forage):
        return tuple(-move.pay.count(colour) for colour in COLOURS)
    return (0,) * len(COLOURS)


def _others(
    moves: Sequence[Move], states: Sequence[GirlState], number: int, move: Move
) -> Iterator[Move]:
    state = states[number]
    if isinstance(move, Forage):
        site = state.table.edition.site_index[move.site]
        price = price_of(state, site)
        for pay in combinations_with_replacement(COLOURS, len(move.pay)):
            if pays(price, pay) and tuple(sorted(pay)) != move.pay:
                yield Forage(move.seat, move.site, tuple(sorted(pay)), move.by_token)
    elif isinstance(move, Pick) and (move.light or not _is_needed(moves, states, number, move)):
        yield from (other for other in selections(state, move) if other != move)


def selections(state: GirlState, move: Pick) -> Iterator[Pick]:
    """What a meeple may have done with its token.

    With the last selection the token that is left goes, too: it may have been that one.
    """
    for place, token in enumerate(state.cast, 1):
        if place == move.number or (len(state.order) == 1 and not token.taken):
            for light in uses(token):
                yield Pick(move.seat, place, light)


def uses(token: AshToken) -> Iterator[tuple[str, ...]]:
    """Every way to use a token: kept, or for Light."""
    offered = sorted(COLOURS[colour] for colour in token.colours)
    if ASH_KINDS[token.kind] == DOUBLE_KIND:
        yield from combinations_with_replacement(offered, 2)
    else:
        yield ()
        yield from ((colour,) for colour in offered)


def kind_of(state: GirlState, move: Pick) -> str:
    """The kind of the token that is selected."""
    return ASH_KINDS[state.cast[move.number - 1].kind]


def _is_needed(moves: Sequence[Move], states: Sequence[GirlState], number: int, move: Pick) -> bool:
    """Whether the seat spends this kept token before its turn ends.

    Of several alike the first ones are spent.
    """
    kind, before = kind_of(states[number], move), 0
    for place in range(number - 1, -1, -1):
        other = moves[place]
        if states[place].round != states[number].round:
            break
        if isinstance(other, Pick) and other.seat == move.seat and not other.light:
            before += kind_of(states[place], other) == kind
    return _spent(moves[number + 1 :], move.seat, kind) > before


def _spent(moves: Sequence[Move], seat: str, kind: str) -> int:
    """How many tokens of a kind a seat spends before its turn ends."""
    count = 0
    for move in moves:
        if getattr(move, "seat", "") != seat:
            continue
        if isinstance(move, EndTurn):
            break
        count += getattr(move, "by_token", False) and _token_of(move) == kind
    return count


def _token_of(move: Move) -> str:
    if isinstance(move, Scout | Recall | Gain):
        return _TOKEN_OF[type(move)]
    return "foraging" if isinstance(move, Forage) else "offering"
