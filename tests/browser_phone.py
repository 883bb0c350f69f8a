"""A page on a phone in a real browser, which fails the test on any script error."""

from __future__ import annotations

import shutil
from collections.abc import Iterator
from pathlib import Path
from typing import Protocol

import pytest
from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import Browser, Page, expect, sync_playwright

PHONE = {"width": 390, "height": 844}
WAIT_MS = 20_000
SCREENSHOTS = Path(__file__).parents[1] / "artefacts"
FLAGS = [
    "--no-sandbox",
    "--disable-gpu",
    "--disable-quic",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
]


@pytest.fixture(scope="module")
def browser() -> Iterator[Browser]:
    chromium = shutil.which("chromium")
    assert chromium, "these tests need Debian's chromium: apt-get install chromium"
    expect.set_options(timeout=WAIT_MS)
    with sync_playwright() as playwright:
        started = playwright.chromium.launch(executable_path=chromium, headless=True, args=FLAGS)
        yield started
        started.close()


class Served(Protocol):
    """Anything with a page."""

    @property
    def address(self) -> str: ...


class Phone:
    """A page on a phone that fails the test on any script error or refused resource."""

    def __init__(self, browser: Browser, served: Served, code: str = "", **more: object) -> None:
        self.context = browser.new_context(
            viewport=PHONE, has_touch=True, is_mobile=True, device_scale_factor=2, **more
        )
        self.page: Page = self.context.new_page()
        self.page.set_default_timeout(WAIT_MS)
        self.problems: list[str] = []
        self.outside: list[str] = []
        self.page.on("pageerror", lambda error: self.problems.append(str(error)))
        self.page.on("console", lambda said: self._said(said.type, said.text))
        self.page.on("request", lambda sent: self._sent(sent.url, served.address))
        self.page.goto(f"{served.address}/#join={code}" if code else served.address)

    def _said(self, kind: str, text: str) -> None:
        # A refused action and a lost connection are told by the browser as well.
        if kind == "error" and "status of 4" not in text and "ERR_" not in text:
            self.problems.append(text)

    def _sent(self, url: str, address: str) -> None:
        if not url.startswith((address, "blob:", "data:")):
            self.outside.append(url)

    def shoot(self, name: str) -> None:
        SCREENSHOTS.mkdir(exist_ok=True)
        # Given a path, playwright would write it in a thread that outlives the test.
        picture = self.page.screenshot(full_page=True)
        (SCREENSHOTS / f"page-{name}.png").write_bytes(picture)

    def accessible(self) -> None:
        found = Axe().run(self.page).response["violations"]
        assert [(v["id"], [n["html"][:120] for n in v["nodes"]]) for v in found] == []

    def close(self) -> None:
        self.context.close()
        assert self.problems == [], self.problems
        assert self.outside == []


def small_targets(page: Page, least_px: float) -> list[str]:
    """Buttons, fields and summaries that a thumb may miss."""
    found: list[str] = page.evaluate(
        """(least) => [...document.querySelectorAll("button, select, input, textarea, summary")]
            .filter((node) => node.offsetParent !== null)
            .map((node) => [node.textContent, node.getBoundingClientRect()])
            .filter(([, box]) => box.height < least || box.width < least)
            .map(([text, box]) => `${text} ${box.width} x ${box.height}`)""",
        least_px,
    )
    return found
