"""What nobody writes down but must have happened, and what is never assumed."""

from __future__ import annotations

from typing import Any

import pytest
from games.boards import start

from companion.flow import Accepted, Refused
from companion.games.contract import AnyGame
from companion.records.judging import judge_line

ACTION: dict[str, Any] = {"phase": "action", "order": ["A", "B"], "actions_left": 0}
LAST: dict[str, Any] = {**ACTION, "order": ["A"]}
NO_CARD: dict[str, Any] = {"card": None, "reveal": True}


def assumed(girl: AnyGame, state: Any, text: str) -> tuple[str, ...] | None:
    """What was assumed before an accepted move; None when it is refused."""
    judged = judge_line(girl, state, text, {})
    return judged.assumed if isinstance(judged.verdict, Accepted) else None


@pytest.mark.clause("GIRL-STAR-1")
def test_a_draw_that_nobody_noted(girl: AnyGame, reference: Any) -> None:
    state = start(girl, reference)
    judged = judge_line(girl, state, "place A T01 3,3 r0 front", {})
    assert judged.assumed == ("draw A ? ? ?",)
    assert isinstance(judged.verdict, Accepted)
    assert [event.key for event in judged.verdict.events][:2] == ["event.drawn", "event.placed"]
    assert judged.moves == ("draw A ? ? ?", "place A T01 3,3 r0 front")
    state = judged.verdict.state
    for tile, cell in (("T05", "5,3"), ("T03", "1,3")):
        verdict = judge_line(girl, state, f"place A {tile} {cell} r0 front", {}).verdict
        assert isinstance(verdict, Accepted)
        state = verdict.state
    assert assumed(girl, state, "place A T02 2,1 r0 front") is None
    assert assumed(girl, state, "draw A T02 T03 T04") is None


@pytest.mark.clause("GIRL-STAR-5")
def test_a_refused_move_takes_its_assumptions_with_it(girl: AnyGame, reference: Any) -> None:
    state = start(girl, reference)
    verdict = judge_line(girl, state, "place A T01 0,2 r0 front", {}).verdict
    assert isinstance(verdict, Refused)
    assert {reason.key for reason in verdict.reasons} == {"reason.line_to_edge"}
    assert assumed(girl, state, "draw A T02 T03 T04") == ()


@pytest.mark.clause("GIRL-ACT-1")
@pytest.mark.parametrize(
    ("changes", "text", "expected"),
    [
        ({}, "gain B stardust", ("end A",)),
        ({}, "gain A stardust", None),
        ({"actions_left": 1}, "gain B stardust", None),
        ({"players": {"A": {"kept": ["recall"]}}}, "gain B stardust", None),
        ({}, "cleanup", None),
        ({"order": ["A", "B", "C"]}, "gain C stardust", None),
        ({"order": ["A"]}, "cleanup", ("end A",)),
        ({"order": ["A"]}, "draw B T01 T02 T03", ("end A", "cleanup")),
        ({"order": ["A"]}, "place B T01 3,3 r0 front", ("end A", "cleanup", "draw B ? ? ?")),
        ({"order": ["A"]}, "gain B stardust", None),
        ({"order": ["A"], "phase": "cleanup"}, "draw B T01 T02 T03", ("cleanup",)),
    ],
)
def test_turns_that_are_over(
    girl: AnyGame,
    reference: Any,
    changes: dict[str, Any],
    text: str,
    expected: tuple[str, ...] | None,
) -> None:
    state = start(girl, reference, 3, position={**ACTION, **changes})
    assert assumed(girl, state, text) == expected


@pytest.mark.clause("GIRL-REF-1", "GIRL-DUST-3")
def test_the_next_card_is_assumed_only_when_it_is_known(girl: AnyGame, reference: Any) -> None:
    position = {"offering": {**NO_CARD, "gone": ["O2"]}}
    text = "draw A T01 T02 T03"
    hidden = start(girl, reference, position=position, setup={"card": "O2"})
    assert assumed(girl, hidden, text) is None
    known = start(girl, reference, position=position, setup={"cards": ["O2", "O4", "O1"]})
    assert assumed(girl, known, text) == ("reveal O4",)
    assert assumed(girl, known, "reveal O1") == ()
    one = start(girl, reference, position={"offering": {**NO_CARD, "gone": ["O2", "O1", "O3"]}})
    assert assumed(girl, one, text) == ("reveal O4",)
    dust = judge_line(girl, known, "stardust A 3,3 x1", {})
    assert dust.assumed == ()


def test_nobody_sees_the_cards_below(girl: AnyGame, reference: Any) -> None:
    state = start(girl, reference, setup={"cards": ["O2", "O4", "O1"]})
    assert state.table.card_order == (1, 3, 0)
    for seat in (None, "A"):
        assert girl.view(state, seat).table.card_order == ()
    assert "O4" not in str(girl.write_position(state))


@pytest.mark.clause("GIRL-CLEAN-2", "GIRL-END-1")
def test_the_end_of_the_game(girl: AnyGame, reference: Any) -> None:
    position = {**LAST, "track": {"girl": 13}}
    state = start(girl, reference, position=position)
    judged = judge_line(girl, state, "finish", {})
    assert judged.assumed == ("end A", "cleanup")
