"""The journal only grows, survives a kill, and belongs to one process at a time."""

from __future__ import annotations

import os
import signal
import sqlite3
import subprocess
import sys
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from companion.keeping.evidence import EvidenceFolder
from companion.keeping.journal import UNDO, Entry, Journal, JournalError, effective


def test_what_was_written_is_there_again(tmp_path: Path) -> None:
    path = tmp_path / "new folder" / "journal.db"
    with Journal(path) as journal:
        first = journal.append("pick", "pick A 1 keep", "phone", 1.5, "abc")
        journal.undo(first.seq, "pin", 2.5)
        journal.set_fact("epoch", "3")
        journal.set_fact("epoch", "4")
    with Journal(path) as journal:
        assert journal.entries == (
            Entry(1, "pick", "pick A 1 keep", "phone", 1.5, "abc"),
            Entry(2, UNDO, "1", "pin", 2.5),
        )
        assert journal.fact("epoch") == "4"
        assert journal.fact("nothing") is None
        assert effective(journal.entries) == ()


def test_undo_appends_and_takes_back_only_what_stands(tmp_path: Path) -> None:
    with Journal(tmp_path / "journal.db") as journal:
        journal.append("a", "1", "", 0.0)
        journal.undo(1, "", 0.0)
        with pytest.raises(ValueError, match="entry 1 does not stand"):
            journal.undo(1, "", 0.0)
        assert journal.last_seq == 2


@pytest.mark.parametrize("sql", ["DELETE FROM entry", "UPDATE entry SET text = 'x'"])
def test_nothing_accepted_can_be_changed(tmp_path: Path, sql: str) -> None:
    with Journal(tmp_path / "journal.db") as journal:
        journal.append("a", "1", "", 0.0)
    db = sqlite3.connect(tmp_path / "journal.db")
    with pytest.raises(sqlite3.IntegrityError, match="only grows"):
        db.execute(sql)
    db.close()


def test_the_file_is_safe_against_power_loss(tmp_path: Path) -> None:
    with Journal(tmp_path / "journal.db") as journal:
        modes = [
            journal._db.execute(f"PRAGMA {name}").fetchone()[0]
            for name in ("journal_mode", "synchronous")
        ]
    assert modes == ["wal", 2]


def test_a_second_companion_is_refused(tmp_path: Path) -> None:
    refused = pytest.raises(JournalError, match="in use by another companion")
    with Journal(tmp_path / "journal.db"), refused:
        Journal(tmp_path / "journal.db")
    Journal(tmp_path / "journal.db").close()


def test_a_killed_process_loses_nothing_and_leaves_no_lock(tmp_path: Path) -> None:
    path = tmp_path / "journal.db"
    script = (
        "import sys; from pathlib import Path; from companion.keeping.journal import Journal\n"
        "j = Journal(Path(sys.argv[1]))\n"
        "for n in range(20): j.append('n', str(n), '', 0.0)\n"
        "print('written', flush=True); sys.stdin.read()"
    )
    with subprocess.Popen(
        [sys.executable, "-c", script, str(path)],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        text=True,
    ) as process:
        assert process.stdout is not None
        assert process.stdout.readline() == "written\n"
        with pytest.raises(JournalError, match="in use"):
            Journal(path)
        os.kill(process.pid, signal.SIGKILL)
        process.wait(10)
    with Journal(path) as journal:
        assert [entry.text for entry in journal.entries] == [str(n) for n in range(20)]


@pytest.mark.parametrize("content", [b"no database at all" * 100, b"\0" * 4096])
def test_a_file_that_is_no_journal_is_refused(tmp_path: Path, content: bytes) -> None:
    path = tmp_path / "journal.db"
    path.write_bytes(content)
    with pytest.raises(JournalError, match="is no journal of the companion"):
        Journal(path)
    # The refused file is not held.
    path.unlink()
    Journal(path).close()


def test_a_newer_format_is_refused(tmp_path: Path) -> None:
    with Journal(tmp_path / "journal.db") as journal:
        journal.set_fact("format", "99")
    with pytest.raises(JournalError, match="has format 99"):
        Journal(tmp_path / "journal.db")


def test_a_folder_that_can_not_be_made_is_one_sentence(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("in the way")
    with pytest.raises(JournalError, match="choose another folder with --data"):
        Journal(tmp_path / "file" / "journal.db")


@given(st.lists(st.one_of(st.none(), st.integers(1, 30)), max_size=30))
def test_replay_is_everything_but_what_was_taken_back(script: list[int | None]) -> None:
    entries, stands = [], []
    for seq, undo in enumerate(script, 1):
        kind = "fact" if undo is None else UNDO
        entries.append(Entry(seq, kind, str(undo), "", 0.0))
        if undo is None:
            stands.append(seq)
        elif undo in stands:
            stands.remove(undo)
    assert [entry.seq for entry in effective(entries)] == stands


def test_evidence_is_found_by_its_hash_and_capped(tmp_path: Path) -> None:
    folder = EvidenceFolder(tmp_path / "evidence", cap_bytes=250)
    names = []
    for n in range(4):
        names.append(folder.keep(bytes([n]) * 100))
        os.utime(tmp_path / "evidence" / f"{names[-1]}.jpg", ns=(n, n))
    assert [folder.read(name) for name in names] == [None, None, b"\2" * 100, b"\3" * 100]
    assert folder.read("../journal.db") is None
