"""Programs that play for ever and say each entry once it is accepted; tests kill them.

    python -m players KIND FOLDER SEED

A line is an entry's number, its kind and its text, told after what booked it has returned.
"""

from __future__ import annotations

import random
import sys
from collections.abc import Iterator
from pathlib import Path

from play_fakes import play_table, sit
from session_fakes import FakeTable

from companion.keeping.journal import Journal
from companion.play.moving import choices
from companion.play.requests import ConfirmRequest, TapRequest, TurnRequest
from companion.play.shelf import Shelf
from companion.play.table import PlayTable
from companion.session.presses import Phase
from companion.session.requests import CorrectRequest, PickRequest

PHONES = ("one", "two")
KINDS = ("x2", "scouting", "foraging", "offering", "recall", "stardust")
LIGHT = ("red", "yellow", "blue")


def games(folder: Path, seed: int) -> Iterator[Journal]:
    """A whole game entered on phones; what chance decides is booked by the table itself."""
    chance = random.Random(seed)
    if (folder / "game-0001.db").exists():
        table = PlayTable(Shelf(folder), 0.0)
    else:
        table = play_table(folder, chance.choice(("solani", "girl", "polaris")))
        for phone, seat in zip(PHONES, "AB", strict=True):
            sit(table, phone, seat)
    while True:
        yield table.shelf.journal
        phone = chance.choice(PHONES)
        found = choices(table, phone)
        if table.running is None or table.running.over or chance.random() < 0.03:
            table.ask(TurnRequest(redo=chance.random() < 0.3), phone, 0.0)
        elif found.move is not None and (not found.taps or chance.random() < 0.8):
            table.ask(ConfirmRequest(), phone, 0.0)
        elif found.taps:
            table.ask(TapRequest(chance.choice(found.taps).id), phone, 0.0)


def tosses(folder: Path, seed: int) -> Iterator[Journal]:
    """Toss after toss, selected, corrected and undone."""
    chance = random.Random(seed)
    table = FakeTable(folder)
    while True:
        yield table.journal
        act = chance.random()
        if act < 0.1:
            table.press("undo")
        elif act < 0.15:
            number, kind = chance.randrange(1, 6), chance.choice(KINDS)
            table.session.ask(CorrectRequest(number, kind), "phone", table.clock.now_s())
        elif table.session.phase is Phase.PICKING:
            keep = chance.random() < 0.5
            light = () if keep else (chance.choice(LIGHT),) * chance.choice((1, 2))
            pick = PickRequest(chance.randrange(1, 6), keep, light)
            table.session.ask(pick, "phone", table.clock.now_s())
        else:
            count = table.session.booked.track.meeples
            toss = [(chance.choice(KINDS), 70.0 * n, 60.0 + 5 * n) for n in range(count)]
            table.lie(toss)
            table.press("next")
            table.lie(toss)


def play(kind: str, folder: Path, seed: int) -> None:
    """Play and tell until killed."""
    told = 0
    for journal in {"games": games, "tosses": tosses}[kind](folder, seed):
        for entry in journal.entries:
            if entry.seq > told:
                sys.stdout.write(f"{entry.seq} {entry.kind} {entry.text!r}\n")
                told = entry.seq
        sys.stdout.flush()


if __name__ == "__main__":
    play(sys.argv[1], Path(sys.argv[2]), int(sys.argv[3]))
