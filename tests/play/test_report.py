"""The report of a game: what it says, to whom, and the file that holds everything."""

from __future__ import annotations

import io
import json
import re
import zipfile
from pathlib import Path

import pytest
from browser_phone import Phone, browser
from play_fakes import play_table
from play_served import PhoneClient, ServedGame, hand_words, seated
from playwright.sync_api import Browser, expect

from companion.games.catalogue import load_edition
from companion.play.reporting import report_of
from companion.play.setting_up import begin_game, put_away
from companion.play.shelf import TABLE
from companion.play.sight import Sight
from companion.play.table import PlayTable
from companion.records.document import read_record
from companion.records.replay import replay
from companion.records.self_play import play

__all__ = ["browser"]


def played_out(folder: Path) -> PlayTable:
    """A table at which a whole game of the Girl was played by its seed."""
    table = play_table(folder, "girl")
    assert table.running is not None
    game = table.running.game
    edition = load_edition(game, game.default_edition)
    record = play(game, edition, 2, 5, {}).record
    put_away(table)
    begin_game(table, record, TABLE, 0.0)
    return table


def test_every_number_of_a_whole_game_adds_up(tmp_path: Path) -> None:
    """The Girl: the chart ends at the final score, a turning point says what its move changed."""
    table = played_out(tmp_path)
    running = table.running
    assert running is not None
    report = report_of(table, running, Sight(None, everything=True))
    final = {seat.seat: seat.total for seat in running.game.final_score(running.state).seats}
    assert report.over
    assert report.chart is not None
    assert {curve.mark: curve.values[-1] for curve in report.chart.curves} == final
    assert [text.en for text in report.chart.along] == [str(n) for n in range(9)]
    assert 0 < len(report.turning_points) <= 6
    for point in report.turning_points:
        assert re.search(r"\d+ VP becomes \d+", point.change.en)
        assert re.search(r"\d+ 分變成 \d+ 分", point.change.zh)
        assert report.moves[point.move.number - 1] == point.move
    assert len(report.moves) == len(running.session.steps)
    assert all(step.counted for step in replay(read_record(report.record, "record")).steps)


def test_the_file_holds_pages_and_record(served: ServedGame) -> None:
    ann, ben = seated(served, "A"), seated(served, "B")
    for number in range(8):
        (ann, ben)[number % 2].play()
    status, headers, raw = ann.call("GET", "/api/report.zip")
    assert status == 200
    assert 'filename="report.zip"' in headers["Content-Disposition"]
    with zipfile.ZipFile(io.BytesIO(raw)) as archive:
        assert archive.namelist() == ["report-en.html", "report-zh.html", "record.json"]
        pages = [archive.read(name).decode() for name in archive.namelist()[:2]]
        record = archive.read("record.json")
    assert json.loads(record) == json.loads(ann.call("GET", "/api/record.json")[2])
    for page in pages:
        assert "<style>" in page
        assert not re.search(r'(?:src|href)="(?:https?:|/)', page)
    assert "Final score" in pages[0]
    assert "最終分數" in pages[1]


def test_what_is_hidden_is_not_in_a_report_before_the_end(served: ServedGame) -> None:
    ann, watching = seated(served, "A"), PhoneClient(served, join=False)
    number = next(word for word in hand_words(ann, "A") if word != "?")
    own = ann.call("GET", "/api/report.html?lang=en")[2].decode()
    others = watching.call("GET", "/api/report.html?lang=en")[2].decode()
    assert f">{number}</text>" in own
    assert f">{number}</text>" not in others
    assert "left out" in others
    assert "The game is not over." in others


def test_before_a_game_there_is_no_report(tmp_path: Path) -> None:
    served = ServedGame(tmp_path)
    try:
        for path in ("/api/report.html", "/api/report.zip"):
            status, _, raw = PhoneClient(served).call("GET", path)
            assert status == 404
            assert "error" in json.loads(raw)
    finally:
        served.stop()


@pytest.mark.parametrize("language", ["en", "zh"])
def test_the_page_of_a_report(browser: Browser, served: ServedGame, language: str) -> None:
    ann, ben = seated(served, "A"), seated(served, "B")
    for number in range(8):
        (ann, ben)[number % 2].play()
    phone = Phone(browser, served)
    phone.page.goto(f"{served.address}/api/report.html?lang={language}")
    expect(phone.page.locator(".chart svg")).to_be_visible()
    expect(phone.page.locator(".moves li")).to_have_count(15)
    phone.accessible()
    phone.shoot(f"report-{language}")
    phone.close()
