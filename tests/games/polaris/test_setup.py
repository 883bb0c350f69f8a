"""Setups and positions: what is assumed, what is refused, what reads back."""

from __future__ import annotations

from typing import Any

import pytest
from games.boards import start

from companion.games.contract import AnyGame, Note, SetupError

WHOLE = {
    "first": "B",
    "new_moon": 3,
    "goals": ["sector2", "orbit1", "longest", "borders", "surrounded"],
    "personal": {"A": "G1", "B": "G2"},
    "hands": {"A": ["new-SH", "new-SV", "new-ST"], "B": ["full-D", "half-D", "new-D"]},
    "basic": ["full-SH", "full-SV", "half-SH", "half-SV"],
    "advanced": ["new-X1", "half-X2"],
}


@pytest.mark.clause("POL-SET-2", "POL-SET-3", "POL-SET-4", "POL-SET-5", "POL-SET-6")
@pytest.mark.clause("POL-SET-7", "POL-SET-8", "POL-SET-9", "POL-SET-10", "POL-SET-11", "POL-Q23")
def test_a_whole_setup(polaris: AnyGame, reference: Any) -> None:
    begun = polaris.start(reference, list("AB"), {}, WHOLE)
    assert begun.notes == ()
    position = polaris.write_position(begun.state)
    players = position["players"]
    assert position["turn"] == "B"
    assert (players["B"]["shooting_stars"], players["A"]["shooting_stars"]) == (1, 2)
    assert players["A"]["score"] == {"start": 5}
    assert players["A"]["hand"] == ["new-SH", "new-SV", "new-ST"]
    assert players["A"]["goal"] == "G1"
    assert len(position["neutral"]) == 10
    assert "telescope" not in position
    assert reference.goals[begun.state.goal].name == "longest"  # beside sector 3
    assert begun.state.deck_left(0) == 40 - 4 - 6
    assert begun.state.deck_left(1) == 24 - 2


@pytest.mark.clause("POL-SET-8", "POL-SET-11")
@pytest.mark.parametrize("players", [3, 4])
def test_more_players(polaris: AnyGame, reference: Any, players: int) -> None:
    state = start(polaris, reference, players, setup={"first": "C"})
    assert not state.stars[-1]
    given = {3: [2, 3, 1], 4: [3, 4, 1, 2]}[players]
    assert [player.shooting_stars for player in state.players] == given


def test_what_is_missing_is_assumed_and_said(polaris: AnyGame, reference: Any) -> None:
    begun = polaris.start(reference, list("AB"), {}, {})
    keys = [note.key for note in begun.notes if isinstance(note, Note)]
    assert sorted(keys) == [
        *("note.first", "note.goals", "note.hand", "note.hand", "note.new_moon"),
        *("note.personal", "note.personal", "note.slots", "note.slots"),
    ]
    for note in begun.notes:
        said = {polaris.say(note.key, language, note.values) for language in ("en", "zh-Hant")}
        assert len(said) == 2
        assert not any("{" in sentence for sentence in said)


BAD_SETUPS = [
    ({"first": "C"}, "setup.first"),
    ({"new_moon": 6}, "setup.new_moon"),
    ({"new_moon": "one"}, "setup"),
    ({"goals": ["sector1"]}, "setup.goals"),
    ({"goals": ["sector1"] * 5}, "setup.goals"),
    ({"goals": ["sector1", "sector2", "sector3", "sector4", "moon"]}, "setup.goals"),
    ({"personal": {"C": "G1"}}, "setup.personal.C"),
    ({"personal": {"A": "G11"}}, "setup.personal.A"),
    ({"personal": {"A": "G1", "B": "G1"}}, "setup.personal"),
    ({"hands": {"C": []}}, "setup.hands.C"),
    ({"hands": {"A": ["new-SH"]}}, "setup.hands.A"),
    ({"hands": {"A": ["new-SH", "new-X1", "new-SV"]}}, "setup.hands.A"),
    ({"hands": {"A": ["new-SH", "sh", "new-SV"]}}, "setup.hands.A"),
    ({"hands": {"A": ["new-SH"] * 3}}, "new-SH"),
    ({"basic": ["new-SH"]}, "setup.basic"),
    ({"advanced": ["new-SH", "new-X1"]}, "setup.advanced"),
    ({"cards": []}, "setup"),
]


