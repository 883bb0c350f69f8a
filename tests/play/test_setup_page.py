"""Teaching an own copy on a phone, in a real browser: from stickers and boxes to an edition."""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from browser_phone import Phone, browser, small_targets
from play_served import ServedGame
from playwright.sync_api import Browser, Locator, Page, expect
from second_art import STICKER_MM, second_art
from teaching_photos import board_photos, piece_photos, studio

from companion.describing.table_file import load_places
from companion.games.catalogue import find_game, load_edition
from companion.teaching.placing import middle_of

__all__ = ["browser"]  # a fixture

SCALE = 0.75
LONG_MS = 120_000


@pytest.fixture(scope="module")
def shown(tmp_path_factory: pytest.TempPathFactory) -> tuple[Path, Any, Any, Any]:
    """Photographs of a second score board and its markers, what a person points at, the truth."""
    folder = tmp_path_factory.mktemp("shown")
    game = find_game("girl")
    prints = second_art(game.prints(load_edition(game, game.default_edition)), "score")
    board = prints.boards[0]
    own = board_photos(folder, studio(prints, 3, scale=SCALE), board, [board.places[0].name])
    pieces = piece_photos(folder, prints, prints.families, 3, SCALE)
    return folder, own, pieces, board


@pytest.fixture
def served(tmp_path: Path) -> Iterator[ServedGame]:
    made = ServedGame(tmp_path / "data")
    yield made
    made.stop()


@pytest.fixture
def phone(browser: Browser, served: ServedGame) -> Iterator[Phone]:
    made = Phone(browser, served, served.code)
    yield made
    made.close()


def answered(page: Page, act: Any) -> None:
    """Do something that asks the table, and wait until it is answered."""
    body = page.locator("body")
    before = int(body.get_attribute("data-answered") or 0)
    act()
    expect(body).to_have_attribute("data-answered", str(before + 1), timeout=LONG_MS)


def drag(page: Page, point: Locator, picture: Locator, to: tuple[float, float], size: Any) -> None:
    """Drag a point of a picker to a place of its picture."""
    point.scroll_into_view_if_needed()
    circle, box = point.locator("circle").bounding_box(), picture.bounding_box()
    assert circle is not None
    assert box is not None
    page.mouse.move(circle["x"] + circle["width"] / 2, circle["y"] + circle["height"] / 2)
    page.mouse.down()
    x, y = (to[0] / size[0] * box["width"], to[1] / size[1] * box["height"])
    page.mouse.move(box["x"] + x, box["y"] + y, steps=4)
    page.mouse.up()


def begin(page: Page, served: ServedGame) -> None:
    page.locator("#setup").click()
    expect(page.locator("[data-key=begin]")).to_be_visible()
    page.locator("[data-key=game]").select_option("girl")
    page.locator("[data-key=name]").fill("Ours")
    page.locator("[data-key=marker]").fill(f"{STICKER_MM:g}")
    answered(page, lambda: page.locator("[data-key=begin]").click())


def add_board(page: Page, photo: Path) -> None:
    page.locator("[data-key=new-board]").select_option(label="Score board")
    before = int(page.locator("body").get_attribute("data-answered") or 0)
    page.locator("[data-key=new-board-photo]").set_input_files(str(photo))
    # The photograph is kept, then what is said of the board.
    expect(page.locator("body")).to_have_attribute(
        "data-answered", str(before + 2), timeout=LONG_MS
    )


def corner(page: Page, number: int) -> Locator:
    return page.locator(f'[data-key="score-1/corners/{number}"]')


def test_the_setup_page_is_for_those_who_joined_and_bears_examination(
    phone: Phone, served: ServedGame, shown: Any, tmp_path: Path
) -> None:
    page = phone.page
    begin(page, served)
    expect(page.locator("#steps")).to_contain_text("the pieces that lie on it are asked for here")
    page.locator("[data-key=new-board]").select_option(label="Score board")
    heic = tmp_path / "photo.heic"
    heic.write_bytes(b"\x00\x00\x00\x18ftypheic" + bytes(400))
    answered(page, lambda: page.locator("[data-key=new-board-photo]").set_input_files(str(heic)))
    expect(page.locator("#answer")).to_contain_text("The picture is a HEIC picture")
    chosen = page.locator("[data-key=new-board] option:checked")
    expect(chosen).to_have_text("Score board")
    add_board(page, shown[0] / "score-1.jpg")
    expect(corner(page, 0)).to_be_visible()
    phone.accessible()
    page.locator('[data-key="score-1/find"]').click()
    expect(page.locator("#answer")).to_contain_text("Move the four points onto the corners")
    assert small_targets(page, 44) == []
    before = corner(page, 0).locator("circle").get_attribute("cx")
    corner(page, 0).focus()
    page.keyboard.press("ArrowRight")
    page.keyboard.press("Shift+ArrowRight")
    after = corner(page, 0).locator("circle").get_attribute("cx")
    assert float(after or 0) - float(before or 0) == pytest.approx(11.0)
    page.locator("#language").click()
    expect(page.locator("h1")).to_have_text("教系統認識你的版本")
    assert float(corner(page, 0).locator("circle").get_attribute("cx") or 0) == float(after or 0)
    phone.accessible()
    page.reload()  # the draft is taken up again where it was
    expect(corner(page, 0)).to_be_visible()
    page.evaluate("document.documentElement.scrollWidth")
    assert page.evaluate("document.documentElement.scrollWidth") <= 390


