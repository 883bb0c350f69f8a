"""What is due and what is to be chosen next stay in view on a phone; what is refused is said."""

from __future__ import annotations

from browser_phone import Phone, browser
from play_served import ServedGame
from playwright.sync_api import Browser, expect

__all__ = ["browser"]

SHORT_PHONE = {"width": 390, "height": 560}


def test_what_is_due_and_the_next_choice_stay_in_view(browser: Browser, served: ServedGame) -> None:
    phone = Phone(browser, served, served.code)
    page = phone.page
    page.set_viewport_size(SHORT_PHONE)
    card = page.locator("[data-card=seat-A]")
    card.get_by_role("button").first.tap()
    expect(card).to_have_class("card done")
    pinned = page.locator("#pinned")
    page.evaluate("scrollTo(0, 0)")
    expect(pinned).to_be_hidden()
    page.evaluate("scrollTo(0, document.body.scrollHeight)")
    expect(pinned).to_have_text("Ann: lay a number.")
    expect(pinned).to_be_in_viewport()
    page.locator("#section-enter").get_by_role("button").first.tap()
    expect(page.locator(".spot.open")).to_have_count(25)
    expect(page.locator("#boards")).to_be_in_viewport()
    phone.shoot("play-5-followed")
    page.locator("[data-spot='2,1']").tap()
    page.locator("[data-spot='2,1']").tap()
    preview = page.locator("#section-enter .note").last
    expect(preview).to_contain_text("This would be")
    expect(preview).to_be_in_viewport()
    expect(page.locator("#buttons .main")).to_be_in_viewport()
    phone.accessible()
    phone.close()


def test_a_wrong_code_is_a_whole_sentence(browser: Browser, served: ServedGame) -> None:
    phone = Phone(browser, served)
    page = phone.page
    page.get_by_label("Join code").fill("WRONG1")
    page.get_by_role("button", name="Join").tap()
    expect(page.locator("#notice")).to_have_text(
        "That is not the join code of this table; scan the QR code at the table again."
    )
    phone.close()
