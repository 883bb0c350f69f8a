"""What buttons, lamp and buzzer have to do on any pins; a test class inherits it with `lines`."""

from __future__ import annotations

from typing import Any, Protocol

from companion.flow import Press
from hardware.buttons import PinButtons
from hardware.buzzer import PATTERNS_S, PinBuzzer
from hardware.lamps import COLOURS_RGB, PinLamp
from hardware.ports import Clock, InputState

PINS = {"look": 17, "next": 27}
LAMP_RGB = (5, 6, 13)
BUZZER = 12
STEP_S = 0.01


class Lines(Protocol):
    """Pins that can be driven and looked at from outside."""

    factory: Any
    clock: Clock

    def drive(self, pin_bcm: int, *, down: bool) -> None:
        """Connect a pin with ground, or let it go."""

    def level(self, pin_bcm: int) -> float:
        """The share of the time (0 to 1) that a pin is high."""


class Table:
    """Two buttons, the lines that they are on, and the presses so far."""

    def __init__(self, lines: Lines) -> None:
        self.lines, self.clock = lines, lines.clock
        self.presses: list[Press] = []
        for pin in PINS.values():
            lines.drive(pin, down=False)
        self.buttons = PinButtons(PINS, lines.clock, self.presses.append, lines.factory)

    def drive(self, name: str, *, down: bool) -> None:
        self.lines.drive(PINS[name], down=down)

    def chatter(self, name: str, *, down: bool) -> None:
        """Five bounces of 5 ms that end at the level."""
        for _ in range(5):
            self.drive(name, down=down)
            self.clock.wait_s(0.0025)
            self.drive(name, down=not down)
            self.clock.wait_s(0.0025)
        self.drive(name, down=down)

    def pass_time(self, seconds: float) -> None:
        until_s = self.clock.now_s() + seconds
        while self.clock.now_s() < until_s:
            self.clock.wait_s(STEP_S)
            self.buttons.step()

    @property
    def pressed(self) -> list[tuple[str, bool]]:
        return [(press.button, press.held) for press in self.presses]


class PinContract:
    def test_a_short_and_a_held_press_are_told_apart_at_release(self, lines: Lines) -> None:
        table = Table(lines)
        table.pass_time(0.1)
        began_s = table.clock.now_s()
        table.drive("look", down=True)
        table.pass_time(0.2)
        assert table.presses == []
        table.drive("look", down=False)
        table.pass_time(0.15)
        table.drive("next", down=True)
        table.pass_time(0.9)
        assert len(table.presses) == 1
        table.drive("next", down=False)
        table.pass_time(0.15)
        assert table.pressed == [("look", False), ("next", True)]
        assert [press.source for press in table.presses] == ["pin", "pin"]
        assert 0 <= table.presses[0].at_s - began_s < 0.1
        table.buttons.close()

    def test_chatter_on_both_edges_is_one_press_and_never_held(self, lines: Lines) -> None:
        table = Table(lines)
        table.pass_time(0.1)
        table.chatter("look", down=True)
        table.pass_time(0.15)
        table.chatter("look", down=False)
        table.pass_time(0.15)
        assert table.pressed == [("look", False)]
        table.buttons.close()

    def test_a_glitch_is_no_press(self, lines: Lines) -> None:
        table = Table(lines)
        table.pass_time(0.1)
        table.drive("look", down=True)
        table.clock.wait_s(0.005)
        table.drive("look", down=False)
        table.pass_time(0.5)
        assert table.presses == []
        table.buttons.close()

    def test_a_lost_release_edge_never_makes_a_held_press(self, lines: Lines) -> None:
        table = Table(lines)
        table.pass_time(0.1)
        table.drive("look", down=True)
        table.pass_time(0.15)
        device = table.buttons._devices["look"]
        device.when_released, kept = None, device.when_released
        table.drive("look", down=False)  # this edge reaches nobody
        table.clock.wait_s(1.0)
        device.when_released = kept
        table.pass_time(0.15)
        assert table.pressed == [("look", False)]
        table.drive("look", down=True)
        table.pass_time(0.15)
        table.drive("look", down=False)
        table.pass_time(0.15)
        assert table.pressed == [("look", False)] * 2
        table.buttons.close()

    def test_a_pin_that_is_taken_is_named_and_the_other_button_works(self, lines: Lines) -> None:
        from gpiozero import LED

        with LED(PINS["look"], pin_factory=lines.factory):
            table = Table(lines)
            assert table.buttons.state is InputState.PIN_BUSY
            assert "Pin 17" in table.buttons.problem
            assert "'look'" in table.buttons.problem
            table.pass_time(0.1)
            table.drive("next", down=True)
            table.pass_time(0.15)
            table.drive("next", down=False)
            table.pass_time(0.15)
            assert table.pressed == [("next", False)]
            table.buttons.close()

    def test_the_lamp_shows_pure_colours_and_goes_dark(self, lines: Lines) -> None:
        lamp = PinLamp(LAMP_RGB, lines.factory)
        assert lamp.problem == ""
        for colour in ("red", "white", "off", "octarine"):
            lamp.show(colour)
            wanted = COLOURS_RGB.get(colour, COLOURS_RGB["off"])
            assert tuple(round(lines.level(pin)) for pin in LAMP_RGB) == wanted
        lamp.show("white")
        lamp.close()
        lamp.close()
        assert [lines.level(pin) for pin in LAMP_RGB] == [0, 0, 0]

    def test_the_buzzer_sounds_its_patterns_and_falls_silent(self, lines: Lines) -> None:
        buzzer = PinBuzzer(BUZZER, lines.clock, lines.factory)
        for pattern, lasts_s in PATTERNS_S.items():
            buzzer.sound(pattern)
            until_s, beeps, was = lines.clock.now_s() + sum(lasts_s) + 0.2, 0, 0
            while lines.clock.now_s() < until_s:
                buzzer.step()
                level = round(lines.level(BUZZER))
                beeps, was = beeps + (level > was), level
                lines.clock.wait_s(STEP_S)
            assert beeps == (len(lasts_s) + 1) // 2, pattern
            assert was == 0
        buzzer.sound("no pattern of that name")
        buzzer.step()
        assert round(lines.level(BUZZER)) == 0
        buzzer.sound("accepted")
        buzzer.step()
        assert round(lines.level(BUZZER)) == 1
        buzzer.close()
        buzzer.close()
        assert round(lines.level(BUZZER)) == 0
        assert buzzer.state is InputState.ENDED
