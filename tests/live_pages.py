"""The pages of one refereed game: what they say is compared with what the game has."""

from __future__ import annotations

import json
import re
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from browser_phone import PHONE, WAIT_MS, Phone
from playwright.sync_api import Browser, Locator, Page, TimeoutError, expect

from companion.games.catalogue import find_game

TABLET = {"width": 1024, "height": 768}
ROLES = ("player", "table", "referee")
MINE = "A"
ASKED_MS = 10_000
WORDS_MS = 3 * WAIT_MS  # three pages and a rehearsal on one processor
CHINESE = re.compile(r"[\u4e00-\u9fff]")
# What stands on a Chinese page in Latin letters: names, clauses, places, tiles, seats, signs.
NAMES = re.compile(r"\b(Ann|Ben|Cai|Dee)\b", re.ASCII)
CLAUSES = re.compile(r"\b[A-Z]+(-[A-Z0-9]+)+\b", re.ASCII)
SIGNS = re.compile(r"\b([A-Z]\d*|TL|TR|BL|BR|QR)\b", re.ASCII)
LATIN = re.compile(r"[A-Za-z]{2,}.*")
KEY = re.compile(r"\b[a-z_]+\.[a-z_]+\b|[{}]")
# Every text of a page, folded ones too, but for those that say which language they are, and
# for the lines of moves that a correction is written after.
TEXTS = """() => {
  const found = new Set();
  const other = "script, style, noscript, [lang]:not(html), [hidden], select[name=move]";
  const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  while (walker.nextNode()) {
    const holder = walker.currentNode.parentElement;
    if (holder.closest(other)) continue;
    const text = walker.currentNode.textContent.trim();
    if (text) found.add(text);
  }
  return [...found];
}"""
# Not wider than its screen, and no word wider than what holds it.
WIDE = """() => [document.documentElement.scrollWidth > innerWidth ? "the page" : "",
  ...[...document.querySelectorAll("main *")]
    .filter((node) => node.offsetParent !== null && !node.closest("svg, .boards, .wide"))
    .filter((node) => node.getBoundingClientRect().right > innerWidth + 1)
    .map((node) => node.outerHTML.slice(0, 120))].filter(Boolean)"""
MOMENT = "(moment) => state.joined && state.shown && state.shown.display.moment >= moment"


@dataclass(frozen=True, slots=True)
class Facts:
    """What a game has: the newest entry's number, its round, prompt, turn order and totals."""

    moment: int
    round: int
    prompt: Any
    order: tuple[str, ...]
    totals: Mapping[str, int]
    winners: tuple[str, ...]


