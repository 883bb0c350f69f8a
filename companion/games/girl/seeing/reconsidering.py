"""What is seen now, explained by what nobody saw before: earlier moves may have been others."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace

from companion.flow import Accepted, Finished, Observation
from companion.games.contract import Explained
from companion.games.girl.move_read import read_move
from companion.games.girl.move_write import write_move
from companion.games.girl.moves import Move
from companion.games.girl.rules import judge
from companion.games.girl.seeing.exchanging import Line
from companion.games.girl.seeing.explained import explained, look
from companion.games.girl.seeing.repairing import Repair
from companion.games.girl.seeing.search import Found, Made
from companion.games.girl.seeing.supposing import as_if_kept, as_if_richer
from companion.games.girl.seeing.weighing import Weighed
from companion.games.girl.state import GirlState
from companion.games.printable import Past

MOST_TRIES = 3
USUAL = 0.5  # what is less likely than that may be explained better by other earlier moves
GOOD_ENOUGH = 0.6
_EXCHANGE_COST = 0.1


def reconsider(state: GirlState, past: Past, observations: Sequence[Observation]) -> Explained:
    """Explanations, also under earlier moves that looked just as they did; else what is broken."""
    looked = look(state, observations)
    if looked.unlikely > USUAL:
        start, line = past.start, [read_move(text) for text in past.moves]
        richer = as_if_kept(state, line, _played(start, line)[1])
        for _ in range(MOST_TRIES):
            further = look(richer, observations)
            mended = [each for each in further.found if each.unlikely < looked.unlikely]
            looked.found += _mended(start, line, mended)
            if looked.unlikely <= GOOD_ENOUGH:
                break
            poorer, richer = richer, as_if_richer(richer, further.refused)
            if richer == poorer:
                break
    return explained(state, looked)


def _played(start: GirlState, line: Sequence[Move]) -> tuple[GirlState, list[GirlState]]:
    """The state after the moves, and the one before each."""
    state, before = start, []
    for move in line:
        before.append(state)
        verdict = judge(state, move)
        if isinstance(verdict, Accepted | Finished):
            state = verdict.state
    return state, before


def _mended(start: GirlState, line: list[Move], found: Sequence[Weighed]) -> list[Weighed]:
    """What was found, as far as it holds once earlier moves are put right."""
    repair = Repair(start)
    mended = []
    for each in found:
        whole = repair.run([*line, *(made.move for made in each.found.made)])
        if whole is None:
            continue
        done = [item.move for item in whole if item.number < len(line)]
        after, before = _played(start, [item.move for item in whole])
        instead = tuple(_instead(line, whole))
        new = [item.move for item in whole[len(done) :]]
        made = tuple(Made(then, move) for then, move in zip(before[len(done) :], new, strict=True))
        cost = each.found.cost + _EXCHANGE_COST * len(instead)
        mended.append(replace(each, found=Found(made, after, cost), instead=instead))
    return mended


def _instead(line: Sequence[Move], whole: Line) -> Iterator[tuple[int, str]]:
    """The numbers of moves that were others, with what they were: none or several, one a line."""
    for number, move in enumerate(line):
        now = [item.move for item in whole if item.number == number]
        if now != [move]:
            yield number, "\n".join(map(write_move, now))
