"""What goes wrong at a table is borne, and no longer once the referee's defence is taken away.

Without the second half, a rehearsal might inject a fault that harms nobody.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from companion.flow import Observation, PlaceStatus
from companion.games.catalogue import find_game, load_edition
from companion.live.ports import RefereeRules
from companion.play.running_game import RunningGame
from companion.rehearsal.faults import NONE, Faults
from companion.rehearsal.game import Rehearsal
from companion.rehearsal.tally import Tally
from companion.table.settle import SettleRules
from companion.table.settle_board import BoardSettler, PlaceRules
from companion.table.settle_table import TableSettler
from hardware.presses import PressDecider

MOVES = 14
OFTEN = 10.0**9
Patch = pytest.MonkeyPatch
ALL = replace(
    Faults(),
    **dict.fromkeys(("hand", "stale", "blurred", "flicker", "relit", "bumped", "bounce"), 0.7),
    **dict.fromkeys(("moved", "dropped", "lost", "late", "unanswered", "misread"), 0.5),
    covered=0.3,
    restarts=1,
    mistaken=1,
)


def rehearsed(faults: Faults, folder: Path, seed: int = 2) -> Tally:
    """The beginning of a game with these faults."""
    game = find_game("girl")
    edition = load_edition(game, game.default_edition)
    return Rehearsal(game, edition, 4, seed, faults, folder).run(MOVES)


def reads(patch: Patch, change: Callable[[Observation], Observation]) -> None:
    """Have the referee see every board otherwise."""
    feed = TableSettler.feed

    def fed(self: TableSettler, seen: Any) -> Any:
        return feed(self, tuple(map(change, seen)))

    patch.setattr(TableSettler, "feed", fed)


def without_hands(patch: Patch) -> None:
    reads(patch, lambda board: replace(board, hand_present=False))


def always_sharp(patch: Patch) -> None:
    reads(patch, lambda board: replace(board, sharpness=1.0))


def stamped_on_arrival(patch: Patch) -> None:
    """A picture counts as exposed when it is read, as with a camera that keeps no times."""
    feed, at_s = TableSettler.feed, [10.0**6]

    def fed(self: TableSettler, seen: Any) -> Any:
        at_s[0] += 0.3
        return feed(self, tuple(replace(board, exposed_at_s=at_s[0]) for board in seen))

    patch.setattr(TableSettler, "feed", fed)


def hasty(patch: Patch) -> None:
    rules = PlaceRules(settle=SettleRules(frames=1, still_ms=0.0))
    patch.setattr("companion.live.table.PlaceRules", lambda: rules)


def light_is_pieces(patch: Patch) -> None:
    patch.setattr(BoardSettler, "_changed_by_light", lambda self, fresh: False)


def never_bumped(patch: Patch) -> None:
    patch.setattr(TableSettler, "_bumped", lambda self, now: False)


def ageless(patch: Patch) -> None:
    rules = RefereeRules(age_ms=OFTEN)
    patch.setattr("companion.live.table.RefereeRules", lambda: rules)


def goes_on_after_a_loss(patch: Patch) -> None:
    patch.setattr(TableSettler, "forget", lambda self: None)


def waits_for_ever(patch: Patch) -> None:
    rules = RefereeRules(answer_ms=OFTEN)
    patch.setattr("companion.live.table.RefereeRules", lambda: rules)


def bouncing(patch: Patch) -> None:
    patch.setattr("companion.rehearsal.pushing.PressDecider", lambda: PressDecider(0.0))


def undoes_twice(patch: Patch) -> None:
    undo = RunningGame.undo

    def undone(self: RunningGame, by: str, at_s: float) -> bool:
        return undo(self, by, at_s) and undo(self, by, at_s)

    patch.setattr(RunningGame, "undo", undone)


def deaf(patch: Patch) -> None:
    """Nothing that people say about a place outranks the camera."""
    patch.setattr("companion.live.watching.standing", lambda entries: ())


def believes_anything(patch: Patch) -> None:
    """The likeliest is booked, however unlikely it is."""
    patch.setattr("companion.live.understanding.CERTAIN", 0.0)


def forgets(patch: Patch) -> None:
    """What was booked last is not there after a new start."""
    resumed = RunningGame.resumed

    def without_newest(journal: Any) -> RunningGame | None:
        running = resumed(journal)
        if running is not None and running.can_undo:
            running.undo("nobody", 0.0)
        return running

    patch.setattr(RunningGame, "resumed", without_newest)


@pytest.mark.parametrize("seed", [2, 3])
def test_faults_that_come_thick_and_fast_are_borne(seed: int, tmp_path: Path) -> None:
    tally = rehearsed(ALL, tmp_path, seed)
    assert tally.failures == []
    often = {name for name in Faults.__dataclass_fields__ if isinstance(getattr(ALL, name), float)}
    pressed = {"bounce", "late", "unanswered"}  # a table that books by itself needs no press
    assert often - pressed <= {name for name, count in tally.faults.items() if count}


@pytest.mark.parametrize(
    ("name", "take_away"),
    [
        ("hand", without_hands),
        ("blurred", always_sharp),
        ("stale", stamped_on_arrival),
        ("late", stamped_on_arrival),
        ("flicker", hasty),
        ("relit", light_is_pieces),
        ("bumped", never_bumped),
        ("moved", never_bumped),
        ("dropped", ageless),
        ("lost", goes_on_after_a_loss),
        ("unanswered", waits_for_ever),
        ("bounce", bouncing),
        ("undone", undoes_twice),
        ("restarts", forgets),
        ("mistaken", deaf),
    ],
)
def test_without_the_defence_a_fault_does_harm(
    name: str, take_away: Callable[[Patch], None], tmp_path: Path, monkeypatch: Patch
) -> None:
    faults = replace(NONE, **{name: 1 if isinstance(getattr(NONE, name), int) else 1.0})
    borne = rehearsed(faults, tmp_path / "borne")
    assert borne.failures == []
    assert borne.faults[name]
    take_away(monkeypatch)
    tally = rehearsed(faults, tmp_path / "harm")
    assert tally.failures
    assert f": {name}: " in tally.failures[0]


def covered_is_empty(patch: Patch) -> None:
    def bare(board: Observation) -> Observation:
        places = tuple(replace(place, status=PlaceStatus.READ) for place in board.places)
        return replace(board, places=places)

    reads(patch, bare)


@pytest.mark.parametrize(
    ("name", "take_away"), [("covered", covered_is_empty), ("misread", believes_anything)]
)
def test_what_can_not_be_told_is_no_harm_until_it_is_believed(
    name: str, take_away: Callable[[Patch], None], tmp_path: Path, monkeypatch: Patch
) -> None:
    faults = replace(NONE, **{name: 1.0})
    borne = rehearsed(faults, tmp_path / "borne", 4)
    assert borne.failures == []
    assert borne.faults[name]
    take_away(monkeypatch)
    assert rehearsed(faults, tmp_path / "harm", 4).failures
