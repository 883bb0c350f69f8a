"""What a served table remembers stays bounded, however many games are played on it."""

from __future__ import annotations

import functools
import gc
import importlib
import pkgutil
import random
import weakref
from pathlib import Path

import msgspec
import pytest
from play_fakes import play_table, sit
from random_play import play_on

import companion
from companion.display.scenes import SceneFile, _shape, flat_mm
from companion.drawing import Disc, Ink
from companion.games.catalogue import find_game
from companion.play import gallery as galleries
from companion.play.gallery import KEPT_BYTES, SceneGallery
from companion.play.setting_up import begin_game, new_header, put_away, with_deal
from companion.play.shelf import COMPANION
from companion.play.table import PlayTable

PHONES = {"A": "one", "B": "two", "C": "three"}


def begin_another(table: PlayTable, name: str) -> None:
    put_away(table)
    header = new_header(find_game(name), ["Ann", "Ben", "Cem"], {}, "")
    begin_game(table, with_deal(header, table.seed), COMPANION, 0.0)
    for seat, phone in PHONES.items():
        sit(table, phone, seat)


def kept_bytes(gallery: SceneGallery) -> int:
    return sum(map(len, gallery._kept.values()))


def part(number: int) -> tuple[Disc, ...]:
    return tuple(Disc((float(number), float(y)), 1.0, Ink("#000000")) for y in range(20))


def name_in(path: str) -> str:
    return path.removeprefix("/api/scene/").removesuffix(".json")


def test_a_gallery_drops_the_oldest_with_all_that_it_knew_of_them(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(galleries, "KEPT_BYTES", 20_000)
    gallery = SceneGallery()
    first = gallery.keep_part(part(0))
    for number in range(1, 200):
        path = gallery.keep_part(part(number))
        gallery.keep(SceneFile((float(number), 1.0), (path,), ()))
        assert kept_bytes(gallery) == gallery._bytes <= 20_000
        assert set(gallery._parts.values()) == set(gallery._shapes) <= set(gallery._kept)
    assert gallery.find(name_in(first)) is None
    assert gallery.find(name_in(path)) is not None
    assert 0 < len(gallery._parts) < 30
    # What was dropped is written again when it is drawn again.
    again = gallery.find(name_in(gallery.keep_part(part(0))))
    assert again is not None
    assert len(msgspec.json.decode(again)["shapes"]) == 20


def test_parts_that_are_sent_alike_are_known_once() -> None:
    gallery = SceneGallery()
    paths = {
        gallery.keep_part((Disc((1.0 + number / 1e6, 1.0), 1.0, Ink("#000000")),))
        for number in range(100)
    }
    assert len(paths) == len(gallery._parts) == len(gallery._kept) == 1


def test_a_part_that_is_drawn_again_stays(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(galleries, "KEPT_BYTES", 20_000)
    gallery = SceneGallery()
    for number in range(1, 100):
        path = gallery.keep_part(part(0))
        gallery.keep_part(part(number))
        assert gallery.find(name_in(path)) is not None


@pytest.mark.parametrize("name", ["girl", "polaris", "solani", "starfall"])
def test_what_phones_are_shown_is_kept_a_few_moments_over(name: str, tmp_path: Path) -> None:
    table = play_table(tmp_path, name, ("Ann", "Ben", "Cem"))
    for seat, phone in PHONES.items():
        sit(table, phone, seat)
    table.shown(0.0, 0)
    assert 0 < kept_bytes(table.gallery) * 4 < KEPT_BYTES
    table.shelf.close()


def test_a_game_that_was_put_away_is_forgotten(tmp_path: Path) -> None:
    table = play_table(tmp_path, "solani", ("Ann", "Ben", "Cem"))
    gone = []
    for name in ("girl", "polaris", "solani"):
        begin_another(table, name)
        play_on(table, tuple(PHONES.values()), random.Random(name), 3)
        table.shown(0.0, 0)
        assert table.running is not None
        gone.append(weakref.ref(table.running))
    begin_another(table, "solani")
    table.shown(0.0, 0)
    gc.collect()
    assert [each() for each in gone] == [None] * 3
    assert set(table.phones) <= set(PHONES.values())
    table.shelf.close()


def test_nothing_is_remembered_without_a_bound() -> None:
    for module in pkgutil.walk_packages(companion.__path__, "companion."):
        if not module.name.endswith("__main__"):
            importlib.import_module(module.name)
    caches = [each for each in gc.get_objects() if isinstance(each, functools._lru_cache_wrapper)]
    own = [each for each in caches if (each.__module__ or "").startswith("companion")]
    assert flat_mm in own
    unbounded = [each.__qualname__ for each in own if each.cache_info().maxsize is None]
    assert unbounded == []
    # A shape with its points takes about 1 kB: these two are the largest.
    assert max(each.cache_info().maxsize or 0 for each in (flat_mm, _shape)) <= 8000
