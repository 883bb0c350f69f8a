"""Photographs that phones send, of boards of a game or of the dish: read, kept, answered."""

from __future__ import annotations

from http import HTTPStatus
from pathlib import Path
from typing import Any

from companion.board import Board
from companion.display.model import Note, Tone
from companion.display.photo import PhotoAnswer, PhotoOf
from companion.errors import CompanionError
from companion.games.catalogue import find_game, load_edition
from companion.live.art_words import art_in_words
from companion.live.expected import TableArt
from companion.live.photo import PhotoGame, PhotoRead, photo_answer, photo_game
from companion.live.photo_alone import alone_answer
from companion.live.photo_words import say
from companion.photos.jobs import NAME, BoardsJob, DishJob, DishRead, PrintedDishJob
from companion.photos.process import PhotoError, PhotoProcess
from companion.photos.shelf import PhotoShelf
from companion.play.photos import Look
from companion.play.speaking import Speaker
from companion.printed.sheet_files import board_title
from companion.prints import Prints
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
        wanted: PhotoGame | None = look(photo_game)
        if wanted is None:
            none = look(lambda running: running.game) is None
            text = say("no_game" if none else "no_lies")
            return PhotoAnswer(Note(Tone.REFUSED, text), (), int(HTTPStatus.CONFLICT))
        try:
            _check_kind(encoded)
            art, photo = self._boards(encoded, wanted)
        except CompanionError as error:
            return _refused(error)
        answer: PhotoAnswer | None = look(lambda running: photo_answer(running, art, photo))
        return answer or PhotoAnswer(Note(Tone.REFUSED, say("no_game")))

    def read_alone(self, encoded: bytes, of: PhotoOf, edition: str) -> PhotoAnswer:
        """Read a picture file by itself; `edition` "" is the game's own first one."""
        try:
            _check_kind(encoded)
            game: Any = find_game(of.game)
            edition = edition or game.default_edition
            if of.dish:
                dish = PrintedDishJob(encoded, game.name, edition, self._data, self._sheets)
                return _judged(self._process.run(dish), self._shelf)
            boards = _every_board(game.prints(load_edition(game, edition)))
            art, photo = self._boards(encoded, PhotoGame(game, edition, boards, {}))
        except CompanionError as error:
            return _refused(error)
        return alone_answer(Speaker(game, {}), edition, art, photo)

    def _boards(self, encoded: bytes, of: PhotoGame) -> tuple[TableArt, PhotoRead]:
        """What the boards show.  Raises CompanionError."""
        game: Any = of.game
        job = BoardsJob(encoded, game.name, of.edition, of.boards, self._data, self._sheets)
        read = self._process.run(job)
        prints = game.prints(load_edition(game, of.edition))
        art = art_in_words(game, prints, read.titles, board_title, of.players)
        photo = PhotoRead(
            read.observations,
            self._shelf.keep(read.photo.jpeg),
            read.photo.size_wh,
            self._shelf.drawn(read.drawn, read.photo, say("alt")),
        )
        return art, photo


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
        try:
            _check_kind(encoded)
            return _judged(
                self._process.run(DishJob(encoded, self._board, self._data)), self._shelf
            )
        except CompanionError as error:
            return _refused(error)


def _judged(read: DishRead, shelf: PhotoShelf) -> PhotoAnswer:
    """What a picture shows of a dish; the picture is kept for the page."""
    drawn = shelf.drawn(read.drawn, read.photo, dish_say("photo_alt"))
    return dish_answer(read.observation, read.board, shelf.keep(read.photo.jpeg), drawn)


def _every_board(prints: Prints) -> frozenset[tuple[str, int]]:
    """Name and copy of every board that is printed."""
    return frozenset((board.name, copy) for board in prints.boards for copy in range(board.count))


def _check_kind(encoded: bytes) -> None:
    """Raises PhotoError for what its first bytes say is no picture that can be read; quick."""
    sentence = unreadable(encoded[:FIRST_BYTES], NAME)
    if sentence is not None:
        raise PhotoError(sentence, int(HTTPStatus.UNSUPPORTED_MEDIA_TYPE))


def _refused(error: CompanionError) -> PhotoAnswer:
    """A picture that can't be used, in both languages."""
    return PhotoAnswer(Note(Tone.REFUSED, in_both(error.sentence)), (), error.http_status)
