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
from companion.games.starfall.move_text import VERBS
from companion.games.starfall.position_doc import PlayerDoc, PositionDoc
from companion.games.starfall.rulings import rulings_of
from companion.games.starfall.setup import SetupDoc
from companion.records.document import RecordDoc, read_record, write_record
from companion.records.replay import replay

DOCS = Path(__file__).parents[3] / "docs"
TEXT = (DOCS / "starfall-record.md").read_text("utf-8")
GAME_TEXT = (DOCS / "starfall.md").read_text("utf-8")
EXAMPLE = DOCS / "examples" / "starfall-four-players.json"
RECORDS = re.findall(r"```json\n(.*?)```", TEXT, re.S)
MOVES = re.findall(r"^\| [A-Za-z ]+ \| `([a-z]+ [^`]*)` \|", TEXT, re.M)


def test_example_records_do_what_the_text_says() -> None:
    whole, position = (replay(read_record(text.encode(), "example")) for text in RECORDS)
    assert whole.clean
    assert not whole.notes
    assert [step.counted for step in position.steps] == [False, True]
    (reason,) = position.steps[0].verdict.reasons
    assert reason.clause == "STAR-Q3"


@pytest.mark.parametrize("text", MOVES)
def test_example_moves_are_canonical(starfall: Any, text: str) -> None:
    assert starfall.write_move(starfall.read_move(text)) == text


def test_every_move_form_is_described() -> None:
    assert {text.split(" ")[0] for text in MOVES} == set(VERBS)


@pytest.mark.parametrize("document", [RecordDoc, SetupDoc, PositionDoc, PlayerDoc])
def test_every_part_is_described(document: type[msgspec.Struct]) -> None:
    for name in document.__struct_fields__:
        assert f"`{name}`" in TEXT, name


def test_settings_and_tiles_are_described(reference: Any) -> None:
    for ruling in rulings_of():
        default = json.dumps(ruling.default)
        assert f"| `{ruling.name}` | {ruling.clause} | `{default}` |" in GAME_TEXT
    for tile in reference.tiles:
        numbers = (tile.stars, tile.planets, tile.moons, tile.black_holes, tile.comets)
        letters = " ".join(reference.colours[colour][0].upper() for colour in tile.nebulae)
        cells = [f"`{tile.name}`", *(str(n or "") for n in numbers), letters]
        assert f"| {' | '.join(cells)} |" in GAME_TEXT, tile.name


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
    assert {"event.paid_tiles", "event.discovered_free", "event.lost", "event.end_tiles"} <= keys
    assert any(dict(seat.lines).get("score.colours") for seat in played.result.seats)


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
