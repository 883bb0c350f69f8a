"""A whole game on real phones' pages: tap, zoom, keys, chips, both languages, axe."""

from __future__ import annotations

from pathlib import Path

import pytest
from browser_phone import PHONE, WAIT_MS, Phone, browser, small_targets
from play_served import PhoneClient, ServedGame
from playwright.sync_api import Browser, Page, expect

__all__ = ["browser"]

FINGER_PX = 36.0
TARGET_PX = 44


def sit(phone: Phone, seat: str) -> None:
    card = phone.page.locator(f"[data-card=seat-{seat}]")
    card.get_by_role("button").first.tap()
    expect(card).to_have_class("card done")


def spot(page: Page, name: str):  # type: ignore[no-untyped-def]
    return page.locator(f"[data-spot='{name}']")


def test_a_small_place_is_hit_by_a_finger(browser: Browser, served: ServedGame) -> None:
    phone = Phone(browser, served, served.code)
    page = phone.page
    sit(phone, "A")
    expect(page.locator("#section-enter")).to_contain_text("Ann: your move")
    page.locator("#section-enter").get_by_role("button").first.tap()
    expect(page.locator(".spot.open")).to_have_count(25)
    phone.accessible()
    phone.shoot("play-1-far")
    assert spot(page, "2,1").locator("polygon").bounding_box()["width"] < FINGER_PX
    spot(page, "2,1").tap()
    expect(page.locator("#board-hint")).to_contain_text("Tap again")
    assert spot(page, "2,1").locator("polygon").bounding_box()["width"] >= FINGER_PX
    phone.shoot("play-2-near")
    spot(page, "2,1").tap()
    expect(page.locator("#section-enter")).to_contain_text("This would be")
    expect(spot(page, "2,1")).to_have_class("spot chosen")
    phone.accessible()
    phone.shoot("play-3-preview")
    page.locator("#buttons").get_by_role("button", name="Confirm").tap()
    expect(page.locator("#verdict")).to_contain_text("Ann: Laid")
    expect(page.locator("#verdict")).to_contain_text("DOTS-1")
    expect(page.locator("#prompt")).to_have_text("Ben: lay a number.")
    expect(spot(page, "2,1")).to_have_class("spot marked")
    page.get_by_role("button", name="Undo").tap()
    expect(page.locator("#prompt")).to_have_text("Ann: lay a number.")
    page.get_by_role("button", name="Redo").tap()
    expect(page.locator("#prompt")).to_have_text("Ben: lay a number.")
    phone.close()


def test_a_phone_without_a_seat_is_led_to_the_seats(browser: Browser, served: ServedGame) -> None:
    phone = Phone(browser, served, served.code)
    page = phone.page
    jump = page.get_by_role("link", name="Take a seat")
    expect(jump).to_be_in_viewport()
    expect(page.locator("#sections > div").first).to_have_id("section-seats")
    expect(page.locator("#section-enter")).to_have_count(0)
    expect(page.locator("#buttons")).to_be_hidden()
    jump.tap()
    button = page.get_by_role("button", name="Sit here").first
    expect(button).to_be_in_viewport()
    phone.accessible()
    button.tap()
    expect(jump).to_be_hidden()
    expect(page.locator("#sections > div").first).to_have_id("section-enter")
    phone.close()


def test_by_keys_and_zoom_buttons(browser: Browser, served: ServedGame) -> None:
    phone = Phone(browser, served, served.code)
    page = phone.page
    sit(phone, "A")
    page.locator("#section-enter").get_by_role("button").first.press("Enter")
    expect(page.locator(".spot.open")).to_have_count(25)
    expect(spot(page, "0,3")).to_have_attribute("aria-label", "cell 0,3")
    before = page.locator("svg.board").bounding_box()["width"]
    page.get_by_role("button", name="Larger").tap()
    assert page.locator("svg.board").bounding_box()["width"] > before * 1.5
    page.get_by_role("button", name="Smaller").tap()
    assert page.locator("svg.board").bounding_box()["width"] == pytest.approx(before)
    spot(page, "0,3").focus()
    page.keyboard.press("Enter")
    expect(page.locator("#section-enter")).to_contain_text("on 0,3")
    chips = page.locator("#section-enter button.chosen")
    expect(chips).to_have_count(2)
    chips.nth(1).press("Enter")
    expect(chips).to_have_count(1)
    expect(page.locator(".spot.open")).to_have_count(25)
    phone.close()


