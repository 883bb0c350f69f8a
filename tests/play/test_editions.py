"""Which editions a phone may ask for: those that ship, and the file given at the start."""

from __future__ import annotations

import json
import os
import shutil
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
from play_served import PhoneClient, ServedGame

from companion.apps.play import PlayApp, PlaySettings
from companion.display.model import Note, Text, Tone
from companion.display.photo import PhotoAnswer, PhotoOf
from companion.errors import InputError
from companion.games import catalogue
from companion.games.catalogue import edition_names, find_game, load_edition
from companion.play import photos
from companion.play.photos import Look

SHIPPED = "SOL-REF-1"
NAMES = {"A": "Ann", "B": "Ben"}
RECORD = {"game": "solani", "players": ["Ann", "Ben"], "moves": []}


def by_name(edition: str) -> dict[str, Any]:
    return {"edition": edition, "names": NAMES}


def by_record(edition: str) -> dict[str, Any]:
    return {"record": json.dumps({**RECORD, "edition": edition})}


def own_file(folder: Path) -> Path:
    """A file of their own, the same as the shipped one."""
    shipped = catalogue._folder(find_game("solani")) / f"{SHIPPED}.toml"
    return Path(shutil.copy(shipped, folder / "own.toml"))


def pipe(folder: Path) -> str:
    """Whoever opens it waits for a writer, longer than the phone waits for its answer."""
    os.mkfifo(folder / "pipe.toml")
    return str(folder / "pipe.toml")


def climbing(folder: Path) -> str:
    return os.path.relpath(own_file(folder), Path.cwd())


FILES: dict[str, Callable[[Path], str]] = {
    "a pipe": pipe,
    "a whole path": lambda folder: str(own_file(folder)),
    "a path that climbs": climbing,
    "not there": lambda folder: str(folder / "none.toml"),
    "a folder": lambda folder: f"{folder}/.toml",
    "a zero byte": lambda folder: f"{folder}\0.toml",
    "a long path": lambda folder: f"/{'x' * 9000}.toml",
    "shipped, as a file": lambda _: f"{SHIPPED}.toml",
}


@pytest.fixture(scope="module")
def host(tmp_path_factory: pytest.TempPathFactory) -> Iterator[PhoneClient]:
    """The phone that sets a game up; nothing that it asks for here begins one."""
    table = ServedGame(tmp_path_factory.mktemp("editions"), "solani")
    yield PhoneClient(table)
    table.stop()


@pytest.mark.parametrize("asked", [by_name, by_record])
@pytest.mark.parametrize("file", FILES.values(), ids=FILES)
def test_no_file_is_opened_for_a_phone(
    host: PhoneClient,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    file: Callable[[Path], str],
    asked: Callable[[str], dict[str, Any]],
) -> None:
    edition, shipped = file(tmp_path), catalogue._folder(find_game("solani")) / f"{SHIPPED}.toml"
    read, load = {shipped}, catalogue._load
    # The page itself asks for the shipped one.
    monkeypatch.setattr(catalogue, "_load", lambda of, path: read.add(path) or load(of, path))
    status, said = host.post("begin", asked(edition))
    assert (status, read) == (409, {shipped})
    sentence = f"solani has no edition called {edition[:40]!r}; shipped are: {SHIPPED}"
    assert said["error"] == sentence
    assert host.section("setup")


@pytest.mark.parametrize("asked", [by_name, by_record])
@pytest.mark.parametrize("own", [True, False])
def test_the_file_given_at_the_start_and_shipped_ones_are_played(
    tmp_path: Path, asked: Callable[[str], dict[str, Any]], own: bool
) -> None:
    file = str(own_file(tmp_path))
    served = ServedGame(tmp_path / "data", "solani", edition=file)
    try:
        phone = PhoneClient(served)
        choices = phone.section("setup")["forms"][0]["choices"]
        offered = next(each for each in choices if each["name"] == "edition")
        assert offered["value"] == file
        assert [option["value"] for option in offered["options"]] == [file, SHIPPED]
        assert phone.post("begin", by_record(f"{file}.toml"))[0] == 409
        status, said = phone.post("begin", asked(file if own else SHIPPED))
        assert status == 200, said
    finally:
        served.stop()


class RememberedPhotos:
    """Reads nothing, and remembers of which game's edition it was to be read."""

    def __init__(self) -> None:
        self.asked: list[tuple[str, str]] = []

    def read(self, encoded: bytes, look: Look) -> PhotoAnswer:
        raise AssertionError("nothing is compared with the game here")

    def read_alone(self, encoded: bytes, of: PhotoOf, edition: str) -> PhotoAnswer:
        self.asked.append((of.game, edition))
        return PhotoAnswer(Note(Tone.INFO, Text("", "")))

    def picture(self, name: str) -> bytes | None:
        return None


def test_what_is_photographed_is_of_the_edition_that_is_played(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    girl, loaded = find_game("girl"), set[str]()
    monkeypatch.setattr(
        photos, "load_edition", lambda game, name: loaded.add(name) or load_edition(game, name)
    )
    (shipped,) = edition_names(girl)
    file = shutil.copy(catalogue._folder(girl) / f"{shipped}.toml", tmp_path / "girl.toml")
    served = ServedGame(tmp_path / "data", "girl", edition=str(file))
    try:
        served.app.games.photos = read = RememberedPhotos()
        phone = PhoneClient(served)

        def photograph(*games: str) -> list[tuple[str, str]]:
            read.asked.clear()
            for game in games:
                served.app.games.photo(b"", phone.cookie, PhotoOf(game, dish=True))
            return read.asked

        assert phone.section("photo")["uploads"]
        assert photograph("girl", "solani") == [("girl", str(file)), ("solani", "")]
        assert str(file) in loaded
        loaded.clear()
        photos._dishes.cache_clear()
        assert phone.post("begin", by_name(shipped))[0] == 200
        assert phone.section("photo")["uploads"]
        assert photograph("girl", "solani") == [("girl", shipped), ("solani", "")]
        assert loaded == {shipped}
    finally:
        served.stop()


def test_the_file_of_one_game_is_not_another_games(tmp_path: Path) -> None:
    file = str(own_file(tmp_path))
    served = ServedGame(tmp_path / "data", "solani", edition=file)
    try:
        body = {"record": json.dumps({**RECORD, "game": "polaris", "edition": file})}
        status, said = PhoneClient(served).post("begin", body)
        assert status == 409
        assert "polaris has no edition called" in str(said)
    finally:
        served.stop()


def test_a_wrong_file_is_told_at_the_start(tmp_path: Path) -> None:
    (tmp_path / "own.toml").write_text("rounds = ")
    settings = PlaySettings("127.0.0.1", 0, tmp_path, "solani", edition=str(tmp_path / "own.toml"))
    with pytest.raises(InputError, match=r"own\.toml: is not a TOML file"):
        PlayApp(settings)
