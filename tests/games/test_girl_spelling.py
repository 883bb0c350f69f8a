"""What people write by hand is understood; canonical texts come back as they are."""

from __future__ import annotations

from typing import Any

import pytest
from games.boards import play, start
from hypothesis import given, settings
from hypothesis import strategies as st

from companion.flow import Accepted, Refused
from companion.games.contract import AnyGame, Forgiving
from companion.games.girl.spelling.documents import Spelling
from companion.games.girl.spelling.moves import respell
from companion.records.judging import judge_line
from companion.records.self_play import play as play_alone

NAMES = {"Ann": "A", "Ben Lee": "B", "green": "C"}
PLACE = "place A T01 3,3 r0 front"
SPELLINGS = [
    ("place a t01 (3, 3) R0 FRONT", PLACE),
    ("Ann places T01 3,3", PLACE),
    ("Ann: place T01 at 3,3.", PLACE),
    ("A puts T01 on 3,3", PLACE),
    ("place player A T01 3,3", PLACE),
    ("place Player 1 T01 3,3 front r0", PLACE),
    ("place P1 T01 3,3 front r0", PLACE),
    ("place Ａ Ｔ０１ ３，３", PLACE),
    ("place A T01 3,3 as {0,1}", PLACE),
    ("place A T01 3,3 {4, 5}", "place A T01 3,3 r4 front"),
    ("place A T01 3,3 lines 1,2", "place A T01 3,3 r1 front"),
    ("place A T01 3,3 {4}", "place A T01 3,3 r4 back"),
    ("place A T01 3,3 {1,3}", "place A T01 3,3 {1,3}"),
    ("place A T01 3,3 120deg back", "place A T01 3,3 r2 back"),
    ("place A T01 3,3 rotation 2 back", "place A T01 3,3 r2 back"),
    ("Ann plays T01 on 3,3 turned 120 degrees clockwise", "place A T01 3,3 r2 front"),
    ("place A T01 3,3 r2 blue side up", "place A T01 3,3 r2 front"),
    ("place A T01 3,3 r2 red side up", "place A T01 3,3 r2 front red"),
    ("place A ? 3,3 back", "place A ? 3,3 r0 back"),
    ("Ann places 2 Stardust on 3,3", "stardust A 3,3 x2"),
    ("place A T01 1,5 claim TR", "place A T01 1,5 r0 front claim 1,5=TR"),
    ("place A T01 1,5 takes (1,1): tr", "place A T01 1,5 r0 front claim 1,1=TR"),
    ("place A T01 1,5 claim 1,1=top-right 0,2", "place A T01 1,5 r0 front claim 1,1=TR 0,2"),
    ("Ben Lee draws T01, T02, ?", "draw B T01 T02 ?"),
    ("draw green t01,t02,t03", "draw C T01 T02 T03"),
    ("stardust b (3,3) 2", "stardust B 3,3 x2"),
    ("stardust B 3,3 ×2 claim 3,4=BL", "stardust B 3,3 x2 claim 3,4=BL"),
    ("Unplaceable A t05", "unplaceable A T05"),
    ("cast x2@B, recall@blue/Red; scouting@centre", "cast x2@blue recall@blue/red scouting@any"),
    ("cast X2 blue recall blue/red offer all", "cast x2@blue recall@blue/red offering@any"),
    ("cast x2:yellow 偵查@紅", "cast x2@yellow scouting@red"),
    ("cast offering@(50, 0) recall@ -20.5, 31", "cast offering@50,0 recall@-20.5,31"),
    ("cast x2@-1.7,-50 recall@(-31.2, -18)", "cast x2@-1.7,-50 recall@-31.2,-18"),
    ("cast x2@24.04163056,-6.1e-17", "cast x2@24.041631,0"),
    ("cast x2 @ (+5.0; .5 mm) recall@0,-90mm", "cast x2@5,0.5 recall@0,-90"),
    ("Ann casts x2@blue", "cast x2@blue"),
    ("cast A x2@blue", "cast x2@blue"),
    ("cast B x2@blue", "cast B x2@blue"),
    ("pick A #3 keeps", "pick A 3 keep"),
    ("Ann picks token 3 for blue and red", "pick A 3 light blue red"),
    ("pick A 3 discard b", "pick A 3 light blue"),
    ("Ann takes 3 and keeps it", "pick A 3 keep"),
    ("scout A w1=blue, W2=R -> w4:yellow by token", "scout A w1:blue w2:red w4:yellow token"),
    ("scout A w1 blue w2: red", "scout A w1:blue w2:red"),
    ("forage A f1 blue red (token)", "forage A F1 pay blue red token"),
    ("forage A at F1 paying b r", "forage A F1 pay blue red"),
    ("offer A a Fruit", "offer A fruit"),
    ("offer A space B token", "offer A space b token"),
    ("offer A O1 b", "offer A space b"),
    ("offer A O2 b", "offer A O2 b"),
    ("offer A b", "offer A space b"),
    ("stargaze A space 4", "stargaze A 4"),
    ("stargaze A sky4", "stargaze A 4"),
    ("recall A none", "recall A"),
    ("recall A F1 early, f2/early, Sky4 and Village", "recall A F1/early F2/early sky4 village"),
    ("gain A", "gain A stardust"),
    ("gain A 1 Stardust token", "gain A stardust token"),
    ("end turn A", "end A"),
    ("Clean up", "cleanup"),
    ("Cleanup phase", "cleanup"),
    ("reveal card o3", "reveal O3"),
    ("FINISH", "finish"),
    ("Ann reveals O3", "reveal O3"),
    ("fly away", "fly away"),
    ("place Cy T01 3,3", "place Cy T01 3,3 r0 front"),
    ("pick Cy 3 keep", "pick Cy 3 keep"),
    ("stardust Cy 3,3 2", "stardust Cy 3,3 x2"),
    ("scout w1:blue", "scout w1:blue"),
    ("", ""),
]


