"""Records written by hand are understood; canonical texts stay as they are."""

from __future__ import annotations

import random
from typing import Any

import pytest
from games.boards import start

from companion.games.contract import MoveTextError
from companion.games.polaris.moves import Reveal, TakeStars
from companion.records.document import read_record
from companion.records.replay import replay

ALIASES = {"ann": "A", "ben": "B", "blue": "A"}


@pytest.mark.parametrize(
    ("written", "canonical"),
    [
        ("Take A NEW-sh", "take A new-SH"),
        ("A takes new-SH", "take A new-SH"),
        ("Ann: take SH-new", "take A new-SH"),
        ("take Ann new-SH.", "take A new-SH"),
        ("ben takes 3 shooting stars", "stars B"),
        ("stars b", "stars B"),
        ("blue tokens", "stars A"),
        ("take A 3 shooting stars", "stars A"),
        ("play A new-SH 2,1 2,1-2,2", "play A new new-SH 2,1 2,1-2,2"),
        ("play A New new-sh star 2,1 line 2,1-2,2", "play A new new-SH 2,1 2,1-2,2"),
        ("player A plays new-D (2, 1)", "play A new new-D 2,1"),
        ("play a new new-D n-1,2; new-SH 2,1", "play A new new-D N-1,2 + new-SH 2,1"),
        ("play A half-D as crescent 2,5 → 2,6", "play A crescent half-D 2,5-2,6"),
        ("play A crescent crescent-D 2,5 and half-SH 3,6", ""),
        ("play A new-SH star=2,1 line@2,1 to 2,2", "play A new new-SH 2,1 2,1-2,2"),
        ("play A new-SH (2,1) (2,1)-(2,2)", "play A new new-SH 2,1 2,1-2,2"),
        ("reveal ?", "reveal ?basic"),
        ("Reveal Full-d", "reveal full-D"),
        ("show ann g1", "show A G1"),
    ],
)
def test_spellings(polaris: Any, reference: Any, written: str, canonical: str) -> None:
    state = start(polaris, reference)
    wanted = canonical or "play A crescent crescent-D 2,5 + half-SH 3,6"
    assert polaris.respell(state, written, ALIASES) == wanted


def test_a_phase_that_cards_do_not_share_has_to_be_said(polaris: Any, reference: Any) -> None:
    state = start(polaris, reference)
    text = polaris.respell(state, "play A new-D 2,1 + half-D 2,2", {})
    with pytest.raises(MoveTextError, match="not a phase"):
        polaris.read_move(text)


@pytest.mark.parametrize("seed", range(3))
def test_canonical_texts_stay(polaris: Any, reference: Any, seed: int) -> None:
    chance = random.Random(seed)
    state = start(polaris, reference, 3)
    for _ in range(150):
        text = polaris.write_move(polaris.self_play(state, chance))
        assert polaris.respell(state, text, ALIASES) == text
        state = polaris.judge(state, polaris.read_move(text)).state


def test_a_card_nobody_noted_is_implied(polaris: Any, reference: Any) -> None:
    position = {"basic": {"slots": ["reveal", "new-D", "new-SH", "half-D"]}}
    state = start(polaris, reference, position=position)
    assert polaris.implied(state, TakeStars("A")) == (Reveal("?basic"),)
    assert polaris.implied(state, Reveal("full-D")) == ()
    assert polaris.implied(start(polaris, reference), TakeStars("A")) == ()


def test_a_record_written_by_hand() -> None:
    text = """{"game": "polaris", "players": ["Ann", "Ben"],
      "setup": {"first": "ann", "new_moon": 1, "goals": ["Sector1", "sector2", "ORBIT1",
        "borders", "longest"], "personal": {"ann": "g1", "ben": "G2"},
        "hands": {"Ann": ["New-SH", "new-d", "half-SV"], "B": ["full-D", "full-SH", "new-ST"]},
        "basic": ["new-SV", "half-D", "full-SV", "half-SH"], "advanced": ["new-X1", "half-x2"]},
      "moves": ["Ann plays new-SH 2,1 2,1-2,2", "Ben takes half-X2", "Ann: shooting stars",
        "ben plays full-SH 3,17 3,17-3,18"]}"""
    played = replay(read_record(text.encode(), "mine.json"))
    assert played.clean
    assert not played.notes
    assert [step.move for step in played.steps][-1] == "play B full full-SH 3,17 3,17-3,18"


def test_positions_are_respelt(polaris: Any, reference: Any) -> None:
    position = {
        "turn": "ben",
        "players": {"ann": {"hand": ["NEW-d"], "goal": "g3", "stars": ["2,1"]}},
        "lines": ["2,2 - 2,1", "n-1,2"],
        "dawn": ["Full-D"],
        "basic": {"slots": ["new-SH", "?basic", "?", "empty"]},
        "round": 2,
    }
    setup, said = polaris.respell_documents(reference, {"first": "Ben"}, position, ALIASES)
    assert setup == {"first": "B"}
    state = polaris.start(reference, list("AB"), {}, setup, said).state
    written = polaris.write_position(state)
    assert (written["turn"], written["dawn"]) == ("B", ["full-D"])
    assert written["lines"] == ["2,1-2,2", "N-1,2"]
    assert written["players"]["A"]["goal"] == "G3"
    odd = polaris.respell_documents(reference, {"first": 3}, {"players": [], "lines": "x"}, {})
    assert odd == ({"first": 3}, {"players": [], "lines": "x"})


def test_parts_under_other_names_and_places_in_other_forms(polaris: Any, reference: Any) -> None:
    setup = {"first_player": "ben", "newMoon": "Sector 3", "common_goals": ["Sector 2"]}
    player = {"tokens": 4, "personal_goal": "g2", "points": 9, "cards": ["new-sh"], "stars": []}
    player["stars"] = ["(1,2)", [1, 10], "2, 1"]
    position = {
        "new_moon": "2",
        "players": {"player A": player},
        "lines": ["(1,2)-N", ["1,10", "n"], "2,1 to 2,2"],
    }
    said, placed = polaris.respell_documents(reference, setup, position, ALIASES)
    assert said == {"first": "B", "new_moon": 3, "goals": ["sector2"]}
    assert placed == {
        "new_moon": 2,
        "players": {
            "A": {
                "shooting_stars": 4,
                "goal": "G2",
                "score": 9,
                "hand": ["new-SH"],
                "stars": ["1,2", "1,10", "2,1"],
            }
        },
        "lines": ["1,2-N", "1,10-N", "2,1-2,2"],
    }
    state = polaris.start(reference, list("ABC"), {}, {}, placed).state
    assert state.lines.bit_count() == 3


def test_a_part_named_twice_keeps_its_own_name(polaris: Any, reference: Any) -> None:
    setup, _ = polaris.respell_documents(reference, {"first": "A", "first_player": "B"}, None, {})
    assert setup == {"first": "A", "first_player": "B"}
