"""Photographs that phones send, of boards of a game or of the dish: read, kept, answered."""

from __future__ import annotations

from http import HTTPStatus
from pathlib import Path
from typing import Any

from companion.board import Board
from companion.display.model import Note, Tone
from companion.display.photo import PhotoAnswer
from companion.errors import CompanionError
from companion.games.catalogue import load_edition
from companion.live.art_words import art_in_words
from companion.live.photo import PhotoGame, PhotoRead, photo_answer, photo_game
from companion.live.photo_words import say
from companion.photos.jobs import NAME, BoardsJob, DishJob
from companion.photos.process import PhotoProcess
from companion.photos.shelf import PhotoShelf
from companion.play.photos import Look
from companion.printed.sheet_files import board_title
from companion.session.dish_photo import dish_answer
from companion.session.reader_words import in_both
from companion.session.words import say as dish_say
from vision.picture_formats import FIRST_BYTES, unreadable


class BoardPhotos:
    """Reads photographs of the boards of whichever game is played; see companion.play.photos.

    `sheets` is a folder of descriptions of somebody's own boards; without it the boards are those
    that `companion sheets` prints.
    """

    def __init__(self, data: Path, sheets: Path | None = None) -> None:
        self._data, self._sheets = data, sheets
        self._shelf, self._process = PhotoShelf(), PhotoProcess()

    def picture(self, name: str) -> bytes | None:
        """Find the JPEG of a photograph that was read lately."""
        return self._shelf.find(name)

    def read(self, encoded: bytes, look: Look) -> PhotoAnswer:
        """Read a picture file and compare it with the game; what can't be used is told."""
        wrong = _wrong_kind(encoded)
        if wrong is not None:
            return wrong
        wanted: PhotoGame | None = look(photo_game)
        if wanted is None:
            none = look(lambda running: running.game) is None
            text = say("no_game" if none else "no_lies")
            return PhotoAnswer(Note(Tone.REFUSED, text), (), int(HTTPStatus.CONFLICT))
        game: Any = wanted.game
        job = BoardsJob(encoded, game.name, wanted.edition, wanted.boards, self._data, self._sheets)
        try:
            read = self._process.run(job)
        except CompanionError as error:
            return _refused(error)
        prints = game.prints(load_edition(game, wanted.edition))
        art = art_in_words(game, prints, read.titles, board_title, wanted.players)
        photo = PhotoRead(
            read.observations,
            self._shelf.keep(read.photo.jpeg),
            read.photo.size_wh,
            self._shelf.drawn(read.drawn, read.photo, say("alt")),
        )
        answer: PhotoAnswer | None = look(lambda running: photo_answer(running, art, photo))
        return answer or PhotoAnswer(Note(Tone.REFUSED, say("no_game")))


class DishPhotos:
    """Judges photographs of one board's dish; see companion.running.running_table.DishPhotos."""

    def __init__(self, board: Board, data: Path) -> None:
        self._board, self._data = board, data
        self._shelf, self._process = PhotoShelf(), PhotoProcess()

    def picture(self, name: str) -> bytes | None:
        """Find the JPEG of a photograph that was judged lately."""
        return self._shelf.find(name)

    def judge(self, encoded: bytes) -> PhotoAnswer:
        """Judge a picture file; what can't be used is told."""
        wrong = _wrong_kind(encoded)
        if wrong is not None:
            return wrong
        try:
            read = self._process.run(DishJob(encoded, self._board, self._data))
        except CompanionError as error:
            return _refused(error)
        drawn = self._shelf.drawn(read.drawn, read.photo, dish_say("photo_alt"))
        path = self._shelf.keep(read.photo.jpeg)
        return dish_answer(read.observation, self._board, path, drawn)


def _wrong_kind(encoded: bytes) -> PhotoAnswer | None:
    """A refusal of what its first bytes say is no picture that can be read; quick."""
    sentence = unreadable(encoded[:FIRST_BYTES], NAME)
    if sentence is None:
        return None
    status = int(HTTPStatus.UNSUPPORTED_MEDIA_TYPE)
    return PhotoAnswer(Note(Tone.REFUSED, in_both(sentence)), (), status)


def _refused(error: CompanionError) -> PhotoAnswer:
    """A picture that can't be used, in both languages."""
    return PhotoAnswer(Note(Tone.REFUSED, in_both(error.sentence)), (), error.http_status)
