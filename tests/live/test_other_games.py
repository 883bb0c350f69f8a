"""Games that explain single boards only: the whole table is explained all the same."""

from __future__ import annotations

import random
from pathlib import Path
from typing import Any

import msgspec
import pytest
from play_fakes import play_table
from whole_tables import art_of, looked

from companion.flow import Accepted
from companion.games.catalogue import find_game, load_edition
from companion.live.behind import Behind
from companion.live.nothing_shown import unseen_moves
from companion.live.understanding import Outcome, contents_of, understand

MOVES = 14
# What Solani's bag gives is too much to be found by trying; the companion draws it, or people say.
UNSEARCHED = ("prepare",)


@pytest.mark.parametrize("name", ["starfall", "solani", "polaris"])
def test_every_move_that_can_be_seen_is_found(name: str) -> None:
    """Nothing new is nothing new; a move is found, alone or among the readings of a question."""
    game: Any = find_game(name)
    edition = load_edition(game, game.default_edition)
    art, chance = art_of(game, edition), random.Random(4)
    setup = msgspec.to_builtins(game.deal(edition, "AB", chance))
    state = game.start(edition, "AB", {}, setup).state
    found = 0
    while found < MOVES:
        before = contents_of(game, art, state)
        still = understand(game, state, art, looked(art, before), (), Behind())
        assert (still.outcome, still.wrong) == (Outcome.SAME, ())
        move = game.self_play(state, chance)
        verdict = game.judge(state, move)
        assert isinstance(verdict, Accepted)
        after, text = contents_of(game, art, verdict.state), game.write_move(move)
        if after != before and not text.startswith(UNSEARCHED):
            seen = understand(game, state, art, looked(art, after), (), Behind())
            assert seen.outcome in (Outcome.MOVES, Outcome.QUESTION), text
            assert all(contents_of(game, art, each.state) == after for each in seen.results), text
            found += 1
        state = verdict.state


@pytest.mark.parametrize("name", ["starfall", "solani"])
def test_what_no_move_leads_to_is_broken(name: str) -> None:
    """A piece that vanishes from a board is no move, and the place is named."""
    game: Any = find_game(name)
    edition = load_edition(game, game.default_edition)
    art, chance = art_of(game, edition), random.Random(5)
    setup = msgspec.to_builtins(game.deal(edition, "AB", chance))
    state = game.start(edition, "AB", {}, setup).state
    contents = contents_of(game, art, state)
    spot = next(iter(contents))
    twice = {**contents, spot: contents[spot] * 2}
    seen = understand(game, state, art, looked(art, twice), (), Behind())
    assert seen.outcome is Outcome.BROKEN
    assert [each.spot for each in seen.differences] == [spot]


def test_what_would_lie_on_the_table_by_now_was_not_done(tmp_path: Path) -> None:
    """STAR-ADD-1: a tile that was added lies there; Next at an unchanged table adds none."""
    running = play_table(tmp_path, "starfall").running
    assert running is not None
    assert unseen_moves(running) == ()
