"""A refereed game on a phone: seen, booked, asked, refused, put right; axe, two languages."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path

import pytest
from browser_phone import Phone, browser, small_targets
from live_served import ServedLiveGame
from playwright.sync_api import Browser, expect

from companion.live.words import say as live_say
from companion.prints import Lie

__all__ = ["browser"]

TILE = Lie("player", 0, "3,1", "star", "T31", 1)
WRONG = Lie("player", 0, "4,1", "star", "T02", 1)
LIGHT = Lie("player", 0, "4,1", "crystal", "blue")
TARGET_PX = 44
CHINESE = re.compile(r"[\u4e00-\u9fff]")


@pytest.fixture
def served(tmp_path: Path) -> Iterator[ServedLiveGame]:
    table = ServedLiveGame(tmp_path)
    table.wait(lambda shown: shown.status.key == "read")
    yield table
    table.stop()


def sit(phone: Phone) -> None:
    card = phone.page.locator("[data-card=seat-A]")
    card.get_by_role("button").first.tap()
    expect(card).to_have_class("card done")


def test_seen_booked_refused_and_accepted_on_a_phone(
    browser: Browser, served: ServedLiveGame
) -> None:
    phone = Phone(browser, served, served.code)
    page = phone.page
    sit(phone)
    served.lay(TILE)
    expect(page.locator("#verdict")).to_contain_text("This is seen: Ann")
    phone.accessible()
    phone.shoot("live-1-seen")
    page.locator("#buttons").get_by_role("button", name="Next").tap()
    expect(page.locator("#verdict")).to_contain_text("Seen and booked. Ann")
    expect(page.locator("#verdict")).to_contain_text("GIRL-STAR-3")
    expect(page.locator("#verdict .crop")).to_have_count(1)
    phone.shoot("live-2-booked")
    served.lay(WRONG)
    expect(page.locator("#section-mismatches")).to_contain_text("The game has: nothing")
    page.locator("#buttons").get_by_role("button", name="Next").tap()
    expect(page.locator("#verdict")).to_contain_text("GIRL-STAR-5")
    expect(page.locator("#verdict")).to_contain_text("4,1")
    phone.accessible()
    phone.shoot("live-3-refused")
    page.locator("#verdict").get_by_role("button", name="Accept as played").tap()
    expect(page.locator("#verdict")).to_contain_text("lets it stand as it was played, and it count")
    # The tile is the game's by now, and so its Light is due.
    expect(page.locator("#section-mismatches")).to_contain_text("blue Light + star tile T02 60°")
    served.lay(LIGHT)
    expect(page.locator("#section-mismatches")).to_have_count(0)
    assert small_targets(page, TARGET_PX) == []
    phone.close()


# Buttons that are not in the bar's first row are in its next one, never beside the screen.
CROWDED = """(labels) => {
  const bar = document.getElementById("buttons");
  bar.replaceChildren(...labels.map((label) => {
    const made = document.createElement("button"); made.textContent = label; return made; }));
  bar.hidden = false;
  return [...bar.children].map((each) => each.getBoundingClientRect())
    .filter((box) => box.left < 0 || box.right > innerWidth || box.bottom > innerHeight)
    .length; }"""


@pytest.mark.parametrize("width_px", [320, 360, 390, 430])
@pytest.mark.parametrize("language", ["en", "zh"])
def test_every_button_of_the_bar_is_on_the_screen(
    browser: Browser, served: ServedLiveGame, width_px: int, language: str
) -> None:
    phone = Phone(browser, served, served.code)
    phone.page.set_viewport_size({"width": width_px, "height": 740})
    expect(phone.page.locator("#prompt")).not_to_be_empty()
    labels = (live_say(key) for key in ("undo", "confirm_unlaid", "look", "next", "lay"))
    assert phone.page.evaluate(CROWDED, [getattr(label, language) for label in labels]) == 0
    phone.close()


def test_a_referee_puts_a_place_right_in_chinese(browser: Browser, served: ServedLiveGame) -> None:
    phone = Phone(browser, served, served.code)
    page = phone.page
    sit(phone)
    page.locator("#section-role summary").tap()
    page.locator("#section-role").get_by_role("button", name="refereeing").tap()
    expect(page.locator("#picture img")).to_be_visible()
    served.lay(WRONG)  # the tile that was laid is another one: the camera is wrong
    card = page.locator("#section-mismatches [data-card]").first
    expect(page.locator("#verdict").get_by_role("button", name="Book it")).to_be_visible()
    served.scene.lies = served.scene.lies[:-1]
    served.lay(TILE, WRONG)
    expect(card).to_contain_text("Player board 1")
    phone.shoot("live-4-referee")
    phone.accessible()
    page.locator("#language").tap()
    expect(page.locator("#section-mismatches h3")).to_have_text("桌面與遊戲不同之處")
    expect(page.locator("#section-mismatches")).to_contain_text("看到：")
    page.locator("#section-mismatches").get_by_role("button", name="以遊戲為準").tap()
    expect(page.locator("#section-corrections")).to_contain_text("收回")
    expect(page.locator("#verdict")).to_contain_text("以遊戲為準")
    phone.accessible()
    phone.shoot("live-5-corrected-zh")
    headings = page.locator("h3, summary > span").all_inner_texts()
    assert [text for text in headings if text and not CHINESE.search(text)] == []
    phone.close()
