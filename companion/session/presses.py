"""What a press means in each situation: one table, every combination listed."""

from __future__ import annotations

from enum import Enum


class Phase(Enum):
    """The situations of a session that give presses different meanings."""

    WATCHING = "no toss lies still"
    SHOWN = "a settled toss is shown, not yet booked"
    LOOKING = "a press waits for a fresh reading"
    PICKING = "the toss is booked, meeples select"
    DONE = "everybody has selected"


class Meaning(Enum):
    """What is done about a press, or why it has no meaning."""

    LOOK = "read the table now"
    ACCEPT = "book the settled toss"
    THROW = "throw the tokens of a simulated table"
    NEXT_ROUND = "end the phase and move the Girl on"
    UNDO = "take back the last entry"
    CANCEL = "stop waiting for a reading"
    NOTHING_SETTLED = "why_nothing_settled"
    BUSY = "why_busy"
    MUST_PICK = "why_must_pick"
    CAST_STANDS = "why_cast_stands"

    @property
    def refused(self) -> bool:
        """Say whether the press has no meaning; the value is then the key of the reason."""
        return self.value.startswith("why_")


BUTTONS = ("look", "next", "undo", "throw")

# `next` with nothing settled throws on a simulated table and has no meaning on a real one.
MEANINGS: dict[tuple[Phase, str], Meaning] = {
    (Phase.WATCHING, "look"): Meaning.LOOK,
    (Phase.WATCHING, "next"): Meaning.NOTHING_SETTLED,
    (Phase.WATCHING, "undo"): Meaning.UNDO,
    (Phase.WATCHING, "throw"): Meaning.THROW,
    (Phase.SHOWN, "look"): Meaning.LOOK,
    (Phase.SHOWN, "next"): Meaning.ACCEPT,
    (Phase.SHOWN, "undo"): Meaning.UNDO,
    (Phase.SHOWN, "throw"): Meaning.THROW,
    (Phase.LOOKING, "look"): Meaning.BUSY,
    (Phase.LOOKING, "next"): Meaning.BUSY,
    (Phase.LOOKING, "undo"): Meaning.CANCEL,
    (Phase.LOOKING, "throw"): Meaning.BUSY,
    (Phase.PICKING, "look"): Meaning.LOOK,
    (Phase.PICKING, "next"): Meaning.MUST_PICK,
    (Phase.PICKING, "undo"): Meaning.UNDO,
    (Phase.PICKING, "throw"): Meaning.CAST_STANDS,
    (Phase.DONE, "look"): Meaning.LOOK,
    (Phase.DONE, "next"): Meaning.NEXT_ROUND,
    (Phase.DONE, "undo"): Meaning.UNDO,
    (Phase.DONE, "throw"): Meaning.NEXT_ROUND,
}
