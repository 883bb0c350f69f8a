"""One table under trial: phones that act at random, faults at random instants."""

from __future__ import annotations

import random
import threading
import time
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from companion.keeping.journal import JournalError, read_undamaged
from companion.soak.faults import nonsense, storm, unfit
from companion.soak.offers import Offer, choose, offers
from companion.soak.phone import DeafPhone, Phone, Reply, Watcher
from companion.soak.service import Service
from companion.soak.tally import Tally

PHONES, WATCHERS, DEAF = 3, 3, 2
NEVER = float("inf")
_PAGE_WAIT_S = 10.0
_BACK_WAIT_S = 30.0
_NONSENSE_SHARE = 0.05
_WITH_MOMENT_SHARE = 0.9
_GAMES = ("girl", "solani", "polaris", "starfall")
_LONGEST_GAME_ACTS = 1500
# Nobody has anything to do: the game is over.
_IDLE_LOOKS = 12
# How often somebody undoes, moves seats or the like while it is another's turn.
_ASIDE_SHARE = 0.03


@dataclass(frozen=True, slots=True)
class Plan:
    """What a table goes through; the means of random waits, in seconds.

    `pictures` is the folder that its camera shows, taken away and put back as a fault.
    """

    name: str
    options: tuple[str, ...]
    plays: bool = False
    kill_every_s: float = NEVER
    storm_every_s: float = 240.0
    pause_every_s: float = 600.0
    loss_every_s: float = NEVER
    pace_s: float = 0.5
    pictures: Path | None = None


