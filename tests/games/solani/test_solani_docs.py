"""The documentation: every example works, every move form, part and setting is described."""

from __future__ import annotations

import json
import re
from pathlib import Path
from typing import Any

import msgspec
import pytest

from companion.games.contract import AnyGame
from companion.games.solani.move_read import VERBS
from companion.games.solani.position_doc import SolaniPlayer, SolaniPosition
from companion.games.solani.setup import SolaniSetup
from companion.records.document import RecordDoc, read_record
from companion.records.replay import replay

DOCS = Path(__file__).parents[3] / "docs"
RECORD = (DOCS / "solani-record.md").read_text("utf-8")
GAME = (DOCS / "solani.md").read_text("utf-8")
EXAMPLES = re.findall(r"```json\n(.*?)```", RECORD, re.S)
MOVES = re.findall(r"^\| [a-z ]+ \| `([a-z]+(?: [^`]*)?)` \|", RECORD.split("## Moves")[1], re.M)
MOVES = [text for text in MOVES if text.split(" ")[0] in VERBS]
ACCEPTED = [[], [True] * 10, [False, False, True], [False, True, True, True, True]]


@pytest.mark.parametrize("number", range(len(ACCEPTED)))
def test_example_records_replay(number: int) -> None:
    played = replay(read_record(EXAMPLES[number].encode(), "example"))
    assert not played.damage
    assert [step.counted for step in played.steps] == ACCEPTED[number]
    assert len(EXAMPLES) == len(ACCEPTED)


def test_the_first_example_scores_what_the_text_says(solani: AnyGame) -> None:
    played = replay(read_record(EXAMPLES[0].encode(), "example"))
    score = solani.final_score(played.state)
    assert (score.winners, score.seats[0].total) == (("A",), 3)


def test_the_whole_game_is_accepted_and_finished() -> None:
    data = (DOCS / "examples" / "solani-four-players.json").read_bytes()
    played = replay(read_record(data, "example"))
    assert played.clean
    assert played.result is not None
    verbs = {step.text.split(" ")[0] for step in played.steps}
    assert {"prepare", "take", "place", "feature", "draw", "keep", "tidy"} <= verbs


@pytest.mark.parametrize("text", MOVES)
def test_example_moves_are_canonical(solani: AnyGame, text: str) -> None:
    assert solani.write_move(solani.read_move(text)) == text


def test_every_move_form_is_described() -> None:
    assert {text.split(" ")[0] for text in MOVES} == set(VERBS)


@pytest.mark.parametrize("document", [RecordDoc, SolaniSetup, SolaniPosition, SolaniPlayer])
def test_every_part_is_described(document: type[msgspec.Struct]) -> None:
    for name in document.__struct_fields__:
        assert f"`{name}`" in RECORD, name


def test_every_setting_is_described(solani: AnyGame, edition: Any) -> None:
    for ruling in solani.rulings(edition):
        row = re.search(rf"^\| `{ruling.name}` \| `?([a-z0-9]+)`? \|", GAME, re.M)
        assert row is not None
        assert row[1] == str(ruling.default)


def test_values_are_those_of_the_edition(edition: Any) -> None:
    assert ", ".join(map(str, edition.worth.planet_sets)) in GAME
    assert "made up for the companion, not the publisher's" in GAME
    for board in edition.boards:
        row, column = edition.lattice.circles[board.guide]
        assert re.search(rf"c{row},{column} \((board )?{board.name}\)", GAME)


def test_links_lead_somewhere() -> None:
    for text in (RECORD, GAME):
        for target in re.findall(r"\]\(([^)#]+)\)", text):
            assert (DOCS / target).is_file(), target
    schema = json.loads((DOCS / "schema" / "record.json").read_text("utf-8"))
    assert "SolaniPosition" in schema["$defs"]
