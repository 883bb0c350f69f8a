"""How long a photograph takes to become a verdict, against one ArUco pass over the same frame."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from pathlib import Path
from statistics import median
from tempfile import TemporaryDirectory
from time import thread_time

from companion.bench import REPEATS, Row, best_s
from companion.board import Board
from companion.flow import Frame

UNKNOWN_GOAL = 2.0
TRACKED_GOAL = 0.5
_ARTS = ("night", "meadow", "six")
_PHOTOS = 4
_SEED = 11


def rows() -> Iterator[Row]:
    """Ratios over photographs of several arts, the median and the spread of each."""
    ratios: dict[str, list[float]] = {"unknown": [], "new": [], "same": []}
    baseline_s: list[float] = []
    quick = 0
    for board, pairs in _tosses():
        for earlier, frame in pairs:
            found, by_known_print = _ratios(board, earlier, frame, baseline_s)
            quick += by_known_print
            for name, value in found.items():
                ratios[name].append(value)
    milliseconds = f"the pass takes {median(baseline_s) * 1e3:.0f} ms here"
    sufficed = f"the known print sufficed for {quick}"
    yield _row("photo to verdict, board unknown", ratios["unknown"], UNKNOWN_GOAL, milliseconds)
    yield _row("board tracked, new toss", ratios["new"], TRACKED_GOAL, sufficed)
    yield _row("board tracked, nothing changed", ratios["same"], TRACKED_GOAL)


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
    for board, pairs in _tosses():
        yield board, [frame for _, frame in pairs]


def _tosses() -> Iterator[tuple[Board, list[tuple[Frame, Frame]]]]:
    """The photographs, each with that of another toss under the same camera and lamp."""
    from companion.describing.table_file import load_board
    from hardware.simulated.arts import art_named
    from hardware.simulated.conditions import conditions_named, fixed
    from hardware.simulated.photo_set import write_table
    from hardware.simulated.studio import Arrangement, Studio
    from vision.pictures import decode_picture, encode_jpeg

    def taken(arranged: Arrangement) -> Frame:
        encoded = encode_jpeg(arranged.photograph(), arranged.shot.jpeg_quality)
        return decode_picture(encoded, studio.art.name)

    conditions = fixed(conditions_named("mounted"), hand_share=0.0)
    for name in _ARTS:
        studio = Studio(art_named(name), _SEED, conditions)
        with TemporaryDirectory() as folder:
            write_table(studio, Path(folder))
            board = load_board(Path(folder) / "table.toml")
            pairs = []
            for number in range(1, _PHOTOS + 1):
                arranged = studio.arrange(number)
                earlier = studio.thrown_again(arranged, number)
                pairs.append((taken(earlier), taken(arranged)))
            yield board, pairs
