"""A player's finger on buttons that bounce, before pictures that come late or not at all."""

from __future__ import annotations

import random
from collections.abc import Callable

from companion.flow import Press
from companion.rehearsal.disturbing import Disturber
from companion.rehearsal.elsewhere import ServedElsewhere
from companion.rehearsal.frames import Boards
from companion.rehearsal.served import ServedTable
from hardware.presses import PressDecider

PINS = "pins"
_DOWN_S = 0.15
_CHATTER_S = 0.003  # from edge to edge of a contact that bounces
_CHATTERS = 4
_GATHERED_S = 1.2  # before a press, so that pictures may come that are older than it
_GIVEN_UP_S = 6.5  # a press that finds no picture is answered by then


class Finger:
    """Presses buttons, on a phone or at the table; `wrong` is told what must not be."""

    def __init__(
        self,
        served: ServedTable | ServedElsewhere,
        disturber: Disturber,
        chance: random.Random,
        wrong: Callable[[str], None],
    ) -> None:
        self._served, self._disturber = served, disturber
        self._chance, self._wrong = chance, wrong

    def press(self, button: str, before: Boards) -> None:
        """Press a button once; `before` is the table as it lay before the pieces were moved."""
        served = self._served
        served.clock.pass_s(_GATHERED_S)
        if self._disturber.happens("unanswered"):
            self._unanswered(button)
        pressed_at_s = served.clock.now_s()
        self._push(button)
        if self._disturber.happens("late"):
            self._disturber.late(before, pressed_at_s)

    def take_back(self) -> None:
        """Undo one move, however the button bounces."""
        before = self._served.sight()
        self._push("undo")
        after = self._served.sight()
        if after.steps != before.steps - 1:
            self._wrong(f"undone: one press took {before.steps - after.steps} moves back")

    def _push(self, button: str) -> None:
        bounces = self._disturber.happens("bounce")
        if self._chance.random() < 0.5:
            self._served.press(button, twice=bounces)
        else:
            self._push_pin(button, bounces)

    def _push_pin(self, button: str, bounces: bool) -> None:
        """The edges of the pin, decided as those of a real one."""
        clock, decider, decided = self._served.clock, PressDecider(), []
        at_s = clock.now_s()
        for down, edge_s in _edges(at_s, bounces):
            decided += decider.edge(down, edge_s)
        decided += decider.settle(clock.pass_s(2 * _DOWN_S), down=False)
        if len(decided) != 1:
            self._wrong(f"bounce: one press was taken for {len(decided)}")
        for each in decided:
            self._served.push(Press(button, each.at_s, PINS, held=each.held))

    def _unanswered(self, button: str) -> None:
        """A press after which no picture comes: it is given up, and nothing is booked."""
        before = self._served.sight()
        self._push(button)
        self._served.clock.pass_s(_GIVEN_UP_S)
        self._served.sight()  # the loop has gone round since
        after = self._served.sight()
        if after.looking or after.entries != before.entries:
            self._wrong("unanswered: a press without pictures was not given up")


def _edges(at_s: float, bounces: bool) -> list[tuple[bool, float]]:
    """The edges of one press: down, later up, each of them several times over when it bounces."""
    edges = []
    for down, began_s in ((True, at_s), (False, at_s + _DOWN_S)):
        edges.append((down, began_s))
        for number in range(_CHATTERS if bounces else 0):
            edge_s = began_s + _CHATTER_S * (2 * number + 1)
            edges += [(not down, edge_s), (down, edge_s + _CHATTER_S)]
    return edges
