"""Records: reading, damage, replay, the schema, and the commands that use them."""

from __future__ import annotations

import json
import subprocess
import sys
import time
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner, Result
from hypothesis import given
from hypothesis import strategies as st

from companion.cli import judge as judge_command
from companion.cli import rulings as rulings_command
from companion.cli import schema as schema_command
from companion.cli import simulate as simulate_command
from companion.errors import CompanionError
from companion.records.document import FORMAT, RecordError, read_record, write_record
from companion.records.mending import mend, without_loose_commas
from companion.records.players import read_players
from companion.records.replay import replay
from companion.records.words import said

ROOT = Path(__file__).parents[2]
EXAMPLE = ROOT / "docs" / "examples" / "girl-four-players.json"
MOVES = ["draw A T01 T09 T17", "place A T01 3,3 r0 front", "place A T09 3,4 r4 front"]


def record(**changes: Any) -> dict[str, Any]:
    return {"game": "girl", "players": ["Ann", "Ben"], "moves": MOVES, **changes}


def encoded(document: Any) -> bytes:
    return json.dumps(document).encode()


def run(command: Any, *arguments: str, stdin: bytes | None = None) -> Result:
    return CliRunner().invoke(command, list(arguments), input=stdin)


def test_the_worked_example_is_a_whole_game() -> None:
    played = replay(read_record(EXAMPLE.read_bytes(), EXAMPLE.name))
    assert played.clean
    assert not played.notes
    assert played.result is not None
    totals = {seat.seat: seat.total for seat in played.result.seats}
    assert totals == {"C": 43, "D": 40, "B": 29, "A": 17}
    best = dict(played.result.seats[0].lines)
    assert best == {
        "score.constellations": 9,
        "score.doubled": 9,
        "score.scouting": 11,
        "score.early_birds": 4,
        "score.leftovers": 10,
    }
    keys = {event.key for step in played.steps for event in step.verdict.events}
    assert len(keys) > 40


def test_a_record_reads_back_equal() -> None:
    data = EXAMPLE.read_bytes()
    assert write_record(read_record(data, "example")) == data


def test_refused_moves_change_nothing_and_judging_goes_on() -> None:
    moves = [*MOVES, "place A T17 3,3 r0 front", "place A T17 2,4 r2 front"]
    played = replay(read_record(encoded(record(moves=moves)), "r"))
    assert [step.counted for step in played.steps] == [True, True, True, False, True]
    assert not played.clean
    assert played.state.players[0].score == 4


@pytest.mark.parametrize(
    ("document", "part"),
    [
        ([], "a record is a JSON object"),
        ({"game": "girl", "players": ["A", "B"]}, "moves is missing"),
        (record(moves=7), "moves is missing"),
        ({"moves": [], "players": []}, "game"),
        (record(players="Ann"), 'such as ["Ann", "Ben"]'),
        (record(players=None), 'such as ["Ann", "Ben"]'),
        (record(players=[7]), "player 1"),
        (record(players=[{"name": 7}]), "name of player 1"),
        (record(players=["Ann"] * 27), "27 are more than there are seats"),
        (record(players=["Ann", "A"]), "A is the name of a seat"),
        (record(players=[{"name": "Ann", "seat": "B"}, "Ben"]), "the seats of 2 players are A, B"),
        (record(players={"A": "Ann", "C": "Ben"}), "the seats of 2 players are A, B"),
        (record(players=["x"] * 40), "more than there are seats"),
        (record(format="companion-record-9"), "format"),
        (record(rulings={"strict_matching": []}), "rulings"),
        (record(rulings=["fast"]), 'write it like "rulings": {"tiles_per_player": 38}'),
        (record(game="polaris", rulings=7), 'like "rulings": {"must_place_all": false}'),
        (record(game="solani", edition=7), 'write it like "edition": "SOL-REF-1"'),
        ({"game": "polaris", "players": 2}, 'such as ["take A crescent-SH"]'),
        ({"players": 2, "moves": []}, 'write it like "game": "girl"'),
        (record(position=[]), "position"),
    ],
)
def test_what_is_no_record(document: Any, part: str) -> None:
    with pytest.raises(RecordError) as error:
        read_record(encoded(document), "mine.json")
    assert str(error.value).startswith("mine.json: ")
    assert part in str(error.value)
    assert "\n" not in str(error.value)


