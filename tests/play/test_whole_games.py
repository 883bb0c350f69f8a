"""Whole games by tapping at random on several phones, to the end, and judged again."""

from __future__ import annotations

import random
from pathlib import Path

import pytest
from play_fakes import DotsGame, play_table, sit
from random_play import MOST_TAPS, play_on

from companion.games.contract import AnyGame
from companion.play.compose import compose
from companion.play.moving import choices
from companion.play.requests import TapRequest
from companion.play.shelf import COMPANION, TABLE, Shelf
from companion.play.table import PlayTable
from companion.records.document import read_record, write_record
from companion.records.replay import replay


@pytest.mark.parametrize(
    ("game", "dealer"),
    [
        ("dots", COMPANION),
        *(
            (game, dealer)
            for game in ("solani", "polaris", "girl", "starfall")
            for dealer in (COMPANION, TABLE)
        ),
    ],
)
def test_many_moves_are_tapped_and_stand_when_judged_again(
    game: str, dealer: str, tmp_path: Path, dots: DotsGame
) -> None:
    table = play_table(tmp_path, game, ("Ann", "Ben"))
    table.shelf.dealer = dealer
    sit(table, "one", "A")
    sit(table, "two", "B")
    chance = random.Random(game)
    assert play_on(table, ("one", "two"), chance, 40) >= 8
    check(table, tmp_path)


@pytest.mark.slow
@pytest.mark.parametrize("seed", range(3))
@pytest.mark.parametrize("game", ["solani", "polaris", "girl", "starfall"])
def test_whole_games_are_tapped_to_the_end(game: str, seed: int, tmp_path: Path) -> None:
    table = play_table(tmp_path, game, ("Ann", "Ben", "Cem"))
    sit(table, "one", "A")
    sit(table, "two", "B")
    sit(table, "three", "C")
    play_on(table, ("one", "two", "three"), random.Random(seed), MOST_TAPS)
    assert table.running is not None
    assert table.running.over
    check(table, tmp_path)


def standing(game: AnyGame, state: object) -> object:
    return game.write_position(state)


def check(table: PlayTable, folder: Path) -> None:
    """The record leads to the same state, and so does the journal."""
    running = table.running
    assert running is not None
    record = read_record(write_record(running.session.record()), "here")
    again = replay(record)
    assert again.clean
    assert standing(again.game, again.state) == standing(running.game, running.state)
    assert again.result == running.session.result
    shown = compose(table, "")
    table.shelf.close()
    resumed = PlayTable(Shelf(folder), 0.0)
    assert resumed.running is not None
    assert resumed.running.moment == running.moment
    assert standing(running.game, resumed.running.state) == standing(running.game, running.state)
    assert compose(resumed, "").prompt == shown.prompt
    resumed.shelf.close()


def test_what_one_is_choosing_stays_while_another_moves(tmp_path: Path) -> None:
    table = play_table(tmp_path, "girl", ("Ann", "Ben"))
    sit(table, "one", "A")
    sit(table, "two", "B")
    offered = choices(table, "one")
    assert offered is not None
    assert table.ask(TapRequest(offered.taps[0].id), "one", 0.0).tone.value == "ok"
    before = table.moment
    chance = random.Random(1)
    play_on(table, ("two",), chance, 1)
    assert table.moment > before
    assert table.phone("one").chosen == (offered.taps[0].id,)
    play_on(table, ("one",), chance, 1)
