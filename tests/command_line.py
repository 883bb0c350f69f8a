"""Running the installed `companion` command as a person does."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

Done = subprocess.CompletedProcess[str]

COMPANION = Path(sys.executable).with_name("companion")


def run_companion(*arguments: str | Path, timeout_s: float = 120) -> Done:
    """The finished command with what it wrote; fails when it takes longer than `timeout_s`."""
    return subprocess.run(
        [COMPANION, *arguments], capture_output=True, text=True, timeout=timeout_s, check=False
    )


def assert_one_sentence_on_stderr(done: Done, exit_status: int) -> None:
    """One line for a person on standard error, no traceback, nothing on standard output."""
    assert done.returncode == exit_status, done
    assert done.stdout == ""
    assert "Traceback" not in done.stderr
    assert done.stderr.strip()
    assert len(done.stderr.strip().splitlines()) <= 1 or done.stderr.startswith("Usage:")
