"""What a press means at a refereed table: one table of situations and presses, all listed."""

from __future__ import annotations

from enum import Enum


class Situation(Enum):
    """What gives presses their meaning."""

    NO_GAME = "no game has begun"
    UNSEEN = "the table has not been seen to lie still"
    SAME = "the table shows what the game has"
    READY = "moves are seen that may be booked"
    ASKING = "several moves may have led to what is seen"
    BROKEN = "what is seen breaks a rule"
    LOOKING = "a press waits for fresh pictures"
    ENDING = "the end of the game waits to be confirmed"
    STOPPING = "shutting down waits to be confirmed"
    OVER = "the game is over"


class Meaning(Enum):
    """What is done about a press, or why it has no meaning."""

    LOOK = "read the table now"
    MEASURE = "measure the light, then read the table"
    BOOK = "read the table and book what it shows"
    UNDO = "take back the newest move"
    CANCEL = "stop what waits"
    ASK_END = "ask whether the game shall end"
    ASK_STOP = "ask whether to shut down"
    END = "put the game away"
    STOP = "shut down"
    NO_GAME = "why_no_game"
    BUSY = "why_busy"
    OVER = "why_over"
    CONFIRM = "why_confirm"

    @property
    def refused(self) -> bool:
        """Whether the press has no meaning; the value is then the key of the reason."""
        return self.value.startswith("why_")


BUTTONS = ("look", "next", "undo")
Push = tuple[str, bool]  # the button, and whether it was held

_ALWAYS: dict[Push, Meaning] = {
    ("look", False): Meaning.LOOK,
    ("look", True): Meaning.MEASURE,
    ("next", False): Meaning.BOOK,
    ("next", True): Meaning.ASK_END,
    ("undo", False): Meaning.UNDO,
    ("undo", True): Meaning.ASK_STOP,
}
_BUSY: dict[Push, Meaning] = {
    ("look", False): Meaning.BUSY,
    ("look", True): Meaning.BUSY,
    ("next", False): Meaning.BUSY,
    ("next", True): Meaning.BUSY,
    ("undo", False): Meaning.CANCEL,
    ("undo", True): Meaning.CANCEL,
}


def _confirming(meaning: Meaning) -> dict[Push, Meaning]:
    """`next` confirms, `undo` cancels, all else is refused until one of them comes."""
    return {
        ("look", False): Meaning.CONFIRM,
        ("look", True): Meaning.CONFIRM,
        ("next", False): meaning,
        ("next", True): Meaning.CONFIRM,
        ("undo", False): Meaning.CANCEL,
        ("undo", True): Meaning.CANCEL,
    }


MEANINGS: dict[Situation, dict[Push, Meaning]] = {
    Situation.NO_GAME: {
        **_ALWAYS,
        ("look", False): Meaning.NO_GAME,
        ("next", False): Meaning.NO_GAME,
        ("next", True): Meaning.NO_GAME,
        ("undo", False): Meaning.NO_GAME,
    },
    Situation.UNSEEN: _ALWAYS,
    Situation.SAME: _ALWAYS,
    Situation.READY: _ALWAYS,
    Situation.ASKING: _ALWAYS,
    Situation.BROKEN: _ALWAYS,
    Situation.LOOKING: _BUSY,
    Situation.ENDING: _confirming(Meaning.END),
    Situation.STOPPING: _confirming(Meaning.STOP),
    Situation.OVER: {**_ALWAYS, ("next", False): Meaning.OVER},
}
