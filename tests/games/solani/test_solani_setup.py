"""Setting up: what chance decided, what is assumed, what can't be."""

from __future__ import annotations

from typing import Any

import pytest
from games.boards import play, start

from companion.games.contract import LANGUAGES, AnyGame, SetupError

WHOLE = {
    "boards": {"A": "B", "B": "Coyote", "C": "A"},
    "planets": ["red", "red", "blue", "blue", "green", "green", "violet", "violet", "red", "blue"],
    "spares": ["red", "violet", "violet", "green"],
    "dark_sky": "D3 r1",
    "display": {"2": ["2-8", "2-7", "2-6", "2-5"], "3": ["3-1", "3-3", "3-5", "3-7"]},
}


@pytest.mark.clause(
    *("SOL-SET-2", "SOL-SET-5", "SOL-SET-6", "SOL-SET-7", "SOL-SET-8", "SOL-SET-9", "SOL-SET-11")
)
def test_a_whole_setup_is_what_the_first_state_says(solani: AnyGame, edition: Any) -> None:
    begun = solani.start(edition, "ABC", {}, WHOLE)
    assert [note.key for note in begun.notes] == ["note.notice"]
    position = solani.write_position(begun.state)
    assert position["starter"] == "C"
    assert position["dark_sky"] == "D3 r1"
    assert position["planets"]["R5"] == "blue"
    assert list(position["planets"]) == [f"{s}{n}" for n in range(1, 6) for s in "LR"]
    assert position["spares"] == WHOLE["spares"]
    assert position["display"] == WHOLE["display"]
    assert [p["board"] for p in position["players"].values()] == ["B", "Coyote", "A"]
    dark = [
        edition.lattice.circles[c]
        for c, code in enumerate(begun.state.players[1].circles)
        if code == 2
    ]
    turned = {(c, 5 - r) for r, c in [(0, 4), (3, 0), (4, 4)]}
    assert set(dark) == turned


STARTERS = [
    (2, {"A": "Coyote", "B": "C"}, "B"),
    (2, {"A": "A", "B": "coyote"}, "A"),
    (3, {"A": "A", "B": "B", "C": "Coyote"}, "A"),
    (4, {"A": "A", "B": "Coyote", "C": "B", "D": "C"}, "C"),
    (1, {"A": "Coyote"}, "A"),
]


@pytest.mark.clause("SOL-SET-11", "SOL-Q15")
@pytest.mark.parametrize(("players", "boards", "starter"), STARTERS)
def test_the_player_at_the_left_hand_of_the_coyote_starts_and_no_more(
    solani: AnyGame, edition: Any, players: int, boards: dict[str, str], starter: str
) -> None:
    state = start(solani, edition, players, setup={"boards": boards})
    assert "ABCD"[state.starter] == starter
    coyote = next(seat for seat, board in boards.items() if board.casefold() == "coyote")
    player = state.players["ABCD".index(coyote)]
    other = start(solani, edition, players).players[-1]
    assert (player.tile, player.branch, player.cards) == (other.tile, other.branch, other.cards)


@pytest.mark.parametrize("name", ["A", "B", "C", "D"])
def test_a_starter_may_stand_in_for_the_boards(solani: AnyGame, edition: Any, name: str) -> None:
    state = start(solani, edition, 4, setup={"starter": name})
    assert "ABCD"[state.starter] == name
    left = [p for p in range(4) if edition.boards[state.players[p].board].coyote]
    assert [(left[0] + 1) % 4] == ["ABCD".index(name)]


@pytest.mark.parametrize("language", LANGUAGES)
def test_what_is_assumed_is_said(solani: AnyGame, edition: Any, language: str) -> None:
    notes = solani.start(edition, "AB", {}, {}).notes
    said = [solani.say(note.key, language, note.values) for note in notes]
    for part in ("boards", "dark_sky", "planets", "spares", "display.2", "display.3"):
        assert any(f"setup.{part}" in sentence for sentence in said), part
    assert not any("{" in sentence for sentence in said)


WRONG = [
    ("setup.board: ", {"board": {}}),
    ("setup.boards", {"boards": {"A": "Coyote"}}),
    ("setup.boards", {"boards": {"A": "A", "B": "B"}}),
    ("setup.boards", {"boards": {"A": "Coyote", "B": "Coyote"}}),
    ("setup.boards.B", {"boards": {"A": "Coyote", "B": "Z"}}),
    ("setup.starter", {"boards": {"A": "Coyote", "B": "A"}, "starter": "A"}),
    ("setup.starter", {"starter": "D"}),
    ("setup.dark_sky", {"dark_sky": "D9"}),
    ("setup.dark_sky", {"dark_sky": "D1 r4"}),
    ("setup.dark_sky", {"dark_sky": "D1 r1 r2"}),
    ("setup.planets", {"planets": ["red"] * 7}),
    ("setup.planets", {"planets": ["red"] * 8}),
    ("setup.planets", {"planets": ["pink"] * 8}),
    ("setup.planets", {"planets": {"L1": "red"}}),
    ("setup.spares", {"spares": ["red"]}),
    ("setup.display.4", {"display": {"4": []}}),
    ("setup.display.2", {"display": {"2": ["2-1", "2-2"]}}),
    ("setup.display.2", {"display": {"2": ["2-1", "2-1", "2-2"]}}),
    ("setup.display.2", {"display": {"2": ["2-1", "3-1", "2-2"]}}),
]


