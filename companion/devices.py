"""Opens what the settings name: a camera with its board, buttons, keys, a lamp."""

from __future__ import annotations

import re
import shutil
import sys
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Protocol

from companion.board import Board
from companion.errors import CameraError, InputError
from companion.flow import Frame
from companion.reopening import ReopeningCamera
from companion.session.ports import Hands
from companion.table_file import load_board
from hardware.buttons import PinButtons
from hardware.keyboard import KeyLines
from hardware.lamps import NoLamp, PinLamp
from hardware.pin_factory import pin_factory
from hardware.ports import Buttons, Clock, InputState, Lamps, PressSink

CAMERAS = "simulated[:ART], folder:DIR, usb:N or pi"
BUTTON_NAMES = ("look", "next", "undo")
# BCM numbers without a second function on the header, side by side with a ground pin.
USUAL_PINS = {"look": 17, "next": 27, "undo": 22}
MOST_PIN = 27
_FOLDER_EACH_S = 4.0
_SIMULATED_ART = "night"
_SIMULATED_CONDITIONS = "bright"
# At a real table a token seldom comes to lie flat on another.
_SIMULATED_STACK_SHARE = 0.02


class FrameSource(Protocol):
    """The part of a camera that a running table needs."""

    def frame(self, newer_than_s: float, wait_s: float) -> Frame:
        """Give a frame; see hardware.ports.Camera."""

    def settle(self) -> str:
        """Measure and fix light and focus; see hardware.ports.Camera."""

    def close(self) -> None:
        """Let the device go."""


@dataclass(frozen=True)
class Scene:
    """A camera, the board it looks at, and who throws when the table is simulated."""

    camera: FrameSource
    board: Board
    hands: Hands | None = None


def open_scene(spec: str, table: Path | None, clock: Clock, seed: int, folder: Path) -> Scene:
    """Open the camera that `spec` names; `folder` is where a simulated board is written.

    Raises InputError for a spec that names none, CameraError when the device can't be had.
    """
    kind, _, detail = spec.partition(":")
    if kind == "simulated":
        return _simulated(detail or _SIMULATED_ART, table, clock, seed, folder)
    opener = {"folder": _folder, "usb": _usb, "pi": _pi}.get(kind)
    if opener is None:
        raise InputError(f"there is no camera called {spec!r}; --camera is {CAMERAS}")
    if table is None:
        raise InputError(
            f"--camera {spec} needs --table with the table.toml that describes your board"
        )
    board = load_board(table)
    return Scene(opener(detail, clock), board)


def _simulated(art_name: str, table: Path | None, clock: Clock, seed: int, folder: Path) -> Scene:
    from hardware.camera_simulated import SimulatedCamera
    from hardware.simulated.arts import art_named
    from hardware.simulated.conditions import conditions_named
    from hardware.simulated.photo_set import write_table
    from hardware.simulated.studio import Studio

    if table is not None:
        raise InputError("the simulated table has its own board; leave out --table")
    conditions = conditions_named(_SIMULATED_CONDITIONS)
    habits = replace(conditions.habits, stack_share=_SIMULATED_STACK_SHARE)
    studio = Studio(art_named(art_name), seed, replace(conditions, habits=habits))
    place = folder / f"simulated-{art_name}"
    try:
        shutil.rmtree(place, ignore_errors=True)
        place.mkdir(parents=True)
        write_table(studio, place)
    except OSError as error:
        raise InputError(
            f"the simulated board can't be written to {place} ({error.strerror}); "
            "choose another folder with --data"
        ) from error
    camera = SimulatedCamera(studio, clock, seed=seed)
    return Scene(camera, load_board(place / "table.toml"), camera)


def _folder(detail: str, clock: Clock) -> FrameSource:
    from hardware.camera_folder import FolderCamera

    if not detail:
        raise InputError("--camera folder needs the folder: folder:DIR")
    try:
        return FolderCamera(Path(detail), clock, each_s=_FOLDER_EACH_S, loop=True)
    except CameraError as error:
        # A folder does not come back like a cable does: what was typed is wrong.
        raise InputError(f"--camera folder:{detail} can't be used. {error}") from error


