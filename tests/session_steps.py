"""What tests of a session do again and again."""

from __future__ import annotations

from session_fakes import FakeTable, Lying

from companion.display.model import Display, Note
from companion.session.compose import compose
from companion.session.presses import Phase
from companion.session.requests import CorrectRequest, PickRequest

TOSS: list[Lying] = [("x2", 0.0, 60.0), ("scouting", 60.0, 70.0), ("recall", 200.0, 80.0)]


def shown(table: FakeTable) -> Display:
    return compose(table.session, table.clock.now_s())


def accept(table: FakeTable, toss: list[Lying] = TOSS) -> None:
    table.lie(toss)
    table.press("next")
    table.lie(toss)
    assert table.session.phase is Phase.PICKING


def pick(table: FakeTable, token: int, *light: str, keep: bool = False) -> Note:
    return table.session.ask(PickRequest(token, keep, light), "phone", table.clock.now_s())


def correct(table: FakeTable, *args: object, **more: object) -> Note:
    request = CorrectRequest(*args, **more)  # type: ignore[arg-type]
    return table.session.ask(request, "phone", table.clock.now_s())


def reading(table: FakeTable) -> list[str]:
    return [str(live.token) for live in table.view.live]


def reach(table: FakeTable, phase: Phase) -> None:
    if phase is Phase.WATCHING:
        table.lie(TOSS, frames=1)
    elif phase is Phase.SHOWN:
        table.lie(TOSS)
    elif phase is Phase.LOOKING:
        table.lie(TOSS)
        table.press("look")
    else:
        accept(table)
        if phase is Phase.DONE:
            pick(table, 1, "red", "red")
            pick(table, 2, keep=True)
    assert table.session.phase is phase
