"""SIGKILL of `companion serve` in the middle of a refereed game; the phones come back to it."""

from __future__ import annotations

import random
import threading
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from companion.play.shelf import Shelf
from companion.play.table import PlayTable
from companion.records.replay import replay
from companion.soak.offers import offers
from companion.soak.phone import Phone, Watcher
from companion.soak.service import Service

OPTIONS = ("--game", "girl", "--seats", "Ann,Ben", "--camera", "simulated", "--pins", "none")
WAIT_S = 60.0
MOST_TAPS = 40


class KilledTable:
    """A served game, a phone that plays for everybody, and one that watches."""

    def __init__(self, folder: Path, seed: int) -> None:
        self.service = Service(folder, OPTIONS)
        self.service.start()
        self.phone, self.watcher = Phone(self.service), Watcher(self.service)
        self.chance = random.Random(seed)
        self.told = 0  # the newest entry that the phone was told of
        assert self.phone.post("/api/join", {}).status == 200
        for seat in "AB":
            assert self.phone.post("/api/seat", {"seat": seat}).status == 200

    def display(self) -> Any:
        published = self.phone.published()
        if published is None:
            return None
        self.told = max(self.told, published["display"]["moment"])
        return published["display"]

    def choose(self, end: str) -> bool:
        """Tap a move together and post `end`; False when nobody answers any more."""
        for _ in range(MOST_TAPS):
            display = self.display()
            if display is None:
                return False
            found = offers(display, self.chance)
            for path in (end, "/api/tap"):
                bodies = [offer.body for offer in found if offer.path == path]
                if bodies:
                    status = self.phone.post(path, self.chance.choice(bodies)).status
                    break
            else:
                raise AssertionError(f"neither {end} nor taps are offered")
            if path == end and status == 200:
                return True
            if status == 0:
                return False
        raise AssertionError("no move comes together")

    def kill(self, after_s: float) -> None:
        """Kill the service so long after the next move was begun, whatever it does then."""
        killer = threading.Timer(after_s, self.service.kill)
        killer.start()
        while self.choose("/api/confirm") and self.display() is not None:
            pass
        killer.join()

    def close(self) -> None:
        self.watcher.close()
        self.service.kill()


@pytest.fixture
def table(tmp_path: Path) -> Iterator[KilledTable]:
    made = KilledTable(tmp_path, seed=7)
    yield made
    made.close()


def entries(folder: Path) -> int:
    """The number of the newest entry on the disk, after the whole game was judged again."""
    shelf = Shelf(folder / "games")
    try:
        running = PlayTable(shelf, 0.0).running
        assert running is not None
        again = replay(running.session.record())
        assert again.clean
        assert again.state.same_position(running.state)
        return running.moment
    finally:
        shelf.close()


def comes_back(table: KilledTable) -> None:
    """Start the service again: game and phones stand at the last entry that was accepted."""
    kept = entries(table.service.data)
    assert kept >= table.told
    table.service.start()
    published = table.phone.published()
    assert published["display"]["moment"] == kept
    assert table.watcher.arrival_s(published["version"], WAIT_S) is not None
    assert table.watcher.newest["display"]["moment"] == kept


def test_a_killed_service_comes_back_to_the_last_move(table: KilledTable) -> None:
    assert table.choose("/api/confirm")
    table.display()
    table.kill(0.3)
    comes_back(table)
    told = table.told
    assert table.choose("/api/confirm")
    assert table.display()["moment"] > told


def test_a_move_that_was_laid_and_not_yet_seen_leaves_nothing_behind(table: KilledTable) -> None:
    """What the simulated hand had laid is gone with the process, and so is nothing else."""
    assert table.choose("/api/lay")
    table.display()
    table.service.kill()
    comes_back(table)
    assert table.choose("/api/confirm")


@pytest.mark.slow
@pytest.mark.parametrize("after_s", [0.02, 0.1, 0.5, 1.3, 2.9])
def test_a_service_that_is_killed_twice_over_comes_back(table: KilledTable, after_s: float) -> None:
    for _ in range(2):
        table.kill(after_s)
        comes_back(table)
    assert table.choose("/api/confirm")
