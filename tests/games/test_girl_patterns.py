"""Lines on a board at the places where an index or a mask is easily wrong."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest
from games.boards import play, refused, start
from games.transcript import transcript, transcript_path

from companion.flow import Refused
from companion.games.contract import AnyGame
from companion.games.girl.hexes import cell_text, neighbour
from companion.games.girl.rules.patterns import areas_at
from companion.games.girl.rules.stargazing import fits_somewhere


def test_every_case_says_what_it_said_before() -> None:
    """Sentences, clauses and places of all cases; `transcript.py` writes the file anew."""
    said = transcript("girl").splitlines()
    assert said == transcript_path("girl").read_text("utf-8").splitlines()


def corner(girl: AnyGame, reference: Any, **player: Any) -> Any:
    """A board whose first cell is free: its Bonus token was gained and left the board."""
    position = {"players": {"A": {"bonus_used": ["TL"], **player}}}
    return start(girl, reference, position=position, bonus_stays=False)


@pytest.mark.clause("GIRL-STAR-10", "GIRL-STAR-13", "GIRL-DUST-5", "GIRL-Q15")
def test_the_first_cell_is_a_cell_like_any_other(girl: AnyGame, reference: Any) -> None:
    assert reference.field.index[0, 0] == 0
    state = corner(girl, reference, hand=["T01", "T25", "T26"], stardust=2)
    state, events = play(girl, state, "place A T25 0,1 r4 back")
    assert [event.key for event in events] == ["event.placed"]
    state, events = play(girl, state, "place A T01 0,0 r1 front")  # lines east and south-east
    assert "event.collected" not in {event.key for event in events}
    assert refused(girl, state, "stardust A 1,0 x2") == {"stardust_count"}
    state, events = play(girl, state, "stardust A 1,0 x1")
    assert {"event.collected", "event.constellation"} <= {event.key for event in events}
    assert state.players[0].light == (2, 1, 1)


@pytest.mark.clause("GIRL-STAR-10", "GIRL-CON-1")
def test_a_tile_that_meets_the_one_on_the_first_cell(girl: AnyGame, reference: Any) -> None:
    state = corner(girl, reference, hand=["T03", "T25", "T26"])
    state, _ = play(girl, state, "place A T25 0,0 r1 back", "place A T26 0,2 r4 back")
    state, events = play(girl, state, "place A T03 0,1 r1 front")  # lines east and west
    done = {event.key: event for event in events}
    assert {"event.collected", "event.constellation"} <= set(done)
    assert done["event.constellation"].values["tiles"] == 3


@pytest.mark.clause("GIRL-Q8", "GIRL-DUST-6")
def test_stardust_is_no_part_of_a_pattern(girl: AnyGame, reference: Any) -> None:
    state = start(girl, reference, position={"players": {"A": {"hand": ["T03"], "stardust": 2}}})
    moves = ("place A T03 3,3 r0 front", "stardust A 2,4 x1", "stardust A 4,3 x1")
    _, events = play(girl, state, *moves)
    tiles = [e.values["tiles"] for e in events if e.key == "event.constellation"]
    assert tiles == [1]


@pytest.mark.clause("GIRL-STAR-6")
def test_only_edges_with_lines_are_complained_of(girl: AnyGame, reference: Any) -> None:
    position = {"players": {"A": {"hand": ["T05", "T25"]}}}
    state = start(girl, reference, position=position)
    for text, wanted in (
        ("place A T25 0,2 r0 back", [("line_to_edge", "north-east")]),
        ("place A T25 0,2 r4 back", [("line_to_bonus", "west")]),
        (
            "place A T05 0,2 r5 front",
            [("line_to_edge", "north-east"), ("line_to_edge", "north-west")],
        ),
    ):
        verdict = girl.judge(state, girl.read_move(text))
        assert isinstance(verdict, Refused)
        found = [(r.key.removeprefix("reason."), r.values["edge"]) for r in verdict.reasons]
        assert sorted(found) == wanted


@pytest.mark.clause("GIRL-STAR-13")
def test_a_line_into_the_vacant_first_cell_keeps_a_pattern_open(
    girl: AnyGame, reference: Any
) -> None:
    state = corner(girl, reference, hand=["T03", "T25"], stardust=1)
    state, _ = play(girl, state, "place A T25 0,2 r4 back")
    state, events = play(girl, state, "place A T03 0,1 r1 front")  # lines east and west
    assert {event.key for event in events} == {"event.placed", "event.crystal"}
    _, events = play(girl, state, "stardust A 0,0 x1")
    assert "event.constellation" in {event.key for event in events}


@pytest.mark.clause("GIRL-STAR-10", "GIRL-Q6")
def test_a_line_stopped_by_a_blank_side_gives_no_light(girl: AnyGame, reference: Any) -> None:
    """Only the lenient reading lets a blank side stop a line; that line is then never met."""
    position = {"players": {"A": {"tiles": ["T03 3,3 r1 front"], "hand": ["T09", "T25"]}}}
    state = start(girl, reference, position=position, strict_matching=False)
    state, events = play(girl, state, "place A T09 3,2 r3 front")  # no line on its east side
    assert {event.key for event in events} == {"event.placed", "event.crystal"}
    state, events = play(girl, state, "place A T25 3,4 r4 back")
    assert "event.collected" not in {event.key for event in events}
    assert state.players[0].board.crystal[reference.field.index[3, 3]]
    constellations = [event for event in events if event.key == "event.constellation"]
    assert [event.where for event in constellations] == ["A 3,3"]


LAST = "T20 4,3 r5 front"  # lines west, north-west and north-east


@pytest.mark.clause("GIRL-Q10", "GIRL-T7")
@pytest.mark.parametrize(("split_area", "stardust"), [("net", 1), ("each_new", 2)])
def test_a_ring_that_is_split(
    girl: AnyGame, reference: Any, split_area: str, stardust: int
) -> None:
    tiles = [
        "T04 2,4 r2 front",
        "T10 2,3 r1 front",
        "T18 3,4 r3 front",
        "T02 4,4 r4 front",
        "T26 3,2 r0 front",
    ]
    position = {"players": {"A": {"tiles": [*tiles, LAST], "hand": ["T03"]}}}
    state = start(girl, reference, position=position, split_area=split_area)
    board, field = state.players[0].board, reference.field
    assert [areas_at(field, board, field.index[cell]) for cell in ((2, 4), (4, 3), (3, 2))] == [
        1,
        1,
        1,
    ]
    state, events = play(girl, state, "place A T03 3,3 r0 front")
    board = state.players[0].board
    cells = ((2, 4), (4, 3), (3, 3), (3, 2), (4, 4))
    assert [areas_at(field, board, field.index[cell]) for cell in cells] == [2, 2, 2, 1, 1]
    gained = [event.values["count"] for event in events if event.key == "event.area_closed"]
    assert gained == [stardust]


@pytest.mark.clause("GIRL-SET-6", "GIRL-Q1")
def test_the_smaller_set_ends_where_it_says(girl: AnyGame, reference: Any) -> None:
    state = start(girl, reference, tiles_per_player=32)
    assert refused(girl, state, "draw A T01 T02 T33") == {"no_such_tile"}
    play(girl, state, "draw A T01 T02 T32")


@pytest.mark.clause("GIRL-STAR-1")
def test_a_tile_nobody_noted_is_one_that_was_left_in_the_bag(girl: AnyGame, reference: Any) -> None:
    tiles = ["T08 5,3 r3 back"]
    position = {"players": {"A": {"tiles": tiles, "hand": ["?"]}, "B": {"hand": ["T01"]}}}
    state = start(girl, reference, position=position)
    assert refused(girl, state, "place A T08 1,3 r0 back") == {"not_in_hand"}
    assert refused(girl, state, "place B ? 3,3 r0 back") == {"not_in_hand"}
    assert refused(girl, state, "place A T99 1,3 r0 front") == {"no_such_tile", "not_in_hand"}
    for name in ("T01", "T02", "T07", "T09", "?"):
        play(girl, state, f"place A {name} 1,3 r0 back")


@pytest.mark.clause("GIRL-EOP-2")
def test_a_single_gap_takes_what_fits_it_and_nothing_else(girl: AnyGame, reference: Any) -> None:
    """A gap that two lines run into takes exactly the tiles with those two lines."""
    taken = {"3,3"}
    cells = [f"{row},{column}" for row, column in reference.field.cells]
    state = start(girl, reference, position={"players": {"A": {"hand": ["T01"]}}})
    board = state.players[0].board
    kind, lines = bytearray(board.kind), bytearray(board.lines)
    for number, name in enumerate(cells):
        if not kind[number] and name not in taken:
            kind[number] = 1
    for name, edge in (("3,2", 1), ("3,4", 4)):
        lines[cells.index(name)] = 1 << edge
    full = replace(board, kind=bytes(kind), lines=bytes(lines))
    straight, bend, three = 0b001001, 0b000011, 0b001011
    assert fits_somewhere(state.table, full, [straight])
    assert not fits_somewhere(state.table, full, [bend, three, 0b1])
    lenient = start(girl, reference, strict_matching=False).table
    assert fits_somewhere(lenient, full, [0b1])
    assert not fits_somewhere(lenient, full, [three])


@pytest.mark.clause("GIRL-END-4")
def test_a_shared_victory_beside_a_third_who_tied_in_part(girl: AnyGame, reference: Any) -> None:
    dust = {"stardust_placed": ["3,3 x1"]}
    players = {"A": {"score": 5}, "B": {"score": 5}, "C": {"score": 5, **dust}}
    state = start(girl, reference, 3, position={"phase": "ending", "players": players})
    result = girl.final_score(state)
    assert (result.winners, result.tie_break, result.clause) == (
        ("A", "B"),
        "tie.shared",
        "GIRL-END-4",
    )
    players["B"] = {"score": 5, **dust}
    result = girl.final_score(
        start(girl, reference, 3, position={"phase": "ending", "players": players})
    )
    assert (result.winners, result.tie_break) == (("A",), "tie.vacant")
    players["A"] = {"score": 6}
    result = girl.final_score(
        start(girl, reference, 3, position={"phase": "ending", "players": players})
    )
    assert (result.tie_break, result.clause) == ("tie.none", "GIRL-END-3")
    players["C"] = {"score": 6, "stardust": 1}
    result = girl.final_score(
        start(girl, reference, 3, position={"phase": "ending", "players": players})
    )
    assert (result.winners, result.tie_break, result.clause) == (
        ("C",),
        "tie.unspent",
        "GIRL-END-4",
    )


@pytest.mark.parametrize("text", ["draw E T01", "place E T01 3,3 r0 front", "unplaceable E T01"])
def test_a_seat_where_nobody_sits_is_named(girl: AnyGame, reference: Any, text: str) -> None:
    verdict = girl.judge(start(girl, reference), girl.read_move(text))
    assert isinstance(verdict, Refused)
    assert (verdict.reasons[0].where, verdict.reasons[0].values["seat"]) == ("E", "E")


@pytest.mark.clause("GIRL-EOP-2", "GIRL-Q39")
def test_a_lost_tile_is_named(girl: AnyGame, reference: Any) -> None:
    position = {"players": {"A": {"hand": ["?", "T08"]}}}
    state = start(girl, reference, position=position)
    verdict = girl.judge(state, girl.read_move("unplaceable A T08"))
    assert isinstance(verdict, Refused)
    fitting = [r.values["tile"] for r in verdict.reasons if r.key == "reason.still_fits"]
    assert fitting == ["?", "T08"]
    board = state.players[0].board
    full = replace(board, kind=bytes(kind or 3 for kind in board.kind))
    players = (replace(state.players[0], board=full), *state.players[1:])
    _, events = play(girl, replace(state, players=players), "unplaceable A T08")
    assert [(e.key, e.clause, e.where, e.values) for e in events] == [
        ("event.unplaceable", "GIRL-EOP-2", "A", {"tile": "T08"})
    ]


@pytest.mark.clause("GIRL-Q10", "GIRL-Q11")
@pytest.mark.parametrize("turn", range(6))
@pytest.mark.parametrize(
    ("tile", "back", "spur"), [("T04", 0, 2), ("T04", 1, 5), ("T05", 0, 3), ("T06", 0, 4)]
)
def test_a_triangle_with_a_spur_is_one_area_from_every_side(
    girl: AnyGame, reference: Any, turn: int, tile: str, back: int, spur: int
) -> None:
    """The third line of the middle tile leads away from the triangle that the others close."""
    around = [cell_text(neighbour((3, 3), edge)) for edge in range(6)]
    tiles = [
        f"{tile} 3,3 r{(turn - back) % 6} front",
        f"T01 {around[turn]} r{(turn + 2) % 6} front",
        f"T09 {around[(turn + 1) % 6]} r{(turn + 4) % 6} front",
        f"T25 {around[(turn + spur) % 6]} r{(turn + spur + 3) % 6} back",
    ]
    state = start(girl, reference, position={"players": {"A": {"tiles": tiles}}})
    board, field = state.players[0].board, reference.field
    assert areas_at(field, board, field.index[3, 3]) == 1