@pytest.mark.parametrize(
    "changes",
    [
        {"game": "chess"},
        {"edition": "retail"},
        {"players": ["Ann"]},
        {"players": ["a"] * 9},
        {"rulings": {"fast": True}},
        {"setup": {"card": "O9"}},
        {"position": {"track": {"girl": 40}}},
    ],
)
def test_a_record_that_can_not_be_set_up(changes: dict[str, Any]) -> None:
    with pytest.raises(CompanionError) as error:
        replay(read_record(encoded(record(**changes)), "r"))
    assert error.value.exit_status == 2


def test_a_text_that_breaks_off_is_read_up_to_there() -> None:
    whole = encoded(record())
    for end in range(whole.index(b'"moves": [') + 10, len(whole)):
        read = read_record(whole[:end], "r")
        assert read.damage
        assert list(read.moves) == MOVES[: len(read.moves)]
    assert len(read_record(whole[:-2], "r").moves) == len(MOVES)
    assert len(read_record(whole[:-3], "r").moves) == len(MOVES) - 1


def test_other_damage_is_named_and_passed_over() -> None:
    read = read_record(encoded(record(moves=[MOVES[0], 7, {"note": "?"}, {"move": MOVES[1]}])), "r")
    assert read.moves == (MOVES[0], None, None, MOVES[1])
    assert [said(note)[:6] for note in read.damage] == ["Move 2", "Move 3"]
    assert 'like "draw A T01 T09 T17", or {"move": "draw A T01 T09 T17"}.' in said(read.damage[0])
    played = replay(read)
    assert [step.number for step in played.steps] == [1, 4]
    assert not played.clean
    unknown = read_record(encoded(record(weather="rain", title="Sunday")), "r")
    assert [said(n) for n in unknown.notes] == [
        "'weather' is not part of a record and was passed over."
    ]
    assert not unknown.damage
    misspelt = read_record(encoded(record(ruling={"girl_start": 5})), "r")
    assert "'rulings' is" in said(misspelt.damage[0])


def test_remarks_among_the_moves_are_no_moves() -> None:
    lines = ["# round 1", MOVES[0], "", "  // then", *MOVES[1:]]
    for moves in (lines, "\n".join(lines)):
        read = read_record(encoded(record(moves=moves)), "r")
        assert not read.damage
        assert tuple(filter(None, read.moves)) == tuple(MOVES)
        assert replay(read).clean


ENTRY = st.builds(
    lambda name, colour: {"name": name, "colour": colour},
    st.text("defgh ", min_size=2, max_size=8).map(str.strip).filter(lambda name: len(name) > 1),
    st.sampled_from(["", "green", "grey"]),
)


@given(
    st.lists(ENTRY | st.sampled_from(["Eve", "Finn", "Gil"]), min_size=2, max_size=4),
    st.lists(st.sampled_from([*MOVES, "cleanup", "fly", "end A"]), max_size=8),
    st.dictionaries(st.sampled_from(["strict_matching", "floor_zero"]), st.booleans()),
)
def test_any_record_reads_back_equal(
    players: list[Any], moves: list[str], rulings: dict[str, bool]
) -> None:
    data = encoded(record(players=players, moves=moves, rulings=rulings))
    first = read_record(data, "r")
    again = read_record(write_record(first), "r")
    assert again == first
    assert write_record(again) == write_record(first)


def test_bytes_that_are_no_text_cost_only_their_move() -> None:
    broken = encoded(record()).replace(b"3,4", b"3\xff4")
    read = read_record(broken, "r")
    assert "not UTF-8 text at byte" in said(read.damage[0])
    assert [step.counted for step in replay(read).steps] == [True, True, False]
    utf16 = encoded(record()).decode().encode("utf-16")
    assert read_record(utf16, "r").moves == tuple(MOVES)


def test_half_a_letter_is_replaced_and_said(tmp_path: Path) -> None:
    path = tmp_path / "half.json"
    path.write_text(
        '{"game": "girl", "players": ["\\ud83d\\ude00", "B"],\n'
        '"moves": ["draw A T01 T02 \\udfff", "draw A T01 T02 T03"],\n"note": "\\\\ud800 \\ud800"}'
    )
    read = read_record(path.read_bytes(), "r")
    assert read.players == ("\U0001f600", "B")
    assert said(read.damage[0]).startswith("Half letters (lone surrogates, 2 in all, the first in")
    assert "line 2" in said(read.damage[0])
    for option in ([], ["--json"]):
        result = run(judge_command.command, str(path), *option)
        assert result.exit_code == 1
        assert "\ufffd" in result.output


