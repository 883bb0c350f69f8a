"""A refereed game of the Girl without devices: lies become readings, time moves when told to."""

from __future__ import annotations

import random
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Any

import msgspec
import numpy as np
from games.girl_table import EDITION, GAME, PRINTS, SEATS, TITLES, looked
from games.girl_table import game as whole_game

from companion.display.model import Picture, Text
from companion.flow import Frame, Observation, PlaceReading, PlaceStatus, Press, Status
from companion.live.art_words import art_in_words
from companion.live.booking import Booking
from companion.live.expected import TableArt
from companion.live.ports import RefereeRules, table_observation
from companion.live.table import LiveTable
from companion.play.running_game import RunningGame
from companion.play.setting_up import begin_game, new_header, with_deal
from companion.play.shelf import TABLE, Shelf
from companion.play.table import Admission
from companion.printed.sheet_files import board_title
from companion.prints import Lie
from companion.session.ports import Seen

FRAME = np.zeros((90, 160, 3), np.uint8)
HOST = "phone-1"
STACKED = ("reward", "card")
Change = Callable[[tuple[Observation, ...]], tuple[Observation, ...]]


def title_of(board: str, copy: int) -> str:
    return TITLES.get(board, f"Player board {copy + 1}")


class FakeScene:
    """All boards of the Girl are watched; `laid` is what simulated hands were told to lay."""

    def __init__(self, simulated: bool = False) -> None:
        self.laid: list[tuple[Lie, ...]] = []
        self.hands = self if simulated else None

    def show(self, lies: Sequence[Lie]) -> None:
        self.laid.append(tuple(lies))

    def watch(self, running: RunningGame | None) -> TableArt | None:
        if running is None:
            return None
        boards = [
            (board.name, copy)
            for board in PRINTS.boards
            for copy in range(board.count if board.count < 2 else len(running.seats))
        ]
        titles = {(name, copy): title_of(name, copy) for name, copy in boards}
        return art_in_words(GAME, PRINTS, titles, board_title, running.names)


class FakePictures:
    def __init__(self) -> None:
        self.kept: list[float] = []

    def draw(self, seen: Seen) -> Picture:
        return Picture("/api/picture/1.jpg", (160, 90), (0, 0, 160, 90), Text("", ""))

    def keep(self, seen: Seen) -> str:
        self.kept.append(seen.frame.exposed_at_s)
        return f"hash-{len(self.kept)}"


@dataclass
class LiveGame:
    """A table with a camera that reads what `lies` says, and whatever `change` makes of it."""

    folder: Path
    booking: Booking = field(default_factory=Booking)
    players: tuple[str, ...] = ("Ann", "Ben")
    dealer: str = TABLE
    simulated: bool = False
    seed: int | None = None

    def __post_init__(self) -> None:
        self.at_s = 100.0
        self.pictures, self.stopped = FakePictures(), 0
        self.start()

    def start(self) -> None:
        self.shelf = Shelf(self.folder)
        self.scene = FakeScene(self.simulated)
        self.table = LiveTable(
            self.shelf, self.at_s, self.scene, self.pictures, self.booking, RefereeRules()
        )
        self.table.shut_down = self.stop
        self.table.ask(Admission(), HOST, self.at_s)
        if self.table.running is None:
            header = with_deal(new_header(GAME, list(self.players), {}), "seed")
            if self.seed is not None:  # the game that girl_table plays with this seed
                chance, seats = random.Random(self.seed), SEATS[: len(self.players)]
                setup = msgspec.to_builtins(GAME.deal(EDITION, seats, chance))
                header = replace(header, setup=setup)
            begin_game(self.table, header, self.dealer, self.at_s)
            self.table.verdict = None
        self.table.tick(self.at_s, 0.0)
        self.lies: tuple[Lie, ...] = GAME.lies(self.state)

    def stop(self) -> None:
        self.stopped += 1

    def restart(self) -> None:
        """Stop without a word, as a power cut does, and start again."""
        lies = self.lies
        self.shelf.close()
        self.start()
        self.lies = lies

    @property
    def running(self) -> RunningGame:
        assert self.table.running is not None
        return self.table.running

    @property
    def state(self) -> Any:
        return self.running.state

    @property
    def moves(self) -> list[str]:
        return [move for step in self.running.session.steps for move in step.moves]

    def observations(self, lies: Sequence[Lie] | None = None) -> tuple[Observation, ...]:
        seen = looked(self.state, tuple(self.lies if lies is None else lies))
        return tuple(
            replace(each, places=tuple(tops(reading) for reading in each.places)) for each in seen
        )

    def frame(self, change: Change = lambda seen: seen, exposed_at_s: float | None = None) -> None:
        """One frame of the table as it lies."""
        at_s = self.at_s if exposed_at_s is None else exposed_at_s
        seen = tuple(
            replace(each, exposed_at_s=at_s, sharpness=1.0) for each in self.observations()
        )
        whole = table_observation(change(seen), at_s)
        self.table.see(Seen(Frame(FRAME.copy(), at_s, "fake"), whole), self.at_s)
        self.table.tick(self.at_s, 0.0)
        self.table.shown(self.at_s, 0)

    def rest(self, frames: int = 4, change: Change = lambda seen: seen) -> None:
        """Frames of a table that lies still."""
        for _ in range(frames):
            self.at_s += 0.2
            self.frame(change)

    def enter(self, count: int) -> None:
        """Have the first steps of the seed's game entered by hand; the table follows."""
        assert self.seed is not None
        for step in whole_game(self.seed, len(self.players))[:count]:
            self.running.play(GAME.write_move(step.move), "A", self.at_s)
        self.lies = GAME.lies(self.state)

    def press(self, button: str, held: bool = False) -> Any:
        self.at_s += 0.05
        return self.table.press(Press(button, self.at_s, "pin", held=held))

    def ask(self, request: Any, phone: str = HOST) -> Any:
        self.at_s += 0.05
        return self.table.ask(request, phone, self.at_s)

    @property
    def said(self) -> str:
        return "" if self.table.verdict is None else self.table.verdict.text.en


def tops(reading: PlaceReading) -> PlaceReading:
    """Without what lies under others of its kind, as a camera sees it."""
    pieces = reading.pieces
    shown = tuple(
        piece
        for number, piece in enumerate(pieces)
        if piece.family not in STACKED
        or piece.family not in {p.family for p in pieces[number + 1 :]}
    )
    return replace(reading, pieces=shown)


def hand(seen: tuple[Observation, ...]) -> tuple[Observation, ...]:
    """A hand somewhere over every board."""
    return tuple(replace(each, hand_present=True) for each in seen)


def one_place(board: str, place: str, change: Callable[[PlaceReading], PlaceReading]) -> Change:
    """One place read otherwise."""

    def changed(seen: tuple[Observation, ...]) -> tuple[Observation, ...]:
        return tuple(
            replace(each, places=tuple(change(p) if p.place == place else p for p in each.places))
            if each.board == board
            else each
            for each in seen
        )

    return changed


def covered(reading: PlaceReading) -> PlaceReading:
    return replace(reading, status=PlaceStatus.COVERED, pieces=(), why="a hand covers it")


def gone(seen: tuple[Observation, ...]) -> tuple[Observation, ...]:
    """No board is found."""
    return tuple(replace(each, status=Status.NO_BOARD, places=(), sightings=()) for each in seen)
