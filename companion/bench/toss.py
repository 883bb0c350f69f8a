"""How long a photograph takes to become a verdict, against one ArUco pass over the same frame."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from pathlib import Path
from statistics import median
from tempfile import TemporaryDirectory

from companion.bench import Row, best_s
from companion.board import Board
from companion.flow import Frame

UNKNOWN_GOAL = 2.0
TRACKED_GOAL = 0.5
_ARTS = ("night", "meadow", "six")
_PHOTOS = 4
_SEED = 11


def rows() -> Iterator[Row]:
    """Ratios over photographs of several arts, the median and the worst of each."""
    ratios: dict[str, list[float]] = {"unknown": [], "new": [], "same": []}
    baseline_s: list[float] = []
    for board, frames in photographs():
        for name, values in _ratios(board, frames, baseline_s).items():
            ratios[name] += values
    milliseconds = f"the pass takes {median(baseline_s) * 1e3:.0f} ms here"
    yield _row("photo to verdict, board unknown", ratios["unknown"], UNKNOWN_GOAL, milliseconds)
    yield _row("board tracked, new toss", ratios["new"], TRACKED_GOAL)
    yield _row("board tracked, nothing changed", ratios["same"], TRACKED_GOAL)


def _row(what: str, ratios: Sequence[float], goal: float, note: str = "") -> Row:
    spread = f"{min(ratios):.2f} to {max(ratios):.2f} over {len(ratios)} photos"
    return Row(what, median(ratios), "ArUco passes", goal, f"{spread}; {note}" if note else spread)


def _ratios(
    board: Board, frames: Sequence[Frame], baseline_s: list[float]
) -> dict[str, list[float]]:
    """The ratios of each photograph: board unknown, board tracked, and nothing changed."""
    from companion.games.girl.toss import judge_toss
    from vision.baseline import ArucoPass
    from vision.toss import TossReader

    aruco = ArucoPass(board.dictionary)
    ratios: dict[str, list[float]] = {"unknown": [], "new": [], "same": []}
    for frame in frames:
        reader = TossReader(board)

        def verdict(reader: TossReader = reader, frame: Frame = frame) -> object:
            return judge_toss(reader.read(frame), board)

        def unknown(reader: TossReader = reader) -> object:
            reader.forget_board()
            return verdict(reader)

        def new(reader: TossReader = reader) -> object:
            reader.forget_tokens()
            return verdict(reader)

        pass_s = best_s(lambda frame=frame: aruco.run(frame.image_bgr))  # type: ignore[misc]
        baseline_s.append(pass_s)
        for name, action in (("unknown", unknown), ("new", new), ("same", verdict)):
            ratios[name].append(best_s(action) / pass_s)
    return ratios


def photographs() -> Iterator[tuple[Board, list[Frame]]]:
    """Seeded photographs of mounted cameras, with tokens and without hands."""
    from companion.describing.table_file import load_board
    from hardware.simulated.arts import art_named
    from hardware.simulated.conditions import conditions_named, fixed
    from hardware.simulated.photo_set import write_photo_set
    from hardware.simulated.studio import Studio
    from vision.pictures import read_picture

    conditions = fixed(conditions_named("mounted"), hand_share=0.0)
    for name in _ARTS:
        with TemporaryDirectory() as draft:
            folder = Path(draft) / name
            write_photo_set(Studio(art_named(name), _SEED, conditions), _PHOTOS, folder)
            board = load_board(folder / "table.toml")
            yield board, [read_picture(path) for path in sorted((folder / "photos").iterdir())]