def test_two_fingers_zoom(browser: Browser, served: ServedGame) -> None:
    phone = Phone(browser, served, served.code)
    page = phone.page
    box = page.locator("svg.board").bounding_box()
    assert box is not None
    x, y = box["x"] + box["width"] / 2, box["y"] + box["height"] / 2
    fingers = phone.context.new_cdp_session(page)

    def touch(kind: str, *apart: float) -> None:
        points = [{"x": x + side * each, "y": y} for each in apart for side in (-1, 1)]
        fingers.send("Input.dispatchTouchEvent", {"type": kind, "touchPoints": points})

    touch("touchStart", 40)
    for apart in (60, 80, 100, 120):
        touch("touchMove", apart)
    touch("touchEnd")
    near = page.locator("svg.board").bounding_box()
    assert near is not None
    assert near["width"] > 2 * box["width"]
    middle = page.evaluate(
        """() => { const view = document.getElementById('board-view');
            return (view.scrollLeft + view.clientWidth / 2) / view.scrollWidth; }"""
    )
    assert middle == pytest.approx(0.5, abs=0.05)
    phone.close()


def test_two_phones_one_secret(browser: Browser, served: ServedGame) -> None:
    ann, ben = Phone(browser, served, served.code), Phone(browser, served, served.code)
    sit(ann, "A")
    sit(ben, "B")
    expect(ann.page).to_have_title("◆ Dots")
    expect(ben.page).to_have_title("Dots")
    for phone, own in ((ann, "Ann"), (ben, "Ben")):
        for seat in ("Ann", "Ben"):
            phone.page.get_by_role("button", name=f"Hand of {seat}").tap()
            shown = phone.page.locator("svg.board text")
            expect(shown).to_have_count(2)
            expect(phone.page.locator("svg.board")).to_have_attribute(
                "aria-label", f"Hand of {seat}"
            )
            if seat == own:
                expect(shown.first).not_to_have_text("?")
            else:
                expect(shown.first).to_have_text("?")
    ann.close()
    ben.close()


def test_one_phone_is_passed_round(browser: Browser, served: ServedGame) -> None:
    phone = Phone(browser, served, served.code)
    page = phone.page
    sit(phone, "A")
    sit(phone, "B")
    expect(page.locator("#section-sides")).to_contain_text("Hand the phone to Ann.")
    phone.shoot("play-4-covered")
    phone.accessible()
    page.get_by_role("button", name="I am Ann: show my side").tap()
    expect(page.locator("#section-enter")).to_contain_text("Ann: your move")
    page.get_by_role("button", name="Cover it again").tap()
    expect(page.locator("#section-enter")).to_be_hidden()
    phone.close()


def test_a_typed_move_that_breaks_rules(browser: Browser, served: ServedGame) -> None:
    phone = Phone(browser, served, served.code)
    page = phone.page
    sit(phone, "A")
    page.locator("#section-type summary").tap()
    page.get_by_label("Move", exact=True).fill("lay A 99 7,7")
    page.get_by_role("button", name="Play it").tap()
    expect(page.locator("#verdict")).to_contain_text("DOTS-2 · DOTS-3")
    answer = page.locator("#section-type .answer")
    expect(answer).to_contain_text("DOTS-2 · DOTS-3")
    expect(answer).to_be_in_viewport()
    expect(page.locator("#notice")).to_be_hidden()
    expect(page.get_by_label("Move", exact=True)).to_have_value("lay A 99 7,7")
    phone.accessible()
    phone.close()


def test_what_was_played_far_down_the_page_is_seen(browser: Browser, served: ServedGame) -> None:
    phone = Phone(browser, served, served.code)
    page = phone.page
    sit(phone, "A")
    sit(phone, "B")
    page.get_by_role("button", name="I am Ann: show my side").tap()
    tap_a_move(page)
    page.evaluate("scrollTo(0, document.body.scrollHeight)")
    expect(page.locator("#verdict")).not_to_be_in_viewport()
    page.locator("#buttons button.main").tap()
    expect(page.locator("#verdict")).to_contain_text("Ann: Laid")
    expect(page.locator("#verdict")).to_be_in_viewport()
    phone.close()


