"""Calling `companion toss` as the command line does, without a new interpreter each time."""

from __future__ import annotations

import json
import sys
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pytest

from companion.cli import main

EXIT_READ, EXIT_BAD_INPUT, EXIT_UNSURE = 0, 2, 3


@dataclass(frozen=True)
class Called:
    """How a call ended and what it wrote."""

    exit_status: int
    stdout: str
    stderr: str

    @property
    def toss(self) -> dict[str, Any]:
        """The JSON document on standard output; fails when there is anything else."""
        assert self.stderr == ""
        document = json.loads(self.stdout)
        assert isinstance(document, dict)
        return document

    @property
    def refusal(self) -> str:
        """The one sentence of a refusal; fails unless it is one and stands alone."""
        assert self.exit_status == EXIT_BAD_INPUT, self
        assert self.stdout == ""
        assert "Traceback" not in self.stderr
        lines = self.stderr.strip().splitlines()
        assert len(lines) == 1, self.stderr
        assert lines[0].startswith("companion: ")
        assert lines[0].endswith(".")
        return lines[0].removeprefix("companion: ")

    def blocked(self) -> str:
        """The finding of a toss without a verdict; fails unless it is one sentence in JSON."""
        assert self.exit_status == EXIT_UNSURE, self
        toss = self.toss
        assert toss["status"] == "blocked"
        assert toss["tokens"] == []
        assert len(toss["problems"]) == 1
        sentence = toss["problems"][0]
        assert isinstance(sentence, str)
        assert sentence.endswith(".")
        assert "\n" not in sentence
        return sentence


Call = Callable[..., Called]


def caller(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> Call:
    """A function that runs `companion` with arguments through its real entry point."""

    def call(*arguments: str | Path) -> Called:
        monkeypatch.setattr(sys, "argv", ["companion", *map(str, arguments)])
        capsys.readouterr()
        try:
            main()
            status = 0
        except SystemExit as ended:
            status = int(ended.code or 0)
        written = capsys.readouterr()
        return Called(status, written.out, written.err)

    return call
