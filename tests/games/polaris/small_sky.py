"""Another edition: four sectors, eight columns, two orbits, other cards and goals."""

from __future__ import annotations

import math
import tomllib
from pathlib import Path
from typing import Any

import companion.games.polaris

(FOLDER,) = map(Path, companion.games.polaris.__path__)
COLUMNS = 8
PHASES = ["new", "crescent", "half", "eclipse"]


def small_document(north_mm: tuple[float, float] = (70.0, 70.0)) -> dict[str, Any]:
    """The document of an edition that shares hardly a number with the reference."""
    document = tomllib.loads((FOLDER / "editions" / "POL-REF-1.toml").read_text("utf-8"))
    document |= {"name": "SMALL", "phases": PHASES, "rounds": 4, "players": [2, 3]}
    document["neutral_players"] = []
    for card in document["card"]:
        card["counts"] = dict.fromkeys(PHASES, card["counts"].get("new", 1))
    document["goal"] = [
        goal for goal in document["goal"] if goal["kind"] != "orbit" and goal.get("number", 0) <= 4
    ]
    counts = {
        deck: sum(sum(c["counts"].values()) for c in document["card"] if c["deck"] == deck)
        for deck in ("basic", "advanced")
    }
    document["components"] |= counts | {"goals": len(document["goal"])}
    document["sky"] = _sky(north_mm)
    return document


def _sky(north_mm: tuple[float, float]) -> dict[str, Any]:
    spaces = []
    for orbit, radius in ((1, 30.0), (2, 58.0)):
        for k in range(COLUMNS):
            angle = math.radians(360.0 * k / COLUMNS)
            place = [
                round(north_mm[0] + radius * math.sin(angle), 2),
                round(north_mm[1] - radius * math.cos(angle), 2),
            ]
            colour = "red" if k % 2 == 0 else "white" if k % 4 == 1 else "plain"
            spaces.append([f"{orbit},{k}", orbit, _sectors(k), colour, place])
    lines = []
    for orbit in (1, 2):
        for k in range(COLUMNS):
            other = (k + 1) % COLUMNS
            shared = sorted(set(_sectors(k)) & set(_sectors(other)))
            lines.append([f"{orbit},{k}", f"{orbit},{other}", "h", shared])
    lines += [[f"1,{k}", f"2,{k}", "v", _sectors(k)] for k in range(COLUMNS)]
    lines += [["N", f"1,{k}", "v", _sectors(k)] for k in range(1, COLUMNS, 2)]
    return {
        "size_mm": [140.0, 140.0],
        "space_diameter_mm": 8.0,
        "star_diameter_mm": 7.0,
        "line_width_mm": 2.5,
        "sectors": 4,
        "north": "N",
        "north_mm": list(north_mm),
        "marked": [],
        "spaces": spaces,
        "lines": lines,
    }


def _sectors(k: int) -> list[int]:
    if k % 2:
        return [k // 2 + 1]
    return sorted({(k // 2 - 1) % 4 + 1, k // 2 + 1})
