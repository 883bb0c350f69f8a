"""What `--pins` says: where buttons, lamp and buzzer are."""

from __future__ import annotations

import re
from dataclasses import dataclass, field

from companion.errors import InputError
from companion.flow import Sentence
from hardware.pin_plan import conflict

BUTTON_NAMES = ("look", "next", "undo")
# BCM numbers without a second function on the header, side by side with a ground pin.
USUAL_PINS = {"look": 17, "next": 27, "undo": 22}
EXAMPLE = "look=17,next=27,undo=22,lamp=16/20/21,buzzer=12"

_PART = re.compile(r"(look|next|undo|buzzer)=(\d{1,2})", re.ASCII)
_LAMP = re.compile(r"lamp=(\d{1,2})/(\d{1,2})/(\d{1,2})", re.ASCII)
_COLOURS = ("lamp red", "lamp green", "lamp blue")


@dataclass(frozen=True)
class Pins:
    """Pins by button, red, green and blue of the lamp, the buzzer; `kind` is auto, gpio, ..."""

    kind: str
    buttons: dict[str, int] = field(default_factory=dict)
    lamp_rgb: tuple[int, int, int] | None = None
    buzzer: int | None = None


def parse_pins(text: str) -> Pins:
    """Read `auto`, `none`, `mock` or such as EXAMPLE (BCM numbers).

    Raises InputError for anything else, a pin used twice, and one that is not free to use.
    """
    if text in ("auto", "mock"):
        return Pins(text, dict(USUAL_PINS))
    if text == "none":
        return Pins(text)
    single: dict[str, int] = {}
    lamp: tuple[int, int, int] | None = None
    for part in text.split(","):
        one, colours = _PART.fullmatch(part.strip()), _LAMP.fullmatch(part.strip())
        if one is not None and one[1] not in single:
            single[one[1]] = int(one[2])
        elif colours is not None and lamp is None:
            lamp = int(colours[1]), int(colours[2]), int(colours[3])
        else:
            raise InputError(
                Sentence(
                    "pins_unread",
                    "--pins can't read {part}; write auto, none, mock or, with BCM numbers, "
                    "{example}",
                    part=repr(part),
                    example=EXAMPLE,
                )
            )
    wrong = conflict([*single.items(), *zip(_COLOURS, lamp or (), strict=False)])
    if wrong:
        raise InputError(Sentence("pins_wrong", "--pins {text}: {wrong}", text=text, wrong=wrong))
    buttons = {name: pin for name, pin in single.items() if name in BUTTON_NAMES}
    return Pins("gpio", buttons, lamp, single.get("buzzer"))