def test_a_game_is_set_up_and_its_page_fits(browser: Browser, tmp_path: Path) -> None:
    served = ServedGame(tmp_path / "data")
    try:
        phone = Phone(browser, served, served.code, locale="en-GB")
        page = phone.page
        expect(page.locator("#prompt")).to_have_text("Choose a game.")
        phone.accessible()
        page.get_by_role("button", name="Solani").tap()
        page.get_by_role("button", name="Begin").tap()
        expect(page.locator(".answer")).to_contain_text("Enter at least one name.")
        rulings, own_deal = page.locator("#section-setup summary").all()
        own_deal.tap()
        expect(page.locator(".example")).to_contain_text('"planets": [')
        expect(page.get_by_label("What lies on your table")).to_be_visible()
        rulings.tap()
        ruling = page.get_by_label("rounds (SOL-Q1)")
        sentences = [each.strip() for each in ruling.locator("option").all_text_contents()]
        expect(page.locator(".reading").first).to_have_text(sentences[0])
        ruling.select_option(index=1)
        expect(page.locator(".reading").first).to_have_text(sentences[1])
        assert ruling.bounding_box()["width"] > PHONE["width"] * 0.8
        ruling.select_option(index=0)
        page.get_by_label("Player A").fill("Ann")
        page.get_by_label("Player B").fill("小明")
        assert small_targets(page, TARGET_PX) == []
        phone.accessible()
        phone.shoot("play-5-setup")
        page.get_by_role("button", name="Begin").tap()
        expect(page.locator("#verdict")).to_contain_text("The game begins: Ann, 小明.")
        expect(page.locator("#subtitle")).to_contain_text("Stand-in components")
        expect(page.locator("#prompt")).not_to_contain_text("Stand-in")
        phone.shoot("play-6-begun")
        assert small_targets(page, TARGET_PX) == []
        assert page.evaluate("document.documentElement.scrollWidth") <= PHONE["width"]
        phone.close()
    finally:
        served.stop()


@pytest.mark.parametrize("locale", ["en-GB", "zh-TW"])
@pytest.mark.parametrize("game", ["solani", "polaris", "girl", "starfall"])
def test_some_turns_of_a_real_game(
    browser: Browser, tmp_path: Path, game: str, locale: str
) -> None:
    served = ServedGame(tmp_path / "data", game, ("Ann", "Ben"))
    try:
        phone = Phone(browser, served, served.code, locale=locale)
        page = phone.page
        sit(phone, "A")
        sit(phone, "B")
        for turn in range(3):
            before = page.locator("#verdict").text_content()
            tap_a_move(page)
            page.locator("#buttons button.main").tap()
            expect(page.locator("#verdict")).not_to_have_text(before or "", timeout=WAIT_MS)
            if turn == 1:
                page.locator("#section-scores summary").first.tap()
                phone.shoot(f"play-{game}-{locale}")
                phone.accessible()
        assert page.locator("html").get_attribute("lang") == locale.replace("TW", "Hant").replace(
            "-GB", ""
        )
        assert page.evaluate("document.documentElement.scrollWidth") <= PHONE["width"]
        phone.close()
    finally:
        served.stop()


# In one go, since the page may be drawn anew between a look and a tap.
TAP_SOMETHING = """() => {
    const find = (what) => document.querySelector(what);
    if (find('#buttons button.main')) return 'complete';
    const cover = find('#section-sides .note') && find('#section-sides button');
    const spot = find('.spot.open');
    const button = cover || find('#section-enter button:not(.chosen)');
    if (!spot && !button) return '';
    if (cover || !spot) button.click();
    else spot.dispatchEvent(new KeyboardEvent('keydown', { key: 'Enter', bubbles: true }));
    return document.body.dataset.version;
}"""


def tap_a_move(page: Page) -> None:
    """Tap places, or else buttons, until a move can be confirmed."""
    for _ in range(60):
        tapped = page.wait_for_function(TAP_SOMETHING, timeout=WAIT_MS).json_value()
        if tapped == "complete":
            return
        page.wait_for_function(
            "(version) => document.body.dataset.version !== version", arg=tapped, timeout=WAIT_MS
        )
    raise AssertionError("no move after 60 taps")


def test_what_happens_elsewhere_is_seen_at_once(browser: Browser, served: ServedGame) -> None:
    watching = Phone(browser, served)
    expect(watching.page.locator("#prompt")).to_have_text("Ann: lay a number.")
    expect(watching.page.locator("#join")).to_be_visible()
    client = PhoneClient(served)
    client.post("seat", {"seat": "A"})
    client.play()
    expect(watching.page.locator("#prompt")).to_have_text("Ben: lay a number.")
    expect(watching.page.locator("#verdict")).to_contain_text("only Ann may see")
    watching.accessible()
    watching.close()