def test_a_name_of_bytes_that_are_no_letters_is_refused() -> None:
    with pytest.raises(RecordError, match="the name of player 2 has bytes that are no letters"):
        read_players(["Ann", "B\udcffn"])


def test_a_record_can_not_steer_the_terminal(tmp_path: Path) -> None:
    path = tmp_path / "steer.json"
    path.write_bytes(encoded(record(players=["\x1b[31mAnn", "Ben"], moves=["\x07fly\naway\u202e"])))
    result = run(judge_command.command, str(path))
    assert result.exit_code == 1
    assert not set("\x1b\x07\u202e") & set(result.output)
    assert "fly\ufffdaway" in result.output
    with pytest.raises(CompanionError) as error:
        replay(read_record(encoded(record(position={"paths": {"a\nb": "red"}})), "r"))
    assert "\n" not in str(error.value)


def test_a_large_damaged_file_is_read_in_bounded_time() -> None:
    lines = "\n".join(['"draw A T01 T02 T03"'] * 100_000)
    before = time.process_time()
    read = read_record(f'{{"game": "girl", "players": 2, "moves": [{lines}]}}'.encode(), "r")
    assert read.damage
    assert time.process_time() - before < 10


LINES = json.dumps(record(moves=[*MOVES, "place A T17 2,4 r2 front"]), indent=1).splitlines()
PLACE = next(n for n, line in enumerate(LINES) if "3,3" in line)


@pytest.mark.parametrize(
    ("line", "counted", "part"),
    [
        (LINES[PLACE].rstrip(","), 4, "A comma is missing before"),
        (LINES[PLACE].replace('front"', "front"), 3, "that line was passed over"),
        ("  ???,", 3, "that line was passed over"),
        ("  {]", 3, "that line was passed over"),
    ],
)
def test_damage_in_the_middle_costs_its_line_only(line: str, counted: int, part: str) -> None:
    lines = [*LINES[:PLACE], line, *LINES[PLACE + 1 :]]
    read = read_record("\n".join(lines).encode(), "r")
    assert part in said(read.damage[0])
    assert f"line {PLACE + 1}" in said(read.damage[0]) or f"line {PLACE + 2}" in said(
        read.damage[0]
    )
    assert len(read.moves) == counted
    assert read.players == ("Ann", "Ben")


def test_loose_commas_are_no_damage() -> None:
    text = json.dumps(record(), indent=1).replace('front"\n ]', 'front",\n ]')
    assert ",\n ]" in text
    read = read_record(text.encode(), "r")
    assert not read.damage
    assert read.moves == tuple(MOVES)
    assert without_loose_commas('{"a": ",]", "b": [1, 2 , ]}') == '{"a": ",]", "b": [1, 2   ]}'


@given(st.binary(max_size=200))
def test_arbitrary_bytes_are_a_record_or_one_sentence(data: bytes) -> None:
    try:
        read_record(data, "r")
    except RecordError as error:
        sentence = str(error)
    else:
        return
    assert sentence.startswith("r: ")
    assert "\n" not in sentence


@given(st.integers(0, 400), st.binary(min_size=1, max_size=3))
def test_a_damaged_example_never_ends_in_a_traceback(at: int, noise: bytes) -> None:
    data = encoded(record())
    damaged = data[: at % len(data)] + noise + data[at % len(data) + len(noise) :]
    try:
        replay(read_record(damaged, "r"))
    except CompanionError as error:
        sentence = str(error)
    else:
        return
    assert sentence


def test_deep_nesting_is_refused() -> None:
    with pytest.raises(RecordError):
        read_record(b"[" * 200_000, "r")


@pytest.mark.parametrize(
    ("text", "mended"),
    [
        ('{"a": 1, "b": [1, 2', '{"a": 1, "b": [1]}'),
        ('{"a": "x,y", "b": "z', '{"a": "x,y"}'),
        ('{"a": ["x\\"", "y", "z', '{"a": ["x\\"", "y"]}'),
        ("[[1], [2], [3", "[[1], [2], []]"),
    ],
)
def test_mending(text: str, mended: str) -> None:
    assert json.loads(mend(text)) == json.loads(mended)


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
