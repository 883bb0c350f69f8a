"""The commands that use records: judge, rulings, schema, simulate."""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path

import pytest
from games.girl_records import EXAMPLE, MOVES, ROOT, encoded, record, run

from companion.cli import judge as judge_command
from companion.cli import rulings as rulings_command
from companion.cli import schema as schema_command
from companion.cli import simulate as simulate_command
from companion.errors import CompanionError
from companion.records.document import FORMAT, RecordError, read_record
from companion.records.replay import replay


def test_judge_prints_verdicts_with_clauses(tmp_path: Path) -> None:
    path = tmp_path / "game.json"
    path.write_bytes(encoded(record(moves=[*MOVES, "place A T17 2,4 r1 front", "fly away"])))
    result = run(judge_command.command, str(path))
    assert result.exit_code == 1
    assert "place A T17 2,4 r1 front  -> refused" in result.output
    assert "[GIRL-STAR-5" in result.output
    assert "A (Ann): 0 VP" in result.output
    assert "This is no move: 'fly' is no move" in result.output
    chinese = run(judge_command.command, str(path), "--language", "zh-Hant")
    assert "放置 T01" in chinese.output
    assert "3 個成立，2 個不成立，0 個待確認。" in chinese.output
    assert "accepted" not in chinese.output


def test_judge_says_in_chinese_what_is_no_record(tmp_path: Path) -> None:
    path = tmp_path / "mine.json"
    for document, begins in [
        ({**record(), "edition": "retail"}, "girl 沒有名為 'retail' 的版本"),
        ({"game": "solani", "players": 2}, f"{path}：缺少 moves"),
        ([], f"{path}：紀錄是一個 JSON 物件"),
    ]:
        path.write_bytes(encoded(document))
        result = run(judge_command.command, str(path), "--language", "zh-Hant")
        assert isinstance(result.exception, CompanionError)
        assert result.exception.exit_status == 2
        assert str(result.exception).startswith(begins)
        english = run(judge_command.command, str(path))
        assert str(english.exception).isascii()


def test_judge_prints_json_that_stands_alone(tmp_path: Path) -> None:
    path = tmp_path / "game.json"
    path.write_bytes(encoded(record(setup={"card": "O2"})))
    result = run(judge_command.command, str(path), "--json")
    assert result.exit_code == 0
    report = json.loads(result.stdout)
    assert [move["verdict"] for move in report["moves"]] == ["accepted"] * 3
    assert report["rulings"]["strict_matching"] is True
    assert report["state"]["offering"]["card"] == "O2"
    assert report["next"]["seats"] == ["B"]
    assert report["players"] == {"A": "Ann", "B": "Ben"}
    assert not report["over"]
    again = record(moves=[], position=report["state"])
    assert run(judge_command.command, "-", "--json", stdin=encoded(again)).exit_code == 0


def test_judge_of_the_example_ends_with_the_score() -> None:
    result = run(judge_command.command, str(EXAMPLE))
    assert result.exit_code == 0
    assert "1. C: 43 VP = 9 constellations + 9 x2 VP tokens" in result.output
    report = json.loads(run(judge_command.command, str(EXAMPLE), "--json").stdout)
    assert report["over"]
    for seat in report["score"]["seats"]:
        assert seat["total"] == sum(line["vp"] for line in seat["lines"])


@pytest.mark.parametrize("data", [b"", b"hello", b"[]", b"{}", b'{"game": 3, "moves": []}'])
def test_the_command_line_says_one_sentence(tmp_path: Path, data: bytes) -> None:
    path = tmp_path / "game.json"
    path.write_bytes(data)
    command = [sys.executable, "-c", "from companion.cli import main; main()", "judge", str(path)]
    done = subprocess.run(command, capture_output=True, text=True, timeout=60, check=False)
    assert done.returncode == 2
    assert done.stdout == ""
    assert len(done.stderr.strip().splitlines()) == 1
    assert "Traceback" not in done.stderr


def test_judge_of_a_file_that_is_not_there(tmp_path: Path) -> None:
    for path in (tmp_path / "none.json", tmp_path):
        result = run(judge_command.command, str(path))
        assert isinstance(result.exception, RecordError)
        assert result.exception.exit_status == 2


def test_a_question_is_shown_with_its_readings() -> None:
    tiles = ["T30 1,1 r1 back", "T03 1,2 r1 front", "T11 1,3 r1 front", "T19 1,4 r1 front"]
    document = record(
        position={"players": {"A": {"tiles": tiles, "hand": ["T31"]}}},
        moves=["place A T31 1,5 r4 back"],
    )
    result = run(judge_command.command, "-", stdin=encoded(document))
    assert result.exit_code == 1
    assert "place A T31 1,5 r4 back claim 1,1=TL" in result.output
    assert "place A T31 1,5 r4 back claim 1,1=TR" in result.output


def test_rulings_lists_every_setting_with_both_readings() -> None:
    text = run(rulings_command.command, "girl")
    assert text.exit_code == 0
    listed = json.loads(run(rulings_command.command, "girl", "--json").stdout)
    assert len(listed) == 15
    for ruling in listed:
        assert f"{ruling['name']}  [{ruling['clause']}]" in text.output
        assert len(ruling["choices"]) == 2
        assert ruling["default"] in [choice["value"] for choice in ruling["choices"]]
        for choice in ruling["choices"]:
            assert choice["text"] in text.output
            assert not choice["text"].startswith("ruling.")
    chinese = run(rulings_command.command, "girl", "--language", "zh-Hant").output
    assert "早已連通" in chinese


def test_the_schema_in_the_documentation_is_the_printed_one() -> None:
    printed = run(schema_command.command, "record").output
    assert printed == (ROOT / "docs" / "schema" / "record.json").read_text("utf-8")
    schema = json.loads(printed)
    assert schema["$defs"]["GirlRecord"]["properties"]["format"]["default"] == FORMAT


def test_simulate_prints_counts_and_scores(tmp_path: Path) -> None:
    out = tmp_path / "last.json"
    result = run(
        simulate_command.command,
        *("girl", "--players", "3", "--games", "2", "--seed", "5", "--out", str(out)),
    )
    assert result.exit_code == 0
    assert "2 games" in result.output
    assert "three quarters" in result.output
    assert replay(read_record(out.read_bytes(), "last")).clean


def test_simulate_names_the_seed_that_failed(monkeypatch: pytest.MonkeyPatch) -> None:
    from companion.games.girl import game

    monkeypatch.setattr(game.GAME, "check", lambda *_: ("a piece fell off the table",))
    result = run(simulate_command.command, "girl", "--games", "3", "--seed", "7")
    assert result.exit_code == 1
    assert "seed 7, move 1: a piece fell off the table" in result.output
