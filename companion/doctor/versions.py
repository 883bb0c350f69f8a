"""Versions that have to fit each other."""

from __future__ import annotations

import importlib.metadata
import platform
from collections.abc import Callable
from pathlib import Path

from companion.display.findings import Finding
from companion.doctor.machine import is_raspberry_pi
from companion.doctor.words import finding

SHOWN = ("tabletop-companion", "numpy", "opencv-python", "picamera2")
OPENCV_WHEELS = (
    "opencv-python",
    "opencv-python-headless",
    "opencv-contrib-python",
    "opencv-contrib-python-headless",
)

Find = Callable[[str], str]
"""The installed version of a package, or nothing."""


def installed(name: str) -> str:
    """The version of a package in this environment, or nothing."""
    try:
        return importlib.metadata.version(name)
    except importlib.metadata.PackageNotFoundError:
        return ""


def versions(root: Path, find: Find) -> Finding:
    """Whether numpy fits the system's picamera2, and OpenCV is there once."""
    wheels = [name for name in OPENCV_WHEELS if find(name)]
    if len(wheels) > 1:
        return finding("versions_two", names=", ".join(wheels))
    numpy = find("numpy")
    # The picamera2 of Bookworm is built for numpy 1; see constraints-bookworm.txt.
    if _bookworm(root) and is_raspberry_pi(root) and int(numpy.partition(".")[0] or 0) >= 2:
        return finding("versions_numpy", numpy=numpy)
    known = [f"{name} {find(name)}" for name in SHOWN if find(name)]
    return finding(
        "versions_ok", versions=", ".join([*known, f"Python {platform.python_version()}"])
    )


def _bookworm(root: Path) -> bool:
    try:
        text = (root / "etc/os-release").read_text(encoding="utf-8", errors="replace")
    except OSError:
        return False
    return "VERSION_CODENAME=bookworm" in text.splitlines()
