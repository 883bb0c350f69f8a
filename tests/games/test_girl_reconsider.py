"""What nobody saw of earlier moves is put right by what is seen later."""

from __future__ import annotations

from typing import Any

import pytest
from games.girl_table import GAME, game, looked, looks_alike, scores

from companion.games.contract import Explanation
from companion.games.girl.moves import EndTurn
from companion.games.girl.pieces import Phase
from companion.games.printable import EndsTurns, Past, Reconsiders


class Follower:
    """Books what is seen after each move of a game, as a referee that never asks does."""

    def __init__(self, seed: int, players: int) -> None:
        self.steps = game(seed, players)
        self.start = self.state = self.steps[0].before
        self.moves: list[str] = []
        self.put_right = 0

    def run(self, count: int) -> None:
        for step in self.steps[:count]:
            best = self.explained(step.after)
            assert looks_alike(best.state, step.after), GAME.write_move(step.move)
            self.take(best)
            if isinstance(step.move, EndTurn) and self._is_on(step.move.seat):
                for text in GAME.turn_end(self.state):
                    self.state = GAME.judge(self.state, GAME.read_move(text)).state
                    self.moves.append(text)

    def _is_on(self, seat: str) -> bool:
        return self.state.phase is Phase.ACTION and "ABCD"[self.state.order[0]] == seat

    def explained(self, after: Any) -> Explanation:
        past = Past(self.start, tuple(self.moves))
        result = GAME.reconsider(self.state, past, looked(after))
        assert result.explanations, result.reasons
        best: Explanation = result.explanations[0]
        return best

    def take(self, best: Explanation) -> None:
        self.put_right += bool(best.instead)
        whole = [[text] for text in self.moves]
        for number, text in best.instead:
            whole[number] = text.split("\n") if text else []
        self.moves = [text for texts in whole for text in texts] + list(best.moves)
        self.state = best.state

    def replayed(self) -> Any:
        state = self.start
        for text in self.moves:
            state = GAME.judge(state, GAME.read_move(text)).state
        return state


def test_the_girl_reconsiders_and_ends_turns() -> None:
    assert isinstance(GAME, Reconsiders)
    assert isinstance(GAME, EndsTurns)


@pytest.mark.parametrize(("seed", "players"), [(1, 4), (5, 2)])
def test_a_game_is_followed_though_half_of_it_is_not_seen(seed: int, players: int) -> None:
    follower = Follower(seed, players)
    follower.run(100)
    assert follower.put_right > 0
    assert scores(follower.state) == scores(follower.steps[99].after)
    # What is booked in the end is a legal game that leads to the same state.
    assert follower.replayed().same_position(follower.state)


def test_what_is_seen_plainly_needs_nothing_put_right() -> None:
    steps = game(3)
    step = next(s for s in steps if getattr(s.move, "front", False))
    past = Past(step.before, ())
    result = GAME.reconsider(step.before, past, looked(step.after))
    assert result.explanations[0].instead == ()
    assert result.explanations[0].moves == (GAME.write_move(step.move),)


def test_what_no_earlier_move_could_have_made_legal_stays_refused() -> None:
    steps = game(3)
    step = next(s for s in steps if s.before.phase is Phase.ACTION)
    lies = [lie for lie in GAME.lies(step.before) if lie.family != "girl"]
    past = Past(steps[0].before, tuple(GAME.write_move(s.move) for s in steps[: steps.index(step)]))
    result = GAME.reconsider(step.before, past, looked(step.before, tuple(lies)))
    assert not result.explanations
    assert "GIRL-CLEAN-1" in {reason.clause for reason in result.reasons}


def test_a_turn_ends_with_what_is_left() -> None:
    state = next(s.before for s in game(3) if s.before.phase is Phase.ACTION)
    *gained, end = GAME.turn_end(state)
    seat = "ABCD"[state.order[0]]
    assert end == f"end {seat}"
    assert len([text for text in gained if not text.endswith("token")]) == state.actions_left
    assert GAME.turn_end(game(3)[0].before) == ()
