"""Whole four-player games by seed: real loop, journal and HTTP; faults, breaks, restarts."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path

import pytest
from click.testing import CliRunner

from companion.cli.simulate import command
from companion.games.catalogue import find_game, load_edition
from companion.rehearsal.faults import NONE, Faults
from companion.rehearsal.game import Rehearsal
from companion.rehearsal.run import rehearse
from companion.rehearsal.tally import Tally

MOST_QUESTIONS = 2


def test_a_whole_game_is_refereed_to_the_true_score(tmp_path: Path) -> None:
    """Eight rounds, nobody types; every rule broken on the way is named with its clause."""
    game = find_game("girl")
    edition = load_edition(game, game.default_edition)
    tally = Rehearsal(game, edition, 4, 1, Faults(), tmp_path).run()
    assert tally.failures == []
    assert tally.exact == 1
    assert tally.breaks > 0
    assert tally.caught == tally.breaks
    assert tally.faults["restarts"] == Faults().restarts
    assert tally.questions <= MOST_QUESTIONS


def test_a_referee_that_is_killed_stands_where_it_stood(tmp_path: Path) -> None:
    """SIGKILL amid a look; started again on the same journal, the phones find it again."""
    game = find_game("girl")
    edition = load_edition(game, game.default_edition)
    tally = Rehearsal(game, edition, 4, 2, replace(NONE, killed=3), tmp_path).run(12)
    assert tally.failures == []
    assert tally.faults["killed"] == 3


@pytest.mark.slow
def test_a_hundred_games_are_refereed_to_the_true_score() -> None:
    every = rehearsed(range(1, 101), Faults())
    assert every.sound, every.failures
    assert every.questions <= MOST_QUESTIONS * every.games


@pytest.mark.slow
def test_places_in_doubt_are_asked_about_and_spoil_nothing() -> None:
    every = rehearsed(range(201, 211), replace(Faults(), misread=0.05, covered=0.05, mistaken=2))
    assert every.sound, every.failures
    assert every.faults["mistaken"]
    assert every.faults["misread"]


@pytest.mark.slow
def test_games_whose_referee_is_killed_again_and_again_end_with_the_true_score() -> None:
    every = rehearsed(range(301, 306), replace(Faults(), killed=6))
    assert every.sound, every.failures
    assert every.faults["killed"] == 30


def rehearsed(seeds: Sequence[int], faults: Faults) -> Tally:
    """Games of four players; what came of them is printed."""
    every = Tally()
    for _, tally in rehearse("girl", "", 4, seeds, faults):
        every.add(tally)
    print(*every.lines, sep="\n")
    return every


def test_what_came_of_games_is_told_line_by_line() -> None:
    every = Tally()
    faults = Counter({"hand": 2, "late": 0})
    clauses = Counter({"GIRL-STAR-4": 1})
    first = Tally(1, 1, 9, 8, 3, breaks=1, caught=1, cpu_s=2.0, faults=faults, clauses=clauses)
    every.add(first)
    assert every.sound
    every.add(Tally(1, 0, 1, 1, 0, breaks=1, faults=Counter(hand=1), failures=["seed 2: wrong"]))
    assert every.lines == (
        "games: 2, scores exact: 1",
        "rules broken: 2, told with the right clause: 1 (GIRL-STAR-4 1)",
        "questions a game: 1.50, at most 3",
        "moves: 9, looks: 10, earlier moves put right: 0",
        "faults: hand 3",
        "processor: 2 s, 1.0 s a game",
    )
    assert not every.sound


def test_a_wrong_game_is_one_sentence() -> None:
    result = CliRunner().invoke(command, ["nosuch", "--live", "--games", "1"])
    assert result.exit_code != 0
    assert "nosuch" in str(result.exception)
