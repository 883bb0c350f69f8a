"""The documentation: every example works, every move form, part and setting is described."""

from __future__ import annotations

import json
import re
from pathlib import Path
from typing import Any

import msgspec
import pytest
from click.testing import CliRunner

from companion.cli import judge as judge_command
from companion.games.polaris.move_text import VERBS
from companion.games.polaris.position_doc import DeckDoc, PlayerDoc, PositionDoc
from companion.games.polaris.rulings import rulings_of
from companion.games.polaris.setup import SetupDoc
from companion.records.document import RecordDoc, read_record, write_record
from companion.records.replay import replay

DOCS = Path(__file__).parents[3] / "docs"
TEXT = (DOCS / "polaris-record.md").read_text("utf-8")
GAME_TEXT = (DOCS / "polaris.md").read_text("utf-8")
EXAMPLE = DOCS / "examples" / "polaris-four-players.json"
RECORDS = re.findall(r"```json\n(.*?)```", TEXT, re.S)
MOVES = re.findall(r"^\| [A-Za-z ]+ \| `([a-z]+ [^`]*)` \|", TEXT, re.M)


def test_example_records_do_what_the_text_says() -> None:
    whole, position = (replay(read_record(text.encode(), "example")) for text in RECORDS)
    assert whole.clean
    assert not whole.notes
    assert [step.counted for step in position.steps] == [False, True]
    (reason,) = position.steps[0].verdict.reasons
    assert reason.clause == "POL-PLAY-3"


@pytest.mark.parametrize("text", MOVES)
def test_example_moves_are_canonical(polaris: Any, text: str) -> None:
    assert polaris.write_move(polaris.read_move(text)) == text


def test_every_move_form_is_described() -> None:
    assert {text.split(" ")[0] for text in MOVES} == set(VERBS)


@pytest.mark.parametrize("document", [RecordDoc, SetupDoc, PositionDoc, PlayerDoc, DeckDoc])
def test_every_part_is_described(document: type[msgspec.Struct]) -> None:
    for name in document.__struct_fields__:
        assert f"`{name}`" in TEXT, name


def test_settings_cards_and_goals_are_described(reference: Any) -> None:
    for ruling in rulings_of():
        default = json.dumps(ruling.default)
        assert f"| `{ruling.name}` | {ruling.clause} | `{default}` |" in GAME_TEXT
    for card in reference.cards:
        assert f"| `{card.name.partition('-')[2]}` |" in GAME_TEXT
    for goal in (*reference.personal, *reference.goals):
        named = f"`{goal.name}`" in GAME_TEXT
        assert named or re.fullmatch(r"(sector|orbit)[2-4]", goal.name), goal.name


@pytest.mark.parametrize("text", [TEXT, GAME_TEXT])
def test_links_lead_somewhere(text: str) -> None:
    for target in re.findall(r"\]\(([^)#]+)[^)]*\)", text):
        assert (DOCS / target).is_file(), target


def test_the_worked_example_is_a_whole_game() -> None:
    played = replay(read_record(EXAMPLE.read_bytes(), EXAMPLE.name))
    assert played.clean
    assert not played.notes
    assert played.result is not None
    assert write_record(read_record(EXAMPLE.read_bytes(), "x")) == EXAMPLE.read_bytes()
    keys = {event.key for step in played.steps for event in step.verdict.events}
    assert {"event.round_begins", "event.phase_changed", "event.most"} <= keys
    assert any(dict(seat.lines)["score.personal"] for seat in played.result.seats)


@pytest.mark.parametrize("language", ["en", "zh-Hant"])
def test_the_command_reports_the_example(language: str) -> None:
    arguments = [str(EXAMPLE), "--language", language]
    said = CliRunner().invoke(judge_command.command, arguments)
    assert said.exit_code == 0
    report = CliRunner().invoke(judge_command.command, [*arguments, "--json"])
    score = json.loads(report.output)["score"]
    for seat in score["seats"]:
        assert seat["total"] == sum(item["vp"] for item in seat["items"])
        assert any(item["text"] in said.output for item in seat["items"])
