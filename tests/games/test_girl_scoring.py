"""The final score: leftovers, ranking, every tie-break, and breakdowns that add up."""

from __future__ import annotations

from typing import Any

import pytest
from games.boards import play, start
from hypothesis import given
from hypothesis import strategies as st

from companion.games.contract import AnyGame

ROWS = [8, 7, 8, 7, 8, 7, 8]
CORNERS = {(0, 0), (0, 1), (0, 6), (0, 7), (6, 0), (6, 1), (6, 6), (6, 7)}
FREE = [(r, c) for r, width in enumerate(ROWS) for c in range(width) if (r, c) not in CORNERS]


def filled(vacant: int) -> dict[str, Any]:
    """A board with 24 tiles, Stardust on the rest, and so many vacant cells."""
    tiles = [f"? {r},{c} r0 back" for r, c in FREE[:24]]
    dust = [f"{r},{c} x1" for r, c in FREE[24 : len(FREE) - vacant]]
    return {"tiles": tiles, "stardust_placed": dust}


def ending(girl: AnyGame, edition: Any, **players: dict[str, Any]) -> Any:
    position = {"phase": "ending", "track": {"girl": 13}, "players": players}
    state = start(girl, edition, len(players), position=position)
    verdict = girl.judge(state, girl.read_move("finish"))
    return verdict.result


@pytest.mark.clause("GIRL-T20", "GIRL-END-4", "GIRL-Q42", "GIRL-Q43")
def test_a_tie_is_broken_by_unspent_pieces_then_vacant_spaces(
    girl: AnyGame, reference: Any
) -> None:
    a = {**filled(17), "score": 41, "light": {"red": 3}, "stardust": 1}
    b = {**filled(16), "score": 41, "light": {"red": 4}}
    result = ending(girl, reference, A=a, B=b)
    assert result.winners == ("A",)
    assert (result.tie_break, result.clause) == ("tie.vacant", "GIRL-END-4")
    assert [seat.rank for seat in result.seats] == [1, 2]


@pytest.mark.clause("GIRL-END-4", "GIRL-Q42")
def test_crystals_on_tiles_are_not_unspent(girl: AnyGame, reference: Any) -> None:
    a = {"score": 9, "light": {"red": 1}, "tiles": ["T01 3,3 r0 front", "T09 5,3 r1 front"]}
    b = {"score": 9, "light": {"red": 2}, "tiles": ["T25 3,3 r0 front", "T26 5,3 r1 front"]}
    result = ending(girl, reference, A=a, B=b)
    assert (result.winners, result.tie_break) == (("B",), "tie.unspent")


@pytest.mark.clause("GIRL-END-4", "GIRL-Q43")
def test_bonus_tokens_used_or_not_are_no_vacant_spaces(girl: AnyGame, reference: Any) -> None:
    a = {"score": 9, "bonus_used": ["TL", "TR"]}
    result = ending(girl, reference, A=a, B={"score": 9})
    assert (result.winners, result.tie_break) == (("A", "B"), "tie.shared")
    assert [seat.rank for seat in result.seats] == [1, 1]


@pytest.mark.clause("GIRL-END-2", "GIRL-END-3", "GIRL-REF-3")
def test_leftover_food_scores_less(girl: AnyGame, reference: Any) -> None:
    a = {"food": {"fruit": 1, "rabbit": 1, "fish": 1, "antelope": 1}}
    result = ending(girl, reference, A=a, B={"score": 7}, C={"food": {"antelope": 2}})
    assert [(seat.seat, seat.total, seat.rank) for seat in result.seats] == [
        ("A", 8, 1),
        ("B", 7, 2),
        ("C", 6, 3),
    ]
    assert result.tie_break == "tie.none"


@given(
    st.lists(
        st.tuples(st.integers(-5, 60), st.integers(0, 3), st.integers(0, 3)),
        min_size=2,
        max_size=4,
    )
)
def test_ranks_follow_the_rules(
    girl: AnyGame, reference: Any, rows: list[tuple[int, int, int]]
) -> None:
    players = {
        seat: {"score": score, "food": {"fruit": food}, "light": {"blue": light}}
        for seat, (score, food, light) in zip("ABCD", rows, strict=False)
    }
    result = ending(girl, reference, **players)
    keys = {seat: (s + f, light) for seat, (s, f, light) in zip("ABCD", rows, strict=False)}
    for seat in result.seats:
        assert seat.total == keys[seat.seat][0] == sum(vp for _, vp in seat.lines)
        assert seat.rank == 1 + sum(other > keys[seat.seat] for other in keys.values())
    assert set(result.winners) == {s for s, key in keys.items() if key == max(keys.values())}


def test_the_breakdown_names_every_source(girl: AnyGame, reference: Any) -> None:
    score = {"constellations": 4, "doubled": 4, "scouting": 6, "offerings": 9, "unplaceable": -1}
    result = ending(girl, reference, A={"score": score, "food": {"fish": 1}}, B={})
    best = result.seats[0]
    assert dict(best.lines) == {
        **{f"score.{name}": vp for name, vp in score.items()},
        "score.leftovers": 2,
    }
    assert best.total == 24


def test_finish_is_the_only_move_at_the_end(girl: AnyGame, reference: Any) -> None:
    state = start(girl, reference, position={"phase": "ending", "track": {"girl": 13}})
    assert [girl.write_move(move) for move in girl.legal_moves(state)] == ["finish"]
    state, events = play(girl, state, "finish")
    assert list(girl.legal_moves(state)) == []
    assert events[-1].values["seats"] == ["A", "B"]
