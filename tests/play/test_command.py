"""What `companion serve --game` refuses, in one sentence."""

from __future__ import annotations

import sys
from pathlib import Path

import pytest

from companion.cli import main


@pytest.mark.parametrize(
    ("options", "words"),
    [
        (["--game", "chess"], "no game called 'chess'"),
        (["--game", "solani", "--seats", "Ann,ann"], "same name"),
        (["--game", "polaris", "--seats", "A1,B1,C1,D1,E1,F1,G1"], "players"),
        (["--game", "solani", "--ruling", "rounds"], "NAME=VALUE"),
        (["--game", "solani", "--ruling", "rounds=99"], "rounds is one of"),
        (["--game", "solani", "--edition", "nowhere.toml"], "nowhere.toml"),
        (["--game", "solani", "--edition", "OTHER"], "no edition called"),
        (["--seats", "Ann,Ben"], "go with --game"),
        (["--journal", "game.db"], "go with --game"),
    ],
)
def test_wrong_options_are_one_sentence(
    options: list[str],
    words: str,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    monkeypatch.chdir(tmp_path)
    where = ["--host", "127.0.0.1", "--port", "0", "--data", str(tmp_path / "data")]
    monkeypatch.setattr(sys, "argv", ["companion", "serve", *options, *where])
    with pytest.raises(SystemExit) as stopped:
        main()
    said = capsys.readouterr().err
    assert stopped.value.code == 2
    assert words in said
    assert said.count("\n") == 1
