"""Whatever people and cameras do: nothing raises, and the journal alone gives the same state."""

from __future__ import annotations

import tempfile
from pathlib import Path

from hypothesis import given, settings
from hypothesis import strategies as st
from session_fakes import FakeTable, Lying, observation
from session_steps import shown

from companion.display.model import Tone
from companion.flow import Press, Status
from companion.games.girl.casting import COLOURS, KINDS
from companion.session.presses import BUTTONS
from companion.session.requests import CorrectRequest, PickRequest, TrackRequest

DISHES: tuple[list[Lying], ...] = (
    [],
    [("x2", 0.0, 60.0), ("scouting", 60.0, 70.0), ("recall", 200.0, 80.0)],
    [("x2", 0.0, 60.0), ("scouting", 60.0, 70.0)],
    [("scouting", 60.0, 70.0), ("recall", 200.0, 80.0)],
    [("x2?recall", 119.0, 58.0), ("offering", 60.0, 130.0), ("stardust", 240.0, 20.0)],
    [("foraging", 30.0 * step, 85.0) for step in range(5)],
)
lights = st.lists(st.sampled_from([*COLOURS, "green"]), max_size=3).map(tuple)
kinds = st.sampled_from([*KINDS, "moon"])
spaces = st.dictionaries(
    st.integers(0, 15).map(str), st.sampled_from(["", "girl", "elder A", "elder B", "villager A"])
)
steps = st.one_of(
    st.tuples(st.just("see"), st.sampled_from(DISHES), st.integers(1, 5)),
    st.tuples(st.just("hand"), st.sampled_from(DISHES), st.just(1)),
    st.tuples(st.just("blocked"), st.sampled_from(DISHES), st.sampled_from(list(Status))),
    st.tuples(st.just("press"), st.sampled_from([*BUTTONS, "dance"]), st.none()),
    st.tuples(
        st.just("ask"),
        st.one_of(
            st.builds(PickRequest, st.integers(0, 6), st.booleans(), lights),
            st.builds(
                CorrectRequest,
                st.one_of(st.none(), st.integers(0, 6)),
                st.one_of(st.none(), kinds),
                st.one_of(st.none(), lights),
                st.booleans(),
            ),
            st.builds(TrackRequest, st.one_of(st.none(), spaces), st.integers(0, 5)),
        ),
        st.none(),
    ),
    st.tuples(st.just("lost"), st.just("the camera is gone"), st.none()),
)


def take(table: FakeTable, what: str, detail: object, more: object) -> None:
    before = table.entries
    note = None
    if what == "see":
        table.lie(detail, frames=more)  # type: ignore[arg-type]
    elif what == "hand":
        table.clock.turn(0.2)
        table.see(observation(detail, table.clock.now_s(), hand=True))  # type: ignore[arg-type]
    elif what == "blocked":
        table.clock.turn(0.2)
        table.see(observation(detail, table.clock.now_s(), more))  # type: ignore[arg-type]
    elif what == "press":
        note = table.session.press(Press(str(detail), table.clock.now_s(), "pin"))
    elif what == "ask":
        note = table.session.ask(detail, "phone", table.clock.now_s())  # type: ignore[arg-type]
    else:
        table.view.lost(str(detail))
    assert table.entries[: len(before)] == before
    if note is not None and note.tone in (Tone.REFUSED, Tone.UNSURE):
        assert table.entries == before


@settings(max_examples=60)
@given(st.lists(steps, max_size=25))
def test_any_session_can_be_replayed(script: list[tuple[str, object, object]]) -> None:
    with tempfile.TemporaryDirectory() as folder:
        table = FakeTable(Path(folder), thrown=[])
        try:
            for step in script:
                take(table, *step)
                display = shown(table)
                assert display.prompt.en
                assert display.moment == 1 + len(table.entries)
            booked = table.session.booked
            table.restart()
            assert table.session.booked == booked
        finally:
            table.journal.close()
