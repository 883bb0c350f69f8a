"""One line for each verdict, and no word that only one phone may read."""

from __future__ import annotations

import logging
from pathlib import Path

import pytest
from web_fakes import ServedTable

from companion.display.model import Note, Text, Tone
from companion.flow import Press
from companion.running.verdict_log import VerdictLog, logged_verdicts

PHONE = "3fa2c1d4e5f60718293a"


def note(tone: Tone, words: str, *clauses: str) -> Note:
    return Note(tone, Text(words, "字"), clauses)


REFUSED = note(Tone.REFUSED, "There is\nno tile.", "SOL-3", "SOL-4")
PLACED = note(Tone.OK, "Ana places a tile.", "SOL-2")
STATUS = note(Tone.OK, "ready")


@pytest.mark.parametrize(
    ("answers", "shown", "private", "lines"),
    [
        ([], None, False, []),
        ([(STATUS, PHONE)], None, True, []),
        (
            [(REFUSED, "pin")],
            REFUSED,
            False,
            ["Solani: refused [SOL-3, SOL-4] There is no tile. (asked by pin)"],
        ),
        (
            [(REFUSED, PHONE)],
            None,
            True,
            [
                "Solani: refused [SOL-3, SOL-4] (the words are on the phone that asked) "
                "(asked by phone 3fa2c1)"
            ],
        ),
        (
            [(STATUS, PHONE)],
            PLACED,
            True,
            ["Solani: accepted [SOL-2] Ana places a tile. (asked by phone 3fa2c1)"],
        ),
        (
            [(note(Tone.UNSURE, "Which?"), "")],
            None,
            False,
            ["Solani: asks Which? (asked by the table)"],
        ),
    ],
)
def test_lines(
    caplog: pytest.LogCaptureFixture,
    answers: list[tuple[Note, str]],
    shown: Note | None,
    private: bool,
    lines: list[str],
) -> None:
    with caplog.at_level(logging.INFO, "companion.verdicts"):
        log = VerdictLog()
        log.decided("Solani", answers, shown, private)
        assert caplog.messages == lines
        log.decided("Solani", [], shown, private)
        assert caplog.messages == lines, "what is still shown is said once"


def test_a_verdict_that_comes_later_is_of_whoever_asked_last(
    caplog: pytest.LogCaptureFixture,
) -> None:
    waiting = note(Tone.INFO, "Taking a fresh look ...")
    with caplog.at_level(logging.INFO, "companion.verdicts"):
        log = VerdictLog(waiting)
        log.decided("Girl", [(waiting, "pin")], waiting, False)
        log.decided("Girl", [], PLACED, False)
    assert caplog.messages[-1] == "Girl: accepted [SOL-2] Ana places a tile. (asked by pin)"


def test_a_press_at_a_running_table_is_logged(
    caplog: pytest.LogCaptureFixture, tmp_path: Path
) -> None:
    with caplog.at_level(logging.INFO, "companion.verdicts"):
        served = ServedTable(tmp_path)
        try:
            served.table.press(Press("next", 0.0, "pin"))
            served.wait_until(lambda d: d.verdict is not None and d.verdict.tone is Tone.REFUSED)
        finally:
            served.stop()
    assert [line for line in caplog.messages if ": refused" in line]
    assert caplog.messages[0].endswith("(asked by pin)")
    assert served.code not in caplog.text


def test_the_log_is_given_back_when_serving_ends(capsys: pytest.CaptureFixture[str]) -> None:
    log = logging.getLogger("companion.verdicts")
    before = (list(log.handlers), log.level, log.propagate)
    with logged_verdicts():
        log.info("Dots: accepted")
    log.info("nobody listens any more")
    assert capsys.readouterr().out == "Dots: accepted\n"
    assert (list(log.handlers), log.level, log.propagate) == before
