"""The worked example and small records of The Girl, and the commands run on them."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

from click.testing import CliRunner, Result

ROOT = Path(__file__).parents[2]
EXAMPLE = ROOT / "docs" / "examples" / "girl-four-players.json"
MOVES = ["draw A T01 T09 T17", "place A T01 3,3 r0 front", "place A T09 3,4 r4 front"]


def record(**changes: Any) -> dict[str, Any]:
    return {"game": "girl", "players": ["Ann", "Ben"], "moves": MOVES, **changes}


def encoded(document: Any) -> bytes:
    return json.dumps(document).encode()


def run(command: Any, *arguments: str, stdin: bytes | None = None) -> Result:
    return CliRunner().invoke(command, list(arguments), input=stdin)
