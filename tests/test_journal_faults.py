"""The journal against kills, damage, full disks and files from elsewhere."""

from __future__ import annotations

import os
import random
import signal
import sqlite3
import subprocess
import sys
from pathlib import Path

import pytest

from companion.keeping.journal import REDO, UNDO, Journal, JournalError, effective, read_undamaged
from companion.records.document import Record, read_record
from companion.records.replay import replay
from companion.whole_game.session import GameSession

EXAMPLE = Path(__file__).parents[1] / "docs" / "examples" / "girl-four-players.json"
PAGE = 4096
WAIT_S = 30

# Plays a game for ever and says each accepted entry once it is booked.
PLAYER = """
import random, sys
from pathlib import Path
from companion.whole_game.session import GameSession
from companion.keeping.journal import Journal
from companion.records.document import Record
chance = random.Random(int(sys.argv[2]))
with Journal(Path(sys.argv[1])) as journal:
    header = Record("girl", None, ("Ann", "Ben"), {}, {}, None, ())
    session = GameSession.begin(journal, header, "", 0.0)
    print("ready", flush=True)
    while True:
        if chance.random() < 0.2 and session.undo("", 0.0) is not None:
            print(session.entries[-1].seq, session.entries[-1].text, flush=True)
            continue
        while session.result is not None:
            session.undo("", 0.0)
        move = session.game.write_move(session.game.self_play(session.state, chance))
        entry = session.play(move, "", 0.0).entry
        print(entry.seq, entry.text, flush=True)
"""


def kill_at_random(path: Path, seed: int) -> None:
    """Kill a playing process at a random instant; every entry it reported has to be there."""
    with subprocess.Popen(
        [sys.executable, "-c", PLAYER, str(path), str(seed)], stdout=subprocess.PIPE, text=True
    ) as process:
        assert process.stdout is not None
        assert process.stdout.readline() == "ready\n"
        lines = random.Random(seed).randrange(1, 120)
        reported = [process.stdout.readline() for _ in range(lines)]
        os.kill(process.pid, signal.SIGKILL)
        reported += process.stdout.read().splitlines(keepends=True)
        process.wait(WAIT_S)
    whole = [line.rstrip("\n").split(" ", 1) for line in reported if line.endswith("\n")]
    with Journal(path) as journal:
        texts = {entry.seq: entry.text for entry in journal.entries}
        session = GameSession.resume(journal)
        assert replay(session.record()).state.same_position(session.state)
    assert len(whole) >= lines
    for seq, text in whole:
        assert texts[int(seq)] == text, f"seed {seed}"


@pytest.mark.parametrize("seed", range(10))
def test_a_kill_loses_no_accepted_entry(tmp_path: Path, seed: int) -> None:
    kill_at_random(tmp_path / "g.db", seed)


@pytest.mark.slow
@pytest.mark.parametrize("seed", range(1000, 1200))
def test_no_kill_loses_an_accepted_entry(tmp_path: Path, seed: int) -> None:
    kill_at_random(tmp_path / "g.db", seed)


def test_redo_stands_again_in_its_old_place(tmp_path: Path) -> None:
    with Journal(tmp_path / "j.db") as journal:
        for text in "abc":
            journal.append("n", text, "", 0.0)
        journal.undo(2, "", 0.0)
        assert [entry.text for entry in effective(journal.entries)] == ["a", "c"]
        journal.redo(2, "", 0.0)
        assert [entry.text for entry in effective(journal.entries)] == ["a", "b", "c"]
        assert [entry.kind for entry in journal.entries[3:]] == [UNDO, REDO]
        for seq in (1, 2, 4, 5, 99):
            with pytest.raises(ValueError, match="was not taken back"):
                journal.redo(seq, "", 0.0)


def filled(path: Path) -> int:
    """A journal of several pages; the number of its entries."""
    record: Record = read_record(EXAMPLE.read_bytes(), "example")
    with Journal(path) as journal:
        GameSession.begin(journal, record, "", 0.0)
        return len(journal.entries)


def test_a_damaged_page_is_one_sentence_and_what_stands_before_it_can_be_read(
    tmp_path: Path,
) -> None:
    path = tmp_path / "g.db"
    count = filled(path)
    assert len(read_undamaged(path)) == count
    pages = path.stat().st_size // PAGE
    assert pages > 8
    with path.open("r+b") as file:
        file.seek((pages - 1) * PAGE)
        file.write(b"\xa5" * PAGE)
    with pytest.raises(JournalError, match="is damaged, its last readable entry is") as error:
        Journal(path)
    assert "\n" not in str(error.value)
    saved = read_undamaged(path)
    assert 10 < len(saved) < count
    assert [entry.seq for entry in saved] == list(range(1, len(saved) + 1))
    with sqlite3.connect(path) as db, pytest.raises(sqlite3.DatabaseError):
        db.execute("SELECT sum(length(text)) FROM entry").fetchone()
    db.close()


def test_files_that_hold_nothing_readable(tmp_path: Path) -> None:
    (tmp_path / "text.db").write_bytes(b"no database" * 500)
    for name, part in (("text.db", "nothing can be read"), ("none.db", "can't be opened")):
        with pytest.raises(JournalError, match=part):
            read_undamaged(tmp_path / name)


@pytest.mark.parametrize(
    ("pragma", "part"),
    [
        ("PRAGMA max_page_count = 1", "the disk is full; make room, nothing was booked"),
        ("PRAGMA query_only = 1", "the file is read-only; make it writable, nothing was booked"),
    ],
)
def test_what_can_not_be_written_is_one_sentence(tmp_path: Path, pragma: str, part: str) -> None:
    with Journal(tmp_path / "j.db") as journal:
        journal.append("n", "a", "", 0.0)
        journal._db.execute(pragma)
        with pytest.raises(JournalError, match=part):
            journal.append("n", "b" * 3 * PAGE, "", 0.0)
        with pytest.raises(JournalError, match=part):
            journal.set_fact("long", "b" * 3 * PAGE)
        assert [entry.text for entry in journal.entries] == ["a"]
    with Journal(tmp_path / "j.db") as journal:
        assert [entry.text for entry in journal.entries] == ["a"]
        assert journal.append("n", "b", "", 0.0).seq == 2


def test_a_newer_file_is_refused_and_left_as_it_is(tmp_path: Path) -> None:
    path = tmp_path / "j.db"
    db = sqlite3.connect(path)
    db.executescript(
        "CREATE TABLE fact (name TEXT, value TEXT, unit TEXT);"
        "INSERT INTO fact VALUES ('format', '7', '');"
    )
    db.close()
    before = path.read_bytes()
    with pytest.raises(JournalError, match="has format 7, this companion reads format 1"):
        Journal(path)
    assert path.read_bytes() == before


def test_a_database_of_something_else_is_refused_and_left_as_it_is(tmp_path: Path) -> None:
    path = tmp_path / "j.db"
    db = sqlite3.connect(path)
    db.execute("CREATE TABLE birds (name TEXT)")
    db.close()
    before = path.read_bytes()
    with pytest.raises(JournalError, match="is no journal of the companion"):
        Journal(path)
    assert path.read_bytes() == before
    with pytest.raises(JournalError, match="is no journal of the companion"):
        Journal(tmp_path)
