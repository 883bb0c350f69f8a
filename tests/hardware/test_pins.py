"""Buttons and lamp on gpiozero's pretend pins, on a clock turned by hand."""

from __future__ import annotations

import queue
from collections.abc import Iterator
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from companion.flow import Press
from hardware.buttons import EDGES_KEPT, PinButtons
from hardware.clock import HandTurnedClock, MonotonicClock
from hardware.lamps import COLOURS_RGB, NoLamp, PinLamp
from hardware.pin_factory import pin_factory
from hardware.ports import Buttons, InputState, Lamps
from hardware.presses import DEBOUNCE_S, HOLD_S, Decided, PressDecider

PINS = {"look": 17, "next": 27}


@pytest.fixture
def factory() -> Iterator[Any]:
    factory = pin_factory("mock")
    yield factory
    factory.reset()


class Table:
    """Two buttons, a clock and the presses so far."""

    def __init__(self, factory: Any) -> None:
        self.factory, self.clock = factory, HandTurnedClock(50.0)
        self.presses: list[Press] = []
        self.buttons = PinButtons(PINS, self.clock, self.presses.append, factory)

    def drive(self, name: str, *, down: bool) -> None:
        pin = self.factory.pin(PINS[name])
        pin.drive_low() if down else pin.drive_high()

    def chatter(self, name: str, *, down: bool) -> None:
        """Five bounces of 5 ms that end at the level."""
        for _ in range(5):
            self.drive(name, down=down)
            self.clock.turn(0.0025)
            self.drive(name, down=not down)
            self.clock.turn(0.0025)
        self.drive(name, down=down)

    def pass_time(self, seconds: float) -> None:
        for _ in range(round(seconds / 0.01)):
            self.clock.turn(0.01)
            self.buttons.step()


@pytest.fixture
def table(factory: Any) -> Iterator[Table]:
    table = Table(factory)
    yield table
    table.buttons.close()


def test_a_short_and_a_held_press_are_told_apart_at_release(table: Table) -> None:
    table.drive("look", down=True)
    table.pass_time(0.2)
    assert table.presses == []
    table.drive("look", down=False)
    table.pass_time(0.1)
    table.drive("next", down=True)
    table.pass_time(0.9)
    assert len(table.presses) == 1
    table.drive("next", down=False)
    table.pass_time(0.1)
    assert [(p.button, p.held, p.source) for p in table.presses] == [
        ("look", False, "pin"), ("next", True, "pin")]  # fmt: skip
    assert table.presses[0].at_s == 50.0


def test_chatter_on_both_edges_is_one_press_and_never_held(table: Table) -> None:
    table.chatter("look", down=True)
    table.pass_time(0.12)
    table.chatter("look", down=False)
    table.pass_time(0.12)
    assert [(p.button, p.held) for p in table.presses] == [("look", False)]


def test_a_glitch_is_no_press(table: Table) -> None:
    table.drive("look", down=True)
    table.clock.turn(0.005)
    table.drive("look", down=False)
    table.pass_time(1.0)
    assert table.presses == []


def test_a_lost_release_edge_never_makes_a_held_press(table: Table) -> None:
    table.drive("look", down=True)
    table.pass_time(0.1)
    device = table.buttons._devices["look"]
    device.when_released, kept = None, device.when_released
    table.drive("look", down=False)  # this edge reaches nobody
    table.clock.turn(5.0)
    device.when_released = kept
    table.pass_time(0.1)
    assert [(p.button, p.held) for p in table.presses] == [("look", False)]
    table.drive("look", down=True)
    table.pass_time(0.1)
    table.drive("look", down=False)
    table.pass_time(0.1)
    assert len(table.presses) == 2


def test_edges_that_can_not_be_kept_are_counted_and_the_level_puts_it_right(table: Table) -> None:
    for _ in range(EDGES_KEPT):
        table.drive("look", down=True)
        table.clock.turn(0.001)
        table.drive("look", down=False)
        table.clock.turn(0.001)
    assert table.buttons.overflow == EDGES_KEPT
    table.pass_time(0.2)
    assert table.presses == []
    table.drive("look", down=True)
    table.pass_time(0.1)
    table.drive("look", down=False)
    table.pass_time(0.1)
    assert [p.held for p in table.presses] == [False]


def test_a_thread_sends_the_presses_when_started(factory: Any) -> None:
    arrived: queue.Queue[Press] = queue.Queue(8)
    buttons = PinButtons(PINS, MonotonicClock(), arrived.put_nowait, factory, debounce_s=0.005)
    buttons.start()
    pin = factory.pin(PINS["next"])
    pin.drive_low()
    MonotonicClock().wait_s(0.03)  # stands longer than the debounce time
    pin.drive_high()
    press = arrived.get(timeout=2.0)
    assert (press.button, press.held) == ("next", False)
    buttons.close()
    buttons.close()
    assert buttons.state is InputState.ENDED