class Trial:
    """Runs one plan in a thread until it is told to stop; `tally` says what came of it."""

    def __init__(self, plan: Plan, data: Path, seed: int) -> None:
        self.plan, self.tally = plan, Tally()
        self.service = Service(data, plan.options)
        self.life = 0
        self._chance = random.Random(seed)
        self._phones = [Phone(self.service) for _ in range(PHONES)]
        self._watchers: list[Watcher] = []
        self._deaf: list[DeafPhone] = []
        self._moment = 0  # the newest entry that a phone was told of
        self._acts = 0  # in this game
        self._idle = _IDLE_LOOKS  # looks in a row that found nothing to do
        self._due: dict[str, float] = {}

    def run(self, stop: threading.Event) -> None:
        """Start the table, try it, stop it."""
        self._start()
        self._watchers = [Watcher(self.service) for _ in range(WATCHERS)]
        self._faults: dict[str, tuple[float, Callable[[], None]]] = {
            "kill": (self.plan.kill_every_s, self._kill),
            "storm": (self.plan.storm_every_s, self._storm),
            "pause": (self.plan.pause_every_s, self._pause),
            "loss": (self.plan.loss_every_s, self._lose_camera),
        }
        self._due = {name: self._later(mean) for name, (mean, _) in self._faults.items()}
        while not stop.wait(self._chance.expovariate(1 / self.plan.pace_s)):
            for name, (mean, fault) in self._faults.items():
                if time.monotonic() >= self._due[name]:
                    fault()
                    self.tally.counts[name] += 1
                    self._due[name] = self._later(mean)
            self._act()
            if not self.service.runs:
                self._wrong("the service ended by itself")
                self._start()
        self._finish()

    def _finish(self) -> None:
        self.tally.stops_s.append(self.service.stop())
        for watcher in self._watchers:
            watcher.close()
            self.tally.counts["versions that fell"] += watcher.falls
        self.tally.wrong += [f"{self.plan.name}: {line}" for line in self.service.complaints]
        self._check_entries()

    def _later(self, mean_s: float) -> float:
        return time.monotonic() + (
            mean_s if mean_s == NEVER else self._chance.expovariate(1 / mean_s)
        )

    def _wrong(self, what: str) -> None:
        self.tally.wrong.append(f"{self.plan.name}, life {self.life}: {what}")

    def _start(self) -> None:
        self.tally.starts_s.append(self.service.start())
        self.life += 1
        for deaf in self._deaf:
            deaf.close()
        self._deaf = [DeafPhone(self.service) for _ in range(DEAF)]
        for phone in self._phones:
            phone.post("/api/join", {})
        published = self._phones[0].published()
        if published is None:
            self._wrong("the table does not answer after its start")
        elif published["display"]["moment"] < self._moment:
            self._wrong(f"entry {self._moment} was shown before the restart and is lost")

    # -- acts ------------------------------------------------------------------------------

    def _act(self) -> None:
        phone = self._chance.choice(self._phones)
        published = phone.published()
        if published is None:
            self._wrong("the table does not answer")
            return
        display = published["display"]
        self._moment = max(self._moment, display["moment"])
        found = offers(display, self._chance)
        forward = any(offer.weight >= 1 for offer in found)
        self._idle = 0 if forward else self._idle + 1
        if self.plan.plays and (self._idle > _IDLE_LOOKS or self._acts > _LONGEST_GAME_ACTS):
            self._begin_game()
        elif forward or self._chance.random() < _ASIDE_SHARE:
            offer = choose(found, self._chance)
            if offer is not None:
                self._do(phone, offer, display["moment"])

    def _do(self, phone: Phone, offer: Offer, moment: int) -> None:
        self._acts += 1
        if self._chance.random() < _NONSENSE_SHARE:
            self.tally.counts["nonsense"] += 1
            self._judge(nonsense(phone, offer, self._chance))
            return
        body = dict(offer.body)
        if self._chance.random() < _WITH_MOMENT_SHARE:
            body["moment"] = moment
        began_s = time.monotonic()
        reply = phone.post(offer.path, body)
        self._judge(reply)
        self.tally.counts["acts"] += 1
        if reply.status == 200:
            self._time(reply, began_s)
        elif reply.status == 0:
            self._wrong(f"no answer to {offer.path}")

    def _judge(self, reply: Reply) -> None:
        self.tally.counts[f"answered {reply.status}"] += 1
        problem = unfit(reply)
        if problem:
            self._wrong(problem)

    def _time(self, reply: Reply, began_s: float) -> None:
        """How long it took until every watching phone had what the act led to."""
        said: Any = reply.json
        for watcher in self._watchers:
            at_s = watcher.arrival_s(said["version"], _PAGE_WAIT_S)
            if at_s is None:
                self._wrong(f"a page was not told of version {said['version']}")
            else:
                # A version that was there before the act is no update.
                if at_s > began_s:
                    self.tally.latency(at_s - began_s)

    def _begin_game(self) -> None:
        """The host puts the game away and begins another; the phones sit down."""
        self._acts = self._moment = self._idle = 0
        host = self._phones[0]
        host.post("/api/game", {"game": "", "sure": True})
        names = dict(zip("ABC", ("Ann", "Ben", "Cem"), strict=True))
        host.post("/api/game", {"game": self._chance.choice(_GAMES)})
        self._judge(host.post("/api/begin", {"names": names}))
        for seat, phone in zip("ABC", self._phones, strict=True):
            phone.post("/api/seat", {"seat": seat})
        self.tally.counts["games"] += 1

    # -- faults ----------------------------------------------------------------------------

    def _kill(self) -> None:
        """Kill the service while somebody acts, and start it again."""
        wait_s = self._chance.random() * 0.2
        killer = threading.Timer(wait_s, self.service.kill)
        killer.start()
        while killer.is_alive():
            published = self._phones[0].published()
            if published is None:
                break
            self._moment = max(self._moment, published["display"]["moment"])
            offer = choose(offers(published["display"], self._chance), self._chance)
            if offer is not None:
                self._phones[0].post(offer.path, offer.body)
        killer.join()
        self._check_entries()
        self._start()

    def _check_entries(self) -> None:
        """Whether the journal on the disk is whole and holds every entry that was shown."""
        files = sorted(self.service.data.rglob("*.db"))
        try:
            last = read_undamaged(files[-1])[-1].seq if files else 0
        except (JournalError, IndexError) as error:
            last = 0
            if self._moment:
                self._wrong(f"the journal can't be read: {error}")
        if last < self._moment:
            self._wrong(f"entry {self._moment} was shown, the journal ends with {last}")

    def _storm(self) -> None:
        published = self._phones[0].published()
        found = offers(published["display"], self._chance) if published else []
        offer = choose(found, self._chance) or Offer("/api/press", {"button": "look"})
        for reply in storm(self._phones, offer):
            self._judge(reply)
        began_s = time.monotonic()
        if self._phones[0].published() is None:
            self._wrong("the table does not answer after a storm")
        self.tally.counts["slow after a storm"] += time.monotonic() - began_s > 1.0

    def _pause(self) -> None:
        self.service.pause(3.0)

    def _lose_camera(self) -> None:
        """Take the camera's pictures away; notice, put them back, notice again."""
        assert self.plan.pictures is not None
        away = self.plan.pictures.with_name("away")
        watcher, began_s = self._watchers[0], time.monotonic()
        self.plan.pictures.rename(away)
        if watcher.status("camera_lost", _BACK_WAIT_S):
            self.tally.noticed_s.append(time.monotonic() - began_s)
        else:
            self._wrong("the lost camera was not noticed")
        away.rename(self.plan.pictures)
        began_s = time.monotonic()
        if watcher.status("camera_lost", _BACK_WAIT_S, other=True):
            self.tally.back_s.append(time.monotonic() - began_s)
        else:
            self._wrong("the camera did not come back")
