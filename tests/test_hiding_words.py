"""A token that may hide another is named on the page by the number that the page gives it."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace
from pathlib import Path

import pytest
from session_fakes import FakeTable, Lying, observation
from session_steps import TOSS, accept, correct, shown

from companion.apps.live_reader import _with_dish
from companion.display.model import Text
from companion.session.reader_words import in_both

HIDING_MM = (158.0, 102.0)


@pytest.fixture
def table(tmp_path: Path) -> Iterator[FakeTable]:
    made = FakeTable(tmp_path)
    yield made
    made.journal.close()


def lie(table: FakeTable, lying: Sequence[Lying], hiding: int) -> None:
    """Let a table be seen on which one of the tokens, counted from 0, may hide another."""
    for _ in range(5):
        table.clock.turn(0.2)
        seen = observation(lying, table.clock.now_s())
        tokens = list(seen.sightings)
        tokens[hiding] = replace(tokens[hiding], may_hide_mm=HIDING_MM)
        table.see(replace(seen, sightings=tuple(tokens)))


def told(table: FakeTable) -> list[Text]:
    return [each for each in shown(table).status.details if "hardly in view" in each.en]


def test_the_token_is_named_by_its_number_in_both_languages(table: FakeTable) -> None:
    lie(table, TOSS, hiding=1)
    (said,) = told(table)
    assert said.en == "Another token may lie, hardly in view, below token 2; look beneath it."
    assert said.zh == "2 號餘燼下面可能還有另一枚，幾乎看不到；請看看下面。"


def test_the_picture_is_drawn_anew_when_a_token_begins_to_hide_another(table: FakeTable) -> None:
    table.lie(TOSS)
    before = len(table.painter.drawn)
    table.lie(TOSS)
    assert len(table.painter.drawn) == before
    lie(table, TOSS, hiding=1)
    assert len(table.painter.drawn) > before


def test_a_token_keeps_its_number_when_others_are_gone(table: FakeTable) -> None:
    accept(table)
    lie(table, TOSS[1:], hiding=1)  # the second that is seen is the third that was thrown
    (said,) = told(table)
    assert "below token 3;" in said.en


def test_what_people_say_is_no_token_hides_none(table: FakeTable) -> None:
    lie(table, TOSS, hiding=1)
    correct(table, 2, gone=True)
    assert told(table) == []


def test_nothing_is_said_when_no_token_may_hide_another(table: FakeTable) -> None:
    table.lie(TOSS)
    assert told(table) == []


def test_in_a_dish_among_other_boards_which_token_is_told_by_its_kind() -> None:
    board = observation((), 1.0)
    dish = observation(TOSS, 1.0)
    assert _with_dish(board, dish, "token").problems == ()
    tokens = [replace(token, may_hide_mm=HIDING_MM) for token in dish.sightings[1:]]
    hiding = replace(dish, sightings=(dish.sightings[0], *tokens))
    (said,) = _with_dish(board, hiding, "token").problems
    assert "the one on top (recall, scouting)" in said
    assert in_both(said).zh != said
