"""How long the boards of a whole table take to read, against one ArUco pass over the same frame.

Both are measured by their processor time, of all threads: what others do meanwhile does not count.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from itertools import cycle, pairwise
from pathlib import Path
from statistics import median
from tempfile import TemporaryDirectory
from time import process_time

from companion.bench import REPEATS, Row, best_s
from companion.flow import Frame
from companion.places import PlaceBoard

UNKNOWN_GOAL = 4.0
TRACKED_GOAL = 0.6
_GAME = "girl"
_PLAYERS = 4
_PHOTOS = 3
_SEED = 11
_READS = 3
_MOVES = 6


def rows() -> Iterator[Row]:
    """Ratios over photographs with every board of a game in view: the median and the spread."""
    from vision.baseline import ArucoPass
    from vision.places.reader import TableReader

    unknown, same, glanced = [], [], []
    with TemporaryDirectory() as draft:
        boards, frames = photographs(Path(draft) / "table")
        aruco, reader = ArucoPass(boards[0].dictionary), TableReader(boards)
        for frame in frames:
            pass_s = _cpu_s(lambda frame=frame: aruco.run(frame.image_bgr))  # type: ignore[misc]

            def read(frame: Frame = frame, reader: TableReader = reader) -> object:
                return reader.read(frame)

            def read_unknown(frame: Frame = frame, reader: TableReader = reader) -> object:
                reader.forget()
                return reader.read(frame)

            def glance(frame: Frame = frame, reader: TableReader = reader) -> object:
                return reader.glance(frame)

            unknown.append(_cpu_s(read_unknown, _READS) / pass_s)
            same.append(_cpu_s(read) / pass_s)
            glanced.append(_cpu_s(glance) / pass_s)
        moved = _after_moves(boards)
    where = f"{len(boards)} boards of {_GAME} in each of {_PHOTOS} photos"
    yield _row("all boards unknown, everything read", unknown, UNKNOWN_GOAL, where)
    yield _row("all boards tracked, nothing changed", same, TRACKED_GOAL, where)
    yield _row("all boards tracked, a glance", glanced, TRACKED_GOAL, where)
    yield _row("all boards tracked, a move made", moved, None, f"{len(moved)} moves of {_GAME}")


def _cpu_s(action: Callable[[], object], repeats: int = REPEATS) -> float:
    return best_s(action, repeats, process_time)


def _row(what: str, ratios: list[float], goal: float | None, where: str) -> Row:
    note = f"{min(ratios):.2f} to {max(ratios):.2f}; {where}"
    return Row(what, median(ratios), "ArUco passes", goal, note)


def photographs(folder: Path) -> tuple[list[PlaceBoard], list[Frame]]:
    """Seeded photographs of a mounted camera over the whole table, without hands."""
    from companion.cli.photograph import Wishes, take_photographs
    from companion.describing.table_file import load_places
    from hardware.simulated.conditions import conditions_named, fixed
    from vision.pictures import read_picture

    wishes = Wishes(_GAME, _PHOTOS, _SEED, "mounted", players=_PLAYERS, view="table")
    take_photographs(wishes, fixed(conditions_named("mounted"), hand_share=0.0), folder)
    boards = [load_places(path) for path in sorted(folder.glob("*.toml"))]
    return boards, [read_picture(path) for path in sorted((folder / "photos").iterdir())]


def _after_moves(boards: Sequence[PlaceBoard]) -> list[float]:
    """What it takes to read the boards after each of some moves, the camera fixed over them."""
    from vision.baseline import ArucoPass
    from vision.places.reader import TableReader

    frames = _positions()
    aruco, reader = ArucoPass(boards[0].dictionary), TableReader(boards)
    pass_s = _cpu_s(lambda: aruco.run(frames[0].image_bgr))
    reader.read(frames[0])
    found = []
    for before, after in pairwise(frames):
        # There and back: both ways the same places have changed.
        turns = cycle((after, before))
        reader.read(before)
        found.append(_cpu_s(lambda turns=turns: reader.read(next(turns)), 4) / pass_s)  # type: ignore[misc]
    return found


def _positions() -> list[Frame]:
    """Frames of one camera over the table after each of some moves in the middle of a game."""
    from companion.games.catalogue import find_game, load_edition
    from companion.games.printable import Lying
    from companion.records.positions import played_positions
    from hardware.simulated.conditions import conditions_named
    from hardware.simulated.tabletop.live import LiveTabletop
    from hardware.simulated.tabletop.studio import TableStudio, copies_of

    game = find_game(_GAME)
    assert isinstance(game, Lying)
    edition = load_edition(game, game.default_edition)
    prints = game.prints(edition)
    table = LiveTabletop(
        TableStudio(prints, _SEED, conditions_named("mounted")), copies_of(prints), _SEED
    )
    states = played_positions(game, edition, _PLAYERS, _SEED)
    middle = len(states) // 2
    layout, frames = table.bare, []
    for number, state in enumerate(states[middle : middle + _MOVES + 1]):
        layout = table.laid(game.lies(state), layout, number + 1)
        frames.append(Frame(table.picture(layout, None, number), float(number), "bench"))
    return frames
