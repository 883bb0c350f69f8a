"""Golden cases: position, moves, verdicts, clauses, read from the games' `cases/*.toml`.

A case has `id`, `title`, `players`, optional `rulings`, `setup`, `position`, and `steps`.  A
step is a `move` with `verdict` (accepted when missing), the exact `reasons` of a refusal, some
`clauses` and `events` that must be there, `not_events` that must not, `counts` of events, the
`where` of the first reason, the places `at` which events happen, the number of `readings` of a
question.  `expect` are places in the last position (missing there means empty, 0 or false),
`score` the final score.
"""

from __future__ import annotations

import tomllib
from collections import Counter
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Any

import companion.games
from companion.flow import Accepted, Finished, Refused, Unsure, Verdict
from companion.games.catalogue import find_game, game_names, load_edition
from companion.records.replay import judge_text

_CASE_KEYS = {
    *("id", "title", "players", "rulings", "setup", "position", "steps"),
    *("proves", "expect", "score", "edition"),
}
_STEP_KEYS = {
    *("move", "verdict", "reasons", "clauses", "events", "not_events", "counts"),
    *("where", "readings", "at"),
}


@dataclass(frozen=True)
class Case:
    """One case of one game."""

    game: str
    file: str
    data: dict[str, Any]

    def __str__(self) -> str:
        return f"{self.game}/{self.file}/{self.data['id']}"


@cache
def all_cases() -> tuple[Case, ...]:
    """Every case of every game, checked for misspelt keys."""
    (root,) = companion.games.__path__
    found = []
    for name in game_names():
        for path in sorted((Path(root) / name / "cases").glob("*.toml")):
            for data in tomllib.loads(path.read_text("utf-8"))["case"]:
                assert set(data) <= _CASE_KEYS, (path, data["id"], set(data) - _CASE_KEYS)
                for step in data["steps"]:
                    assert set(step) <= _STEP_KEYS, (path, data["id"], step)
                found.append(Case(name, path.stem, data))
    return tuple(found)


def start_of(case: Case) -> tuple[Any, Any]:
    """The game and the first state of a case."""
    game, data = find_game(case.game), case.data
    edition = load_edition(game, data.get("edition", game.default_edition))
    seats = "ABCD"[: data["players"]]
    start = game.start(
        edition,
        list(seats),
        data.get("rulings", {}),
        data.get("setup", {}),
        data.get("position"),
    )
    return game, start.state


def run(case: Case) -> list[tuple[Any, Verdict[Any]]]:
    """Judge the steps of a case and assert all it says; returns states and verdicts."""
    game, state = start_of(case)
    seen = []
    for step in case.data["steps"]:
        verdict = judge_text(game, state, step["move"])
        seen.append((state, verdict))
        _assert_step(step, verdict)
        if isinstance(verdict, Accepted | Finished):
            state = verdict.state
    _assert_expected(game, state, case.data)
    return seen


def _assert_step(step: dict[str, Any], verdict: Verdict[Any]) -> None:
    names = {Accepted: "accepted", Refused: "refused", Unsure: "unsure", Finished: "finished"}
    assert names[type(verdict)] == step.get("verdict", "accepted"), (step["move"], verdict)
    clauses: set[str] = set()
    events: Counter[str] = Counter()
    if isinstance(verdict, Refused):
        keys = sorted(reason.key.removeprefix("reason.") for reason in verdict.reasons)
        assert keys == sorted(step["reasons"]), (step["move"], verdict)
        for reason in verdict.reasons:
            clauses |= {reason.clause, str(reason.values.get("also", reason.clause))}
        if "where" in step:
            assert verdict.reasons[0].where == step["where"]
    elif isinstance(verdict, Unsure):
        assert len(verdict.readings) == step["readings"]
    else:
        events.update(event.key.removeprefix("event.") for event in verdict.events)
        clauses = {event.clause for event in verdict.events}
    assert set(step.get("clauses", [])) <= clauses, (step["move"], clauses)
    assert set(step.get("events", [])) <= set(events), (step["move"], events)
    assert not set(step.get("not_events", [])) & set(events), (step["move"], events)
    for key, where in step.get("at", {}).items():
        places = [e.where for e in getattr(verdict, "events", ()) if e.key == f"event.{key}"]
        assert where in places, (step["move"], key, places)
    for key, count in step.get("counts", {}).items():
        assert events[key] == count, (step["move"], events)


def _assert_expected(game: Any, state: Any, data: dict[str, Any]) -> None:
    position = game.write_position(state)
    for path, wanted in data.get("expect", {}).items():
        found: Any = position
        for part in path.split("."):
            found = found.get(part) if isinstance(found, dict) else None
        if not wanted:
            assert not found, (path, found)
        else:
            assert found == wanted, (path, found)
    if "score" in data:
        score, wanted = game.final_score(state), data["score"]
        assert {seat.seat: seat.total for seat in score.seats} == wanted["totals"]
        assert list(score.winners) == wanted["winners"]
        assert score.tie_break == wanted["tie_break"]
