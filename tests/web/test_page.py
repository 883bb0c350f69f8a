"""The page in a real browser, the size of a phone: join, see, select, undo, switch, reconnect."""

from __future__ import annotations

import cv2
import numpy as np
import pytest
from browser_phone import PHONE, WAIT_MS, Phone, browser, small_targets
from playwright.sync_api import Browser, expect
from session_fakes import Lying
from web_fakes import ServedTable

from companion.running.gallery import Drawn

__all__ = ["browser"]

TARGET_PX = 44
TOSS: list[Lying] = [
    ("x2", 0.0, 60.0),
    ("scouting", 60.0, 70.0),
    ("recall?offering", 200.0, 80.0),
]


def picture_of_a_dish() -> bytes:
    image = np.full((480, 640, 3), (60, 30, 20), np.uint8)
    for start, colour in ((-90, (60, 60, 220)), (30, (60, 200, 240)), (150, (220, 120, 50))):
        cv2.ellipse(image, (320, 240), (200, 200), start, 0, 120, colour, -1)
    cv2.circle(image, (320, 240), 50, (240, 240, 240), -1)
    return cv2.imencode(".jpg", image)[1].tobytes()


@pytest.fixture
def table(served: ServedTable) -> ServedTable:
    jpeg = picture_of_a_dish()
    served.gallery._draw = lambda seen, tokens: Drawn(jpeg, (640, 480), (0, 0, 160, 90))
    served.scripted.lying = TOSS
    served.wait_until(lambda display: display.buttons[2].label.en == "Accept")
    return served


def open_card(phone: Phone, number: int) -> None:
    phone.page.locator(f"[data-card=token-{number}] > details > summary").tap()


def test_from_joining_to_undo(browser: Browser, table: ServedTable) -> None:
    phone = Phone(browser, table, table.code)
    page = phone.page
    expect(page.locator("#status")).to_have_text("read")
    expect(page.locator("#prompt")).to_contain_text("3 tokens lie still")
    expect(page.locator(".card")).to_have_count(3)
    assert "join" not in page.url
    phone.accessible()
    phone.shoot("1-toss")
    page.get_by_role("button", name="Accept").tap()
    expect(page.locator("#prompt")).to_contain_text("A selects a token", timeout=WAIT_MS)
    open_card(phone, 1)
    phone.shoot("2-select")
    phone.accessible()
    page.get_by_role("button", name="blue, red").tap()
    expect(page.locator("#verdict")).to_contain_text("A trades token 1 (×2) for Light: blue, red.")
    expect(page.locator("#verdict")).to_contain_text("GIRL-TOK-2")
    expect(page.locator("#prompt")).to_contain_text("B selects a token")
    page.get_by_role("button", name="Undo").tap()
    expect(page.locator("#verdict")).to_contain_text("Taken back: A, token 1")
    expect(page.locator("#prompt")).to_contain_text("A selects a token")
    phone.close()


def test_a_question_is_answered_on_the_spot(browser: Browser, table: ServedTable) -> None:
    phone = Phone(browser, table, table.code)
    page = phone.page
    page.get_by_role("button", name="Accept").tap()
    expect(page.locator("#prompt")).to_contain_text("A selects a token", timeout=WAIT_MS)
    open_card(phone, 3)
    page.locator("[data-card=token-3]").get_by_role("button", name="Keep").tap()
    expect(page.locator("#verdict")).to_contain_text("The picture does not tell what token 3 is")
    phone.shoot("3-question")
    phone.accessible()
    page.locator("#verdict").get_by_role("button", name="Offering").tap()
    expect(page.locator("[data-card=token-3] .name")).to_have_text("Offering")
    page.locator("[data-card=token-3]").get_by_role("button", name="Keep").tap()
    expect(page.locator("#verdict")).to_contain_text("A keeps token 3: Offering.")
    expect(page.locator(".step.now")).to_contain_text("B, Elder on space 4")
    phone.close()


def test_language_is_each_phones_own_and_kept(browser: Browser, table: ServedTable) -> None:
    english = Phone(browser, table, table.code, locale="en-GB")
    chinese = Phone(browser, table, table.code, locale="zh-TW")
    expect(chinese.page.locator("#status")).to_have_text("已讀取")
    expect(english.page.locator("#status")).to_have_text("read")
    assert chinese.page.locator("html").get_attribute("lang") == "zh-Hant"
    chinese.shoot("4-chinese")
    chinese.accessible()
    chinese.page.get_by_role("button", name="English").tap()
    expect(chinese.page.locator("#status")).to_have_text("read")
    chinese.page.reload()
    expect(chinese.page.locator("#status")).to_have_text("read")
    english.page.get_by_role("button", name="中文").tap()
    expect(english.page.locator("#prompt")).to_contain_text("3 枚餘燼已靜止")
    english.close()
    chinese.close()


