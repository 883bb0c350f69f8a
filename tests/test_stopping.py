"""How serving ends while a thread is in the middle of a picture."""

from __future__ import annotations

import subprocess
import sys

import pytest

HUNG = """
import threading
from companion.serving.stopping import end_stopped
threading.Thread(target=threading.Event().wait, name="{name}", daemon={daemon}).start()
end_stopped("Stopped.", ("eyes",))
print("went on")
"""


@pytest.mark.parametrize(
    ("name", "daemon", "said"),
    [
        ("eyes", True, "Stopped.\n"),
        ("eyes", False, "Stopped.\n"),
        ("x", True, "Stopped.\nwent on\n"),
    ],
)
def test_a_thread_that_looks_holds_up_nothing(name: str, daemon: bool, said: str) -> None:
    code = HUNG.format(name=name, daemon=daemon)
    done = subprocess.run(
        [sys.executable, "-c", code], capture_output=True, text=True, timeout=30, check=False
    )
    assert (done.returncode, done.stdout, done.stderr) == (0, said, "")
