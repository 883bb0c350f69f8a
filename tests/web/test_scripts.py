"""The scripts of the page: each is served, kept for opening without a network, and short."""

from __future__ import annotations

import re
from pathlib import Path

WEB = Path(__file__).parents[2] / "web"
STATIC = WEB / "static"
MOST_LINES = 300  # as many as of a Python module


def scripts_of_the_page() -> list[str]:
    template = (WEB / "templates" / "table.html").read_text(encoding="utf-8")
    return re.findall(r"filename='(\w+)\.js'", template)


def test_the_page_opens_without_a_network() -> None:
    worker = (STATIC / "offline.js").read_text(encoding="utf-8")
    assert re.findall(r'"/static/(\w+)\.js"', worker) == scripts_of_the_page()


def test_every_script_of_the_page_is_there_and_none_says_a_name_twice() -> None:
    owners: dict[str, str] = {}
    for script in scripts_of_the_page():
        text = (STATIC / f"{script}.js").read_text(encoding="utf-8")
        assert '"use strict";' in text
        for name in re.findall(r"^(?:const|let|(?:async )?function) (\w+)", text, re.MULTILINE):
            assert owners.setdefault(name, script) == script, f"{name} is in two scripts"
    assert list(owners.values())[-1] == "table", "what starts the page is loaded last"


def test_scripts_can_be_read_in_one_sitting() -> None:
    for path in STATIC.glob("*.js"):
        lines = path.read_text(encoding="utf-8").count("\n")
        assert lines <= MOST_LINES, f"{path.name} has {lines} lines: split it by what it shows"
