"""Reads every board of a table in one frame: its places, and what lies in its dish."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, replace

from companion.board import TOKEN_KINDS, Board, CameraModel
from companion.calibrating.lens_choice import with_lens
from companion.describing.table_file import load_board
from companion.flow import Frame, Observation, Sentence, Status
from companion.live.ports import TableObservation, table_observation
from companion.places import PlaceBoard
from companion.prints import Prints
from vision.places.reader import TableReader
from vision.toss import TossReader


@dataclass(frozen=True)
class Described:
    """One copy of a board: as its places are described, and its dish if tokens are thrown in."""

    places: PlaceBoard
    dish: Board | None


def described(places: PlaceBoard, lens: CameraModel | None) -> Described:
    """A board with its dish, seen through a lens."""
    dish = dish_board(places)
    return Described(with_lens(places, lens), None if dish is None else with_lens(dish, lens))


def dish_board(board: PlaceBoard) -> Board | None:
    """The dish of a board whose description says which tokens are thrown into it."""
    if board.dish is None or not _has_tokens(board):
        return None
    return load_board(board.source)


def token_family(prints: Prints) -> str:
    """The family of what is thrown into dishes; "" when an edition has none."""
    known = (f.name for f in prints.families if set(TOKEN_KINDS) <= set(f.kinds))
    return next(known, "")


class LiveReader:
    """Reads the boards of one camera, in the order in which they are given."""

    def __init__(
        self,
        boards: Sequence[Described],
        family: str,
        go_on: Callable[[], object] = bool,
    ) -> None:
        """Raises TableFileError or PictureError when a description can't be used.

        `go_on` is called again and again while boards are read, and may raise to end that.
        """
        self.boards = tuple(boards)
        self.table = TableReader([board.places for board in boards], go_on)
        self._family, self._go_on = family, go_on
        self._dishes = {
            number: TossReader(board.dish)
            for number, board in enumerate(boards)
            if board.dish is not None
        }

    def read(self, frame: Frame) -> TableObservation:
        """What lies on each board."""
        boards = list(self.table.read(frame))
        for number, reader in self._dishes.items():
            self._go_on()
            if boards[number].status is Status.READ:
                boards[number] = _with_dish(boards[number], reader.read(frame), self._family)
        return table_observation(boards, frame.exposed_at_s)


def _with_dish(board: Observation, dish: Observation, family: str) -> Observation:
    """A board's observation with what lies in its dish, at place ""."""
    tokens = tuple(replace(token, place="", family=family) for token in dish.sightings)
    return replace(
        board,
        sightings=(*board.sightings, *tokens),
        problems=(*board.problems, *dish.problems, *_hiding(dish)),
        covered=(*board.covered, *_covered(dish)),
        hand_present=board.hand_present or dish.hand_present,
        light_change=dish.light_change,
    )


def _hiding(dish: Observation) -> tuple[Sentence, ...]:
    """Below which kinds another token may lie: no number is drawn on a dish among other boards."""
    hiding = {token.kinds[0][0] for token in dish.sightings if token.may_hide_mm is not None}
    if not hiding:
        return ()
    return (
        Sentence(
            "may_hide_token",
            "Another token may lie, hardly in view, below the one on top ({kinds}); "
            "look beneath it.",
            kinds=tuple(sorted(hiding)),
        ),
    )


def _covered(dish: Observation) -> Iterator[tuple[str, str]]:
    """The dish, when it can't be told what lies in it."""
    if dish.status is not Status.READ:
        yield "", dish.problems[0] if dish.problems else dish.status.value
    elif dish.covered:
        yield "", dish.covered[0][1]


def _has_tokens(board: PlaceBoard) -> bool:
    import tomllib

    return "token" in tomllib.loads(board.source.read_text("utf-8-sig"))
