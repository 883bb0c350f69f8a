"""Finds the games beside this file and reads their edition files."""

from __future__ import annotations

import importlib
import pkgutil
import tomllib
from functools import lru_cache
from pathlib import Path
from typing import Any

import companion.games
from companion.errors import InputError
from companion.games.contract import LANGUAGES, AnyGame, EditionError
from companion.games.refusals import refusal


def game_names() -> tuple[str, ...]:
    """The names of all game folders, sorted."""
    return tuple(sorted(m.name for m in pkgutil.iter_modules(companion.games.__path__) if m.ispkg))


def find_game(name: str) -> AnyGame:
    """Load one game by its name or by its title; raises InputError for one that is not there."""
    folded = name.strip().casefold()
    if folded in game_names():
        return _load_game(folded)
    for known in game_names():
        game = _load_game(known)
        if folded in {game.say("game", language, {}).casefold() for language in LANGUAGES}:
            return game
    raise InputError(refusal("no_game", name=repr(name), known=game_names()))


def _load_game(name: str) -> AnyGame:
    game: AnyGame = importlib.import_module(f"companion.games.{name}").GAME
    return game


def edition_names(game: AnyGame) -> tuple[str, ...]:
    """The editions that ship with a game."""
    return tuple(sorted(path.stem for path in _folder(game).glob("*.toml")))


def names_file(name: str) -> bool:
    """Whether `load_edition` takes this for the path of a file, not for a shipped edition."""
    return name.endswith(".toml")


def load_edition(game: AnyGame, name: str) -> Any:
    """An edition by its name, or by the path of a file of your own (ending in `.toml`).

    A path opens any file: a name that came from a phone has to be checked first.  Raises
    EditionError: no such edition, unreadable, not TOML, or what it breaks and where.
    """
    if names_file(name):
        return _load(game.name, Path(name).resolve())
    shipped = {edition.casefold(): edition for edition in edition_names(game)}
    if name.strip().casefold() not in shipped:
        known = edition_names(game)
        raise EditionError(refusal("no_edition", game=game.name, name=repr(name), known=known))
    return _load(game.name, (_folder(game) / f"{shipped[name.strip().casefold()]}.toml").resolve())


@lru_cache(maxsize=8)
def _load(game_name: str, path: Path) -> Any:
    try:
        document = tomllib.loads(path.read_text("utf-8"))
    except OSError as error:
        raise EditionError(
            f"{path}: can't be read: {error.strerror or error}; name a file of your own, or an "
            "edition that ships"
        ) from error
    except RecursionError:
        raise EditionError(f"{path}: nests its lists too deeply to be an edition") from None
    except ValueError as error:  # not UTF-8, or not TOML
        raise EditionError(f"{path}: is not a TOML file: {error}") from error
    return find_game(game_name).read_edition(document, path.name)


def _folder(game: AnyGame) -> Path:
    (root,) = companion.games.__path__
    return Path(root) / game.name / "editions"
