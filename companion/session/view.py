"""What the camera sees, as the session knows it: settled or not, which tokens, which picture."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace

from companion.display.model import Picture
from companion.display.status_words import without_pictures
from companion.flow import Status
from companion.session.booked import Booked, Correction, PointMm
from companion.session.live import LiveToken, departed, live_tokens
from companion.session.ports import Ground, Painter, Seen
from companion.session.words import say
from companion.table.compare import Difference, compare
from companion.table.settle import Settler, Settling

SAME = Difference((), ())
HANDS_TAKE_S = 4.0  # to move on the table what was just entered


class TableView:
    """The newest frame, the settled reading and how it compares with what is booked."""

    def __init__(
        self, ground: Ground, painter: Painter, redraw_ms: float, settler: Settler | None = None
    ) -> None:
        self.live: tuple[LiveToken, ...] = ()
        self.difference = SAME
        self.settling = Settling(Status.LOOKING)
        self.camera_says = ""
        self.busy_until_s = float("-inf")
        self.picture: Picture | None = None
        self.seen: Seen | None = None
        self._ground, self._painter, self._redraw_ms = ground, painter, redraw_ms
        self._settler = settler or Settler()
        self._drawn: tuple[str, ...] | None = None
        self._drawn_at_s = self._moved_by_s = float("-inf")

    @property
    def settled(self) -> bool:
        """Say whether the table lies still and can be read."""
        return self.settling.reading is not None

    def status(self, now_s: float) -> Status:
        """The status line's state; an old frame is as good as none.

        While a younger one is being read the camera is not lost.
        """
        if self.camera_says:
            return without_pictures(self.camera_says)
        if self.settling.latest is not None and not self.settling.fresh(now_s, self._settler.rules):
            return Status.LOOKING if now_s < self.busy_until_s else Status.CAMERA_LOST
        if self.settling.status is Status.READ and self.difference.any:
            return Status.DIFFERS
        return self.settling.status

    def age_s(self, now_s: float) -> float:
        """How old the newest frame is, in seconds; 0 before the first."""
        latest = self.settling.latest
        return 0.0 if latest is None else max(0.0, now_s - latest.exposed_at_s)

    def signature(self) -> tuple[str, ...]:
        """What people are shown of the tokens: number, likeliest kind, likeliest Light."""
        shown = (live.token for live in self.live)
        return tuple(f"{t.number} {t.kinds[0]} {'+'.join(t.lights[0])}" for t in shown)

    def see(self, seen: Seen, booked: Booked) -> None:
        """Take in the newest reading."""
        self.camera_says = ""
        self.seen = seen
        self.settling = self._settler.feed(seen.observation)
        self.read(booked)

    def book(self, booked: Booked, at_s: float) -> None:
        """Take in what was just entered, for which people still have to move a token."""
        self._moved_by_s = at_s + HANDS_TAKE_S
        self.read(booked)

    def look(self) -> None:
        """Compare what is seen from now on, whatever was just entered."""
        self._moved_by_s = float("-inf")

    def lost(self, sentence: str) -> None:
        """The camera gives no pictures; the sentence says why."""
        self.camera_says = sentence
        self._settler.forget()
        self.settling = Settling(Status.CAMERA_LOST, self.settling.latest)

    def start_afresh(self) -> None:
        """Forget the tokens in view, as when others are thrown."""
        self.live, self._drawn, self.difference = (), None, SAME
        self._settler.forget()
        self.settling = Settling(Status.LOOKING, self.settling.latest)

    def read(self, booked: Booked) -> None:
        """Name the tokens of the settled reading and compare them with what is booked."""
        reading = self.settling.reading
        if reading is None:
            return
        casting, booked_mm = booked.casting, dict(booked.at_mm)
        known = booked_mm if casting.tokens else self._places()
        reach_mm = self._ground.token_radius_mm
        self.live = live_tokens(reading, self._ground.land, booked.corrections, known, reach_mm)
        lying = (token.number for token in casting.lying)
        expected = {number: booked_mm[number] for number in lying if number in booked_mm}
        # A frame that is older than people's hands shows what lay there before.
        moved = reading.exposed_at_s >= self._moved_by_s
        compared = casting.tokens and not casting.over and moved
        self.difference = self._compare(expected) if compared else SAME

    def departed(self, booked: Booked) -> tuple[Correction, ...]:
        """List the corrections whose token has been seen to leave."""
        reading = self.settling.reading
        if reading is None:
            return ()
        return departed(reading, booked.corrections, self._ground.token_radius_mm)

    def draw(self, now_s: float) -> None:
        """Redraw when what is read has changed, and now and then while nothing is settled."""
        due = (now_s - self._drawn_at_s) * 1000 >= self._redraw_ms
        hiding = (f"{live.number} hides" for live in self.live if live.may_hide)
        state = (*self.signature(), *hiding) if self.settled else None
        changed = state is not None and state != self._drawn
        if self.seen is None or not (changed or (due and not self.settled)):
            return
        picture = self._painter.draw(self.seen, self.live if self.settled else None)
        seen = len(self.live)
        alt = say("picture_alt", seen=seen) if self.settled else say("picture_live")
        self.picture = replace(picture, alt=alt)
        self._drawn, self._drawn_at_s = state, now_s

    def keep(self) -> str:
        """Keep the newest frame as evidence and return its hash; empty without a camera."""
        if self.seen is None or self.camera_says:
            return ""
        return self._painter.keep(self.seen)

    def _places(self) -> dict[int, PointMm]:
        return {live.number: live.at_mm for live in self.live if live.at_mm is not None}

    def _compare(self, expected_mm: Mapping[int, PointMm]) -> Difference:
        seen_mm = [live.at_mm for live in self.live if live.at_mm is not None]
        return compare(expected_mm, seen_mm, self._ground.token_radius_mm)