def test_who_has_not_joined_only_watches(browser: Browser, table: ServedTable) -> None:
    phone = Phone(browser, table)
    page = phone.page
    expect(page.locator(".card")).to_have_count(3)
    expect(page.get_by_role("button", name="Accept")).to_be_hidden()
    expect(page.locator(".card button")).to_have_count(0)
    phone.shoot("5-watching")
    phone.accessible()
    page.get_by_label("Join code").fill("NOPE")
    page.get_by_role("button", name="Join").tap()
    expect(page.locator("#notice")).to_contain_text("not the join code")
    page.locator("#language").tap()
    page.get_by_label("加入代碼").fill("NOPE")
    page.get_by_role("button", name="加入").tap()
    expect(page.locator("#notice")).to_contain_text("這不是這張桌子的加入代碼")
    page.locator("#language").tap()
    page.get_by_label("Join code").fill(table.code.lower())
    page.get_by_role("button", name="Join").tap()
    expect(page.get_by_role("button", name="Accept")).to_be_visible()
    page.locator("#invite > summary").tap()
    expect(page.get_by_alt_text("QR code of the table's address")).to_be_visible()
    phone.shoot("6-invite")
    phone.accessible()
    phone.close()


def test_a_phone_comes_back_after_the_server_was_away(browser: Browser, table: ServedTable) -> None:
    phone = Phone(browser, table, table.code)
    page = phone.page
    page.get_by_role("button", name="Accept").tap()
    expect(page.locator("#prompt")).to_contain_text("A selects a token", timeout=WAIT_MS)
    before = int(page.locator("body").get_attribute("data-version") or 0)
    table.stop()
    expect(page.locator("#offline")).to_be_visible()
    phone.shoot("7-offline")
    table.start()
    expect(page.locator("#offline")).to_be_hidden(timeout=WAIT_MS)
    expect(page.locator("#prompt")).to_contain_text("A selects a token")
    assert int(page.locator("body").get_attribute("data-version") or 0) > before
    open_card(phone, 2)
    page.locator("[data-card=token-2]").get_by_role("button", name="Keep").tap()
    expect(page.locator("#verdict")).to_contain_text("A keeps token 2")
    phone.close()


def test_an_older_display_is_never_shown(browser: Browser, table: ServedTable) -> None:
    phone = Phone(browser, table, table.code)
    expect(phone.page.locator("#status")).to_have_text("read")
    shown = phone.page.evaluate(
        """() => {
            const now = state.shown;
            const old = { ...now, version: now.version - 1,
                          display: { ...now.display, prompt: { en: "old", zh: "old" } } };
            take(old);
            take({ ...old, version: now.version + 9, epoch: now.epoch - 1 });
            return document.getElementById("prompt").textContent;
        }"""
    )
    assert "3 tokens lie still" in shown
    phone.close()


def test_the_track_is_set_on_the_page(browser: Browser, table: ServedTable) -> None:
    phone = Phone(browser, table, table.code)
    page = phone.page
    page.locator("#section-track summary").first.tap()
    page.locator("select[name='3']").select_option(label="C Elder")
    page.locator("select[name='1']").select_option(label="B Villager")
    phone.shoot("8-track")
    phone.accessible()
    page.get_by_role("button", name="Set the track").tap()
    expect(page.locator("#verdict")).to_contain_text("5 tokens will be cast")
    expect(page.locator(".step")).to_have_count(4)
    page.locator("select[name='9']").select_option(label="D Villager")
    page.get_by_role("button", name="Set the track").tap()
    expect(page.locator("#verdict")).to_contain_text("GIRL-GAZE-2")
    page.get_by_role("button", name="4 players").tap()
    expect(page.locator("#prompt")).to_contain_text("to be cast: 5")
    phone.close()


def test_a_missing_token_is_added_on_the_page(browser: Browser, table: ServedTable) -> None:
    table.scripted.lying = TOSS[:2]
    table.wait_until(lambda display: len(display.sections[0].cards) == 2)
    phone = Phone(browser, table, table.code)
    page = phone.page
    page.locator("#section-add summary").first.tap()
    page.get_by_label("Kind").select_option(label="Stardust")
    page.get_by_label("Light").select_option(label="any colour")
    page.get_by_role("button", name="Add it").tap()
    expect(page.locator("[data-card=token-3] .name")).to_have_text("Stardust")
    expect(page.locator("[data-card=token-3] .row .chip")).to_have_count(3)
    phone.close()


def test_targets_are_large_and_nothing_sticks_out(browser: Browser, table: ServedTable) -> None:
    phone = Phone(browser, table, table.code)
    page = phone.page
    page.get_by_role("button", name="Accept").tap()
    expect(page.locator("#prompt")).to_contain_text("A selects a token", timeout=WAIT_MS)
    open_card(phone, 1)
    assert small_targets(page, TARGET_PX) == []
    assert page.evaluate("document.documentElement.scrollWidth") <= PHONE["width"]
    phone.close()