class Pages:
    """A player's phone in English, a referee's in Chinese, a tablet in the middle of the table."""

    def __init__(self, browser: Browser, served: Any) -> None:
        self._served = served
        self._names = dict(zip("ABCD", ("Ann", "Ben", "Cai", "Dee"), strict=True))
        self._checked: set[str] = set()
        self.player = Phone(browser, served, served.code, locale="en-GB")
        self.referee = Phone(browser, served, served.code, locale="zh-TW")
        self.tablet = Phone(browser, served, f"{served.code}&as=table", locale="zh-TW")
        self.tablet.page.set_viewport_size(TABLET)
        for phone in self.every.values():
            phone.page.set_default_timeout(WORDS_MS)
        self._take_parts()

    @property
    def every(self) -> Mapping[str, Phone]:
        """The three pages by what they are for."""
        return dict(zip(ROLES, (self.player, self.tablet, self.referee), strict=True))

    def _take_parts(self) -> None:
        """The player sits down; the host, who plays along elsewhere, has the referee referee."""
        card = self.player.page.locator(f"[data-card=seat-{MINE}]")
        card.get_by_role("button").first.tap()
        expect(card).to_have_class("card done", timeout=WORDS_MS)
        expect(self.tablet.page.locator("body")).to_have_class("view-table", timeout=WORDS_MS)
        number = self.referee.page.locator("#section-seats .note").first
        expect(number).to_contain_text("手機", timeout=WORDS_MS)
        found = re.search(r"\d+", number.inner_text())
        assert found is not None
        self._served.post("role", role="referee", phone=int(found.group()))
        expect(self.referee.page.locator("body")).to_have_class("view-referee", timeout=WORDS_MS)

    # -- looking ---------------------------------------------------------------------------

    def look(self, facts: Facts, shoot: bool) -> None:
        """Compare every page with the game; raises AssertionError where one says otherwise."""
        for role, phone in self.every.items():
            self.follows(phone.page, facts)
            self._reads_well(phone.page)
            if role not in self._checked:
                self._checked.add(role)
                phone.accessible()
            if shoot:
                phone.shoot(f"whole-{role}-round-{facts.round}")
        self._player_has(facts)
        self._tablet_has(facts)

    def follows(self, page: Page, facts: Facts) -> None:
        """Wait until a page shows the newest entry and says who acts now."""
        page.wait_for_function(MOMENT, arg=facts.moment)
        prompt = facts.prompt
        values = {name: self._named(value) for name, value in prompt.values.items()}
        said = find_game("girl").say(prompt.key, self.language(page), values)
        expect(page.locator("#prompt")).to_have_text(said, timeout=WORDS_MS)

    def language(self, page: Page) -> str:
        """The language that a page is in."""
        return str(page.locator("html").get_attribute("lang"))

    def _named(self, value: Any) -> Any:
        if isinstance(value, list | tuple):
            return [self._named(each) for each in value]
        return self._names.get(value, value) if isinstance(value, str) else value

    def _reads_well(self, page: Page) -> None:
        """Nothing is wider than the screen, and nothing is said in another language or as a key."""
        wide, texts = page.evaluate(WIDE), page.evaluate(TEXTS)
        assert not wide, wide
        strange = CHINESE.search if self.language(page) == "en" else foreign
        found = [text for text in texts if KEY.search(text) or strange(text)]
        assert not found, found

    def _player_has(self, facts: Facts) -> None:
        mine = self.player.page.locator(f"[data-card=mine-{MINE}] .name")
        expect(mine).to_have_text(f"Ann: {facts.totals[MINE]} VP", timeout=WORDS_MS)
        acts = MINE in facts.prompt.seats
        prompt = self.player.page.locator("#prompt.yours")
        expect(prompt).to_have_count(int(acts), timeout=WORDS_MS)

    def _tablet_has(self, facts: Facts) -> None:
        section = self.tablet.page.locator("#section-order")
        expect(section.locator("h3")).to_contain_text(str(facts.round), timeout=WORDS_MS)
        steps = [f"{seat} · {self._names[seat]}" for seat in facts.order]
        expect(section.locator(".step > span:first-child")).to_have_text(steps, timeout=WORDS_MS)
        now = [each for each in facts.order if each in facts.prompt.seats]
        expect(section.locator(".step.now")).to_have_count(len(now), timeout=WORDS_MS)
        for seat, total in facts.totals.items():
            card = self.tablet.page.locator(f"[data-card=score-{seat}] .name")
            expect(card).to_contain_text(re.compile(rf"{self._names[seat]}\D*{total}\D*$"))

    # -- tapping ---------------------------------------------------------------------------

    def tap_next(self, moment: int) -> None:
        """Press Next on the player's phone."""
        page = self.player.page
        page.wait_for_function(MOMENT, arg=moment)
        with page.expect_response("**/api/press") as answered:
            page.locator("#buttons").get_by_role("button", name="Next").tap()
        assert answered.value.ok

    def answer(self, moment: int, moves: list[str]) -> bool:
        """Tap the reading that is true on the referee's page; False if it does not stand there.

        A table whose moves are booked after Next asks when Next is pressed, and no sooner.
        """
        self.referee.page.wait_for_function(MOMENT, arg=moment)
        button = self._button("#verdict", "/api/answer", {"moves": moves})
        try:
            button.wait_for(timeout=ASKED_MS)
        except TimeoutError:
            return False
        self.referee.shoot("whole-referee-asked")
        self._tap("#verdict", "/api/answer", {"moves": moves})
        return True

    def tell_back(self, moment: int, clauses: tuple[str, ...]) -> None:
        """The refusal names every clause; that it is put back is tapped, and said."""
        page = self.referee.page
        page.wait_for_function(MOMENT, arg=moment)
        for clause in clauses:
            said = page.locator("#verdict .note.refused .clauses")
            expect(said).to_contain_text(clause, timeout=WORDS_MS)
        self._reads_well(page)
        self.referee.shoot("whole-referee-refused")
        self._tap("#verdict", "/api/mismatch", {"do": "put_back"})
        expect(page.locator("#verdict")).to_contain_text("請放回去", timeout=WORDS_MS)

    def _tap(self, where: str, path: str, body: Mapping[str, Any]) -> None:
        """Tap the button that posts this body."""
        with self.referee.page.expect_response(f"**{path}") as answered:
            self._button(where, path, body).tap()
        assert answered.value.ok, answered.value.text()

    def _button(self, where: str, path: str, body: Mapping[str, Any]) -> Locator:
        """The button of the referee's page that posts this body."""
        key = json.dumps([path, body], ensure_ascii=False, separators=(",", ":"))
        return self.referee.page.locator(f"{where} button[data-key={json.dumps(key)}]").first

    # -- the end ---------------------------------------------------------------------------

    def ends(self, facts: Facts) -> None:
        """The final scores stand on every page, in the chart and in the report."""
        for role, phone in self.every.items():
            page = phone.page
            self.follows(page, facts)
            for seat, total in facts.totals.items():
                card = page.locator(f"[data-card=score-{seat}] .name")
                expect(card).to_contain_text(re.compile(rf"{self._names[seat]}\D*{total}\D*$"))
            winner = page.locator("#section-scores > .section > .note").first
            for seat in facts.winners:
                expect(winner).to_contain_text(self._names[seat])
            self._reads_well(page)
            phone.accessible()
            phone.shoot(f"whole-{role}-over")
        self._chart(self.tablet.page.locator("#section-chart table"), facts)
        for phone in (self.player, self.referee):
            self._report(phone, facts)

    def _chart(self, table: Any, facts: Facts) -> None:
        """One row for the start and each round; the last one is the final score."""
        rows = table.locator("tbody tr")
        expect(rows).to_have_count(facts.round + 1)
        last = [str(facts.totals[seat]) for seat in sorted(facts.totals)]
        assert rows.last.locator("td").all_text_contents() == last

    def _report(self, phone: Phone, facts: Facts) -> None:
        page = phone.page
        language = "en" if self.language(page) == "en" else "zh"
        page.locator("#section-scores a.file").tap()
        page.wait_for_url(f"**/api/report.html?lang={language}")
        self._chart(page.locator("table"), facts)
        told = page.locator(".scores > li > strong").all_text_contents()
        assert len(told) == len(facts.totals)
        for seat, total in facts.totals.items():
            said = [each for each in told if self._names[seat] in each]
            assert [re.findall(r"\d+", each)[-1] for each in said] == [str(total)]
        assert page.locator(".moves > li").count() > 100
        assert page.evaluate("document.documentElement.scrollWidth") <= PHONE["width"]
        self._reads_well(page)
        phone.accessible()
        # All moves of a game, each with its picture, would be a hundred screens.
        page.evaluate(
            "document.querySelectorAll('.moves > li:nth-child(n + 9)').forEach"
            "((each) => each.remove())"
        )
        phone.shoot(f"whole-report-{language}")

    def close(self) -> None:
        """Close all pages; fails on any error of a script, or a request to elsewhere."""
        for phone in self.every.values():
            # A table that starts answers 503, and the page asks again.
            phone.problems = [each for each in phone.problems if "status of 503" not in each]
            phone.close()


def foreign(text: str) -> str:
    """The words of another language in a text of a Chinese page."""
    for pattern in (CLAUSES, NAMES, SIGNS):
        text = pattern.sub("", text)
    found = LATIN.search(text)
    return found.group() if found else ""