def test_without_pins_there_is_a_state_and_a_sentence() -> None:
    presses: list[Press] = []
    buttons = PinButtons(PINS, HandTurnedClock(), presses.append, None)
    buttons.start()
    buttons.step()
    assert buttons.state is InputState.NO_PINS
    assert "apt install" in buttons.problem
    buttons.close()
    lamp = PinLamp((5, 6, 13), None)
    lamp.show("green")
    assert lamp.state is InputState.NO_PINS
    lamp.close()


def test_this_computer_without_pins_gives_no_factory(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("GPIOZERO_PIN_FACTORY", raising=False)
    if pin_factory("gpio") is not None:
        pytest.skip("this computer has pins")
    assert pin_factory("gpio") is None
    with pytest.raises(ValueError, match="'gpio' or 'mock'"):
        pin_factory("pretend")


def test_a_busy_pin_is_named_and_the_other_button_works(factory: Any) -> None:
    from gpiozero import LED

    with LED(17, pin_factory=factory):
        table = Table(factory)
        assert table.buttons.state is InputState.PIN_BUSY
        assert "Pin 17" in table.buttons.problem
        assert "'look'" in table.buttons.problem
        table.drive("next", down=True)
        table.pass_time(0.1)
        table.drive("next", down=False)
        table.pass_time(0.1)
        assert [p.button for p in table.presses] == ["next"]
        table.buttons.close()


@settings(max_examples=200)
@given(
    st.lists(st.floats(0.0005, DEBOUNCE_S * 0.45), max_size=6),
    st.lists(st.floats(0.0005, DEBOUNCE_S * 0.45), max_size=6),
    st.floats(0.1, 2.0),
)
def test_any_chatter_round_one_press_is_one_press(
    at_press: list[float], at_release: list[float], stands_s: float
) -> None:
    decider, now_s, decided = PressDecider(), 10.0, list[Decided]()
    for level, pauses in ((True, at_press), (False, at_release)):
        began_s = now_s
        decided += decider.edge(level, now_s)
        for pause_s in pauses:
            decided += decider.edge(not level, now_s + pause_s)
            now_s += 2 * pause_s
            decided += decider.edge(level, now_s)
        if level:
            pressed_s = began_s
            now_s += stands_s
    length_s = began_s - pressed_s
    decided += decider.settle(now_s + 0.05, False)
    assert decided == [Decided(pressed_s, length_s >= HOLD_S)]


@settings(max_examples=200)
@given(st.lists(st.tuples(st.booleans(), st.booleans(), st.floats(0.0, 0.5)), max_size=40))
def test_whatever_edges_come_the_decider_ends_up_with_the_pin(
    steps: list[tuple[bool, bool, float]],
) -> None:
    """Lost, doubled and bunched edges: afterwards one clean press is exactly one press."""
    decider, now_s = PressDecider(), 0.0
    for is_edge, level, pause_s in steps:
        now_s += pause_s
        (decider.edge if is_edge else lambda d, t: decider.settle(t, d))(level, now_s)
    for _ in range(3):
        now_s += 0.1
        decider.settle(now_s, False)
    assert decider.edge(True, now_s + 1) == []
    assert decider.settle(now_s + 1.1, True) == []
    assert decider.edge(False, now_s + 1.2) == []
    assert decider.settle(now_s + 1.3, False) == [Decided(now_s + 1, False)]


def test_the_lamp_shows_named_colours_and_goes_dark(factory: Any) -> None:
    lamp = PinLamp((5, 6, 13), factory, brightness=0.5)
    for colour, rgb in COLOURS_RGB.items():
        lamp.show(colour)
        assert [factory.pin(n).state for n in (5, 6, 13)] == pytest.approx([p / 2 for p in rgb])
    lamp.show("green")
    lamp.show("octarine")
    assert [factory.pin(n).state for n in (5, 6, 13)] == [0, 0, 0]
    assert lamp.state is InputState.READY
    lamp.close()
    lamp.close()
    lamp.show("green")


def test_a_lamp_on_a_busy_pin_names_its_pins(factory: Any) -> None:
    from gpiozero import LED

    with LED(6, pin_factory=factory):
        lamp = PinLamp((5, 6, 13), factory)
        assert lamp.state is InputState.PIN_BUSY
        assert "5, 6 and 13" in lamp.problem
        lamp.show("green")
        lamp.close()
        lamp = PinLamp((5, 13, 19), factory)  # the free ones were let go again
        assert lamp.state is InputState.READY
        lamp.close()


def test_no_lamp_is_fine(factory: Any) -> None:
    lamp: Lamps = NoLamp()
    lamp.show("green")
    lamp.close()
    assert lamp.state is InputState.READY
    buttons: Buttons = PinButtons({}, HandTurnedClock(), list[Press]().append, factory)
    buttons.start()
    buttons.close()
