"""A full disk, a read-only disk and a half-written save under a whole game that is served.

The disks are real: small ones of their own, mounted where only the service sees them.
"""

from __future__ import annotations

import os
import random
import shutil
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from functools import partial
from pathlib import Path
from typing import Any

import pytest
from command_line import assert_one_sentence_on_stderr

from companion.errors import InputError
from companion.keeping.journal import Journal, JournalError, read_undamaged
from companion.keeping.whole_file import write_whole
from companion.keeping.whole_folder import write_all
from companion.play.shelf import Shelf
from companion.play.table import PlayTable
from companion.records.document import Record
from companion.soak.offers import choose, offers
from companion.soak.phone import Phone
from companion.soak.service import Service
from companion.whole_game.session import GameSession

UNSHARE = ["unshare", "--mount"] if os.geteuid() == 0 else ["unshare", "--map-root-user", "--mount"]
DISK_KB = 600
WAIT_S = 30.0


def _can_mount() -> bool:
    if shutil.which("unshare") is None:
        return False
    tried = subprocess.run(
        [*UNSHARE, "mount", "-t", "tmpfs", "tmpfs", "/mnt"], capture_output=True, timeout=WAIT_S
    )
    return tried.returncode == 0


needs_mounts = pytest.mark.skipif(not _can_mount(), reason="this machine lets nobody mount a disk")


class OnSmallDisk(Service):
    """A service whose data folder is a small disk of its own."""

    def __init__(self, data: Path, *options: str) -> None:
        super().__init__(data, options)
        data.mkdir()

    def command(self, options: list[str]) -> list[str]:
        serve = super().command(options)
        mount = f'mount -t tmpfs -o size={DISK_KB}k tmpfs "$1" && shift && exec "$@"'
        return [*UNSHARE, "sh", "-c", mount, "sh", str(self.data), *serve]

    @property
    def disk(self) -> Path:
        """The disk as it is seen from outside."""
        return Path(f"/proc/{self.pid}/root{self.data}")

    def fill(self) -> None:
        """Write until there is no room for one more byte."""
        with (self.disk / "filler").open("wb", buffering=0) as file:
            size = 4096
            while size:
                try:
                    file.write(b"x" * size)
                except OSError:
                    size //= 2


class Played:
    """A phone that plays both seats of a game, always doing the next thing that is offered."""

    def __init__(self, service: Service) -> None:
        self.phone, self.chance = Phone(service), random.Random(4)
        assert self.phone.post("/api/join", {}).status == 200

    def begin(self) -> None:
        assert self.phone.post("/api/game", {"game": "solani"}).status == 200
        assert self.phone.post("/api/begin", {"names": {"A": "Ann", "B": "Ben"}}).status == 200
        for seat in "AB":
            assert self.phone.post("/api/seat", {"seat": seat}).status == 200

    @property
    def display(self) -> Any:
        return self.phone.published()["display"]

    def move(self) -> int:
        """Play one move; the moment after it."""
        before = self.display["moment"]
        for _ in range(200):
            found = [o for o in offers(self.display, self.chance) if o.weight >= 1]
            confirm = [offer for offer in found if offer.path == "/api/confirm"]
            offer = confirm[0] if confirm else choose(found, self.chance)
            assert offer is not None
            reply = self.phone.post(offer.path, offer.body)
            assert reply.status in (200, 409), reply
            if self.display["moment"] > before:
                return int(self.display["moment"])
        raise AssertionError("no move after 200 taps")

    def troubles(self) -> list[str]:
        """What is said of the journal; this computer may have troubles of its own."""
        details = [detail["en"] for detail in self.display["status"]["details"]]
        return [said for said in details if "journal" in said]

    def wait_until(self, holds: Callable[[list[str]], bool]) -> None:
        deadline_s = time.monotonic() + WAIT_S
        while not holds(self.troubles()):
            assert time.monotonic() < deadline_s, self.troubles()
            time.sleep(0.1)


@pytest.fixture
def small(tmp_path: Path) -> Iterator[OnSmallDisk]:
    service = OnSmallDisk(tmp_path / "disk", "--game", "choose")
    service.start()
    yield service
    service.kill()


def entries_on(service: OnSmallDisk, copy: Path) -> int:
    """How many entries the journal on the small disk holds, read from a copy."""
    shutil.copytree(service.disk / "games", copy)
    return len(read_undamaged(copy / "game-0001.db"))


