"""The wiring page and its drawing say what the companion expects."""

from __future__ import annotations

import re
from pathlib import Path
from xml.etree import ElementTree

import pytest

from companion.devices.pin_settings import EXAMPLE, USUAL_PINS, parse_pins
from hardware.pin_plan import RESERVED_BCM

DOCS = Path(__file__).resolve().parent.parent.parent / "docs"
SVG = "{http://www.w3.org/2000/svg}"


@pytest.fixture(scope="module")
def header() -> dict[int, str]:
    """The drawn header: what stands beside each of its pins (number to label)."""
    drawing = ElementTree.parse(DOCS / "wiring.svg")
    texts = [text for text in drawing.iter(f"{SVG}text") if text.text]
    at = {
        int(t.text): (float(t.get("x", 0)), float(t.get("y", 0)))
        for t in texts
        if t.text and t.text.isdigit()
    }
    labels = [t for t in texts if t.text and re.fullmatch(r"GPIO\d+|GND|3V3|5V", t.text)]
    assert sorted(at) == list(range(1, 41))
    return {
        number: min(
            labels,
            key=lambda t: abs(float(t.get("x", 0)) - x) + 9 * abs(float(t.get("y", 0)) - y),
        ).text or ""
        for number, (x, y) in at.items()
    }  # fmt: skip


def connections() -> list[tuple[str, str, str]]:
    """Rows of the page's table of connections: what, BCM numbers, pins of the header."""
    page = (DOCS / "wiring.md").read_text(encoding="utf-8")
    table = page.split("## Connections")[1].split("##")[0]
    rows = [[cell.strip() for cell in row.split("|")[1:-1]] for row in table.splitlines()]
    return [(row[0], row[1], row[2]) for row in rows if len(row) == 4 and row[1][:1].isdigit()]


def test_the_drawing_has_the_header_of_a_raspberry_pi(header: dict[int, str]) -> None:
    assert [n for n, label in header.items() if label == "GND"] == [6, 9, 14, 20, 25, 30, 34, 39]
    gpio = [label for label in header.values() if label.startswith("GPIO")]
    assert sorted(gpio) == sorted(f"GPIO{n}" for n in range(28))
    assert header[1] == "3V3"
    assert header[2] == "5V"


def test_the_page_the_drawing_and_the_settings_agree(header: dict[int, str]) -> None:
    pins = parse_pins(EXAMPLE)
    assert pins.lamp_rgb is not None
    wanted = {**pins.buttons, "lamp red, green, blue": pins.lamp_rgb, "buzzer +": pins.buzzer}
    told = {}
    for what, bcm, numbers in connections():
        bcms = tuple(map(int, bcm.split(", ")))
        told[what] = bcms if len(bcms) > 1 else bcms[0]
        assert [header[int(n)] for n in numbers.split(", ")] == [f"GPIO{n}" for n in bcms]
    assert told == wanted
    assert pins.buttons == USUAL_PINS
    page = (DOCS / "wiring.md").read_text(encoding="utf-8")
    assert f"--pins {EXAMPLE}" in page
    assert all(re.search(rf"\b{pin}\b", page) for pin in RESERVED_BCM)
