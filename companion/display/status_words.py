"""The words of the status line (DESIGN.md section 6) and the lamp colour that goes with them."""

from __future__ import annotations

from companion.display.model import StatusLine, Text
from companion.flow import Sentence, Status

_CHINESE = {
    Status.LOOKING: "尋找中",
    Status.HAND: "有手擋住",
    Status.MOVING: "移動中",
    Status.BAD_LIGHT: "太暗／太模糊",
    Status.NO_BOARD: "找不到圖板",
    Status.READ: "已讀取",
    Status.DIFFERS: "與遊戲不符",
    Status.CAMERA_LOST: "相機中斷",
}
# What cameras say until their first picture.
_STARTS = ("camera_starts", "usb_starting")
_LAMPS = {
    Status.READ: "green",
    Status.DIFFERS: "magenta",
    Status.HAND: "blue",
    Status.MOVING: "blue",
    Status.LOOKING: "blue",
}


def status_line(status: Status, details: tuple[Text, ...] = ()) -> StatusLine:
    """Say a status in both languages; English is exactly the words of the design."""
    return StatusLine(status.name.lower(), Text(status.value, _CHINESE[status]), details)


def is_starting(why: str) -> bool:
    """Whether there are no pictures only because the camera is just starting."""
    return isinstance(why, Sentence) and why.key in _STARTS


def without_pictures(why: str) -> Status:
    """The status while there are no pictures; a camera that starts is not lost."""
    return Status.LOOKING if is_starting(why) else Status.CAMERA_LOST


def lamp_of(status: Status) -> str:
    """Name the lamp colour of a status; what blocks a reading is amber."""
    return _LAMPS.get(status, "amber")
