"""An earlier move corrected: said first, booked then, and nothing hidden is told by it."""

from __future__ import annotations

from pathlib import Path

import pytest
from play_fakes import DotsGame, play_table, sit

from companion.display.model import Note, Tone
from companion.play.compose import compose
from companion.play.requests import CorrectRequest, SayRequest
from companion.play.table import PlayTable


@pytest.fixture
def table(tmp_path: Path, dots: DotsGame) -> PlayTable:
    """Two phones after three moves, each followed by a draw: numbers 1, 3 and 5 of the list."""
    made = play_table(tmp_path, "dots", ("Ann", "Ben", "Cem"))
    sit(made, "host", "C")
    sit(made, "one", "A")
    sit(made, "two", "B")
    for phone, seat, cell in (("one", 0, "0,0"), ("two", 1, "1,1"), ("host", 2, "2,2")):
        number = hand(made, seat)[0]
        note = made.ask(SayRequest(f"lay {'ABC'[seat]} {number} {cell}"), phone, 0.0)
        assert note.tone is Tone.OK
    return made


def hand(table: PlayTable, seat: int) -> tuple[int, ...]:
    assert table.running is not None
    held: tuple[int, ...] = table.running.state.hands[seat]
    return held


def correct(table: PlayTable, phone: str, move: str, line: str, book: bool = False) -> Note:
    return table.ask(CorrectRequest(move, line, book), phone, 0.0)


def laid(table: PlayTable) -> list[str]:
    assert table.running is not None
    return [cell for cell, _, _ in table.running.state.laid]


def first_number(table: PlayTable) -> int:
    assert table.running is not None
    return int(table.running.session.steps[0].moves[0].split()[2])


def test_what_changes_is_said_and_then_booked(table: PlayTable) -> None:
    number = first_number(table)
    said = correct(table, "one", "1", f"lay A {number} 4,4")
    assert said.tone is Tone.UNSURE
    assert "Nothing else would change" in said.text.en
    assert laid(table) == ["0,0", "1,1", "2,2"]
    body = said.actions[0].body
    assert correct(table, "one", body["move"], body["line"], body["book"]).tone is Tone.OK
    assert laid(table) == ["4,4", "1,1", "2,2"]
    verdict = compose(table, "two").verdict
    assert verdict is not None
    assert verdict.text.en == "Move 1 was corrected by Ann."
    assert len(compose(table, "two").sections) > 3


def test_later_moves_that_fall_are_named(table: PlayTable) -> None:
    said = correct(table, "one", "1", f"lay A {first_number(table)} 1,1")
    assert "Would not count any more: Laid" in said.text.en
    assert "on 1,1" in said.text.en
    assert "Ben:" in said.text.en
    correct(table, "one", "1", f"lay A {first_number(table)} 1,1", book=True)
    assert laid(table)[:1] == ["1,1"]
    titles = [s.title.en for s in section(table, "two", "moves").steps]
    assert any("does not count any more" in title for title in titles)
    assert table.running is not None
    assert not table.running.chance_due


def section(table: PlayTable, phone: str, name: str):  # type: ignore[no-untyped-def]
    return next(each for each in compose(table, phone).sections if each.id == name)


@pytest.mark.parametrize(
    ("phone", "move", "line", "words"),
    [
        ("two", "1", "lay A 1 4,4", "is Ann's to correct"),
        ("one", "2", "draw A 7", "no move 2"),
        ("host", "9", "lay A 1 4,4", "no move 9"),
        ("host", "x", "lay A 1 4,4", "no move x"),
        ("one", "1", "lay A 99 4,4", "99 is not in the hand"),
        ("one", "1", "hm", "a move is: lay A 3 1,1"),
    ],
)
def test_what_can_not_be_corrected(
    table: PlayTable, phone: str, move: str, line: str, words: str
) -> None:
    note = correct(table, phone, move, line, book=True)
    assert note.tone is Tone.REFUSED
    assert words in note.text.en
    assert laid(table) == ["0,0", "1,1", "2,2"]


def test_each_phone_is_offered_what_it_may_correct(table: PlayTable) -> None:
    offered = {}
    for phone in ("one", "two", "host"):
        choice = section(table, phone, "correct").forms[0].choices[0]
        offered[phone] = [option.value for option in choice.options]
    assert offered == {"one": ["1"], "two": ["3"], "host": ["5", "3", "1"]}