@needs_mounts
def test_a_full_disk_is_told_and_the_game_goes_on(small: OnSmallDisk, tmp_path: Path) -> None:
    game = Played(small)
    game.begin()
    for _ in range(2):
        game.move()
    small.fill()
    for _ in range(40):  # what the last page of the file still holds may be written
        moment = game.move()
        if game.troubles():
            break
    (trouble,) = game.troubles()
    assert "the disk is full" in trouble
    assert "\n" not in trouble
    assert entries_on(small, tmp_path / "before") < moment
    moment = game.move()  # the table plays on from memory
    (small.disk / "filler").unlink()
    game.wait_until(lambda troubles: troubles == [])
    assert entries_on(small, tmp_path / "after") == moment
    assert small.complaints == []


@needs_mounts
@pytest.mark.parametrize("options", [(), ("--game", "girl")])
def test_a_read_only_disk_at_the_start_is_one_sentence(
    options: tuple[str, ...], tmp_path: Path
) -> None:
    data = tmp_path / "disk"
    data.mkdir()
    mount = 'mount -t tmpfs -o ro tmpfs "$1" && shift && exec "$@"'
    companion = [sys.executable, "-c", "from companion.cli import main; main()"]
    serve = [*companion, "serve", "--port", "0", "--pins", "none", "--data", str(data), *options]
    done = subprocess.run(
        [*UNSHARE, "sh", "-c", mount, "sh", str(data), *serve],
        capture_output=True, text=True, timeout=WAIT_S * 2, stdin=subprocess.DEVNULL, check=False,
    )  # fmt: skip
    assert_one_sentence_on_stderr(done, 2)
    assert "Read-only file system" in done.stderr
    assert "--data" in done.stderr


# -- a power cut in the midst of a save ----------------------------------------------------


def test_a_journal_cut_at_any_byte_goes_on_at_a_whole_entry(tmp_path: Path) -> None:
    """What SQLite had written when the power went: the file, and any part of its log."""
    folder = tmp_path / "games"
    path = folder / "game-0001.db"
    with Journal(path) as journal:
        header = Record("solani", None, ("Ann", "Ben"), {}, {}, None, ())
        session = GameSession.begin(journal, header, "", 0.0)
        chance = random.Random(3)
        for _ in range(12):
            session.play(session.game.write_move(session.game.self_play(session.state, chance)),
                         "", 0.0)  # fmt: skip
        texts = [entry.text for entry in journal.entries]
        whole = {
            each.name: each.read_bytes() for each in folder.iterdir() if each.suffix != ".lock"
        }
    log = whole["game-0001.db-wal"]
    assert len(log) > 30_000
    kept = set()
    cuts = random.Random(1).sample(range(len(log)), 60)
    for number, cut in enumerate((0, *cuts, len(log))):
        copy = tmp_path / f"cut-{number}"
        copy.mkdir()
        (copy / "game-0001.db").write_bytes(whole["game-0001.db"])
        (copy / "game-0001.db-wal").write_bytes(log[:cut])
        with Journal(copy / "game-0001.db") as journal:
            found = [entry.text for entry in journal.entries]
            assert found == texts[: len(found)]
            kept.add(len(found))
            if found:
                GameSession.resume(journal)
    assert {len(texts)} <= kept
    assert len(kept) > 5


@pytest.mark.parametrize("cut", ["write", "fsync", "replace"])
@pytest.mark.parametrize("kind", ["file", "folder"])
def test_a_save_that_breaks_off_leaves_the_last_good_one(
    kind: str, cut: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Calibrations, boards and records are written beside their place first."""
    path = tmp_path / "board" / "table.toml"
    path.parent.mkdir()
    path.write_bytes(b"the last good one")

    def broken(*args: object, **more: object) -> None:
        raise OSError(28, "No space left on device")

    if cut == "fsync":
        monkeypatch.setattr(os, "fsync", broken)
    elif cut == "replace":
        monkeypatch.setattr(Path, "replace", broken)
    else:
        monkeypatch.setattr(Path, "open", broken)
    save: Callable[[], None] = (
        partial(write_whole, path, b"the next one")
        if kind == "file"
        else partial(write_all, path.parent, {"table.toml": b"the next one", "other.png": b"..."})
    )
    with pytest.raises(InputError, match="No space left on device"):
        save()
    monkeypatch.undo()
    assert path.read_bytes() == b"the last good one"
    assert [each.name for each in path.parent.iterdir()] == ["table.toml"]


def test_a_table_that_was_never_saved_whole_is_told(tmp_path: Path) -> None:
    folder = tmp_path / "games"
    folder.mkdir()
    (folder / "game-0001.db").write_bytes(b"SQLite format 3\x00" + b"\x00" * 40)
    with pytest.raises(JournalError, match="is no journal of the companion"):
        PlayTable(Shelf(folder), 0.0)
