"""Photographs that phones send: who reads them, and where the page asks for one."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import replace
from functools import lru_cache
from typing import Any, Protocol

from companion.display.model import Note, Section, Tone, Upload
from companion.display.photo import PhotoAnswer, PhotoOf
from companion.games.catalogue import find_game, game_names, load_edition
from companion.games.printable import Lying
from companion.play.running_game import RunningGame
from companion.play.speaking import game_title
from companion.play.words import say

PATH = "/api/photo"
_DISH = "&dish=yes"

# Gives what a function makes of the game, in the thread that decides; None before a game.
Look = Callable[[Callable[[RunningGame], Any]], Any]


class Photos(Protocol):
    """Reads photographs; safe to call from any thread."""

    def read(self, encoded: bytes, look: Look) -> PhotoAnswer:
        """Read a picture file and compare it with the game; what can't be used is told."""

    def read_alone(self, encoded: bytes, of: PhotoOf, edition: str) -> PhotoAnswer:
        """Read a picture file by itself; `edition` "" is the game's own first one."""

    def picture(self, name: str) -> bytes | None:
        """Find the JPEG of a photograph that was read lately."""


def photo_section(running: RunningGame) -> Section | None:
    """Where a phone sends a photograph; nothing for a game that does not say what lies where."""
    if not isinstance(running.game, Lying):
        return None
    note = Note(Tone.INFO, say("photo_help"))
    dishes = _dishes(running.game.name, running.edition)
    dish = tuple(replace(each, label=say("photo_take_dish")) for each in dishes)
    uploads = (Upload(say("photo_take"), PATH), *dish)
    return Section("photo", say("photo"), (note,), folded=True, uploads=uploads)


def photo_before_game(draft: str, own_editions: Mapping[str, str]) -> Section:
    """Where a phone sends a photograph before a game: of the game `draft`, "" of any."""
    names = (draft,) if draft else game_names()
    uploads = [upload for name in names for upload in _uploads(name, own_editions.get(name, ""))]
    notes = [Note(Tone.INFO, say("photo_alone_help"))]
    if any(upload.post.endswith(_DISH) for upload in uploads):
        notes.append(Note(Tone.INFO, say("photo_other_dish")))
    return Section("photo", say("photo_alone"), tuple(notes), folded=True, uploads=tuple(uploads))


def _uploads(name: str, edition: str) -> tuple[Upload, ...]:
    """What can be photographed of a game: its boards, and a dish that one of them has."""
    game = find_game(name)
    if not isinstance(game, Lying):
        return ()
    boards = Upload(say("photo_boards", game=game_title(game)), f"{PATH}?game={name}")
    return boards, *_dishes(name, edition)


@lru_cache(maxsize=16)
def _dishes(name: str, edition: str) -> tuple[Upload, ...]:
    """The dish of a game, which is judged on its own; nothing for a game without one."""
    game: Any = find_game(name)
    prints = game.prints(load_edition(game, edition or game.default_edition))
    if all(board.dish is None for board in prints.boards):
        return ()
    return (Upload(say("photo_dish", game=game_title(game)), f"{PATH}?game={name}{_DISH}"),)
