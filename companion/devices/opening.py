"""Opens what the settings name: a camera with its board, buttons, keys, a lamp."""

from __future__ import annotations

import re
import shutil
import sys
from collections.abc import Callable
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Protocol

from companion.board import Board
from companion.describing.table_file import load_board
from companion.devices.pin_settings import Pins
from companion.devices.reopening import ReopeningCamera
from companion.errors import CameraError, InputError
from companion.flow import Frame
from companion.session.ports import Hands
from hardware.buttons import PinButtons
from hardware.buzzer import NoBuzzer, PinBuzzer
from hardware.keyboard import KeyLines
from hardware.lamps import NoLamp, PinLamp
from hardware.pin_factory import pin_factory
from hardware.ports import Buttons, Buzzer, Clock, InputState, Lamps, PressSink

CAMERAS = "simulated[:ART], folder:DIR, usb:N or pi[:N][,focus=METRES]"
_PI = re.compile(r"(?P<number>\d{0,2})(,?focus=(?P<focus>\d{1,2}(\.\d{1,3})?))?", re.ASCII)
_FOLDER_EACH_S = 4.0
_SIMULATED_ART = "night"
_SIMULATED_CONDITIONS = "bright"
# At a real table a token seldom comes to lie flat on another.
_SIMULATED_STACK_SHARE = 0.02


class FrameSource(Protocol):
    """The part of a camera that a running table needs."""

    @property
    def problem(self) -> str:
        """What can't be kept fixed, or nothing; see hardware.ports.Camera."""

    def frame(self, newer_than_s: float, wait_s: float) -> Frame:
        """Give a frame; see hardware.ports.Camera."""

    def moved(self) -> bool:
        """Say whether something moved in view; see hardware.ports.Camera."""

    def settle(self) -> str:
        """Measure and fix light and focus; see hardware.ports.Camera."""

    def still(self, wait_s: float) -> Frame:
        """Give a picture of full size; see hardware.ports.Camera."""

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
    _opener(spec)
    if table is None:
        raise InputError(
            f"--camera {spec} needs --table with the table.toml that describes your board"
        )
    board = load_board(table)
    return Scene(open_camera(spec, clock), board)


def check_scene(spec: str, table: Path | None) -> None:
    """Raise InputError for settings that `open_scene` could not use; opens nothing."""
    kind, _, detail = spec.partition(":")
    if kind == "simulated":
        from hardware.simulated.arts import art_named

        art_named(detail or _SIMULATED_ART)
        if table is not None:
            raise InputError("the simulated table has its own board; leave out --table")
        return
    _opener(spec)
    if table is None:
        raise InputError(
            f"--camera {spec} needs --table with the table.toml that describes your board"
        )
    load_board(table)


def open_camera(spec: str, clock: Clock) -> FrameSource:
    """Open a camera on its own, without a board; raises as `open_scene` does."""
    return _opener(spec)(spec.partition(":")[2], clock)


def camera_name(spec: str) -> str:
    """What the camera that `spec` names calls itself; "" for a simulated one."""
    kind, _, detail = spec.partition(":")
    if kind == "usb":
        return f"usb {int(detail) if detail.isascii() and detail.isdigit() else detail}"
    if kind == "folder":
        return f"folder {Path(detail).name}"
    said = _PI.fullmatch(detail) if kind == "pi" else None
    return "" if said is None else f"pi {int(said['number'] or 0)}"


def _opener(spec: str) -> Callable[[str, Clock], FrameSource]:
    """What opens the real camera that `spec` names."""
    openers = {"folder": _folder, "usb": _usb, "pi": _pi}
    kind = spec.partition(":")[0]
    opener = openers.get(kind)
    if kind == "simulated":
        raise InputError(
            "the simulated camera sees its own table and nothing else; "
            "name a real one here: folder:DIR, usb:N or pi[:N]"
        )
    if opener is None:
        raise InputError(f"there is no camera called {spec!r}; --camera is {CAMERAS}")
    return opener


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

    said = _PI.fullmatch(detail)
    focus_m = float(said["focus"]) if said and said["focus"] else None
    if said is None or focus_m == 0:
        raise InputError(
            f"--camera pi takes a number and the distance of the board in metres, as in pi:0 or "
            f"pi:0,focus=0.6, not {detail!r}"
        )
    number = int(said["number"] or 0)
    # A loose cable or a busy camera is told on the page, and tried again.
    return ReopeningCamera(lambda: PiCamera(clock, number=number, focus_m=focus_m), clock)


@dataclass(frozen=True)
class Panel:
    """Buttons, lamp and buzzer at the table, and what is wrong with them."""

    sources: tuple[Buttons, ...]
    lamp: Lamps
    buzzer: Buzzer
    problems: tuple[str, ...]

    def start(self) -> None:
        """Begin to send presses and to sound."""
        self.buzzer.start()
        for source in self.sources:
            source.start()

    def close(self) -> None:
        """Let everything go."""
        for source in self.sources:
            source.close()
        self.lamp.close()
        self.buzzer.close()


def open_panel(pins: Pins, clock: Clock, sink: PressSink) -> Panel:
    """Open pins and terminal keys; what can't be had is told and does not stop the table."""
    sources: list[Buttons] = [KeyLines(sys.stdin, clock, sink)]
    lamp: Lamps = NoLamp()
    buzzer: Buzzer = NoBuzzer()
    problems = []
    if pins.kind != "none":
        factory = pin_factory("mock" if pins.kind == "mock" else "gpio")
        buttons = PinButtons(pins.buttons, clock, sink, factory)
        sources.append(buttons)
        problems.append(buttons.problem)
        if pins.lamp_rgb is not None:
            lamp = PinLamp(pins.lamp_rgb, factory)
            problems.append(lamp.problem)
        if pins.buzzer is not None:
            buzzer = PinBuzzer(pins.buzzer, clock, factory)
            problems.append(buzzer.problem)
        if pins.kind == "auto" and buttons.state is InputState.NO_PINS:
            problems = []
    return Panel(tuple(sources), lamp, buzzer, tuple(dict.fromkeys(p for p in problems if p)))
