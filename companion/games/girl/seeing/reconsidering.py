"""What is seen now, explained by what nobody saw before: earlier moves may have been others."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace

from companion.flow import Accepted, Finished, Observation, Reason
from companion.games.contract import Explained
from companion.games.girl.move_read import read_move
from companion.games.girl.move_write import write_move
from companion.games.girl.moves import Move, Pick
from companion.games.girl.pieces import ASH_KINDS, COLOURS, DOUBLE_KIND, SEATS, Phase
from companion.games.girl.reasons import Broken
from companion.games.girl.rules import judge
from companion.games.girl.seeing.exchanging import Line
from companion.games.girl.seeing.explained import explained, look
from companion.games.girl.seeing.repairing import Repair
from companion.games.girl.seeing.search import Found, Made
from companion.games.girl.seeing.weighing import Weighed
from companion.games.girl.state import GirlState, Player
from companion.games.printable import Past

MOST_TRIES = 3
USUAL_COST = 0.5  # moves that cost more are unlikely enough to look for others
_EXCHANGE_COST = 0.2
_LIGHT = (Broken.LIGHT_SHORT.key, Broken.PAY_SHORT.key)
_DOUBLE = ASH_KINDS.index(DOUBLE_KIND)
_STARDUST = ASH_KINDS.index("stardust")


def reconsider(state: GirlState, past: Past, observations: Sequence[Observation]) -> Explained:
    """Explanations, also under earlier moves that looked just as they did; else what is broken."""
    looked = look(state, observations)
    if looked.least_cost > USUAL_COST:
        start, line = past.start, [read_move(text) for text in past.moves]
        richer = _with_tokens(state, line, _played(start, line)[1])
        for _ in range(MOST_TRIES):
            further = look(richer, observations)
            mended = [each for each in further.found if each.found.cost < looked.least_cost]
            mended = _mended(start, line, mended)
            if mended:
                looked.found += mended
                break
            poorer, richer = richer, _richer(richer, further.refused)
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


def _with_tokens(state: GirlState, line: Sequence[Move], before: Sequence[GirlState]) -> GirlState:
    """As if every token that was traded in this round had been kept, where its turn is to come."""
    players = list(state.players)
    for move, then in zip(line, before, strict=True):
        if not isinstance(move, Pick) or then.round != state.round:
            continue
        seat, own = SEATS.index(move.seat), then.cast[move.number - 1]
        kinds = {own.kind} if move.light else set()
        if len(then.order) == 1:  # the token that was left is not seen any more, either
            kinds |= {token.kind for token in then.cast if not token.taken and token is not own}
        if state.phase is Phase.ACTION and seat in state.order:
            kept = (*players[seat].kept, *(kinds - {_DOUBLE, _STARDUST}))
            players[seat] = replace(players[seat], kept=tuple(sorted(kept)))
    return replace(state, players=tuple(players))


def _richer(state: GirlState, refused: Sequence[Reason]) -> GirlState:
    """As if the seats had had what their moves were refused for."""
    players = list(state.players)
    for reason in refused:
        seat = _seat(reason.where)
        if not 0 <= seat < len(players):
            continue
        players[seat] = _given(players[seat], state.players[seat], reason)
    return replace(state, players=tuple(players))


def _seat(where: str) -> int:
    name = where[:1]
    return SEATS.index(name) if name in SEATS else -1


def _given(player: Player, before: Player, reason: Reason) -> Player:
    if reason.key in _LIGHT:
        colour = COLOURS.index(str(reason.values["colour"]))
        count = int(reason.values["count"])
        light = list(player.light)
        light[colour] = max(light[colour], before.light[colour], count)
        return replace(player, light=tuple(light))
    if reason.key == Broken.STARDUST_SHORT.key:
        return replace(player, stardust=max(player.stardust, int(reason.values["count"])))
    return player
