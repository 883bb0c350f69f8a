"""The page as a tablet in the middle, read aloud, and on a home screen, in a real browser."""

from __future__ import annotations

import json

from browser_phone import Phone, browser, small_targets
from play_served import PhoneClient, ServedGame, seated
from playwright.sync_api import Browser, expect

__all__ = ["browser"]

TARGET_PX = 44
# A browser without voices says nothing; this one notes what it was to say.
LISTEN = """
window.said = [];
window.SpeechSynthesisUtterance = class { constructor(text) { this.text = text; } };
Object.defineProperty(window, "speechSynthesis", { value: {
  speak: (each) => window.said.push([each.lang, each.text]), cancel: () => {} } });
"""


def test_a_scanned_code_makes_a_tablet_the_tables(browser: Browser, served: ServedGame) -> None:
    ann, ben = seated(served, "A"), seated(served, "B")
    ann.play()
    tablet = Phone(browser, served, f"{served.code}&as=table")
    page = tablet.page
    page.set_viewport_size({"width": 1024, "height": 768})
    expect(page.locator("body")).to_have_class("view-table")
    expect(page.locator("#sections > div:not([hidden])").first).to_have_id("section-order")
    expect(page.locator("#section-order .step.now")).to_contain_text("Ben")
    expect(page.locator("#section-chart svg.chart")).to_be_visible()
    tablet.accessible()
    tablet.shoot("play-tablet")
    page.locator("#section-chart summary").click()
    expect(page.locator("#section-chart table tbody tr")).to_have_count(3)
    tablet.accessible()
    assert small_targets(page, TARGET_PX) == []
    ben.play()
    expect(page.locator("#section-order .step.now")).to_contain_text("Ann")
    tablet.close()


def test_verdicts_are_read_aloud_when_asked(browser: Browser, served: ServedGame) -> None:
    ann = seated(served, "A")
    phone = Phone(browser, served)
    phone.context.add_init_script(LISTEN)
    phone.page.reload()
    page = phone.page
    expect(page.locator("#prompt")).to_contain_text("Ann")
    assert page.evaluate("window.said") == []
    page.get_by_role("button", name="Read verdicts aloud").tap()
    ann.play()
    page.wait_for_function("window.said.length > 0")
    language, text = page.evaluate("window.said")[-1]
    assert language == "en-GB"
    assert "Ann: Laid" in text
    page.get_by_role("button", name="中文").tap()
    page.wait_for_function("window.said.some(([lang]) => lang === 'zh-TW')")
    page.get_by_role("button", name="停止朗讀").tap()
    said = page.evaluate("window.said.length")
    seated(served, "B").play()
    expect(page.locator("#verdict")).to_contain_text("Ben")
    assert page.evaluate("window.said.length") == said
    phone.close()


def test_the_page_installs_and_opens_without_the_table(
    browser: Browser, served: ServedGame
) -> None:
    phone = Phone(browser, served, served.code)
    page = phone.page
    href = page.locator("link[rel=manifest]").get_attribute("href")
    status, headers, raw = PhoneClient(served).call("GET", str(href))
    manifest = json.loads(raw)
    assert status == 200
    assert headers["Content-Type"] == "application/manifest+json"
    for icon in manifest["icons"]:
        answer = PhoneClient(served).call("GET", icon["src"])
        assert (answer[0], answer[1]["Content-Type"]) == (200, icon["type"])
    kept = PhoneClient(served).call("GET", "/offline.js")[2].decode()
    for script in page.locator("script[src], link[rel=stylesheet]").all():
        source = script.get_attribute("src") or script.get_attribute("href")
        assert f'"{source}"' in kept
    page.evaluate("navigator.serviceWorker.ready.then(() => true)")
    page.reload()
    served.stop()
    page.reload()
    expect(page.locator("#offline")).to_contain_text("Connection to the table lost")
    served.start()
    expect(page.locator("#offline")).to_be_hidden()
    expect(page.locator("#prompt")).to_contain_text("Ann")
    # While the table starts it answers 503, and the page asks again.
    phone.problems = [each for each in phone.problems if "status of 503" not in each]
    phone.close()
