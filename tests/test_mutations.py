"""Pictures, records, descriptions, editions and journals with bytes changed at random.

Each is read, or refused with one sentence; nothing else, and nothing takes long.
"""

from __future__ import annotations

import io
import itertools
import json
from collections.abc import Callable
from pathlib import Path

import cv2
import numpy as np
import pytest
from board_files import TABLE_TOML, write_table
from mutations import mutated, within
from PIL import Image

from companion.describing.table_file import load_any
from companion.errors import CompanionError
from companion.games.catalogue import find_game, game_names, load_edition
from companion.keeping.journal import Journal, JournalError, read_undamaged
from companion.records import report
from companion.records.document import read_record
from companion.records.replay import replay
from companion.serving import config_file
from companion.whole_game.session import GameSession
from vision.pictures import decode_picture

ROOT = Path(__file__).resolve().parents[1]
LONGEST_S = 10.0
FEW, MANY = 60, 3000
Use = Callable[[bytes], object]


def sweep(good: bytes, use: Use, seeds: range) -> tuple[int, int]:
    """How many changed files were read, and how many were refused with a sentence."""
    read = refused = 0
    for seed in seeds:
        changed = mutated(good, seed)
        try:
            with within(LONGEST_S):
                use(changed)
            read += 1
        except CompanionError as error:
            refused += 1
            said = str(error)
            assert said.strip(), f"seed {seed}"
            assert "\n" not in said, f"seed {seed}: {said!r}"
            assert "Traceback" not in said, f"seed {seed}"
            assert len(said) < 2000, f"seed {seed}: {said[:200]!r}..."
        except Exception as error:
            raise AssertionError(f"seed {seed}: {type(error).__name__}: {error}") from error
    return read, refused


def picture(kind: str) -> bytes:
    """A small picture with everything in it that such files carry."""
    noise = np.random.default_rng(5).integers(0, 255, (48, 64, 3), np.uint8)
    out = io.BytesIO()
    exif = Image.Exif()
    exif[0x0112], exif[0x010F] = 6, "maker"
    options = {"exif": exif} if kind in ("JPEG", "PNG", "WEBP") else {}
    Image.fromarray(cv2.GaussianBlur(noise, (5, 5), 0)).save(out, kind, **options)
    return out.getvalue()


def as_picture(data: bytes) -> object:
    return decode_picture(data, "picture")


def as_record(data: bytes) -> object:
    played = replay(read_record(data, "record"))
    return json.dumps(report.as_json(played, "en")), list(report.as_text(played, "zh-Hant"))


def as_table(folder: Path) -> Use:
    path = write_table(folder)

    def use(data: bytes) -> object:
        path.write_bytes(data)
        return load_any(path)

    return use


def as_edition(name: str, folder: Path) -> Use:
    game, numbers = find_game(name), itertools.count()

    def use(data: bytes) -> object:
        path = folder / f"own-{next(numbers)}.toml"  # one that was read once is not read again
        path.write_bytes(data)
        return load_edition(game, str(path))

    return use


def as_journal(folder: Path) -> Use:
    """Opened, or its undamaged part is read, or told to be no journal."""
    path = folder / "changed.db"

    def use(data: bytes) -> object:
        path.write_bytes(data)
        try:
            with Journal(path) as journal:
                return GameSession.resume(journal)
        except JournalError:
            return read_undamaged(path)

    return use


def a_journal(folder: Path) -> bytes:
    path = folder / "good.db"
    with Journal(path) as journal:
        record = read_record((ROOT / "docs/examples/solani-four-players.json").read_bytes(), "it")
        GameSession.begin(journal, record, "", 0.0)
    return path.read_bytes()


def check_pictures(kind: str, seeds: range) -> None:
    _, refused = sweep(picture(kind), as_picture, seeds)
    assert refused > 0


def check_records(name: str, seeds: range) -> None:
    good = (ROOT / "docs" / "examples" / f"{name}-four-players.json").read_bytes()
    read, _ = sweep(good, as_record, seeds)
    assert read > 0


def check_files(folder: Path, seeds: range) -> None:
    read, refused = sweep(TABLE_TOML.encode(), as_table(folder), seeds)
    assert read > 0
    assert refused > 0


def check_editions(name: str, folder: Path, seeds: range) -> None:
    game = find_game(name)
    editions = ROOT / "companion" / "games" / name / "editions"
    good = (editions / f"{game.default_edition}.toml").read_bytes()
    _, refused = sweep(good, as_edition(name, folder), seeds)
    assert refused > 0


KINDS = ["JPEG", "PNG", "WEBP", "BMP", "GIF", "TIFF"]


@pytest.mark.parametrize("kind", KINDS)
def test_changed_pictures(kind: str) -> None:
    check_pictures(kind, range(FEW * 3))


@pytest.mark.parametrize("name", game_names())
def test_changed_records(name: str) -> None:
    check_records(name, range(FEW // 3))


def test_changed_descriptions(tmp_path: Path) -> None:
    check_files(tmp_path, range(FEW * 3))


@pytest.mark.parametrize("name", game_names())
def test_changed_editions(name: str, tmp_path: Path) -> None:
    check_editions(name, tmp_path, range(FEW // 3))


def test_changed_journals(tmp_path: Path) -> None:
    sweep(a_journal(tmp_path), as_journal(tmp_path), range(FEW // 2))


def test_lists_in_lists_in_lists(tmp_path: Path) -> None:
    deep = b"a = " + b"[" * 100_000
    uses = [as_table(tmp_path), as_record, *(as_edition(name, tmp_path) for name in game_names())]
    for use in uses:
        with pytest.raises(CompanionError), within(LONGEST_S):
            use(deep)
    (tmp_path / "settings.toml").write_bytes(deep)
    with pytest.raises(CompanionError, match="too deeply"):
        config_file._load(tmp_path / "settings.toml")


@pytest.mark.slow
@pytest.mark.parametrize("kind", KINDS)
def test_many_changed_pictures(kind: str) -> None:
    check_pictures(kind, range(10_000, 10_000 + MANY * 3))


@pytest.mark.slow
@pytest.mark.parametrize("name", game_names())
def test_many_changed_records(name: str) -> None:
    check_records(name, range(10_000, 10_000 + MANY // 5))


@pytest.mark.slow
def test_many_changed_descriptions(tmp_path: Path) -> None:
    check_files(tmp_path, range(10_000, 10_000 + MANY))


@pytest.mark.slow
@pytest.mark.parametrize("name", game_names())
def test_many_changed_editions(name: str, tmp_path: Path) -> None:
    check_editions(name, tmp_path, range(10_000, 10_000 + MANY // 5))


@pytest.mark.slow
def test_many_changed_journals(tmp_path: Path) -> None:
    sweep(a_journal(tmp_path), as_journal(tmp_path), range(10_000, 10_000 + MANY // 5))
