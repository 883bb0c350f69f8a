"""What every change has to pass: format, lint, types, import rules, lengths.

    python tools/check.py [NAME ...]

Runs all checks, or those named, and ends with 1 when one fails.  The test run does the same.
"""

from __future__ import annotations

import ast
import subprocess
import sys
from collections.abc import Callable, Iterator
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
PACKAGES = ("companion", "vision", "hardware", "web", "tools")
LONGEST_MODULE = 300
LONGEST_BODY = 50
COMMANDS = {
    "format": ["-m", "ruff", "format", "--check", "."],
    "lint": ["-m", "ruff", "check", "."],
    "types": ["-m", "mypy"],
    "imports": ["-c", "from importlinter.cli import lint_imports_command; lint_imports_command()"],
}


def run_command(name: str) -> str:
    """Run one of COMMANDS; what it printed if it failed, or nothing."""
    done = subprocess.run(
        [sys.executable, *COMMANDS[name]],
        cwd=ROOT,
        capture_output=True,
        text=True,
        timeout=900,
        check=False,
    )
    return (done.stdout + done.stderr) if done.returncode else ""


def check_lengths(name: str = "lengths") -> str:
    """Modules and functions that are too long to be read in one sitting, one a line."""
    del name
    return "\n".join(
        complaint
        for package in PACKAGES
        for path in sorted((ROOT / package).rglob("*.py"))
        for complaint in too_long(str(path.relative_to(ROOT)), path.read_text(encoding="utf-8"))
    )


def too_long(name: str, source: str) -> Iterator[str]:
    """Complaints about one module: its length, and the bodies of its functions."""
    lines = len(source.splitlines())
    if lines > LONGEST_MODULE:
        yield f"{name}: {lines} lines; split it, a module has at most {LONGEST_MODULE}"
    for node in ast.walk(ast.parse(source)):
        if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef):
            length = _body_length(node)
            if length > LONGEST_BODY:
                yield f"{name}:{node.lineno}: {node.name} has {length} lines of {LONGEST_BODY}"


def _body_length(node: ast.FunctionDef | ast.AsyncFunctionDef) -> int:
    """Lines of a function's body, its docstring left out."""
    body = node.body[1:] if ast.get_docstring(node, clean=False) is not None else node.body
    if not body:
        return 0
    return (body[-1].end_lineno or body[-1].lineno) - body[0].lineno + 1


CHECKS: dict[str, Callable[[str], str]] = {
    **dict.fromkeys(COMMANDS, run_command),
    "lengths": check_lengths,
}


def main() -> int:
    """Run the checks that are named, or all; 1 when one fails."""
    failed = []
    for name in sys.argv[1:] or CHECKS:
        if name not in CHECKS:
            sys.exit(f"{name} is not a check; choose from {', '.join(CHECKS)}")
        complaints = CHECKS[name](name)
        print(f"{name}: {'failed' if complaints else 'passed'}")
        if complaints:
            failed.append(name)
            print(complaints.rstrip())
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main())
