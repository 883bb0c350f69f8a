"""Judges a line as people write it: spelling first, then what was left out, then the move."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import Any

from companion.flow import Accepted, Event, Finished, Reason, Refused, Verdict
from companion.games.contract import AnyGame, Forgiving, MoveTextError

NOT_A_MOVE = "reason.not_a_move"
_SHOWN = 40  # letters of a text that is no move


@dataclass(frozen=True, slots=True)
class Judged:
    """A verdict, and how the line was read.

    `move` is the canonical text, "" for a line that is no move.  `assumed` are the moves that
    nobody wrote down but that must have come before it; they count only if the move does, and
    their events are the first of an accepted verdict.
    """

    verdict: Verdict[Any]
    move: str = ""
    assumed: tuple[str, ...] = ()

    @property
    def moves(self) -> tuple[str, ...]:
        """Everything that an accepted line stands for, in canonical texts."""
        return (*self.assumed, self.move)


def judge_text(game: AnyGame, state: Any, text: str) -> Verdict[Any]:
    """Judge a canonical text; one that is no move is refused with the reason."""
    try:
        move = game.read_move(text)
    except MoveTextError as error:
        return _no_move(text, error)
    return game.judge(state, move)


def _no_move(text: str, error: MoveTextError) -> Refused:
    values = {"why": str(error), "example": error.example}
    return Refused((Reason(NOT_A_MOVE, "record", text[:_SHOWN], values),))


def judge_line(game: AnyGame, state: Any, line: str, aliases: Mapping[str, str]) -> Judged:
    """Judge a line; `aliases` are names of players with their seats.  Never raises."""
    if not isinstance(game, Forgiving):
        return _judged(game, state, line)
    text = game.respell(state, line, aliases)
    try:
        move = game.read_move(text)
    except MoveTextError as error:
        return Judged(_no_move(line, error))
    assumed: list[str] = []
    events: tuple[Event, ...] = ()
    for before in game.implied(state, move):
        verdict = game.judge(state, before)
        if not isinstance(verdict, Accepted):
            break
        state, events = verdict.state, (*events, *verdict.events)
        assumed.append(game.write_move(before))
    verdict = game.judge(state, move)
    if isinstance(verdict, Accepted | Finished):
        verdict = replace(verdict, events=(*events, *verdict.events))
    return Judged(verdict, game.write_move(move), tuple(assumed))


def _judged(game: AnyGame, state: Any, line: str) -> Judged:
    verdict = judge_text(game, state, line)
    try:
        return Judged(verdict, game.write_move(game.read_move(line)))
    except MoveTextError:
        return Judged(verdict)