@pytest.mark.parametrize(("text", "canonical"), SPELLINGS)
def test_spellings(girl: AnyGame, reference: Any, text: str, canonical: str) -> None:
    state = start(girl, reference, 4)
    assert respell(state, text, NAMES) == canonical


@pytest.mark.parametrize("canonical", sorted({canonical for _, canonical in SPELLINGS}))
def test_a_canonical_text_comes_back_as_it_is(
    girl: AnyGame, reference: Any, canonical: str
) -> None:
    state = start(girl, reference, 4)
    assert respell(state, canonical, NAMES) == canonical


@pytest.mark.parametrize("seed", [1, 2, 3])
def test_every_move_of_whole_games_comes_back_and_implies_nothing(
    girl: AnyGame, reference: Any, seed: int
) -> None:
    assert isinstance(girl, Forgiving)
    record = play_alone(girl, reference, 2 + seed % 3, seed, {}).record
    state = start(girl, reference, len(record.players), setup=dict(record.setup))
    for text in record.moves:
        assert text is not None
        assert girl.respell(state, text, NAMES) == text
        assert girl.respell(state, text.upper(), NAMES) == text
        assert girl.implied(state, girl.read_move(text)) == ()
        state, _ = play(girl, state, text)


@given(st.text(max_size=40) | st.from_regex(r"(place|cast|pick|scout) [A-F0-9,@:{ r]{0,30}"))
@settings(max_examples=300)
def test_any_line_is_judged_without_a_traceback(girl: AnyGame, reference: Any, text: str) -> None:
    state = start(girl, reference, 2)
    verdict = judge_line(girl, state, text, NAMES).verdict
    assert isinstance(verdict, Accepted | Refused)


DISH = {
    "phase": "picking",
    "dish": ["x2@blue", "recall@blue/red taken", "recall@red", "offering@red", "offering@blue"],
    "order": ["B", "A"],
}


