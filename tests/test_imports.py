"""Who may import whom (DESIGN section 1), and that importing does nothing but import.

import-linter, run by `tools/check.py`, guards the libraries and the layers; here is the finer
table of the project's own modules.
"""

from __future__ import annotations

import ast
import json
import os
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parent.parent
PACKAGES = ("companion", "vision", "hardware", "web")
NOUNS = {
    "companion.flow",
    "companion.board",
    "companion.places",
    "companion.prints",
    "companion.drawing",
    "companion.errors",
}
CONTRACT = {
    "companion.games.as_played",
    "companion.games.assembled",
    "companion.games.broken",
    "companion.games.contract",
    "companion.games.playable",
    "companion.games.printable",
    "companion.games.refusals",
    "companion.games.shapes",
    "companion.games.naming",
    "companion.games.wording",
}

# A module of the first may import of the project only itself and the second.
MAY_IMPORT = {
    "vision": NOUNS | {"companion.describing.outlines", "companion.calibrating.sheet"},
    "hardware": NOUNS,
    # A page draws a Display, hears from the hub that there is a new one, and puts requests.
    "web": NOUNS | {"companion.display", "companion.running.hub", "companion.running.acts"},
    "companion.table": NOUNS,
    "companion.display": NOUNS,
    "companion.printing": NOUNS | {"companion.calibrating.sheet"},
    "companion.describing.outlines": NOUNS,
    "companion.calibrating.sheet": set[str](),
    "companion.flow": set[str](),
    "companion.board": set[str](),
    "companion.drawing": set[str](),
    "companion.places": {"companion.board"},
    "companion.prints": {"companion.board", "companion.drawing", "companion.places"},
    "companion.errors": set[str](),
}
# The picture maker that readings are measured on knows nothing of the readers.
NEVER = [("hardware.simulated", "vision"), ("companion.games", "companion.describing.table_file")]
# The composition root: builds the parts by name and joins them.
COMPOSITION = (
    "companion.app",
    "companion.apps",
    "companion.bench",
    "companion.calibrating.from_camera",
    "companion.calibrating.jobs",
    "companion.calibrating.lens_choice",
    "companion.calibrating.page",
    "companion.cli",
    "companion.devices.opening",
    "companion.devices.pin_settings",
    "companion.devices.reopening",
    "companion.photos",
    "companion.printed",
    "companion.rehearsal",
    "companion.teaching_app",
)

CLOCK_CHANCE_FILES = {
    "asyncio",
    "datetime",
    "io",
    "multiprocessing",
    "os",
    "random",
    "secrets",
    "shutil",
    "socket",
    "sqlite3",
    "subprocess",
    "tempfile",
    "threading",
    "time",
    "uuid",
}


def modules() -> dict[str, Path]:
    """Every module of the project by its dotted name."""
    found = {}
    for package in PACKAGES:
        for path in sorted((ROOT / package).rglob("*.py")):
            parts = path.relative_to(ROOT).with_suffix("").parts
            found[".".join(parts[:-1] if parts[-1] == "__init__" else parts)] = path
    return found


MODULES = modules()
GAMES = sorted(
    {name.split(".")[2] for name in MODULES if name.startswith("companion.games.")}
    & {path.name for path in (ROOT / "companion" / "games").iterdir() if path.is_dir()}
)


def imported(name: str) -> Iterator[str]:
    """The project's modules that `name` imports, also inside its functions."""
    for node in ast.walk(ast.parse(MODULES[name].read_text(encoding="utf-8"))):
        if isinstance(node, ast.Import):
            targets = [alias.name for alias in node.names]
        elif isinstance(node, ast.ImportFrom):
            assert node.level == 0, f"{name}: write the whole name of what you import"
            module = node.module or ""
            targets = [
                whole if (whole := f"{module}.{alias.name}") in MODULES else module
                for alias in node.names
            ]
        else:
            continue
        yield from (target for target in targets if target.split(".")[0] in PACKAGES)


def within(name: str, packages: set[str]) -> bool:
    """Whether `name` is one of `packages` or inside one."""
    return any(name == package or name.startswith(f"{package}.") for package in packages)


def strangers(name: str, allowed: set[str]) -> list[str]:
    """What `name` imports of the project beside `allowed`."""
    return [target for target in imported(name) if not within(target, allowed)]


