"""What a screen is for: playing, the middle of the table, refereeing; who may say so."""

from __future__ import annotations

from pathlib import Path

import pytest
from play_fakes import DotsGame, play_table, sit

from companion.display.model import Tone
from companion.play.compose import compose
from companion.play.requests import CorrectRequest, RoleRequest, SayRequest, TurnRequest
from companion.play.seating import read_seating, write_seating
from companion.play.table import Admission, PlayTable


@pytest.fixture
def table(tmp_path: Path, dots: DotsGame) -> PlayTable:
    made = play_table(tmp_path, "dots")
    sit(made, "host", "A")
    sit(made, "ben", "B")
    made.ask(Admission(), "tablet", 0.0)
    return made


def sections(table: PlayTable, phone: str) -> list[str]:
    return [section.id for section in compose(table, phone).sections]


def test_a_tablet_in_the_middle_shows_turns_and_scores_and_nobodys_side(table: PlayTable) -> None:
    assert table.ask(RoleRequest("table"), "tablet", 0.0).tone is Tone.OK
    display = compose(table, "tablet")
    assert display.view == "table"
    assert display.jump is None
    assert sections(table, "tablet")[:2] == ["order", "scores"]
    assert not {"enter", "type", "correct", "record"} & set(sections(table, "tablet"))
    order = display.sections[0]
    assert [(step.mark, step.state) for step in order.steps] == [("A", "now"), ("B", "next")]
    assert [board.id for board in display.boards] == [b.id for b in compose(table, "").boards]


def test_a_role_outlasts_a_power_cut(table: PlayTable) -> None:
    table.ask(RoleRequest("table"), "tablet", 0.0)
    assert read_seating(write_seating(table.seating)).roles == {"tablet": "table"}


@pytest.mark.parametrize(
    ("asked", "who", "tone"),
    [
        (RoleRequest("referee"), "ben", Tone.REFUSED),
        (RoleRequest("referee", 2), "ben", Tone.REFUSED),
        (RoleRequest("table", 1), "ben", Tone.REFUSED),
        (RoleRequest("emperor"), "host", Tone.REFUSED),
        (RoleRequest("referee", 9), "host", Tone.REFUSED),
        (RoleRequest("referee"), "host", Tone.OK),
        (RoleRequest("referee", 2), "host", Tone.OK),
        (RoleRequest("table"), "ben", Tone.OK),
    ],
)
def test_only_the_host_makes_a_referee(
    table: PlayTable, asked: RoleRequest, who: str, tone: Tone
) -> None:
    before = table.seating
    assert table.ask(asked, who, 0.0).tone is tone
    assert (table.seating == before) == (tone is Tone.REFUSED)


def test_a_referee_takes_back_and_corrects_what_others_did(table: PlayTable) -> None:
    number = table.running.state.hands[0][0]  # type: ignore[union-attr]
    other = table.running.state.hands[0][1]  # type: ignore[union-attr]
    table.ask(SayRequest(f"lay A {number} 2,1"), "host", 0.0)
    correction = CorrectRequest("1", f"lay A {other} 2,1", book=True)
    assert table.ask(correction, "tablet", 0.0).tone is Tone.REFUSED
    assert table.ask(TurnRequest(), "tablet", 0.0).tone is Tone.REFUSED
    assert table.ask(RoleRequest("referee", 3), "host", 0.0).tone is Tone.OK
    assert "correct" in sections(table, "tablet")
    assert table.ask(TurnRequest(), "tablet", 0.0).tone is Tone.OK
    assert table.ask(RoleRequest("player", 3), "host", 0.0).tone is Tone.OK
    assert table.ask(TurnRequest(redo=True), "tablet", 0.0).tone is Tone.REFUSED


def test_a_player_sees_the_own_score_and_the_chart_grows(table: PlayTable) -> None:
    assert "chart" not in sections(table, "host")
    own = next(s for s in compose(table, "host").sections if s.id == "your-score")
    assert [card.id for card in own.cards] == ["mine-A"]
    number = table.running.state.hands[0][0]  # type: ignore[union-attr]
    table.ask(SayRequest(f"lay A {number} 2,1"), "host", 0.0)
    chart = next(s for s in compose(table, "host").sections if s.id == "chart").charts[0]
    score = table.running.game.final_score(table.running.state)  # type: ignore[union-attr]
    final = {seat.seat: seat.total for seat in score.seats}  # fmt: skip
    assert {curve.mark: curve.values[-1] for curve in chart.curves} == final
    assert {curve.values[0] for curve in chart.curves} == {0}
    assert all(len(curve.values) == len(chart.along) for curve in chart.curves)
