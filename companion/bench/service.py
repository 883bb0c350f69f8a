"""The running service: start, twenty phones, memory, stop.

The service runs in a process of its own, as people run it, and is asked over HTTP.
"""

from __future__ import annotations

import random
import time
from collections.abc import Iterator
from pathlib import Path
from statistics import median
from tempfile import TemporaryDirectory

from companion.bench import Row
from companion.errors import CompanionError
from companion.soak.offers import Offer, choose, offers
from companion.soak.phone import Phone, Watcher
from companion.soak.service import Service

MEMORY_GOAL_MB = 200.0
START_GOAL_S = 3.0
STOP_GOAL_S = 3.0
UPDATE_GOAL_MS = 50.0
PHONES = 20
_STEADY_S = 15.0
_UPDATES = 25
_PAGE_WAIT_S = 10.0
_PICTURE_WAIT_S = 60.0
_SEATS = "AB"


def rows() -> Iterator[Row]:
    """Run the service on its simulated table, on pictures as a camera brings them, on a game."""
    plain = ["--pins", "none"]
    with TemporaryDirectory() as draft:
        yield from _measured(Path(draft) / "simulated", plain, "simulated table drawn in it")
        folder = photographs(Path(draft) / "set", 2)
        options = ["--camera", f"folder:{folder / 'photos'}", "--table", str(folder / "table.toml")]
        yield from _measured(Path(draft) / "folder", plain + options, "pictures from a folder")
        yield from _measured(Path(draft) / "games", ["--game", "choose"], "a whole game")


def _measured(data: Path, options: list[str], what: str) -> Iterator[Row]:
    """Start the service, look at it for a while, stop it."""
    service = Service(data, options)
    began_s = time.monotonic()
    try:
        service.start()
        phone = Phone(service)
        if phone.call("GET", "/").status != 200:
            raise CompanionError("the service gave no page")
        yield Row("start to first page", time.monotonic() - began_s, "s", START_GOAL_S, what)
        yield Row(
            f"an act to {PHONES} pages, median", _update_ms(service, phone), "ms", UPDATE_GOAL_MS,
            what,
        )  # fmt: skip
        _wait_for_picture(phone)
        time.sleep(_STEADY_S)
        yield Row(
            "resident memory of the service", service.resident_mb(), "MB", MEMORY_GOAL_MB, what
        )
        yield Row("most that it held since its start", service.most_mb(), "MB", note=what)
        yield Row("stop", service.stop(), "s", STOP_GOAL_S, what)
    finally:
        service.kill()


def _update_ms(service: Service, phone: Phone) -> float:
    """From sending an act to having it on a page: the median over acts and phones."""
    phone.post("/api/join", {})
    chance = random.Random(1)
    _sit_down(phone)
    watchers = [Watcher(service) for _ in range(PHONES)]
    took_ms: list[float] = []
    try:
        for watcher in watchers:
            watcher.arrival_s(0, _PAGE_WAIT_S)
        while len(took_ms) < _UPDATES * PHONES:
            act = _act(phone, chance)
            began_s = time.monotonic()
            reply = phone.post(act.path, act.body)
            if reply.status != 200:
                continue
            version = reply.json["version"]
            arrivals = [watcher.arrival_s(version, _PAGE_WAIT_S) for watcher in watchers]
            took_ms += [(at_s - began_s) * 1000 for at_s in arrivals if at_s is not None]
    finally:
        for watcher in watchers:
            watcher.close()
    return median(took_ms)


def _wait_for_picture(phone: Phone) -> None:
    """A simulated table takes seconds to be drawn, and much memory until it is."""
    until_s = time.monotonic() + _PICTURE_WAIT_S
    while time.monotonic() < until_s:
        display = phone.published()["display"]
        if display["picture"] or display["status"]["key"] != "looking":
            return
        time.sleep(1.0)


def _sit_down(phone: Phone) -> None:
    """Begin a game when the table plays games; the toss just goes on."""
    if phone.post("/api/game", {"game": "girl"}).status == 200:
        phone.post("/api/begin", {"names": {seat: f"Player {seat}" for seat in _SEATS}})
        for seat in _SEATS:
            phone.post("/api/seat", {"seat": seat})


def _act(phone: Phone, chance: random.Random) -> Offer:
    """Something that changes what everybody sees."""
    display = phone.published()["display"]
    found = [each for each in offers(display, chance) if each.path in ("/api/tap", "/api/confirm")]
    confirm = [each for each in found if each.path == "/api/confirm"]
    if confirm:
        return confirm[0]
    return choose(found, chance) or Offer("/api/track", {"players": chance.choice((2, 3, 4))})


def photographs(folder: Path, count: int) -> Path:
    """Write a board's description and photographs of its simulated table into `folder`."""
    from hardware.simulated.arts import art_named
    from hardware.simulated.conditions import conditions_named
    from hardware.simulated.photo_set import write_photo_set
    from hardware.simulated.studio import Studio

    write_photo_set(Studio(art_named("night"), 3, conditions_named("mounted")), count, folder)
    return folder
