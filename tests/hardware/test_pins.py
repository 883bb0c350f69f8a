"""Buttons and lamp on gpiozero's pretend pins, on a clock turned by hand."""

from __future__ import annotations

import queue
from collections.abc import Iterator
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from pin_contract import LAMP_RGB, PINS, PinContract, Table

from companion.flow import Press
from hardware.buttons import EDGES_KEPT, PinButtons
from hardware.buzzer import NoBuzzer, PinBuzzer
from hardware.clock import HandTurnedClock, MonotonicClock
from hardware.lamps import COLOURS_RGB, NoLamp, PinLamp
from hardware.pin_factory import pin_factory
from hardware.pin_plan import conflict
from hardware.ports import Buttons, Buzzer, InputState, Lamps
from hardware.presses import DEBOUNCE_S, HOLD_S, Decided, PressDecider


@pytest.fixture
def factory() -> Iterator[Any]:
    factory = pin_factory("mock")
    yield factory
    factory.reset()


class MockLines:
    """Pretend pins on a clock turned by hand."""

    def __init__(self, factory: Any) -> None:
        self.factory, self.clock = factory, HandTurnedClock(50.0)

    def drive(self, pin_bcm: int, *, down: bool) -> None:
        pin = self.factory.pin(pin_bcm)
        if pin.function == "input":
            pin.drive_low() if down else pin.drive_high()

    def level(self, pin_bcm: int) -> float:
        return float(self.factory.pin(pin_bcm).state)


@pytest.fixture
def lines(factory: Any) -> MockLines:
    return MockLines(factory)


class TestPretendPins(PinContract):
    """The contract over gpiozero's pretend pins."""


@pytest.fixture
def table(lines: MockLines) -> Iterator[Table]:
    table = Table(lines)
    yield table
    table.buttons.close()


def test_edges_that_can_not_be_kept_are_counted_and_the_level_puts_it_right(table: Table) -> None:
    for _ in range(EDGES_KEPT):
        table.drive("look", down=True)
        table.clock.wait_s(0.001)
        table.drive("look", down=False)
        table.clock.wait_s(0.001)
    assert table.buttons.overflow == EDGES_KEPT
    table.pass_time(0.2)
    assert table.presses == []
    table.drive("look", down=True)
    table.pass_time(0.1)
    table.drive("look", down=False)
    table.pass_time(0.1)
    assert [p.held for p in table.presses] == [False]


def test_a_press_that_may_have_been_two_is_never_held(table: Table) -> None:
    """When edges were lost, a release and a press may be among them."""
    table.drive("look", down=True)
    table.pass_time(0.1)
    for _ in range(EDGES_KEPT):
        table.drive("next", down=True)
        table.drive("next", down=False)
    assert table.buttons.overflow > 0
    table.pass_time(1.0)
    table.drive("look", down=False)
    table.pass_time(0.1)
    assert table.pressed == [("look", False)]
    table.drive("look", down=True)
    table.pass_time(1.0)
    table.drive("look", down=False)
    table.pass_time(0.1)
    assert table.pressed == [("look", False), ("look", True)]


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
    lamp = PinLamp(LAMP_RGB, factory, brightness=0.5)
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
        assert "5, 6, 13" in lamp.problem
        lamp.show("green")
        lamp.close()
        lamp = PinLamp((5, 13, 19), factory)  # the free ones were let go again
        assert lamp.state is InputState.READY
        lamp.close()


def test_the_newest_sound_takes_the_place_of_another(factory: Any) -> None:
    clock = HandTurnedClock()
    buzzer = PinBuzzer(12, clock, factory)
    buzzer.sound("refused")
    buzzer.step()
    clock.turn(0.1)
    buzzer.sound("accepted")
    heard = []
    for _ in range(100):
        buzzer.step()
        heard.append(bool(factory.pin(12).state))
        clock.turn(0.01)
    assert sum(heard) == pytest.approx(8, abs=1)
    buzzer.close()


def test_a_buzzer_sounds_by_itself_when_started(factory: Any) -> None:
    buzzer = PinBuzzer(12, MonotonicClock(), factory)
    buzzer.start()
    buzzer.sound("ask")
    clock = MonotonicClock()
    until_s, beeps, was = clock.now_s() + 5.0, 0, False
    while beeps < 3 and clock.now_s() < until_s:
        now = bool(factory.pin(12).state)
        beeps, was = beeps + (now and not was), now
        clock.wait_s(0.005)
    assert beeps == 3
    buzzer.close()


@pytest.mark.parametrize("factory_there", [True, False])
def test_a_buzzer_that_can_not_be_had_is_told_and_silent(factory: Any, factory_there: bool) -> None:
    from gpiozero import LED

    with LED(12, pin_factory=factory):
        buzzer = PinBuzzer(12, HandTurnedClock(), factory if factory_there else None)
        assert buzzer.state is (InputState.PIN_BUSY if factory_there else InputState.NO_PINS)
        assert ("Pin 12" if factory_there else "apt install") in buzzer.problem
        buzzer.start()
        buzzer.sound("ask")
        buzzer.step()
        buzzer.close()


@pytest.mark.parametrize(
    ("wanted", "words"),
    [
        ([("look", 17), ("next", 27)], ""),
        ([], ""),
        ([("look", 17), ("buzzer", 17)], "both 'look' and 'buzzer'"),
        ([("look", 1)], "can't be used for 'look'"),
        ([("look", 15)], "serial console"),
        ([("look", 28)], "no pin 28"),
        ([("look", -1)], "no pin -1"),
    ],
)
def test_conflicts_of_pins_are_named(wanted: list[tuple[str, int]], words: str) -> None:
    told = conflict(wanted)
    assert words in told
    assert bool(told) == bool(words)


def test_no_lamp_is_fine(factory: Any) -> None:
    lamp: Lamps = NoLamp()
    lamp.show("green")
    lamp.close()
    assert lamp.state is InputState.READY
    buzzer: Buzzer = NoBuzzer()
    buzzer.start()
    buzzer.sound("ask")
    buzzer.close()
    assert buzzer.state is InputState.READY
    buttons: Buttons = PinButtons({}, HandTurnedClock(), list[Press]().append, factory)
    buttons.start()
    buttons.close()
