"""Which clauses of the rules the tests of a game prove."""

from __future__ import annotations

import ast
from pathlib import Path

from games.golden import all_cases


def marked_clauses(folder: Path) -> set[str]:
    """The ids named by `@pytest.mark.clause(...)` in the tests of a folder."""
    found = set()
    for path in folder.glob("test_*.py"):
        for node in ast.walk(ast.parse(path.read_text("utf-8"))):
            if isinstance(node, ast.Call) and ast.unparse(node.func) == "pytest.mark.clause":
                inside = (part for argument in node.args for part in ast.walk(argument))
                found |= {str(p.value) for p in inside if isinstance(p, ast.Constant)}
    return found


def case_clauses(game: str) -> set[str]:
    """The ids that a game's golden cases prove, or that their steps assert."""
    found: set[str] = set()
    for case in all_cases():
        if case.game == game:
            found |= set(case.data.get("proves", ()))
            for step in case.data["steps"]:
                found |= set(step.get("clauses", ()))
    return found
