"""The soak: what it offers phones to do, what it calls unfit, its verdict, and a minute of it."""

from __future__ import annotations

import random
from pathlib import Path
from typing import Any

import pytest
from command_line import run_companion

from companion.soak.faults import unfit
from companion.soak.offers import Offer, choose, offers
from companion.soak.phone import Reply
from companion.soak.report import as_csv
from companion.soak.tally import Sample, Tally
from companion.soak.trial import Plan, Trial
from companion.soak.verdict import FEWEST_SAMPLES, findings

JSON = {"Content-Type": "application/json"}


def display(**parts: Any) -> dict[str, Any]:
    empty = {"buttons": [], "verdict": None, "boards": [], "sections": []}
    return {**empty, **parts}


def section(**parts: Any) -> dict[str, Any]:
    return {"notes": [], "cards": [], "groups": [], "forms": [], **parts}


def action(path: str, **body: Any) -> dict[str, Any]:
    return {"post": path, "body": body}


def test_everything_that_is_offered_is_found() -> None:
    shown = display(
        buttons=[action("/api/confirm")],
        verdict={"actions": [action("/api/pick", token=1)]},
        boards=[{"post": "/api/tap", "spots": [{"body": {"spot": "a"}}, {"body": None}]}],
        sections=[
            section(
                notes=[{"actions": [action("/api/correct", token=2)]}],
                cards=[{"groups": [{"actions": [action("/api/seat", seat="A")]}]}],
                groups=[{"actions": [action("/api/press", button="undo")]}],
                forms=[
                    {
                        "post": "/api/begin",
                        "key": "",
                        "choices": [{"name": "dealer", "value": "x", "options": [{"value": "x"}]}],
                        "fields": [{"name": "names.A"}],
                    }
                ],
            )
        ],
    )
    found = offers(shown, random.Random(1))
    assert [each.path.removeprefix("/api/") for each in found] == [
        "confirm", "pick", "correct", "press", "seat", "tap", "begin",
    ]  # fmt: skip
    assert found[-1].body["dealer"] == "x"
    assert set(found[-1].body["names"]) == {"A"}


def test_going_on_is_likelier_than_taking_back_and_a_game_never_ends_by_chance() -> None:
    found = [Offer("/api/tap", {"tap": "a"}), Offer("/api/turn", {}), Offer("/api/game", {})]
    chance = random.Random(2)
    taken = [offer.path for _ in range(500) if (offer := choose(found, chance)) is not None]
    assert taken.count("/api/tap") > 5 * taken.count("/api/turn") > 0
    assert "/api/game" not in taken
    assert choose([Offer("/api/game", {})], chance) is None


@pytest.mark.parametrize(
    ("reply", "fault"),
    [
        (Reply(200, JSON, b"{}"), ""),
        (Reply(409, JSON, b'{"error":"not now"}'), ""),
        (Reply(503, JSON, b'{"error":"busy"}'), ""),
        (Reply(413, {"Content-Type": "text/plain"}, b"too large"), ""),
        (Reply(500, JSON, b'{"error":"oh"}'), "status 500"),
        (Reply(501, {}, b""), "status 501"),
        (Reply(409, JSON, b"{}"), "no sentence"),
        (Reply(400, {"Content-Type": "text/html"}, b"<h1>Bad</h1>"), "no sentence"),
        (Reply(200, JSON, b'"Traceback (most recent"'), "a traceback"),
    ],
)
def test_what_is_no_proper_answer(reply: Reply, fault: str) -> None:
    assert unfit(reply).startswith(fault)
    assert bool(unfit(reply)) == bool(fault)


def grown(memory_mb: float, threads: int, handles: int) -> Tally:
    """A tally of which the second half of one life took so much more."""
    tally = Tally()
    for number in range(4 * FEWEST_SAMPLES):
        late = number >= 2 * FEWEST_SAMPLES
        tally.samples.append(
            Sample(
                60.0 * number, 1, 100.0 + memory_mb * late, 50 + threads * late,
                16 + handles * late, 10.0, 20.0,
            )
        )  # fmt: skip
    tally.latencies_ms = [10.0, 20.0, 30.0]
    return tally


@pytest.mark.parametrize(
    ("tally", "missed"),
    [
        (grown(0, 0, 0), set()),
        (grown(10, 3, 10), set()),
        (grown(40, 0, 0), {"memory grew by"}),
        (grown(0, 10, 0), {"threads grew by"}),
        (grown(0, 0, 30), {"handles grew by"}),
        (grown(150, 0, 0), {"memory grew by", "resident memory, most"}),
        (Tally(wrong=["status 500"]), {"must never happen"}),
        (Tally(latencies_ms=[80.0] * 9), {"act to page, median"}),
        (Tally(stops_s=[float("inf")]), {"stop"}),
    ],
)
def test_the_verdict(tally: Tally, missed: set[str]) -> None:
    assert {each.what for each in findings("toss", tally) if not each.met} == missed


def test_samples_as_a_file(tmp_path: Path) -> None:
    trial = Trial(Plan("toss", ()), tmp_path, 1)
    trial.tally.samples += grown(0, 0, 0).samples[:2]
    assert as_csv([trial]).splitlines() == [
        "table,at_s,life,resident_mb,threads,handles,latency_ms,slowest_ms",
        "toss,0,1,100,50,16,10,20",
        "toss,60,1,100,50,16,10,20",
    ]


def test_a_table_that_there_is_not() -> None:
    done = run_companion("soak", "--only", "chess", "--hours", "0.001")
    assert done.returncode == 2
    assert "there is no table 'chess'; they are toss" in done.stderr


@pytest.mark.slow
def test_a_minute_of_games_with_kills(tmp_path: Path) -> None:
    file = tmp_path / "soak.csv"
    done = run_companion(
        "soak", "--only", "games, killed", "--hours", "0.02", "--every", "10", "--csv", file,
        timeout_s=300,
    )  # fmt: skip
    # A busy machine is slow; whatever is wrong besides is told by a line of its own.
    assert "must never happen" in done.stdout
    assert "\n  ! " not in done.stdout, done.stdout
    assert len(file.read_text().splitlines()) > 4
