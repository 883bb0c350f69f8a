"""The Girl drawn on the page: steps of paths and recalls, chance, what is shown, how fast."""

from __future__ import annotations

import random
import tomllib
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path
from typing import Any

import msgspec
import pytest

import companion.games.girl
from companion.flow import Accepted, Finished
from companion.games.catalogue import find_game, load_edition
from companion.games.girl.pieces import Phase
from companion.games.girl.rules.villagers import spots_of

SCENES_MS, TAPS_MS = 20.0, 50.0
(FOLDER,) = map(Path, companion.games.girl.__path__)
GAME: Any = find_game("girl")
EDITION: Any = load_edition(GAME, GAME.default_edition)


def positions(seed: int, steps: int, **rulings: Any) -> Iterator[Any]:
    """The states of a random game of four."""
    chance = random.Random(seed)
    setup = msgspec.to_builtins(GAME.deal(EDITION, "ABCD", chance))
    state = GAME.start(EDITION, list("ABCD"), rulings, setup).state
    for _ in range(steps):
        yield state
        verdict = GAME.judge(state, GAME.self_play(state, chance))
        if isinstance(verdict, Finished):
            return
        if isinstance(verdict, Accepted):
            state = verdict.state


def way(state: Any, move: Any) -> tuple[str, ...]:
    return tuple(tap.id for tap in GAME.taps(state, move))


@pytest.mark.parametrize("printed_colour", ["always", "end_only"])
def test_the_steps_of_a_path_are_those_of_legal_paths(printed_colour: str) -> None:
    """Every prefix of every legal path offers just the steps of longer ones (GIRL-SCOUT-1)."""
    looked = 0
    for state in positions(5, 400, printed_colour=printed_colour):
        if state.phase is not Phase.ACTION or looked > 12:
            continue
        seat = "ABCD"[state.order[0]]
        moves = [m for m in GAME.legal_moves(state) if type(m).__name__ == "Scout"]
        if not 5 < len(moves) < 1500:
            continue
        looked += 1
        ways = [way(state, move) for move in moves]
        longer: dict[tuple[str, ...], set[str]] = {}
        for each in ways:
            for depth in range(1, len(each)):
                longer.setdefault(each[:depth], set()).add(each[depth])
        for prefix in random.Random(looked).sample(sorted(longer), min(25, len(longer))):
            offered = {tap.id for tap in GAME.next_taps(state, seat, prefix)}
            assert offered == longer[prefix], prefix
        for each, move in zip(ways[:40], moves[:40], strict=True):
            assert GAME.tapped_move(state, seat, each) == move
        assert GAME.tapped_move(state, seat, ("scout",)) is None
        assert GAME.tapped_move(state, seat, ("scout", "nowhere:blue")) is None
    assert looked > 5


def test_villagers_are_recalled_in_any_order_and_nobody_twice() -> None:
    """Any number of own Villagers, none is compelled (GIRL-REC-1, GIRL-REC-2, GIRL-Q41)."""
    for state in positions(8, 500):
        if state.phase is not Phase.ACTION or not state.actions_left:
            continue
        seat = "ABCD"[state.order[0]]
        spots = [tap.id for tap in GAME.next_taps(state, seat, ("recall",))]
        if len(spots) < 2 or spots_of(state, state.order[0]).count(spots[0]) > 1:
            continue
        one, other = spots[0], spots[-1]
        forth = GAME.tapped_move(state, seat, ("recall", one, other))
        back = GAME.tapped_move(state, seat, ("recall", other, one))
        assert forth == back
        assert isinstance(GAME.judge(state, back), Accepted)
        assert GAME.write_move(GAME.tapped_move(state, seat, ("recall",))) == f"recall {seat}"
        assert GAME.tapped_move(state, seat, ("recall", "the moon")) is None
        assert GAME.next_taps(state, seat, ("recall", "the moon")) == ()
        assert one not in [t.id for t in GAME.next_taps(state, seat, ("recall", one))]
        return
    raise AssertionError("nobody has two Villagers out")