@pytest.mark.parametrize(("key", "setup"), WRONG)
def test_a_wrong_setup_names_the_field(
    solani: AnyGame, edition: Any, key: str, setup: dict[str, Any]
) -> None:
    with pytest.raises(SetupError) as error:
        solani.start(edition, ["A", "B"], {}, setup)
    assert str(error.value).startswith(key)


@pytest.mark.parametrize(
    ("key", "rulings"),
    [
        ("rulings.length", {"length": 3}),
        ("rulings.rounds", {"rounds": 13}),
        ("rulings.rounds", {"rounds": True}),
        ("rulings.unplaceable", {"unplaceable": "minus2"}),
    ],
)
def test_a_wrong_setting_is_refused(
    solani: AnyGame, edition: Any, key: str, rulings: dict[str, Any]
) -> None:
    with pytest.raises(SetupError, match=key):
        solani.start(edition, ["A", "B"], rulings, {})


@pytest.mark.parametrize("seats", [[], list("ABCDE"), ["B", "A"]])
def test_wrong_players_are_refused(solani: AnyGame, edition: Any, seats: list[str]) -> None:
    with pytest.raises(SetupError, match="players"):
        solani.start(edition, seats, {}, {})


def _drawn(solani: AnyGame, edition: Any) -> Any:
    position = {"queue": ["B", "A"], "players": {"B": {"branches": ["b2,2 NW"]}}}
    state = start(solani, edition, position=position)
    state, _ = play(solani, state, "draw B 2 2-5 2-6")
    return state


def test_a_view_hides_the_cards_that_somebody_else_has_drawn(solani: AnyGame, edition: Any) -> None:
    state = _drawn(solani, edition)
    assert solani.view(state, "B") is state
    for viewer in ("A", None):
        seen = solani.view(state, viewer)
        position = solani.write_position(seen)
        assert position["drawn"] == ["?", "?"]
        assert "2-5" not in str(position)
        again = solani.start(edition, ["A", "B"], {}, {}, position).state
        assert again.same_position(seen)
    after, _ = play(solani, state, "keep B 2-6 c2,3")
    assert solani.view(after, "A") is after


@pytest.mark.clause("SOL-Q10")
@pytest.mark.parametrize(("ruling", "vp"), [("discard", 0), ("minus1", -1)])
def test_a_lost_tile_says_what_it_costs(
    solani: AnyGame, edition: Any, ruling: str, vp: int
) -> None:
    position = {"players": {"A": {"stored": ["cluster 2"]}}}
    state = start(solani, edition, position=position, unplaceable=ruling)
    after, events = play(solani, state, "discard A cluster")
    assert [e.values["vp"] for e in events if e.key == "event.unplaceable"] == [vp]
    lines = dict(solani.final_score(after).seats[-1].lines)
    assert lines.get("score.unplaceable", 0) == vp


@pytest.mark.clause("SOL-TIDY-1", "SOL-TIDY-2", "SOL-TIDY-3")
def test_tidying_says_what_it_does_and_leaves_nothing_behind(solani: AnyGame, edition: Any) -> None:
    position = {
        "phase": "tidy",
        "market": {"clusters": ["1", "?"], "branches": ["one"]},
        "display": {"2": []},
    }
    state = start(solani, edition, position=position)
    state, (returned,) = play(solani, state, "tidy")
    assert dict(returned.values) == {"clusters": 2, "branches": 1}
    assert state.bags == edition.totals()
    assert not any(map(any, state.market))
    assert state.unseen == (0, 0)
    state, (refilled, begun) = play(solani, state, "refill 2 2-4 2-8 2-6")
    assert dict(refilled.values) == {"deck": "2", "cards": ("2-4", "2-8", "2-6")}
    assert dict(begun.values) == {"round": 2, "seat": "B"}
    left = [card.name for n, card in enumerate(edition.cards) if state.decks[0] >> n & 1]
    assert left == ["2-1", "2-2", "2-3", "2-5", "2-7"]


def test_drawing_is_told_without_the_cards(solani: AnyGame, edition: Any) -> None:
    position = {"queue": ["B"], "players": {"B": {"branches": ["b2,2 NW"]}}}
    state = start(solani, edition, position=position)
    _, events = play(solani, state, "draw B 2 2-5 2-6")
    said = [solani.say(event.key, "en", event.values) for event in events]
    assert said == ["draws 2 feature cards of type 2"]
