"""From taps to a move: the tree of taps, forced choices, games without boards, real games."""

from __future__ import annotations

import random

import msgspec
import pytest
from hypothesis import given
from hypothesis import strategies as st
from play_fakes import DotsGame

from companion.flow import Accepted, Finished
from companion.games.catalogue import find_game, load_edition
from companion.games.contract import AnyGame
from companion.games.playable import Playable
from companion.play import choosing
from companion.play.choosing import Chooser, seat_of, spelt


def dots_state():  # type: ignore[no-untyped-def]
    return DotsGame().start(None, "AB", {}, {"hands": {"A": [3, 4], "B": [5, 6]}}).state


def test_taps_lead_to_every_legal_move_and_to_nothing_else() -> None:
    game, state = DotsGame(), dots_state()
    chooser = Chooser(game, state, "A")
    found = set()
    for first in chooser.offer(()).taps:
        for second in chooser.offer((first.id,)).taps:
            found.add(chooser.offer((first.id, second.id)).move)
    assert found == set(game.legal_moves(state))
    assert Chooser(game, state, "B").empty


def test_what_is_not_offered_is_dropped_with_all_that_follows() -> None:
    chooser = Chooser(DotsGame(), dots_state(), "A")
    offered = chooser.offer(("n3", "9,9", "1,1"))
    assert [tap.id for tap in offered.done] == ["n3"]
    assert offered.chosen == 1
    assert offered.move is None


def test_the_only_choice_is_made_without_asking() -> None:
    state = DotsGame().start(None, "AB", {}, {"hands": {"A": [3, 3], "B": [5, 6]}}).state
    offered = Chooser(DotsGame(), state, "A").offer(())
    assert [tap.id for tap in offered.done] == ["n3"]
    assert offered.chosen == 0
    assert len(offered.taps) == 25
    # Whoever names it all the same is understood.
    assert Chooser(DotsGame(), state, "A").offer(("n3", "1,1")).move is not None


def test_too_many_moves_are_cut_and_said(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(choosing, "MOST_MOVES", 30)
    offered = Chooser(DotsGame(), dots_state(), "A").offer(())
    assert offered.cut
    assert [tap.id for tap in offered.taps] == ["n3", "n4"]


def test_chance_is_chosen_among_what_is_left() -> None:
    game = DotsGame()
    verdict = game.judge(dots_state(), game.read_move("lay A 3 1,1"))
    assert isinstance(verdict, Accepted)
    chooser = Chooser(game, verdict.state, None)
    assert len(chooser.offer(()).taps) == 36
    assert chooser.offer(("n7",)).move == game.read_move("draw A 7")


def test_a_game_without_boards_is_played_by_the_words_of_its_moves() -> None:
    class Bare:
        """Only what the contract asks for."""

        def __getattr__(self, name: str):  # type: ignore[no-untyped-def]
            if name in ("taps", "scenes", "chance_moves", "shows"):
                raise AttributeError(name)
            return getattr(DotsGame(), name)

    bare = Bare()
    assert not isinstance(bare, Playable)
    chooser = Chooser(bare, dots_state(), "A")  # type: ignore[arg-type]
    offered = chooser.offer(("2 4",))
    assert [tap.key for tap in offered.done] == ["lay", "4"]
    assert chooser.offer(("2 4", "3 1,1")).move == DotsGame().read_move("lay A 4 1,1")


@given(st.lists(st.sampled_from(["place", "take", "A", "B", "3,3", "r0"]), min_size=1, max_size=6))
def test_spelt_words_tell_moves_apart(words: list[str]) -> None:
    taps = spelt(" ".join(words), "A")
    again = [tap.key for tap in taps]
    assert again == [w for i, w in enumerate(words) if not (i == 1 and w == "A")]
    assert len({tap.id for tap in taps}) == len(taps)


def random_states(game: AnyGame, seed: int, every: int):  # type: ignore[no-untyped-def]
    chance = random.Random(seed)
    edition = load_edition(game, game.default_edition)
    seats = "ABC"
    setup = msgspec.to_builtins(game.deal(edition, seats, chance))
    state = game.start(edition, seats, {}, setup).state
    for number in range(10_000):
        if number % every == 0:
            yield state, chance
        verdict = game.judge(state, game.self_play(state, chance))
        if not isinstance(verdict, Accepted):
            return
        state = verdict.state


@pytest.mark.parametrize(
    ("name", "every"), [("solani", 9), ("polaris", 17), ("girl", 13), ("starfall", 7)]
)
def test_whatever_is_tapped_leads_to_a_move_that_counts(name: str, every: int) -> None:
    game = find_game(name)
    walked = 0
    for state, chance in random_states(game, 4, every):
        for seat in ("A", "B", "C", None):
            # What chance decided lies on the table; nobody tries out what hands may hold.
            known = state if seat is None else game.view(state, seat)
            chooser = Chooser(game, known, seat)
            chosen: tuple[str, ...] = ()
            offered = chooser.offer(chosen)
            while offered.taps and (offered.move is None or chance.random() < 0.5):
                chosen = (*chosen, chance.choice(offered.taps).id)
                offered = chooser.offer(chosen)
                assert offered.chosen == len(chosen)
            if offered.move is not None:
                walked += 1
                assert seat_of(offered.move) in (seat, None) or seat is None
                verdict = game.judge(state, offered.move)
                text = game.write_move(offered.move)
                assert isinstance(verdict, Accepted | Finished), (text, verdict)
    assert walked > 5
