"""The buzzer says once how each new verdict came out."""

from __future__ import annotations

from pathlib import Path

from session_fakes import FakeTable

from companion.display.model import Note, Text, Tone
from companion.flow import Press
from companion.running.hub import Hub
from companion.running.loop import Inbox, Loop
from companion.session.compose import compose
from companion.session.toss_table import TossTable


def test_each_verdict_is_heard_once_and_remarks_are_not(tmp_path: Path) -> None:
    table = FakeTable(tmp_path)
    inbox, heard = Inbox(), list[str]()
    first = compose(table.session, table.clock.now_s())
    hub = Hub("table", 1, first, most_watchers=2)
    loop = Loop(TossTable(table.session), inbox, hub, table.clock, lambda _: None, heard.append)
    for _ in range(3):
        loop.step(0.0)
    assert heard == []
    for _ in range(2):  # with nothing settled, the press is refused, each time anew
        inbox.press(Press("next", table.clock.now_s(), "pin"))
        for _ in range(3):
            loop.step(0.0)
    assert heard == ["refused", "refused"]
    for tone in (Tone.OK, Tone.UNSURE, Tone.INFO):
        table.session.verdict = Note(tone, Text("said", "說"))
        loop.step(0.0)
        loop.step(0.0)
    assert heard == ["refused", "refused", "accepted", "ask"]
