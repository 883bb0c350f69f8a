"""What people write by hand is understood; canonical texts come back as they are."""

from __future__ import annotations

from typing import Any

import msgspec
import pytest
from games.boards import play, start
from hypothesis import given, settings
from hypothesis import strategies as st

from companion.flow import Accepted, Refused
from companion.games.contract import AnyGame, Forgiving
from companion.records.document import read_record
from companion.records.judging import judge_line
from companion.records.replay import replay
from companion.records.self_play import play as play_alone

NAMES = {"Ann": "A", "Ben Lee": "B", "red": "C"}
SPELLINGS = [
    ("Ann takes cluster 2", "take A cluster 2"),
    ("take Ann cluster 2w", "take A cluster 2+w"),
    ("take A cluster 2+white", "take A cluster 2+w"),
    ("take A cluster 2 with a white star", "take A cluster 2+w"),
    ("Ben Lee takes a branch, corner", "take B branch corner"),
    ("take A 2+w", "take A cluster 2+w"),
    ("take player 2 corner", "take B branch corner"),
    ("take P1 Corner", "take A branch corner"),
    ("red takes cluster 3", "take C cluster 3"),
    ("exchange A cluster 2 for L2", "take A cluster 2 planet L2"),
    ("take A cluster 2 for the planet on r2", "take A cluster 2 planet R2"),
    ("A takes cluster 2 for red planet L2", "take A cluster 2 planet L2"),
    ("place A cluster (2, 1)", "place A cluster c2,1"),
    ("place A cluster at c(2,1)", "place A cluster c2,1"),
    ("Ann: place cluster 2w on c2,1.", "place A cluster 2+w c2,1"),
    ("Ann puts planet red on c2,1", "place A planet red c2,1"),
    ("place A red c2,1", "place A planet red c2,1"),
    ("place A 3 c2,1", "place A cluster 3 c2,1"),
    ("place A branch b1,0 se ne", "place A branch b1,0 NE SE"),
    ("place A branch (1,0) SE/NE", "place A branch b1,0 NE SE"),
    ("A takes the 2+white cluster", "take A cluster 2+w"),
    ("Ann places the corner branch at b1,0 ne/se", "place A branch corner b1,0 NE SE"),
    ("place A b1,0 lines NE, SE", "place A branch b1,0 NE SE"),
    ("place A corner b1,0 NE SE", "place A branch corner b1,0 NE SE"),
    ("place A feature 2-5 c1,2", "feature A 2-5 c1,2"),
    ("take A feature card 2-5 at (1,2)", "feature A 2-5 c1,2"),
    ("A draws from deck 2: 2-5, 2-6", "draw A 2 2-5 2-6"),
    ("Ann keeps 2-6 at c1,2", "keep A 2-6 c1,2"),
    ("Ben Lee passes", "pass B"),
    ("A discards cluster 3", "discard A cluster"),
    (
        "prepare clusters: 2, 3w, 1; branches: one, Corner, four",
        "prepare clusters 2 3+w 1 branches one corner four",
    ),
    ("prepare clusters ? ? 3w branches ? one ?", "prepare clusters ? ? 3+w branches ? one ?"),
    ("prepare branches one two clusters 1", "prepare clusters 1 branches one two"),
    ("prepare 1 2 one corner", "prepare clusters 1 2 branches one corner"),
    ("Tidy up", "tidy"),
    ("refill row 2", "refill row 2"),
    ("refill deck 2: 2-1, 2-2", "refill 2 2-1 2-2"),
    ("fly away", "fly away"),
    ("", ""),
]


@pytest.mark.parametrize(("text", "canonical"), SPELLINGS)
def test_spellings(solani: AnyGame, edition: Any, text: str, canonical: str) -> None:
    assert isinstance(solani, Forgiving)
    assert solani.respell(start(solani, edition, 4), text, NAMES) == canonical


def test_a_seat_or_kind_that_is_left_out_follows_from_the_state(
    solani: AnyGame, edition: Any
) -> None:
    assert isinstance(solani, Forgiving)
    market = {"clusters": ["1", "2", "3"], "branches": ["one", "one", "one"]}
    state = start(solani, edition, position={"market": market})
    assert solani.respell(state, "take cluster 2", {}) == "take A cluster 2"
    state = start(solani, edition, position={"queue": ["B"]})
    assert solani.respell(state, "pass", {}) == "pass B"
    assert solani.respell(state, "feature 2-1 c2,3", {}) == "feature B 2-1 c2,3"
    stored = {"players": {"A": {"stored": ["planet red"]}, "B": {"stored": ["cluster 1"]}}}
    state = start(solani, edition, position=stored)
    assert solani.respell(state, "place A c2,1", {}) == "place A planet c2,1"
    assert solani.respell(state, "place B 2,1", {}) == "place B cluster c2,1"
    drawn = {"queue": ["A"], "draw": "2", "drawn": ["2-5", "2-6"]}
    state = start(solani, edition, position=drawn)
    assert solani.respell(state, "place A feature 2-5 c2,1", {}) == "keep A 2-5 c2,1"


