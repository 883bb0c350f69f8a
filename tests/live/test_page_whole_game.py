"""A whole refereed game on the pages: two phones in two languages, and a tablet in the middle.

A player's phone in English, a referee's in Chinese and a tablet are looked at twice a round;
what they say is what the game has.  Questions are answered, and refusals told back, by taps.
"""

from __future__ import annotations

from pathlib import Path

import pytest
from browser_phone import browser
from live_shown import SHOWN, ShownGame
from playwright.sync_api import Browser

from companion.games.catalogue import find_game, load_edition

__all__ = ["browser"]

ROUNDS = 8
SEED = 3  # a question, two broken rules and a restart come early in this game
EARLY_MOVES = 62  # into the second round


def shown_game(browser: Browser, folder: Path) -> ShownGame:
    game = find_game("girl")
    edition = load_edition(game, game.default_edition)
    return ShownGame(game, edition, 4, SEED, SHOWN, folder, browser)


def test_the_first_rounds_on_every_page(browser: Browser, tmp_path: Path) -> None:
    """GIRL-TURN-1: who acts now, and in which order, as the Elders stand."""
    game = shown_game(browser, tmp_path)
    try:
        tally = game.run(most_moves=EARLY_MOVES)
        assert tally.failures == []
        assert game.looked[:2] == [(1, "place"), (1, "act")]
        assert game.looked[-1][0] >= 2
        assert game.answered > 0
        assert game.told_back == tally.breaks > 0
        assert tally.faults["restarts"] == SHOWN.restarts
    finally:
        game.close()


@pytest.mark.slow
def test_eight_rounds_on_every_page(browser: Browser, tmp_path: Path) -> None:
    """Final scores, chart and report are those of the game that was played (GIRL-END-1)."""
    game = shown_game(browser, tmp_path)
    try:
        tally = game.run()
        assert tally.failures == []
        assert tally.exact == 1
        assert {number for number, _ in game.looked} == set(range(1, ROUNDS + 1))
        assert (
            game.untapped == 0
        )  # at a table that books by itself what is asked stands on a button
        assert game.told_back == tally.breaks > 0
    finally:
        game.close()
