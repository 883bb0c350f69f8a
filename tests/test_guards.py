"""The guards of conftest.py catch what they are there for."""

from __future__ import annotations

from pathlib import Path

import pytest

pytest_plugins = ["pytester"]

LEFT_BEHIND = """
import logging, threading
import pytest

def test_leaves_a_thread():
    event = threading.Event()
    threading.Thread(target=event.wait, args=(2,), name="straggler").start()

def test_ends_its_thread():
    event = threading.Event()
    thread = threading.Thread(target=event.wait, args=(20,))
    thread.start()
    event.set()

def test_logs_an_error():
    logging.getLogger("any").error("it broke")

@pytest.mark.error_log("it broke")
def test_names_its_error():
    logging.getLogger("any").error("it broke")

@pytest.mark.error_log("it broke")
def test_names_an_error_that_never_comes():
    pass
"""


def test_guards(pytester: pytest.Pytester) -> None:
    guards = Path(__file__).with_name("conftest.py").read_text(encoding="utf-8")
    pytester.makeconftest(guards.replace("END_WITHIN_S = 3.0", "END_WITHIN_S = 0.1"))
    pytester.makeini("[pytest]\nmarkers = error_log: an error that the test provokes")
    pytester.makepyfile(LEFT_BEHIND)
    result = pytester.runpytest_subprocess("-p", "no:cacheprovider", timeout=60)
    result.assert_outcomes(passed=5, errors=3)
    result.stdout.fnmatch_lines(
        [
            "*threads are left behind: ?'straggler'?*",
            "*errors were logged*",
            "*no error was logged*",
        ]
    )
