"""What is done with a picture that a phone sent, in a process of its own.

A job is plain data and what it gives is plain data: both go through a pipe.  Picture libraries
are loaded where a job runs, so that a service that reads no pictures itself stays small.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from pathlib import Path
from typing import TYPE_CHECKING, Any

from companion.board import Board
from companion.errors import InputError
from companion.flow import Observation, Sentence

if TYPE_CHECKING:
    from companion.flow import Frame

# Finer pictures show no more of a board, and take long to read.
LONGEST_PX = 3200
NAME = Sentence("the_picture", "The picture")
_QUALITY = 85


@dataclass(frozen=True, slots=True)
class SentPicture:
    """A picture as it is shown: the JPEG without what the phone wrote into it, its size."""

    jpeg: bytes
    size_wh: tuple[int, int]


@dataclass(frozen=True, slots=True)
class BoardsRead:
    """Boards read in one picture: an observation for each, their titles by board and copy."""

    observations: tuple[Observation, ...]
    titles: dict[tuple[str, int], str]
    photo: SentPicture
    drawn: SentPicture


@dataclass(frozen=True, slots=True)
class BoardsJob:
    """Read the boards of a game that are played on; `sheets` describes them, or the printed ones.

    `data` is the folder where calibrations and descriptions are kept.
    """

    encoded: bytes
    game: str
    edition: str
    boards: frozenset[tuple[str, int]]
    data: Path
    sheets: Path | None

    def run(self) -> BoardsRead:
        """Read, draw and encode.  Raises CompanionError."""
        from companion.apps.live_reader import LiveReader, described, token_family
        from companion.calibrating.lens_choice import lens_of_photo
        from companion.games.catalogue import find_game, load_edition
        from companion.printed.printed_boards import described_boards, keep_descriptions
        from vision.pictures import decode_picture
        from vision.places.annotate import around_boards, draw_table
        from vision.taken import taken_by

        frame = decode_picture(self.encoded, NAME, LONGEST_PX)
        game: Any = find_game(self.game)
        prints = game.prints(load_edition(game, self.edition))
        folder = self.sheets or keep_descriptions(self.data, game, prints)
        files = described_boards(folder, prints, self.boards)
        lens = lens_of_photo(taken_by(self.encoded), frame.size_wh, None, self.data)
        boards = [described(places, lens) for places in files.values()]
        reader = LiveReader(boards, token_family(prints))
        observations = reader.read(frame).boards
        found = [each.found for each in reader.table.readers]
        drawable = [board.places for board in boards]
        window = around_boards(frame, drawable, found)
        drawn = draw_table(frame, drawable, found, observations, window)
        titles = {board: places.name for board, places in files.items()}
        return BoardsRead(observations, titles, _sent(frame.image_bgr), _sent(drawn))


@dataclass(frozen=True, slots=True)
class DishRead:
    """A board's dish read in one picture, and the picture with the tokens numbered."""

    board: Board
    observation: Observation
    photo: SentPicture
    drawn: SentPicture


@dataclass(frozen=True, slots=True)
class DishJob:
    """Read the tokens in a board's dish; the phone's lens is not that of the table's camera."""

    encoded: bytes
    board: Board
    data: Path

    def run(self) -> DishRead:
        """Read, draw and encode.  Raises CompanionError."""
        from companion.calibrating.lens_choice import lens_of_photo, with_lens
        from vision.pictures import decode_picture
        from vision.taken import taken_by
        from vision.toss import TossReader

        frame = decode_picture(self.encoded, NAME, LONGEST_PX)
        lens = lens_of_photo(taken_by(self.encoded), frame.size_wh, None, self.data)
        reader = TossReader(with_lens(replace(self.board, camera=None), lens))
        observation = reader.read(frame)
        drawn = self._drawn(frame, reader.found, observation)
        return DishRead(self.board, observation, _sent(frame.image_bgr), _sent(drawn))

    def _drawn(self, frame: Frame, found: Any, observation: Observation) -> Any:
        from companion.session.dish_photo import photo_tokens
        from vision.page_picture import Mark, page_picture

        marks = [
            Mark(
                str(live.number),
                live.sighting.centre_mm,
                live.sighting.level,
                sure=not live.token.doubtful,
                may_hide_mm=live.sighting.may_hide_mm,
            )
            for live in photo_tokens(observation, self.board)
            if live.sighting is not None
        ]
        return page_picture(frame, self.board, found, marks).image_bgr


@dataclass(frozen=True, slots=True)
class PrintedDishJob:
    """Read the dish of a game's printed board; see BoardsJob for `data` and `sheets`."""

    encoded: bytes
    game: str
    edition: str
    data: Path
    sheets: Path | None

    def run(self) -> DishRead:
        """Read, draw and encode.  Raises CompanionError, also where no board has a dish."""
        from companion.describing.table_file import load_board
        from companion.games.catalogue import find_game, load_edition
        from companion.printed.printed_boards import keep_descriptions
        from companion.printed.sheet_files import file_name

        game: Any = find_game(self.game)
        prints = game.prints(load_edition(game, self.edition))
        board = next((each for each in prints.boards if each.dish is not None), None)
        if board is None:
            raise InputError(Sentence("no_dish", "No board of this game has a dish."))
        folder = self.sheets or keep_descriptions(self.data, game, prints)
        described = load_board(folder / file_name(board, 0))
        return DishJob(self.encoded, described, self.data).run()


def _sent(image_bgr: Any) -> SentPicture:
    from vision.pictures import encode_jpeg

    height, width = image_bgr.shape[:2]
    return SentPicture(encode_jpeg(image_bgr, _QUALITY), (width, height))
