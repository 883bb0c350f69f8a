"""Damaged records: what is left is read, what is lost is named."""

from __future__ import annotations

import json
import time
from pathlib import Path

import pytest
from games.girl_records import MOVES, encoded, record, run
from hypothesis import given
from hypothesis import strategies as st

from companion.cli import judge as judge_command
from companion.errors import CompanionError
from companion.records.document import RecordError, read_record
from companion.records.mending import mend, without_loose_commas
from companion.records.replay import replay
from companion.records.words import said


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
