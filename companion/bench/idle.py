"""What watching a table costs at which nothing moves, against only decoding its pictures."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from pathlib import Path
from tempfile import TemporaryDirectory
from time import thread_time

from companion.bench import Row, best_s
from companion.bench.places import photographs as table_photographs
from companion.bench.toss import photographs as dish_photographs
from companion.flow import Frame, Observation

GOAL = 1.3
FRAMES_PER_S = 5
SECONDS = 10  # after which a table is read in any case
_FRAMES = FRAMES_PER_S * SECONDS
_REPEATS = 3


def rows() -> Iterator[Row]:
    """The dish alone, and all boards of a game."""
    from vision.places.reader import TableReader
    from vision.toss import TossReader

    dishes = dish_photographs()  # their pictures last as long as this does
    board, frames = next(dishes)
    yield _row("the dish", frames[0], TossReader(board).read)
    with TemporaryDirectory() as draft:
        boards, table = table_photographs(Path(draft) / "table")
        reader = TableReader(boards)
        yield _row(f"{len(boards)} boards", table[0], lambda frame: reader.read(frame)[0])


class _Watch:
    """Ten seconds of pictures, decoded and, where there is a reader, looked at."""

    def __init__(self, frame: Frame, read: Callable[[Frame], Observation]) -> None:
        from vision.baseline import StillCamera
        from vision.steady import SteadyReader

        self._camera = StillCamera(frame.image_bgr)
        self._read = read
        self.anew = 0
        self._steady = SteadyReader(self)
        self._now_s = 0.0
        self.look()  # finding the board belongs to the start
        self.anew = 0

    def read(self, frame: Frame) -> Observation:
        """Read a frame anew."""
        self.anew += 1
        return self._read(frame)

    def decode(self) -> None:
        """Decode every picture."""
        for number in range(_FRAMES):
            self._camera.picture(number)

    def look(self) -> None:
        """Decode every picture and look at it."""
        for number in range(_FRAMES):
            self._now_s += 1 / FRAMES_PER_S
            self._steady.read(Frame(self._camera.picture(number), self._now_s, "still"))


def _row(what: str, frame: Frame, read: Callable[[Frame], Observation]) -> Row:
    watch = _Watch(frame, read)
    decoding_s, looking_s = (
        best_s(watch.decode, _REPEATS, thread_time),
        best_s(watch.look, _REPEATS, thread_time),
    )
    note = (
        f"{FRAMES_PER_S} frames a second; decoding one takes {decoding_s / _FRAMES * 1e3:.0f} ms; "
        f"{watch.anew / _REPEATS:.1f} of {_FRAMES} are read anew"
    )
    return Row(f"{what}, nothing moves", looking_s / decoding_s, "decodings", GOAL, note)
