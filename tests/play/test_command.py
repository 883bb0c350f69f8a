"""What `companion serve --game` refuses, in one sentence."""

from __future__ import annotations

import sys
from pathlib import Path

import pytest

from companion.apps.play import PlayApp, PlaySettings
from companion.cli import main
from companion.errors import InputError


@pytest.mark.parametrize(
    ("options", "words"),
    [
        (["--game", "chess"], "no game called 'chess'"),
        (["--game", "solani", "--seats", "Ann,ann"], "same name"),
        (["--game", "polaris", "--seats", "A1,B1,C1,D1,E1,F1,G1"], "players"),
        (["--game", "solani", "--ruling", "rounds"], "NAME=VALUE"),
        (["--game", "solani", "--ruling", "rounds=99"], "rulings.rounds: must be one of"),
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


def prompt_of(
    folder: Path, game: str, players: tuple[str, ...], journal: Path | None = None
) -> str:
    with PlayApp(PlaySettings("127.0.0.1", 0, folder, game, players, journal=journal)) as app:
        return app.games.hub.newest.display.title.en + app.games.hub.newest.display.prompt.en


def test_which_game_goes_on_and_which_begins(tmp_path: Path) -> None:
    journals = tmp_path / "games"
    first = prompt_of(tmp_path, "solani", ("Ann", "Ben"))
    assert prompt_of(tmp_path, "solani", ("Ann", "Ben")) == first
    assert prompt_of(tmp_path, "solani", ()) == first
    assert prompt_of(tmp_path, "", ()) == first
    assert len(list(journals.glob("*.db"))) == 1
    assert prompt_of(tmp_path, "solani", ("Cem", "Cim")) != first
    assert "Polaris" in prompt_of(tmp_path, "polaris", ("Ann", "Ben"))
    assert len(list(journals.glob("*.db"))) == 3
    again = journals / "game-0001.db"
    assert prompt_of(tmp_path, "solani", ("Ann", "Ben"), again) == first
    with pytest.raises(InputError, match="another --journal"):
        prompt_of(tmp_path, "polaris", ("Ann", "Ben"), again)