def test_a_phone_that_has_not_joined_sees_nothing(browser: Browser, served: ServedGame) -> None:
    phone = Phone(browser, served)
    phone.page.goto(f"{served.address}/setup")
    expect(phone.page.locator("#answer")).to_contain_text("Join the table first")
    expect(phone.page.locator("#steps")).to_be_empty()
    phone.close()


@pytest.mark.slow
def test_a_copy_is_taught_on_a_phone(phone: Phone, served: ServedGame, shown: Any) -> None:
    folder, own, pieces, board = shown
    page = phone.page
    begin(page, served)
    add_board(page, folder / own.photos[0])
    answered_twice(page, '[data-key="score-1/more"]', folder / own.photos[1])
    size = page.evaluate("state.shown.draft.photos[state.shown.draft.boards[0].plan.photos[0]]")
    picture = page.locator(".picker svg").first
    for number, to in enumerate(own.corners_px):
        drag(page, corner(page, number), picture, to, size)
    page.locator('[data-key="score-1/width"]').fill(str(own.size_mm[0]))
    page.locator('[data-key="score-1/height"]').fill(str(own.size_mm[1]))
    answered(page, lambda: page.locator('[data-key="score-1/find"]').click())
    expect(page.locator("#answer .note.ok")).to_contain_text("6 markers")
    lay_places(page, board)
    phone.shoot("setup-places")
    for plan in pieces:
        answered_twice(page, "[data-key=pieces-photo]", folder / plan.photo)
        expect(page.locator("#answer .note.ok")).to_contain_text("4 pieces")
    answered(page, lambda: page.locator("[data-key=save]").click())
    phone.shoot("setup-saved")
    phone.accessible()
    expect(page.locator("#answer .note")).to_contain_text("saved")
    true = {place.name: middle_of(place.outline_mm) for place in board.places}
    laid = load_places(served.folder / "editions" / "Ours" / "score.toml")
    off = [
        max(abs(a - b) for a, b in zip(middle_of(p.outline_mm), true[p.name], strict=True))
        for p in laid.places
    ]
    assert max(off) < 2.0
    with page.expect_download() as download:
        page.locator('[data-key="get/Ours"]').click()
    packed = folder / "Ours.zip"
    download.value.save_as(packed)
    page.locator("[data-key=close]").click()
    page.locator("[data-key=import]").set_input_files(str(packed))
    expect(page.locator("#answer .note.refused")).to_contain_text("another name", timeout=LONG_MS)


def answered_twice(page: Page, chooser: str, photo: Path) -> None:
    """Send a photograph, and wait until it is kept and what is said of it is answered."""
    body = page.locator("body")
    before = int(body.get_attribute("data-answered") or 0)
    page.locator(chooser).set_input_files(str(photo))
    expect(body).to_have_attribute("data-answered", str(before + 2), timeout=LONG_MS)


def lay_places(page: Page, board: Any) -> None:
    """Put the three handles where their places truly are, then snap."""
    true = {place.name: middle_of(place.outline_mm) for place in board.places}
    flat = page.locator('.picker svg[aria-label="Places"]')
    for number in range(3):
        point = page.locator(f'[data-key="score-1/places/{number}"]')
        name = point.locator("text").text_content() or ""
        size = page.evaluate("state.shown.draft.boards[0].size_mm")
        answered(page, lambda p=point, n=name, s=size: drag(page, p, flat, true[n], s))  # type: ignore[misc]
    answered(page, lambda: page.locator('[data-key="score-1/snap"]').check())


def test_words_are_there_in_both_languages() -> None:
    text = (Path(__file__).parents[2] / "web" / "static" / "setup_words.js").read_text("utf-8")
    lines = [line for line in text.splitlines() if line.strip().startswith(("title", "begin"))]
    assert lines
    assert json.dumps("教系統認識你的版本", ensure_ascii=False) in text
