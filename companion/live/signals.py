"""What the lamp says: one colour for each thing that people wait for."""

from __future__ import annotations

from enum import Enum

from companion.display.model import Tone
from companion.flow import Status


class Signal(Enum):
    """What the table's lamp can say."""

    YOUR_TURN = "your turn"
    LOOKING = "looking"
    HAND = "hand in the way"
    ASK = "a question waits"
    REFUSED = "refused"
    ACCEPTED = "accepted"
    BLIND = "can't see the table"
    OFF = "no game"


LAMPS: dict[Signal, str] = {
    Signal.YOUR_TURN: "green",
    Signal.LOOKING: "blue",
    Signal.HAND: "amber",
    Signal.ASK: "magenta",
    Signal.REFUSED: "red",
    Signal.ACCEPTED: "white",
    Signal.BLIND: "amber",
    Signal.OFF: "off",
}

# What was just said is shown for a moment.
TONES: dict[Tone, Signal] = {
    Tone.OK: Signal.ACCEPTED,
    Tone.REFUSED: Signal.REFUSED,
    Tone.UNSURE: Signal.ASK,
}

STATUS_SIGNALS: dict[Status, Signal] = {
    Status.LOOKING: Signal.LOOKING,
    Status.MOVING: Signal.LOOKING,
    Status.HAND: Signal.HAND,
    Status.BAD_LIGHT: Signal.BLIND,
    Status.NO_BOARD: Signal.BLIND,
    Status.CAMERA_LOST: Signal.BLIND,
    Status.READ: Signal.YOUR_TURN,
    Status.DIFFERS: Signal.YOUR_TURN,
}