@pytest.mark.parametrize(("setup", "key"), BAD_SETUPS)
def test_a_wrong_setup_is_refused(
    polaris: AnyGame, reference: Any, setup: dict[str, Any], key: str
) -> None:
    with pytest.raises(SetupError, match=key):
        polaris.start(reference, list("AB"), {}, setup)


@pytest.mark.clause("POL-COMP-1")
@pytest.mark.parametrize("seats", [[], ["A"], list("ABCDE"), ["B", "A"]])
def test_seats(polaris: AnyGame, reference: Any, seats: list[str]) -> None:
    with pytest.raises(SetupError, match="players"):
        polaris.start(reference, seats, {}, {})


@pytest.mark.parametrize("rulings", [{"zero": True}, {"zero_bonus": 1}, {"zero_bonus": "yes"}])
def test_wrong_rulings(polaris: AnyGame, reference: Any, rulings: dict[str, Any]) -> None:
    with pytest.raises(SetupError, match="rulings"):
        polaris.start(reference, list("AB"), rulings, {})


BAD_POSITIONS = [
    ({"round": 6}, "position.round"),
    ({"round": 0}, "position"),
    ({"turn": "C"}, "position.turn"),
    ({"phase": "last_turns"}, "position.last_turns"),
    ({"phase": "turns", "last_turns": ["B"]}, "position.last_turns"),
    ({"last_turns": ["B"], "turn": "A"}, "position.turn"),
    ({"last_turns": ["B"], "telescope": "B"}, "position.telescope"),
    ({"last_turns": ["A", "B"]}, "position.telescope"),
    ({"telescope": "A"}, "position.telescope"),
    ({"new_moon": 0}, "position.new_moon"),
    ({"goals": []}, "position.goals"),
    ({"neutral": ["N"]}, "position.neutral"),
    ({"lines": ["2,1"]}, "position.lines"),
    ({"lines": ["2,1-3,2"]}, "position.lines"),
    ({"lines": ["2,1-2,2", "2,2-2,1"]}, "position.lines"),
    ({"lines": ["%-2,1"]}, "position.lines"),
    ({"dawn": ["new-SH"]}, "position.dawn"),
    ({"dawn": ["new-X1"]}, "position.dawn"),
    ({"round": 5, "dawn": ["new-D"] * 3}, "position.dawn"),
    ({"round": 5, "dawn": ["new-D", "new-D", "half-D", "half-D"]}, "position.dawn"),
    ({"players": {"A": {"stars": ["2,3"]}}}, "two stars lie on 2,3"),
    ({"players": {"A": {"stars": ["2,1"]}, "B": {"stars": ["2,1"]}}}, "position.players.B.stars"),
    ({"players": {"A": {"stars": ["2,1", "2,1"]}}}, "position.players.A.stars"),
    ({"players": {"A": {"hand": ["new-SH"] * 3}}}, "new-SH"),
    ({"players": {"A": {"hand": ["?basic"] * 6}}}, "position.players.A.hand"),
    ({"players": {"A": {"goal": "G0"}}}, "position.players.A.goal"),
    ({"players": {"A": {"goal": "G1"}, "B": {"goal": "G1"}}}, "position.players"),
    ({"players": {"A": {"score": {"luck": 4}}}}, "position.players.A.score.luck"),
    ({"players": {"D": {}}}, "position.players.D"),
    ({"basic": {"slots": ["new-SH"]}}, "position.basic.slots"),
    ({"basic": {"slots": ["reveal", "reveal", "empty", "new-SH"]}}, "more than one slot"),
    ({"basic": {"discards": ["new-X1"]}}, "position.basic.discards"),
    ({"advanced": {"discards": ["new-X1", "new-X1"]}}, "new-X1"),
    ({"advanced": {"discards": ["?advanced"] * 25}}, "advanced cards"),
]


@pytest.mark.parametrize(("position", "key"), BAD_POSITIONS)
def test_a_wrong_position_is_refused(
    polaris: AnyGame, reference: Any, position: dict[str, Any], key: str
) -> None:
    with pytest.raises(SetupError, match=key):
        polaris.start(reference, list("AB"), {}, {}, position)


def test_the_player_before_the_last_turns_holds_the_telescope(
    polaris: AnyGame, reference: Any
) -> None:
    state = start(polaris, reference, 3, {"last_turns": ["A", "B"]})
    assert (state.telescope, state.turn) == (2, 0)