def test_a_cast_is_entered_token_by_token() -> None:
    """One token for each meeple on the track, each with the Light it can give (GIRL-ASH-1)."""
    state = next(s for s in positions(1, 60) if s.phase is Phase.CASTING)
    due = 1 + 4 + len(state.track.villagers)
    chosen: list[str] = []
    for _ in range(due):
        kinds = [tap.id for tap in GAME.next_taps(state, None, chosen)]
        chosen.append("x2" if "x2" in kinds else kinds[0])
        lying = [tap.id for tap in GAME.next_taps(state, None, chosen)]
        assert len(lying) == 7
        assert {"on blue", "on blue/red", "on any"} <= set(lying)
        chosen.append("on any")
    assert GAME.next_taps(state, None, chosen) == ()
    assert chosen.count("x2") == 3
    move = GAME.tapped_move(state, None, chosen)
    assert isinstance(GAME.judge(state, move), Accepted)
    assert GAME.tapped_move(state, None, chosen[:-1]) is None


def test_tiles_are_drawn_by_tapping_those_that_are_left() -> None:
    """Three tiles of the own bag, or ones that nobody noted (GIRL-STAR-1)."""
    state = next(positions(2, 1))
    assert {tap.id for tap in GAME.next_taps(state, None, ())} == {f"draw {s}" for s in "ABCD"}
    drawn = ("draw B", "T05", "?", "T09")
    move = GAME.tapped_move(state, None, drawn)
    assert GAME.write_move(move) == "draw B T05 ? T09"
    assert GAME.next_taps(state, None, drawn) == ()
    assert "T05" not in {tap.id for tap in GAME.next_taps(state, None, drawn[:2])}
    spots = {spot.id for scene in GAME.scenes(state, "B") for spot in scene.spots}
    assert all(tap.spot in spots for tap in GAME.next_taps(state, None, drawn[:1]))
    state = GAME.judge(state, move).state
    tiles = {tap.id for tap in GAME.next_taps(state, "B", ())}
    assert tiles == {"tile T05", "tile T09", "tile ?"}
    sides = {tap.id for tap in GAME.next_taps(state, "B", ("tile ?",))}
    others = {f"is {tile.name}" for tile in EDITION.tiles} - {"is T05", "is T09"}
    assert sides == {"back"} | others
    state = GAME.judge(state, GAME.read_move("draw A T01 T02 T03")).state
    state = GAME.judge(state, GAME.read_move("draw C T01 T02 T03")).state
    state = GAME.judge(state, GAME.read_move("draw D T01 T02 T03")).state
    chosen = ("tile ?", "is T20", "front", "3,3", "r1")
    move = GAME.tapped_move(state, "B", chosen)
    assert GAME.write_move(move) == "place B T20 3,3 r1 front"
    assert tuple(tap.id for tap in GAME.taps(state, move)) == chosen
    assert isinstance(GAME.judge(state, move), Accepted)
    assert GAME.tapped_move(state, "B", ("tile ?", "is T05", "front", "3,3", "r1")) is None


def test_which_bonus_token_is_taken_is_asked_last() -> None:
    """A constellation that touches two Bonus tokens takes one of them (GIRL-CON-7)."""
    tiles = ["T30 1,1 r1 back", "T03 1,2 r1 front", "T11 1,3 r1 front", "T19 1,4 r1 front"]
    position = {"players": {"A": {"tiles": tiles, "hand": ["T31"]}}}
    state = GAME.start(EDITION, ["A", "B"], {}, {}, position).state
    chosen = ("tile T31", "back", "1,5", "r4")
    assert GAME.tapped_move(state, "A", chosen) is None
    asked = GAME.next_taps(state, "A", chosen)
    assert len(asked) == 2
    moves = [GAME.tapped_move(state, "A", (*chosen, tap.id)) for tap in asked]
    assert {move.claims[0].corner for move in moves} == {"TL", "TR"}
    assert all(isinstance(GAME.judge(state, move), Accepted) for move in moves)


def test_an_edition_that_cannot_be_drawn_is_played_by_lists() -> None:
    document = tomllib.loads((FOLDER / "editions" / "GIRL-REF-1.toml").read_text("utf-8"))
    document.pop("print")
    edition = GAME.read_edition(document, "mine.toml")
    state = GAME.start(edition, ["A", "B"], {}, {}).state
    assert GAME.scenes(state, "A") == ()
    assert GAME.next_taps(state, None, ("draw A",))


def test_scenes_do_not_tell_the_order_of_the_cards_below() -> None:
    """Only the top Offering card is in use (GIRL-SET-15)."""
    state = next(positions(3, 1))
    orders = [(1, 2, 3), (3, 2, 1)]
    shown = {
        repr(GAME.scenes(replace(state, table=replace(state.table, card_order=order)), "A"))
        for order in orders
    }
    assert len(shown) == 1
