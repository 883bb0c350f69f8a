"""Photographs that phones send: who reads them, and where the page asks for one."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from functools import lru_cache
from typing import Any, Protocol

from companion.display.model import Note, Section, Text, Tone, Upload
from companion.display.photo import PhotoAnswer, PhotoOf
from companion.games.catalogue import find_game, game_names, load_edition
from companion.games.contract import LANGUAGES
from companion.games.printable import Lying
from companion.play.running_game import RunningGame
from companion.play.words import say

PATH = "/api/photo"

# Gives what a function makes of the game, in the thread that decides; None before a game.
Look = Callable[[Callable[[RunningGame], Any]], Any]


class Photos(Protocol):
    """Reads photographs; safe to call from any thread."""

    def read(self, encoded: bytes, look: Look) -> PhotoAnswer:
        """Read a picture file and compare it with the game; what can't be used is told."""

    def read_alone(self, encoded: bytes, of: PhotoOf, edition: str) -> PhotoAnswer:
        """Read a picture file while no game goes on; `edition` "" is the game's own first one."""

    def picture(self, name: str) -> bytes | None:
        """Find the JPEG of a photograph that was read lately."""


def photo_section(running: RunningGame) -> Section | None:
    """Where a phone sends a photograph; nothing for a game that does not say what lies where."""
    if not isinstance(running.game, Lying):
        return None
    note = Note(Tone.INFO, say("photo_help"))
    dish = tuple(replace(each, label=say("photo_take_dish")) for each in _dishes(running.game.name))
    uploads = (Upload(say("photo_take"), PATH), *dish)
    return Section("photo", say("photo"), (note,), folded=True, uploads=uploads)


def photo_before_game(draft: str) -> Section:
    """Where a phone sends a photograph before a game: of the game `draft`, "" of any."""
    names = (draft,) if draft else game_names()
    uploads = [upload for name in names for upload in _uploads(name)]
    note = Note(Tone.INFO, say("photo_alone_help"))
    return Section("photo", say("photo_alone"), (note,), folded=True, uploads=tuple(uploads))


def _uploads(name: str) -> tuple[Upload, ...]:
    """What can be photographed of a game: its boards, and a dish that one of them has."""
    game = find_game(name)
    if not isinstance(game, Lying):
        return ()
    title = Text(*(game.say("game", language, {}) for language in LANGUAGES))
    return Upload(say("photo_boards", game=title), f"{PATH}?game={name}"), *_dishes(name)


@lru_cache(maxsize=16)
def _dishes(name: str) -> tuple[Upload, ...]:
    """The dish of a game, which is judged on its own; nothing for a game without one."""
    game: Any = find_game(name)
    prints = game.prints(load_edition(game, game.default_edition))
    if all(board.dish is None for board in prints.boards):
        return ()
    title = Text(*(game.say("game", language, {}) for language in LANGUAGES))
    return (Upload(say("photo_dish", game=title), f"{PATH}?game={name}&dish=yes"),)
