"""A move that is chosen on the page and laid by the simulated hand, seen, and then booked."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from live_fakes import HOST, LiveGame

from companion.display.model import Tone
from companion.live.booking import ITSELF, Booking
from companion.live.requests import LayRequest
from companion.play.moving import choices
from companion.play.requests import SeatRequest, TapRequest


@pytest.fixture
def game(tmp_path: Path) -> Iterator[LiveGame]:
    made = LiveGame(tmp_path / "games", Booking(ITSELF), dealer="companion", simulated=True)
    made.rest()
    made.ask(SeatRequest("A"))
    made.ask(SeatRequest("B"))
    yield made
    made.shelf.close()


def page(game: LiveGame) -> Any:
    return game.table.shown(game.at_s, 0).own[HOST]


def gold(game: LiveGame) -> list[str]:
    """The buttons of the bar that stand out."""
    return [each.label.en for each in page(game).buttons if each.style == "main"]


def choose_a_move(game: LiveGame) -> None:
    while (offered := choices(game.table, HOST)) is not None and offered.move is None:
        assert gold(game) == []  # until the move is whole, nothing asks to be pressed
        game.ask(TapRequest(offered.taps[0].id))


def test_only_the_button_that_is_wanted_stands_out_and_says_why(game: LiveGame) -> None:
    choose_a_move(game)
    assert gold(game) == ["Play it on the simulated table"]
    enter = next(each for each in page(game).sections if each.id == "enter")
    actions = [action for group in enter.groups for action in group.actions]
    assert [action for action in actions if action.style == "main"] == [], "wanted in one place"
    unlaid = next(each for each in page(game).buttons if each.post == "/api/confirm")
    assert (unlaid.label.en, unlaid.style) == ("Book unseen", "plain")
    assert "A simulated hand lays it" in enter.notes[-1].text.en
    assert "模擬的手" in enter.notes[-1].text.zh


def test_what_the_hand_lays_is_booked_when_it_was_seen(game: LiveGame) -> None:
    choose_a_move(game)
    before = game.moves
    assert game.ask(LayRequest()).tone is Tone.OK
    assert game.moves == before
    assert gold(game) == []
    game.lies = game.table.referee.scene.laid[-1]
    game.rest(8)
    assert len(game.moves) == len(before) + 1
    assert game.moves[-1].startswith("place A")


def test_nothing_is_laid_before_the_move_is_whole(game: LiveGame) -> None:
    laid = list(game.table.referee.scene.laid)
    refused = game.ask(LayRequest())
    assert refused.tone is Tone.REFUSED
    assert refused.text.en == "The move is not complete yet."
    assert game.table.referee.scene.laid == laid
