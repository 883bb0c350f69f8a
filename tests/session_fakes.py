"""A table without devices: scripted observations, a hand-turned clock, a real journal."""

from __future__ import annotations

import math
import struct
import zlib
from collections.abc import Sequence
from dataclasses import dataclass, field
from pathlib import Path

import numpy as np

from companion.board import Dish, SectorArea
from companion.display.model import Picture, Text
from companion.flow import Frame, Observation, Press, Registration, Sighting, Status
from companion.games.girl.casting_track import TrackLimits
from companion.games.girl.wood_ash import Landing, land
from companion.keeping.journal import Entry, Journal
from companion.session.live import LiveToken
from companion.session.ports import Seen, SessionRules
from companion.session.view import TableView
from companion.session.wood_ash import WoodAshSession

CENTRE_MM = (160.0, 160.0)
DISH = Dish(
    CENTRE_MM,
    112.0,
    28.0,
    (
        SectorArea("red", 0.0, 120.0),
        SectorArea("yellow", 120.0, 240.0),
        SectorArea("blue", 240.0, 360.0),
    ),
)
LIMITS = TrackLimits(length=13, start=6, villagers_each=4)
FRAME = np.zeros((90, 160, 3), np.uint8)

Lying = tuple[str, float, float]  # kind, angle in degrees clockwise from 12, distance in mm


def at_mm(angle_deg: float, distance_mm: float) -> tuple[float, float]:
    angle = math.radians(angle_deg)
    return (
        CENTRE_MM[0] + distance_mm * math.sin(angle),
        CENTRE_MM[1] - distance_mm * math.cos(angle),
    )


def sighting(kind: str, angle_deg: float, distance_mm: float, sigma_mm: float = 0.3) -> Sighting:
    unclear = "?" in kind
    kinds = tuple((name, 1 / (kind.count("?") + 1)) for name in kind.split("?"))
    return Sighting(
        None if unclear else kind,
        kinds,
        at_mm(angle_deg, distance_mm),
        sigma_mm,
        0,
        (10, 10, 30, 30),
        why_unsure="it lies under another" if unclear else "",
    )


def observation(
    lying: Sequence[Lying],
    exposed_at_s: float,
    status: Status = Status.READ,
    hand: bool = False,
    covered: tuple[tuple[str, str], ...] = (),
) -> Observation:
    return Observation(
        "fake",
        exposed_at_s,
        status,
        sightings=tuple(sighting(*token) for token in lying),
        covered=covered,
        registration=Registration(4, 0.2, 0.2),
        sharpness=1.0,
        hand_present=hand,
        uncovered=1.0,
    )


class HandClock:
    """Time that only moves when told to."""

    def __init__(self) -> None:
        self.at_s = 100.0

    def now_s(self) -> float:
        return self.at_s

    def turn(self, by_s: float) -> None:
        self.at_s += by_s


class FakeGround:
    token_radius_mm = 11.0

    def land(self, sighting: Sighting) -> Landing:
        return land(sighting.centre_mm, sighting.sigma_mm, DISH, self.token_radius_mm)


@dataclass
class FakePainter:
    """Counts what is drawn and kept; the picture is a real one-pixel PNG."""

    drawn: list[int | None] = field(default_factory=list)
    kept: int = 0

    def draw(self, seen: Seen, tokens: Sequence[LiveToken] | None) -> Picture:
        self.drawn.append(None if tokens is None else len(tokens))
        return Picture(
            f"/api/picture/{len(self.drawn)}.jpg", (160, 90), (0, 0, 160, 90), Text("", "")
        )

    def keep(self, seen: Seen) -> str:
        self.kept += 1
        return f"hash-{self.kept}"


@dataclass
class FakeHands:
    """Notes each toss (how many tokens, its number), and the kinds left lying."""

    thrown: list[tuple[int, int]]
    laid: list[list[str]]

    def throw(self, count: int, number: int) -> None:
        self.thrown.append((count, number))

    def lay(self, tokens: Sequence[tuple[str, tuple[float, float]]]) -> None:
        self.laid.append([kind for kind, _ in tokens])


@dataclass
class FakeTable:
    """A session with everything round it; `lie` lets frames of a still table pass."""

    folder: Path
    players: int = 2
    thrown: list[tuple[int, int]] | None = None

    def __post_init__(self) -> None:
        self.clock = HandClock()
        self.painter = FakePainter()
        self.laid: list[list[str]] = []
        self.start()

    def start(self) -> None:
        self.journal = Journal(self.folder / "journal.db")
        self.view = TableView(FakeGround(), self.painter, redraw_ms=1000.0)
        hands = None if self.thrown is None else FakeHands(self.thrown, self.laid)
        rules = SessionRules(LIMITS, self.players)
        self.session = WoodAshSession(self.journal, self.view, rules, hands)

    @property
    def entries(self) -> tuple[Entry, ...]:
        """What was booked since the session began."""
        return self.journal.entries[1:]

    def restart(self) -> None:
        """Stop without a word, as a power cut does, and start again."""
        self.journal.close()
        self.start()

    def see(self, seen: Observation) -> None:
        self.session.see(
            Seen(Frame(FRAME.copy(), seen.exposed_at_s, "fake"), seen), self.clock.now_s()
        )
        self.session.tick(self.clock.now_s())

    def lie(self, lying: Sequence[Lying], frames: int = 5, step_s: float = 0.2) -> None:
        for _ in range(frames):
            self.clock.turn(step_s)
            self.see(observation(lying, self.clock.now_s()))

    def press(self, button: str):  # type: ignore[no-untyped-def]
        self.clock.turn(0.05)
        return self.session.press(Press(button, self.clock.now_s(), "pin"))


def png_bytes() -> bytes:
    """A black picture of one pixel."""

    def chunk(kind: bytes, body: bytes) -> bytes:
        return (
            struct.pack(">I", len(body)) + kind + body + struct.pack(">I", zlib.crc32(kind + body))
        )

    head = struct.pack(">IIBBBBB", 1, 1, 8, 2, 0, 0, 0)
    pixels = zlib.compress(b"\0\0\0\0")
    return (
        b"\x89PNG\r\n\x1a\n" + chunk(b"IHDR", head) + chunk(b"IDAT", pixels) + chunk(b"IEND", b"")
    )
