"""Setups and positions: what is assumed, what is refused, what reads back."""

from __future__ import annotations

from typing import Any

import pytest
from games.boards import start

from companion.games.contract import AnyGame, Note, SetupError


@pytest.mark.clause("STAR-SET-1", "STAR-SET-3", "STAR-SET-4", "STAR-COMP-1")
@pytest.mark.parametrize(("players", "tiles"), [(2, 17), (3, 22), (4, 27)])
def test_the_start(starfall: AnyGame, reference: Any, players: int, tiles: int) -> None:
    seats = list("ABCD"[:players])
    begun = starfall.start(reference, seats, {}, {"first": "B"})
    assert begun.notes == ()
    state = begun.state
    assert state.deck == tiles
    assert starfall.prompt(state).seats == ("B",)
    assert all(player.pieces == (7, 5) and not player.tiles for player in state.players)
    assert all(reference.value_of(player.pieces) == 32 for player in state.players)
    assert state.bank() == (40 - 7 * players, 20 - 5 * players)


def test_who_begins_is_assumed_and_said(starfall: AnyGame, reference: Any) -> None:
    begun = starfall.start(reference, list("AB"), {}, {})
    assert [note.key for note in begun.notes if isinstance(note, Note)] == ["note.first"]
    assert begun.state.turn == 0


@pytest.mark.parametrize(
    ("setup", "key"), [({"first": "C"}, "setup.first"), ({"first": 1}, "setup"), ({"x": 1}, "x")]
)
def test_a_wrong_setup_is_refused(
    starfall: AnyGame, reference: Any, setup: dict[str, Any], key: str
) -> None:
    with pytest.raises(SetupError, match=key):
        starfall.start(reference, list("AB"), {}, setup)


@pytest.mark.clause("STAR-COMP-1")
@pytest.mark.parametrize("seats", [[], ["A"], list("ABCDE"), ["B", "A"]])
def test_seats(starfall: AnyGame, reference: Any, seats: list[str]) -> None:
    with pytest.raises(SetupError, match="players"):
        starfall.start(reference, seats, {}, {})


@pytest.mark.parametrize(
    "rulings", [{"pay": "any"}, {"overpay": True}, {"overpay": "all"}, {"open_piles": "yes"}]
)
def test_wrong_rulings(starfall: AnyGame, reference: Any, rulings: dict[str, Any]) -> None:
    with pytest.raises(SetupError, match="rulings"):
        starfall.start(reference, list("AB"), rulings, {})


BAD_POSITIONS = [
    ({"turn": "C"}, "position.turn"),
    ({"phase": "draft"}, "position.phase"),
    ({"board": {"10": "S01"}}, "position.board.10"),
    ({"board": {"x": "S01"}}, "position.board.x"),
    ({"board": {"5": "S01", "05": "S02"}}, "STAR-ADD-2"),
    ({"board": {"5": "S99"}}, "position.board.5"),
    ({"board": {"5": "?"}}, "position.board.5"),
    ({"board": {"9": "S01", "8": "S02", "7": "S03", "6": "S04"}}, "STAR-ADD-3"),
    ({"board": {"9": "reveal", "8": "reveal"}}, "more than one number waits"),
    ({"board": {"9": "reveal"}, "deck": 0}, "no tile can be added"),
    ({"deck": 18}, "position.deck"),
    ({"deck": -1}, "position"),
    ({"gone": ["S01", "S01"]}, "S01 is there 2 times"),
    ({"gone": ["S01"], "board": {"4": "S01"}}, "S01 is there 2 times"),
    ({"players": {"A": {"tiles": ["S01"]}, "B": {"tiles": ["S01"]}}}, "S01 is there 2 times"),
    ({"players": {"C": {}}}, "position.players.C"),
    ({"players": {"A": {"stardust": {"green": 1}}}}, "stardust.green"),
    ({"players": {"A": {"stardust": {"orange": 16}}}}, "orange"),
    ({"players": {"A": {"score": 3}}}, "score"),
    ({"gone": ["?"] * 18}, "STAR-SET-3"),
    ({"phase": "turns", "board": {"5": "S01"}, "deck": 0}, "position.phase"),
]


@pytest.mark.parametrize(("position", "key"), BAD_POSITIONS)
def test_a_wrong_position_is_refused(
    starfall: AnyGame, reference: Any, position: dict[str, Any], key: str
) -> None:
    with pytest.raises(SetupError, match=key):
        starfall.start(reference, list("AB"), {}, {}, position)


def test_a_deck_that_is_given_says_how_many_tiles_are_gone(
    starfall: AnyGame, reference: Any
) -> None:
    state = start(starfall, reference, position={"deck": 3, "gone": ["S01"]})
    assert starfall.write_position(state)["gone"].count("?") == 17 - 3 - 1
    assert not starfall.check(state, state)


@pytest.mark.clause("STAR-END-1", "STAR-END-2", "STAR-Q8")
@pytest.mark.parametrize(
    "position",
    [
        {"board": {"5": "S01"}, "deck": 0},
        {"deck": 0},
        {"players": {"A": {"stardust": {}}, "B": {"stardust": {}}}},
    ],
)
def test_a_position_in_which_the_game_has_ended_is_over(
    starfall: AnyGame, reference: Any, position: dict[str, Any]
) -> None:
    state = start(starfall, reference, position=position)
    assert starfall.prompt(state).key == "prompt.over"
    assert list(starfall.legal_moves(state)) == []


@pytest.mark.clause("STAR-Q17", "STAR-Q18")
def test_what_a_seat_may_see(starfall: AnyGame, reference: Any) -> None:
    position = {"players": {"A": {"tiles": ["S01", "S17"]}, "B": {"tiles": ["S02"]}}}
    opened = start(starfall, reference, position=position)
    assert starfall.view(opened, "B") == opened == starfall.view(opened, None)
    closed = start(starfall, reference, position=position, open_piles=False)
    seen = starfall.write_position(starfall.view(closed, "B"))["players"]
    assert seen["A"]["tiles"] == ["?", "?"]
    assert seen["B"]["tiles"] == ["S02"]
    assert seen["A"]["stardust"] == {"white": 7, "orange": 5}
    bystander = starfall.view(closed, None)
    assert all(set(player.tiles) == {-3} for player in bystander.players)
    again = starfall.start(
        reference, list("AB"), {"open_piles": False}, {}, starfall.write_position(bystander)
    )
    assert again.state.same_position(bystander)
    over = start(starfall, reference, position={**position, "phase": "over"}, open_piles=False)
    assert starfall.view(over, None) == over


@pytest.mark.clause("STAR-Q18")
def test_no_state_tells_what_was_removed_or_what_comes_next(
    starfall: AnyGame, reference: Any
) -> None:
    """Setup and position name no tile that was never shown, so nothing can leak."""
    state = start(starfall, reference, setup={"first": "A"})
    assert "S" not in "".join(map(str, starfall.write_position(state).values()))
    assert (
        len(
            list(
                starfall.chance_moves(
                    start(starfall, reference, position={"board": {"9": "reveal"}})
                )
            )
        )
        == 27
    )  # type: ignore[attr-defined]
