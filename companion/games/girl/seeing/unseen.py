"""What the table can't show of a move: others that would look just the same."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace

from companion.flow import Refused
from companion.games.girl.move_write import write_move
from companion.games.girl.moves import Draw, Forage, Gain, Move, Pick, Place, Recall, Scout
from companion.games.girl.pieces import UNKNOWN_TILE
from companion.games.girl.rules import judge
from companion.games.girl.rules.legal import forage_moves, pick_moves
from companion.games.girl.rules.turns import seat_number
from companion.games.girl.seeing.looks import token_word
from companion.games.girl.seeing.search import Made
from companion.games.girl.seeing.steps import backs_of
from companion.games.girl.state import GirlState

MOST_OTHERS = 24


def others(made: Sequence[Made], number: int) -> tuple[str, ...]:
    """The texts of legal moves that could stand in the place of move `number`."""
    before, move = made[number].before, made[number].move
    found: dict[str, None] = {}
    for other in _others(before, move, made):
        if other != move:
            found[write_move(other)] = None
        if len(found) >= MOST_OTHERS:
            break
    return tuple(found)


def has_unknown_tile(made: Sequence[Made]) -> bool:
    """Whether a tile was drawn or laid whose front nobody saw."""
    moves = [each.move for each in made]
    return any(
        (isinstance(move, Draw) and UNKNOWN_TILE in move.tiles)
        or (isinstance(move, Place) and move.tile == UNKNOWN_TILE)
        for move in moves
    )


def _others(before: GirlState, move: Move, made: Sequence[Made]) -> Iterator[Move]:
    if isinstance(move, Pick):
        yield from _picks(before, move, made)
    elif isinstance(move, Forage):
        seat = seat_number(before, move.seat)
        for other in forage_moves(before, seat, move.by_token):
            if isinstance(other, Forage) and other.site == move.site:
                yield other
    elif isinstance(move, Scout | Recall | Gain):
        yield from _by_other_means(before, move)
    elif isinstance(move, Place) and not move.front:
        for name in backs_of(before, seat_number(before, move.seat), set()):
            if name != UNKNOWN_TILE:
                yield replace(move, tile=name)


def _picks(before: GirlState, move: Pick, made: Sequence[Made]) -> Iterator[Move]:
    """Every way to use the token; then every token that was taken in the same look."""
    own = token_word(before.cast[move.number - 1])
    words = {own} | {
        token_word(each.before.cast[each.move.number - 1])
        for each in made
        if isinstance(each.move, Pick)
    }
    if any(len(each.before.order) == 1 for each in made if isinstance(each.move, Pick)):
        # with the last selection the token that is left goes back, too
        taken = {each.move.number for each in made if isinstance(each.move, Pick)}
        numbered = enumerate(before.cast, 1)
        words |= {token_word(t) for n, t in numbered if not t.taken and n not in taken}
    numbers: dict[str, int] = {own: move.number}
    for number, token in enumerate(before.cast, 1):
        if not token.taken and token_word(token) in words:
            numbers.setdefault(token_word(token), number)
    choices = [m for m in pick_moves(before) if isinstance(m, Pick)]
    yield from (choice for choice in choices if choice.number == move.number)
    for word, number in numbers.items():
        if word != own:
            yield from (choice for choice in choices if choice.number == number)


def _by_other_means(before: GirlState, move: Scout | Recall | Gain) -> Iterator[Move]:
    """By a token instead of an action, or the other way round; nothing done instead of a gain."""
    options: list[Move] = [replace(move, by_token=not move.by_token)]
    if isinstance(move, Gain) and not move.by_token:
        options.append(Recall(move.seat))
    for option in options:
        if not isinstance(judge(before, option), Refused):
            yield option
