"""What a phone waits for while a whole game is played: choices, drawn boards, a page."""

from __future__ import annotations

import random
from collections.abc import Iterator
from pathlib import Path
from statistics import median
from tempfile import TemporaryDirectory
from time import perf_counter

from companion.bench import Row
from companion.games.catalogue import find_game, game_names
from companion.play.choosing import Chooser
from companion.play.compose import compose
from companion.play.moving import choices
from companion.play.requests import ConfirmRequest, SeatRequest, TapRequest
from companion.play.running_game import RunningGame
from companion.play.setting_up import begin_game, new_header, with_deal
from companion.play.shelf import COMPANION, Shelf
from companion.play.sight import Sight
from companion.play.table import Admission, PlayTable

CHOICES_GOAL_MS = 50.0
PAGE_GOAL_MS = 250.0
_SEED = "11"
_PLAYERS = ("Ann", "Ben", "Cem")
_PHONE = "phone"
_MOVES = 120
_SHARE = 0.9


def rows() -> Iterator[Row]:
    """For each game: the next choices after a tap, and a whole page after a move."""
    for name in game_names():
        with TemporaryDirectory() as folder:
            table = _table(Path(folder), name)
            offers_ms, pages_ms = _play(table)
            table.shelf.close()
        middle_ms = sorted(offers_ms[len(offers_ms) // 3 : 2 * len(offers_ms) // 3])
        shown_ms = middle_ms[int(len(middle_ms) * _SHARE)]
        note = f"9 of 10 in mid-game are faster; worst of {len(offers_ms)}: {max(offers_ms):.0f} ms"
        yield Row(f"{name}: choices after a tap", shown_ms, "ms", CHOICES_GOAL_MS, note)
        note = f"worst of {len(pages_ms)}: {max(pages_ms):.0f} ms; one phone and a bystander"
        what = f"{name}: a move booked, boards drawn, page made"
        yield Row(what, median(pages_ms), "ms", PAGE_GOAL_MS, note)


def _from_nothing_ms(table: PlayTable, running: RunningGame) -> float:
    """Milliseconds to find out what a phone may choose next, with nothing remembered."""
    side = table.side(_PHONE)
    seen = running.seen(Sight(side))
    began_s = perf_counter()
    Chooser(running.game, seen, side).offer(table.phone(_PHONE).chosen)
    return (perf_counter() - began_s) * 1e3


def _table(folder: Path, name: str) -> PlayTable:
    shelf = Shelf(folder)
    shelf.journal.set_fact("seed", _SEED)
    table = PlayTable(shelf, 0.0)
    header = with_deal(new_header(find_game(name), list(_PLAYERS), {}), table.seed)
    begin_game(table, header, COMPANION, 0.0)
    table.ask(Admission(), _PHONE, 0.0)
    assert table.running is not None
    for seat in table.running.seats:
        table.ask(SeatRequest(seat), _PHONE, 0.0)
    return table


def _play(table: PlayTable) -> tuple[list[float], list[float]]:
    """Tap at random; milliseconds of each offer, and of each move with its page."""
    chance, running = random.Random(_SEED), table.running
    assert running is not None
    offers_ms: list[float] = []
    pages_ms: list[float] = []
    while not running.over and len(pages_ms) < _MOVES:
        state = table.phone(_PHONE)
        acting = running.prompt.seats or running.seats
        state.looked, state.looked_at = chance.choice(acting), running.moment
        offered = choices(table, _PHONE)
        assert offered is not None
        if offered.taps:
            offers_ms.append(_from_nothing_ms(table, running))
        began_s = perf_counter()
        if offered.move is not None and (not offered.taps or chance.random() < 0.5):
            table.ask(ConfirmRequest(), _PHONE, 0.0)
            compose(table, _PHONE)
            compose(table, "")
            pages_ms.append((perf_counter() - began_s) * 1e3)
        elif offered.taps:
            table.ask(TapRequest(chance.choice(offered.taps).id), _PHONE, 0.0)
    return offers_ms, pages_ms