@pytest.mark.parametrize("seed", range(6))
def test_every_move_of_whole_games_comes_back_and_implies_nothing(
    solani: AnyGame, edition: Any, seed: int
) -> None:
    assert isinstance(solani, Forgiving)
    record = play_alone(solani, edition, 1 + seed % 4, seed, {}).record
    state = start(solani, edition, len(record.players), setup=dict(record.setup))
    for text in record.moves:
        assert text is not None
        assert solani.respell(state, text, NAMES) == text
        assert solani.implied(state, solani.read_move(text)) == ()
        state, _ = play(solani, state, text)


@given(st.text(max_size=40) | st.from_regex(r"(place|take|draw|prepare) [A-F0-9,cbNE: ]{0,30}"))
@settings(max_examples=300)
def test_any_line_is_judged_without_a_traceback(solani: AnyGame, edition: Any, text: str) -> None:
    for position in (None, {"queue": ["A"]}, {"players": {"A": {"stored": ["planet red"]}}}):
        state = start(solani, edition, position=position)
        verdict = judge_line(solani, state, text, NAMES).verdict
        assert isinstance(verdict, Accepted | Refused)


def test_tidying_may_be_left_out(solani: AnyGame, edition: Any) -> None:
    state = start(solani, edition, position={"phase": "tidy"})
    line = "prepare clusters 1 2 3 branches one corner four"
    judged = judge_line(solani, state, line, {})
    assert isinstance(judged.verdict, Accepted)
    assert judged.assumed == ("tidy",)
    last = start(solani, edition, position={"phase": "tidy", "round": 12})
    assert judge_line(solani, last, line, {}).assumed == ()


def test_tiles_laid_out_need_not_be_noted(solani: AnyGame, edition: Any) -> None:
    record = {
        "game": "solani",
        "players": 2,
        "moves": [
            *("A takes cluster 2+w", "B takes cluster 4", "take B branch one", "take A four"),
            *("place A b2,2 NW NE SE SW", "place A c2,3", "place B b2,2 SE", "place B c2,2"),
            "B takes branch one",
        ],
    }
    played = replay(read_record(msgspec.json.encode(record), "record"))
    assert played.clean
    unseen = "prepare clusters ? ? ? branches ? ? ?"
    assert [step.assumed for step in played.steps if step.assumed] == [(unseen,), ("tidy", unseen)]


LYING = [
    {"clusters": ["3 (2,1)", "c1,1: 2w"], "branches": ["(1,0) SE", "b1,1 SW/NW"]},
    {"clusters": {"2,1": "3", "c(1, 1)": "2+w"}, "branches": {"b1,0": "SE", "1,1": ["SW", "NW"]}},
    {
        "clusters": ["3 at c2,1", "2 with a white star on 1,1"],
        "branches": ["one 1,0 SE", "b1,1 NW SW"],
    },
]


@pytest.mark.parametrize("player", LYING)
def test_lying_tiles_may_be_written_in_any_way(solani: AnyGame, player: dict[str, Any]) -> None:
    stored = ["2", "corner"]
    record = {
        "game": "solani",
        "players": ["Ann"],
        "position": {"players": {"Ann": {"board": "a", "stored": stored, **player}}},
        "moves": [],
    }
    played = replay(read_record(msgspec.json.encode(record), "record"))
    written = solani.write_position(played.state)["players"]["A"]
    assert written["clusters"] == ["2+w c1,1", "3 c2,1"]
    assert written["branches"] == ["b1,0 SE", "b1,1 NW SW"]
    assert written["stored"] == ["cluster 2", "branch corner"]
    assert "nobody has the Coyote board" in str(played.notes)


def test_names_stand_for_seats_in_setup_and_position(solani: AnyGame) -> None:
    record = {
        "game": "solani",
        "players": ["Ann", "Ben"],
        "setup": {"boards": {"Coyote": "Ben", "A": "Ann"}, "starter": "Ann"},
        "position": {
            "starter": "Ben",
            "queue": ["Ben", "Ann"],
            "players": {"ann": {"branches": ["b2,2 NW"]}, "Ben": {"board": "Coyote"}},
        },
        "moves": ["Ben passes", "Ann takes feature 2-1 at (2,3)"],
    }
    played = replay(read_record(msgspec.json.encode(record), "record"))
    assert played.clean
    assert "ABCD"[played.state.starter] == "B"
