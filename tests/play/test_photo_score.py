"""A phone's photograph of one's own tiles gives their score, in both languages."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

import pytest
from board_photographs import as_jpeg, photograph
from browser_phone import Phone, browser
from games.starfall.looks import looks
from play_served import ServedGame
from playwright.sync_api import Browser, expect

from companion.display.model import Section, Tone
from companion.live.photo_score import score_in_game
from companion.play.running_game import RunningGame
from companion.prints import Lie

__all__ = ["browser"]

READ_MS = 90_000
TILES = ("S17", "S18", "S12", "S13", "S26")


@pytest.fixture(scope="module")
def starfall(tmp_path_factory: pytest.TempPathFactory) -> Iterator[ServedGame]:
    table = ServedGame(tmp_path_factory.mktemp("starfall"), "starfall", ("Ann", "Ben"))
    yield table
    table.stop()


def running_of(served: ServedGame) -> RunningGame:
    running = served.app.games._table.running
    assert running is not None
    return running


def pile() -> list[Lie]:
    lies = [Lie("area-a", 0, "tiles", "sky tile", tile) for tile in TILES]
    lies += [Lie("area-a", 0, "stardust", "stardust 1", "white")] * 2
    return [*lies, Lie("area-a", 0, "stardust", "stardust 2", "orange")]


def test_a_phone_is_shown_the_score_of_the_tiles_it_sends(
    browser: Browser, starfall: ServedGame, tmp_path: Path
) -> None:
    photo = tmp_path / "pile.jpg"
    photo.write_bytes(as_jpeg(photograph("starfall", pile(), [("area-a", 0)])))
    phone = Phone(browser, starfall, starfall.code)
    section = phone.page.locator("#section-photo")
    section.locator("summary").first.tap()
    section.locator("input[type=file]").set_input_files(photo)
    card = section.get_by_label("What it scores by itself").locator(".card")
    expect(card.locator(".name")).to_have_text("Ann: 33 VP", timeout=READ_MS)
    notes = card.locator(".note")
    expect(notes).to_have_count(8)
    expect(notes.nth(0)).to_contain_text("+15 3 Planets STAR-SCORE-2")
    expect(notes.nth(2)).to_contain_text("-5 1 Black Hole STAR-SCORE-4")
    expect(notes.nth(7)).to_contain_text("2 Stars, not counted here")
    expect(notes.nth(7)).not_to_contain_text("fewest -5")  # nobody loses for them when two play
    phone.accessible()
    phone.shoot("photo-2-score")
    phone.page.locator("#language").tap()
    expect(section.locator(".upload-answer .note").first).to_contain_text("A 的區域：")
    card = section.get_by_label("照片中的分數").locator(".card")
    expect(card.locator(".name")).to_have_text("Ann：33 分")
    expect(card.locator(".note").nth(1)).to_contain_text("4 顆衛星，其中 3 顆有行星相配")
    phone.close()


def told(running: RunningGame, *tiles: str, untold: int = 0) -> Section | None:
    """What is said of Ann's area with these tiles, some of which can't be told."""
    seen = looks(running.game, running.state, "area-a")[0]
    pieces = tuple(
        replace(seen.places[1].pieces[0], kind=tile, kinds=((tile, 1.0),), family="sky tile")
        for tile in tiles
    )
    doubtful = tuple(replace(each, kind=None, kinds=()) for each in pieces[:untold])
    pile = replace(seen.places[0], pieces=(*doubtful, *pieces[untold:]))
    heap = replace(seen.places[1], pieces=())
    return score_in_game(running, (replace(seen, places=(pile, heap)),))


def test_a_tile_that_can_t_be_told_leaves_the_least_it_can_be(starfall: ServedGame) -> None:
    running = running_of(starfall)
    section = told(running, "S06", "S17", untold=1)
    assert section is not None
    (card,) = section.cards
    assert card.title.en == "Ann: at least 5 VP (what can be told: 10)"
    assert card.title.zh == "Ann：至少 5 分（看得清的：10）"
    assert card.state == "odd"
    assert card.notes[0].tone is Tone.UNSURE
    assert card.notes[0].text.en == "1 tile can't be told."
    assert card.notes[0].text.zh == "有 1 張板塊無法判讀。"
    section = told(running, "S01", "S06", "S17", untold=1)
    assert section is not None
    assert section.cards[0].title.en == "Ann: at least 5 VP"


def test_nothing_seen_of_anybody_s_things_scores_nothing(starfall: ServedGame) -> None:
    running = running_of(starfall)
    assert score_in_game(running, looks(running.game, running.state, "stargazer")) is None
