"""Builders of states for tests."""

from __future__ import annotations

from typing import Any

from companion.flow import Accepted, Event, Finished, Refused, Verdict
from companion.games.contract import AnyGame


def start(
    girl: AnyGame,
    edition: Any,
    players: int = 2,
    position: dict[str, Any] | None = None,
    setup: dict[str, Any] | None = None,
    **rulings: Any,
) -> Any:
    """The first state."""
    seats = list("ABCD"[:players])
    return girl.start(edition, seats, rulings, setup or {}, position).state


def play(girl: AnyGame, state: Any, *texts: str) -> tuple[Any, list[Event]]:
    """Judge moves that have to be accepted; the last state and all events."""
    events: list[Event] = []
    for text in texts:
        verdict = girl.judge(state, girl.read_move(text))
        assert isinstance(verdict, Accepted | Finished), (text, verdict)
        state = verdict.state
        events += verdict.events
    return state, events


def refused(girl: AnyGame, state: Any, text: str) -> set[str]:
    """The keys of the reasons of a move that has to be refused."""
    verdict: Verdict[Any] = girl.judge(state, girl.read_move(text))
    assert isinstance(verdict, Refused), (text, verdict)
    return {reason.key.removeprefix("reason.") for reason in verdict.reasons}