@pytest.mark.parametrize(
    ("text", "canonical"),
    [
        ("pick x2 light blue blue", "pick B 1 light blue blue"),
        ("pick B recall keep", "pick B 3 keep"),
        ("pick B offering light red", "pick B 4 light red"),
        ("pick B offering keep", "pick B offering keep"),
        ("pick 3 keep", "pick B 3 keep"),
    ],
)
def test_a_token_may_be_named_by_its_kind_when_it_is_the_only_one(
    girl: AnyGame, reference: Any, text: str, canonical: str
) -> None:
    state = start(girl, reference, 2, position=DISH)
    assert respell(state, text, {}) == canonical


def test_stardust_and_early_birds_follow_from_the_position(girl: AnyGame, reference: Any) -> None:
    position = {
        "phase": "action",
        "players": {"A": {"tiles": ["T25 3,2 r1 back", "T26 3,4 r4 back"], "stardust": 2}},
        "sites": {"F1": {"early": "A"}, "F2": {"early": "B", "beside": ["A"]}},
    }
    state = start(girl, reference, 2, position=position)
    assert respell(state, "stardust A 3,3", {}) == "stardust A 3,3 x2"
    assert respell(state, "stardust A 5,5", {}) == "stardust A 5,5 x1"
    assert respell(state, "stardust A 9,9", {}) == "stardust A 9,9 x1"
    assert respell(state, "recall F1 F2", {}) == "recall A F1/early F2"
    assert respell(state, "scout w1:blue", {}) == "scout A w1:blue"


def test_setup_and_position_documents(reference: Any) -> None:
    spelling = Spelling(reference, NAMES)
    said = spelling.setup(
        {
            "Elder order": {"ann": 4, "ben lee": 5},
            "bonus_tokens": {"a": {"top-left": "x2 VP", "tr": "Three Lights", "BL": "+2 actions"}},
            "connection-rewards": {"3": [3, 4], "6": [8, 11]},
            "offering": ["o2", "O1"],
        }
    )
    assert said == {
        "elders": ["B", "A"],
        "bonus": {"A": {"TL": "double", "TR": "lights", "BL": "actions", "BR": "villager"}},
        "rewards": {"3": [4, 3], "6+": [11, 8]},
        "cards": ["O2", "O1"],
    }
    listed = spelling.setup({"rewards": [[3, 4], [6, 5], [8, 7], [10, 11]]})
    assert listed["rewards"] == {"3": [4, 3], "4": [6, 5], "5": [8, 7], "6+": [11, 10]}
    assert spelling.setup({"bonus": {"A": ["villager", "x2", "lights", "actions"]}})["bonus"] == {
        "A": {"TL": "villager", "TR": "double", "BL": "lights", "BR": "actions"}
    }
    position = spelling.position(
        {
            "phase": "Wood Ash",
            "players": {"Ann": {"tiles": ["t25 (3,2) {1}"], "light": {"R": 2}, "hand": ["t01"]}},
            "order": ["Ben Lee", "a"],
            "dish": ["X2@B/red taken"],
            "paths": {"W5": "Red"},
            "sites": {"f1": {"left": 1, "early": "ann", "beside": ["b"]}},
            "offering": {"card": "o1", "filled": ["A"]},
            "track": {"girl": 9, "elders": {"ann": 8}, "villagers": {"2": "Ben Lee"}},
            "village": ["ann"],
            "piles": {"6": {"gone": 1}},
        }
    )
    assert position == {
        "phase": "casting",
        "players": {"A": {"tiles": ["T25 3,2 r1 back"], "light": {"red": 2}, "hand": ["T01"]}},
        "order": ["B", "A"],
        "dish": ["x2@blue/red taken"],
        "paths": {"w5": "red"},
        "sites": {"F1": {"left": 1, "early": "A", "beside": ["B"]}},
        "offering": {"card": "O1", "filled": ["a"]},
        "track": {"girl": 9, "elders": {"A": 8}, "villagers": {"2": "B"}},
        "village": ["A"],
        "piles": {"6+": {"gone": 1}},
    }
