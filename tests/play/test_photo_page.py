"""Photographs and calibration on a phone's page, in a real browser: taken, told, both languages."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest
from board_photographs import as_jpeg, photograph
from browser_phone import Phone, browser, small_targets
from calibration_photos import GOOD, sheet_picture
from calibration_photos import photograph as sheet_photograph
from play_served import ServedGame
from playwright.sync_api import Browser, expect

from companion.games.girl.lying import lies
from companion.prints import Lie

__all__ = ["browser"]

READ_MS = 90_000
TARGET_PX = 44


@pytest.fixture(scope="module")
def girl(tmp_path_factory: pytest.TempPathFactory) -> Iterator[ServedGame]:
    table = ServedGame(tmp_path_factory.mktemp("girl"), "girl", ("Ann", "Ben"))
    yield table
    table.stop()


def test_a_photograph_is_sent_read_and_shown(
    browser: Browser, girl: ServedGame, tmp_path: Path
) -> None:
    running = girl.app.games._table.running
    assert running is not None
    bare = [lie for lie in lies(running.state) if lie.family != "bonus"]
    photo = tmp_path / "board.jpg"
    photo.write_bytes(as_jpeg(photograph("girl", bare, [("player", 0)])))
    phone = Phone(browser, girl, girl.code)
    section = phone.page.locator("#section-photo")
    section.locator("summary").first.tap()
    assert phone.page.locator(".choose").first.bounding_box()["height"] >= TARGET_PX  # type: ignore[index]
    section.locator("input[type=file]").first.set_input_files(photo)
    expect(section.locator(".sending")).to_be_visible()
    expect(section.locator(".upload-answer .note").first).to_contain_text(
        "places differ", timeout=READ_MS
    )
    image = section.locator(".picture img")
    expect(image).to_be_visible()
    assert image.evaluate("(node) => node.complete && node.naturalWidth > 0")
    expect(section.locator(".card").first).to_contain_text("The game has: Bonus token")
    expect(section.locator(".card .crop").first).to_be_visible()
    phone.accessible()
    phone.shoot("photo-1-read")
    phone.page.locator("#language").tap()
    expect(section.locator(".card").first).to_contain_text("遊戲中")
    expect(section).to_contain_text("這台相機沒有校正")
    phone.close()


def test_a_photograph_is_read_before_any_game(browser: Browser, tmp_path: Path) -> None:
    table = ServedGame(tmp_path / "data")
    try:
        tiles = [Lie("area-a", 0, "tiles", "sky tile", kind) for kind in ("S11", "S16")]
        photo = tmp_path / "area.jpg"
        photo.write_bytes(as_jpeg(photograph("starfall", tiles, [("area-a", 0)])))
        phone = Phone(browser, table, table.code)
        section = phone.page.locator("#section-photo")
        section.locator("summary").first.tap()
        assert small_targets(phone.page, TARGET_PX) == []
        expect(section.locator(".upload")).to_have_count(5)  # a dish, and four games' boards
        phone.accessible()
        wanted = section.locator(".upload").filter(has_text="StarFall: boards")
        wanted.locator("input[type=file]").set_input_files(photo)
        note = wanted.locator(".upload-answer .note").first
        expect(note).to_contain_text("Area of A", timeout=READ_MS)
        expect(wanted.locator(".card").first).to_contain_text("VP")
        phone.shoot("photo-2-before-a-game")
        phone.page.locator("#language").tap()
        expect(section.locator(".upload-answer .note").first).to_contain_text("判讀")
        phone.close()
    finally:
        table.stop()


def test_what_is_no_picture_is_told_beside_the_button(
    browser: Browser, girl: ServedGame, tmp_path: Path
) -> None:
    heic = tmp_path / "photo.jpg"
    heic.write_bytes(b"\0\0\0\x18ftypheic" + b"\0" * 40)
    large = tmp_path / "large.jpg"
    with large.open("wb") as file:
        file.truncate(26_000_000)
    phone = Phone(browser, girl, girl.code)
    section = phone.page.locator("#section-photo")
    section.locator("summary").first.tap()
    section.locator("input[type=file]").first.set_input_files(heic)
    expect(section.locator(".note.refused")).to_contain_text("Most Compatible")
    section.locator("input[type=file]").first.set_input_files(large)
    expect(section.locator(".note.refused")).to_contain_text("larger than 25 MB")
    phone.close()


def test_the_calibration_page_leads_from_sheet_to_lens(
    browser: Browser, girl: ServedGame, tmp_path: Path
) -> None:
    art = sheet_picture()
    files = []
    for number in (2, 3):
        path = tmp_path / f"{number}.jpg"
        path.write_bytes(
            as_jpeg(sheet_photograph(GOOD[number], seed=number, art=art), camera="Acme Phone 5")
        )
        files.append(path)
    phone = Phone(browser, girl, girl.code)
    expect(phone.page.locator("#section-photo")).to_be_attached()
    phone.page.goto(f"{girl.address}/calibrate")
    expect(phone.page.locator("#whose")).to_contain_text("No pictures yet")
    assert small_targets(phone.page, TARGET_PX - 4) == []
    phone.page.locator(".choose input").set_input_files(files)
    expect(phone.page.locator("#whose")).to_contain_text("Acme Phone 5: 2", timeout=READ_MS)
    expect(phone.page.locator("#map svg")).to_be_visible()
    expect(phone.page.locator("#missing")).to_contain_text("out to the edge")
    phone.accessible()
    phone.shoot("calibrate-1-begun")
    phone.page.reload()
    expect(phone.page.locator("#whose")).to_contain_text("Acme Phone 5: 2")
    phone.page.get_by_role("button", name="Calibrate").tap()
    expect(phone.page.locator("#answer .refused")).to_be_visible(timeout=READ_MS)
    phone.page.locator("#language").tap()
    expect(phone.page.locator("#missing")).to_contain_text("邊緣")
    phone.accessible()
    phone.close()
