"""The documentation of records: every example works, every move form and part is described."""

from __future__ import annotations

import json
import re
from pathlib import Path

import msgspec
import pytest

from companion.games.contract import AnyGame
from companion.games.girl.move_read import VERBS
from companion.games.girl.position_doc import PlayerDoc, PositionDoc
from companion.games.girl.setup import SetupDoc
from companion.records.document import RecordDoc, read_record
from companion.records.replay import replay

DOCS = Path(__file__).parents[2] / "docs"
TEXT = (DOCS / "girl-record.md").read_text("utf-8")
RECORDS = re.findall(r"```json\n(.*?)```", TEXT, re.S)
MOVES = re.findall(r"^\| [a-z ]+[A-Za-z]* \| `([a-z]+(?: [^`]*)?)` \|", TEXT, re.M)


@pytest.mark.parametrize("text", RECORDS)
def test_example_records_replay(text: str) -> None:
    played = replay(read_record(text.encode(), "example"))
    assert not played.damage
    assert played.steps


@pytest.mark.parametrize(
    ("number", "counted"),
    [
        (0, [True, True]),
        (1, [True] * 4),
        (2, [False, True]),
        (3, [True] * 4),
        (4, [False, False, True]),
        (5, [True] * 4),
    ],
)
def test_the_examples_do_what_the_text_says(number: int, counted: list[bool]) -> None:
    played = replay(read_record(RECORDS[number].encode(), "example"))
    assert [step.counted for step in played.steps] == counted
    assert len(RECORDS) == 6


@pytest.mark.clause("GIRL-T2", "GIRL-T5", "GIRL-T14", "GIRL-T15")
def test_the_cases_to_try_end_as_the_rules_say() -> None:
    triangle, _, action = (
        replay(read_record(text.encode(), "example")).state for text in RECORDS[3:]
    )
    ann = triangle.players[0]
    assert (ann.score, ann.stardust, ann.light) == (4, 1, (2, 2, 2))
    ann = action.players[0]
    assert (sum(ann.light), ann.food, ann.stardust, ann.villagers) == (0, (1, 0, 0, 0), 2, 3)


@pytest.mark.parametrize("text", MOVES)
def test_example_moves_are_canonical(girl: AnyGame, text: str) -> None:
    assert girl.write_move(girl.read_move(text)) == text


def test_every_move_form_is_described() -> None:
    assert {text.split(" ")[0] for text in MOVES} == set(VERBS)


@pytest.mark.parametrize("document", [RecordDoc, SetupDoc, PositionDoc, PlayerDoc])
def test_every_part_is_described(document: type[msgspec.Struct]) -> None:
    for name in document.__struct_fields__:
        assert f"`{name}`" in TEXT, name


def test_links_lead_somewhere() -> None:
    for target in re.findall(r"\]\(([^)#]+)\)", TEXT):
        assert (DOCS / target).is_file(), target
    assert json.loads((DOCS / "schema" / "record.json").read_text("utf-8"))