def _usb(detail: str, clock: Clock) -> FrameSource:
    from hardware.camera_usb import UsbCamera

    if not detail:
        raise InputError("--camera usb needs its number or path: usb:0 or usb:/dev/video0")
    return UsbCamera(int(detail) if detail.isascii() and detail.isdigit() else detail, clock)


def _pi(detail: str, clock: Clock) -> FrameSource:
    from hardware.camera_pi import PiCamera

    if detail and not (detail.isascii() and detail.isdigit()):
        raise InputError(f"--camera pi takes a number, as in pi:1, not {detail!r}")
    # A loose cable or a busy camera is told on the page, and tried again.
    return ReopeningCamera(lambda: PiCamera(clock, number=int(detail or 0)), clock)


@dataclass(frozen=True)
class Pins:
    """Where buttons and lamp are: pins by button, red, green and blue of the lamp."""

    kind: str
    buttons: dict[str, int]
    lamp_rgb: tuple[int, int, int] | None = None


_PIN = re.compile(r"(look|next|undo)=(\d{1,2})", re.ASCII)
_LAMP = re.compile(r"lamp=(\d{1,2})/(\d{1,2})/(\d{1,2})", re.ASCII)


def parse_pins(text: str) -> Pins:
    """Read `auto`, `none`, `mock` or `look=17,next=27,undo=22,lamp=16/20/21` (BCM numbers).

    Raises InputError for anything else, and for a pin used twice.
    """
    if text in ("auto", "mock"):
        return Pins(text, dict(USUAL_PINS))
    if text == "none":
        return Pins(text, {})
    buttons: dict[str, int] = {}
    lamp: tuple[int, int, int] | None = None
    for part in text.split(","):
        button, colours = _PIN.fullmatch(part.strip()), _LAMP.fullmatch(part.strip())
        if button is not None and button[1] not in buttons:
            buttons[button[1]] = int(button[2])
        elif colours is not None and lamp is None:
            lamp = int(colours[1]), int(colours[2]), int(colours[3])
        else:
            raise InputError(
                f"--pins can't read {part!r}; write auto, none, mock or, with BCM numbers, "
                "look=17,next=27,undo=22,lamp=16/20/21"
            )
    used = [*buttons.values(), *(lamp or ())]
    if len(used) != len(set(used)) or max(used) > MOST_PIN:
        raise InputError(f"--pins needs different BCM numbers from 0 to {MOST_PIN}, got {text}")
    return Pins("gpio", buttons, lamp)


@dataclass(frozen=True)
class Panel:
    """The buttons and the lamp at the table, and what is wrong with them."""

    sources: tuple[Buttons, ...]
    lamp: Lamps
    problems: tuple[str, ...]

    def close(self) -> None:
        """Let everything go."""
        for source in self.sources:
            source.close()
        self.lamp.close()


def open_panel(pins: Pins, clock: Clock, sink: PressSink) -> Panel:
    """Open pins and terminal keys; what can't be had is told and does not stop the table."""
    sources: list[Buttons] = [KeyLines(sys.stdin, clock, sink)]
    lamp: Lamps = NoLamp()
    problems = []
    if pins.kind != "none":
        factory = pin_factory("mock" if pins.kind == "mock" else "gpio")
        buttons = PinButtons(pins.buttons, clock, sink, factory)
        sources.append(buttons)
        problems.append(buttons.problem)
        if pins.lamp_rgb is not None:
            lamp = PinLamp(pins.lamp_rgb, factory)
            problems.append(lamp.problem)
        if pins.kind == "auto" and buttons.state is InputState.NO_PINS:
            problems = []
    return Panel(tuple(sources), lamp, tuple(dict.fromkeys(p for p in problems if p)))
