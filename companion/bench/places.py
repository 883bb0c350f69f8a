"""How long the boards of a whole table take to read, against one ArUco pass over the same frame."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from statistics import median
from tempfile import TemporaryDirectory

from companion.bench import Row, best_s
from companion.flow import Frame
from companion.places import PlaceBoard

UNKNOWN_GOAL = 4.0
TRACKED_GOAL = 0.6
_GAME = "girl"
_PHOTOS = 3
_SEED = 11
_READS = 3


def rows() -> Iterator[Row]:
    """Ratios over photographs with every board of a game in view: the median and the spread."""
    from vision.baseline import ArucoPass
    from vision.places.reader import TableReader

    unknown, same = [], []
    with TemporaryDirectory() as draft:
        boards, frames = photographs(Path(draft) / "table")
        aruco, reader = ArucoPass(boards[0].dictionary), TableReader(boards)
        for frame in frames:
            pass_s = best_s(lambda frame=frame: aruco.run(frame.image_bgr))  # type: ignore[misc]

            def read(frame: Frame = frame, reader: TableReader = reader) -> object:
                return reader.read(frame)

            def read_unknown(frame: Frame = frame, reader: TableReader = reader) -> object:
                reader.forget()
                return reader.read(frame)

            unknown.append(best_s(read_unknown, _READS) / pass_s)
            same.append(best_s(read) / pass_s)
    where = f"{len(boards)} boards of {_GAME} in each of {_PHOTOS} photos"
    yield _row("all boards unknown, everything read", unknown, UNKNOWN_GOAL, where)
    yield _row("all boards tracked, nothing changed", same, TRACKED_GOAL, where)


def _row(what: str, ratios: list[float], goal: float, where: str) -> Row:
    note = f"{min(ratios):.2f} to {max(ratios):.2f}; {where}"
    return Row(what, median(ratios), "ArUco passes", goal, note)


def photographs(folder: Path) -> tuple[list[PlaceBoard], list[Frame]]:
    """Seeded photographs of a mounted camera over the whole table, without hands."""
    from companion.cli.photograph import Wishes, take_photographs
    from companion.table_file import load_places
    from hardware.simulated.conditions import conditions_named, fixed
    from vision.pictures import read_picture

    wishes = Wishes(_GAME, _PHOTOS, _SEED, "mounted", view="table")
    take_photographs(wishes, fixed(conditions_named("mounted"), hand_share=0.0), folder)
    boards = [load_places(path) for path in sorted(folder.glob("*.toml"))]
    return boards, [read_picture(path) for path in sorted((folder / "photos").iterdir())]
