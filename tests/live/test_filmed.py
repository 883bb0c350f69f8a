"""Refereed games whose every frame is a photograph of the simulated table, read by the readers."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest
from click.testing import CliRunner

from companion.cli.simulate import command
from companion.games.catalogue import find_game, load_edition
from companion.rehearsal.faults import NONE
from companion.rehearsal.film_trouble import FILMED_FAULTS
from companion.rehearsal.filmed_game import FilmedRehearsal
from companion.rehearsal.game import Rehearsal
from companion.rehearsal.run import rehearse
from companion.rehearsal.tally import Tally

MOST_QUESTIONS = 2


def test_tiles_are_laid_seen_and_booked_from_pictures(tmp_path: Path) -> None:
    """A hand each time; nobody types, and nothing is asked."""
    game = find_game("starfall")
    edition = load_edition(game, game.default_edition)
    faults = replace(NONE, hand=1.0)
    tally = FilmedRehearsal(game, edition, 2, 1, faults, tmp_path).run(4)
    assert tally.failures == []
    assert tally.looks > 1
    assert tally.faults["hand"] >= tally.looks
    assert tally.questions == 0


@pytest.mark.parametrize("seed", range(1, 7))
def test_a_rule_of_starfall_that_is_broken_is_told(seed: int, tmp_path: Path) -> None:
    """STAR-MOVE-1, STAR-DISC-1, STAR-DISC-7 and what else a payment may break."""
    game = find_game("starfall")
    edition = load_edition(game, game.default_edition)
    tally = Rehearsal(game, edition, 3, seed, replace(NONE, breaks=2), tmp_path).run(24)
    assert tally.failures == []
    assert tally.breaks > 0
    assert tally.caught == tally.breaks


@pytest.mark.slow
@pytest.mark.parametrize("players", [2, 3, 4])
def test_whole_games_of_starfall_end_with_the_true_score(players: int) -> None:
    """From pictures alone; fifty games in all."""
    games = {2: 20, 3: 15, 4: 15}[players]
    filmed("starfall", players, games)


@pytest.mark.slow
def test_whole_games_of_the_girl_end_with_the_true_score() -> None:
    filmed("girl", 4, 3)


def filmed(name: str, players: int, games: int) -> None:
    """Whole games; what came of them is printed."""
    every = Tally()
    seeds = range(1, 1 + games)
    for _, tally in rehearse(name, "", players, seeds, FILMED_FAULTS, FilmedRehearsal):
        every.add(tally)
    print(*every.lines, sep="\n")
    assert every.sound, every.failures
    assert every.questions <= MOST_QUESTIONS * every.games


@pytest.mark.parametrize(
    ("options", "says"),
    [
        (["--pictures"], "goes with --live"),
        (["--live", "--pictures", "--misreads", "0.1"], "leave out --misreads"),
        (["--live", "--pictures", "--kills", "1"], "leave out --misreads, --kills"),
    ],
)
def test_what_does_not_go_with_pictures_is_told(options: list[str], says: str) -> None:
    result = CliRunner().invoke(command, ["girl", *options])
    assert result.exit_code == 2
    assert says in result.output
