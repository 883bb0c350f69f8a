"""How long a photograph takes to become a verdict, against one ArUco pass over the same frame."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import ProcessPoolExecutor
from multiprocessing import get_context
from pathlib import Path
from statistics import median
from tempfile import TemporaryDirectory
from time import thread_time
from typing import TypeVar

from companion.bench import REPEATS, Row, best_s
from companion.board import Board
from companion.flow import Frame

UNKNOWN_GOAL = 2.0
TRACKED_GOAL = 0.5
_ARTS = ("night", "meadow", "six")
_PHOTOS = 4
_SEED = 11
_LONGEST_S = 1800.0  # of one process, on the slowest of computers

Toss = tuple[Board, list[tuple[Frame, Frame]]]
Found = TypeVar("Found")


def rows() -> Iterator[Row]:
    """Ratios over photographs of several arts, the median and the spread of each.

    A pass takes large pictures of its own, and memory that nobody has touched yet costs it more
    than what it computes.  So all is measured twice: as the service has its memory, which gives
    back what is freed, and with all of it kept.
    """
    from companion.serving.small_memory import keep_freed_memory, keep_memory_small

    with TemporaryDirectory() as draft:
        folder = Path(draft)
        _in_a_process(_draw, folder)
        yield from _in_a_process(_measured, folder, "", begin=keep_memory_small)
        kept = ", freed memory kept"
        yield from _in_a_process(_measured, folder, kept, begin=keep_freed_memory)


def _in_a_process(
    action: Callable[..., Found], *arguments: object, begin: Callable[[], None] | None = None
) -> Found:
    """What an action gives in a process of its own, whose memory ends with it."""
    with ProcessPoolExecutor(1, get_context("spawn"), begin) as process:
        return process.submit(action, *arguments).result(_LONGEST_S)


def _measured(folder: Path, how: str) -> list[Row]:
    """The rows for the tosses drawn into a folder, said to be measured so."""
    ratios: dict[str, list[float]] = {"unknown": [], "new": [], "same": []}
    baseline_s: list[float] = []
    quick = 0
    for board, pairs in _tosses(folder):
        for earlier, frame in pairs:
            found, by_known_print = _ratios(board, earlier, frame, baseline_s)
            quick += by_known_print
            for name, value in found.items():
                ratios[name].append(value)
    milliseconds = f"the pass takes {median(baseline_s) * 1e3:.0f} ms here"
    sufficed = f"the known print sufficed for {quick}"
    unknown, new, same = ratios["unknown"], ratios["new"], ratios["same"]
    return [
        _row(f"photo to verdict, board unknown{how}", unknown, UNKNOWN_GOAL, milliseconds),
        _row(f"board tracked, new toss{how}", new, TRACKED_GOAL, sufficed),
        _row(f"board tracked, nothing changed{how}", same, TRACKED_GOAL),
    ]


def _row(what: str, ratios: Sequence[float], goal: float, note: str = "") -> Row:
    spread = f"{min(ratios):.2f} to {max(ratios):.2f} over {len(ratios)} photos"
    return Row(what, median(ratios), "ArUco passes", goal, f"{spread}; {note}" if note else spread)


def _ratios(
    board: Board, earlier: Frame, frame: Frame, baseline_s: list[float]
) -> tuple[dict[str, float], bool]:
    """The ratios of a photograph: board unknown, an earlier toss read, nothing changed.

    All by the processor time of this thread.  With it, whether the print known from the earlier
    toss sufficed.
    """
    from companion.games.girl.toss import judge_toss
    from vision.baseline import ArucoPass
    from vision.toss import TossReader

    aruco, reader = ArucoPass(board.dictionary), TossReader(board)

    def verdict() -> object:
        return judge_toss(reader.read(frame), board)

    def unknown() -> object:
        reader.forget_board()
        return verdict()

    def new_s() -> float:
        reader.forget_tokens()
        reader.read(earlier)
        return best_s(verdict, 1, thread_time)

    pass_s = best_s(lambda: aruco.run(frame.image_bgr), clock_s=thread_time)
    baseline_s.append(pass_s)
    unknown_s = best_s(unknown, clock_s=thread_time)
    tracked_s = min(new_s() for _ in range(REPEATS))
    by_known_print = reader.known.readings > 0
    same_s = best_s(verdict, clock_s=thread_time)
    found = {"unknown": unknown_s, "new": tracked_s, "same": same_s}
    return {name: seconds / pass_s for name, seconds in found.items()}, by_known_print


def photographs() -> Iterator[tuple[Board, list[Frame]]]:
    """Seeded photographs of mounted cameras, with tokens and without hands."""
    with TemporaryDirectory() as folder:
        _in_a_process(_draw, Path(folder))
        for board, pairs in _tosses(Path(folder)):
            yield board, [frame for _, frame in pairs]


def _tosses(folder: Path) -> Iterator[Toss]:
    """The photographs in a folder, each with that of another toss under its camera and lamp."""
    from companion.describing.table_file import load_board
    from vision.pictures import read_picture

    for name in _ARTS:
        board = load_board(folder / name / "table.toml")
        yield (
            board,
            [
                (read_picture(folder / name / earlier), read_picture(folder / name / later))
                for earlier, later in map(_files, range(1, _PHOTOS + 1))
            ],
        )


def _files(number: int) -> tuple[str, str]:
    """The names of a photograph of an earlier toss, and of the toss after it."""
    return f"{number}-earlier.jpg", f"{number}.jpg"


def _draw(folder: Path) -> None:
    """Draw the tables and their photographs."""
    from hardware.simulated.arts import art_named
    from hardware.simulated.conditions import conditions_named, fixed
    from hardware.simulated.photo_set import write_table
    from hardware.simulated.studio import Studio
    from vision.pictures import encode_jpeg

    conditions = fixed(conditions_named("mounted"), hand_share=0.0)
    for name in _ARTS:
        studio = Studio(art_named(name), _SEED, conditions)
        (folder / name).mkdir()
        write_table(studio, folder / name)
        for number in range(1, _PHOTOS + 1):
            toss = studio.arrange(number)
            for arranged, file in zip(
                (studio.thrown_again(toss, number), toss), _files(number), strict=True
            ):
                jpeg = encode_jpeg(arranged.photograph(), arranged.shot.jpeg_quality)
                (folder / name / file).write_bytes(jpeg)
