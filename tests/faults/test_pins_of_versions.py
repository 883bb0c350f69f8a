"""Pinned versions hold together: a newer OpenCV beside the system's numpy breaks it."""

from __future__ import annotations

import re
import tomllib
from pathlib import Path

import pytest
from packaging.requirements import Requirement

ROOT = Path(__file__).resolve().parents[2]
# What Raspberry Pi OS Bookworm brings with its picamera2, built for numpy 1.
BOOKWORM = {"numpy": "1.24.2", "opencv-python": "4.11.0.86"}


def constraints(name: str) -> dict[str, Requirement]:
    lines = (ROOT / name).read_text(encoding="utf-8").splitlines()
    found = [Requirement(line) for line in lines if line and not line.startswith("#")]
    return {canonical(each.name): each for each in found}


def canonical(name: str) -> str:
    return re.sub(r"[-_.]+", "-", name).lower()


def wanted() -> list[Requirement]:
    project = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    dev = project["optional-dependencies"]["dev"]
    return [Requirement(line) for line in (*project["dependencies"], *dev)]


@pytest.mark.parametrize(("name", "version"), BOOKWORM.items())
def test_bookworms_versions_are_allowed_and_newer_ones_are_not(name: str, version: str) -> None:
    pinned = constraints("constraints-bookworm.txt")[name]
    assert pinned.specifier.contains(version)
    assert not pinned.specifier.contains({"numpy": "2.0.0", "opencv-python": "4.12.0.88"}[name])
    (needed,) = (each for each in wanted() if each.name == name)
    assert needed.specifier.contains(version)


def test_every_package_that_is_needed_is_pinned_within_its_bounds() -> None:
    pinned = constraints("constraints.txt")
    for needed in wanted():
        (exact,) = pinned[canonical(needed.name)].specifier
        assert exact.operator == "=="
        assert needed.specifier.contains(exact.version), needed


@pytest.mark.parametrize("name", ["constraints.txt", "constraints-bookworm.txt"])
def test_no_pin_names_a_host_or_a_headless_opencv(name: str) -> None:
    text = (ROOT / name).read_text(encoding="utf-8")
    assert "://" not in text
    assert "headless" not in text
