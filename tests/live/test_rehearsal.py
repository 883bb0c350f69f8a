"""Whole four-player games by seed: real loop, journal and HTTP; faults, breaks, restarts."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest
from click.testing import CliRunner

from companion.cli.simulate import command
from companion.games.catalogue import find_game, load_edition
from companion.rehearsal.faults import Faults
from companion.rehearsal.game import Rehearsal
from companion.rehearsal.run import rehearse
from companion.rehearsal.tally import Tally

MOST_QUESTIONS = 2


@pytest.mark.parametrize("seed", [1, 2, 3])
def test_a_whole_game_is_refereed_to_the_true_score(seed: int, tmp_path: Path) -> None:
    """Eight rounds, nobody types; every rule broken on the way is named with its clause."""
    game = find_game("girl")
    edition = load_edition(game, game.default_edition)
    tally = Rehearsal(game, edition, 4, seed, Faults(), tmp_path).run()
    assert tally.failures == []
    assert tally.exact == 1
    assert tally.breaks > 0
    assert tally.caught == tally.breaks
    assert tally.faults["restarts"] == Faults().restarts
    assert tally.questions <= MOST_QUESTIONS


@pytest.mark.slow
def test_a_hundred_games_are_refereed_to_the_true_score() -> None:
    every = Tally()
    for _, tally in rehearse("girl", "", 4, range(1, 101), Faults()):
        every.add(tally)
    assert every.failures == []
    assert every.sound
    assert every.questions <= MOST_QUESTIONS * every.games


@pytest.mark.slow
def test_places_in_doubt_are_asked_about_and_spoil_nothing() -> None:
    faults = replace(Faults(), misread=0.05, covered=0.05, mistaken=2)
    for seed, tally in rehearse("girl", "", 4, range(201, 211), faults):
        assert tally.failures == [], seed
        assert tally.exact == 1


def test_a_wrong_game_is_one_sentence() -> None:
    result = CliRunner().invoke(command, ["nosuch", "--live", "--games", "1"])
    assert result.exit_code != 0
    assert "nosuch" in str(result.exception)