@pytest.mark.parametrize("package", MAY_IMPORT)
def test_each_step_imports_only_what_it_may(package: str) -> None:
    members = [name for name in MODULES if within(name, {package})]
    assert members
    wrong = {name: strangers(name, MAY_IMPORT[package] | {package}) for name in members}
    assert not {name: targets for name, targets in wrong.items() if targets}


@pytest.mark.parametrize("game", GAMES)
def test_a_game_imports_its_own_folder_and_the_contract(game: str) -> None:
    own = f"companion.games.{game}"
    wrong = {
        name: strangers(name, NOUNS | CONTRACT | {own}) for name in MODULES if within(name, {own})
    }
    assert wrong
    assert not {name: targets for name, targets in wrong.items() if targets}


def test_nothing_but_the_composition_root_knows_every_package() -> None:
    wrong = {
        name: [
            target
            for target in imported(name)
            if within(target, {"vision", "hardware", "web", *COMPOSITION})
        ]
        for name in MODULES
        if within(name, {"companion"}) and not within(name, set(COMPOSITION))
    }
    assert not {name: targets for name, targets in wrong.items() if targets}


@pytest.mark.parametrize(("package", "stranger"), NEVER)
def test_what_must_never_meet(package: str, stranger: str) -> None:
    for name in MODULES:
        if within(name, {package}):
            assert not [target for target in imported(name) if within(target, {stranger})], name


@pytest.mark.parametrize("name", [name for name in MODULES if within(name, {"companion.games"})])
def test_rules_have_no_clock_no_chance_and_no_files(name: str) -> None:
    reads_data = name.endswith("_file") or name == "companion.games.catalogue"
    for node in ast.walk(ast.parse(MODULES[name].read_text(encoding="utf-8"))):
        names: list[str] = []
        if isinstance(node, ast.Import):
            names = [alias.name for alias in node.names]
        elif isinstance(node, ast.ImportFrom):
            names = [node.module or ""]
        elif isinstance(node, ast.Call) and isinstance(node.func, ast.Name):
            assert reads_data or node.func.id != "open", f"{name}:{node.lineno} opens a file"
        wrong = {each.split(".")[0] for each in names} & CLOCK_CHANCE_FILES
        assert reads_data or not wrong, f"{name}:{node.lineno} imports {wrong}"


WATCH = """
import importlib, json, os, sys, threading
sys.modules["picamera2"] = sys.modules["lgpio"] = None
modules, seen = json.loads(sys.argv[1]), []
import cv2, flask, gpiozero, msgspec, numpy, PIL.Image, reportlab.pdfgen.canvas, rich, shapely
import sqlite3, waitress, ctypes, multiprocessing, tempfile, uuid
environment = dict(os.environ)

def watch(event, arguments):
    if event == "open":
        path, mode, flags = arguments
        writes = flags & (os.O_WRONLY | os.O_RDWR | os.O_CREAT)
        device = str(path).startswith("/dev/") and str(path) not in ("/dev/null", "/dev/urandom")
        if writes or device:
            seen.append(f"{module}: {event} {path}")
    elif event.split(".")[0] in ("socket", "subprocess", "shutil", "tempfile", "sqlite3") or (
        event in ("os.mkdir", "os.remove", "os.rename", "os.putenv", "os.system", "os.fork")
    ):
        seen.append(f"{module}: {event} {arguments}")
    elif event == "_thread.start_new_thread":
        seen.append(f"{module}: thread")

module = ""
sys.addaudithook(watch)
for module in modules:
    importlib.import_module(module)
if dict(os.environ) != environment:
    seen.append("the environment was changed")
if threading.active_count() != 1:
    seen.append(f"threads: {threading.enumerate()}")
print(json.dumps(seen))
"""


def test_importing_every_module_touches_nothing() -> None:
    environment = {**os.environ, "PYTHONDONTWRITEBYTECODE": "1"}
    done = subprocess.run(
        [sys.executable, "-c", WATCH, json.dumps(list(MODULES))],
        cwd=ROOT,
        env=environment,
        capture_output=True,
        text=True,
        timeout=120,
        check=False,
    )
    assert done.returncode == 0, done.stderr
    assert json.loads(done.stdout) == []


def test_rules_load_no_picture_library() -> None:
    script = (
        "import sys, companion.games.catalogue, companion.flow, companion.table.settle\n"
        "print(sorted({'cv2', 'numpy', 'flask', 'gpiozero'} & set(sys.modules)))"
    )
    done = subprocess.run(
        [sys.executable, "-c", script], capture_output=True, text=True, timeout=60, check=True
    )
    assert done.stdout.strip() == "[]"
