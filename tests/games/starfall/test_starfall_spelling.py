"""Records written by hand are understood; canonical texts stay as they are."""

from __future__ import annotations

import random
from typing import Any

import pytest
from games.boards import start
from hypothesis import given, settings
from hypothesis import strategies as st

from companion.flow import Accepted, Finished, Refused
from companion.games.catalogue import find_game, load_edition
from companion.games.contract import MoveTextError
from companion.games.starfall.move_text import read_move, write_move
from companion.games.starfall.moves import Add, Discover, MoveDown, Reveal, payment_of
from companion.records.document import read_record
from companion.records.replay import replay

ALIASES = {"ann": "A", "ben": "B", "green": "A"}
BEFORE = {
    "board": {"7": "S05", "6": "S20"},
    "players": {"A": {"tiles": ["S01", "S03"]}},
}


@pytest.mark.parametrize(
    ("written", "canonical"),
    [
        ("Add A s5", "add A S05"),
        ("add a S05 on 9", "add A S05 9"),
        ("Ann adds S05", "add A S05"),
        ("A draws tile s05.", "add A S05"),
        ("ann: add", "add A"),
        ("reveal s5", "reveal S05"),
        ("show tile S05", "reveal S05"),
        ("move A 7", "move A S05"),
        ("Ben moves S05 down", "move B S05"),
        ("A moves the 6 to 5", "move A S20 5"),
        ("move A S20 -> 5", "move A S20 5"),
        ("move A S05 from 7 to 5", "move A S05 5"),
        ("player A lowers S20 off the track", "move A S20 off"),
        ("discover A S20 with 1 orange 1 white", "discover A S20 with 1 orange 1 white"),
        ("discover A S20: 1 white + 1 orange", "discover A S20 with 1 white 1 orange"),
        ("Ann discovers the 6 for 2 white and S01", "discover A S20 with 2 white S01"),
        ("ann buys s20 with 2x white, s1", "discover A S20 with 2 white S01"),
        ("A takes S20 paying two whites and S01", "discover A S20 with 2 white S01"),
        ("discover A S20 with white 2 S01", "discover A S20 with 2 white S01"),
        ("discover A S20 with orange white", "discover A S20 with 1 orange 1 white"),
        ("discover A S20 1o 1w", "discover A S20 with 1 orange 1 white"),
        ("discover A S20 on 6 for 6 with 2w S01", "discover A S20 with 2 white S01"),
        ("discover A S20 for free", "discover A S20"),
        ("discover A S20 for nothing", "discover A S20"),
        ("green discovers S20 with S01 S03", "discover A S20 with S01 S03"),
        ("xyzzy", "xyzzy"),
    ],
)
def test_spellings(starfall: Any, reference: Any, written: str, canonical: str) -> None:
    state = start(starfall, reference, position=BEFORE)
    assert starfall.respell(state, written, ALIASES) == canonical
    if written != "xyzzy":
        starfall.read_move(canonical)


@pytest.mark.parametrize("seed", range(3))
def test_canonical_texts_stay(starfall: Any, reference: Any, seed: int) -> None:
    chance = random.Random(seed)
    state = start(starfall, reference, 3)
    while True:
        text = starfall.write_move(starfall.self_play(state, chance))
        assert starfall.respell(state, text, ALIASES) == text
        verdict = starfall.judge(state, starfall.read_move(text))
        assert starfall.implied(state, starfall.read_move(text)) == ()
        if isinstance(verdict, Finished):
            return
        state = verdict.state


names = st.from_regex(r"\A[A-Za-z][A-Za-z0-9]{0,15}\Z")
tiles = names.filter(lambda name: name != "off")
counts = st.lists(st.tuples(tiles, st.integers(1, 9)), max_size=3)
moves = st.one_of(
    st.builds(Reveal, tiles),
    st.builds(Add, names),
    st.builds(Add, names, tiles, st.none() | st.integers(0, 99)),
    st.builds(MoveDown, names, tiles, st.sampled_from(["", "off", "0", "7", "12"])),
    st.builds(Discover, names, tiles, st.builds(payment_of, counts, st.lists(tiles, max_size=4))),
)


@given(moves)
def test_the_text_of_a_move_reads_back_equal(move: Any) -> None:
    text = write_move(move)
    assert read_move(text) == move
    assert write_move(read_move(f"  {text.replace(' ', '   ')} ")) == text


LIKE_MOVES = st.from_regex(r"\A(add|move|discover|reveal)( [ABS0-9wo+]{1,4}){0,5}\Z")


def refusal_of(game: Any, text: str) -> MoveTextError | None:
    """Why a text is no move, None for one that is."""
    try:
        game.read_move(text)
    except MoveTextError as error:
        return error
    return None


@settings(max_examples=200)
@given(st.text(max_size=60) | LIKE_MOVES)
def test_no_text_makes_reading_or_judging_raise(text: str) -> None:
    game: Any = find_game("starfall")
    state = start(game, load_edition(game, game.default_edition), position=BEFORE)
    for written in (text, game.respell(state, text, ALIASES)):
        refused = refusal_of(game, written)
        if refused is not None:
            assert "\n" not in str(refused)
            assert game.read_move(refused.example)
        else:
            verdict = game.judge(state, game.read_move(written))
            assert isinstance(verdict, Accepted | Refused | Finished)


def test_a_record_written_by_hand() -> None:
    text = """{"game": "starfall", "players": ["Ann", "Ben"], "setup": {"first_player": "ben"},
      "moves": ["Ben adds s5", "Ann adds S20", "Ben moves the 9 to 7", "Ann: move 8",
        "ben discovers 7 for 1 orange + 2 white", "Ann discovers S20 with 6 white"]}"""
    played = replay(read_record(text.encode(), "mine.json"))
    assert played.clean, played.steps
    assert [step.move for step in played.steps][-2:] == [
        "discover B S05 with 1 orange 2 white",
        "discover A S20 with 6 white",
    ]


def test_setups_and_positions_are_respelt(starfall: Any, reference: Any) -> None:
    position = {
        "active": "ben",
        "track": {"7": "s5", 6: "S20"},
        "discards": ["s2"],
        "players": {"ann": {"pile": ["s1", "S03"], "pieces": {"whites": 3, "o": 1}}},
    }
    setup, said = starfall.respell_documents(reference, {"starter": "Ben"}, position, ALIASES)
    assert setup == {"first": "B"}
    assert said == {
        "turn": "B",
        "board": {"7": "S05", "6": "S20"},
        "gone": ["S02"],
        "players": {"A": {"tiles": ["S01", "S03"], "stardust": {"white": 3, "orange": 1}}},
    }
    state = starfall.start(reference, list("AB"), {}, setup, said).state
    assert state.turn == 1
    turned = starfall.respell_documents(reference, {}, {"board": {"s5": 7, "S20": "6"}}, {})
    assert turned[1] == {"board": {"7": "S05", "6": "S20"}}
    odd = {"first": 3}, {"players": [], "board": "x", "gone": 1}
    assert starfall.respell_documents(reference, *odd, {}) == odd
    twice = {"players": {"A": {}, "ann": {}}, "turn": "A", "active": "B"}
    assert starfall.respell_documents(reference, {}, twice, ALIASES)[1] == twice
