"""Records: reading, writing back, replay, and what is no record."""

from __future__ import annotations

from typing import Any

import pytest
from games.girl_records import EXAMPLE, MOVES, encoded, record
from hypothesis import given
from hypothesis import strategies as st

from companion.errors import CompanionError
from companion.records.document import RecordError, read_record, write_record
from companion.records.players import read_players
from companion.records.replay import replay


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


def test_a_name_of_bytes_that_are_no_letters_is_refused() -> None:
    with pytest.raises(RecordError, match="the name of player 2 has bytes that are no letters"):
        read_players(["Ann", "B\udcffn"])
