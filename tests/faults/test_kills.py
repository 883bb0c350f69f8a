"""SIGKILL at a random instant while whole games and tosses run: nothing accepted is lost.

The same table is killed several times over, so that what a kill leaves behind is killed again.
"""

from __future__ import annotations

import ast
import os
import random
import signal
import subprocess
import sys
import threading
from pathlib import Path

import pytest
from session_fakes import FakeTable

from companion.keeping.journal import read_undamaged
from companion.play.shelf import Shelf
from companion.play.table import PlayTable
from companion.records.replay import replay

ROOT = Path(__file__).resolve().parents[2]
START_WAIT_S = 90
WAIT_S = 30
LONGEST_LIFE_S = 0.7
KINDS = ("games", "tosses")


def killed(kind: str, folder: Path, seed: int) -> list[tuple[int, str, str]]:
    """Have a program play, kill it at a random instant; what it told."""
    paths = os.pathsep.join(map(str, (ROOT, ROOT / "tests", ROOT / "tests" / "faults")))
    with subprocess.Popen(
        [sys.executable, "-m", "players", kind, str(folder), str(seed)],
        stdout=subprocess.PIPE,
        text=True,
        env={**os.environ, "PYTHONPATH": paths},
    ) as process:
        assert process.stdout is not None
        late = threading.Timer(START_WAIT_S, process.kill)
        late.start()
        lines = [process.stdout.readline()]
        late.cancel()
        assert lines[0], f"seed {seed}: it did not start"
        life_s = random.Random(seed).random() * LONGEST_LIFE_S
        killer = threading.Timer(life_s, os.kill, (process.pid, signal.SIGKILL))
        killer.start()
        lines += process.stdout.read().splitlines(keepends=True)
        killer.join()
        assert process.wait(WAIT_S) == -signal.SIGKILL
    whole = [line.split(" ", 2) for line in lines if line.endswith("\n")]
    return [(int(seq), kind, ast.literal_eval(text)) for seq, kind, text in whole]


def check_games(folder: Path) -> Path:
    """Open the table as the next start does, and judge the whole game again."""
    shelf = Shelf(folder)
    try:
        table = PlayTable(shelf, 0.0)
        assert table.running is not None
        session = table.running.session
        again = replay(session.record())
        assert again.clean
        assert again.state.same_position(session.state)
        return shelf.journal.path
    finally:
        shelf.close()


def check_tosses(folder: Path) -> Path:
    """Open the session as the next start does; what it shows is the replay of its entries."""
    table = FakeTable(folder)
    booked, casting = table.session.booked, table.session.casting
    table.restart()
    assert table.session.booked == booked
    assert table.session.casting == casting
    table.journal.close()
    return table.journal.path


def check_kill(kind: str, folder: Path, seed: int) -> None:
    told = killed(kind, folder, seed)
    path = check_games(folder) if kind == "games" else check_tosses(folder)
    entries = read_undamaged(path)
    # No hole and no half entry, and everything that was told is there as it was told.
    assert [entry.seq for entry in entries] == list(range(1, len(entries) + 1))
    kept = {entry.seq: (entry.kind, entry.text) for entry in entries}
    assert told
    for seq, entry_kind, text in told:
        assert kept[seq] == (entry_kind, text), f"seed {seed}"


@pytest.mark.parametrize("kind", KINDS)
def test_kills_at_random_lose_nothing(kind: str, tmp_path: Path) -> None:
    for seed in range(5):
        check_kill(kind, tmp_path, seed)


@pytest.mark.slow
@pytest.mark.parametrize("kind", KINDS)
@pytest.mark.parametrize("table", range(20))
def test_two_hundred_kills_lose_nothing(kind: str, table: int, tmp_path: Path) -> None:
    for seed in range(1000 + 5 * table, 1005 + 5 * table):
        check_kill(kind, tmp_path, seed)
